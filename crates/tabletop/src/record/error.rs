//! The errors of records.

use std::error::Error;

use crate::{Seat, deal::NotHex};

/// The error for a file that is not a valid record, with the line.
#[derive(Debug, thiserror::Error)]
#[error("game {game}, line {line}: {fault}")]
pub struct RecordError {
    /// The index of the game in the file, 0-based.
    pub game: usize,
    /// The number of the line in the file, from 1.
    pub line: usize,
    /// The kind of error.
    pub fault: RecordFault,
}

type Cause = Box<dyn Error + Send + Sync>;

/// The kinds of errors in a line of a record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// The file holds no game.
    #[error("expected a header line with \"record\", found the end of the file")]
    Empty,
    /// A line ends in the middle of a JSON value.
    #[error("the line ends in the middle of a JSON value: the file is truncated")]
    Truncated,
    /// A line is not JSON.
    #[error("not JSON: {what} at column {column}")]
    NotJson {
        /// The error of the JSON parser.
        what: String,
        /// The column in the line, from 1.
        column: usize,
    },
    /// A line is JSON, but not an object.
    #[error("expected a JSON object, found {0}")]
    NotAnObject(&'static str),
    /// A line with the keys of two kinds of line, such as `move` and `result`.
    #[error("expected a header, a move or a result, found both {0:?} and {1:?} in one line")]
    Mixed(&'static str, &'static str),
    /// A move, talk or result line before any header.
    #[error("expected a header line with \"record\" before anything else")]
    NoHeader,
    /// A newer version of the record format than this crate reads.
    #[error("record version {0} is unknown; this program reads version 1")]
    UnknownVersion(String),
    /// An unknown game, or another one than was asked for.
    #[error("game {found:?} is unknown; expected {expected}")]
    UnknownGame {
        /// The value in the header.
        found: String,
        /// The name of the expected game.
        expected: String,
    },
    /// A newer version of the game's rules than this crate knows.
    #[error("rules version {found} of {game} is unknown; this program knows versions 1 to {known}")]
    UnknownRules {
        /// The value in the header.
        found: String,
        /// The name of the game.
        game: &'static str,
        /// The newest known version.
        known: u32,
    },
    /// A required key is missing.
    #[error("the key {key:?} is missing; expected {expected}")]
    Missing {
        /// The key.
        key: &'static str,
        /// A description of the values that are allowed.
        expected: &'static str,
    },
    /// A key holds something of the wrong type.
    #[error("the key {key:?} holds {found}; expected {expected}")]
    WrongType {
        /// The key.
        key: &'static str,
        /// The value, or the type of a long one.
        found: String,
        /// A description of the values that are allowed.
        expected: &'static str,
    },
    /// A variant that the game does not have.
    #[error("variant: {0}")]
    Variant(#[source] Cause),
    /// Too few or too many names.
    #[error("\"players\" names {found} players; variant {variant} takes {least} to {most}")]
    PlayerCount {
        /// How many names there are.
        found: usize,
        /// The variant.
        variant: String,
        /// The fewest players it takes.
        least: usize,
        /// The most players it takes.
        most: usize,
    },
    /// A setup that the game does not allow.
    #[error("setup: {0}")]
    Setup(#[source] Cause),
    /// A commitment or seed that is not 64 hexadecimal digits.
    #[error("the key {key:?}: {cause}")]
    NotHex {
        /// The key.
        key: &'static str,
        /// The error of the parser.
        #[source]
        cause: NotHex,
    },
    /// A move of a seat that the table does not have.
    #[error("seat {seat} does not exist: the table has the seats 0 to {last}")]
    NoSuchSeat {
        /// The seat number in the line.
        seat: u64,
        /// The last seat.
        last: usize,
    },
    /// A text that can't be read as a move.
    #[error("move {text:?}: {cause}")]
    MoveText {
        /// The text.
        text: String,
        /// The error of the parser.
        #[source]
        cause: Cause,
    },
    /// A move that the rules refuse.
    #[error("seat {seat} can't {text:?}: {cause}")]
    IllegalMove {
        /// The seat whose move it is.
        seat: Seat,
        /// The move.
        text: String,
        /// Why the rules refuse it.
        #[source]
        cause: Cause,
    },
    /// A move or another result after the result.
    #[error("expected the next game's header after the result, found another {0}")]
    AfterResult(&'static str),
    /// A game that is not over, where one that is over was expected.
    #[error("expected a result after {moves} moves, found none: the game is unfinished")]
    Unfinished {
        /// How many moves it has.
        moves: usize,
    },
    /// A result before the end.
    #[error("a result stands here, but the game is not over after {moves} moves")]
    NotOver {
        /// How many moves it has.
        moves: usize,
    },
    /// A result that differs from the one that follows from the moves.
    #[error("the result says {found} at {path}; the moves give {expected}")]
    WrongResult {
        /// The path in the result, such as `cities[2].shops`.
        path: String,
        /// The value in the line.
        found: String,
        /// The value that follows from the moves.
        expected: String,
    },
    /// No commitment to check.
    #[error("the header has no \"deal\": there is no commitment to check")]
    NoDeal,
    /// A commitment without its seed.
    #[error("the deal's seed is not revealed: nothing to check the commitment against")]
    NotRevealed,
    /// A seed that does not have the commitment shown before play.
    #[error("the seed does not have the commitment {commitment} that was shown before play")]
    WrongCommitment {
        /// The commitment in the header.
        commitment: String,
    },
    /// A setup that the seed does not deal.
    #[error("the seed deals another setup than the one that was played")]
    WrongSetup,
}
