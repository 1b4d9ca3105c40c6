//! A file that is copied, or into which a copy is written.

use std::{fs::File, path::Path};

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use super::{
    archive::{Archive, Latest, MAX_PAGE, Page},
    part::Part,
};
use crate::{
    error::{OpenError, StoreError},
    sqlite::{
        open_alone,
        statement::{execute, latest_id},
    },
};

#[derive(Debug)]
pub(super) struct SqliteArchive {
    connection: SqliteConnection,
    _lock: File,
}

impl SqliteArchive {
    /// Opens a file that `exists`, or else makes one.
    pub(super) async fn open(path: &Path, exists: bool) -> Result<Self, OpenError> {
        let (connection, lock) = open_alone(path, exists).await?;
        Ok(Self { connection, _lock: lock })
    }
}

#[async_trait]
impl Archive for SqliteArchive {
    async fn begin(&mut self) -> Result<(), StoreError> {
        execute(&mut self.connection, "BEGIN IMMEDIATE").await
    }

    async fn commit(&mut self) -> Result<(), StoreError> {
        execute(&mut self.connection, "COMMIT").await
    }

    async fn page(&mut self, part: &Part, after: i64) -> Result<Page, StoreError> {
        let query = sqlx::query_as(part.sqlite.page).bind(after).bind(MAX_PAGE);
        Ok(query.fetch_all(&mut self.connection).await?)
    }

    async fn put(&mut self, part: &Part, rows: String) -> Result<(), StoreError> {
        for sql in part.sqlite.put {
            sqlx::query(*sql).bind(rows.as_str()).execute(&mut self.connection).await?;
        }
        Ok(())
    }

    async fn latest(&mut self) -> Result<Latest, StoreError> {
        let sql = format!("SELECT {}, {}", latest_id("players"), latest_id("tables"));
        Ok(sqlx::query_as(AssertSqlSafe(sql)).fetch_one(&mut self.connection).await?)
    }

    async fn set_latest(&mut self, (player, table): Latest) -> Result<(), StoreError> {
        let sql = "INSERT INTO used_ids (kind, id) VALUES ('players', ?), ('tables', ?) \
                   ON CONFLICT (kind) DO UPDATE SET id = excluded.id";
        sqlx::query(sql).bind(player).bind(table).execute(&mut self.connection).await?;
        Ok(())
    }

    async fn close(self: Box<Self>) {
        if let Err(error) = self.connection.close().await {
            tracing::warn!(%error, "could not close the file");
        }
    }
}
