//! The cargo commands of the steps of `cargo verify`.
//!
//! All of them name the same packages and features ([`WHOLE`]), so that they share their builds.

use std::{collections::BTreeSet, process::Command};

use crate::{Error, Workspace, shell, tools};

/// The packages and features of every cargo command of a run.
pub(crate) const WHOLE: [&str; 3] = ["--workspace", "--all-features", "--locked"];

/// The manifest of libFuzzer's programs, which are no part of the workspace.
pub(crate) const FUZZ: &str = "fuzz/libfuzzer/Cargo.toml";

/// The tests of these packages, or of all, so many at the same time. All packages are built: with fewer, cargo would build their
/// dependencies with other features.
pub(crate) fn tests(
    workspace: &Workspace,
    packages: Option<&BTreeSet<String>>,
    at_once: usize,
) -> Result<Command, Error> {
    let mut run = tools::nextest(workspace)?;
    // The targets that have tests, unlike benchmarks, examples and libraries with `test = false`.
    run.arg("run").args(WHOLE).args(["--tests", "--no-fail-fast", "--no-tests", "pass"]);
    run.arg("--test-threads").arg(at_once.to_string());
    if let Some(packages) = packages {
        let terms: Vec<String> = packages.iter().map(|package| format!("package(={package})")).collect();
        run.arg("--filterset").arg(terms.join(" | "));
    }
    Ok(run)
}

/// Builds the programs that the checks of the client run, and `more`, from the same dependencies as [`tests`]. The program alone would do without
/// the features that only tests ask of dependencies (tokio's clock that can be paused, for one), and compile half of them
/// again; with examples, cargo counts the tests' dependencies in.
pub(crate) fn build_programs(workspace: &Workspace, more: &[&str]) -> Result<(), Error> {
    let programs = ["--bin=townhall", "--bin=wire-types", "--example=native_engine"];
    shell::run(workspace.cargo(&["build", "--quiet"]).args(programs).args(more).args(WHOLE))
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
