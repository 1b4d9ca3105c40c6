//! The SQLite engine: a store in one file.
//!
//! Writes go through one task, the [writer], which commits those of many tables at once; reads use a few connections of
//! their own. A lock file beside the database keeps a second server from opening it.

mod open;
mod snapshot;
pub(crate) mod statement;
mod writer;

use std::{fs::File, path::Path};

use async_trait::async_trait;
use sqlx::{SqliteConnection, SqlitePool};
use tokio::sync::Mutex;
use townhall_table::journal::Millis;

use self::writer::Writer;
pub use self::{
    open::{replace, resolved},
    snapshot::{ListedTable, Snapshot},
};
use crate::{
    Store,
    columns::stamp,
    error::{OpenError, StoreError},
    migrations::{self, schema},
};

/// A store in one SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    pub(crate) writer: Writer,
    pub(crate) readers: SqlitePool,
    /// A connection for reading who a client is, which no other query keeps busy.
    pub(crate) logins: SqlitePool,
    /// Held for as long as the store is open.
    lock: Mutex<Option<File>>,
}

impl SqliteStore {
    /// Opens a file, or makes one that only this user can read.
    ///
    /// # Errors
    /// It can't be opened, is something else, was written by a newer version, or is in use.
    pub async fn open(path: &Path) -> Result<Self, OpenError> {
        open::create(path)?;
        Self::open_existing(path).await
    }

    /// Opens an existing file. From then on only its owner can read it.
    ///
    /// # Errors
    /// As [`SqliteStore::open`]; or there is no such file.
    pub async fn open_existing(path: &Path) -> Result<Self, OpenError> {
        let open::Opened { connection, readers, logins, lock } = open::open(path).await?;
        Ok(Self { writer: Writer::spawn(connection), readers, logins, lock: Mutex::new(Some(lock)) })
    }
}

/// Opens a file that `exists`, or else makes one, for a single connection: with the lock that it needs.
pub(crate) async fn open_alone(path: &Path, exists: bool) -> Result<(SqliteConnection, File), OpenError> {
    if !exists {
        open::create(path)?;
    }
    let open::Opened { connection, readers, logins, lock } = open::open(path).await?;
    readers.close().await;
    logins.close().await;
    Ok((connection, lock))
}

#[async_trait]
impl Store for SqliteStore {
    fn schema(&self) -> i64 {
        schema(&migrations::SQLITE)
    }

    async fn probe(&self, now: Millis) -> Result<(), StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let sql =
                    "INSERT INTO health (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at";
                sqlx::query(sql).bind(stamp(now)).execute(db).await?;
                Ok(())
            })
        });
        write.await
    }

    async fn bytes(&self) -> Result<u64, StoreError> {
        let sql = "SELECT (page_count - freelist_count) * page_size \
                   FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()";
        let bytes: i64 = sqlx::query_scalar(sql).fetch_one(&self.readers).await?;
        Ok(bytes.unsigned_abs())
    }

    async fn settle(&self) -> Result<(), StoreError> {
        self.writer.checkpoint().await
    }

    async fn close(&self) {
        self.readers.close().await;
        self.logins.close().await;
        self.writer.close().await;
        self.lock.lock().await.take();
    }
}
