//! Reading the rows that a statement returned.

use tokio_postgres::{Row, types::FromSql};

use super::link::explain;
use crate::error::StoreError;

/// The value of a column.
pub(crate) fn column<'r, T: FromSql<'r>>(row: &'r Row, index: usize) -> Result<T, StoreError> {
    row.try_get(index).map_err(|error| StoreError::Corrupt(explain(&error)))
}

/// The only number of the only row.
pub(crate) fn number(rows: &[Row]) -> Result<i64, StoreError> {
    let row = rows.first().ok_or_else(|| StoreError::Corrupt("an empty answer".to_owned()))?;
    column(row, 0)
}
