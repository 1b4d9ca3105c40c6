//! Statements: SQL, the values that it takes, and the rows that it returns, the same for both engines.

use sqlx::{Decode, Sqlite, Type, sqlite::SqliteRow};
use tokio_postgres::types::{FromSql, ToSql};
use townhall_table::{
    NoCode, TableCode,
    journal::{Millis, PlayerId},
};

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

/// Conversions to values: the type, and the kind and contents of the value.
macro_rules! values_from {
    ($($type:ty: $given:ident => $kind:ident($contents:expr)),+ $(,)?) => {
        $(impl From<$type> for Value {
            fn from($given: $type) -> Self {
                Self::$kind($contents)
            }
        })+
    };
}

values_from! {
    i64: number => Number(Some(number)),
    Option<i64>: number => Number(number),
    u32: number => Number(Some(number.into())),
    usize: number => Number(Some(count(number))),
    Millis: time => Number(Some(stamp(time))),
    Option<Millis>: time => Number(time.map(stamp)),
    PlayerId: who => Number(Some(who.0)),
    Option<PlayerId>: who => Number(who.map(|who| who.0)),
    TableCode: code => Text(Some(code.to_string())),
    Option<TableCode>: code => Text(code.map(String::from)),
    &str: text => Text(Some(text.to_owned())),
    String: text => Text(Some(text)),
    Option<String>: text => Text(text),
    [u8; 32]: hash => Bytes(Some(hash.to_vec())),
    Vec<u8>: bytes => Bytes(Some(bytes)),
    bool: flag => Flag(Some(flag)),
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

    pub(crate) fn time(&self, column: usize) -> Result<Millis, StoreError> {
        Ok(self.get::<i64>(column)?.unsigned_abs())
    }

    /// A number that is never negative; 0 instead of one that the type can't hold.
    pub(crate) fn count<N: TryFrom<i64> + Default>(&self, column: usize) -> Result<N, StoreError> {
        Ok(N::try_from(self.get(column)?).unwrap_or_default())
    }

    /// The code of a table.
    pub(crate) fn code(&self, column: usize) -> Result<TableCode, StoreError> {
        let text: &str = self.get(column)?;
        text.parse().map_err(|error: NoCode| StoreError::Corrupt(format!("{text:?}: {error}")))
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
