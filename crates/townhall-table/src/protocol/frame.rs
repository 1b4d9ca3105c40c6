//! What the server sends.

use std::collections::BTreeMap;

use serde::Serialize;
use tabletop::Seat;

use super::{
    Chair, Deal, GameState, LogEntry, Options, Proposal, Refusal, Status, TableView, TakeoverVote, TalkItem,
    Undoable,
};
use crate::{journal::Millis, json::Json};

/// One message of the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Frame {
    /// The whole table: the first message, and again whenever the client has missed something.
    Table {
        /// The server's time, in milliseconds since 1970. All times of a table are by this clock.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        now: Millis,
        /// The table as the viewer may see it.
        table: Box<TableView>,
    },
    /// What changed.
    Update {
        /// The server's time, in milliseconds since 1970.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        now: Millis,
        /// The parts of the table that changed.
        patch: Box<Patch>,
    },
    /// A command was carried out, and is durable.
    Done {
        /// The command's id.
        id: String,
        /// The table's version after it.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        version: u64,
    },
    /// A command was refused; nothing changed.
    Refused {
        /// The command's id; empty if it could not be read.
        id: String,
        /// Why it was refused.
        refusal: Refusal,
    },
    /// The server closes this connection.
    Bye {
        /// Why it does.
        why: Bye,
    },
}

impl Frame {
    /// The frame as it goes over the wire; empty if it can't be written as JSON, which none of ours is.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The refusal of a command.
    #[must_use]
    pub fn refused(id: impl Into<String>, refusal: Refusal) -> Self {
        Self::Refused { id: id.into(), refusal }
    }
}

/// Why the server closes a connection.
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
    /// The device was signed out.
    SignedOut,
}

/// What changed at a table. Each key that is there replaces that of the [`TableView`]; but the keys of `game_part`
/// replace those of `game`, the keys of `view_part` replace those of `game.view`, and `log` and `talk` are appended.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Patch {
    /// The table's version.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub version: u64,
    /// The new [`TableView::variant`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The new [`TableView::status`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// The new [`TableView::options`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Options>,
    /// The new [`TableView::host`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<bool>,
    /// The new [`TableView::me`]; `null` when the viewer no longer has a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub me: Option<Option<usize>>,
    /// The new [`TableView::chairs`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chairs: Option<Vec<Chair>>,
    /// The new [`TableView::watchers`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watchers: Option<usize>,
    /// The new [`TableView::deal`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deal: Option<Option<Deal>>,
    /// The whole [`TableView::game`], when it began or its view has other keys than before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameState>,
    /// What else changed of [`TableView::game`].
    #[serde(skip_serializing_if = "GamePart::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<GamePart>"))]
    pub game_part: GamePart,
    /// The keys of the game's view that changed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>", optional))]
    pub view_part: BTreeMap<String, Json>,
    /// The new [`TableView::proposals`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposals: Option<Vec<Proposal>>,
    /// The new [`TableView::votes`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub votes: Option<Vec<TakeoverVote>>,
    /// The new [`TableView::rematch`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<Option<String>>,
    /// New entries of the log.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<LogEntry>>"))]
    pub log: Vec<LogEntry>,
    /// New talk.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<TalkItem>>"))]
    pub talk: Vec<TalkItem>,
}

/// What changed of a [`GameState`], but for its view: each key that is there replaces the old one.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct GamePart {
    /// The new [`GameState::moves`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
    /// The new [`GameState::offers`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "unknown", optional))]
    pub offers: Option<Json>,
    /// The new [`GameState::to_act`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_act: Option<Vec<Seat>>,
    /// The new [`GameState::sealed`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sealed: Option<Vec<Seat>>,
    /// The new [`GameState::my_sealed`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "unknown", optional))]
    pub my_sealed: Option<Option<Json>>,
    /// The new [`GameState::waiting`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Vec<Seat>>,
    /// The new [`GameState::goes_first`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goes_first: Option<Option<Seat>>,
    /// The new [`GameState::undo`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<Option<Undoable>>,
    /// The new [`GameState::deadline`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "number | null", optional))]
    pub deadline: Option<Option<Millis>>,
    /// The new [`GameState::outcome`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "unknown", optional))]
    pub outcome: Option<Option<Json>>,
    /// The new [`GameState::winners`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<Seat>>,
}

impl GamePart {
    /// Whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Patch {
    /// Whether it says nothing but the version.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self { version: self.version, ..Self::default() }
    }
}
