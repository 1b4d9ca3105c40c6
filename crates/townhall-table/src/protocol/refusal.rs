//! Refusals of commands and requests: a code with parameters, for which the client has a text in each language.

use litemap::LiteMap;
use serde::{Deserialize, Serialize};

/// A refusal, for machines first. The client translates the code; `detail` is English, for
/// people who write clients.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[error("{code:?}: {detail}")]
pub struct Refusal {
    /// The kind of refusal.
    pub code: Code,
    /// The error and the expectation, in English.
    pub detail: String,
    /// Numbers and names for the client's text.
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

    /// Adds a parameter.
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
    /// The game, variant, level, chair, city or proposal does not exist.
    Unknown,
    /// Only the host may do this.
    NotHost,
    /// The person has no seat at this table.
    NotSeated,
    /// The chair is taken.
    Taken,
    /// The person already has a chair at this table.
    AlreadySeated,
    /// Not every chair is taken yet.
    NotFull,
    /// There are more people than the new number of chairs.
    TooFewChairs,
    /// The person has declined the invitation to this table.
    Declined,
    /// The host has sent this person away recently.
    SentAway,
    /// A player at the table has a name that could be mistaken for this one.
    NameTaken,
    /// The person is the host of too many unfinished tables.
    TooManyTables,
    /// The game has begun.
    Begun,
    /// The game has not begun yet.
    NotBegun,
    /// The game is over.
    Over,
    /// Nothing is asked of this seat now.
    NotYourTurn,
    /// The move is not legal now.
    Illegal,
    /// The state on which the person decided has changed since.
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
    /// The host allows less time away at this correspondence table.
    AwayTooLong,
    /// This seat can't propose such a move.
    CantPropose,
    /// The guest, the address or everybody together has stored too much, or the disk is full.
    Full,
    /// The operator has blocked the guest or the address.
    Blocked,
    /// The request has no cookie that identifies a guest.
    Nobody,
    /// The request comes from a page of another origin.
    WrongOrigin,
    /// A line of a file is invalid in a record of a finished game.
    BadRecord,
    /// This table's journal can't be read; other tables are not affected.
    Unreadable,
    /// The server is overloaded; nothing was changed.
    Busy,
    /// The server failed; nothing was changed.
    Internal,
}
