//! Tables and their journals.

pub(crate) mod postgres;
pub(crate) mod sqlite;
pub(crate) mod types;

use async_trait::async_trait;
use townhall_table::journal::{Millis, PlayerId};

pub use self::types::{
    Append, Card, Epoch, MAX_ENTRIES, NewTable, Public, Rewrite, Scope, StoredTable, TableId,
};
use crate::{copy::part::Part, error::StoreError};

/// Storage of tables and their journals.
#[async_trait]
pub trait Tables: Send + Sync {
    /// Adds a table; [`StoreError::CodeTaken`] if there is one of this code.
    async fn create_table(&self, table: NewTable) -> Result<TableId, StoreError>;
    /// Adds entries to a journal, all or none; [`StoreError::Conflict`] if the entry that they are to
    /// come after is not the latest, [`StoreError::Superseded`] if the table was claimed since,
    /// [`StoreError::CodeTaken`] if they open a table whose code is taken. Appends to one journal are carried out in the
    /// order of the calls.
    async fn append(&self, append: Append) -> Result<(), StoreError>;
    /// Claims the table of this code and reads it, also if it is closed. Appends under earlier claims fail from then on, and
    /// everything that was read is durable. A file has one user only, so that this is the same as [`Tables::load`].
    /// [`StoreError::Elsewhere`] if another node has the table, [`StoreError::NoLease`] if this node has no lease.
    async fn claim(&self, code: &str) -> Result<Option<StoredTable>, StoreError> {
        self.load(code).await
    }
    /// Lets other nodes claim a table at once, unless it was claimed since.
    async fn release(&self, _table: TableId, _epoch: Epoch) -> Result<(), StoreError> {
        Ok(())
    }
    /// The table of this code, also if it is closed.
    async fn load(&self, code: &str) -> Result<Option<StoredTable>, StoreError>;
    /// The summary of the table of this code; `None` if there is none or it is closed.
    async fn card(&self, code: &str) -> Result<Option<Card>, StoreError>;
    /// A list of at most `limit` tables, the latest changed first; a person's unfinished ones before the others. Tables
    /// that the operator closed are left out, and in public lists also those that the operator unlisted.
    async fn list(&self, scope: Scope, limit: usize) -> Result<Vec<Card>, StoreError>;
    /// The codes of at most `limit` tables at which something is due at `now`, the earliest first, without closed tables and
    /// those that another node has. They count as due again at `again`, unless something happens there before: until then
    /// no other call returns them.
    async fn take_due(&self, now: Millis, again: Millis, limit: usize) -> Result<Vec<String>, StoreError>;
    /// The number of unfinished tables of a host at which something has happened since `since`, or that go on by themselves.
    async fn unfinished(&self, host: PlayerId, since: Millis) -> Result<usize, StoreError>;

    /// The tables at which nothing has happened since `before`, the oldest first. Closed ones are among them.
    async fn untouched_since(&self, before: Millis) -> Result<Vec<Card>, StoreError>;
    /// The tables at which nothing has happened since `before` and whose game either has not begun, or is public and not
    /// finished.
    async fn abandoned_since(&self, before: Millis) -> Result<Vec<Card>, StoreError>;
    /// When something last happened at any table.
    async fn latest_change(&self) -> Result<Option<Millis>, StoreError>;
    /// Sets the times of changes that are later than `latest`, because the clock was wrong, to `now`.
    async fn correct_times(&self, latest: Millis, now: Millis) -> Result<(), StoreError>;
    /// The codes of all tables whose journals name a person, also those that they left again.
    async fn tables_naming(&self, who: PlayerId) -> Result<Vec<String>, StoreError>;
    /// Removes a table and its journal; [`StoreError::Missing`] if there is none of this code, or if something has
    /// happened there since `before`. Its number is never used again, so that a task that still has the table in memory
    /// can't add to a table that was opened since.
    async fn remove_table(&self, code: &str, before: Option<Millis>) -> Result<(), StoreError>;
    /// Replaces the texts of stored entries; [`StoreError::Conflict`] if the journal has another length than the rewrite
    /// expects.
    async fn rewrite(&self, rewrite: Rewrite) -> Result<(), StoreError>;
}

/// The rows of this subject that are copied from one engine to the other. Those of tables contain the people at each.
pub(crate) static PARTS: [Part; 2] = [
    Part { table: "tables", has_sequence: true, sqlite: sqlite::TABLES, postgres: postgres::TABLES },
    Part { table: "entries", has_sequence: false, sqlite: sqlite::ENTRIES, postgres: postgres::ENTRIES },
];
