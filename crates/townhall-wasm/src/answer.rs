//! What an engine answers.

use serde::Serialize;
use townhall_table::{
    Json,
    catalogue::GameInfo,
    journal::{Millis, PlayerId},
    protocol::{GameResult, Hint, LogEntry, Page, Refusal, Status, TalkItem},
    recorded::Replay,
    room::Summary,
    task::{BotAction, TaskKey},
};

// For the documentation.
#[cfg(doc)]
use crate::Request;
use crate::{
    analyst::{Analysed, Hindsight, Judged},
    request::ToThink,
};

/// What an engine answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/", rename = "EngineAnswer"))]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The games that can be played.
    Games(Vec<GameInfo>),
    /// A text.
    Text(String),
    /// What a score sheet scores, as JSON of the game's own.
    Scored(#[cfg_attr(feature = "typescript", ts(type = "unknown"))] Json),
    /// A new table.
    Opened(Stored),
    /// Tables that show finished games. The same game always has the same code.
    Loaded(Vec<Stored>),
    /// What the worker has to do.
    Effects(Box<Effects>),
    /// A recorded game, or one that is on, up to now.
    Replay(Replay),
    /// Where the points of a game went, as far as it is known.
    Analysed(Analysed),
    /// What a move would have cost; null if it was the only one.
    Judged(Option<Judged>),
    /// What the open cards would have allowed; null if no player chose there.
    Hindsight(Option<Hindsight>),
    /// Lines of the log.
    Log(Page<LogEntry>),
    /// Lines of talk.
    Talk(Page<TalkItem>),
    /// The record of a game, as JSON Lines; null before its end.
    Record(Option<String>),
    /// The actions of a bot; null if the task is not there any more.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    Thought(Option<Vec<BotAction>>),
    /// A hint.
    Hint(Hint),
    /// It was done, and there is nothing to say.
    Done,
    /// It was refused, and nothing changed.
    Refused(Refusal),
}

/// What has to be stored of a new table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Stored {
    /// Its code.
    pub code: String,
    /// The texts of its first entries.
    pub entries: Vec<String>,
    /// What lists say of it.
    pub card: Card,
}

/// What lists say of a table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Card {
    /// The id of its game.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// How many players.
    pub players: usize,
    /// Who sits there, by chair; null where nobody does.
    pub names: Vec<Option<String>>,
    /// Whether its game is still to begin, being played, or over.
    pub status: Status,
    /// The numbers of the people who are to act.
    #[cfg_attr(feature = "typescript", ts(type = "number[]"))]
    pub to_act: Vec<PlayerId>,
    /// How its game ended, once it is over; left out in cards of earlier versions.
    #[cfg_attr(feature = "typescript", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

impl Card {
    /// The card of a table of this game.
    #[must_use]
    pub fn new(game: &str, summary: Summary) -> Self {
        let Summary { status, variant, players, names, to_act, host, ending, .. } = summary;
        let result = ending.map(|ending| ending.seen_by(Some(host)));
        Self { game: game.to_owned(), variant, players, names, status, to_act, result }
    }
}

/// What the worker has to do after an event.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Effects {
    /// What has to be stored; then the next request is [`Request::Committed`] or [`Request::Failed`].
    pub commit: Option<Commit>,
    /// What has to be sent, in this order.
    pub send: Vec<Sent>,
    /// The tasks of bots that were not handed out yet.
    pub think: Vec<ToThink>,
    /// The tasks that were handed out and whose replies are still wanted, the new ones included.
    #[cfg_attr(feature = "typescript", ts(type = "unknown[]"))]
    pub wanted: Vec<TaskKey>,
    /// When [`Request::Tick`] has something to do next, in milliseconds since 1970; null: never.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub due: Option<Millis>,
}

/// Entries that have to be stored.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Commit {
    /// How many entries must be stored already.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub after: u64,
    /// The texts of the entries.
    pub entries: Vec<String>,
    /// What lists say of the table from then on.
    pub card: Card,
    /// A table that has to be stored in the same transaction: a rematch.
    pub opens: Option<Stored>,
}

/// A frame for somebody's page.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Sent {
    /// The numbers of the players.
    #[cfg_attr(feature = "typescript", ts(type = "number[]"))]
    pub to: Vec<i64>,
    /// The frame.
    #[cfg_attr(feature = "typescript", ts(as = "townhall_table::protocol::Frame"))]
    pub frame: Json,
}
