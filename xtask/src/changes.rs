//! The effects of a change: the files that differ from an earlier commit, and the packages whose tests run their code.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{Error, Workspace, shell};

/// Files besides the packages' own on which every package depends. A name that ends in a slash stands for a folder.
const SETTINGS: [&str; 4] = [".cargo/", "Cargo.lock", "Cargo.toml", "clippy.toml"];

/// Files that a package reads, or compiles into its tests, although they are not in its folder and not the library of a
/// package on which it depends.
const READ_BY: [(&str, &[&str]); 5] = [
    ("crates/tabletop/tests/", &["townhall-analysis", "townhall-server"]),
    ("crates/townhall-server/tests/", &["townhall"]),
    ("crates/townhall-store/tests/", &["townhall-server"]),
    ("crates/townhall/tests/records/", &["townhall-analysis", "townhall-server", "townhall-wasm"]),
    ("docs/third-game.md", &["high-card"]),
];

/// Folders of a package whose code no other package uses, except where [`READ_BY`] says so.
const PRIVATE: [&str; 3] = ["benches/", "examples/", "tests/"];

/// The inputs of a check.
#[derive(Clone, Copy)]
pub(crate) enum Inputs {
    /// Files with these names: a name that ends in a slash stands for a folder, one that begins with a star for all files
    /// that end so.
    Files(&'static [&'static str]),
    /// The code of all packages.
    Packages,
    /// The code of this package and of those on which it depends.
    Package(&'static str),
}

/// The changes since an earlier commit, committed or not.
pub(crate) struct Changes {
    files: BTreeSet<String>,
    packages: BTreeSet<String>,
}

impl Changes {
    /// Compares the working tree with the commit at which the branch of `reference` and ours parted.
    pub(crate) fn since(workspace: &Workspace, reference: &str) -> Result<Self, Error> {
        let git = |args: &[&str]| shell::output(workspace.command("git").args(args));
        let base = git(&["merge-base", reference, "HEAD"])?;
        let changed = git(&["diff", "--name-only", "--no-renames", "-z", base.trim()])?;
        let untracked = git(&["ls-files", "--others", "--exclude-standard", "-z"])?;
        let names = changed.split_terminator('\0').chain(untracked.split_terminator('\0'));
        let files: BTreeSet<String> = names.map(str::to_owned).collect();
        let packages = affected(&packages(workspace)?, &files);
        Ok(Self { files, packages })
    }

    /// How many files have changed.
    pub(crate) fn files(&self) -> usize {
        self.files.len()
    }

    /// The packages whose tests the change can affect.
    pub(crate) fn packages(&self) -> &BTreeSet<String> {
        &self.packages
    }

    /// Whether a check with these inputs can end otherwise than before the change.
    pub(crate) fn affect(&self, inputs: Inputs) -> bool {
        match inputs {
            Inputs::Files(names) => {
                self.files.iter().any(|file| names.iter().any(|name| matches(file, name)))
            }
            Inputs::Packages => !self.packages.is_empty(),
            Inputs::Package(name) => self.packages.contains(name),
        }
    }
}

/// Whether a file is one of those that a name stands for, as [`Inputs::Files`] says.
fn matches(file: &str, name: &str) -> bool {
    match name.strip_prefix('*') {
        Some(end) => file.ends_with(end),
        None => file == name || (name.ends_with('/') && file.starts_with(name)),
    }
}

/// A package of the workspace.
#[derive(Default)]
struct Package {
    name: String,
    /// Its folder below the root, with a slash at its end.
    folder: String,
    /// The packages of the workspace that its library and its programs use.
    uses: BTreeSet<String>,
    /// The packages of the workspace that only its tests and examples use.
    tests_use: BTreeSet<String>,
}

fn packages(workspace: &Workspace) -> Result<Vec<Package>, Error> {
    let metadata = shell::output(&mut workspace.cargo(&["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&metadata)
        .map_err(|source| Error::Json { what: "cargo metadata".to_owned(), source })?;
    let root = format!("{}/", workspace.root.display());
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let package = |package: &Value| {
        let manifest = package["manifest_path"].as_str()?;
        let mut read = Package {
            name: package["name"].as_str()?.to_owned(),
            folder: manifest.strip_prefix(&root)?.strip_suffix("Cargo.toml")?.to_owned(),
            ..Package::default()
        };
        for used in list(&package["dependencies"]).iter().filter(|used| used["path"].is_string()) {
            let list = if used["kind"] == "dev" { &mut read.tests_use } else { &mut read.uses };
            list.extend(used["name"].as_str().map(str::to_owned));
        }
        Some(read)
    };
    Ok(list(&metadata["packages"]).iter().filter_map(package).collect())
}

/// The packages whose tests a change of these files can affect.
fn affected(packages: &[Package], files: &BTreeSet<String>) -> BTreeSet<String> {
    if files.iter().any(|file| SETTINGS.iter().any(|name| matches(file, name))) {
        return packages.iter().map(|package| package.name.clone()).collect();
    }
    let (mut code, mut tests) = (BTreeSet::new(), BTreeSet::new());
    for file in files {
        for package in packages {
            let Some(path) = file.strip_prefix(&package.folder) else { continue };
            let is_private = PRIVATE.iter().any(|folder| path.starts_with(folder));
            (if is_private { &mut tests } else { &mut code }).insert(package.name.clone());
        }
        let readers =
            READ_BY.iter().filter(|(name, _)| matches(file, name)).flat_map(|(_, readers)| *readers);
        tests.extend(readers.map(|&reader| reader.to_owned()));
    }
    // Changed code changes the code of all that use it. Tests that use it are used by nothing else.
    loop {
        let users = packages.iter().filter(|package| !package.uses.is_disjoint(&code));
        let new: Vec<_> =
            users.filter(|user| !code.contains(&user.name)).map(|user| user.name.clone()).collect();
        if new.is_empty() {
            break;
        }
        code.extend(new);
    }
    let testers = packages.iter().filter(|package| !package.tests_use.is_disjoint(&code));
    tests.extend(testers.map(|tester| tester.name.clone()));
    &code | &tests
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Package, READ_BY, affected, matches, packages};
    use crate::Workspace;

    fn names(list: &[&str]) -> BTreeSet<String> {
        list.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn changes_reach_the_code_that_uses_them_and_its_tests() {
        let package = |name: &str, uses: &[&str], tests_use: &[&str]| Package {
            name: name.to_owned(),
            folder: format!("crates/{name}/"),
            uses: names(uses),
            tests_use: names(tests_use),
        };
        let packages = [
            package("rules", &[], &["example"]),
            package("example", &["rules"], &[]),
            package("table", &["rules"], &["game"]),
            package("game", &["table"], &[]),
            package("server", &["table"], &[]),
        ];
        for (file, expected) in [
            ("crates/rules/src/lib.rs", ["example", "game", "rules", "server", "table"].as_slice()),
            // The tests of the rules use it, but what uses the rules does not.
            ("crates/example/src/lib.rs", &["example", "rules"]),
            ("crates/game/Cargo.toml", &["game", "table"]),
            ("crates/table/tests/table.rs", &["table"]),
            ("crates/server/src/lib.rs", &["server"]),
            ("Cargo.lock", &["example", "game", "rules", "server", "table"]),
            ("docs/third-game.md", &["high-card"]),
            ("web/src/main.ts", &[]),
        ] {
            assert_eq!(affected(&packages, &names(&[file])), names(expected), "{file}");
        }
    }

    #[test]
    fn names_stand_for_files_folders_and_endings() {
        for (file, name, is_meant) in [
            ("web/src/app.css", "web/", true),
            ("website/app.css", "web/", false),
            ("deploy/a.md", "*.md", true),
            ("Cargo.lock", "Cargo.lock", true),
            ("fuzz/libfuzzer/Cargo.lock", "Cargo.lock", false),
            ("deny.toml.old", "deny.toml", false),
        ] {
            assert_eq!(matches(file, name), is_meant, "{file} {name}");
        }
    }

    #[test]
    fn declared_files_and_packages_exist() {
        let workspace = Workspace::find().expect("a workspace");
        let packages = packages(&workspace).expect("packages");
        for (path, readers) in READ_BY {
            assert!(workspace.root.join(path).exists(), "{path}");
            for reader in readers {
                assert!(packages.iter().any(|package| package.name == *reader), "{reader}");
            }
        }
        let table = packages.iter().find(|package| package.name == "townhall-table").expect("the table");
        assert!(table.uses.contains("tabletop") && table.tests_use.contains("townhall-games"));
        assert_eq!(table.folder, "crates/townhall-table/");
    }
}
