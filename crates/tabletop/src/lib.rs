#![doc = include_str!("../README.md")]
//!
//! # Code map
//!
//! - `game/`: the interface of a game in four traits, one for each kind of caller: `Rules` for records, replays and
//!   engines, `Information` for bots and the conformance kit, `TableManners` for tables, `Client` for programs that know
//!   no rules. `Game` is all four.
//! - `seat.rs`: seats, sets of seats, viewers. A game has at most 8 seats, those of its automata included.
//! - `deal.rs`, `random.rs`: seed, commitment, the ChaCha20 stream that deals, unbiased ranges and shuffles. Both are
//!   frozen: golden vectors in the tests pin what each seed deals.
//! - `record/`: JSON Lines records. `read.rs` splits a file into games without knowing their rules and reads one by the
//!   rules of its game, `replay.rs` plays it again and checks result and deal, `error.rs` lists the errors.
//! - `sheet.rs`: score sheets, by which a table that was played elsewhere is entered and scored.
//! - `parts.rs`: the changed keys of a value that clients are shown.
//! - `encode.rs`: games as numbers, for programs that learn: actions, legal actions, observations.
//! - `text.rs`: types with few values as text (`vocabulary!`).
//! - `perft.rs`, `playout.rs`: counting move sequences, playing a game to its end.
//! - `sorting.rs`: a sort that is compiled once for all types, because a browser downloads each copy.
//! - `conformance.rs` (feature `conformance`): checks of the traits' promises, over random games of every variant.

#![warn(missing_docs)]

#[cfg(feature = "conformance")]
pub mod conformance;
pub mod deal;
pub mod encode;
mod game;
pub mod parts;
mod perft;
mod playout;
pub mod random;
pub mod record;
mod seat;
mod sheet;
pub mod sorting;
pub mod text;

pub use deal::{Commitment, DealRng, Seed};
pub use encode::Encode;
pub use game::{
    AuditError, Client, Event, FullView, Game, Information, Knowledge, LegalMove, NoOptions, NoSetup,
    NoSignal, OneVariant, OpenGame, OwnViewer, Rules, SignalMeaning, TableManners,
};
pub use perft::perft;
pub use playout::{play_out, play_out_randomly};
pub use record::{Record, RecordError};
pub use seat::{NoSuchSeat, Seat, SeatSet, Viewer};
pub use sheet::ScoreSheet;

/// The parts of a [`Game`], for calls on a concrete game: `use tabletop::prelude::*`.
pub mod prelude {
    pub use crate::{Client, Game, Information, Rules, TableManners};
}
