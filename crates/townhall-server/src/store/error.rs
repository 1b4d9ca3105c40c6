//! What can go wrong with a store.

use std::path::PathBuf;

/// A read or write failed. Nothing was changed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Other entries were added to the journal in the meantime.
    #[error("the journal's latest entry is number {latest}, not {expected}")]
    Conflict {
        /// The number of the latest entry that the caller assumed.
        expected: u64,
        /// The number of the latest entry.
        latest: u64,
    },
    /// There already is a table of this code.
    #[error("the code is taken")]
    CodeTaken,
    /// There is no such table or player.
    #[error("there is no such row")]
    Missing,
    /// The journal has the greatest possible number of entries, [`super::MAX_ENTRIES`].
    #[error("the journal is full")]
    JournalFull,
    /// There is no room left on the disk.
    #[error("the disk is full")]
    DiskFull,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// A row is not in the form that the server writes.
    #[error("the store is corrupt: {0}")]
    Corrupt(String),
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(String),
}

/// Why a store can't be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder is missing, or this process may not use it.
    #[error("can't open {path}: {error}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// Another server has the file open.
    #[error("{path} is in use by another server", path = path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file is not a Townhall database.
    #[error("{path} is not a Townhall file: {why}", path = path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        why: String,
    },
    /// A newer version of the program has written the file.
    #[error("{path} was written by a newer version of Townhall", path = path.display())]
    Newer {
        /// The file.
        path: PathBuf,
    },
    /// The database failed.
    #[error("can't open {path}: {why}", path = path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
}

/// SQLite's result code for a full disk.
const SQLITE_FULL: &str = "13";

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => Self::Missing,
            sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => Self::Closed,
            sqlx::Error::Database(inner) if inner.code().as_deref() == Some(SQLITE_FULL) => Self::DiskFull,
            _ => Self::Database(error.to_string()),
        }
    }
}
