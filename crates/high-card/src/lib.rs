#![doc = include_str!("../README.md")]

mod bots;
mod game;
mod moves;
mod setup;
mod state;
mod view;

pub use game::{EventKind, HighCard, Outcome, Score, Worth};
pub use moves::{Illegal, Kind, Move, MoveError};
pub use setup::{House, Setup, SetupError, Variant, VariantError};
pub use state::{Round, State};
pub use view::{OpenView, Own, OwnView, View};

/// The number of cards. They are numbered from 1.
pub const CARDS: u8 = 18;
/// The number of cards that each seat is dealt.
const DEALT: usize = 4;

/// The tutorial for adding a game, so that its code is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/third-game.md")]
pub struct Tutorial;
