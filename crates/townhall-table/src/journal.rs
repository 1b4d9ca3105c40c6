//! What a table is made of: its journal.
//!
//! A table is an append-only list of entries, unique by (table, number). Everything that it is
//! follows from them by folding one after another; nothing else is kept. An entry is acknowledged
//! only after it is durable.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tabletop::{Seat, Seed};

use crate::protocol::{Colour, Options, Signal};

/// Milliseconds since 1970.
pub type Millis = u64;

/// Who somebody is: the number of a player in the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub i64);

/// A person as a table knows them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Person {
    /// Who.
    pub id: PlayerId,
    /// What they are called.
    pub name: String,
    /// The colour they play in.
    pub colour: Colour,
}

/// One entry of a journal. The first has the number 1.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// When.
    pub at: Millis,
    /// What.
    pub what: What,
    /// Whose command it came from, and the command's id: so that it is carried out once. Of several
    /// entries of one command, the last bears it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<(PlayerId, String)>,
}

/// What an entry says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum What {
    /// The table was opened, by its host, who sits on no chair yet.
    Opened {
        /// The game's id.
        game: String,
        /// The variant.
        variant: String,
        /// How many players.
        players: usize,
        /// How it is played.
        options: Options,
        /// Who opened it.
        host: PlayerId,
    },
    /// The host changed variant, players and options.
    Configured {
        /// The variant.
        variant: String,
        /// How many players.
        players: usize,
        /// How it is played.
        options: Options,
    },
    /// A person sat down.
    Sat {
        /// On which chair.
        chair: usize,
        /// Who.
        person: Person,
    },
    /// A bot sat down.
    BotSat {
        /// On which chair.
        chair: usize,
        /// How strong it is.
        level: String,
        /// What it is called.
        name: String,
    },
    /// A chair was emptied.
    Emptied {
        /// Which.
        chair: usize,
    },
    /// A person changed their name or colour.
    Renamed {
        /// Who they are now.
        person: Person,
    },
    /// The game began.
    Started {
        /// The entropy of the deal: secret until the end.
        seed: Seed,
        /// For each seat, the chair that its player sat on before.
        chairs: Vec<usize>,
    },
    /// A seat sealed a choice, or another one in its place. Secret until it is `Played`.
    Sealed {
        /// Who.
        seat: Seat,
        /// The move.
        mv: String,
    },
    /// A seat took its sealed choice back.
    Unsealed {
        /// Who.
        seat: Seat,
    },
    /// Moves were made, in this order. Several: sealed choices that were revealed, or what the
    /// game's automata did after a move.
    Played {
        /// Who and what.
        moves: Vec<(Seat, String)>,
    },
    /// A seat took its latest move back.
    Undone {
        /// Who.
        seat: Seat,
    },
    /// A seat waits for its partners, or no longer.
    Waits {
        /// Who.
        seat: Seat,
        /// Whether it waits.
        on: bool,
    },
    /// Words.
    Said {
        /// Whose.
        seat: Seat,
        /// They.
        text: String,
    },
    /// A signal.
    Signalled {
        /// Whose.
        seat: Seat,
        /// Which.
        signal: Signal,
        /// To whom; none: to all.
        to: Option<Seat>,
        /// The city that it is about.
        city: Option<u8>,
    },
    /// A proposal. Its number is the version of the table after it.
    Proposed {
        /// Whose.
        by: Seat,
        /// Whose move it would be.
        seat: Seat,
        /// The move.
        mv: String,
        /// A bot's reason, in the game's own form.
        #[serde(default, with = "as_text", skip_serializing_if = "Option::is_none")]
        reason: Option<Box<RawValue>>,
    },
    /// An answer to a proposal.
    Answered {
        /// Which.
        proposal: u64,
        /// Whose answer.
        seat: Seat,
        /// Whether it agrees.
        agree: bool,
        /// A bot's reason, in the game's own form.
        #[serde(default, with = "as_text", skip_serializing_if = "Option::is_none")]
        reason: Option<Box<RawValue>>,
    },
    /// A proposal was taken back.
    Withdrawn {
        /// Which.
        proposal: u64,
    },
    /// A bot plays on for a person.
    Replaced {
        /// Where.
        seat: Seat,
        /// How strong it is.
        level: String,
    },
    /// A person took their seat back.
    Returned {
        /// Where.
        seat: Seat,
    },
    /// Time was up, and a bot answered once for a person, who stays.
    TimedOut {
        /// For whom.
        seat: Seat,
    },
    /// Somebody voted to let a bot play for somebody who is away.
    Voted {
        /// Who voted.
        by: Seat,
        /// Who is away.
        seat: Seat,
    },
    /// The table on which the same players go on.
    Rematch {
        /// Its code.
        code: String,
    },
}

/// JSON of a game's own, written as a text that holds it: an entry is read by its tag, which raw JSON
/// does not survive, and its bytes are to stay what they were.
mod as_text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
    use serde_json::value::RawValue;

    pub(super) fn serialize<S: Serializer>(
        reason: &Option<Box<RawValue>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        reason.as_ref().map(|reason| reason.get()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Box<RawValue>>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| RawValue::from_string(text).map_err(D::Error::custom)).transpose()
    }
}
