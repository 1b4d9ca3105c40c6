//! Opening the file.

use std::{
    fs::{File, TryLockError},
    path::{Path, PathBuf},
    time::Duration,
};

use sqlx::{
    ConnectOptions, Connection, SqlSafeStr, SqliteConnection, SqlitePool,
    migrate::{MigrateError, Migration, MigrationType, Migrator},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::{OpenError, READERS};

/// The steps from an empty file to what this version writes. What was released is never changed.
const MIGRATIONS: [(i64, &str, &str); 3] = [
    (1, "tables", include_str!("../../../migrations/0001_tables.sql")),
    (2, "pending bots", include_str!("../../../migrations/0002_pending_bots.sql")),
    (3, "devices", include_str!("../../../migrations/0003_devices.sql")),
];

/// What the first migration sets, so that no other program's file is taken for ours.
const APPLICATION_ID: i64 = 1_416_591_214;
/// SQLite's result code for a file that is no database.
const SQLITE_NOT_A_DATABASE: &str = "26";
/// How many pages the log of a file may have before they are brought into it: few enough that doing
/// so delays nobody noticeably.
const CHECKPOINT_PAGES: &str = "2000";

/// Keeps other servers out. The operating system releases the lock when the process ends, however
/// it ends.
pub(super) fn lock(path: &Path) -> Result<File, OpenError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".lock");
    let beside = PathBuf::from(beside);
    let failed = |error| OpenError::File { path: path.to_owned(), error };
    let file = File::options().create(true).truncate(false).write(true).open(&beside).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: path.to_owned() }),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// The writer's connection, and those that read.
pub(super) async fn connect(path: &Path) -> Result<(SqliteConnection, SqlitePool), OpenError> {
    let failed = |error: sqlx::Error| explain(path, &error);
    let written = std::fs::metadata(path).is_ok_and(|file| file.len() > 0);
    if written {
        check_ours(path).await?;
    }
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
        .pragma("wal_autocheckpoint", CHECKPOINT_PAGES);
    let mut connection = options.connect().await.map_err(failed)?;
    migrator().run(&mut connection).await.map_err(|error| match error {
        MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..) => {
            OpenError::Newer { path: path.to_owned() }
        }
        other => OpenError::Database { path: path.to_owned(), why: other.to_string() },
    })?;
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        .connect_lazy_with(options.create_if_missing(false).pragma("query_only", "1"));
    Ok((connection, readers))
}

/// Checks, without changing anything, that the file is one of ours, or an empty database.
async fn check_ours(path: &Path) -> Result<(), OpenError> {
    let failed = |error: sqlx::Error| explain(path, &error);
    let mut connection = SqliteConnectOptions::new().filename(path).connect().await.map_err(failed)?;
    let id: i64 =
        sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut connection).await.map_err(failed)?;
    let tables: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema")
        .fetch_one(&mut connection)
        .await
        .map_err(failed)?;
    connection.close().await.map_err(failed)?;
    if id == APPLICATION_ID || (id == 0 && tables == 0) {
        Ok(())
    } else {
        Err(OpenError::NotOurs { path: path.to_owned(), why: "another program's database".to_owned() })
    }
}

fn explain(path: &Path, error: &sqlx::Error) -> OpenError {
    let path = path.to_owned();
    match error {
        sqlx::Error::Database(inner) if inner.code().as_deref() == Some(SQLITE_NOT_A_DATABASE) => {
            OpenError::NotOurs { path, why: "not a database".to_owned() }
        }
        other => OpenError::Database { path, why: other.to_string() },
    }
}

fn migrator() -> Migrator {
    let migrations = MIGRATIONS.map(|(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.into())
}
