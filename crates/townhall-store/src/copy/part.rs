//! The parts of a store that are copied from one engine to the other.

/// A database table whose rows are copied.
#[derive(Debug)]
pub(crate) struct Part {
    /// The table's name, the same in both engines.
    pub(crate) table: &'static str,
    /// Whether Postgres numbers its rows by a sequence, `<table>_id_seq`.
    pub(crate) has_sequence: bool,
    /// How an SQLite file is read and written.
    pub(crate) sqlite: Queries,
    /// How a Postgres database is read and written.
    pub(crate) postgres: Queries,
}

/// The SQL by which the rows of a part are read and written as JSON objects, the same in both engines.
#[derive(Debug)]
pub(crate) struct Queries {
    /// Selects positions and rows, by position: those that come after the position of the first parameter, at most as many
    /// as the second one says.
    pub(crate) page: &'static str,
    /// Statements that insert an array of rows, their only parameter.
    pub(crate) put: &'static [&'static str],
}
