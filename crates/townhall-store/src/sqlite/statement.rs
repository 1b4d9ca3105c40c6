//! Helpers for SQL statements.

use sqlx::{SqlSafeStr, SqliteConnection, SqliteExecutor};

use crate::{
    engine::statement::{Row, Value},
    error::StoreError,
};

/// Runs a statement without parameters.
pub(crate) async fn execute(db: &mut SqliteConnection, sql: &'static str) -> Result<(), StoreError> {
    sqlx::query(sql).execute(&mut *db).await?;
    Ok(())
}

/// Runs a statement and returns its rows.
pub(crate) async fn rows<'e>(
    db: impl SqliteExecutor<'e>,
    sql: impl SqlSafeStr + Send,
    values: Vec<Value>,
) -> Result<Vec<Row>, StoreError> {
    let bound = values.into_iter().fold(sqlx::query(sql), |query, value| match value {
        Value::Number(number) => query.bind(number),
        Value::Text(text) => query.bind(text),
        Value::Bytes(bytes) => query.bind(bytes),
        Value::Flag(flag) => query.bind(flag),
    });
    Ok(bound.fetch_all(db).await?.into_iter().map(Row::Sqlite).collect())
}

/// SQL for the greatest id that a row of a table has ever had: rows can be removed, and SQLite by itself would use the id of the
/// removed latest row again.
pub(crate) fn latest_id(table: &str) -> String {
    format!(
        "max((SELECT coalesce(max(id), 0) FROM {table}), \
         coalesce((SELECT id FROM used_ids WHERE kind = '{table}'), 0))"
    )
}
