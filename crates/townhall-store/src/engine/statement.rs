//! Statements: SQL, the values that it takes, and the rows that it returns, the same for both engines.

use sqlx::{Decode, Sqlite, Type, sqlite::SqliteRow};
use tokio_postgres::types::{FromSql, ToSql};
use townhall_table::journal::{Millis, PlayerId};

use crate::{
    columns::{count, stamp},
    error::StoreError,
};

/// A statement in the dialect of each engine. Most statements are the same in both, and are given as one text; their
/// parameters are `$1`, `$2`, …
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sql {
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

impl From<&'static str> for Sql {
    fn from(both: &'static str) -> Self {
        Self { sqlite: both, postgres: both }
    }
}

/// The rows with which a write may conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// Rows that no append writes.
    Subject,
    /// Rows that appends write as well: the write is ordered after all earlier appends.
    Journals,
    /// As [`Reach::Journals`]; it may also go through all rows, and so take minutes.
    Everything,
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Number(Option<i64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
    Flag(Option<bool>),
}

/// The values of the parameters of a statement, in their order.
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        vec![$($crate::engine::statement::Value::from($value)),*]
    };
}
pub(crate) use values;

impl Value {
    /// The value as Postgres takes it.
    pub(crate) fn to_postgres(&self) -> &(dyn ToSql + Sync) {
        match self {
            Self::Number(number) => number,
            Self::Text(text) => text,
            Self::Bytes(bytes) => bytes,
            Self::Flag(flag) => flag,
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(Some(number))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        i64::from(number).into()
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        count(number).into()
    }
}

impl From<Millis> for Value {
    fn from(time: Millis) -> Self {
        stamp(time).into()
    }
}

impl From<Option<Millis>> for Value {
    fn from(time: Option<Millis>) -> Self {
        time.map(stamp).into()
    }
}

impl From<PlayerId> for Value {
    fn from(who: PlayerId) -> Self {
        who.0.into()
    }
}

impl From<Option<PlayerId>> for Value {
    fn from(who: Option<PlayerId>) -> Self {
        who.map(|who| who.0).into()
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(Some(flag))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Some(text))
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        Self::Text(text)
    }
}

impl From<[u8; 32]> for Value {
    fn from(hash: [u8; 32]) -> Self {
        hash.to_vec().into()
    }
}

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(Some(bytes))
    }
}

/// A row that a statement returned.
#[derive(Debug)]
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(tokio_postgres::Row),
}

impl Row {
    /// The value of a column.
    pub(crate) fn get<'r, T>(&'r self, column: usize) -> Result<T, StoreError>
    where
        T: FromSql<'r> + Decode<'r, Sqlite> + Type<Sqlite>,
    {
        match self {
            Self::Sqlite(row) => {
                sqlx::Row::try_get(row, column).map_err(|error| StoreError::Corrupt(error.to_string()))
            }
            Self::Postgres(row) => {
                row.try_get(column).map_err(|error| StoreError::Corrupt(error.to_string()))
            }
        }
    }

    /// A time.
    pub(crate) fn time(&self, column: usize) -> Result<Millis, StoreError> {
        Ok(self.get::<i64>(column)?.unsigned_abs())
    }

    /// A number that is never negative; 0 instead of one that the type can't hold.
    pub(crate) fn count<N: TryFrom<i64> + Default>(&self, column: usize) -> Result<N, StoreError> {
        Ok(N::try_from(self.get(column)?).unwrap_or_default())
    }

    /// The person of a number.
    pub(crate) fn player(&self, column: usize) -> Result<PlayerId, StoreError> {
        self.get(column).map(PlayerId)
    }
}

/// The only number of the only row.
pub(crate) fn only_number(rows: &[Row]) -> Result<i64, StoreError> {
    rows.first().ok_or_else(|| StoreError::Corrupt("an empty answer".to_owned()))?.get(0)
}

/// The first row; [`StoreError::Missing`] if a statement returned none.
pub(crate) fn found(rows: &[Row]) -> Result<&Row, StoreError> {
    rows.first().ok_or(StoreError::Missing)
}
