//! Notes: what people write down for themselves at tables where they play.

pub(crate) mod postgres;
pub(crate) mod sqlite;

use async_trait::async_trait;
use townhall_table::journal::PlayerId;

use crate::{copy::part::Part, error::StoreError};

/// Storage of notes. Only their author reads them, and they are removed with the author or the table.
#[async_trait]
pub trait Notes: Send + Sync {
    /// A person's note at the table of this code; empty if there is none.
    async fn note(&self, who: PlayerId, code: &str) -> Result<String, StoreError>;
    /// Sets it; an empty text removes it. [`StoreError::Missing`] if the person does not belong to such a table.
    async fn set_note(&self, who: PlayerId, code: &str, text: &str) -> Result<(), StoreError>;
}

/// The rows of this subject that are copied from one engine to the other.
pub(crate) static PARTS: [Part; 1] =
    [Part { table: "notes", has_sequence: true, sqlite: sqlite::NOTES, postgres: postgres::NOTES }];
