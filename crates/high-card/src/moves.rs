//! Moves of High Card, and what can be wrong with them.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tabletop::Seat;

use crate::{CARDS, defect};

/// What is done with a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It is discarded, face down.
    Discard,
    /// It is played for the trick.
    Play,
}

/// A move: text `play 12`, JSON `{"kind":"play","card":12}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "MoveJson", try_from = "MoveJson")]
pub struct Move<const D: u8> {
    /// What is done.
    pub kind: Kind,
    /// With which card, 1 to 18.
    pub card: u8,
}

impl<const D: u8> Move<D> {
    /// A move with a card from 1 to 18.
    #[must_use]
    pub const fn new(kind: Kind, card: u8) -> Self {
        Self { kind, card }
    }
}

impl<const D: u8> fmt::Display for Move<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = match self.kind {
            Kind::Discard => "discard",
            Kind::Play => "play",
        };
        let card = if D == defect::SAME_TEXT { self.card.max(9) } else { self.card };
        write!(f, "{verb} {card}")
    }
}

/// A move as clients write it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveJson {
    kind: Kind,
    card: u8,
}

impl<const D: u8> From<Move<D>> for MoveJson {
    fn from(mv: Move<D>) -> Self {
        Self { kind: mv.kind, card: if D == defect::SAME_JSON { mv.card.max(9) } else { mv.card } }
    }
}

impl<const D: u8> TryFrom<MoveJson> for Move<D> {
    type Error = MoveError;

    fn try_from(MoveJson { kind, card }: MoveJson) -> Result<Self, MoveError> {
        if !(1..=CARDS).contains(&card) {
            return Err(MoveError);
        }
        let shift = u8::from(D == defect::JSON_READS_OTHERWISE && card == CARDS);
        Ok(Self::new(kind, card - shift))
    }
}

/// A text or a JSON is no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected \"discard\" or \"play\" and a card from 1 to {CARDS}")]
pub struct MoveError;

impl<const D: u8> FromStr for Move<D> {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let (verb, card) = text.split_once(' ').ok_or(MoveError)?;
        let kind = match verb {
            "discard" => Kind::Discard,
            "play" => Kind::Play,
            _ => return Err(MoveError),
        };
        let number: u8 = card.parse().map_err(|_| MoveError)?;
        if number.to_string() != card || !(1..=CARDS).contains(&number) {
            return Err(MoveError);
        }
        let shift = u8::from(D == defect::TEXT_READS_OTHERWISE && number == CARDS);
        Ok(Self::new(kind, number - shift))
    }
}

/// Why a move is not legal now.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The seat may not act.
    #[error("it is not the turn of seat {0}")]
    NotYourTurn(Seat),
    /// It is the other kind of round.
    #[error("expected to {expected}")]
    WrongRound {
        /// What is to be done now.
        expected: &'static str,
    },
    /// The seat does not hold the card.
    #[error("the card {0} is not in its hand")]
    NotInHand(u8),
    /// The house must pick this card.
    #[error("the house must pick the card {0}")]
    HouseRule(u8),
}
