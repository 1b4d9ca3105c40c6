//! Rules of the house style for every file that rustfmt and clippy don't check.

use std::collections::BTreeSet;

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
    findings.extend(unasserted(&files));
    findings.extend(uncompiled(&files));
    if findings.is_empty() { Ok(files.len()) } else { Err(Error::Found(findings.join("\n"))) }
}

/// The crates with debug assertions that no test would check: the profile of tests leaves them out of every crate that it does
/// not name.
fn unasserted(files: &Files) -> Vec<String> {
    let manifest = files.get("Cargo.toml").and_then(Option::as_deref).unwrap_or_default();
    let (_, after) = manifest.split_once("[profile.dev.package]").unwrap_or_default();
    let profile = after.split("\n[").next().unwrap_or_default();
    let is_named = |package: &str| {
        profile.lines().any(|line| {
            line.strip_prefix(package).is_some_and(|rest| rest.starts_with([' ', '.']))
                && line.contains("debug-assertions = true")
        })
    };
    let asserts = |(path, text): (&'_ String, &Option<String>)| {
        let package = path.strip_prefix("crates/")?.split('/').next()?;
        (path.ends_with(".rs") && text.as_ref()?.contains("debug_assert")).then(|| package.to_owned())
    };
    let packages: BTreeSet<String> = files.iter().filter_map(asserts).collect();
    packages
        .iter()
        .filter(|package| !is_named(package))
        .map(|package| format!("Cargo.toml: {package} has debug assertions, but `[profile.dev.package]` does not switch them on"))
        .collect()
}

/// The files in a folder of modules that no `mod` declares, so that they are never compiled.
fn uncompiled(files: &Files) -> Vec<String> {
    let sources = || files.iter().filter(|(name, _)| name.ends_with(".rs"));
    let text = |name: &str| files.get(name).and_then(Option::as_deref).unwrap_or_default();
    let roots = |folder: &str| ["main.rs", "lib.rs", "mod.rs"].map(|root| format!("{folder}/{root}"));
    let is_declared = |name: &str| {
        let Some((folder, file)) = name.rsplit_once('/') else { return true };
        let is_root = roots(folder).iter().any(|root| root == name);
        let parent = format!("{folder}.rs");
        let parents = roots(folder).into_iter().chain([parent]).filter(|parent| files.contains_key(parent));
        let declarations: Vec<_> = parents.collect();
        let declaration = format!("mod {};", file.trim_end_matches(".rs"));
        // A folder without such a file, such as `examples`, has programs.
        is_root
            || declarations.is_empty()
            || declarations.iter().any(|parent| text(parent).contains(&declaration))
            || sources()
                .any(|(_, text)| text.as_deref().is_some_and(|text| text.contains(&format!("{file}\"]"))))
    };
    let names = sources().map(|(name, _)| name).filter(|name| !is_declared(name));
    names.map(|name| format!("{name}: no `mod` declares it, so it is not compiled")).collect()
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
    use super::{Files, machine_path, unasserted, uncompiled};

    #[test]
    fn debug_assertions_are_on_where_there_are_some() {
        let profile =
            "[profile.dev.package]\na = { opt-level = 0, debug-assertions = true }\na-b.opt-level = 3\n";
        let files = |package: &str, text: &str| {
            let path = format!("crates/{package}/src/lib.rs");
            Files::from([
                (
                    "Cargo.toml".to_owned(),
                    Some(format!("{profile}[profile.play]\nb.debug-assertions = true")),
                ),
                (path, Some(text.to_owned())),
            ])
        };
        let asserts = "debug_assert!(true);";
        assert!(unasserted(&files("a", asserts)).is_empty());
        assert!(unasserted(&files("a-b", "")).is_empty());
        for package in ["a-b", "b"] {
            assert_eq!(unasserted(&files(package, asserts)).len(), 1, "{package}");
        }
    }

    #[test]
    fn each_file_is_declared_as_a_module() {
        let files = |declaration: &str| {
            let file = |name: &str, text: &str| (name.to_owned(), Some(text.to_owned()));
            Files::from([
                file("a/tests/a/main.rs", declaration),
                file("a/tests/a/one.rs", ""),
                file("a/tests/a/one/two.rs", ""),
                file("a/examples/program.rs", ""),
            ])
        };
        let unnamed = |declaration: &str| uncompiled(&files(declaration)).len();
        assert_eq!(unnamed("mod one;"), 1);
        assert_eq!(unnamed("mod one;\n#[path = \"one/two.rs\"]\nmod two;"), 0);
        assert_eq!(unnamed("mod two;\nmod oneself;"), 2);
    }

    #[test]
    fn only_absolute_paths_of_a_machine_are_found() {
        let home = ["see /", "home/ada/townhall"].concat();
        assert_eq!(machine_path(&home), Some(&home[4..10]));
        assert_eq!(machine_path("manual/home/index.html and https://example.org/home/"), None);
        assert_eq!(machine_path("a/b, /dev/null"), None);
    }
}
