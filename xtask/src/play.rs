//! `cargo play`: build everything, then hand the terminal over to the program.

use std::{
    env,
    ffi::OsString,
    fs::File,
    io,
    path::PathBuf,
    process::{Command, ExitCode, Stdio},
    thread,
};

use crate::{Error, Workspace, engine, shell, web};

/// Builds `townhall` and, beside it, the client that it serves. Runs `townhall serve --open` with these options; or, if
/// they begin with a command of townhall, that.
///
/// In a fresh clone the page opens without the engine, which is built in the background: a page that is loaded later has it.
pub(crate) fn run(workspace: &Workspace, args: &[OsString]) -> Result<ExitCode, Error> {
    let command = args.first().filter(|first| !first.to_string_lossy().starts_with('-'));
    let serves = command.is_none_or(|command| command == "serve");
    // Without default features it can't be one of several nodes on a database.
    let build = ["build", "--profile", "play", "--package", "townhall", "--no-default-features", "--locked"];
    thread::scope(|scope| {
        let client = scope.spawn(|| if serves { build_client(workspace) } else { Ok(()) });
        let program = shell::run(&mut workspace.cargo(&build));
        let client = client.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        program.and(client)
    })?;
    if serves && !engine::is_built(workspace) {
        build_engine_in_background(workspace)?;
    }
    let program = workspace.target.join("play").join("townhall").with_extension(env::consts::EXE_EXTENSION);
    // Runs in the caller's folder, not in the root of the repository: `--record FILE` is relative to it.
    let mut townhall = Command::new(program);
    if command.is_none() {
        townhall.args(["serve", "--open"]);
    }
    townhall.args(args);
    hand_over(townhall)
}

/// Builds the client, and before it the engine if there is one already: an old engine does not fit a new client.
fn build_client(workspace: &Workspace) -> Result<(), Error> {
    if engine::is_built(workspace) {
        engine::build(workspace)?;
    }
    web::build(workspace, &web::Client::Shipped)
}

/// Starts `cargo xtask engine --client`, which goes on while the program serves.
fn build_engine_in_background(workspace: &Workspace) -> Result<(), Error> {
    let log = workspace.target.join("engine.log");
    let start = |log: &PathBuf| -> io::Result<()> {
        let file = File::create(log)?;
        let mut build = Command::new(env::current_exe()?);
        build.args(["engine", "--client"]).stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
        build.spawn().map(drop)
    };
    start(&log).map_err(|source| Error::File { path: log.clone(), source })?;
    println!(
        "Building the engine for play without a network; reload the page in some minutes to have it. Log: {}",
        log.display()
    );
    Ok(())
}

/// Replaces this process by the program, so that the program itself gets Ctrl-C and sets the exit code.
#[cfg(unix)]
fn hand_over(mut program: Command) -> Result<ExitCode, Error> {
    use std::os::unix::process::CommandExt;
    let source = program.exec();
    Err(Error::Start { command: shell::line(&program), source })
}

/// Runs the program and passes its exit code on.
#[cfg(not(unix))]
fn hand_over(mut program: Command) -> Result<ExitCode, Error> {
    let status =
        program.status().map_err(|source| Error::Start { command: shell::line(&program), source })?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
