//! The messages of the server.

use serde::Serialize;
use tabletop::Seat;

use super::{
    Chair, Deal, LogEntry, LogWhat, Options, Plan, Proposal, Refusal, Remark, Status, TableView,
    TakeoverVote, TalkItem, Undoable,
};
use crate::{Json, journal::Millis};

/// One message of the server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Frame {
    /// The whole table: the first message, and again whenever the client has missed something.
    Table {
        /// The server's time, in milliseconds since 1970. All times of a table are by this clock.
        now: Millis,
        /// The table as the viewer may see it, with the latest lines of log and talk.
        table: Box<TableView>,
        /// The numbers of earlier lines of log and talk.
        earlier: Earlier,
    },
    /// The changes at the table: those for all viewers, then those for this viewer alone.
    Update {
        /// The server's time, in milliseconds since 1970.
        now: Millis,
        /// The table's version.
        version: u64,
        /// The game's events of this version, a list that is serialised once. Each is a line of the log: `{"version":…,"at":…,
        /// "type":"game","event":…}` with this version and the time `now`. Left out if the patch has the new lines of the log, or
        /// if there are none.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(type = "unknown[]", optional))]
        events: Option<Json>,
        /// The changes for all viewers: a [`Patch`], which is serialised once.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<Patch>", optional))]
        all: Option<Json>,
        /// The changes for the viewer alone.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        own: Option<Box<OwnPatch>>,
    },
    /// A command was carried out, and is durable.
    Done {
        /// The command's id.
        id: String,
        /// The table's version after it.
        version: u64,
    },
    /// A command was refused; nothing changed.
    Refused {
        /// The command's id; empty if it could not be read.
        id: String,
        /// The reason for the refusal.
        refusal: Refusal,
    },
    /// The server closes this connection.
    Bye {
        /// The reason for the close.
        why: Bye,
    },
}

impl Frame {
    /// The frame as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a frame is JSON with text keys")
    }

    /// The refusal of a command.
    #[must_use]
    pub fn refused(id: impl Into<String>, refusal: Refusal) -> Self {
        Self::Refused { id: id.into(), refusal }
    }
}

/// The reason why the server closes a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Bye {
    /// The server stops; the client should connect again after a short delay.
    Shutdown,
    /// Too many messages, or too large ones.
    TooMuch,
    /// The client reads too slowly.
    TooSlow,
    /// The client has sent nothing for too long.
    Silent,
    /// The table was removed.
    Gone,
    /// The device was signed out.
    SignedOut,
}

/// The numbers of lines of log and talk before those that were sent. The client can request them by HTTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Earlier {
    /// The number of earlier lines of the log.
    pub log: usize,
    /// The number of earlier lines of talk.
    pub talk: usize,
}

/// The changes at a table for all viewers. Each key that is present replaces that of the [`TableView`]; but the keys of
/// `game` replace those of its `game`, and `log` and `talk` are appended.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Patch {
    /// The new [`TableView::variant`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The new [`TableView::status`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// The new [`TableView::options`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Options>,
    /// The new [`TableView::chairs`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chairs: Option<Vec<Chair>>,
    /// The new [`TableView::watchers`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watchers: Option<usize>,
    /// The new [`TableView::watcher_names`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watcher_names: Option<Vec<String>>,
    /// The new [`TableView::deal`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deal: Option<Option<Deal>>,
    /// The changes of [`TableView::game`]. When the game begins, the whole table is sent instead.
    #[serde(skip_serializing_if = "GamePart::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<GamePart>"))]
    pub game: GamePart,
    /// The new [`TableView::proposals`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposals: Option<Vec<Proposal>>,
    /// The new [`TableView::votes`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub votes: Option<Vec<TakeoverVote>>,
    /// The new [`TableView::rematch`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<Option<String>>,
    /// The new [`TableView::rematch_by`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch_by: Option<Seat>,
    /// The new [`TableView::bots_hurry`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bots_hurry: Option<bool>,
    /// New entries of the log.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<LogEntry>>"))]
    pub log: Vec<LogEntry>,
    /// New talk.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<TalkItem>>"))]
    pub talk: Vec<TalkItem>,
}

/// The changes of a [`GameState`](super::GameState) for everybody. Each key that is present, except `view`, replaces the old one.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct GamePart {
    /// The new [`GameState::moves`](super::GameState::moves).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
    /// The new [`GameState::to_act`](super::GameState::to_act).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_act: Option<Vec<Seat>>,
    /// The new [`GameState::sealed`](super::GameState::sealed).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sealed: Option<Vec<Seat>>,
    /// The new [`GameState::waiting`](super::GameState::waiting).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Vec<Seat>>,
    /// The new [`GameState::goes_first`](super::GameState::goes_first).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goes_first: Option<Option<Seat>>,
    /// The new [`GameState::outcome`](super::GameState::outcome).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "unknown", optional))]
    pub outcome: Option<Option<Json>>,
    /// The new [`GameState::winners`](super::GameState::winners).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<Seat>>,
    /// The changes of [`GameState::view`](super::GameState::view) for everybody: see [`tabletop::parts::apply`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Changes>"))]
    pub view: Option<Json>,
}

/// The changes at a table for one viewer alone. Each key that is present replaces that of the [`TableView`]; but the keys
/// of `game` replace those of its `game`.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct OwnPatch {
    /// The new [`TableView::host`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<bool>,
    /// The new [`TableView::me`]; `null` when the viewer no longer has a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub me: Option<Option<usize>>,
    /// The new [`TableView::gallery`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gallery: Option<Vec<Remark>>,
    /// The changes of [`TableView::game`].
    #[serde(skip_serializing_if = "OwnGamePart::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<OwnGamePart>"))]
    pub game: OwnGamePart,
}

/// The changes of a [`GameState`](super::GameState) for one viewer alone. Each key that is present, except `view` and `offers`,
/// replaces the old one.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct OwnGamePart {
    /// The new [`GameState::my_sealed`](super::GameState::my_sealed).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "unknown", optional))]
    pub my_sealed: Option<Option<Json>>,
    /// The new [`GameState::undo`](super::GameState::undo).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<Option<Undoable>>,
    /// The new [`GameState::plan`](super::GameState::plan).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Option<Plan>>,
    /// The changes of [`GameState::view`](super::GameState::view) for the viewer: see [`tabletop::parts::apply`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Changes>"))]
    pub view: Option<Json>,
    /// The changes of [`GameState::offers`](super::GameState::offers): see [`tabletop::parts::apply`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Changes>"))]
    pub offers: Option<Json>,
}

/// The changes of a JSON object, by key. `{"":steps}` and `{"+":steps}` change a list by steps `[at,removed,[added,…]]`, one after
/// the other; with `"+"`, added elements are changes. `{"+":{…}}` changes an object. All others are new values. The key `""` stands
/// for the whole, if that is a list.
#[cfg(feature = "typescript")]
#[derive(ts_rs::TS)]
pub struct Changes(#[ts(type = "Record<string, unknown>")] std::convert::Infallible);

impl Patch {
    /// Whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Takes out the lines of the log if all of them are events of the game that this version made at this time. Then they are
    /// sent without version and time.
    pub(crate) fn take_events(&mut self, version: u64, at: Millis) -> Option<Vec<Json>> {
        let is_event = |line: &LogEntry| {
            (line.version, line.at) == (version, at)
                && matches!(line.what, LogWhat::Game { stand_in: false, .. })
        };
        if self.log.is_empty() || !self.log.iter().all(is_event) {
            return None;
        }
        let event = |line: LogEntry| match line.what {
            LogWhat::Game { event, .. } => Some(event),
            _ => None,
        };
        Some(std::mem::take(&mut self.log).into_iter().filter_map(event).collect())
    }
}

impl GamePart {
    /// Whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl OwnPatch {
    /// Whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl OwnGamePart {
    /// Whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
