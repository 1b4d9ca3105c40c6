#![doc = include_str!("../README.md")]

#[cfg(feature = "conformance")]
pub mod conformance;
pub mod deal;
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
pub use game::{
    Client, Event, Game, Information, LegalMove, NoOptions, NoSignal, Rules, SignalMeaning, TableManners,
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
