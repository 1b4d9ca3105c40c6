//! The program as people and other programs use it: arguments and standard input in; standard
//! output, files and exit codes out.

mod analyse;
mod arena;
mod bad_input;
mod golden;
mod perft;
mod play;
mod score;
mod settings;
mod simulate;

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The result of a run of the program.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    /// Standard output, of a run that must have succeeded.
    fn ok(self) -> String {
        assert_eq!(self.code, 0, "it failed: {}", self.err);
        self.out
    }

    /// Standard error, of a run that must have been refused for bad input.
    fn refused(self) -> String {
        assert_eq!(self.code, 2, "it should have been refused; out: {} err: {}", self.out, self.err);
        self.err
    }
}

/// Runs the program.
fn townhall(args: &[&str]) -> Run {
    townhall_with(args, "")
}

/// Runs the program with this text on standard input.
fn townhall_with(args: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_townhall"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end before it has read all input.
    let _ = child.stdin.take().expect("input is piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    Run {
        code: output.status.code().expect("it was not killed"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// A folder for one test, empty at first and removed afterwards.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file and returns its path as an argument.
    fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).expect("a file can be written");
        self.arg(name)
    }

    fn arg(&self, name: &str) -> String {
        self.path(name).to_str().expect("the path is UTF-8").to_owned()
    }
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).expect("the file can be read")
}

/// Every mode: game, variant, fewest and most players.
const MODES: [(&str, &str, usize, usize); 9] = [
    ("between-two-cities", "standard", 3, 7),
    ("between-two-cities", "two-player", 2, 2),
    ("between-two-cities", "automa-easy", 1, 1),
    ("between-two-cities", "automa-medium", 1, 1),
    ("between-two-cities", "automa-hard", 1, 1),
    ("point-city", "standard", 2, 4),
    ("point-city", "solo-easy", 1, 1),
    ("point-city", "solo-medium", 1, 1),
    ("point-city", "solo-hard", 1, 1),
];

/// Every mode with every number of players.
fn modes() -> impl Iterator<Item = (&'static str, &'static str, String)> {
    MODES.iter().flat_map(|&(game, variant, least, most)| {
        (least..=most).map(move |players| (game, variant, players.to_string()))
    })
}
