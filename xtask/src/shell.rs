//! Running programs, with the command line in every error.

use std::{
    env,
    ffi::OsString,
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use serde_json::Value;

use crate::Error;

/// The folders of the workspace.
#[derive(Clone)]
pub(crate) struct Workspace {
    /// The root of the repository.
    pub(crate) root: PathBuf,
    /// Where builds go.
    pub(crate) target: PathBuf,
}

impl Workspace {
    /// Finds the workspace by `cargo metadata`.
    pub(crate) fn find() -> Result<Self, Error> {
        let mut command = Command::new(cargo_program());
        command.args(["metadata", "--no-deps", "--format-version", "1"]);
        let text = output(&mut command)?;
        let metadata: Value = serde_json::from_str(&text)
            .map_err(|source| Error::Json { what: "cargo metadata".to_owned(), source })?;
        let path = |key: &str| {
            metadata[key]
                .as_str()
                .map(PathBuf::from)
                .ok_or_else(|| Error::Found(format!("cargo metadata names no {key}")))
        };
        Ok(Self { root: path("workspace_root")?, target: path("target_directory")? })
    }

    /// A program that runs in the root of the repository.
    pub(crate) fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.current_dir(&self.root);
        command
    }

    /// `cargo` with these arguments.
    pub(crate) fn cargo(&self, args: &[&str]) -> Command {
        let mut command = self.command(PathBuf::from(cargo_program()));
        command.args(args);
        command
    }

    /// Reads a file of the repository.
    pub(crate) fn read(&self, path: &str) -> Result<String, Error> {
        let path = self.root.join(path);
        std::fs::read_to_string(&path).map_err(|source| Error::File { path, source })
    }
}

/// The cargo that runs us, which is the one of the right toolchain.
fn cargo_program() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// The command line as one would type it.
pub(crate) fn line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let mut words = vec![program.to_string_lossy()];
    words.extend(command.get_args().map(|arg| arg.to_string_lossy()));
    words.join(" ")
}

/// Whether a program exists and runs successfully.
pub(crate) fn answers(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).output().is_ok_and(|output| output.status.success())
}

/// Runs a program that inherits our standard output and standard error.
pub(crate) fn run(command: &mut Command) -> Result<(), Error> {
    let status = command
        .stdin(Stdio::null())
        .status()
        .map_err(|source| Error::Start { command: line(command), source })?;
    if status.success() { Ok(()) } else { Err(Error::Failed { command: line(command), status }) }
}

/// Runs a program and returns its standard output; its standard error is shown.
pub(crate) fn output(command: &mut Command) -> Result<String, Error> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|source| Error::Start { command: line(command), source })?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(Error::Failed { command: line(command), status: output.status })
    }
}

/// Runs a program and returns its standard output, also if it failed; its standard error is discarded.
pub(crate) fn report(command: &mut Command) -> Result<String, Error> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|source| Error::Start { command: line(command), source })?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a program and returns all that it printed, which is shown only if it failed.
pub(crate) fn run_silently(command: &mut Command) -> Result<String, Error> {
    said(command.stdin(Stdio::null()))
}

/// As [`run_silently`], for a program whose input is set.
pub(crate) fn said(command: &mut Command) -> Result<String, Error> {
    let output = command.output().map_err(|source| Error::Start { command: line(command), source })?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    if output.status.success() {
        Ok(said)
    } else {
        eprintln!("{said}");
        Err(Error::Failed { command: line(command), status: output.status })
    }
}

/// Runs a program, shows everything it prints as it comes, and adds up what `count` finds in
/// each line.
pub(crate) fn run_counting(command: &mut Command, count: fn(&str) -> usize) -> Result<usize, Error> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|source| Error::Start { command: line(command), source })?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let total = thread::scope(|scope| {
        let out = scope.spawn(move || out.map_or(0, |from| pass_on(from, std::io::stdout(), count)));
        let err = scope.spawn(move || err.map_or(0, |from| pass_on(from, std::io::stderr(), count)));
        out.join().unwrap_or(0) + err.join().unwrap_or(0)
    });
    let status = child.wait().map_err(|source| Error::Start { command: line(command), source })?;
    if status.success() { Ok(total) } else { Err(Error::Failed { command: line(command), status }) }
}

fn pass_on(from: impl Read, mut to: impl Write, count: fn(&str) -> usize) -> usize {
    let mut lines = BufReader::new(from);
    let mut bytes = Vec::new();
    let mut total = 0;
    // A closed standard output must not stop the tests: they are still counted.
    while lines.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
        let _ = to.write_all(&bytes);
        total += count(&String::from_utf8_lossy(&bytes));
        bytes.clear();
    }
    let _ = to.flush();
    total
}
