//! The schedule: the rounds and deals of turns, and the seats that hold each hand.

use serde::Serialize;
use tabletop::Seat;

use crate::Variant;

/// The position of a turn in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The round, from 1. In a two-player game each round has a first and a second deal.
    pub round: u8,
    /// The deal of the game to which the hands belong, from 0.
    pub deal: u8,
    /// The number of the turn within its deal, from 0.
    pub step: u8,
    /// The number of turns of the deal: three with building tiles, one with duplex tiles.
    pub steps: u8,
    /// The kind of tiles that are dealt.
    pub kind: Kind,
    /// The direction in which the hands are passed.
    pub passing: Passing,
}

/// The kind of tiles that are dealt and chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Building tiles; a hand has seven.
    Tiles,
    /// Duplex tiles; a hand has three.
    Duplexes,
}

/// The direction in which the hands are passed. Two players exchange hands either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(rename_all = "lowercase")]
pub enum Passing {
    /// To the left, clockwise.
    Left,
    /// To the right, counter-clockwise.
    Right,
}

impl Kind {
    /// Returns the number of tiles dealt to a hand.
    #[must_use]
    pub const fn dealt(self) -> u8 {
        match self {
            Self::Tiles => 7,
            Self::Duplexes => 3,
        }
    }
}

const fn turn(round: u8, deal: u8, step: u8) -> Turn {
    let (kind, steps) = if round == 2 { (Kind::Duplexes, 1) } else { (Kind::Tiles, 3) };
    Turn { round, deal, step, steps, kind, passing: if round == 1 { Passing::Left } else { Passing::Right } }
}

static STANDARD: [Turn; 7] =
    [turn(1, 0, 0), turn(1, 0, 1), turn(1, 0, 2), turn(2, 1, 0), turn(3, 2, 0), turn(3, 2, 1), turn(3, 2, 2)];

static TWO_PLAYER: [Turn; 14] = [
    turn(1, 0, 0),
    turn(1, 0, 1),
    turn(1, 0, 2),
    turn(1, 1, 0),
    turn(1, 1, 1),
    turn(1, 1, 2),
    turn(2, 2, 0),
    turn(2, 3, 0),
    turn(3, 4, 0),
    turn(3, 4, 1),
    turn(3, 4, 2),
    turn(3, 5, 0),
    turn(3, 5, 1),
    turn(3, 5, 2),
];

impl Turn {
    /// Returns the turns of a game.
    #[must_use]
    #[inline]
    pub fn all(variant: Variant) -> &'static [Self] {
        match variant {
            Variant::TwoPlayer => &TWO_PLAYER,
            _ => &STANDARD,
        }
    }

    /// Returns whether the last tile of each hand is discarded after this turn, rather than passed on.
    #[must_use]
    pub const fn is_last_of_deal(self) -> bool {
        self.step + 1 == self.steps
    }

    /// Returns the number of the hand that `seat` holds in this turn. All hands of the game are numbered by deal, and
    /// within a deal by the seat to which they were dealt.
    ///
    /// Hands keep their number when they are passed on.
    #[inline]
    pub(crate) fn hand_of(self, seat: Seat, seats: usize) -> usize {
        let step = self.step as usize;
        let back = match self.passing {
            Passing::Left => seats - step,
            Passing::Right => step,
        };
        // There are at most three turns and at least two seats, so a hand never wraps around the table more than once.
        let origin = seat.index() + back;
        self.deal as usize * seats + if origin < seats { origin } else { origin - seats }
    }
}

/// Returns the name on the round's card, `1` to `3`, or `1a` to `3b` in a two-player game.
pub(crate) fn round_name(variant: Variant, turn: Turn) -> &'static str {
    match variant {
        Variant::TwoPlayer => ["1a", "1b", "2a", "2b", "3a", "3b"][turn.deal as usize],
        _ => ["1", "2", "3"][turn.deal as usize],
    }
}
