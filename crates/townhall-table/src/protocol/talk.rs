//! The talk at a table: messages, reactions, signals and proposals.

use serde::{Deserialize, Serialize};
use tabletop::Seat;

use super::Reaction;
use crate::{
    Json,
    json::{tagged, tagged_or_none},
};

/// Something that was said.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TalkItem {
    /// The table's version after it.
    pub version: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The author's seat; before the start, the number of their chair at that time.
    pub seat: Seat,
    /// The name of the speaker then, if it was said before the start: the speaker may have left or changed places since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub name: Option<String>,
    /// The words, the reaction, the signal, the proposal or the answer.
    #[serde(flatten)]
    pub what: TalkWhat,
}

/// Something that a person who watches wrote, or a reaction of theirs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Remark {
    /// The table's version after it.
    pub version: u64,
    /// Who wrote it.
    pub name: String,
    /// The text; empty for a reaction.
    pub text: String,
    /// The reaction; left out if the person wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub reaction: Option<Reaction>,
}

/// Words, a reaction, a signal, a proposal or an answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum TalkWhat {
    /// Words.
    Said {
        /// The text.
        text: String,
    },
    /// A reaction.
    Reacted {
        /// The reaction.
        reaction: Reaction,
    },
    /// A signal.
    Signalled {
        /// Which of the game's signals, see the crate of the game.
        #[serde(deserialize_with = "tagged")]
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        signal: Json,
        /// The seat that it addresses; if left out, all seats.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        to: Option<Seat>,
    },
    /// A proposal.
    Proposed {
        /// The seat that would make the move.
        to: Seat,
        /// The move as JSON, see the crate of the game.
        #[serde(deserialize_with = "tagged")]
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        mv: Json,
        /// Why, if a bot proposed it: the game's own reason.
        #[serde(default, deserialize_with = "tagged_or_none", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(type = "unknown", optional))]
        reason: Option<Json>,
    },
    /// An answer to a proposal.
    Answered {
        /// The proposal's author.
        to: Seat,
        /// The proposed move as JSON, see the crate of the game.
        #[serde(deserialize_with = "tagged")]
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        mv: Json,
        /// Whether the seat agrees.
        agree: bool,
        /// Why, if a bot answered: the game's own reason.
        #[serde(default, deserialize_with = "tagged_or_none", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(type = "unknown", optional))]
        reason: Option<Json>,
    },
}

/// A proposal that is still open: until its move is made, or can't be made any more.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Proposal {
    /// Its number.
    pub id: u64,
    /// The seat of its author.
    pub by: Seat,
    /// The seat that would make the move.
    pub seat: Seat,
    /// The move as JSON, see the crate of the game.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub mv: Json,
    /// The answers of the others.
    pub answers: Vec<Answer>,
    /// Its meaning in the negotiation, if partners have refused proposals of its author.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub stance: Option<Stance>,
    /// When its author, a bot, makes the move without an answer, in milliseconds since 1970. Left out if there is no time
    /// limit, or the author is a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub until: Option<u64>,
    /// Why, if a bot proposed it: the game's own reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "unknown", optional))]
    pub reason: Option<Json>,
}

/// The meaning of a proposal after partners have refused earlier ones of its author in the same turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    /// The author proposes another move instead of the refused one.
    Counters,
    /// The author proposes the refused move again.
    Insists,
    /// The author makes a move that was refused.
    Announces,
    /// The author gives way by this move.
    Yields,
}

/// An answer to a proposal.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Answer {
    /// Who.
    pub seat: Seat,
    /// Whether they agree.
    pub agree: bool,
    /// Why, if a bot answered: the game's own reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "unknown", optional))]
    pub reason: Option<Json>,
}
