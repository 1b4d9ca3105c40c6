//! A read-only snapshot of a database file, whether or not a server has it open.

use std::path::{Path, PathBuf};

use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{open, rows::journal, statement::execute};
use crate::{
    columns::from_json,
    error::{OpenError, StoreError},
    journal::TableId,
    migrations::{self, schema},
};

/// How many faults SQLite's integrity check reports at most.
const FAULTS: usize = 100;

/// A database file that is only read.
#[derive(Debug)]
pub struct Snapshot {
    connection: SqliteConnection,
    path: PathBuf,
}

/// The columns of a table that are compared with its journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedTable {
    pub id: TableId,
    pub code: String,
    /// Its status, as the stored word.
    pub status: String,
    /// The names of the players, by chair; `None` where a chair is empty.
    pub names: Vec<Option<String>>,
}

impl Snapshot {
    /// Opens an existing file, without changing it.
    ///
    /// # Errors
    /// It can't be opened, is something else, or was written by a newer version.
    pub async fn open(path: &Path) -> Result<Self, OpenError> {
        let failed = |error| OpenError::File { path: path.to_owned(), error };
        let path = open::resolved(path).map_err(failed)?;
        open::check_ours(&path).await?;
        let explain = |error: sqlx::Error| open::explain(&path, &error);
        let options = SqliteConnectOptions::new().filename(&path).read_only(true);
        let mut connection = options.connect().await.map_err(explain)?;
        let sql = "SELECT count(*) FROM sqlite_schema";
        let tables: i64 = sqlx::query_scalar(sql).fetch_one(&mut connection).await.map_err(explain)?;
        if tables == 0 {
            return Err(OpenError::NotOurs { data: path.into(), why: "an empty file".to_owned() });
        }
        let sql = "SELECT max(version) FROM _sqlx_migrations";
        let found: Option<i64> = sqlx::query_scalar(sql).fetch_one(&mut connection).await.map_err(explain)?;
        if found > Some(schema(&migrations::SQLITE)) {
            return Err(OpenError::Newer { data: path.into() });
        }
        Ok(Self { connection, path })
    }

    /// Whether this version of the program wrote it, so that it would not be upgraded.
    pub async fn is_current(mut self) -> bool {
        let found = open::stored_schema(&mut self.connection).await;
        self.close().await;
        found == Some(schema(&migrations::SQLITE))
    }

    /// The path of the file, with symbolic links resolved.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Copies everything that is durable at this moment, including the write-ahead log, into a file that is empty or
    /// does not exist. A server that writes meanwhile is not blocked.
    ///
    /// # Errors
    /// The copy can't be written, or the file can't be read.
    pub async fn copy_to(&mut self, copy: &Path) -> Result<(), StoreError> {
        let name = copy.to_str().ok_or_else(|| StoreError::Database("the name is not UTF-8".to_owned()))?;
        sqlx::query("VACUUM INTO ?").bind(name).execute(&mut self.connection).await?;
        Ok(())
    }

    /// Begins a read transaction: from now on everything is read as it is at this moment.
    ///
    /// # Errors
    /// The database failed.
    pub async fn hold(&mut self) -> Result<(), StoreError> {
        execute(&mut self.connection, "BEGIN").await
    }

    /// The faults of the file as a database: broken pages, indices that miss rows, references to missing rows.
    ///
    /// # Errors
    /// It can't be read at all.
    pub async fn faults(&mut self) -> Result<Vec<String>, StoreError> {
        let mut faults: Vec<String> =
            sqlx::query_scalar("PRAGMA integrity_check(100)").fetch_all(&mut self.connection).await?;
        faults.retain(|fault| fault != "ok");
        let dangling = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut self.connection).await?.len();
        if dangling > 0 {
            faults.push(format!("{dangling} rows name a player or a table that does not exist"));
        }
        let lost: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM entries WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = key >> 20)",
        )
        .fetch_one(&mut self.connection)
        .await?;
        if lost > 0 {
            faults.push(format!("{lost} entries belong to no table"));
        }
        faults.truncate(FAULTS);
        Ok(faults)
    }

    /// All tables.
    ///
    /// # Errors
    /// Their list can't be read.
    pub async fn tables(&mut self) -> Result<Vec<ListedTable>, StoreError> {
        let sql = "SELECT id, code, status, names FROM tables ORDER BY id";
        let rows: Vec<(i64, String, String, String)> =
            sqlx::query_as(sql).fetch_all(&mut self.connection).await?;
        let listed = |(id, code, status, names): (i64, String, String, String)| {
            // Names that can't be read become an empty list, which differs from the journal and so is reported.
            let names = from_json(&names).unwrap_or_default();
            ListedTable { id: TableId(id), code, status, names }
        };
        Ok(rows.into_iter().map(listed).collect())
    }

    /// The texts of the entries of a table.
    ///
    /// # Errors
    /// They can't be read, or one is missing.
    pub async fn journal(&mut self, table: &ListedTable) -> Result<Vec<String>, StoreError> {
        journal(&mut self.connection, table.id, &table.code).await
    }

    /// Closes the file.
    pub async fn close(self) {
        if let Err(error) = self.connection.close().await {
            tracing::debug!(%error, "a file that was only read could not be closed");
        }
    }
}
