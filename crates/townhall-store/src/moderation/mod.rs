//! Moderation: reports by players, tables that the operator withholds, and blocked addresses and guests.

mod postgres;
mod sqlite;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use townhall_table::journal::{Millis, PlayerId};

use crate::{copy::part::Part, error::StoreError, tables::types::Card};

/// The most reports that are stored.
const MAX_REPORTS: u32 = 10_000;
/// The most reports by one person that are stored.
const MAX_REPORTS_BY_PERSON: u32 = 20;

/// An operator's decision about a table. It does not change the journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Withholding {
    /// No list shows it, whatever its host chose. It can be opened by its code.
    Unlisted,
    /// It can't be opened, and its game does not continue.
    Closed,
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

/// A report by one person about another at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReport {
    /// When the report was made.
    pub at: Millis,
    /// The table's code.
    pub code: String,
    /// The person who reports.
    pub reporter: PlayerId,
    /// The person who is reported.
    pub about: PlayerId,
    /// The seat, or before the game the chair, of the reported person; `None` for a spectator.
    pub seat: Option<usize>,
    /// The name of the reported person at that table.
    pub name: String,
    /// The reason, in the reporter's words.
    pub reason: String,
}

/// The stored number in place of a spectator's seat.
const NO_SEAT: i64 = -1;

/// A report as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Its number.
    pub id: i64,
    /// When it was made.
    pub at: Millis,
    /// The table's code.
    pub code: String,
    /// The person who reported.
    pub reporter: PlayerId,
    /// The person who was reported.
    pub about: PlayerId,
    /// The seat, or before the game the chair, of the reported person; `None` for a spectator.
    pub seat: Option<usize>,
    /// The name of the reported person at that table.
    pub name: String,
    /// The reason, in the reporter's words.
    pub reason: String,
}

/// An address, network or guest that may not use the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// What is blocked, as a text that the server understands.
    pub subject: String,
    /// When it was blocked.
    pub at: Millis,
    /// Until when; `None`: until the block is removed.
    pub until: Option<Millis>,
}

/// Storage of reports, and of what the operator withholds.
#[async_trait]
pub trait Moderation: Send + Sync {
    /// Stores a report for the operator; [`StoreError::Missing`] if there are too many already, by the same person or
    /// in total.
    async fn report(&self, report: NewReport) -> Result<(), StoreError>;
    /// All reports, the oldest first.
    async fn reports(&self) -> Result<Vec<Report>, StoreError>;
    /// Removes a report that was dealt with.
    async fn remove_report(&self, id: i64) -> Result<(), StoreError>;
    /// Removes all reports by one person, and returns how many there were.
    async fn remove_reports_by(&self, reporter: PlayerId) -> Result<u64, StoreError>;
    /// Blocks an address, network or guest, or changes until when it is blocked.
    async fn block(&self, block: Block) -> Result<(), StoreError>;
    /// Removes a block; [`StoreError::Missing`] if there is none of this subject.
    async fn unblock(&self, subject: &str) -> Result<(), StoreError>;
    /// The blocks that are in force at this time, the oldest first.
    async fn blocks(&self, now: Millis) -> Result<Vec<Block>, StoreError>;
    /// Unlists or closes a table, or takes that back; [`StoreError::Missing`] if there is no table of this code.
    async fn withhold(&self, code: &str, what: Withholding, on: bool) -> Result<(), StoreError>;
    /// At most `limit` tables, the latest changed first; those that public lists show, or all.
    async fn tables(&self, limit: usize, public: bool) -> Result<Vec<WithheldCard>, StoreError>;
}

/// The rows of this subject that are copied from one engine to the other.
pub(crate) static PARTS: [Part; 2] = [
    Part { table: "reports", has_sequence: true, sqlite: sqlite::REPORTS, postgres: postgres::REPORTS },
    Part { table: "blocks", has_sequence: true, sqlite: sqlite::BLOCKS, postgres: postgres::BLOCKS },
];
