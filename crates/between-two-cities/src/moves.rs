//! Moves, their texts, and their JSON.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{Piece, Spot};

/// A move: choosing two tiles of a hand, or placing one.
///
/// Records and the command line write a move as text, clients as JSON: `{"kind":"choose","pieces":["d","O"]}` and
/// `{"kind":"place","piece":"F/S","city":2,"spot":"-1,0"}`.
///
/// ```
/// use between_two_cities::Move;
/// let choose: Move = "choose d O".parse().unwrap();
/// assert_eq!(Ok(choose), "choose O d".parse(), "the order of the two means nothing");
/// let place: Move = "place e/H 2 -1,0".parse().unwrap();
/// assert_eq!(place.to_string(), "place e/H 2 -1,0");
/// let json = r#"{"kind":"place","piece":"e/H","city":2,"spot":"-1,0"}"#;
/// assert_eq!(serde_json::to_string(&place).unwrap(), json);
/// assert_eq!(serde_json::from_str::<Move>(json).unwrap(), place);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "MoveJson", try_from = "MoveJson")]
pub enum Move {
    /// The seat chooses these two tiles of the hand.
    Choose(Pair),
    /// The seat places a tile.
    Place {
        /// The tile.
        piece: Piece,
        /// The number of the city.
        city: u8,
        /// The spot, relative to the city's first tile; for a duplex tile, its left or top cell.
        spot: Spot,
    },
}

/// Two pieces in no order.
///
/// ```
/// use between_two_cities::{Pair, Tile};
/// assert_eq!(Pair::new(Tile::Park.into(), Tile::Shop.into()).to_string(), "S P");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "[Piece; 2]", into = "[Piece; 2]")]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(as = "[Piece; 2]", export_to = "between-two-cities/")
)]
pub struct Pair([Piece; 2]);

impl Pair {
    /// Creates a pair of two pieces. The one that comes first in [`Piece::all`] is written first.
    #[must_use]
    #[inline]
    pub fn new(one: Piece, other: Piece) -> Self {
        Self(if one <= other { [one, other] } else { [other, one] })
    }

    /// Returns the two pieces, in the order in which they are written.
    #[must_use]
    #[inline]
    pub const fn pieces(self) -> [Piece; 2] {
        self.0
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0[0], self.0[1])
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl From<[Piece; 2]> for Pair {
    fn from([one, other]: [Piece; 2]) -> Self {
        Self::new(one, other)
    }
}

impl From<Pair> for [Piece; 2] {
    fn from(pair: Pair) -> Self {
        pair.0
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choose(pair) => write!(f, "choose {pair}"),
            Self::Place { piece, city, spot } => write!(f, "place {piece} {city} {spot}"),
        }
    }
}

/// A move as clients write it.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Move", export_to = "between-two-cities/"))]
#[cfg_attr(not(feature = "typescript"), allow(unreachable_pub))]
pub enum MoveJson {
    /// The seat keeps two tiles of the hand.
    Choose {
        /// The two tiles, in any order.
        pieces: Pair,
    },
    /// The seat places a tile.
    Place {
        /// The tile.
        piece: Piece,
        /// The number of the city, 0 to 6.
        city: u8,
        /// The spot, relative to the city's first tile; for a duplex tile, its left or top cell.
        spot: Spot,
    },
}

impl From<Move> for MoveJson {
    fn from(mv: Move) -> Self {
        match mv {
            Move::Choose(pieces) => Self::Choose { pieces },
            Move::Place { piece, city, spot } => Self::Place { piece, city, spot },
        }
    }
}

/// The largest number of cities in a game.
const CITIES: u8 = 7;

impl TryFrom<MoveJson> for Move {
    type Error = UnknownMove;

    fn try_from(json: MoveJson) -> Result<Self, UnknownMove> {
        match json {
            MoveJson::Choose { pieces } => Ok(Self::Choose(pieces)),
            MoveJson::Place { piece, city, spot } if city < CITIES => Ok(Self::Place { piece, city, spot }),
            MoveJson::Place { city, .. } => Err(UnknownMove::City(city)),
        }
    }
}

/// The error for a text or a JSON that can't be parsed as a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownMove {
    /// The first word is neither `choose` nor `place`.
    #[error("expected `choose TILE TILE` or `place TILE CITY X,Y`, found {found:?}")]
    Verb {
        /// The whole text.
        found: String,
    },
    /// There are too few or too many words.
    #[error("expected `{form}`, which has {expected} words, found {found} in {text:?}")]
    Words {
        /// The form of such a move.
        form: &'static str,
        /// The number of words that it has.
        expected: usize,
        /// The number of words that were found.
        found: usize,
        /// The whole text.
        text: String,
    },
    /// A city number in JSON is above 6.
    #[error("expected the number of a city, 0 to 6, found {0}")]
    City(u8),
    /// A word does not fit at its place.
    #[error("word {word} of {text:?}: {why}")]
    Word {
        /// The number of the word, from 1.
        word: usize,
        /// The expected and the actual word.
        why: String,
        /// The whole text.
        text: String,
    },
}

impl FromStr for Move {
    type Err = UnknownMove;

    fn from_str(text: &str) -> Result<Self, UnknownMove> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let expect = |form, expected| {
            let (found, text) = (words.len(), text.to_owned());
            if found == expected { Ok(()) } else { Err(UnknownMove::Words { form, expected, found, text }) }
        };
        let wrong =
            |word: usize, why: String| UnknownMove::Word { word: word + 1, why, text: text.to_owned() };
        let piece = |word: usize| words[word].parse::<Piece>().map_err(|why| wrong(word, why.to_string()));
        match words.first() {
            Some(&"choose") => {
                expect("choose TILE TILE", 3)?;
                Ok(Self::Choose(Pair::new(piece(1)?, piece(2)?)))
            }
            Some(&"place") => {
                expect("place TILE CITY X,Y", 4)?;
                let city = words[2].parse::<u8>().ok().filter(|city| *city < CITIES && words[2].len() == 1);
                let city = city.ok_or_else(|| {
                    wrong(2, format!("expected the number of a city, 0 to 6, found {:?}", words[2]))
                })?;
                let spot = words[3].parse().map_err(|why: crate::Unknown| wrong(3, why.to_string()))?;
                Ok(Self::Place { piece: piece(1)?, city, spot })
            }
            _ => Err(UnknownMove::Verb { found: text.to_owned() }),
        }
    }
}
