//! Rules of the house style for every file that rustfmt and clippy don't check.

use crate::{Error, Workspace, shell};

/// The most lines of a file of code: a file should have one subject and at most about 500 lines.
const MOST_LINES: usize = 550;

/// The endings of the files to which this limit applies.
const CODE: [&str; 4] = [".rs", ".ts", ".svelte", ".mjs"];

/// Folders whose paths mean something on one machine only. Without their first slash, so that
/// this file is not found itself.
const MACHINE_FOLDERS: [&str; 4] = ["home/", "root/", "Users/", "work/"];

/// Where the packages of the lock files come from.
const REGISTRY: &str = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";

/// Checks every file that git knows, and returns how many that were.
pub(crate) fn check(workspace: &Workspace) -> Result<usize, Error> {
    let names = shell::output(workspace.command("git").args(["ls-files", "-z"]))?;
    let mut findings = Vec::new();
    let mut files = 0;
    for name in names.split_terminator('\0') {
        // Not text, or deleted and not yet committed so: neither can break these rules.
        let Ok(text) = std::fs::read_to_string(workspace.root.join(name)) else { continue };
        files += 1;
        findings.extend(faults(name, &text).into_iter().map(|fault| format!("{name}{fault}")));
    }
    if findings.is_empty() { Ok(files) } else { Err(Error::Found(findings.join("\n"))) }
}

/// The violations in a file, each with its place.
fn faults(name: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let generated = text.lines().take(3).any(|line| line.contains("@generated"));
    let lines = text.lines().count();
    if CODE.iter().any(|end| name.ends_with(end)) && !generated && lines > MOST_LINES {
        faults.push(format!(": {lines} lines; split it into files of one subject and about 500 lines"));
    }
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(path) = machine_path(line) {
            faults.push(format!(":{number}: a path of somebody's machine: {path}"));
        }
        if name.ends_with("Cargo.lock") && line.starts_with("source = ") && line != REGISTRY {
            faults.push(format!(":{number}: a package that is not from crates.io"));
        }
    }
    faults
}

/// An absolute path below one of [`MACHINE_FOLDERS`] in a line.
fn machine_path(line: &str) -> Option<&str> {
    line.match_indices('/').find_map(|(at, _)| {
        let inside =
            line[..at].ends_with(|before: char| before.is_alphanumeric() || "._-/*}".contains(before));
        let folder = MACHINE_FOLDERS.iter().find(|folder| line[at + 1..].starts_with(**folder))?;
        (!inside).then(|| &line[at..at + 1 + folder.len()])
    })
}

#[cfg(test)]
mod tests {
    use super::{MOST_LINES, faults, machine_path};

    #[test]
    fn only_absolute_paths_of_a_machine_are_found() {
        let home = ["see /", "home/ada/townhall"].concat();
        assert_eq!(machine_path(&home), Some(&home[4..10]));
        assert_eq!(machine_path("docs/home/index.md and https://example.org/home/"), None);
        assert_eq!(machine_path("a/b, /dev/null"), None);
    }

    #[test]
    fn long_files_are_refused_unless_generated() {
        let long = "//\n".repeat(MOST_LINES + 1);
        assert_eq!(faults("a.rs", &long).len(), 1);
        assert_eq!(faults("a.svelte", &long).len(), 1);
        assert!(faults("a.rs", &format!("// @generated\n{long}")).is_empty());
        assert!(faults("a.md", &long).is_empty());
    }
}
