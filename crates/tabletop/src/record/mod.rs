//! Records: setup, moves and result of games, as JSON Lines.
//!
//! Line 1 is a header, each move has a line, and the last line is the result. A file may hold many games one after
//! another: every line with the key `record` begins one. Unknown keys and lines of talk are ignored in replays but kept
//! when a record is written again; blank lines are ignored.
//!
//! ```text
//! {"record":1,"game":"…","variant":"…","players":["…",…],"setup":{…},"software":"NAME VERSION"}
//! {"seat":2,"move":"choose d O"}
//! {"result":{…}}
//! ```
//!
//! Reading takes two steps: [`split`] finds the games of a file without knowing any of them, and
//! [`Record::read`] reads one by the rules of its game.

mod error;
mod read;
mod replay;
mod write;

pub use error::{RecordError, RecordFault};
pub use read::{RawRecord, split, split_each};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Commitment, Rules, Seat, Seed};

/// The version of the record format that this crate reads and writes.
pub const VERSION: u64 = 1;

/// The record of a game: its complete setup, all its moves, and its result once it is over.
///
/// A replay needs no random numbers, see [`Record::replay`].
#[derive(Clone, PartialEq, Debug)]
pub struct Record<G: Rules> {
    /// The players' names by seat.
    pub players: Vec<String>,
    /// The version of the rules by which it was played.
    pub rules: u32,
    /// The complete setup, hidden information included.
    pub setup: G::Setup,
    /// Name and version of the program that wrote it.
    pub software: String,
    /// The deal's commitment and, after the end, its seed.
    pub deal: Option<DealProof>,
    /// Moves, talk and other lines, in the order in which they took effect.
    pub entries: Vec<Entry<G::Move>>,
    /// The result as it was written, or `None` while the game is unfinished.
    pub result: Option<Map<String, Value>>,
    /// Keys of the header that this version does not know; they are kept.
    pub header_extra: Map<String, Value>,
    /// Keys of the setup that the game does not know; they are kept.
    pub setup_extra: Map<String, Value>,
    /// Further keys of the line of the result; they are kept.
    pub result_extra: Map<String, Value>,
    /// The place of the record in the file from which it was read.
    place: Place,
}

/// The lines of a record in its file. All places compare as equal, since the place says nothing about the game.
#[derive(Clone, Debug, Default)]
struct Place {
    game: usize,
    header: usize,
    entries: Vec<usize>,
    result: usize,
}

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A line between header and result.
#[derive(Clone, PartialEq, Debug)]
pub enum Entry<M> {
    /// A move.
    Move {
        /// The seat that made the move.
        seat: Seat,
        /// The move itself.
        mv: M,
        /// Further keys of the line; they are kept.
        extra: Map<String, Value>,
    },
    /// Talk, or anything else that changes nothing.
    Other(Map<String, Value>),
}

/// The proof of a fair deal in a header.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DealProof {
    /// The commitment, which is shown before play.
    pub commitment: Commitment,
    /// The seed, which is shown after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// Keys that this version does not know; they are kept.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl<G: Rules> Record<G> {
    /// Creates the record of a game that is about to begin.
    #[must_use]
    pub fn new(players: Vec<String>, setup: G::Setup, software: &str, deal: Option<DealProof>) -> Self {
        Self {
            players,
            rules: G::VERSION,
            setup,
            software: software.to_owned(),
            deal,
            entries: Vec::new(),
            result: None,
            header_extra: Map::new(),
            setup_extra: Map::new(),
            result_extra: Map::new(),
            place: Place::default(),
        }
    }

    /// Adds a move to the end.
    pub fn push(&mut self, seat: Seat, mv: G::Move) {
        self.entries.push(Entry::Move { seat, mv, extra: Map::new() });
    }

    /// Removes all moves but the first `count`, and with them the result and all other lines after the first removed
    /// move. If there are no more than `count` moves, nothing changes.
    pub fn truncate_moves(&mut self, count: usize) {
        let mut moves = 0;
        let keep = self.entries.iter().position(|entry| {
            moves += usize::from(matches!(entry, Entry::Move { .. }));
            moves > count
        });
        if let Some(keep) = keep {
            self.entries.truncate(keep);
            self.place.entries.truncate(keep);
            self.place.result = 0;
            self.result = None;
            self.result_extra.clear();
        }
    }

    /// Sets the result of a game that is over, and reveals the seed of its deal.
    pub fn finish(&mut self, outcome: &G::Outcome, seed: Option<Seed>) {
        if let Ok(Value::Object(result)) = serde_json::to_value(outcome) {
            self.result = Some(result);
        }
        if let Some(deal) = &mut self.deal {
            deal.seed = seed;
        }
    }

    /// Returns the moves, in order.
    pub fn moves(&self) -> impl Iterator<Item = (Seat, G::Move)> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Move { seat, mv, .. } => Some((*seat, *mv)),
            Entry::Other(_) => None,
        })
    }

    /// Returns the number of the line (from 1) of an entry. It counts in the file from which the record was read or, if
    /// the entry is new, in the file that [`fmt::Display`](std::fmt::Display) would write.
    fn line_of(&self, entry: usize) -> usize {
        let known = &self.place.entries;
        known
            .get(entry)
            .copied()
            .unwrap_or_else(|| known.last().copied().unwrap_or(self.header_line()) + 1 + entry - known.len())
    }

    fn header_line(&self) -> usize {
        self.place.header.max(1)
    }

    /// Returns the number of the line (from 1) on which the result stands or would stand.
    fn result_line(&self) -> usize {
        if self.place.result == 0 { self.line_of(self.entries.len()) } else { self.place.result }
    }

    /// Returns the number of the last line before the result.
    fn last_line(&self) -> usize {
        self.entries.len().checked_sub(1).map_or(self.header_line(), |last| self.line_of(last))
    }

    fn fault(&self, line: usize, fault: impl Into<RecordFault>) -> RecordError {
        RecordError { game: self.place.game, line, fault: fault.into() }
    }
}
