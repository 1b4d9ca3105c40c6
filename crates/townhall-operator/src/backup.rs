//! Backups: copies of a database file, also while a server writes to it.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use townhall_server::metrics::backup_mark;
use townhall_store::{OpenError, Snapshot, StoreError};
use townhall_table::Catalogue;

use crate::check::{Findings, read_all};

/// Why a backup failed. No partial copy is left behind.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The file can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A file of the copy's name exists already, and is never overwritten.
    #[error("{path} exists already; a backup never overwrites a file", path = path.display())]
    Exists { path: PathBuf },
    /// The copy can't be written.
    #[error("can't write {path}: {error}", path = path.display())]
    Write { path: PathBuf, error: io::Error },
    /// The file can't be read to its end, or the disk of the copy is full.
    #[error("can't copy {path}: {error}", path = path.display())]
    Copy { path: PathBuf, error: StoreError },
    /// The copy was written, but can't be read back.
    #[error("the copy of {path} is broken: {why}", path = path.display())]
    Broken {
        path: PathBuf,
        /// The first fault that was found.
        why: String,
    },
}

/// Copies all that is durable in `data` at this moment into a new file, `copy`, which only this user can read. A server
/// may have `data` open, and is not held up.
///
/// The copy appears under its name once it is on the disk, was opened anew, and was read from its first entry to its
/// last. It is one file: a log beside it is not needed. The findings in the copy are returned; a table that can't be read
/// is copied as it is.
///
/// # Errors
/// There is no copy: see [`BackupError`].
pub async fn back_up(data: &Path, copy: &Path, catalogue: &Catalogue) -> Result<Findings, BackupError> {
    let write = |error| BackupError::Write { path: copy.to_owned(), error };
    let exists = || BackupError::Exists { path: copy.to_owned() };
    let copying = |error| BackupError::Copy { path: data.to_owned(), error };
    let mut file = Snapshot::open(data).await?;
    let original = file.path().to_owned();
    if copy.symlink_metadata().is_ok() {
        return Err(exists());
    }
    let folder = copy.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Only its owner can read it, and it is removed if anything below fails.
    let partial = tempfile::Builder::new().prefix(".townhall-").suffix(".partial").tempfile_in(folder);
    let partial = partial.map_err(write)?.into_temp_path();
    file.copy_to(&partial).await.map_err(copying)?;
    file.close().await;

    let broken = |why: String| BackupError::Broken { path: data.to_owned(), why };
    let mut made = Snapshot::open(&partial).await.map_err(|error| broken(error.to_string()))?;
    let findings = read_all(&mut made, catalogue).await;
    made.close().await;
    let findings = findings.map_err(|error| broken(error.to_string()))?;
    if let Some(fault) = findings.faults.first() {
        return Err(broken(fault.clone()));
    }
    File::open(&partial).and_then(|partial| partial.sync_all()).map_err(write)?;
    partial.persist_noclobber(copy).map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => exists(),
        _ => write(error.error),
    })?;
    // Syncs the folder, so that the file's name survives a loss of power. Not every system can sync a folder.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    // The server's metrics say when this was. A backup is good without it.
    if let Err(error) = File::create(backup_mark(&original)).and_then(|mark| mark.set_len(0)) {
        tracing::warn!(%error, "the time of the backup can't be noted");
    }
    Ok(findings)
}
