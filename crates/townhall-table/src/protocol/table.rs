//! A table as one viewer sees it.

use serde::{Deserialize, Serialize};
use tabletop::{Commitment, Seat, Seed};
use townhall_bots::Temperament;

use super::{Colour, Options, Proposal, Remark, TalkItem};
use crate::Json;

/// A table as one viewer sees it: a player or a spectator.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableView {
    /// The table's version: the number of its changes, without those that must stay unnoticed.
    pub version: u64,
    /// The short code in the link.
    pub code: String,
    /// The game's id, such as `between-two-cities`.
    pub game_id: String,
    /// The variant, as on the command line.
    pub variant: String,
    /// The status of the table.
    pub status: Status,
    /// The options of the table.
    pub options: Options,
    /// Whether the viewer is the host.
    pub host: bool,
    /// The viewer's chair; from the start on, its seat.
    pub me: Option<usize>,
    /// The places of players at the table, then, once the game has begun, those of automata.
    pub chairs: Vec<Chair>,
    /// The number of connected spectators.
    pub watchers: usize,
    /// The names of those spectators that have one.
    pub watcher_names: Vec<String>,
    /// The public part of the deal; none before the start.
    pub deal: Option<Deal>,
    /// The game; none before the start.
    pub game: Option<GameState>,
    /// Proposals that are still open.
    pub proposals: Vec<Proposal>,
    /// Votes to let a bot play for a player who is away.
    pub votes: Vec<TakeoverVote>,
    /// The code of the rematch: a new table with the same players.
    pub rematch: Option<String>,
    /// The seat of the player who opened the rematch. Left out without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rematch_by: Option<Seat>,
    /// Whether the game was played elsewhere and uploaded: names and the way it was played are whatever the upload said.
    /// Left out if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub imported: bool,
    /// Whether bots think for a shorter time than usual, because the server is busy. Left out if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub bots_hurry: bool,
    /// The log, the oldest line first: the latest lines, and on a reconnect only what came after `since`.
    pub log: Vec<LogEntry>,
    /// The talk, the oldest line first: the latest lines, and on a reconnect only what came after `since`.
    pub talk: Vec<TalkItem>,
    /// The latest lines of spectators, the oldest first. Players are shown them after the end.
    pub gallery: Vec<Remark>,
}

/// The status of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// In the lobby: the game has not begun.
    Lobby,
    /// The game is being played.
    Playing,
    /// The game is over.
    Over,
}

/// A place at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Chair {
    /// The occupant.
    pub sitter: Sitter,
    /// Whether the occupant is the host.
    pub host: bool,
    /// Whether the person who sits there is connected. True for bots and automata, and for everybody at a correspondence table.
    pub online: bool,
    /// When a bot answers the open question for the person who sits there, in milliseconds since 1970. Left out if nothing is
    /// asked, or without a time limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub deadline: Option<u64>,
    /// The time at which a bot takes over for a person who is away, in milliseconds since 1970.
    pub takeover_at: Option<u64>,
    /// The time from which the others may vote to let a bot play for a person who is away, in milliseconds since 1970.
    pub vote_at: Option<u64>,
    /// The clock of a person at a correspondence table. Left out elsewhere, and before the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub days: Option<DaysClock>,
    /// The seating number, once dealt, where the game has one.
    pub seating: Option<u8>,
}

/// The clock of a person at a correspondence table. [`Chair::deadline`] says when it runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DaysClock {
    /// The bank, in active milliseconds, as it was when the open question was asked or the latest one was answered.
    pub bank: u64,
    /// Until when the person is away, in milliseconds since 1970; left out if they are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub away_until: Option<u64>,
    /// For how many more milliseconds the person may be away.
    pub away_left: u64,
}

/// The occupant of a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Sitter {
    /// The chair is free.
    Nobody {
        /// The name of the player of the last game for whom a rematch keeps the chair until it is taken.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        kept_for: Option<String>,
    },
    /// A person.
    Person {
        /// Their name.
        name: String,
        /// Their colour at this table.
        colour: Colour,
        /// The level of the bot that plays for them while they are away.
        stand_in: Option<String>,
    },
    /// A bot.
    Bot {
        /// The bot's name.
        name: String,
        /// Its colour.
        colour: Colour,
        /// Its level.
        level: String,
        /// Its character in negotiations.
        temperament: Temperament,
    },
    /// A seat that the game itself plays: an Automa, the solo city. The client names it.
    Automaton,
}

/// The public part of a deal: the commitment, and after the end also the seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Deal {
    /// Shown before play.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub commitment: Commitment,
    /// The text to which the commitment is bound: game, rules, variant and players.
    pub occasion: String,
    /// Shown after the end.
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub seed: Option<Seed>,
}

/// The game as the viewer may know it. `view`, `offers` and `outcome` are the game's own.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameState {
    /// The number of moves made.
    pub moves: usize,
    /// The version that last changed `view`, `offers`, `outcome` and `winners`.
    #[serde(skip)]
    pub changed: u64,
    /// The game's view, see the crate of the game.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub view: Json,
    /// The viewer's legal moves and their worth, see the crate of the game. At a correspondence table, a viewer who waits for
    /// their turn has those that would be legal if it were their turn now, as far as the game allows plans.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub offers: Json,
    /// The seats of which something is asked now.
    pub to_act: Vec<Seat>,
    /// The seats with a sealed choice.
    pub sealed: Vec<Seat>,
    /// The viewer's own sealed choice: a move as JSON, see the crate of the game.
    #[cfg_attr(feature = "typescript", ts(type = "unknown | null"))]
    pub my_sealed: Option<Json>,
    /// The seats that wait for their partners.
    pub waiting: Vec<Seat>,
    /// The seat that has to act first, if the waiting seats all wait for each other.
    pub goes_first: Option<Seat>,
    /// The kind of move that the viewer may take back.
    pub undo: Option<Undoable>,
    /// The viewer's plan for their next move.
    pub plan: Option<Plan>,
    /// The result, once the game is over, see the crate of the game.
    #[cfg_attr(feature = "typescript", ts(type = "unknown | null"))]
    pub outcome: Option<Json>,
    /// The seats that won, once the game is over.
    pub winners: Vec<Seat>,
}

/// A move that a player planned while others act.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Plan {
    /// The move as JSON, see the crate of the game.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub mv: Json,
    /// Whether the plan has lapsed: the move is no longer legal, or its objects have changed. The table will not make it.
    pub lapsed: bool,
}

/// How a finished game ended, for lists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameResult {
    /// The final points by seat: of the players, then of automata.
    pub points: Vec<i32>,
    /// The seats that won.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub winners: Vec<Seat>,
    /// The places by seat, from 1, with the tie-breaks of the rules. Left out for games of versions that did not store them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub places: Option<Vec<u8>>,
    /// The seat of the guest that asks, if they played.
    pub me: Option<usize>,
}

/// A kind of move that can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Undoable {
    /// A sealed choice, by `unseal`.
    Sealed,
    /// The latest move, by `undo`.
    Move,
}

/// One line of the log.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LogEntry {
    /// The table's version after it; several lines may share one.
    pub version: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The event.
    #[serde(flatten)]
    pub what: LogWhat,
}

/// An event at the table, for which the client has a text in each language.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum LogWhat {
    /// Something of the game: its own event, see the crate of the game.
    Game {
        /// The event: `{"seat":…,"event":"…",…}`.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        event: Json,
        /// Whether a bot made the event's move for the person on its seat. Left out if not.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        stand_in: bool,
    },
    /// The game began.
    Started,
    /// A move was taken back.
    Undone {
        /// The seat that made the move.
        seat: Seat,
        /// The move as JSON, see the crate of the game.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        mv: Json,
        /// The version of the log entries about the move.
        undoes: u64,
    },
    /// A bot plays on for a person.
    Replaced {
        /// For whom.
        seat: Seat,
        /// The bot's level.
        level: String,
    },
    /// A person took their seat back.
    Returned {
        /// Who.
        seat: Seat,
    },
    /// Time was up, and a bot answered.
    TimedOut {
        /// For whom.
        seat: Seat,
    },
    /// A player is away, or back.
    Away {
        /// Who.
        seat: Seat,
        /// Until when, in milliseconds since 1970; not later than the line if they are back.
        until: u64,
    },
    /// Nobody could play for a while, because no server was there. This time was given back. If the end is before the beginning, the
    /// server's clock was set back.
    Unserved {
        /// When a server was last there, in milliseconds since 1970.
        from: u64,
        /// When one was there again, in milliseconds since 1970.
        until: u64,
    },
}

/// Some lines of a log or of talk that came before others.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Page<T> {
    /// How many lines came before these. Of a very long talk the oldest are no longer to be had: then there are no
    /// lines, and this is above 0.
    pub start: usize,
    /// The lines, the oldest first.
    pub lines: Vec<T>,
}

/// A vote to let a bot play for a player who is away.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TakeoverVote {
    /// The seat of the player who is away.
    pub seat: Seat,
    /// The seats that have voted for it.
    pub by: Vec<Seat>,
    /// The number of votes that are needed.
    pub needed: usize,
}
