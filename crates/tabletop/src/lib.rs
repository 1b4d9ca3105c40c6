//! What every table game is: [seats](Seat), moves, [views](Viewer), [records](record), fair
//! [deals](deal), and a kit of checks that any game can be put through.
//!
//! A game implements the four parts of [`Game`]: [`Rules`], [`Information`], [`TableManners`] and
//! [`Client`]. Its types go one way, `Setup → State → View`:
//!
//! - a *setup* is everything hidden at the start, and is validated when it is read;
//! - a *state* is the full truth, always legal, `Copy`, and can't be serialised;
//! - a *view* is what one seat may know; only views leave the rules.
//!
//! This crate does no I/O, reads no clock and holds no global random state.

#[cfg(feature = "conformance")]
pub mod conformance;
pub mod deal;
mod game;
mod perft;
pub mod random;
pub mod record;
mod seat;
pub mod text;

pub use deal::{Commitment, DealRng, Seed};
pub use game::{
    Client, Event, Game, Information, LegalMove, NoOptions, NoSignal, Rules, SignalMeaning, TableManners,
};
pub use perft::perft;
pub use record::{Record, RecordError};
pub use seat::{NoSuchSeat, Seat, SeatSet, Viewer};

/// The parts of a [`Game`], for calls on a concrete game: `use tabletop::prelude::*`.
pub mod prelude {
    pub use crate::{Client, Game, Information, Rules, TableManners};
}
