//! Moves, and the reasons why one is refused.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tabletop::Seat;

use crate::CARDS;

/// The use of a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The seat discards it, face down.
    Discard,
    /// The seat plays it for the trick.
    Play,
}

/// A move. Its text is `play 12`, its JSON `{"kind":"play","card":12}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "MoveJson")]
pub struct Move {
    /// The use of the card.
    pub kind: Kind,
    /// The card, 1 to 18.
    pub card: u8,
}

impl Move {
    /// Creates a move with a card from 1 to 18.
    #[must_use]
    pub const fn new(kind: Kind, card: u8) -> Self {
        Self { kind, card }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = match self.kind {
            Kind::Discard => "discard",
            Kind::Play => "play",
        };
        write!(f, "{verb} {}", self.card)
    }
}

/// A move as clients write it, before its card is checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveJson {
    kind: Kind,
    card: u8,
}

impl TryFrom<MoveJson> for Move {
    type Error = MoveError;

    fn try_from(MoveJson { kind, card }: MoveJson) -> Result<Self, MoveError> {
        if (1..=CARDS).contains(&card) { Ok(Self::new(kind, card)) } else { Err(MoveError) }
    }
}

/// The error for a text or JSON that can't be parsed as a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected \"discard\" or \"play\" and a card from 1 to {CARDS}")]
pub struct MoveError;

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let (verb, card) = text.split_once(' ').ok_or(MoveError)?;
        let kind = match verb {
            "discard" => Kind::Discard,
            "play" => Kind::Play,
            _ => return Err(MoveError),
        };
        let number: u8 = card.parse().map_err(|_| MoveError)?;
        // A move has one text: "play 07" and "play +7" are refused.
        if number.to_string() != card || !(1..=CARDS).contains(&number) {
            return Err(MoveError);
        }
        Ok(Self::new(kind, number))
    }
}

/// The reason why a move is not legal now.
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
        /// The use of a card in this round.
        expected: &'static str,
    },
    /// The seat does not hold the card.
    #[error("the card {0} is not in its hand")]
    NotInHand(u8),
    /// The house must pick this card.
    #[error("the house must pick the card {0}")]
    HouseRule(u8),
}
