//! `townhall serve` as a process that can be killed.

use std::{
    ffi::OsStr,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

/// A running server.
pub(crate) struct Program {
    child: Child,
    pub(crate) url: String,
}

impl Program {
    /// Starts it on a database file, at a free port of this machine.
    pub(crate) fn start(data: &Path) -> Self {
        Self::start_with(data, |_| {})
    }

    /// Starts the program on a file or the URL of a database, with changes to the command.
    pub(crate) fn start_with(data: impl AsRef<OsStr>, change: impl FnOnce(&mut Command)) -> Self {
        Self::begin(Command::new(env!("CARGO_BIN_EXE_townhall")), data.as_ref(), change)
    }

    /// Starts it by a shell command, which gets the program and its arguments as `$0` and `$@`.
    #[cfg(unix)]
    pub(crate) fn start_in(shell: &str, data: &Path) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", shell, env!("CARGO_BIN_EXE_townhall")]);
        Self::begin(command, data.as_ref(), |_| {})
    }

    fn begin(mut command: Command, data: &OsStr, change: impl FnOnce(&mut Command)) -> Self {
        command
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--no-limits",
                "--set",
                "times.list_reuse=0s",
                "--data",
            ])
            .arg(data)
            .env("RUST_LOG", "error")
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        change(&mut command);
        let mut child = command.spawn().expect("the program starts");
        let mut first = String::new();
        let out = child.stdout.as_mut().expect("its output is ours");
        BufReader::new(out).read_line(&mut first).expect("it says something");
        let url = first.rsplit(' ').next().unwrap_or_default().trim().trim_end_matches('/').to_owned();
        assert!(url.starts_with("http://127.0.0.1:"), "it says where it is: {first:?}");
        Self { child, url }
    }

    /// Waits until it has ended by itself; returns its exit code.
    #[cfg(unix)]
    pub(crate) fn ended(&mut self) -> Option<i32> {
        self.child.wait().expect("it ends").code()
    }

    /// Kills it at once, as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
