//! Fuzzing by hand; `cargo verify` only replays the corpus, as a test of `townhall-fuzz`.
//!
//! cargo-fuzz asks for a nightly compiler only because of its sanitizers. The workspace forbids
//! `unsafe`, so there is nothing for them to find: the targets look for panics and broken
//! identities, and `--sanitizer none` does that on the stable compiler. Without the
//! sanitizers the fuzzer does not learn from comparisons of texts; each target has a dictionary
//! instead.

use std::{fs, path::Path, process::Command};

use crate::{Error, Workspace, shell, tools};

/// The package of libFuzzer's programs, a workspace of its own.
const PROGRAMS: &str = "fuzz/libfuzzer";

/// The shortest run of which libFuzzer's progress is shown, in seconds.
const PROGRESS_SHOWN_FROM: u32 = 30;

/// Fuzzes a target, or all, for some seconds each, and returns how many targets there were.
pub(crate) fn run(workspace: &Workspace, target: Option<&str>, seconds: u32) -> Result<usize, Error> {
    let all = targets(workspace)?;
    let chosen: Vec<&String> =
        all.iter().filter(|name| target.is_none_or(|wanted| wanted == *name)).collect();
    if chosen.is_empty() {
        return Err(Error::Found(format!(
            "no fuzz target is named {:?}; there are: {}",
            target.unwrap_or("any"),
            all.join(", ")
        )));
    }
    let cargo_fuzz = tools::cargo_fuzz(workspace)?;
    shell::run(cargo_fuzz_command(workspace, &cargo_fuzz, "build").args(target))?;
    for name in &chosen {
        fuzz(workspace, &cargo_fuzz, name, seconds)?;
    }
    Ok(chosen.len())
}

/// The names of the targets, in order.
fn targets(workspace: &Workspace) -> Result<Vec<String>, Error> {
    let folder = workspace.root.join(PROGRAMS).join("fuzz_targets");
    let entries = fs::read_dir(&folder).map_err(|source| Error::File { path: folder, source })?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.strip_suffix(".rs")?.to_owned()))
        .collect();
    names.sort();
    Ok(names)
}

fn cargo_fuzz_command(workspace: &Workspace, cargo_fuzz: &Path, what: &str) -> Command {
    let mut command = workspace.command(cargo_fuzz);
    command.args([what, "--sanitizer", "none", "--fuzz-dir", PROGRAMS, "--target-dir"]);
    command.arg(workspace.target.join("fuzz"));
    command
}

fn fuzz(workspace: &Workspace, cargo_fuzz: &Path, name: &str, seconds: u32) -> Result<(), Error> {
    // libFuzzer writes new inputs to the first folder; the second, the committed corpus, is only read.
    let found = workspace.target.join("fuzz-corpus").join(name);
    fs::create_dir_all(&found).map_err(|source| Error::File { path: found.clone(), source })?;
    let mut command = cargo_fuzz_command(workspace, cargo_fuzz, "run");
    command.arg(name).arg(found).arg(format!("fuzz/corpus/{name}"));
    command.args([
        "--",
        &format!("-max_total_time={seconds}"),
        &format!("-dict=fuzz/dictionaries/{name}.dict"),
    ]);
    command.args(["-timeout=10", "-print_final_stats=1"]);
    if seconds >= PROGRESS_SHOWN_FROM {
        println!("{name}: {seconds} seconds");
        return shell::run(&mut command);
    }
    let said = shell::run_silently(&mut command)?;
    println!("{name}: {} inputs in {seconds} seconds", inputs(&said).unwrap_or("an unknown number of"));
    Ok(())
}

/// How many inputs a target ran, from the figures that libFuzzer closes with.
fn inputs(said: &str) -> Option<&str> {
    said.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:")).map(str::trim)
}
