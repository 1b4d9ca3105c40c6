//! Persistent storage of players, tables and journals.
//!
//! A server uses the trait [`Store`]. [`SqliteStore`] implements it on one file, [`PostgresStore`] on a
//! database that outlives a machine.

mod columns;
mod data;
mod device;
mod error;
pub mod metric_names;
mod migrate;
mod postgres;
mod sqlite;
mod upkeep;

use futures_util::future::BoxFuture;
use townhall_table::{
    journal::{Colour, Entry, Listing, Millis, Person, PlayerId},
    protocol::Status,
    room::{Ending, Summary},
    session::{self, Commit},
};

pub use self::{
    columns::status_word,
    data::{Data, DatabaseUrl},
    device::{Device, DeviceCodeHash, DeviceId, Login, NewDevice},
    error::{OpenError, StoreError},
    migrate::{MigrateError, Migrated, migrate},
    postgres::PostgresStore,
    sqlite::{ListedTable, Snapshot, SqliteStore, resolved},
    upkeep::{Guest, NewReport, Report, Rewrite, Upkeep, WithheldCard, Withholding},
};
pub use townhall_table::session::Change;

/// The most entries that a journal can have.
pub const MAX_ENTRIES: u64 = (1 << 20) - 1;

/// The most devices that a person can have.
pub const MAX_DEVICES: u32 = 12;

/// The number of a table in the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TableId(pub i64);

/// How often a table has been claimed: the claim under which entries are added to its journal. Only the latest counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Epoch(pub i64);

/// The hash of a person's secret.
pub type SecretHash = [u8; 32];

/// A new table.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its code.
    pub code: String,
    /// The id of its game.
    pub game: String,
    /// The texts of its first entries, at least one.
    pub entries: Vec<String>,
    /// When the latest of them was written.
    pub at: Millis,
    /// Its summary for lists after these entries.
    pub summary: Summary,
}

/// Entries to add to a journal.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table whose journal it is.
    pub table: TableId,
    /// The claim under which they are added.
    pub epoch: Epoch,
    /// The number of the entry that they come after.
    pub after: u64,
    /// Their texts, at least one.
    pub entries: Vec<String>,
    /// When the latest of them was written.
    pub at: Millis,
    /// The table's summary for lists after these entries.
    pub summary: Summary,
    /// How much of the summary must be written.
    pub change: Change,
    /// A table that is opened in the same transaction.
    pub opens: Option<Box<NewTable>>,
}

/// A table as it is stored. The store does not interpret the texts of the journal, so an entry that can't be read
/// concerns that table only.
#[derive(Debug)]
pub struct StoredTable {
    /// Its number.
    pub id: TableId,
    /// The latest claim of it.
    pub epoch: Epoch,
    /// Whether the operator closed it.
    pub is_closed: bool,
    /// The texts of all its entries.
    pub entries: Vec<String>,
}

fn texts(entries: &[Entry]) -> Result<Vec<String>, StoreError> {
    let text = |entry: &Entry| entry.to_json().map_err(|error| StoreError::Corrupt(error.to_string()));
    entries.iter().map(text).collect()
}

impl NewTable {
    /// A new table as it is stored.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`]: an entry can't be written as JSON, which does not happen with the entries of a table.
    pub fn new(table: session::NewTable) -> Result<Self, StoreError> {
        let session::NewTable { code, game, entries, summary } = table;
        let at = entries.last().map_or(0, |entry| entry.at);
        Ok(Self { code, game, entries: texts(&entries)?, at, summary })
    }
}

impl Append {
    /// A commit of a table as it is stored.
    ///
    /// # Errors
    /// As [`NewTable::new`].
    pub fn new(table: TableId, epoch: Epoch, commit: Commit) -> Result<Self, StoreError> {
        let (at, entries) = (commit.at(), texts(&commit.entries)?);
        let Commit { after, entries: _, summary, change, opens } = commit;
        let opens = opens.map(NewTable::new).transpose()?.map(Box::new);
        Ok(Self { table, epoch, after, entries, at, summary, change, opens })
    }
}

/// A line of a list of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The code.
    pub code: String,
    /// The game's id.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// How many players.
    pub players: usize,
    /// Who sits there, by chair.
    pub names: Vec<Option<String>>,
    /// Whether its game is still to begin, being played, or over.
    pub status: Status,
    /// Whether it is in public lists.
    pub listing: Listing,
    /// The people whose turn it is.
    pub to_act: Vec<PlayerId>,
    /// The people for whom a bot plays.
    pub stood_in: Vec<PlayerId>,
    /// When something last happened.
    pub touched: Millis,
    /// How its game ended. None before, and of games that ended before this was stored.
    pub ending: Option<Ending>,
}

/// Which tables a list shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Those of a person.
    Mine(PlayerId),
    /// The finished games of a person.
    Finished {
        /// The person.
        who: PlayerId,
        /// Only those that come after the table of this code in the list.
        after: Option<String>,
    },
    /// Public ones that wait for players.
    Open(Public),
    /// Public ones whose game is on.
    Watch(Public),
}

/// Which public tables a list shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Public {
    /// The codes of tables at which somebody is connected; these are always listed.
    pub attended: Vec<String>,
    /// Other tables are listed if something has happened there since this time.
    pub since: Millis,
    /// How many tables of one host are listed at most, the latest changed first.
    pub per_host: usize,
}

/// Persistent storage of players, tables and journals.
///
/// When a method that writes has returned, the write is durable: it survives the loss of power. When it fails, nothing
/// was written, unless the error is [`StoreError::Unknown`].
pub trait Store: Upkeep + std::fmt::Debug + Send + Sync + 'static {
    /// Adds a person and their first device.
    fn create_player(
        &self,
        device: NewDevice,
        name: String,
        colour: Colour,
    ) -> BoxFuture<'_, Result<Person, StoreError>>;
    /// The person and device to whom a secret belongs; `None` if it is unknown.
    fn login(&self, secret: SecretHash) -> BoxFuture<'_, Result<Option<Login>, StoreError>>;
    /// A person's devices, the one that was used last first.
    fn devices(&self, owner: PlayerId) -> BoxFuture<'_, Result<Vec<Device>, StoreError>>;
    /// Notes that a device was used.
    fn device_seen(&self, device: DeviceId, at: Millis) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Removes a device of this person; [`StoreError::Missing`] if they have no such device.
    fn remove_device(&self, owner: PlayerId, device: DeviceId) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Stores a code by which a device can be added to a person until a time. Their earlier code becomes invalid.
    fn offer_device_code(
        &self,
        code: DeviceCodeHash,
        owner: PlayerId,
        now: Millis,
        until: Millis,
    ) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Adds a device to the person who was given this code; the code can't be used again. [`StoreError::Missing`] if
    /// there is no such code, or it has expired. A person has at most [`MAX_DEVICES`]: if there are more, the one that
    /// was used longest ago is removed.
    fn redeem_device_code(
        &self,
        code: DeviceCodeHash,
        device: NewDevice,
    ) -> BoxFuture<'_, Result<Person, StoreError>>;
    /// Changes a person's name and colour.
    fn update_player(&self, person: Person) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Adds a table; [`StoreError::CodeTaken`] if there is one of this code.
    fn create_table(&self, table: NewTable) -> BoxFuture<'_, Result<TableId, StoreError>>;
    /// Adds entries to a journal, all or none; [`StoreError::Conflict`] if the entry that they are to
    /// come after is not the latest, [`StoreError::Superseded`] if the table was claimed since,
    /// [`StoreError::CodeTaken`] if they open a table whose code is taken. Appends to one journal are carried out in the
    /// order in which they are asked for.
    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Claims the table of this code and reads it, also if it is closed. Whoever claimed it before can't add to its
    /// journal any more, and everything that was read is durable. Where the store has one user only, as a file has, this
    /// is the same as [`Store::load`]. [`StoreError::Elsewhere`] if another node has it, [`StoreError::NoLease`] if this
    /// node has none.
    fn claim(&self, code: &str) -> BoxFuture<'_, Result<Option<StoredTable>, StoreError>> {
        self.load(code)
    }
    /// Lets others claim a table at once, unless it was claimed since.
    fn release(&self, _table: TableId, _epoch: Epoch) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }
    /// The table of this code, also if it is closed.
    fn load(&self, code: &str) -> BoxFuture<'_, Result<Option<StoredTable>, StoreError>>;
    /// The summary of the table of this code; `None` if there is none or it is closed.
    fn card(&self, code: &str) -> BoxFuture<'_, Result<Option<Card>, StoreError>>;
    /// A list of at most `limit` tables, the latest changed first; a person's unfinished ones before the others. Tables
    /// that the operator closed are left out, and in public lists also those that the operator unlisted.
    fn list(&self, scope: Scope, limit: usize) -> BoxFuture<'_, Result<Vec<Card>, StoreError>>;
    /// Of how many unfinished tables at which something has happened since `since` a person is the host.
    fn unfinished(&self, host: PlayerId, since: Millis) -> BoxFuture<'_, Result<usize, StoreError>>;
    /// The version of the database schema.
    fn schema(&self) -> i64;
    /// Waits until another server has taken the store over, which a file's lock rules out.
    fn lost(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::pending())
    }
    /// Finishes pending writes and closes files and connections.
    fn close(&self) -> BoxFuture<'_, ()>;
}
