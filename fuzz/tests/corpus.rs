//! Replays every input of the corpus through its target.

use std::{
    fs,
    path::{Path, PathBuf},
    str,
};

use townhall_fuzz::{bots, cities, commands, moves, records};

#[test]
fn bots_corpus() {
    replay("bots", bots::run);
}

#[test]
fn cities_corpus() {
    replay("cities", cities::run);
}

#[test]
fn commands_corpus() {
    replay("commands", commands::run);
}

#[test]
fn moves_corpus() {
    replay("moves", moves::run);
}

#[test]
fn records_corpus() {
    replay("records", records::run);
}

/// Checks that every target has a test here, a corpus and a libFuzzer program.
#[test]
fn targets_are_complete() {
    let all = ["bots", "cities", "commands", "moves", "records"];
    assert_eq!(entries(&corpus()), all);
    let programs = entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join("libfuzzer/fuzz_targets"));
    assert_eq!(programs, all.map(|name| format!("{name}.rs")));
}

fn replay(target: &str, run: fn(&str)) {
    let folder = corpus().join(target);
    let mut inputs = 0;
    for name in entries(&folder) {
        let bytes = fs::read(folder.join(&name)).expect("an input can be read");
        // libFuzzer passes only the bytes before the first invalid one.
        let valid = str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
        // The name is captured, and shown if the target panics.
        println!("{target}/{name}");
        run(str::from_utf8(&bytes[..valid]).expect("the valid part"));
        inputs += 1;
    }
    assert!(inputs > 0, "the corpus of {target} is empty");
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// Returns the sorted names of a folder's entries.
fn entries(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("the folder is there").map(|entry| {
        let entry = entry.expect("an entry can be read");
        entry.file_name().into_string().expect("names are UTF-8")
    });
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}
