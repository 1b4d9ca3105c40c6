//! The SQLite engine: a store in one file.
//!
//! Writes go through one task, the [writer], which commits those of many tables at once; reads use a few connections of
//! their own. A lock file beside the database keeps a second server from opening it.

mod open;
mod rows;
mod snapshot;
pub(crate) mod statement;
mod writer;

use std::path::Path;

use futures_util::future::BoxFuture;
use sqlx::{SqliteConnection, SqlitePool};
use tokio::sync::Mutex;
use townhall_table::TableCode;

pub(crate) use self::open::Lock;
use self::writer::Writer;
pub use self::{
    open::{replace, resolved},
    snapshot::{ListedTable, Snapshot},
};
use crate::{
    engine::statement::{Reach, Row, Value},
    error::{OpenError, StoreError},
    journal::{Append, Epoch, NewTable, Rewrite, StoredTable, TableId},
};

/// An open file.
#[derive(Debug)]
pub(crate) struct SqliteEngine {
    writer: Writer,
    readers: SqlitePool,
    /// A connection for reading who a client is, which no other query keeps busy.
    logins: SqlitePool,
    /// Held for as long as the store is open.
    lock: Mutex<Option<Lock>>,
}

impl SqliteEngine {
    /// Opens a file, or makes one that only this user can read.
    pub(crate) async fn open(path: &Path) -> Result<Self, OpenError> {
        open::create(path)?;
        Self::open_existing(path).await
    }

    /// Opens an existing file. From then on only its owner can read it.
    pub(crate) async fn open_existing(path: &Path) -> Result<Self, OpenError> {
        let open::Opened { connection, readers, logins, lock } = open::open(path).await?;
        Ok(Self { writer: Writer::spawn(connection), readers, logins, lock: Mutex::new(Some(lock)) })
    }
}

/// Opens a file that `exists`, or else makes one, for a single connection: with the lock that it needs.
pub(crate) async fn open_alone(path: &Path, exists: bool) -> Result<(SqliteConnection, Lock), OpenError> {
    if !exists {
        open::create(path)?;
    }
    let open::Opened { connection, readers, logins, lock } = open::open(path).await?;
    readers.close().await;
    logins.close().await;
    Ok((connection, lock))
}

impl SqliteEngine {
    pub(crate) async fn read(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>, StoreError> {
        statement::rows(&self.readers, sql, values).await
    }

    pub(crate) async fn identify(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Vec<Row>, StoreError> {
        statement::rows(&self.logins, sql, values).await
    }

    pub(crate) async fn write<T: Send + 'static>(
        &self,
        reach: Reach,
        write: impl for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        self.writer.write(reach, write).await
    }

    pub(crate) async fn create_table(&self, table: NewTable) -> Result<TableId, StoreError> {
        self.write(Reach::Subject, move |db| Box::pin(rows::insert_table(db, table))).await
    }

    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writer.append(append).await
    }

    pub(crate) async fn load(&self, code: TableCode) -> Result<Option<StoredTable>, StoreError> {
        let row: Option<(i64, bool)> = sqlx::query_as("SELECT id, closed FROM tables WHERE code = ?")
            .bind(code.to_string())
            .fetch_optional(&self.readers)
            .await?;
        let Some((id, is_closed)) = row else { return Ok(None) };
        let id = TableId(id);
        let entries = rows::journal(&self.readers, id, code).await?;
        Ok(Some(StoredTable { id, epoch: Epoch::default(), is_closed, entries }))
    }

    pub(crate) async fn rewrite(&self, rewrite: Rewrite) -> Result<(), StoreError> {
        self.write(Reach::Journals, move |db| Box::pin(rows::rewrite(db, rewrite))).await
    }

    pub(crate) async fn settle(&self) -> Result<(), StoreError> {
        self.writer.checkpoint().await
    }

    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.logins.close().await;
        self.writer.close().await;
        self.lock.lock().await.take();
    }
}
