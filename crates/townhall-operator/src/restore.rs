//! Restoring a backup: it takes the place of a database file.

use std::{
    io,
    path::{Path, PathBuf},
};

use townhall_store::{OpenError, Snapshot, StoreError, replace};
use townhall_table::Catalogue;

use crate::check::{Findings, read_all};

/// Why a backup was not restored. The file is as it was.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The backup or the file can't be opened, or a server uses the file.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The backup can't be read to its end.
    #[error("the backup {path} is broken: {why}", path = path.display())]
    Broken {
        path: PathBuf,
        /// The first fault that was found.
        why: String,
    },
    /// The backup can't be copied.
    #[error("can't copy {path}: {error}", path = path.display())]
    Copy { path: PathBuf, error: StoreError },
    /// Files can't be written or renamed.
    #[error("can't replace {path}: {error}", path = path.display())]
    Write { path: PathBuf, error: io::Error },
}

/// Puts a copy of a backup in the place of a database file, which no server may use. The former file is kept under another
/// name, which is returned; `None` if there was none. The backup is read to its end before anything changes.
///
/// # Errors
/// Nothing was changed: see [`RestoreError`].
pub async fn restore(
    data: &Path,
    backup: &Path,
    catalogue: &Catalogue,
) -> Result<(Findings, Option<PathBuf>), RestoreError> {
    let broken = |why: String| RestoreError::Broken { path: backup.to_owned(), why };
    let write = |error| RestoreError::Write { path: data.to_owned(), error };
    let mut file = Snapshot::open(backup).await?;
    let findings = read_all(&mut file, catalogue).await.map_err(|error| broken(error.to_string()))?;
    if let Some(fault) = findings.faults.first() {
        return Err(broken(fault.clone()));
    }
    let folder = data.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let fresh = tempfile::Builder::new().prefix(".townhall-").suffix(".partial").tempfile_in(folder);
    let fresh = fresh.map_err(write)?.into_temp_path();
    // `read_all` reads in a transaction, in which a copy can't be made.
    file.close().await;
    let mut file = Snapshot::open(backup).await?;
    let copied = file.copy_to(&fresh).await;
    copied.map_err(|error| RestoreError::Copy { path: backup.to_owned(), error })?;
    file.close().await;
    let kept = replace(data, &fresh)?;
    // Its name is gone: it is the database file now.
    let _ = fresh.keep();
    Ok((findings, kept))
}
