//! The errors of a store.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use crate::data::Data;

/// A read or write failed. Nothing was changed, unless it is [`StoreError::Unknown`].
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
    /// The authenticator's credential was added before, by this person or another.
    #[error("this passkey is known already")]
    KnownPasskey,
    /// The person has [`MAX_PASSKEYS`](crate::MAX_PASSKEYS).
    #[error("there are too many passkeys")]
    TooManyPasskeys,
    /// The table, player or other row does not exist.
    #[error("there is no such row")]
    Missing,
    /// The journal has the greatest possible number of entries, [`MAX_ENTRIES`](crate::MAX_ENTRIES).
    #[error("the journal is full")]
    JournalFull,
    /// The claim is no longer the latest: another server, or this one again, has claimed the table.
    #[error("the table was taken over by another server")]
    Superseded,
    /// Another node has claimed the table and has a lease.
    #[error("node {node} has the table")]
    Elsewhere {
        /// The address at which other nodes reach it.
        node: SocketAddr,
        /// The remaining duration of its lease, unless the lease is renewed or given back.
        lease: Duration,
    },
    /// This node's own lease is over, so it can claim nothing.
    #[error("this node has no lease")]
    NoLease,
    /// The database did not say whether it kept the write: it answered too late, the connection broke, or it warned that
    /// no standby has the write yet. A new claim of the table shows the outcome.
    #[error("it is unknown whether it was kept: {0}")]
    Unknown(String),
    #[error("the disk is full")]
    DiskFull,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// A row is not in the form that the server writes.
    #[error("the store is corrupt: {0}")]
    Corrupt(String),
    #[error("the database failed: {0}")]
    Database(String),
}

impl StoreError {
    /// Whether the file or database as a whole can't be used now, so that the same may work later.
    #[must_use]
    pub const fn is_temporary(&self) -> bool {
        matches!(self, Self::Unknown(_) | Self::DiskFull | Self::Closed | Self::Database(_) | Self::NoLease)
    }
}

/// The reason why a store can't be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder is missing, or this process may not use it.
    #[error("can't open {path}: {error}", path = path.display())]
    File { path: PathBuf, error: std::io::Error },
    /// Another server uses the database.
    #[error("{data} is in use by another server")]
    InUse { data: Data },
    /// It is not a Townhall database; `why` says what it is instead.
    #[error("{data} is not a Townhall {}: {why}", data.kind())]
    NotOurs {
        data: Data,
        /// The contents that were found.
        why: String,
    },
    /// A newer version of the program has written it.
    #[error("{data} was written by a newer version of Townhall")]
    Newer { data: Data },
    /// The database can't be reached.
    #[error("can't reach {data}: {why}")]
    Unreachable { data: Data, why: String },
    /// The database could lose what it has acknowledged.
    #[error(
        "{data} could lose moves that were acknowledged: {why}. To accept that, start with --accept-loss"
    )]
    Lossy {
        data: Data,
        /// The settings by which it could.
        why: String,
    },
    #[error("can't open {data}: {why}")]
    Database { data: Data, why: String },
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
