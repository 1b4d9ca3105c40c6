//! The answers of an engine.

use serde::Serialize;
use townhall_table::{
    Json,
    catalogue::GameInfo,
    journal::{Millis, PlayerId},
    protocol::{GameResult, Hint, LogEntry, Page, Refusal, Replay, Status, TalkItem},
    room::Summary,
    task::{BotAction, TaskKey},
};

// For the documentation.
#[cfg(doc)]
use crate::EngineRequest;
use crate::{
    analyst::{Analysed, Hindsight, Judged},
    request::ToThink,
};

/// The answer of an engine to an [`EngineRequest`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
#[serde(rename_all = "kebab-case")]
pub enum EngineAnswer {
    /// The games that can be played.
    Games(Vec<GameInfo>),
    /// A cleaned name.
    Text(String),
    /// The scores of a score sheet, as JSON in the game's own form.
    Scored(#[cfg_attr(feature = "typescript", ts(type = "unknown"))] Json),
    /// A new table.
    Opened(Stored),
    /// Tables that show finished games. Equal games have equal codes.
    Loaded(Vec<Stored>),
    /// The actions that the worker must take.
    Effects(Box<Effects>),
    /// A recorded game, or a running game so far.
    Replay(Replay),
    /// The results of an analysis so far.
    Analysed(Analysed),
    /// The verdict on a move; null if it was the only legal one.
    Judged(Option<Judged>),
    /// The best move with knowledge of the whole state; null if the recorded move was not made by a player.
    Hindsight(Option<Hindsight>),
    /// Lines of the log.
    Log(Page<LogEntry>),
    /// Lines of talk.
    Talk(Page<TalkItem>),
    /// The record of a game, as JSON Lines; null before its end.
    Record(Option<String>),
    /// The actions of a bot; null if the task is no longer pending.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    Thought(Option<Vec<BotAction>>),
    /// A hint.
    Hint(Hint),
    /// Success without a result.
    Done,
    /// The request was refused, and nothing changed.
    Refused(Refusal),
}

/// A new table, which the worker must store.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Stored {
    /// The table's code.
    pub code: String,
    /// The texts of the first entries of its journal.
    pub entries: Vec<String>,
    /// The table's summary for lists.
    pub card: Card,
}

/// The summary of a table for lists.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Card {
    /// The id of its game.
    pub game: String,
    /// The text of the variant.
    pub variant: String,
    /// The number of players.
    pub players: usize,
    /// The names of the players, by chair; null for an empty chair.
    pub names: Vec<Option<String>>,
    /// The table's status: in the lobby, being played, or over.
    pub status: Status,
    /// The numbers of the people whose turn it is.
    #[cfg_attr(feature = "typescript", ts(type = "number[]"))]
    pub to_act: Vec<PlayerId>,
    /// The result of the game; null before its end. Cards of earlier versions omit it.
    #[cfg_attr(feature = "typescript", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

impl Card {
    /// Creates the card for a table of this game.
    #[must_use]
    pub fn new(game: &str, summary: Summary) -> Self {
        let Summary { status, variant, players, names, to_act, host, ending, .. } = summary;
        let result = ending.map(|ending| ending.seen_by(Some(host)));
        Self { game: game.to_owned(), variant, players, names, status, to_act, result }
    }
}

/// The actions that the worker must take after an event.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Effects {
    /// The entries to store; then the next request must be [`EngineRequest::Committed`] or [`EngineRequest::Failed`].
    pub commit: Option<Commit>,
    /// The frames to send, in this order.
    pub send: Vec<Sent>,
    /// The new tasks of bots, which no earlier answer contained.
    pub think: Vec<ToThink>,
    /// The keys of all pending tasks, the new ones included; work on any other task can be cancelled.
    #[cfg_attr(feature = "typescript", ts(type = "unknown[]"))]
    pub wanted: Vec<TaskKey>,
    /// The time at which [`EngineRequest::Tick`] is next due, in milliseconds since 1970; null if nothing is scheduled.
    pub due: Option<Millis>,
}

/// Entries to store.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Commit {
    /// The length of the journal before these entries.
    pub after: u64,
    /// The texts of the entries.
    pub entries: Vec<String>,
    /// The table's summary for lists after these entries.
    pub card: Card,
    /// A new table to store in the same transaction: a rematch.
    pub opens: Option<Stored>,
}

/// A frame for the pages of some players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Sent {
    /// The numbers of the players to whom it is sent.
    pub to: Vec<i64>,
    /// The frame, as in the protocol.
    #[cfg_attr(feature = "typescript", ts(as = "townhall_table::protocol::Frame"))]
    pub frame: Json,
}
