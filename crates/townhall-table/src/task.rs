//! What bots think about, and what they answer.
//!
//! A bot thinks wherever the table is run, outside of the table: on another thread, or in a worker. It sees a view of
//! its own seat and nothing else, and answers with the actions that a person would send.

use tabletop::Seat;
use townhall_bots::Clock;

use crate::{
    json::Json,
    protocol::{Action, Hint},
};

/// Identifies what a bot thinks about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TaskKey {
    /// The bot's seat.
    pub seat: Seat,
    /// The version of the table that asked for it.
    pub asked: u64,
    /// What it is about: one version may ask a seat several things.
    pub subject: Subject,
}

/// What a task is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// The seat's own move.
    Move,
    /// What the bot thinks of a proposal.
    Proposal,
    /// What another seat should do that has asked for it.
    Request,
}

/// Who answers a task. A bot that fails costs one move, which a simpler one makes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
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
    /// What is tried when this attempt has failed.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Own => Self::Greedy,
            Self::Greedy | Self::FirstMove => Self::FirstMove,
        }
    }
}

/// How much there is to think about, for those who share threads out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effort {
    /// A few milliseconds at most.
    Quick,
    /// More than that: as much as the bot's level is told to think.
    Long,
}

/// Something for a bot to think about.
pub struct Task {
    /// What it is about.
    pub key: TaskKey,
    /// How long after it was asked the reply should arrive at the soonest, in milliseconds.
    pub pace: u64,
    /// How much there is to think about.
    pub effort: Effort,
    /// The thinking. It may panic, if the bot has a fault; see [`Session::bot_failed`](crate::session::Session). If the
    /// clock ends it early, it answers with the best so far.
    pub think: Thinking,
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Task").field("key", &self.key).field("pace", &self.pace).finish_non_exhaustive()
    }
}

/// The thinking behind a task.
pub type Thinking = Box<dyn FnOnce(&dyn Clock) -> Vec<BotAction> + Send>;

/// What a bot wants to do.
#[derive(Clone, Debug)]
pub struct BotAction {
    /// What a person would send.
    pub action: Action,
    /// Why, in the game's own form: for proposals and answers.
    pub reason: Option<Json>,
}

/// What came of a [`Task`].
#[derive(Clone, Debug)]
pub struct BotReply {
    /// What it was about.
    pub key: TaskKey,
    /// What the bot wants to do, in this order.
    pub actions: Vec<BotAction>,
}

/// The thinking behind a hint.
pub type HintTask = Box<dyn FnOnce(&dyn Clock) -> Hint + Send>;
