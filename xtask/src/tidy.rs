//! Rules of the house style for every file that rustfmt and clippy don't check.

use crate::{
    Error, Workspace,
    links::{self, Files},
    places, shell,
};

/// Folders whose paths mean something on one machine only. Without their first slash, so that
/// this file is not found itself.
const MACHINE_FOLDERS: [&str; 4] = ["home/", "root/", "Users/", "work/"];

/// Where the packages of the lock files come from.
const REGISTRY: &str = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";

/// How many words all documents may have together, as `wc -w` counts them. The changelog only grows and is not counted.
const MOST_WORDS: usize = 22_000;

/// Checks every file that git knows, and returns how many that were.
pub(crate) fn check(workspace: &Workspace) -> Result<usize, Error> {
    let names = shell::output(workspace.command("git").args(["ls-files", "-z"]))?;
    let mut files = Files::new();
    for name in names.split_terminator('\0') {
        // A file that can't be read was deleted, and the deletion is not committed yet.
        let Ok(bytes) = std::fs::read(workspace.root.join(name)) else { continue };
        files.insert(name.to_owned(), String::from_utf8(bytes).ok());
    }
    let texts = files.iter().filter_map(|(name, text)| Some((name, text.as_deref()?)));
    let mut findings: Vec<String> = texts
        .flat_map(|(name, text)| faults(name, text).into_iter().map(move |fault| format!("{name}{fault}")))
        .collect();
    findings.extend(links::dead(&files));
    findings.extend(places::unlisted(&files));
    findings.extend(too_many_words(&files));
    if findings.is_empty() { Ok(files.len()) } else { Err(Error::Found(findings.join("\n"))) }
}

/// The finding that the documents have grown beyond [`MOST_WORDS`].
fn too_many_words(files: &Files) -> Option<String> {
    let documents = files.iter().filter(|(name, _)| name.ends_with(".md") && *name != links::CHANGELOG);
    let words: usize =
        documents.filter_map(|(_, text)| Some(text.as_ref()?.split_whitespace().count())).sum();
    (words > MOST_WORDS)
        .then(|| format!("the documents have {words} words; at most {MOST_WORDS} are allowed"))
}

/// The violations in a file, each with its place.
fn faults(name: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(path) = machine_path(line) {
            faults.push(format!(":{number}: an absolute path of one machine: {path}"));
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
    use super::{Files, MOST_WORDS, machine_path, too_many_words};

    #[test]
    fn words_of_documents_are_counted_without_the_changelog() {
        let with_words = |document: &str, words: usize| {
            let text = |words| Some("word ".repeat(words));
            Files::from([
                (document.to_owned(), text(words)),
                ("CHANGELOG.md".to_owned(), text(MOST_WORDS)),
                ("src/lib.rs".to_owned(), text(MOST_WORDS)),
            ])
        };
        assert_eq!(too_many_words(&with_words("README.md", MOST_WORDS)), None);
        assert!(too_many_words(&with_words("README.md", MOST_WORDS + 1)).is_some());
    }

    #[test]
    fn only_absolute_paths_of_a_machine_are_found() {
        let home = ["see /", "home/ada/townhall"].concat();
        assert_eq!(machine_path(&home), Some(&home[4..10]));
        assert_eq!(machine_path("manual/home/index.html and https://example.org/home/"), None);
        assert_eq!(machine_path("a/b, /dev/null"), None);
    }
}
