//! The check against performance regressions: compares counts of instructions and bytes with committed ones.
//!
//! Wall time on a busy machine says little; the number of instructions that callgrind counts is
//! the same on every run of the same build, and nearly the same on every machine. So the counts
//! of a fresh clone are compared with those that were committed, not with an earlier run.
//!
//! The program is counted as it is shipped: the release build, with all that it does from its start to its end. Each measurement
//! runs one thread, and has budgets in continuations and fixed seeds. A move at a server can't be counted so, since the clock and
//! the network take part in it; a program with the same table does, which is built along (`rules-bench`). Nor can valgrind count the
//! instructions of WebAssembly: the engine is counted as a native program of the same profile.

use std::{
    collections::BTreeMap,
    env::consts::EXE_EXTENSION,
    fs::{self, File},
    iter,
    path::{Path, PathBuf},
    process::Stdio,
};

use serde_json::{Value, json};

use crate::{Error, Workspace, engine, outcome::Outcome, shell, tools, web};

/// The committed counts.
const COMMITTED: &str = "xtask/counts.json";

/// By how much a count may exceed the committed one: room for another C library, whose copying of
/// memory takes other instructions on another processor.
const TOLERANCE_PERCENT: u64 = 5;

/// The measurements of the program, with its arguments.
const OF_THE_PROGRAM: [(&str, &str); 6] = [
    ("2000 random games, Between Two Cities", "bench between-two-cities --games 2000"),
    ("2000 random games, Point City", "bench point-city --games 2000"),
    (
        "expert with 200 sims, Between Two Cities",
        "simulate between-two-cities --players 3 --bots expert:200sims,random --games 1 --seed count --threads 1",
    ),
    (
        "expert with 200 sims, Point City",
        "simulate point-city --players 2 --bots expert:200sims,random --games 1 --seed count --threads 1",
    ),
    (
        "analysis, Between Two Cities",
        "analyse crates/townhall/tests/records/v1/between-two-cities-two-player-2.jsonl --budget 500sims --threads 1",
    ),
    (
        "analysis, Point City",
        "analyse crates/townhall/tests/records/v1/point-city-standard-2.jsonl --budget 500sims --threads 1",
    ),
];

/// The measurements of the engine: a file of records, whose first game is replayed and analysed.
const OF_THE_ENGINE: [(&str, &str); 2] = [
    ("engine, Between Two Cities", "crates/townhall/tests/records/v1/between-two-cities-two-player-2.jsonl"),
    ("engine, Point City", "crates/townhall/tests/records/v1/point-city-standard-2.jsonl"),
];

/// For how many turns of a task the engine analyses a game.
const ANALYSED_TURNS: usize = 20;

/// Instructions or bytes by measurement.
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
    let text = format!("{:#}\n", json!({ "compiler": compiler(workspace)?, "counts": counts }));
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
    let counts = serde_json::from_value(file["counts"].clone())
        .map_err(|source| Error::Json { what: what(), source })?;
    Ok((file["compiler"].as_str().unwrap_or("another compiler").to_owned(), counts))
}

/// The function of `rules-bench` inside of which callgrind counts, as a pattern: its name ends in a hash.
const MEASURED: &str = "*instructions::measured*";

/// The programs that are counted.
struct Programs {
    /// The program as it is shipped.
    townhall: PathBuf,
    /// The tables of a server.
    tables: PathBuf,
    /// The engine as a native program.
    engine: PathBuf,
}

/// Builds the programs that are counted, as they are built to be shipped.
fn build(workspace: &Workspace) -> Result<Programs, Error> {
    // The program contains the client, and the client the engine.
    engine::build(workspace)?;
    web::build(workspace, &web::Client::Shipped)?;
    let build = |args: &[&str]| shell::run(workspace.cargo(&["build", "--quiet", "--locked"]).args(args));
    let shipped = ["--package", "townhall", "--bin", "townhall"];
    let tables = ["--package", "rules-bench", "--bin", "instructions"];
    build(&[["--release"].as_slice(), &shipped, &tables].concat())?;
    build(&["--profile", "engine", "--package", "townhall-wasm", "--example", "native_engine"])?;
    let built = |path: &str| workspace.target.join(path).with_extension(EXE_EXTENSION);
    Ok(Programs {
        townhall: built("release/townhall"),
        tables: built("release/instructions"),
        engine: built("engine/examples/native_engine"),
    })
}

/// Runs each measurement under callgrind.
fn count(workspace: &Workspace) -> Result<Counts, Error> {
    tools::valgrind()?;
    let Programs { townhall, tables, engine } = build(workspace)?;
    let mut counts = Counts::new();
    let size = fs::metadata(&townhall).map_err(|source| Error::File { path: townhall.clone(), source })?;
    counts.insert("bytes of the program".to_owned(), size.len());
    for (name, args) in OF_THE_PROGRAM {
        let args: Vec<&str> = args.split(' ').collect();
        counts.insert(name.to_owned(), collected(&run(workspace, &[], &townhall, &args, Stdio::null())?)?);
    }
    let only = ["--collect-atstart=no".to_owned(), format!("--toggle-collect={MEASURED}")];
    for name in shell::output(&mut workspace.command(&tables))?.lines() {
        let said = run(workspace, &only, &tables, &[name], Stdio::null())?;
        counts.insert(format!("{name}: bytes of each"), bytes_of_each(&said)?);
        counts.insert(name.to_owned(), collected(&said)?);
    }
    for (name, records) in OF_THE_ENGINE {
        let asked = requests(workspace, records, ANALYSED_TURNS)?;
        let said = run(workspace, &[], &engine, &[], asked.into())?;
        if let Some(refused) = said.lines().find(|line| line.starts_with("{\"refused\"")) {
            return Err(Error::Found(format!("{name}: {refused}")));
        }
        counts.insert(name.to_owned(), collected(&said)?);
    }
    Ok(counts)
}

/// A file of requests to the engine: it replays the first game of a file and analyses it for so many turns of a task.
fn requests(workspace: &Workspace, records: &str, turns: usize) -> Result<File, Error> {
    let file = workspace.read(records)?;
    // However little time it is given, the engine works for one turn of a task: about a hundred continuations.
    let turn = json!({ "analyse-on": { "millis": 0 } });
    let begin = [json!({ "replay": { "file": file, "seat": 0 } }), json!({ "analyse": { "file": file } })];
    let asked = begin.iter().chain(iter::repeat_n(&turn, turns));
    let asked: String = asked.map(|request| format!("{request}\n")).collect();
    let path = workspace.target.join("instructions.jsonl");
    let opened = fs::write(&path, asked).and_then(|()| File::open(&path));
    opened.map_err(|source| Error::File { path, source })
}

/// Runs a program under callgrind, and returns all that both printed.
fn run(
    workspace: &Workspace,
    options: &[String],
    program: &Path,
    args: &[&str],
    input: Stdio,
) -> Result<String, Error> {
    let mut valgrind = workspace.command("valgrind");
    valgrind.args(["--tool=callgrind", "--cache-sim=no"]).args(options);
    valgrind.arg(format!("--callgrind-out-file={}", workspace.target.join("callgrind.out").display()));
    shell::said(valgrind.arg(program).args(args).stdin(input))
}

/// The count that callgrind closes with: `==7== Collected : 839774`.
fn collected(said: &str) -> Result<u64, Error> {
    let line = said.lines().rev().find(|line| line.contains("Collected :"));
    let count = line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).filter(|count| *count > 0);
    count.ok_or_else(|| Error::Found(format!("callgrind counted nothing:\n{said}")))
}

/// The bytes that a table sent for each move, as the program says: `88 moves, 5432 bytes sent for each`.
fn bytes_of_each(said: &str) -> Result<u64, Error> {
    let bytes = |line: &str| line.strip_suffix(" bytes sent for each")?.rsplit(' ').next()?.parse().ok();
    let found = said.lines().find_map(bytes);
    found.ok_or_else(|| Error::Found(format!("the tables have sent nothing:\n{said}")))
}

/// A table of both counts, and a message for each that exceeds the tolerance.
fn compare(committed: &Counts, counts: &Counts) -> (String, Vec<String>) {
    let mut table = format!("{:<40} {:>13} {:>13} {:>8}", "measurement", "committed", "now", "change");
    let mut faults = Vec::new();
    for (name, &now) in counts {
        let Some(&before) = committed.get(name) else {
            table += &format!("\n{name:<40} {:>13} {now:>13}", "-");
            faults.push(format!("{name}: no committed count"));
            continue;
        };
        let percent = (now as f64 / before as f64 - 1.0) * 100.0;
        table += &format!("\n{name:<40} {before:>13} {now:>13} {percent:>+7.1}%");
        if now * 100 > before * (100 + TOLERANCE_PERCENT) {
            faults.push(format!("{name}: {percent:+.1}%, at most +{TOLERANCE_PERCENT}% allowed"));
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
    use super::{Counts, bytes_of_each, collected, compare, parse};

    fn counts(list: &[(&str, u64)]) -> Counts {
        list.iter().map(|&(name, count)| (name.to_owned(), count)).collect()
    }

    #[test]
    fn counts_are_found_in_what_programs_print() {
        let said = "88 moves, 5432 bytes sent for each\n==7== Events    : Ir\n==7== Collected : 839774\n==7==\n==7== I   refs:      839,774";
        assert_eq!((collected(said).ok(), bytes_of_each(said).ok()), (Some(839_774), Some(5432)));
        for nothing in ["==7== Command: x", "==7== Collected : 0"] {
            assert!(collected(nothing).is_err() && bytes_of_each(nothing).is_err(), "{nothing}");
        }
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
        let text = r#"{"compiler":"rustc 1","counts":{"a":7}}"#;
        assert_eq!(parse(text).expect("is whole"), ("rustc 1".to_owned(), counts(&[("a", 7)])));
        assert!(parse("{}").is_err());
    }
}
