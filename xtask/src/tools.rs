//! Tools that a check needs and a fresh machine lacks.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::{Error, Workspace, shell};

/// The cargo-fuzz that the fuzz targets were tried with.
const CARGO_FUZZ: &str = "0.13.2";

/// The cargo-deny that reads `deny.toml`.
const CARGO_DENY: &str = "0.20.2";

/// The nextest that the tests were tried with; any other that is installed is used as well.
const NEXTEST: &str = "0.9.143";

/// The packages on PyPI with compiled tools of cargo, which Astral publishes, begin so: compiling a tool takes many minutes.
const WHEELS: &str = "astral-dev-toolchain-";

/// The path of `cargo-fuzz`, installed if it is missing.
pub(crate) fn cargo_fuzz(workspace: &Workspace) -> Result<PathBuf, Error> {
    let home = workspace.target.join("tools");
    let program = program(&home, "cargo-fuzz");
    if !has_version(&program, CARGO_FUZZ) {
        cargo_install(workspace, "cargo-fuzz", CARGO_FUZZ, &home)?;
    }
    Ok(program)
}

/// The path of `cargo-deny`, installed if it is missing.
pub(crate) fn cargo_deny(workspace: &Workspace) -> Result<PathBuf, Error> {
    compiled(workspace, "cargo-deny", CARGO_DENY)
}

/// `cargo nextest`, installed if it is missing.
pub(crate) fn nextest(workspace: &Workspace) -> Result<Command, Error> {
    if shell::answers(&mut workspace.cargo(&["nextest", "--version"])) {
        return Ok(workspace.cargo(&["nextest"]));
    }
    let mut nextest = workspace.command(compiled(workspace, "cargo-nextest", NEXTEST)?);
    nextest.arg("nextest");
    Ok(nextest)
}

/// The path of a tool, installed if it is missing: compiled, where there is Python's pip, or else from source.
fn compiled(workspace: &Workspace, name: &str, version: &str) -> Result<PathBuf, Error> {
    // pip replaces the folder as a whole.
    let home = workspace.target.join("tools").join(name);
    let program = program(&home, name);
    if has_version(&program, version) {
        return Ok(program);
    }
    println!("Installing {name}");
    let mut pip = workspace.command("python3");
    pip.args(["-m", "pip", "install", "--no-deps", "--only-binary=:all:", "--upgrade", "--target"]);
    pip.arg(&home).arg(format!("{WHEELS}{name}=={version}"));
    if !(shell::answers(&mut pip) && has_version(&program, version)) {
        cargo_install(workspace, name, version, &home)?;
    }
    Ok(program)
}

/// Where `cargo install` and pip put a program.
fn program(home: &Path, name: &str) -> PathBuf {
    home.join("bin").join(name).with_extension(std::env::consts::EXE_EXTENSION)
}

fn has_version(program: &Path, version: &str) -> bool {
    shell::report(Command::new(program).arg("--version"))
        .is_ok_and(|text| text.split_whitespace().any(|word| word == version))
}

/// Builds a program from source, unoptimised: building it takes longer than running it.
fn cargo_install(workspace: &Workspace, name: &str, version: &str, home: &Path) -> Result<(), Error> {
    let exactly = format!("={version}");
    let mut install = workspace.cargo(&["install", name, "--version", &exactly, "--locked", "--debug"]);
    shell::run(install.arg("--root").arg(home))
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
    // The list of packages may be missing or too old on a fresh machine. If the update fails, the installation reports the
    // cause.
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
