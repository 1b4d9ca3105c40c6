//! The journal of a table: an append-only list of entries, from which everything else follows.
//!
//! A table is the fold of its journal: its state is what you get by applying one entry after the other, and
//! nothing else is stored. An entry is acknowledged only once it is durable.
//!
//! # The stored form
//! Each entry is one JSON object that names the version of its form: `{"v":2,"at":…,"kind":{…}}`. A journal may
//! hold entries of several versions, since a table goes on after the program was upgraded. A journal that was
//! written once can be read for ever:
//! - These types belong to the journal alone. The [`protocol`](crate::protocol) between client and server
//!   changes independently.
//! - A field that is added later has a default, and unknown fields are ignored. Known fields are read strictly:
//!   a missing field, or a word that is not in the list, is an error that names the entry.
//! - When the form of an entry has to change in any other way, [`VERSION`] rises, the old types move to a module of
//!   their own (as those of version 1 to `v1`), and reading converts them.
//!
//! Journals of every variant are kept in `tests/journals`, with the views of all viewers after each entry.

mod options;
mod reaction;
mod stored;
#[cfg(feature = "net")]
mod v1;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tabletop::{Seat, Seed};

pub use self::{
    options::{BotPace, Colour, Correspondence, Listing, Options, Pace, Seating, TalkRule, UndoRule},
    reaction::{Feeling, Reaction, Subject},
    stored::{JournalError, read},
};
use crate::Json;

/// The version of the form in which entries are written.
pub const VERSION: u32 = 2;

/// Milliseconds since 1970 by the clock of the server or browser that runs the table.
pub type Millis = u64;

/// The number under which a person is known wherever the table is run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub i64);

/// A person as a journal knows them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Person {
    /// The person's number.
    pub id: PlayerId,
    /// The person's name, 1 to 24 characters.
    pub name: String,
    /// The colour in which the person plays.
    pub colour: Colour,
}

/// Identifies a person's command, so that a repeated command is recognised.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CommandRef {
    /// The person who sent it.
    pub by: PlayerId,
    /// The id that the client made up for it.
    pub id: String,
}

/// One entry of a journal. The first has the number 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// When it was written.
    pub at: Millis,
    /// The event.
    pub kind: EntryKind,
    /// The command that it came from, if any. Of several entries of one command, the last bears it.
    pub command: Option<CommandRef>,
}

/// The event of an entry. Moves are texts in the form of records (`Display` and `FromStr` of the game's moves).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryKind {
    /// The table was opened. Always the first entry, and never a later one.
    Opened {
        /// The id of the game.
        game: String,
        /// The version of the game's rules ([`Rules::VERSION`](tabletop::Rules::VERSION)).
        rules: u32,
        /// The text of the variant.
        variant: String,
        /// The number of chairs for people and bots.
        players: usize,
        /// How the table is played.
        options: Options,
        /// The person who opened the table. This person is the host, and has no chair yet.
        host: PlayerId,
    },
    /// The host changed the variant, the number of chairs or the options before the start.
    Configured {
        /// The text of the new variant.
        variant: String,
        /// The new number of chairs.
        players: usize,
        /// All options, the unchanged ones too.
        options: Options,
    },
    /// A person took a chair before the start.
    Sat {
        /// The number of the chair, from 0.
        chair: usize,
        /// The person.
        person: Person,
    },
    /// A chair is kept for a person who is invited, because they played the game before a rematch, or by the host: anybody may take
    /// it until they come.
    Kept {
        /// The number of the chair, from 0.
        chair: usize,
        /// The person.
        person: Person,
    },
    /// The host put a bot on a chair before the start, or changed the level of the bot there.
    BotSat {
        /// The number of the chair, from 0.
        chair: usize,
        /// The bot's level, such as `greedy` or `expert:200ms`.
        level: String,
        /// The bot's name.
        name: String,
    },
    /// A chair was emptied before the start.
    Emptied {
        /// The number of the chair, from 0.
        chair: usize,
        /// Whether the host sent away the person who sat there.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        sent_away: bool,
    },
    /// The host let the occupants of two chairs change places before the start.
    Swapped {
        /// The numbers of the chairs, from 0.
        chairs: [usize; 2],
    },
    /// A person changed their name or colour.
    Renamed {
        /// The person, with the new name and colour.
        person: Person,
    },
    /// The game began: it was dealt, and the chairs became seats.
    Started {
        /// The entropy of the deal: secret until the game is over.
        seed: Seed,
        /// For each seat, the number of the chair that its player had before.
        chairs: Vec<usize>,
    },
    /// A seat sealed a choice, or exchanged the one that it had sealed. Secret until it is in a `Played` entry.
    Sealed {
        /// The seat of the choice.
        seat: Seat,
        /// The choice.
        mv: String,
    },
    /// A seat took its sealed choice back.
    Unsealed {
        /// The seat of the choice.
        seat: Seat,
    },
    /// A seat planned its next move while others act, or changed the plan. Secret until the move is in a `Played` entry.
    Planned {
        /// The seat of the plan.
        seat: Seat,
        /// The move.
        mv: String,
    },
    /// A seat gave its plan up.
    Unplanned {
        /// The seat of the plan.
        seat: Seat,
    },
    /// Moves were made, in this order. Several at once: sealed choices that were revealed together, and moves of
    /// the game's automata that followed.
    Played {
        /// For each move, the seat that made it and its text.
        moves: Vec<(Seat, String)>,
    },
    /// A seat took its latest move back.
    Undone {
        /// The seat of the move.
        seat: Seat,
    },
    /// A seat declared that it waits until its partners have moved, or that it waits no longer.
    Waits {
        /// The seat that waits.
        seat: Seat,
        /// Whether the seat waits from now on.
        on: bool,
    },
    /// A person wrote something.
    Said {
        /// The author's seat; before the start, the number of their chair.
        seat: Seat,
        /// The text, 1 to 280 characters; empty if it was removed since; then it is not shown.
        text: String,
    },
    /// A person who watches wrote something, or reacted to something. Without text and reaction it is not shown.
    Remarked {
        /// The person.
        person: Person,
        /// The text, 1 to 280 characters; empty if it was removed since, or for a reaction.
        text: String,
        /// The reaction, if the person wrote nothing but reacted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reaction: Option<Reaction>,
    },
    /// A player reacted to something.
    Reacted {
        /// The author's seat.
        seat: Seat,
        /// The reaction.
        reaction: Reaction,
    },
    /// A player gave a signal without words.
    Signalled {
        /// The seat of the player.
        seat: Seat,
        /// The signal in the game's own form ([`TableManners::Signal`](tabletop::TableManners)).
        signal: Value,
        /// The seat that it addresses; `None` for all seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Seat>,
    },
    /// A player proposed a move. The proposal's id is the version of the table after this entry.
    Proposed {
        /// The seat of the author.
        by: Seat,
        /// The seat that would make the move.
        seat: Seat,
        /// The text of the move.
        mv: String,
        /// Why, if a bot proposed it, in the game's own form.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Json>,
    },
    /// A player agreed or disagreed with a proposal.
    Answered {
        /// The id of the proposal.
        proposal: u64,
        /// The seat that answered.
        seat: Seat,
        /// Whether they agree.
        agree: bool,
        /// Why, if a bot answered, in the game's own form.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Json>,
    },
    /// A proposal was withdrawn by its author.
    Withdrawn {
        /// The id of the proposal.
        proposal: u64,
    },
    /// A bot plays on for a person who left, was away for too long, or was voted out.
    Replaced {
        /// The seat of the person.
        seat: Seat,
        /// The bot's level.
        level: String,
    },
    /// A person took their seat back from the bot.
    Returned {
        /// The seat of the person.
        seat: Seat,
    },
    /// A person's time was up, and a bot made one move for them; it follows as an entry of its own.
    TimedOut {
        /// The seat of the person.
        seat: Seat,
    },
    /// A player of a correspondence table is away: their clock stands still. A time that is not later than the entry ends
    /// that.
    Away {
        /// The seat of the player.
        seat: Seat,
        /// Until when, in milliseconds since 1970.
        until: Millis,
    },
    /// Nobody could play from `from` until `until`, because no server was there: at a correspondence table this time is given back to
    /// everybody whose clock ran. An end before the beginning means that the server's clock was set back: the clocks run on from the
    /// end.
    Unserved {
        /// When a server was last there, in milliseconds since 1970.
        from: Millis,
        /// When one was there again, in milliseconds since 1970.
        until: Millis,
    },
    /// A player voted to let a bot play for a player who is away.
    Voted {
        /// The seat that voted.
        by: Seat,
        /// The seat of the person who is away.
        seat: Seat,
    },
    /// A rematch was opened at another table.
    Rematch {
        /// The code of that table.
        code: String,
        /// The seat of the player who opened it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    /// The game was played elsewhere, to its end: the table shows it, and has no occupants. Always the second entry.
    Recorded {
        /// The record of the game, as [`PlayedGame`](crate::table::PlayedGame) writes it.
        record: String,
    },
}
