//! Opening the database file: permissions, lock, connections, migrations.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use sqlx::{
    ConnectOptions, Connection, SqlSafeStr, SqliteConnection, SqlitePool,
    migrate::{MigrateError, Migration, MigrationType, Migrator},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::{error::OpenError, migrations};

/// The number of connections for reading.
const READERS: u32 = 3;

/// SQLite's `application_id`, which the first migration sets, so that no other program's file is taken for ours.
const APPLICATION_ID: i64 = 1_416_591_214;
/// SQLite's result code for a file that is not a database.
const SQLITE_NOT_A_DATABASE: &str = "26";
/// The number of pages in the write-ahead log after which SQLite makes a checkpoint: small enough that a checkpoint causes
/// no noticeable delay.
const CHECKPOINT_PAGES: &str = "2000";

/// Resolves all symbolic links of a path, so that one file can't be locked under two names.
///
/// # Errors
/// The file does not exist, or a folder of the path can't be searched.
pub fn resolved(path: &Path) -> io::Result<PathBuf> {
    std::fs::canonicalize(path)
}

/// An open file.
pub(super) struct Opened {
    /// The writer's connection.
    pub(super) connection: SqliteConnection,
    /// The connections for reading.
    pub(super) readers: SqlitePool,
    /// The connection for reading who a client is.
    pub(super) logins: SqlitePool,
    pub(super) lock: Lock,
}

/// Opens a file.
pub(super) async fn open(path: &Path) -> Result<Opened, OpenError> {
    let path = &resolved(path).map_err(|error| OpenError::File { path: path.to_owned(), error })?;
    let lock = lock(path)?;
    let (connection, [readers, logins]) = connect(path).await?;
    keep_private(path);
    Ok(Opened { connection, readers, logins, lock })
}

/// Creates an empty file that only this user can read, unless the file exists.
pub(super) fn create(path: &Path) -> Result<(), OpenError> {
    let made = private(File::options().create(true).append(true)).open(path);
    made.map(drop).map_err(|error| OpenError::File { path: path.to_owned(), error })
}

/// Sets the options to create files that only their owner can read.
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// Removes the permissions of group and others on the file and its log, because they hold seeds and sealed choices.
/// SQLite gives the log the same permissions as the file, but older versions of this program restricted neither.
fn keep_private(path: &Path) {
    #[cfg(unix)]
    for suffix in ["", "-wal", "-shm", ".lock"] {
        use std::os::unix::fs::PermissionsExt;
        let path = beside(path, suffix);
        let Ok(found) = std::fs::metadata(&path) else { continue };
        let mode = found.permissions().mode();
        if mode & 0o077 != 0 {
            let private = std::fs::Permissions::from_mode(mode & 0o700);
            if let Err(error) = std::fs::set_permissions(&path, private) {
                tracing::warn!(path = %path.display(), %error, "others can read this file");
            }
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Puts the file `fresh`, in the same folder, in the place of a database file, which no server may use. The former file is
/// kept under another name, which is returned; `None` if there was none.
///
/// # Errors
/// A server uses the file, or files can't be renamed.
pub fn replace(path: &Path, fresh: &Path) -> Result<Option<PathBuf>, OpenError> {
    let failed = |error| OpenError::File { path: path.to_owned(), error };
    File::open(fresh).and_then(|fresh| fresh.sync_all()).map_err(failed)?;
    let Ok(path) = resolved(path) else {
        std::fs::rename(fresh, path).map_err(failed)?;
        return Ok(None);
    };
    let _lock = lock(&path)?;
    give_to_owner_of(&path, fresh);
    let kept = (0..).map(|n| beside(&path, &format!(".before-restore-{n}")));
    let kept = kept.take(10_000).find(|kept| !kept.exists());
    let kept = kept.ok_or_else(|| failed(io::ErrorKind::AlreadyExists.into()))?;
    // The log comes first: without its file it does no harm, but beside another file it would damage that one.
    for suffix in ["-wal", "-shm", ""] {
        match std::fs::rename(beside(&path, suffix), beside(&kept, suffix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
    }
    std::fs::rename(fresh, &path).map_err(failed)?;
    // Syncs the folder, so that the names survive a loss of power. Not every system can sync a folder.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(Some(kept))
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(suffix);
    PathBuf::from(beside)
}

/// Changes the owner of a file that root created, such as by a command under `sudo`, to the owner of the database file,
/// so that the server of that user can open it.
fn give_to_owner_of(path: &Path, made: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        if let (Ok(owner), Ok(found)) = (std::fs::metadata(path), std::fs::metadata(made))
            && owner.uid() != found.uid()
        {
            // Only root may change the owner of a file, and only files that root created need it.
            let _ = chown(made, Some(owner.uid()), Some(owner.gid()));
        }
    }
    #[cfg(not(unix))]
    let _ = (path, made);
}

/// The lock of a database file, until it is dropped.
///
/// Two files are locked. That beside the database works on all systems, and keeps out servers of earlier versions. The lock of the
/// database file itself (by `flock`, which does not affect SQLite's own locks) also keeps out a server that opens it under another
/// name: a hard link would have a write-ahead log of its own.
#[derive(Debug)]
pub(crate) struct Lock {
    _beside: File,
    #[cfg(unix)]
    _file: File,
}

/// Locks the file, so that no other server opens it. The operating system releases the lock when the process ends, even if
/// it is killed.
fn lock(path: &Path) -> Result<Lock, OpenError> {
    let beside = beside(path, ".lock");
    let failed = |error| OpenError::File { path: path.to_owned(), error };
    let mut options = File::options();
    let options = options.create(true).truncate(false).write(true);
    let file = private(options).open(&beside).map_err(failed)?;
    give_to_owner_of(path, &beside);
    let hold = |file: File| match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { data: path.into() }),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    };
    Ok(Lock {
        _beside: hold(file)?,
        #[cfg(unix)]
        _file: hold(File::open(path).map_err(failed)?)?,
    })
}

/// Returns the writer's connection, the connections for reading, and the one for reading who a client is.
pub(super) async fn connect(path: &Path) -> Result<(SqliteConnection, [SqlitePool; 2]), OpenError> {
    let failed = |error: sqlx::Error| explain(path, &error);
    let written = std::fs::metadata(path).is_ok_and(|file| file.len() > 0);
    if written {
        check_ours(path).await?;
    }
    let options = SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
        // Overwrites deleted rows in the file with zeros.
        .pragma("secure_delete", "ON")
        .pragma("wal_autocheckpoint", CHECKPOINT_PAGES);
    let mut connection = options.connect().await.map_err(failed)?;
    let before = if written { stored_schema(&mut connection).await } else { None };
    migrator().run(&mut connection).await.map_err(|error| match error {
        MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..) => {
            OpenError::Newer { data: path.into() }
        }
        other => OpenError::Database { data: path.into(), why: other.to_string() },
    })?;
    let now = migrations::schema(&migrations::SQLITE);
    if let Some(before) = before.filter(|before| *before < now) {
        let version = env!("CARGO_PKG_VERSION");
        tracing::info!(before, now, version, "upgraded the file");
    }
    let options = options.pragma("query_only", "1");
    let pools = [READERS, 1].map(|connections| {
        SqlitePoolOptions::new().max_connections(connections).connect_lazy_with(options.clone())
    });
    Ok((connection, pools))
}

/// The version of the schema that a file has; `None` if it has none, or if it can't be read.
pub(super) async fn stored_schema(connection: &mut SqliteConnection) -> Option<i64> {
    let sql = "SELECT max(version) FROM _sqlx_migrations";
    sqlx::query_scalar(sql).fetch_one(connection).await.ok().flatten()
}

/// Checks, without a change, that the file is a Townhall database or an empty one.
pub(super) async fn check_ours(path: &Path) -> Result<(), OpenError> {
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
        Err(OpenError::NotOurs { data: path.into(), why: "another program's database".to_owned() })
    }
}

pub(super) fn explain(path: &Path, error: &sqlx::Error) -> OpenError {
    let data = path.into();
    match error {
        sqlx::Error::Database(inner) if inner.code().as_deref() == Some(SQLITE_NOT_A_DATABASE) => {
            OpenError::NotOurs { data, why: "not a database".to_owned() }
        }
        other => OpenError::Database { data, why: other.to_string() },
    }
}

fn migrator() -> Migrator {
    of_migrations(migrations::SQLITE.iter())
}

fn of_migrations<'a>(migrations: impl Iterator<Item = &'a migrations::Migration>) -> Migrator {
    let migrations = migrations.map(|&migrations::Migration { version, name, sql }| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;
    use townhall_table::{journal::PlayerId, session::NoticeKind};

    use super::*;
    use crate::{Data, DeliveryOutcome, DeliveryState, DeviceId, Kinds, Medium, Store};

    /// A guest with two browsers that get notifications, and what was and is to be sent to them.
    const VERSION_12: &str = "\
        INSERT INTO players (id, name, colour, since) VALUES (7, 'Ada', 'moss', 1); \
        INSERT INTO devices (id, player_id, secret, label, since, seen) VALUES \
          (3, 7, x'01', 'Firefox', 1, 1), (4, 7, x'02', 'Safari', 1, 1); \
        INSERT INTO tables (id, code, game, variant, players, names, status, listing, to_act, touched) VALUES \
          (5, 'AAAAAA', 'point-city', 'standard', 2, '[]', 'playing', 'private', '[7]', 1); \
        INSERT INTO channels (id, player_id, device_id, address, keys, site, language, kinds, quiet, since) VALUES \
          (1, 7, 3, 'https://push.example/3', '{}', 'https://town.example', 'hu', 3, \
           '{\"from\":1320,\"to\":480,\"zone\":\"Europe/Budapest\"}', 9), \
          (2, 7, 4, 'https://push.example/4', '{}', 'https://town.example', 'hu', 1, NULL, 9); \
        INSERT INTO notices (id, channel_id, table_id, kind, turn, at, due, attempts, state, detail) VALUES \
          (1, 1, 5, 1, 1, 10, 20, 1, 'sent', ''), (2, 1, 5, 1, 2, 30, 40, 2, 'waiting', '503'), \
          (3, 2, 5, 1, 2, 30, 40, 8, 'failed', '503');";

    #[tokio::test]
    async fn a_file_of_version_12_keeps_its_channels_and_notices() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("town.db");
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut old = options.connect().await.unwrap();
        let migrations = migrations::SQLITE.iter().filter(|migration| migration.version <= 12);
        of_migrations(migrations).run(&mut old).await.unwrap();
        sqlx::raw_sql(VERSION_12).execute(&mut old).await.unwrap();
        old.close().await.unwrap();

        let store = Store::open(&Data::File(path), false).await.unwrap();
        let channels = store.channels(PlayerId(7)).await.unwrap();
        let found: Vec<_> = channels
            .iter()
            .map(|(id, channel)| (id.0, channel.medium, &*channel.address, channel.quiet.is_some()))
            .collect();
        let push = |device| Medium::Push(DeviceId(device));
        assert_eq!(
            found,
            [(1, push(3), "https://push.example/3", true), (2, push(4), "https://push.example/4", false)]
        );
        // Channels from before appointments also remind of these.
        let kinds: Kinds = [NoticeKind::Turn, NoticeKind::Started, NoticeKind::Soon].into_iter().collect();
        assert_eq!((channels[0].1.kinds, &channels[0].1.digest), (kinds, &None));
        let waiting = store.waiting_notices(40, &[], 9, 9).await.unwrap();
        assert_eq!(waiting[0].target, "push push.example");
        let taken = store.take_notices(40, 90, &waiting).await.unwrap();
        let [due] = taken.as_slice() else { panic!("{taken:?}") };
        assert_eq!((due.id, due.turn, due.attempts, due.is_collected), (2, 2, 3, false));
        store.settle_notice(2, DeliveryOutcome::Sent).await.unwrap();
        let states: Vec<DeliveryState> =
            store.notices(Some(PlayerId(7)), 9).await.unwrap().into_iter().map(|line| line.state).collect();
        assert_eq!(states, [DeliveryState::Failed, DeliveryState::Sent, DeliveryState::Sent]);
        // The number of a channel that ends is not given again.
        let (_, mut channel) = channels[1].clone();
        store.remove_channel_of(DeviceId(4)).await.unwrap();
        channel.address = "https://push.example/5".to_owned();
        assert!(store.set_channel(channel).await.unwrap().0 > 2);
    }
}
