//! Why something is refused: a code that the client puts into words, with its parameters.

use litemap::LiteMap;
use serde::{Deserialize, Serialize};

/// A refusal, for machines first. The client translates the code; `detail` is English, for
/// people who write clients.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[error("{code:?}: {detail}")]
pub struct Refusal {
    /// What kind it is.
    pub code: Code,
    /// In English, what was wrong and what was expected.
    pub detail: String,
    /// Numbers and names for the client's words.
    #[serde(default, skip_serializing_if = "LiteMap::is_empty")]
    #[cfg_attr(
        feature = "typescript",
        ts(as = "Option<std::collections::BTreeMap<String, String>>", optional)
    )]
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, String>, required = false))]
    pub params: LiteMap<String, String>,
}

impl Refusal {
    /// A refusal without parameters.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), params: LiteMap::new() }
    }

    /// With one more parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }
}

/// The kinds of refusals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The message could not be read.
    Malformed,
    /// The message is too large.
    TooLarge,
    /// Too many messages in too short a time.
    TooMany,
    /// No table has this code.
    NoTable,
    /// There is no such game, variant, level, chair, city or proposal.
    Unknown,
    /// Only the host may do this.
    NotHost,
    /// One has no seat at this table.
    NotSeated,
    /// The chair is taken.
    Taken,
    /// One sits at this table already.
    AlreadySeated,
    /// Not every chair is taken yet.
    NotFull,
    /// There are more people than chairs would be left.
    TooFewChairs,
    /// The host has sent this person away a while ago.
    SentAway,
    /// A player at the table has a name that could be mistaken for this one.
    NameTaken,
    /// One is the host of too many unfinished tables.
    TooManyTables,
    /// The game has begun.
    Begun,
    /// The game has not begun yet.
    NotBegun,
    /// The game is over.
    Over,
    /// It is not this seat's turn.
    NotYourTurn,
    /// The move is not legal now.
    Illegal,
    /// What it was decided on has changed since.
    Stale,
    /// A choice that was sealed is final at this table, or nothing can be taken back any more.
    Final,
    /// This table's rule for talk does not allow it.
    Hushed,
    /// There are no hints where people play against the clock.
    NoHints,
    /// The text is too long, or empty.
    BadText,
    /// The person is not away, so there is no vote to replace them.
    NotAway,
    /// The person has not been away for long enough for a vote to replace them.
    TooSoon,
    /// Such a thing can't be proposed by this seat.
    CantPropose,
    /// No cookie says who this is.
    Nobody,
    /// The page that sent it is not one of ours.
    WrongOrigin,
    /// A line of a file is not what a record of a finished game has there.
    BadRecord,
    /// This table's journal can't be read; all other tables go on.
    Unreadable,
    /// The server has too much to do just now; nothing was changed.
    Busy,
    /// The server failed; nothing was changed.
    Internal,
}
