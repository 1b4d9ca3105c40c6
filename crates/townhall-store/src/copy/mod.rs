//! Copies everything from a file to a database or back, exactly.

mod archive;
mod postgres;
mod sqlite;

#[cfg(test)]
pub(crate) use self::sqlite::KEYED_ENTRIES;
use self::{archive::Archive, postgres::PostgresArchive, sqlite::SqliteArchive};
use crate::{
    data::Data,
    error::{OpenError, StoreError},
    relations::{Copied, Relation},
    schema::relations,
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
    /// The source or the destination can't be opened.
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
        error: StoreError,
    },
    /// The copy can't be written.
    #[error("can't write {to}: {error}")]
    Write {
        /// Where the copy should go.
        to: Data,
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

/// The relations that are copied.
fn copied() -> impl Iterator<Item = &'static Relation> {
    relations().filter(|relation| !matches!(relation.copied, Copied::Nothing))
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
    for relation in copied() {
        if !copy.page(relation, None).await.map_err(unwritten)?.is_empty() {
            return Err(MigrateError::NotEmpty { to: to.clone() });
        }
    }
    copy.begin().await.map_err(unwritten)?;
    for relation in copied() {
        let mut after = None;
        loop {
            let page = source.page(relation, after).await.map_err(unread)?;
            let Some(last) = page.last() else { break };
            after = Some(relation.key_of(last));
            copy.put(relation, page).await.map_err(unwritten)?;
        }
    }
    let latest = source.latest().await.map_err(unread)?;
    copy.set_latest(latest).await.map_err(unwritten)?;

    let mut migrated = Migrated::default();
    for relation in copied() {
        let mut after = None;
        loop {
            let original = source.page(relation, after.clone()).await.map_err(unread)?;
            if original != copy.page(relation, after).await.map_err(unwritten)? {
                return Err(MigrateError::Differs { from: from.clone(), to: to.clone() });
            }
            let Some(last) = original.last() else { break };
            after = Some(relation.key_of(last));
            let rows = original.len() as u64;
            match relation.name {
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
