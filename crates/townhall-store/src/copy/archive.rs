//! A store that is read, or written in one transaction, by a copy.

use async_trait::async_trait;

use super::part::Part;
use crate::error::StoreError;

/// The number of rows that are copied at a time.
pub(super) const MAX_PAGE: i64 = 2000;

/// The greatest numbers that a player and a table ever had.
pub(super) type Latest = (i64, i64);

/// Rows as JSON objects, each with a number by which they are ordered.
pub(super) type Page = Vec<(i64, String)>;

/// An opened store that no server uses.
#[async_trait]
pub(super) trait Archive: Send {
    /// Begins a transaction.
    async fn begin(&mut self) -> Result<(), StoreError>;
    /// Commits it.
    async fn commit(&mut self) -> Result<(), StoreError>;
    /// The rows of a part that come after this number, at most [`MAX_PAGE`].
    async fn page(&mut self, part: &Part, after: i64) -> Result<Page, StoreError>;
    /// Writes rows, which are a JSON array.
    async fn put(&mut self, part: &Part, rows: String) -> Result<(), StoreError>;
    /// The greatest numbers that were ever used.
    async fn latest(&mut self) -> Result<Latest, StoreError>;
    /// Advances the id sequences, so that no number is used again.
    async fn set_latest(&mut self, latest: Latest) -> Result<(), StoreError>;
    /// Closes the store, and rolls uncommitted writes back.
    async fn close(self: Box<Self>);
}
