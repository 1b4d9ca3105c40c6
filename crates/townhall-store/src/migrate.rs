//! Copies everything from a file to a database or back, exactly.

use serde_json::Value;

use super::{Data, OpenError, StoreError, postgres, sqlite};

/// How many rows are copied at a time.
pub(super) const PAGE: i64 = 2000;

/// What was copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Migrated {
    /// How many guests.
    pub players: u64,
    /// How many tables.
    pub tables: u64,
    /// How many entries of journals.
    pub entries: u64,
}

/// Why nothing was copied.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// One of the two can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is something where the copy should go.
    #[error("{to} is not empty: expected a new file or an empty database")]
    NotEmpty {
        /// Where the copy should go.
        to: Data,
    },
    /// It can't be read.
    #[error("can't read {from}: {error}")]
    Read {
        /// What is copied.
        from: Data,
        /// Why.
        error: StoreError,
    },
    /// The copy can't be written.
    #[error("can't write {to}: {error}")]
    Write {
        /// Where the copy should go.
        to: Data,
        /// Why.
        error: StoreError,
    },
    /// The copy differs. It was not kept.
    #[error("the copy in {to} differs from {from}; it was not kept")]
    Differs {
        /// What was copied.
        from: Data,
        /// Where the copy was.
        to: Data,
    },
}

/// The parts of a store, in the order in which they can be written: later ones name rows of earlier ones. Codes for other
/// devices, which hold for minutes, are not among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Players,
    Devices,
    /// With the people at each.
    Tables,
    Entries,
    Reports,
}

impl Part {
    const ALL: [Self; 5] = [Self::Players, Self::Devices, Self::Tables, Self::Entries, Self::Reports];
}

/// The greatest number that a player and a table ever had.
pub(super) type Latest = (i64, i64);

/// Rows as JSON objects, each with a number by which they are ordered.
pub(super) type Page = Vec<(i64, String)>;

/// An opened store that is read, or written in one transaction.
enum Side {
    File(sqlite::Archive),
    Database(postgres::Archive),
}

impl Side {
    async fn open(data: &Data, exists: bool) -> Result<Self, OpenError> {
        Ok(match data {
            Data::File(path) => Self::File(sqlite::Archive::open(path, exists).await?),
            Data::Postgres(url) => Self::Database(postgres::Archive::open(url).await?),
        })
    }

    /// Some rows of a part that come after this number.
    async fn page(&mut self, part: Part, after: i64) -> Result<Page, StoreError> {
        match self {
            Self::File(file) => file.page(part, after).await,
            Self::Database(database) => database.page(part, after).await,
        }
    }

    async fn latest(&mut self) -> Result<Latest, StoreError> {
        match self {
            Self::File(file) => file.latest().await,
            Self::Database(database) => database.latest().await,
        }
    }

    async fn begin(&mut self) -> Result<(), StoreError> {
        match self {
            Self::File(file) => file.run("BEGIN IMMEDIATE").await,
            Self::Database(database) => database.run("BEGIN").await,
        }
    }

    /// Writes rows, which are a JSON array.
    async fn put(&mut self, part: Part, rows: String) -> Result<(), StoreError> {
        match self {
            Self::File(file) => file.put(part, rows).await,
            Self::Database(database) => database.put(part, rows).await,
        }
    }

    /// Sees to it that no number is given again.
    async fn set_latest(&mut self, latest: Latest) -> Result<(), StoreError> {
        match self {
            Self::File(file) => file.set_latest(latest).await,
            Self::Database(database) => database.set_latest(latest).await,
        }
    }

    async fn commit(&mut self) -> Result<(), StoreError> {
        match self {
            Self::File(file) => file.run("COMMIT").await,
            Self::Database(database) => database.run("COMMIT").await,
        }
    }

    /// Whether nobody uses it yet.
    async fn is_empty(&mut self) -> Result<bool, StoreError> {
        for part in Part::ALL {
            if !self.page(part, 0).await?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn close(self) {
        match self {
            Self::File(file) => file.close().await,
            Self::Database(database) => drop(database),
        }
    }
}

/// Copies everything from one store into another, which must be new or empty. No server may use either. All of it is
/// written in one transaction, and compared before that is committed: a copy is complete or not there.
///
/// # Errors
/// Why nothing was copied.
pub async fn migrate(from: &Data, to: &Data) -> Result<Migrated, MigrateError> {
    let mut source = Side::open(from, true).await?;
    let mut copy = Side::open(to, false).await?;
    let copied = copy_all((from, &mut source), (to, &mut copy)).await;
    source.close().await;
    copy.close().await;
    copied
}

async fn copy_all(
    (from, source): (&Data, &mut Side),
    (to, copy): (&Data, &mut Side),
) -> Result<Migrated, MigrateError> {
    let unread = |error| MigrateError::Read { from: from.clone(), error };
    let unwritten = |error| MigrateError::Write { to: to.clone(), error };
    if !copy.is_empty().await.map_err(unwritten)? {
        return Err(MigrateError::NotEmpty { to: to.clone() });
    }
    copy.begin().await.map_err(unwritten)?;
    for part in Part::ALL {
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
    for part in Part::ALL {
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
            match part {
                Part::Players => migrated.players += rows,
                Part::Tables => migrated.tables += rows,
                Part::Entries => migrated.entries += rows,
                Part::Devices | Part::Reports => {}
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
