//! `cargo xtask types`: the TypeScript types of all that goes over the wire.

use std::{
    collections::BTreeMap,
    env::consts::EXE_EXTENSION,
    fs, io,
    path::{Path, PathBuf},
};

use crate::{Error, Workspace, cargo, shell, web};

/// The folder of the types in the repository.
const FOLDER: &str = "web/src/lib/wire";

/// Writes the types to the repository.
pub(crate) fn write(workspace: &Workspace) -> Result<(), Error> {
    write_to(workspace, &workspace.root.join(FOLDER))
}

/// A step of `cargo verify`: checks that those in the repository are the ones that would be written, and says how many there are.
pub(crate) fn check(workspace: &Workspace) -> Result<usize, Error> {
    let fresh = workspace.target.join("wire");
    write_to(workspace, &fresh)?;
    let (fresh, kept) = (files(&fresh)?, files(&workspace.root.join(FOLDER))?);
    let names = fresh.keys().chain(kept.keys());
    match names.min_by_key(|&name| (fresh.get(name) == kept.get(name), name)) {
        Some(stale) if fresh.get(stale) != kept.get(stale) => Err(Error::Found(format!(
            "{FOLDER}/{} is not what the Rust types say: run `cargo xtask types` and commit what it writes",
            stale.display()
        ))),
        _ => Ok(fresh.len()),
    }
}

/// Writes the types to a folder, formatted like the rest of the client.
fn write_to(workspace: &Workspace, folder: &Path) -> Result<(), Error> {
    web::packages(workspace)?;
    cargo::build_programs(workspace, &[])?;
    let program = workspace.target.join("debug/wire-types").with_extension(EXE_EXTENSION);
    shell::run(workspace.command(program).arg(folder))?;
    // The client's `.prettierignore` leaves generated files alone; here they are what is asked for.
    let prettier = ["exec", "--", "prettier", "--write", "--log-level", "warn", "--ignore-path", "/dev/null"];
    shell::run(
        web::npm(workspace, &prettier)
            .arg("--config")
            .arg(workspace.root.join("web/.prettierrc"))
            .arg(folder),
    )
}

/// All files below a folder, by their paths in it.
fn files(folder: &Path) -> Result<BTreeMap<PathBuf, String>, Error> {
    fn read(folder: &Path, below: &Path, files: &mut BTreeMap<PathBuf, String>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = below.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                read(&entry.path(), &name, files)?;
            } else {
                files.insert(name, fs::read_to_string(entry.path())?);
            }
        }
        Ok(())
    }
    let mut found = BTreeMap::new();
    read(folder, Path::new(""), &mut found)
        .map_err(|source| Error::File { path: folder.to_owned(), source })?;
    Ok(found)
}
