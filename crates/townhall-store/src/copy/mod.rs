//! Copies everything from a file to a database or back, exactly.

mod archive;
pub(crate) mod part;
mod postgres;
mod sqlite;

use serde_json::Value;

use self::{
    archive::{Archive, Page},
    part::Part,
    postgres::PostgresArchive,
    sqlite::SqliteArchive,
};
use crate::{
    data::Data,
    error::{OpenError, StoreError},
    guests, moderation, notes, notices, recovery, tables,
};

/// The numbers of copied rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Migrated {
    /// The number of guests.
    pub players: u64,
    /// The number of tables.
    pub tables: u64,
    /// The number of entries of journals.
    pub entries: u64,
}

/// The reason why nothing was copied.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// One of the two can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The destination already contains rows.
    #[error("{to} is not empty: expected a new file or an empty database")]
    NotEmpty {
        /// Where the copy should go.
        to: Data,
    },
    /// The source can't be read.
    #[error("can't read {from}: {error}")]
    Read {
        /// The source of the copy.
        from: Data,
        /// The reason.
        error: StoreError,
    },
    /// The copy can't be written.
    #[error("can't write {to}: {error}")]
    Write {
        /// Where the copy should go.
        to: Data,
        /// The reason.
        error: StoreError,
    },
    /// The copy differs. It was not kept.
    #[error("the copy in {to} differs from {from}; it was not kept")]
    Differs {
        /// The source of the copy.
        from: Data,
        /// The destination of the copy.
        to: Data,
    },
}

/// The parts of a store, in the order in which they can be written: later ones name rows of earlier ones.
fn parts() -> impl Iterator<Item = &'static Part> {
    let earlier = guests::PARTS.iter().chain(&tables::PARTS).chain(&moderation::PARTS);
    earlier.chain(&notes::PARTS).chain(&notices::PARTS).chain(&recovery::PARTS)
}

async fn open(data: &Data, exists: bool) -> Result<Box<dyn Archive>, OpenError> {
    Ok(match data {
        Data::File(path) => Box::new(SqliteArchive::open(path, exists).await?),
        Data::Postgres(url) => Box::new(PostgresArchive::open(url).await?),
    })
}

/// Copies everything from one store into another, which must be new or empty. No server may use either. All of it is
/// written in one transaction, and compared before that is committed: a copy is complete or not there.
///
/// # Errors
/// The reason why nothing was copied.
pub async fn migrate(from: &Data, to: &Data) -> Result<Migrated, MigrateError> {
    let mut source = open(from, true).await?;
    let mut copy = open(to, false).await?;
    let copied = copy_all((from, &mut *source), (to, &mut *copy)).await;
    source.close().await;
    copy.close().await;
    copied
}

async fn copy_all(
    (from, source): (&Data, &mut dyn Archive),
    (to, copy): (&Data, &mut dyn Archive),
) -> Result<Migrated, MigrateError> {
    let unread = |error| MigrateError::Read { from: from.clone(), error };
    let unwritten = |error| MigrateError::Write { to: to.clone(), error };
    for part in parts() {
        if !copy.page(part, 0).await.map_err(unwritten)?.is_empty() {
            return Err(MigrateError::NotEmpty { to: to.clone() });
        }
    }
    copy.begin().await.map_err(unwritten)?;
    for part in parts() {
        let mut after = 0;
        loop {
            let page = source.page(part, after).await.map_err(unread)?;
            let Some((last, _)) = page.last() else { break };
            after = *last;
            let rows: Vec<String> = page.into_iter().map(|(_, row)| row).collect();
            copy.put(part, format!("[{}]", rows.join(","))).await.map_err(unwritten)?;
        }
    }
    let latest = source.latest().await.map_err(unread)?;
    copy.set_latest(latest).await.map_err(unwritten)?;

    let mut migrated = Migrated::default();
    for part in parts() {
        let mut after = 0;
        loop {
            let original = source.page(part, after).await.map_err(unread)?;
            let copied = copy.page(part, after).await.map_err(unwritten)?;
            if !same(&original, &copied) {
                return Err(MigrateError::Differs { from: from.clone(), to: to.clone() });
            }
            let Some((last, _)) = original.last() else { break };
            after = *last;
            let rows = original.len() as u64;
            match part.table {
                "players" => migrated.players += rows,
                "tables" => migrated.tables += rows,
                "entries" => migrated.entries += rows,
                _ => {}
            }
        }
    }
    if copy.latest().await.map_err(unwritten)? != latest {
        return Err(MigrateError::Differs { from: from.clone(), to: to.clone() });
    }
    copy.commit().await.map_err(unwritten)?;
    Ok(migrated)
}

/// Whether both have the same rows, however each writes JSON.
fn same(original: &Page, copied: &Page) -> bool {
    let same_row = |((n, row), (m, other)): (&(i64, String), &(i64, String))| {
        n == m
            && match (serde_json::from_str::<Value>(row), serde_json::from_str::<Value>(other)) {
                (Ok(row), Ok(other)) => row == other,
                _ => false,
            }
    };
    original.len() == copied.len() && original.iter().zip(copied).all(same_row)
}
