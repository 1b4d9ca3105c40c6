//! `cargo play`: build everything, then hand the terminal over to the program.

use std::{ffi::OsString, process::ExitCode};

use crate::{Error, Workspace, engine, shell, web};

/// Builds the web client and `townhall` with the client inside. Runs `townhall serve --open` with these
/// options; or, if they begin with a command of townhall, that.
pub(crate) fn run(workspace: &Workspace, args: &[OsString]) -> Result<ExitCode, Error> {
    let command = args.first().is_some_and(|first| !first.to_string_lossy().starts_with('-'));
    engine::build(workspace)?;
    web::build(workspace, &web::Client::Shipped)?;
    shell::run(&mut workspace.cargo(&["build", "--release", "--package", "townhall", "--locked"]))?;
    let program =
        workspace.target.join("release").join("townhall").with_extension(std::env::consts::EXE_EXTENSION);
    // Runs in the caller's folder, not in the root of the repository: `--record FILE` is relative to it.
    let mut townhall = std::process::Command::new(program);
    if !command {
        townhall.args(["serve", "--open"]);
    }
    townhall.args(args);
    hand_over(townhall)
}

/// Replaces this process by the program, so that the program itself gets Ctrl-C and sets the exit code.
#[cfg(unix)]
fn hand_over(mut program: std::process::Command) -> Result<ExitCode, Error> {
    use std::os::unix::process::CommandExt;
    let source = program.exec();
    Err(Error::Start { command: shell::line(&program), source })
}

/// Runs the program and passes its exit code on.
#[cfg(not(unix))]
fn hand_over(mut program: std::process::Command) -> Result<ExitCode, Error> {
    let status =
        program.status().map_err(|source| Error::Start { command: shell::line(&program), source })?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
