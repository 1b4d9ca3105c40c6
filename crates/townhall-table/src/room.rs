//! What the actor of a table needs to know of it, whatever its game.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use tabletop::{Seat, Seed};

use crate::{
    journal::{Entry, Millis, Person, PlayerId},
    protocol::{Action, Command, Hint, Options, Refusal, TableView},
};

/// A table as the fold of its journal. No I/O, no clock, no chance of its own: what it decides is a
/// function of what is passed in.
///
/// The course of a command: [`Room::decide`] says which entries it makes; they are stored; then each is
/// [applied](Room::apply) and everybody is sent what changed in their own [`Room::view`].
pub trait Room: Send {
    /// The number of the latest entry.
    fn seq(&self) -> u64;
    /// What viewers know as the table's `seq`. It counts all entries but those that only exchange a
    /// sealed choice for another, of which nobody else may learn.
    fn version(&self) -> u64;
    /// What was done about this command already, if anything: the version after it.
    fn done(&self, who: PlayerId, command: &str) -> Option<u64>;
    /// The entries that a person's command makes. None: nothing is left to do, and it is done.
    ///
    /// # Errors
    /// Why it is refused; then nothing changes.
    fn decide(&self, who: &Person, command: &Command, with: &Circumstances) -> Result<Vec<Entry>, Refusal>;
    /// The entries that a bot's thought makes; none, if the table has changed so that it no longer fits.
    fn heed(&self, thought: &Thought, with: &Circumstances) -> Vec<Entry>;
    /// The entries of the first thing that is due: time is up, somebody has been away for too long.
    /// There may be more: it is called again once these are applied, until it has nothing to say.
    fn tick(&self, with: &Circumstances) -> Vec<Entry>;
    /// When [`Room::tick`] should be called next, if ever.
    fn due(&self, with: &Circumstances) -> Option<Millis>;
    /// What bots have to think about now. Each has a key that stays the same until it was heeded or
    /// no longer matters, so that nothing is thought twice.
    fn tasks(&self, with: &Circumstances) -> Vec<Task>;
    /// What a bot would do on the seat of a person who is to act: to be thought on another thread.
    ///
    /// # Errors
    /// It is not their turn, or there are no hints at this table.
    fn hint(&self, who: PlayerId) -> Result<Hinting, Refusal>;
    /// Takes the next entry in.
    ///
    /// # Errors
    /// The journal is corrupt: the entry does not follow from those before.
    fn apply(&mut self, entry: &Entry) -> Result<(), CorruptJournal>;
    /// The table as somebody sees it, without what they know already.
    fn view(&self, who: Option<PlayerId>, with: &Circumstances, known: Known) -> TableView;
    /// What lists say of it.
    fn summary(&self) -> Summary;
    /// The record of the game, once it is over.
    fn record(&self) -> Option<String>;
    /// The same table again, for a rematch: who sits where, and how it is played.
    fn again(&self) -> Opening;
}

/// A table that is to be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The game's id.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// How many players.
    pub players: usize,
    /// How it is played.
    pub options: Options,
    /// Who opens it. They sit only if they are among the `people`.
    pub host: Person,
    /// The people, with their chairs.
    pub people: Vec<(usize, Person)>,
    /// The levels of the bots, with their chairs.
    pub bots: Vec<(usize, String)>,
}

/// What a viewer was shown before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// Log and talk up to this version.
    pub seq: u64,
    /// The game as this version left it, see [`GameState::changed`](crate::protocol::GameState::changed);
    /// 0: not at all.
    pub game: u64,
}

/// What a room can't know by itself.
#[derive(Clone, Debug)]
pub struct Circumstances {
    /// What time it is.
    pub now: Millis,
    /// The people who are connected, with the number of their sockets.
    pub present: BTreeMap<PlayerId, usize>,
    /// Since when each person of the table who is not connected has been away.
    pub away_since: BTreeMap<PlayerId, Millis>,
    /// How long others wait for somebody who is away before a bot takes over.
    pub grace: Millis,
    /// Entropy for a deal, fresh for each call.
    pub entropy: Seed,
    /// The code of a fresh table, if the command is `rematch`.
    pub fresh_code: Option<String>,
}

/// What a bot wants to do, and why, in the game's own form.
pub type Deed = (Action, Option<Box<RawValue>>);

/// Something for a bot to think about, on another thread.
pub struct Task {
    /// What it is about.
    pub key: TaskKey,
    /// How long after its beginning the thought should be heeded at the soonest, in milliseconds.
    pub pace: u64,
    /// The thinking.
    pub think: Box<dyn FnOnce() -> Vec<Deed> + Send>,
}

/// The thinking behind a hint.
pub type Hinting = Box<dyn FnOnce() -> Hint + Send>;

/// What a bot thinks about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TaskKey {
    /// Whose turn to think it is.
    pub seat: Seat,
    /// The version of the table that asked for it.
    pub asked: u64,
    /// What it is about: one entry may ask for several thoughts.
    pub subject: Subject,
}

/// What a thought may be about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// What the seat is to do.
    Question,
    /// What others propose.
    Proposal,
    /// What another seat should do, which has asked for it.
    Call,
}

/// What came of a [`Task`].
#[derive(Debug)]
pub struct Thought {
    /// What it was about.
    pub key: TaskKey,
    /// What the bot wants to do, and why.
    pub actions: Vec<Deed>,
}

/// What lists say of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// How far it is.
    pub status: crate::protocol::Status,
    /// Whether it is listed.
    pub listing: crate::protocol::Listing,
    /// The variant.
    pub variant: String,
    /// How many players.
    pub players: usize,
    /// Names by chair; none where nobody sits.
    pub names: Vec<Option<String>>,
    /// The people who belong to it.
    pub people: Vec<PlayerId>,
    /// The people of whom something is asked now.
    pub to_act: Vec<PlayerId>,
    /// Whether the table goes on without anybody connected: something is asked of a bot.
    pub restless: bool,
}

/// A journal that can't be.
#[derive(Debug, thiserror::Error)]
#[error("entry {number} of the journal does not follow from those before: {why}")]
pub struct CorruptJournal {
    /// The entry.
    pub number: u64,
    /// Why not.
    pub why: String,
}
