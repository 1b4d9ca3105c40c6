//! `cargo verify`: everything that CI checks, step by step, up to the first failure.

use std::{
    io::IsTerminal,
    process::ExitCode,
    time::{Duration, Instant},
};

use crate::{Error, Workspace, browser, fuzz, instructions, shell, tidy, types, web};

/// How a step ended that did not fail.
pub(crate) enum Outcome {
    /// So many things were checked.
    Passed(usize),
    /// It could not be checked here, or need not be.
    Skipped(String),
}

/// One step.
struct Step {
    name: &'static str,
    /// Whether `--quick` leaves it out.
    slow: bool,
    run: fn(&Workspace) -> Result<Outcome, Error>,
}

const STEPS: [Step; 12] = [
    Step { name: "format", slow: false, run: format },
    Step { name: "tidy", slow: false, run: |workspace| tidy::check(workspace).map(Outcome::Passed) },
    Step { name: "web client", slow: false, run: web::check },
    Step { name: "lints", slow: false, run: lints },
    Step { name: "types", slow: false, run: |workspace| types::check(workspace).map(Outcome::Passed) },
    Step { name: "documentation", slow: false, run: documentation },
    Step { name: "tests", slow: false, run: tests },
    Step { name: "examples in docs", slow: false, run: doc_tests },
    Step { name: "dependencies", slow: false, run: dependencies },
    Step { name: "browser tests", slow: true, run: |workspace| browser::check(workspace, &[]) },
    Step { name: "fuzz targets", slow: true, run: fuzz_briefly },
    Step { name: "instruction counts", slow: true, run: instructions::check },
];

/// How long each target is fuzzed, after its whole corpus.
const FUZZ_SECONDS: u32 = 8;

/// Runs the steps, or those whose names begin with one of `only`, and closes with how many checks
/// passed and failed.
pub(crate) fn run(workspace: &Workspace, only: &[String], quick: bool) -> Result<ExitCode, Error> {
    if let Some(unknown) = only.iter().find(|start| !STEPS.iter().any(|step| step.name.starts_with(*start))) {
        let names = STEPS.map(|step| step.name).join(", ");
        return Err(Error::Found(format!("no step is named {unknown:?}; there are: {names}")));
    }
    let chosen = |step: &&Step| only.is_empty() || only.iter().any(|start| step.name.starts_with(start));
    let steps: Vec<&Step> = STEPS.iter().filter(chosen).collect();
    let mut lines = Vec::new();
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let start = Instant::now();
    for (number, step) in (1..).zip(&steps) {
        heading(&format!("{number}/{} {}", steps.len(), step.name));
        let started = Instant::now();
        let outcome = if quick && step.slow {
            Ok(Outcome::Skipped("left out by --quick".to_owned()))
        } else {
            (step.run)(workspace)
        };
        let took = started.elapsed();
        let result = match outcome {
            Ok(Outcome::Passed(checks)) => {
                passed += checks;
                format!("{checks} passed")
            }
            Ok(Outcome::Skipped(why)) => {
                skipped += 1;
                format!("skipped: {why}")
            }
            Err(error) => {
                failed += 1;
                eprintln!("{error}");
                "failed".to_owned()
            }
        };
        println!("{}: {result} in {}", step.name, seconds(took));
        lines.push(format!("{:<20} {:>9}  {result}", step.name, seconds(took)));
        if failed > 0 {
            break;
        }
    }
    heading("summary");
    lines.iter().for_each(|line| println!("{line}"));
    println!("{:<20} {:>9}\n", "in all", seconds(start.elapsed()));
    // A line that anything which reads the output of tests understands.
    let more = if skipped > 0 { format!(", {skipped} skipped") } else { String::new() };
    println!("{passed} passed, {failed} failed{more}");
    Ok(if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn heading(text: &str) {
    if std::io::stdout().is_terminal() {
        println!("\n\x1b[1m== {text}\x1b[0m");
    } else {
        println!("\n== {text}");
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Runs cargo commands that each are one check.
fn all_of(workspace: &Workspace, commands: &[&[&str]]) -> Result<Outcome, Error> {
    for args in commands {
        shell::run(&mut workspace.cargo(args))?;
    }
    Ok(Outcome::Passed(commands.len()))
}

fn format(workspace: &Workspace) -> Result<Outcome, Error> {
    all_of(
        workspace,
        &[&["fmt", "--all", "--check"], &["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]],
    )
}

fn lints(workspace: &Workspace) -> Result<Outcome, Error> {
    all_of(workspace, &[&["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"]])
}

fn documentation(workspace: &Workspace) -> Result<Outcome, Error> {
    let mut doc = workspace.cargo(&["doc", "--workspace", "--no-deps", "--all-features", "--locked"]);
    shell::run(doc.env("RUSTDOCFLAGS", "--deny warnings"))?;
    Ok(Outcome::Passed(1))
}

/// The tests, by nextest where it is installed: it runs all of them side by side.
fn tests(workspace: &Workspace) -> Result<Outcome, Error> {
    let nextest = shell::answers(&mut workspace.cargo(&["nextest", "--version"]));
    let args: &[&str] = if nextest {
        &["nextest", "run", "--workspace", "--locked", "--no-fail-fast"]
    } else {
        &["test", "--workspace", "--lib", "--bins", "--tests", "--examples", "--locked", "--no-fail-fast"]
    };
    counted(workspace, args)
}

fn doc_tests(workspace: &Workspace) -> Result<Outcome, Error> {
    counted(workspace, &["test", "--workspace", "--doc", "--locked"])
}

fn counted(workspace: &Workspace, args: &[&str]) -> Result<Outcome, Error> {
    shell::run_counting(&mut workspace.cargo(args), passed_tests).map(Outcome::Passed)
}

/// How many passed tests a closing line of nextest or of cargo test tells of.
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

/// Licences, duplicates and sources of what we depend on, where cargo-deny is installed: building
/// it would take longer than all the rest. That every package is from crates.io is checked anyway.
fn dependencies(workspace: &Workspace) -> Result<Outcome, Error> {
    if !shell::answers(&mut workspace.cargo(&["deny", "--version"])) {
        return Ok(Outcome::Skipped("cargo-deny is not installed".to_owned()));
    }
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let mut deny = workspace.cargo(&["deny", "--offline", "--locked", "--config", "deny.toml"]);
        deny.args(["--manifest-path", manifest, "check", "licenses", "bans", "sources"]);
        shell::run(&mut deny)?;
    }
    Ok(Outcome::Passed(2))
}

fn fuzz_briefly(workspace: &Workspace) -> Result<Outcome, Error> {
    fuzz::run(workspace, None, FUZZ_SECONDS).map(Outcome::Passed)
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
