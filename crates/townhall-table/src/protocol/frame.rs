//! What the server sends.

use serde::Serialize;
use serde_json::value::RawValue;

use super::{
    Chair, Deal, GameState, LogEntry, Options, Proposal, Refusal, Status, TableView, TakeoverVote, TalkItem,
};

/// One message of the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Frame {
    /// The table as a whole: first of all, and again whenever the client has missed something.
    Table {
        /// It.
        table: Box<TableView>,
    },
    /// What changed.
    Update {
        /// It.
        patch: Box<Patch>,
    },
    /// A command was carried out, and is durable.
    Done {
        /// The command's id.
        id: String,
        /// The table's `seq` after it.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        seq: u64,
    },
    /// A command was refused; nothing changed.
    Refused {
        /// The command's id; empty if it could not be read.
        id: String,
        /// Why.
        refusal: Refusal,
    },
    /// The server closes this socket.
    Bye {
        /// Why.
        why: Bye,
    },
}

/// Why the server closes a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Bye {
    /// The server stops; come back in a moment.
    Shutdown,
    /// Too many messages, or too large ones.
    TooMuch,
    /// The client did not read what it was sent.
    TooSlow,
    /// Nothing was heard for too long.
    Silent,
    /// The table is no more.
    Gone,
}

/// What changed at a table: each key that is there replaces that of the [`TableView`], but for
/// `game_part` and `view_part`, whose keys replace those of `game` and of `game.view`, and for `log` and
/// `talk`, which are added to its end.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Patch {
    /// The table's version.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub seq: u64,
    /// As in [`TableView`]; so are all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    #[allow(missing_docs)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    #[allow(missing_docs)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Options>,
    #[allow(missing_docs)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<bool>,
    /// `null` when one no longer has a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub me: Option<Option<usize>>,
    #[allow(missing_docs)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chairs: Option<Vec<Chair>>,
    #[allow(missing_docs)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watchers: Option<usize>,
    #[allow(missing_docs)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deal: Option<Deal>,
    #[allow(missing_docs)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameState>,
    /// Some of the keys of `game`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "Partial<GameState>", optional))]
    pub game_part: Option<Box<RawValue>>,
    /// Some of the keys of `game.view`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>", optional))]
    pub view_part: Option<Box<RawValue>>,
    #[allow(missing_docs)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposals: Option<Vec<Proposal>>,
    #[allow(missing_docs)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub votes: Option<Vec<TakeoverVote>>,
    #[allow(missing_docs)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// New entries of the log.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<LogEntry>>"))]
    pub log: Vec<LogEntry>,
    /// New talk.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<TalkItem>>"))]
    pub talk: Vec<TalkItem>,
}
