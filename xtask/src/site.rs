//! `cargo xtask site`: a folder that any host of files can serve.

use std::{fs, io, path::Path};

use crate::{Error, Workspace, engine, web};

/// Writes the client for a page without a server into a folder, which must be empty or new.
pub(crate) fn write(workspace: &Workspace, out: &Path) -> Result<(), Error> {
    let file = |source| Error::File { path: out.to_owned(), source };
    fs::create_dir_all(out).map_err(file)?;
    if fs::read_dir(out).map_err(file)?.next().is_some() {
        return Err(Error::Found(format!("{} is not empty", out.display())));
    }
    build(workspace)?;
    let files = copy(&workspace.root.join("web").join(web::SITE), out).map_err(file)?;
    println!("{files} files in {}: put them wherever a host serves files", out.display());
    Ok(())
}

/// Builds the page without a server. Without the engine there is nothing to play on it.
pub(crate) fn build(workspace: &Workspace) -> Result<(), Error> {
    if !engine::build(workspace)? {
        return Err(Error::Found(
            "without the engine there is nothing to play on a page without a server".to_owned(),
        ));
    }
    web::build(workspace, &web::Client::Site)
}

/// Copies a folder, and says how many files that were.
fn copy(from: &Path, to: &Path) -> io::Result<usize> {
    fs::create_dir_all(to)?;
    let mut files = 0;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            files += copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
            files += 1;
        }
    }
    Ok(files)
}
