//! The check against performance regressions: compares instruction counts with committed ones.
//!
//! Wall time on a busy machine says little; the number of instructions that callgrind counts is
//! the same on every run of the same build, and nearly the same on every machine. So the counts
//! of a fresh clone are compared with those that were committed, not with an earlier run.

use std::{
    collections::BTreeMap,
    env::consts::EXE_EXTENSION,
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use crate::{Error, Workspace, outcome::Outcome, shell, tools};

/// The committed counts.
const COMMITTED: &str = "crates/rules-bench/instructions.json";

/// By how much a count may exceed the committed one: room for another C library, whose copying of
/// memory takes other instructions on another processor.
const TOLERANCE_PERCENT: u64 = 5;

/// Instructions by benchmark.
type Counts = BTreeMap<String, u64>;

/// Counts instructions and compares them with the committed counts.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome, Error> {
    let (committed_by, committed) = parse(&workspace.read(COMMITTED)?)?;
    let counts = count(workspace)?;
    let (table, faults) = compare(&committed, &counts);
    println!("{table}");
    let compiler = compiler(workspace)?;
    if faults.is_empty() {
        Ok(Outcome::Passed(counts.len()))
    } else if compiler != committed_by {
        // Another compiler makes other code: that its counts differ says nothing about ours.
        Ok(Outcome::Skipped(format!("the committed counts are of {committed_by}, this is {compiler}")))
    } else {
        Err(Error::Found(format!("{}\nif it is meant so: cargo xtask bless", faults.join("\n"))))
    }
}

/// Counts instructions and writes them to the committed file.
pub(crate) fn bless(workspace: &Workspace) -> Result<(), Error> {
    let committed = workspace.read(COMMITTED).and_then(|text| parse(&text)).unwrap_or_default().1;
    let counts = count(workspace)?;
    println!("{}", compare(&committed, &counts).0);
    let text = format!("{:#}\n", json!({ "compiler": compiler(workspace)?, "instructions": counts }));
    let path = workspace.root.join(COMMITTED);
    let unfinished = path.with_extension("json.new");
    fs::write(&unfinished, text)
        .and_then(|()| fs::rename(&unfinished, &path))
        .map_err(|source| Error::File { path, source })?;
    println!("wrote {COMMITTED}");
    Ok(())
}

fn compiler(workspace: &Workspace) -> Result<String, Error> {
    Ok(shell::output(workspace.command("rustc").arg("--version"))?.trim().to_owned())
}

fn parse(text: &str) -> Result<(String, Counts), Error> {
    let what = || COMMITTED.to_owned();
    let file: Value = serde_json::from_str(text).map_err(|source| Error::Json { what: what(), source })?;
    let counts = serde_json::from_value(file["instructions"].clone())
        .map_err(|source| Error::Json { what: what(), source })?;
    Ok((file["compiler"].as_str().unwrap_or("another compiler").to_owned(), counts))
}

/// The function inside of which callgrind counts, as a pattern: its name ends in a hash.
const MEASURED: &str = "*instructions::measured*";

/// Builds the program that is measured, and the rules for the Python package, which is named for its features: with the same
/// ones, both use one build.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf, Error> {
    let mut build =
        workspace.cargo(&["build", "--quiet", "--profile", "rules", "--locked", "--bin", "instructions"]);
    shell::run(build.args(["--package", "rules-bench", "--package", "townhall-py"]))?;
    Ok(workspace.target.join("rules/instructions").with_extension(EXE_EXTENSION))
}

/// Runs each measurement of `rules-bench` under callgrind.
fn count(workspace: &Workspace) -> Result<Counts, Error> {
    tools::valgrind()?;
    let program = build(workspace)?;
    let names = shell::output(&mut workspace.command(&program))?;
    let counts = names.lines().map(|name| Ok((name.to_owned(), count_one(workspace, &program, name)?)));
    counts.collect()
}

/// The instructions of one measurement.
fn count_one(workspace: &Workspace, program: &Path, name: &str) -> Result<u64, Error> {
    let mut valgrind = workspace.command("valgrind");
    valgrind.args(["--tool=callgrind", "--cache-sim=no", "--collect-atstart=no"]);
    valgrind.arg(format!("--toggle-collect={MEASURED}"));
    valgrind.arg(format!("--callgrind-out-file={}", workspace.target.join("callgrind.out").display()));
    let said = shell::run_silently(valgrind.arg(program).arg(name))?;
    match collected(&said) {
        Some(count) if count > 0 => Ok(count),
        _ => Err(Error::Found(format!("callgrind counted nothing inside of {MEASURED} for {name}:\n{said}"))),
    }
}

/// The count that callgrind closes with: `==7== Collected : 839774`.
fn collected(said: &str) -> Option<u64> {
    let line = said.lines().rev().find(|line| line.contains("Collected :"))?;
    line.rsplit(' ').next()?.parse().ok()
}

/// A table of both counts, and a message for each that exceeds the tolerance.
fn compare(committed: &Counts, counts: &Counts) -> (String, Vec<String>) {
    let mut table = format!("{:<32} {:>12} {:>12} {:>8}", "benchmark", "committed", "now", "change");
    let mut faults = Vec::new();
    for (name, &now) in counts {
        let Some(&before) = committed.get(name) else {
            table += &format!("\n{name:<32} {:>12} {now:>12}", "-");
            faults.push(format!("{name}: no committed count"));
            continue;
        };
        let percent = (now as f64 / before as f64 - 1.0) * 100.0;
        table += &format!("\n{name:<32} {before:>12} {now:>12} {percent:>+7.1}%");
        if now * 100 > before * (100 + TOLERANCE_PERCENT) {
            faults
                .push(format!("{name}: {percent:+.1}% instructions, at most +{TOLERANCE_PERCENT}% allowed"));
        } else if now * 100 < before * (100 - TOLERANCE_PERCENT) {
            table += "  better: `cargo xtask bless` keeps it so";
        }
    }
    for name in committed.keys().filter(|name| !counts.contains_key(*name)) {
        faults.push(format!("{name}: has a committed count, but was not measured"));
    }
    (table, faults)
}

#[cfg(test)]
mod tests {
    use super::{Counts, collected, compare, parse};

    fn counts(list: &[(&str, u64)]) -> Counts {
        list.iter().map(|&(name, count)| (name.to_owned(), count)).collect()
    }

    #[test]
    fn the_count_is_in_the_closing_lines() {
        let said = "==7== Events    : Ir\n==7== Collected : 839774\n==7==\n==7== I   refs:      839,774";
        assert_eq!(collected(said), Some(839_774));
        assert_eq!(collected("==7== Command: x"), None);
    }

    #[test]
    fn more_than_the_tolerance_is_a_fault() {
        let committed = counts(&[("a", 1000)]);
        for (now, faults) in [(900, 0), (1000, 0), (1050, 0), (1051, 1)] {
            assert_eq!(compare(&committed, &counts(&[("a", now)])).1.len(), faults, "{now}");
        }
    }

    #[test]
    fn new_and_vanished_benchmarks_are_faults() {
        assert_eq!(compare(&counts(&[("a", 1)]), &counts(&[("b", 1)])).1.len(), 2);
    }

    #[test]
    fn the_committed_file_is_read() {
        let text = r#"{"compiler":"rustc 1","instructions":{"a":7}}"#;
        assert_eq!(parse(text).expect("is whole"), ("rustc 1".to_owned(), counts(&[("a", 7)])));
        assert!(parse("{}").is_err());
    }
}
