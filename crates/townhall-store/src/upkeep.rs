//! The part of a store for the operator's commands and for players' reports.

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use townhall_table::{
    journal::{Millis, PlayerId},
    room::Summary,
};

use super::{Card, StoreError, TableId};

/// How many reports are stored at most.
pub(super) const REPORTS: u32 = 10_000;
/// How many reports of one person are stored at most.
pub(super) const REPORTS_OF_ONE: u32 = 20;

/// What the operator decides about a table. Its journal does not change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Withholding {
    /// No list shows it, whatever its host chose. Whoever has its code can open it.
    Unlisted,
    /// Nobody can open it, and its game does not continue.
    Closed,
}

/// New texts for stored entries, such as without the name of a person who is being forgotten.
#[derive(Clone, Debug)]
pub struct Rewrite {
    /// The table whose journal it is.
    pub table: TableId,
    /// How many entries the journal has; [`StoreError::Conflict`] if it has grown meanwhile.
    pub length: u64,
    /// The numbers of the entries, and their new texts.
    pub entries: Vec<(u64, String)>,
    /// The table's summary for lists after that.
    pub summary: Summary,
}

/// A line of a list of tables as the operator sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WithheldCard {
    /// The table's summary for lists.
    pub card: Card,
    /// Whether the operator keeps it out of public lists.
    pub is_unlisted: bool,
    /// Whether the operator closed it.
    pub is_closed: bool,
}

/// A guest as the operator sees them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guest {
    /// The guest's number.
    pub id: PlayerId,
    /// The guest's name.
    pub name: String,
    /// When they first came.
    pub since: Millis,
    /// At how many tables they sit, or sat until the end.
    pub tables: u64,
}

/// What somebody reports about somebody else at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReport {
    /// When the report was made.
    pub at: Millis,
    /// The table's code.
    pub code: String,
    /// Who reports.
    pub reporter: PlayerId,
    /// The person who is reported.
    pub about: PlayerId,
    /// The seat or chair of whom is reported.
    pub seat: usize,
    /// The name of the reported person at that table.
    pub name: String,
    /// The reason, in the reporter's words.
    pub reason: String,
}

/// A report as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Its number.
    pub id: i64,
    /// When it was made.
    pub at: Millis,
    /// The table's code.
    pub code: String,
    /// Who reported.
    pub reporter: PlayerId,
    /// Who was reported.
    pub about: PlayerId,
    /// The seat or chair of whom was reported.
    pub seat: usize,
    /// The name of the reported person at that table.
    pub name: String,
    /// Why, in the reporter's words.
    pub reason: String,
}

/// Storage for the operator's commands and for players' reports.
///
/// When a method that writes has returned, the write is durable.
pub trait Upkeep: Send + Sync {
    /// Unlists or closes a table, or takes that back; [`StoreError::Missing`] if there is none of this code.
    fn withhold(&self, code: &str, what: Withholding, on: bool) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Removes a table and its journal; [`StoreError::Missing`] if there is none of this code, or if something has
    /// happened there since `before`. Its number is never given to another, so that whoever still holds the table
    /// in memory can't add to one that was opened since.
    fn remove_table(&self, code: &str, before: Option<Millis>) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Replaces the texts of stored entries.
    fn rewrite(&self, rewrite: Rewrite) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Removes a person, and the name from reports about them. Their number is never given to another.
    fn remove_player(&self, who: PlayerId) -> BoxFuture<'_, Result<(), StoreError>>;
    /// The tables at which nothing has happened since `before`, the oldest first. Closed ones are among them.
    fn untouched_since(&self, before: Millis) -> BoxFuture<'_, Result<Vec<Card>, StoreError>>;
    /// At most `limit` tables, the latest touched first; those that public lists show, or all.
    fn tables(&self, limit: usize, public: bool) -> BoxFuture<'_, Result<Vec<WithheldCard>, StoreError>>;
    /// How many people came before this time and are at no table at which something has happened since.
    fn count_idle_players(&self, before: Millis) -> BoxFuture<'_, Result<u64, StoreError>>;
    /// Removes these people, and reports from before that time; returns how many people were removed.
    fn remove_idle_players(&self, before: Millis) -> BoxFuture<'_, Result<u64, StoreError>>;
    /// People in whose name this text occurs, in any case, the latest first.
    fn find_players(&self, name: &str, limit: usize) -> BoxFuture<'_, Result<Vec<Guest>, StoreError>>;
    /// The codes of all tables whose journals name a person, also those that they left again.
    fn tables_naming(&self, who: PlayerId) -> BoxFuture<'_, Result<Vec<String>, StoreError>>;
    /// Stores a report for the operator; [`StoreError::Missing`] if there are too many already, from the same person or
    /// in total.
    fn report(&self, report: NewReport) -> BoxFuture<'_, Result<(), StoreError>>;
    /// All reports, the oldest first.
    fn reports(&self) -> BoxFuture<'_, Result<Vec<Report>, StoreError>>;
    /// Removes a report that was dealt with.
    fn remove_report(&self, id: i64) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Checkpoints and truncates the write-ahead log, so that removed and rewritten data is in neither file any more.
    fn settle(&self) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Writes one row, to find out whether the store can be written.
    fn probe(&self, now: Millis) -> BoxFuture<'_, Result<(), StoreError>>;
}
