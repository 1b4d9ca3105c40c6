//! The errors of records.

use std::error::Error;

use crate::{Seat, deal::NotHex};

/// The error for a file that is not a valid record. Its text counts games and lines from 1.
#[derive(Debug, thiserror::Error)]
#[error("game {}, line {line}: {fault}", .game + 1)]
pub struct RecordError {
    /// The index of the game in the file, from 0.
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
    /// A line has the keys of two kinds of line, such as `move` and `result`.
    #[error("expected a header, a move or a result, found both {0:?} and {1:?} in one line")]
    Mixed(&'static str, &'static str),
    /// There is a move, talk or result line before any header.
    #[error("expected a header line with \"record\" before anything else")]
    NoHeader,
    /// The version of the record format is newer than this crate can read.
    #[error("record version {0} is unknown; this program reads version 1")]
    UnknownVersion(String),
    /// The game is unknown, or not the requested one.
    #[error("game {found:?} is unknown; expected {expected}")]
    UnknownGame {
        /// The value in the header.
        found: String,
        /// The name of the expected game.
        expected: String,
    },
    /// The version of the game's rules is newer than this crate knows.
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
    /// The value of a key has the wrong type.
    #[error("the key {key:?} holds {found}; expected {expected}")]
    WrongType {
        /// The key.
        key: &'static str,
        /// The value, or the type of a long one.
        found: String,
        /// A description of the values that are allowed.
        expected: &'static str,
    },
    /// The game has no such variant.
    #[error("variant: {0}")]
    Variant(#[source] Cause),
    /// There are too few or too many names.
    #[error("\"players\" names {found} players; variant {variant} takes {least} to {most}")]
    PlayerCount {
        /// The number of names.
        found: usize,
        /// The variant.
        variant: String,
        /// The fewest players it takes.
        least: usize,
        /// The most players it takes.
        most: usize,
    },
    /// The game does not allow the setup.
    #[error("setup: {0}")]
    Setup(#[source] Cause),
    /// A commitment or seed is not 64 hexadecimal digits.
    #[error("the key {key:?}: {cause}")]
    NotHex {
        /// The key.
        key: &'static str,
        /// The error of the parser.
        #[source]
        cause: NotHex,
    },
    /// A move belongs to a seat that the table does not have.
    #[error("seat {seat} does not exist: the table has the seats 0 to {last}")]
    NoSuchSeat {
        /// The seat number in the line.
        seat: u64,
        /// The last seat.
        last: usize,
    },
    /// A text can't be read as a move.
    #[error("move {text:?}: {cause}")]
    MoveText {
        /// The text.
        text: String,
        /// The error of the parser.
        #[source]
        cause: Cause,
    },
    /// The rules refuse a move.
    #[error("seat {seat} can't {text:?}: {cause}")]
    IllegalMove {
        /// The seat that made the move.
        seat: Seat,
        /// The move.
        text: String,
        /// The reason why the rules refuse it.
        #[source]
        cause: Cause,
    },
    /// There is a move or another result after the result.
    #[error("expected the next game's header after the result, found another {0}")]
    AfterResult(&'static str),
    /// The game is not over, although it should be.
    #[error("expected a result after {moves} moves, found none: the game is unfinished")]
    Unfinished {
        /// The number of its moves.
        moves: usize,
    },
    /// There is a result before the end.
    #[error("a result stands here, but the game is not over after {moves} moves")]
    NotOver {
        /// The number of moves before the result.
        moves: usize,
    },
    /// The result differs from the one that follows from the moves.
    #[error("the result says {found} at {path}; the moves give {expected}")]
    WrongResult {
        /// The path in the result, such as `cities[2].shops`.
        path: String,
        /// The value in the line.
        found: String,
        /// The value that follows from the moves.
        expected: String,
    },
    /// There is no commitment to check.
    #[error("the header has no \"deal\": there is no commitment to check")]
    NoDeal,
    /// There is a commitment without its seed.
    #[error("the deal's seed is not revealed: nothing to check the commitment against")]
    NotRevealed,
    /// The seed does not have the commitment that was shown before play.
    #[error("the seed does not have the commitment {commitment} that was shown before play")]
    WrongCommitment {
        /// The commitment in the header.
        commitment: String,
    },
    /// The seed does not deal the setup.
    #[error("the seed deals another setup than the one that was played")]
    WrongSetup,
}
