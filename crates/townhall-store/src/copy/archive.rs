//! A store that is read, or written in one transaction, by a copy.

use async_trait::async_trait;

use crate::{engine::statement::Value, error::StoreError, relations::Relation};

/// The number of rows that are read at a time.
pub(super) const MAX_PAGE: usize = 2000;
/// The most values that one statement inserts: a fraction of the most parameters that the engines allow.
const MAX_VALUES: usize = 4000;

/// The greatest numbers that a player and a table ever had.
pub(super) type Latest = (i64, i64);

/// The values of the columns of some rows, in the order of their keys.
pub(super) type Page = Vec<Vec<Value>>;

/// An opened store that no server uses.
#[async_trait]
pub(super) trait Archive: Send {
    /// Begins a transaction.
    async fn begin(&mut self) -> Result<(), StoreError>;
    async fn commit(&mut self) -> Result<(), StoreError>;
    /// The rows of a relation that come after the row of this key, at most [`MAX_PAGE`].
    async fn page(&mut self, relation: &Relation, after: Option<Vec<Value>>) -> Result<Page, StoreError>;
    /// Writes rows of a relation.
    async fn put(&mut self, relation: &Relation, rows: Page) -> Result<(), StoreError>;
    /// The greatest numbers that were ever used.
    async fn latest(&mut self) -> Result<Latest, StoreError>;
    /// Advances the id sequences, so that no number is used again.
    async fn set_latest(&mut self, latest: Latest) -> Result<(), StoreError>;
    /// Closes the store, and rolls uncommitted writes back.
    async fn close(self: Box<Self>);
}

/// Divides rows among statements, each of which inserts at most [`MAX_VALUES`] values.
pub(super) fn portions(rows: &Page) -> impl Iterator<Item = &[Vec<Value>]> {
    let width = rows.first().map_or(1, Vec::len).max(1);
    rows.chunks((MAX_VALUES / width).max(1))
}
