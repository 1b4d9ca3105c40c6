//! `cargo play`: build the program, then hand the terminal over to it.

use std::{ffi::OsString, process::ExitCode};

use crate::{Error, Workspace, shell};

/// Builds `townhall` and runs `townhall play` with these arguments.
pub(crate) fn run(workspace: &Workspace, args: &[OsString]) -> Result<ExitCode, Error> {
    shell::run(&mut workspace.cargo(&["build", "--release", "--package", "townhall"]))?;
    let program =
        workspace.target.join("release").join("townhall").with_extension(std::env::consts::EXE_EXTENSION);
    // Not in the root of the repository: a `--record FILE` is meant from where the player stands.
    let mut townhall = std::process::Command::new(program);
    townhall.arg("play").args(args);
    hand_over(townhall)
}

/// Becomes the program, so that Ctrl-C and the exit code are its own business.
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
