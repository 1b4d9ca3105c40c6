//! The cargo commands of the steps of `cargo verify`.
//!
//! All of them name the same packages and features ([`WHOLE`]), so that they share their builds.

use std::process::Command;

use crate::{Error, Workspace, shell};

/// The packages and features of every cargo command of a run.
pub(crate) const WHOLE: [&str; 3] = ["--workspace", "--all-features", "--locked"];

/// Which targets make up the tests: those that have some, unlike benchmarks, examples and libraries with `test = false`.
const TESTS: &str = "--tests";

/// The manifest of libFuzzer's programs, which are no part of the workspace.
pub(crate) const FUZZ: &str = "fuzz/libfuzzer/Cargo.toml";

/// Runs the tests by nextest where it is installed, which runs all of them side by side.
pub(crate) fn tests(workspace: &Workspace) -> Command {
    let mut run = workspace.cargo(if has_nextest(workspace) { &["nextest", "run"] } else { &["test"] });
    run.args(WHOLE).args([TESTS, "--no-fail-fast"]);
    run
}

/// Lets so many tests run at the same time, whichever program runs them.
pub(crate) fn at_once(run: &mut Command, tests: usize) -> &mut Command {
    let tests = tests.to_string();
    run.env("NEXTEST_TEST_THREADS", &tests).env("RUST_TEST_THREADS", &tests)
}

/// The tests in whose names a text occurs and which are left out otherwise, because they need more than this machine has
/// by itself. The step before has built them.
pub(crate) fn ignored_tests(workspace: &Workspace, name: &str) -> Command {
    let mut run = tests(workspace);
    run.arg(name).args(if has_nextest(workspace) {
        ["--run-ignored", "only"].as_slice()
    } else {
        &["--", "--ignored"]
    });
    run
}

fn has_nextest(workspace: &Workspace) -> bool {
    shell::answers(&mut workspace.cargo(&["nextest", "--version"]))
}

/// Builds the programs that the checks of the client run, from the same dependencies as [`tests`]. The program alone would do without
/// the features that only tests ask of dependencies (tokio's clock that can be paused, for one), and compile half of them
/// again; with examples, cargo counts the tests' dependencies in.
pub(crate) fn build_programs(workspace: &Workspace) -> Result<(), Error> {
    let programs = ["--bin=townhall", "--bin=wire-types", "--example=third_game", "--example=native_engine"];
    shell::run(workspace.cargo(&["build", "--quiet"]).args(programs).args(WHOLE))
}

/// Runs tests and counts those that passed.
pub(crate) fn counted(command: &mut Command) -> Result<usize, Error> {
    shell::run_counting(command, passed_tests)
}

/// The number of passed tests in a summary line of nextest or of cargo test.
fn passed_tests(line: &str) -> usize {
    if !line.contains("Summary [") && !line.starts_with("test result:") {
        return 0;
    }
    let before = line.split(" passed").next().unwrap_or_default();
    // With colours, the number stands in escape codes that end in `m`.
    let plain = before.trim_end_matches("\x1b[0m");
    let digits = plain.rfind(|last: char| !last.is_ascii_digit()).map_or(plain, |at| &plain[at + 1..]);
    digits.parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::passed_tests;

    #[test]
    fn closing_lines_are_counted() {
        for (line, passed) in [
            ("     Summary [   0.004s] 31 tests run: 31 passed, 0 skipped", 31),
            ("     Summary [   1.2s] 3 tests run: \x1b[32m2\x1b[0m passed, 1 failed, 0 skipped", 2),
            ("test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured", 5),
            ("test the_7_passed ... ok", 0),
            ("        PASS [   0.004s] tabletop 7 passed", 0),
        ] {
            assert_eq!(passed_tests(line), passed, "{line}");
        }
    }
}
