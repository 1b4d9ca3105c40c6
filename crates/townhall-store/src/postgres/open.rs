//! Opening the database: checks of its version and contents, and migrations.

use super::{
    link::{Failure, LONG_STATEMENT_TIMEOUT, Link, STATEMENT_TIMEOUT},
    lock::{self, Use},
    risk, rows,
    target::Target,
};
use crate::{
    data::{Data, DatabaseUrl},
    error::OpenError,
    migrations::{self, schema},
};

/// The oldest supported version of Postgres, in the form of `server_version_num`.
const OLDEST: i64 = 130_000;

/// The advisory lock of migrations.
const MIGRATING: &str = "SELECT pg_advisory_xact_lock(1416591214, 1)";
/// Whether there are nodes with a lease.
const NODES: &str = "SELECT count(*) FROM nodes WHERE until > now()";

/// Checks the database and brings its schema up to date. Returns the target for further connections, and the connection
/// that holds the server's lock: Postgres releases the lock when that connection ends for any reason.
pub(crate) async fn open(url: &DatabaseUrl, accept_loss: bool, by: Use) -> Result<(Target, Link), OpenError> {
    let data = || Data::Postgres(url.clone());
    let unreachable = |why: String| OpenError::Unreachable { data: data(), why };
    let target = Target::of(url).map_err(unreachable)?;
    let link = Link::open(&target).await.map_err(|failure| unreachable(failure.message()))?;
    let failed = |failure: Failure| OpenError::Database { data: data(), why: failure.message() };

    let version =
        number(&link, "SELECT current_setting('server_version_num')::bigint").await.map_err(failed)?;
    if version < OLDEST {
        let why = format!("expected Postgres {} or newer, found version {version}", OLDEST / 10_000);
        return Err(OpenError::Database { data: data(), why });
    }
    if !accept_loss && let Some(why) = risk::of(&link).await.map_err(failed)? {
        return Err(OpenError::Lossy { data: data(), why });
    }
    if !lock::take(&link, by).await.map_err(failed)? {
        return Err(OpenError::InUse { data: data() });
    }
    // A migration may go through all entries.
    let link = link.with_timeout(LONG_STATEMENT_TIMEOUT);
    match migrate(&link).await.map_err(failed)? {
        // A node that can't reach the database has no lock, but for a while still a lease.
        Found::Ours if by == Use::Alone && number(&link, NODES).await.map_err(failed)? > 0 => {
            Err(OpenError::InUse { data: data() })
        }
        Found::Ours => Ok((target, link.with_timeout(STATEMENT_TIMEOUT))),
        Found::Newer => Err(OpenError::Newer { data: data() }),
        Found::Others(why) => Err(OpenError::NotOurs { data: data(), why }),
    }
}

async fn number(link: &Link, sql: &'static str) -> Result<i64, Failure> {
    Ok(rows::number(&link.rows(sql, &[]).await?)?)
}

/// The contents of the database.
enum Found {
    /// The current schema of Townhall.
    Ours,
    /// A schema of a newer version of Townhall.
    Newer,
    /// Tables of another program, or an unusable schema.
    Others(String),
}

/// Runs the pending migrations.
async fn migrate(link: &Link) -> Result<Found, Failure> {
    link.run("BEGIN").await?;
    let found = migrate_within(link).await;
    link.run(if matches!(found, Ok(Found::Ours)) { "COMMIT" } else { "ROLLBACK" }).await?;
    found
}

async fn migrate_within(link: &Link) -> Result<Found, Failure> {
    // Several servers may start at once.
    link.run(MIGRATING).await?;
    if number(link, "SELECT (to_regclass('townhall_migrations') IS NULL)::int::bigint").await? == 1 {
        let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()";
        if number(link, "SELECT (current_schema() IS NULL)::int::bigint").await? == 1 {
            return Ok(Found::Others("its search_path names no schema".to_owned()));
        }
        if number(link, tables).await? > 0 {
            return Ok(Found::Others("another program's tables".to_owned()));
        }
        if number(link, "SELECT (current_setting('server_encoding') <> 'UTF8')::int::bigint").await? == 1 {
            return Ok(Found::Others("its encoding is not UTF8".to_owned()));
        }
        link.run("CREATE TABLE townhall_migrations (version bigint PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())")
            .await?;
    }
    let latest = number(link, "SELECT coalesce(max(version), 0) FROM townhall_migrations").await?;
    if latest > schema(&migrations::POSTGRES) {
        return Ok(Found::Newer);
    }
    for missing in migrations::POSTGRES.iter().filter(|migration| migration.version > latest) {
        link.run(missing.sql).await?;
        link.run(&format!("INSERT INTO townhall_migrations (version) VALUES ({})", missing.version)).await?;
    }
    Ok(Found::Ours)
}
