//! Tools that a check needs and a fresh machine lacks.

use std::{path::PathBuf, process::Command};

use crate::{Error, Workspace, shell};

/// The cargo-fuzz that the fuzz targets were tried with.
const CARGO_FUZZ: &str = "0.13.2";

/// The path of `cargo-fuzz`, installed if it is not there.
pub(crate) fn cargo_fuzz(workspace: &Workspace) -> Result<PathBuf, Error> {
    let home = workspace.target.join("tools");
    let program = home.join("bin/cargo-fuzz").with_extension(std::env::consts::EXE_EXTENSION);
    let has_it = shell::output(Command::new(&program).arg("--version"));
    if !has_it.is_ok_and(|text| text.trim().ends_with(CARGO_FUZZ)) {
        // Unoptimised, because building it costs more time than running it ever does.
        let exactly = format!("={CARGO_FUZZ}");
        let mut install =
            workspace.cargo(&["install", "cargo-fuzz", "--version", &exactly, "--locked", "--debug"]);
        shell::run(install.arg("--root").arg(&home))?;
    }
    Ok(program)
}

/// Installs valgrind if it is missing, on distributions with Debian's package manager.
pub(crate) fn valgrind() -> Result<(), Error> {
    if shell::answers(Command::new("valgrind").arg("--version")) {
        return Ok(());
    }
    debian_packages(&["valgrind", "libc6-dbg"])
}

/// Installs packages of the distribution by `apt-get`, where there is one.
pub(crate) fn debian_packages(names: &[&str]) -> Result<(), Error> {
    if !shell::answers(Command::new("apt-get").arg("--version")) {
        let names = names.join(" and ");
        return Err(Error::Found(format!("{names}: not installed, and there is no apt-get to install it")));
    }
    // The list of packages may be missing or too old on a fresh machine; if it can't be had, the
    // installation says what is wrong.
    let _ = shell::run_silently(as_root("apt-get").args(["update", "--quiet"]));
    let mut install = as_root("apt-get");
    install.env("DEBIAN_FRONTEND", "noninteractive");
    install.args(["install", "--yes", "--quiet", "--no-install-recommends"]).args(names);
    shell::run_silently(&mut install).map(drop)
}

/// A program run by root: as it is for root, else by `sudo`.
fn as_root(program: &str) -> Command {
    if is_root() {
        Command::new(program)
    } else {
        let mut sudo = Command::new("sudo");
        sudo.args(["--non-interactive", "--preserve-env=DEBIAN_FRONTEND", program]);
        sudo
    }
}

/// Whether we are root.
pub(crate) fn is_root() -> bool {
    shell::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
