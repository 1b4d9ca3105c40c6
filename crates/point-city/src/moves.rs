//! The moves of a seat, their texts, and their JSON.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{Cards, Cell, Pair, Token, TokenSet, Unknown};

/// A move of a seat.
///
/// Records and the command line write a move as text, clients as JSON: `{"kind":"flip","cell":"b3"}`,
/// `{"kind":"take","cells":["b2","c2"],"pay":{"MM":1,"*":1},"tokens":["all-five"]}` (without `pay` and `tokens` if
/// there are none), `{"kind":"draw"}` and `{"kind":"pass"}`.
///
/// ```
/// use point_city::Move;
/// let mv: Move = "take c2 b2 token all-five pay *,MM".parse().unwrap();
/// assert_eq!(mv.to_string(), "take b2 c2 pay MM,* token all-five");
/// assert_eq!("flip b3".parse::<Move>().unwrap().to_string(), "flip b3");
/// let error = "take b2".parse::<Move>().unwrap_err();
/// assert_eq!(error.to_string(), "after `take b2`: expected a cell of the market, a1 to d4, found nothing");
/// let json = r#"{"kind":"take","cells":["b2","c2"],"pay":{"MM":1,"*":1},"tokens":["all-five"]}"#;
/// assert_eq!(serde_json::to_string(&mv).unwrap(), json);
/// assert_eq!(serde_json::from_str::<Move>(json).unwrap(), mv);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "MoveJson", try_from = "MoveJson")]
pub enum Move {
    /// Turns a resource of the market to its building side. It comes before the other moves of a turn.
    Flip(Cell),
    /// Takes two cards of the market.
    Take {
        /// Their cells.
        pair: Pair,
        /// The cards that are discarded for the buildings among them.
        pay: Cards,
        /// A token for each civic building among them.
        tokens: TokenSet,
    },
    /// Takes the top two cards of the deck.
    Draw,
    /// Passes the turn. This is legal only if no other move is.
    Pass,
}

impl Move {
    /// Returns the move that takes a pair without payment or tokens.
    #[must_use]
    pub const fn take(pair: Pair) -> Self {
        Self::Take { pair, pay: Cards::NONE, tokens: TokenSet::EMPTY }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flip(cell) => write!(f, "flip {cell}"),
            Self::Take { pair, pay, tokens } => {
                write!(f, "take {pair}")?;
                if !pay.is_empty() {
                    write!(f, " pay {pay}")?;
                }
                tokens.iter().try_for_each(|token| write!(f, " token {token}"))
            }
            Self::Draw => f.write_str("draw"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// The error for a text that can't be parsed as a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// A word is missing or does not fit at its place.
    #[error("{}: expected {expected}, found {}", place(.after), quoted(.found))]
    Word {
        /// The words before it, or nothing at the start.
        after: String,
        /// A description of the expected word.
        expected: &'static str,
        /// The word, or `None` at the end of the text.
        found: Option<String>,
    },
    /// Both cells of a pair are equal.
    #[error("expected two different cells, found {0} twice")]
    SameCell(Cell),
    /// A token was already named.
    #[error("expected each token once, found {0} twice")]
    SameToken(Token),
}

/// A move as clients write it.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Move", export_to = "point-city/"))]
#[cfg_attr(not(feature = "typescript"), allow(unreachable_pub))]
// The last two variants have braces, because Serde would accept unknown fields in a variant without any.
pub enum MoveJson {
    /// Turns a resource of the market to its building side.
    Flip {
        /// Its cell.
        cell: Cell,
    },
    /// Takes two cards of the market.
    Take {
        /// Their cells, in any order.
        cells: [Cell; 2],
        /// All cards that are discarded for the buildings among them.
        #[serde(default, skip_serializing_if = "Cards::is_empty")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<Cards>", optional))]
        pay: Cards,
        /// A token for each civic building among them, in any order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Token>>", optional))]
        tokens: Vec<Token>,
    },
    /// Takes the top two cards of the deck.
    Draw {},
    /// Passes the turn, when no other move is legal.
    Pass {},
}

impl From<Move> for MoveJson {
    fn from(mv: Move) -> Self {
        match mv {
            Move::Flip(cell) => Self::Flip { cell },
            Move::Take { pair, pay, tokens } => {
                Self::Take { cells: pair.cells(), pay, tokens: tokens.iter().collect() }
            }
            Move::Draw => Self::Draw {},
            Move::Pass => Self::Pass {},
        }
    }
}

impl TryFrom<MoveJson> for Move {
    type Error = MoveError;

    fn try_from(json: MoveJson) -> Result<Self, MoveError> {
        Ok(match json {
            MoveJson::Flip { cell } => Self::Flip(cell),
            MoveJson::Take { cells: [a, b], pay, tokens: named } => {
                let pair = Pair::new(a, b).ok_or(MoveError::SameCell(a))?;
                let tokens = named.into_iter().try_fold(TokenSet::EMPTY, with_new)?;
                Self::Take { pair, pay, tokens }
            }
            MoveJson::Draw {} => Self::Draw,
            MoveJson::Pass {} => Self::Pass,
        })
    }
}

/// Adds a token to a set, which must not contain it yet.
fn with_new(tokens: TokenSet, token: Token) -> Result<TokenSet, MoveError> {
    if tokens.contains(token) { Err(MoveError::SameToken(token)) } else { Ok(tokens.with(token)) }
}

fn place(after: &str) -> String {
    if after.is_empty() { "at the start".to_owned() } else { format!("after `{after}`") }
}

fn quoted(word: &Option<String>) -> String {
    word.as_ref().map_or_else(|| "nothing".to_owned(), |word| format!("`{word}`"))
}

/// The words of a move's text, and the number of words that have been read.
struct Words<'a> {
    words: Vec<&'a str>,
    read: usize,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.read).copied();
        self.read += usize::from(word.is_some());
        word
    }

    /// Returns the error about the word at `place`.
    fn error(&self, place: usize, expected: &'static str) -> MoveError {
        MoveError::Word {
            after: self.words[..place].join(" "),
            expected,
            found: self.words.get(place).map(|&word| word.to_owned()),
        }
    }

    fn parse<T: FromStr<Err = Unknown>>(&mut self, expected: &'static str) -> Result<T, MoveError> {
        let place = self.read;
        let word = self.next().ok_or_else(|| self.error(place, expected))?;
        word.parse().map_err(|_| self.error(place, expected))
    }

    fn end(&self) -> Result<(), MoveError> {
        if self.read == self.words.len() { Ok(()) } else { Err(self.error(self.read, "the end of the move")) }
    }
}

const CELL: &str = "a cell of the market, a1 to d4";
const CARDS: &str = "the cards to discard with commas between them, such as C,MM,*";
const TOKEN: &str = "a token, such as each-C, pair-CM, all-five or flat-7";

/// The payment and the tokens may stand in any order, and so may the two cells and the cards.
impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let mut words = Words { words: text.split_whitespace().collect(), read: 0 };
        let mv = match words.next() {
            Some("flip") => Self::Flip(words.parse(CELL)?),
            Some("draw") => Self::Draw,
            Some("pass") => Self::Pass,
            Some("take") => take(&mut words)?,
            _ => return Err(words.error(0, "flip, take, draw or pass")),
        };
        words.end().map(|()| mv)
    }
}

fn take(words: &mut Words<'_>) -> Result<Move, MoveError> {
    let (a, b): (Cell, Cell) = (words.parse(CELL)?, words.parse(CELL)?);
    let pair = Pair::new(a, b).ok_or(MoveError::SameCell(a))?;
    let (mut pay, mut tokens) = (Cards::NONE, TokenSet::EMPTY);
    loop {
        let place = words.read;
        match words.next() {
            None => return Ok(Move::Take { pair, pay, tokens }),
            Some("pay") if pay.is_empty() => {
                pay = words.parse(CARDS)?;
                if pay.is_empty() {
                    return Err(words.error(place + 1, CARDS));
                }
            }
            Some("token") => {
                tokens = with_new(tokens, words.parse(TOKEN)?)?;
            }
            Some(_) if pay.is_empty() => return Err(words.error(place, "pay, token or the end of the move")),
            Some(_) => return Err(words.error(place, "token or the end of the move")),
        }
    }
}
