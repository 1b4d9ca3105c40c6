//! Helpers for SQL statements.

use sqlx::{SqliteConnection, sqlite::SqliteQueryResult};

use crate::error::StoreError;

/// Runs a statement without parameters.
pub(crate) async fn execute(db: &mut SqliteConnection, sql: &'static str) -> Result<(), StoreError> {
    sqlx::query(sql).execute(&mut *db).await?;
    Ok(())
}

/// [`StoreError::Missing`] if a statement changed no row.
pub(crate) fn found(done: SqliteQueryResult) -> Result<(), StoreError> {
    if done.rows_affected() == 0 { Err(StoreError::Missing) } else { Ok(()) }
}

/// SQL for an id that no row of a table has ever had: rows can be removed, and SQLite by itself would use the id of the
/// removed latest row again.
pub(crate) fn fresh_id(table: &str) -> String {
    format!("1 + {}", latest_id(table))
}

/// SQL for the greatest id that a row of a table has ever had.
pub(crate) fn latest_id(table: &str) -> String {
    format!(
        "max((SELECT coalesce(max(id), 0) FROM {table}), \
         coalesce((SELECT id FROM used_ids WHERE kind = '{table}'), 0))"
    )
}
