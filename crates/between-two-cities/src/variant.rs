//! The ways to play.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use serde::Serialize;
use tabletop::{
    Seat,
    text::{self, Unknown},
    vocabulary,
};

/// A way to play Between Two Cities.
///
/// ```
/// use between_two_cities::{Difficulty, Variant};
/// assert_eq!("two-player".parse(), Ok(Variant::TwoPlayer));
/// assert_eq!("automa".parse(), Ok(Variant::Automa(Difficulty::Medium)));
/// assert_eq!(Variant::Automa(Difficulty::Hard).to_string(), "automa-hard");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string", export_to = "between-two-cities/"))]
pub enum Variant {
    /// 3 to 7 players build cities that they share with their neighbours.
    Standard,
    /// 2 players build two cities each.
    TwoPlayer,
    /// 1 player plays between two Automas.
    Automa(Difficulty),
}

/// The strength of the Automas' own city.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Difficulty {
    /// The difficulty for a first game.
    Easy,
    /// The difficulty for an even match.
    Medium,
    /// The difficulty for players who know the game well.
    Hard,
}

impl Variant {
    /// Every variant, the standard one first.
    pub const ALL: [Self; 5] = [
        Self::Standard,
        Self::TwoPlayer,
        Self::Automa(Difficulty::Easy),
        Self::Automa(Difficulty::Medium),
        Self::Automa(Difficulty::Hard),
    ];

    /// Returns the allowed numbers of players; Automas are not players.
    #[must_use]
    pub const fn players(self) -> RangeInclusive<usize> {
        match self {
            Self::Standard => 3..=7,
            Self::TwoPlayer => 2..=2,
            Self::Automa(_) => 1..=1,
        }
    }

    /// Returns the number of seats with `players` players. There are two more for the Automas.
    #[must_use]
    pub const fn seats(self, players: usize) -> usize {
        match self {
            Self::Automa(_) => players + 2,
            _ => players,
        }
    }

    /// Returns the number of cities at a table of that many seats.
    #[must_use]
    pub const fn cities(self, seats: usize) -> usize {
        match self {
            Self::TwoPlayer => 2 * seats,
            _ => seats,
        }
    }

    /// Returns the numbers of the cities on the left and right of a seat at a table of that many seats.
    #[must_use]
    #[inline]
    pub const fn cities_of(self, seat: Seat, seats: u8) -> [u8; 2] {
        let seat = seat.index() as u8;
        match self {
            Self::TwoPlayer => [2 * seat, 2 * seat + 1],
            _ => [seat, if seat == 0 { seats - 1 } else { seat - 1 }],
        }
    }

    /// The number of the city between two Automas, which has no grid.
    pub const AUTOMA_CITY: usize = 1;

    /// Returns the points that the difficulty adds to the Automa city's total, which are 0 without Automas.
    pub(crate) const fn automa_bonus(self) -> i8 {
        match self {
            Self::Automa(difficulty) => difficulty.bonus(),
            _ => 0,
        }
    }

    /// Returns the name in a record. It does not include the difficulty of an Automa game, which the setup contains.
    #[must_use]
    pub const fn record_name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::TwoPlayer => "two-player",
            Self::Automa(_) => "automa",
        }
    }
}

impl Difficulty {
    /// Every difficulty, the easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Returns the points that are added to the Automa city's total, or subtracted if negative. The player knows them
    /// from the start.
    ///
    /// As a rule the player wins if both of their cities score more than the Automa city: if one of them scored less,
    /// the Automa beside that city would have the same final score and a better second city. The Automa city scores
    /// about 55 points without a bonus (standard deviation 3.5), and the lower city of a one-ply greedy player about
    /// 51. With these bonuses no Automa has a higher score than that player in 84, 47 and 17 of 100 games (`cargo run
    /// --release -p between-two-cities --example automa`).
    #[must_use]
    pub const fn bonus(self) -> i8 {
        match self {
            Self::Easy => -8,
            Self::Medium => -3,
            Self::Hard => 2,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Automa(difficulty) => write!(f, "automa-{difficulty}"),
            plain => f.write_str(plain.record_name()),
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        })
    }
}

impl FromStr for Variant {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        match text {
            "automa" => Ok(Self::Automa(Difficulty::Medium)),
            _ => text::find(&Self::ALL, text).ok_or_else(|| {
                let expected =
                    "a variant: standard, two-player, automa-easy, automa-medium, automa-hard or automa";
                Unknown::new(expected, text)
            }),
        }
    }
}

impl Serialize for Variant {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

vocabulary!(Difficulty, "a difficulty: easy, medium or hard");
