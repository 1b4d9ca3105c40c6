//! A table of any game, without its types.

use std::collections::VecDeque;

use litemap::LiteMap;
use serde::{Deserialize, Serialize};
use tabletop::{Seat, Seed};

use crate::{
    code::TableCode,
    journal::{Entry, JournalError, Millis, Options, Person, PlayerId},
    protocol::{Command, GameResult, Listing, LogEntry, Page, Refusal, Remark, Status, TableView, TalkItem},
    seen::Seen,
    task::{Attempt, BotReply, HintTask, LookBack, Task, TaskKey},
};

/// A table of any game: the fold of its journal. It does no I/O and reads no clock: what it decides is a function of
/// its journal and of the [`Context`] that is handed in.
///
/// A command is processed in this way: [`Room::decide`] returns the journal entries that it makes; each is
/// [applied](Room::apply) and all of them are stored; then everybody is sent what changed in their own [`Room::view`].
/// A [`Session`](crate::session::Session) does this for one table.
pub trait Room: Send {
    /// The number of entries of the journal.
    fn journal_length(&self) -> u64;
    /// The table's version, which viewers know. It counts all entries except those that only replace a sealed choice by
    /// another or concern a plan, which other players must not notice.
    fn version(&self) -> u64;
    /// The version after this command, if it was already carried out. The latest 64 commands of each person are
    /// remembered.
    fn version_after(&self, who: PlayerId, command: &str) -> Option<u64>;
    /// The entries that a person's command makes; empty if there is nothing to do.
    ///
    /// # Errors
    /// Why it is refused; then nothing changes.
    fn decide(&self, who: &Person, command: &Command, context: &Context) -> Result<Vec<Entry>, Refusal>;
    /// The entries by which a table takes over a person's new name and colour; none, if it does not.
    fn renamed(&self, who: &Person, context: &Context) -> Vec<Entry>;
    /// The entries by which the host invites a person, for whom a chair is kept; none, if they sit here or are invited already.
    ///
    /// # Errors
    /// The inviter is not the host, the game has begun, no chair is free, or the person has declined or was sent away.
    fn invite(&self, by: PlayerId, guest: &Person, context: &Context) -> Result<Vec<Entry>, Refusal>;
    /// The entries that a bot's reply makes; none, if the table has changed so that the reply no longer fits.
    fn accept_reply(&self, reply: &BotReply, context: &Context) -> Vec<Entry>;
    /// The entries of the first thing that is due: a player's time is up, or a player has been away for too long.
    /// There may be more: it is called again once these are applied, until it returns nothing.
    fn tick(&self, context: &Context) -> Vec<Entry>;
    /// When [`Room::tick`] has something to do next, if ever.
    fn due(&self, context: &Context) -> Option<Millis>;
    /// Whether the clocks of the seats to act run, which takes one player who is present.
    fn clock_runs(&self, context: &Context) -> bool;
    /// The pending tasks of bots. The key of a task stays the same until its reply was accepted or the task is obsolete.
    fn pending_tasks(&self, context: &Context) -> Vec<TaskKey>;
    /// The task of this key, if it is pending.
    fn task(&self, key: TaskKey, attempt: Attempt, context: &Context) -> Option<Task>;
    /// A hint: the moves that a strong bot recommends to a person whose turn it is.
    ///
    /// # Errors
    /// Nothing is asked of the person now, or there are no hints at this table.
    fn hint(&self, who: PlayerId) -> Result<HintTask, Refusal>;
    /// Applies the next entry.
    ///
    /// # Errors
    /// The entry can't follow the ones before. Then the room must not be used any more.
    fn apply(&mut self, entry: &Entry) -> Result<(), JournalError>;
    /// The table as a viewer sees it (`None`: a spectator without a name), with these lines of log and talk.
    fn view(&self, who: Option<PlayerId>, context: &Context, lines: Lines) -> TableView;
    /// The table as these viewers see it, without the parts that they already have.
    fn seen(&self, viewers: &[Option<PlayerId>], context: &Context, known: Known) -> Seen;
    /// The lines of the log before the one with the number `before` (from 0): at most `most`, the latest ones. Very old
    /// lines are forgotten.
    fn log_before(&self, before: usize, most: usize) -> Page<LogEntry>;
    /// The lines of talk before the one with the number `before`, as [`Room::log_before`] returns those of the log.
    fn talk_before(&self, before: usize, most: usize) -> Page<TalkItem>;
    /// The summary of the table for lists of tables.
    fn summary(&self) -> Summary;
    /// The game so far, step by step, as a viewer was shown it (`None`: a spectator without a name), and nothing more. Moves that
    /// were taken back are left out.
    ///
    /// # Errors
    /// The game has not begun, or it was played elsewhere.
    fn look_back(&self, who: Option<PlayerId>) -> Result<LookBack, Refusal>;
    /// The record of the game, once it is over.
    fn record(&self) -> Option<String>;
    /// The host's number.
    fn host(&self) -> PlayerId;
    /// The person to whom a seat belongs, even while a bot plays for them; before the start, by the number of the chair.
    fn person_at(&self, seat: Seat) -> Option<&Person>;
    /// The latest lines of spectators with their authors, the oldest first.
    fn gallery(&self) -> &VecDeque<(Person, Remark)>;
    /// The opening of a new table with the same players and options, for a rematch. The player on the seat `by` sits there
    /// and is the host; the chairs of all other people are kept for them until they come.
    fn rematch(&self, by: Option<Seat>) -> Opening;
}

/// The circumstances of a decision that don't follow from the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Context {
    /// The current time.
    pub now: Millis,
    /// Fresh entropy for each call: for a deal, or for the code of a new table.
    pub entropy: Seed,
    /// The people who are connected, with the number of their connections, at least 1.
    pub present: LiteMap<PlayerId, usize>,
    /// The names of those of them that have one.
    #[serde(default)]
    pub names: LiteMap<PlayerId, String>,
    /// Since when each person of the table who is not connected has been away.
    pub away_since: LiteMap<PlayerId, Millis>,
    /// The periods in which the players' clocks were stopped, as start and end, the earliest first.
    pub still: Vec<(Millis, Millis)>,
    /// The periods in which no server was there, as start and end, the earliest first. Clocks of correspondence tables don't run in
    /// them.
    #[serde(default)]
    pub unserved: Vec<(Millis, Millis)>,
    /// Whether it is not known how much time has passed lately, so that nobody's time at a correspondence table is up.
    #[serde(default)]
    pub is_time_doubtful: bool,
    /// How long others wait for a player who is away.
    pub patience: Patience,
    /// Whether bots think for a shorter time than usual, because the machine is busy.
    #[serde(default)]
    pub bots_hurry: bool,
}

/// How long others wait for a player who is away, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Patience {
    /// Before a bot takes over, if another player waits for them and the table has a clock.
    pub takeover: Millis,
    /// Before they may vote to let a bot play at once.
    pub vote: Millis,
}

/// The server's times: 90 s until a bot takes over, and 30 s until a vote can begin.
impl Default for Patience {
    fn default() -> Self {
        Self { takeover: 90_000, vote: 30_000 }
    }
}

impl Context {
    /// The context of a table without connections.
    #[must_use]
    pub const fn new(now: Millis, entropy: Seed, patience: Patience) -> Self {
        Self {
            now,
            entropy,
            present: LiteMap::new(),
            names: LiteMap::new(),
            away_since: LiteMap::new(),
            still: Vec::new(),
            unserved: Vec::new(),
            is_time_doubtful: false,
            patience,
            bots_hurry: false,
        }
    }

    /// For how long the players' clocks have been stopped since `start`, in milliseconds.
    #[must_use]
    pub fn stopped_since(&self, start: Millis) -> Millis {
        self.still.iter().map(|&(from, to)| to.saturating_sub(from.max(start))).sum()
    }
}

/// A table that is to be opened.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// The id of the game.
    pub game: String,
    /// The text of the variant.
    pub variant: String,
    /// The number of chairs for people and bots.
    pub players: usize,
    /// How the table is played.
    pub options: Options,
    /// The person who opens it. The host sits only if they are among the `people`.
    pub host: Person,
    /// The people, with their chairs.
    pub people: Vec<(usize, Person)>,
    /// The people for whom chairs are kept until they come, or others take them.
    pub kept: Vec<(usize, Person)>,
    /// The levels of the bots, with their chairs.
    pub bots: Vec<(usize, String)>,
    /// The names of those bots that have one already, with their chairs: at a rematch they keep it.
    pub bot_names: Vec<(usize, String)>,
}

impl Opening {
    /// A table with the usual options, at which no chair is taken yet.
    #[must_use]
    pub fn new(game: impl Into<String>, variant: impl Into<String>, players: usize, host: Person) -> Self {
        Self {
            game: game.into(),
            variant: variant.into(),
            players,
            options: Options::default(),
            host,
            people: Vec::new(),
            kept: Vec::new(),
            bots: Vec::new(),
            bot_names: Vec::new(),
        }
    }
}

/// A new table, which is to be stored.
#[derive(Clone, PartialEq, Debug)]
pub struct NewTable {
    /// Its code.
    pub code: TableCode,
    /// The id of its game.
    pub game: String,
    /// Its first entries, at least one.
    pub entries: Vec<Entry>,
    /// Its summary for lists after these entries.
    pub summary: Summary,
}

/// Which lines of log and talk a view has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lines {
    /// Lines after this version.
    pub since: u64,
    /// How many lines of each at most, the latest ones.
    pub most: usize,
}

impl Default for Lines {
    /// All lines.
    fn default() -> Self {
        Self { since: 0, most: usize::MAX }
    }
}

/// The part of the table that viewers already have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Known {
    /// Log and talk are known up to this version.
    pub version: u64,
    /// The game is known as this version left it (see [`GameState::changed`](crate::protocol::GameState::changed));
    /// 0: not at all.
    pub game: u64,
}

/// A table's summary for lists of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Its status: in the lobby, being played, or over.
    pub status: Status,
    /// Whether it is in public lists.
    pub listing: Listing,
    /// The text of the variant.
    pub variant: String,
    /// The number of chairs for people and bots.
    pub players: usize,
    /// The names by chair; `None` for a free chair.
    pub names: Vec<Option<String>>,
    /// The people by chair; `None` for bots and free chairs.
    pub seated: Vec<Option<PlayerId>>,
    /// The people who belong to it, with those for whom a chair is kept.
    pub people: Vec<PlayerId>,
    /// The people who are to act now.
    pub to_act: Vec<PlayerId>,
    /// Their turns: what is asked of each, and by when.
    pub turns: Vec<OpenTurn>,
    /// When the table has something to do while no client is connected, in milliseconds since 1970: always, and only, at a
    /// correspondence table whose game is being played.
    pub goes_on_at: Option<Millis>,
    /// The people for whom a bot plays while they are away.
    pub stood_in: Vec<PlayerId>,
    /// The host.
    pub host: PlayerId,
    /// When the players meet to begin, before the start.
    pub starts: Option<Millis>,
    /// How its game ended, once it is over.
    pub ending: Option<Ending>,
    /// Whether its game was played elsewhere and uploaded. It never changes.
    pub imported: bool,
}

/// An open decision of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenTurn {
    /// The person.
    pub who: PlayerId,
    /// Their seat.
    pub seat: Seat,
    /// The number of the seat's turn at this table, from 1. Each question is a turn of its own, except one that the
    /// person has opened again by taking a move back.
    pub number: u32,
    /// When a bot decides for them at a correspondence table, in milliseconds since 1970.
    pub due: Option<Millis>,
    /// When that is soon, so that they are reminded, in milliseconds since 1970.
    pub reminder: Option<Millis>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// The final points by seat: of the players, then of automata.
    pub points: Vec<i32>,
    /// The seats that won.
    pub winners: Vec<Seat>,
    /// The places by seat, from 1. `None` for games whose ending was stored by a version without them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u8>>,
    /// The people who played, by seat. `None` for bots and for all seats of a recorded game.
    pub people: Vec<Option<PlayerId>>,
}

impl Ending {
    /// The part of it that a viewer may see.
    #[must_use]
    pub fn seen_by(&self, who: Option<PlayerId>) -> GameResult {
        let me = who.and_then(|who| self.people.iter().position(|person| *person == Some(who)));
        let Self { points, winners, places, .. } = self.clone();
        GameResult { points, winners, places, me }
    }
}

impl Summary {
    /// The summary of a private table in the lobby, at which no chair is taken yet.
    #[must_use]
    pub fn new(variant: impl Into<String>, players: usize, host: PlayerId) -> Self {
        Self {
            status: Status::Lobby,
            listing: Listing::Private,
            variant: variant.into(),
            players,
            names: vec![None; players],
            seated: vec![None; players],
            people: Vec::new(),
            to_act: Vec::new(),
            turns: Vec::new(),
            goes_on_at: None,
            stood_in: Vec::new(),
            host,
            starts: None,
            ending: None,
            imported: false,
        }
    }

    /// Whether nothing differs from `before`, except perhaps whose turn it is and until when.
    pub(crate) fn differs_only_in_turn(&self, before: &Self) -> bool {
        let Self {
            status,
            listing,
            variant,
            players,
            names,
            seated,
            people,
            stood_in,
            host,
            starts,
            ending,
            to_act: _,
            turns: _,
            goes_on_at: _,
            imported: _,
        } = self;
        (status, listing, variant, players, host)
            == (&before.status, &before.listing, &before.variant, &before.players, &before.host)
            && (starts, ending) == (&before.starts, &before.ending)
            && (names, seated, people, stood_in)
                == (&before.names, &before.seated, &before.people, &before.stood_in)
    }
}
