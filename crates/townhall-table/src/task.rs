//! The tasks of bots, and their replies.
//!
//! A bot runs outside of the table, wherever the caller chooses: on another thread, or in a web worker. It sees the
//! view of its own seat and nothing else, and answers with the actions that a person would send.

use serde::{Deserialize, Serialize};
use tabletop::Seat;
use townhall_bots::Clock;

use crate::{
    Json,
    protocol::{Action, Hint, Replay},
};

/// Identifies a task of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct TaskKey {
    /// The bot's seat.
    pub seat: Seat,
    /// The version of the table that asked for it.
    pub asked: u64,
    /// The subject: one version may ask a seat several things.
    pub subject: Subject,
}

/// The subject of a task.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// The seat's own move.
    Move,
    /// The answer to a proposal.
    Proposal,
    /// A proposal for another seat that has asked for one.
    Request,
    /// The acknowledgement of an answer to its proposal for another seat.
    Answer,
}

/// Which bot answers a task. If a bot fails, a simpler one makes the move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attempt {
    /// The bot of the seat's own level.
    #[default]
    Own,
    /// The greedy bot, since the first attempt failed.
    Greedy,
    /// No bot: the first legal move, since the greedy bot failed as well.
    FirstMove,
}

impl Attempt {
    /// The next attempt, after this one has failed.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Own => Self::Greedy,
            Self::Greedy | Self::FirstMove => Self::FirstMove,
        }
    }
}

/// A task for a bot.
pub struct Task {
    /// Identifies the task.
    pub key: TaskKey,
    /// Which bot answers it.
    pub attempt: Attempt,
    /// The shortest time after the task was handed out at which its reply should arrive, in milliseconds.
    pub pace: u64,
    /// About how long it computes, in milliseconds: see [`Level::effort`](townhall_bots::Level::effort).
    pub effort: u32,
    /// The computation. It may panic if the bot has a bug; see [`Session::bot_failed`](crate::session::Session). If the
    /// clock ends it early, it answers with the best result so far.
    pub think: Thinking,
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Task").field("key", &self.key).field("pace", &self.pace).finish_non_exhaustive()
    }
}

/// The computation of a task.
pub type Thinking = Box<dyn FnOnce(&dyn Clock) -> Vec<BotAction> + Send>;

/// An action that a bot takes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BotAction {
    /// The action, as a person would send it.
    pub action: Action,
    /// The reason for a proposal or an answer, in the game's own form.
    pub reason: Option<Json>,
}

/// The reply to a [`Task`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BotReply {
    /// Identifies the task.
    pub key: TaskKey,
    /// The bot's actions, in this order.
    pub actions: Vec<BotAction>,
}

/// The computation of a hint.
pub type HintTask = Box<dyn FnOnce(&dyn Clock) -> Hint + Send>;

/// A function that shows the game so far to one viewer. It runs for some milliseconds, so it is separate from the table.
pub type LookBack = Box<dyn FnOnce() -> Replay + Send>;
