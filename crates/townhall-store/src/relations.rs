//! Descriptions of the tables of the database, called relations here because "table" means a table of players.
//!
//! A copy to another engine is derived from them. They also say whether a person's rows are in the export of that person, and
//! whether the rows are removed with the person. Tests compare them with the real schemas.

use crate::{
    engine::statement::{Row, Value},
    error::StoreError,
};

/// A relation that both engines have.
#[derive(Debug)]
pub(crate) struct Relation {
    pub(crate) name: &'static str,
    /// All its columns, except those that only one of the engines has.
    pub(crate) columns: &'static [Column],
    pub(crate) key: Key,
    pub(crate) copied: Copied,
    /// `Some` if a column is the number of a person, else `None`.
    pub(crate) personal: Option<Personal>,
}

/// The primary key of a relation.
#[derive(Debug)]
pub(crate) enum Key {
    /// The column `id`, for which the engine chooses numbers.
    Numbered,
    Columns(&'static [&'static str]),
}

/// The rows that are copied to another engine.
#[derive(Debug)]
pub(crate) enum Copied {
    /// All of them.
    All,
    /// The rows that meet this condition.
    Where(&'static str),
    /// None: they are valid for minutes only.
    Nothing,
}

/// A column of a relation.
#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
}

/// The values of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Number,
    /// The number of a person.
    Person,
    Text,
    Bytes,
    Flag,
}

/// The rights of a person over the rows of a relation that concern them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Personal {
    /// Whether they are in the person's export.
    pub export: Export,
    /// Whether they are removed with the person.
    pub removal: Removal,
}

/// Whether rows are in the export of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Export {
    /// They are at this JSON pointer in a line of the export.
    At(&'static str),
    /// They are not there, for this reason.
    Excluded(&'static str),
}

/// Whether rows are removed with their person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// They are removed as well.
    Removed,
    /// They stay, for this reason.
    Kept(&'static str),
}

pub(crate) const fn number(name: &'static str) -> Column {
    Column { name, kind: Kind::Number }
}

/// A column of the numbers of persons.
pub(crate) const fn person(name: &'static str) -> Column {
    Column { name, kind: Kind::Person }
}

pub(crate) const fn text(name: &'static str) -> Column {
    Column { name, kind: Kind::Text }
}

pub(crate) const fn bytes(name: &'static str) -> Column {
    Column { name, kind: Kind::Bytes }
}

/// A column of truth values.
pub(crate) const fn flag(name: &'static str) -> Column {
    Column { name, kind: Kind::Flag }
}

impl Personal {
    /// Rows that are at this JSON pointer of an export, and are removed with their person.
    pub(crate) const fn exported(pointer: &'static str) -> Self {
        Self { export: Export::At(pointer), removal: Removal::Removed }
    }

    /// Rows that are not exported for this reason, and are removed with their person.
    pub(crate) const fn excluded(why: &'static str) -> Self {
        Self { export: Export::Excluded(why), removal: Removal::Removed }
    }
}

impl Column {
    /// The value of this column, which is the one of this index in the row.
    fn value(&self, row: &Row, index: usize) -> Result<Value, StoreError> {
        Ok(match self.kind {
            Kind::Number | Kind::Person => Value::Number(row.get(index)?),
            Kind::Text => Value::Text(row.get(index)?),
            Kind::Bytes => Value::Bytes(row.get(index)?),
            Kind::Flag => Value::Flag(row.get(index)?),
        })
    }
}

impl Relation {
    /// The columns of the primary key.
    pub(crate) const fn key_columns(&self) -> &'static [&'static str] {
        match self.key {
            Key::Numbered => &["id"],
            Key::Columns(columns) => columns,
        }
    }

    /// A query for at most `limit` rows, in the order of their keys: those that come after the key of `$1`, `$2`, … or, if
    /// `first`, from the beginning.
    pub(crate) fn select(&self, first: bool, limit: usize) -> String {
        let key = self.key_columns();
        let condition = match self.copied {
            Copied::Where(condition) => condition,
            Copied::All | Copied::Nothing => "1 = 1",
        };
        let key_list = key.join(", ");
        let after = (1..=key.len()).map(|n| format!("${n}")).collect::<Vec<_>>().join(", ");
        let after = if first { String::new() } else { format!("AND ({key_list}) > ({after})") };
        let (columns, name) = (self.column_list(), self.name);
        format!("SELECT {columns} FROM {name} WHERE {condition} {after} ORDER BY {key_list} LIMIT {limit}")
    }

    /// The names of the columns, separated by commas.
    pub(crate) fn column_list(&self) -> String {
        self.columns.iter().map(|column| column.name).collect::<Vec<_>>().join(", ")
    }

    /// The values of the columns of a row.
    pub(crate) fn values(&self, row: &Row) -> Result<Vec<Value>, StoreError> {
        self.columns.iter().enumerate().map(|(index, column)| column.value(row, index)).collect()
    }

    /// The values of the key, in its order, in the values of a row.
    pub(crate) fn key_of(&self, row: &[Value]) -> Vec<Value> {
        let value = |key: &&str| self.columns.iter().zip(row).find(|(column, _)| column.name == *key);
        self.key_columns().iter().filter_map(value).map(|(_, value)| value.clone()).collect()
    }
}
