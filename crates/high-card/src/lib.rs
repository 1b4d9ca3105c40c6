#![doc = include_str!("../README.md")]

mod bots;
pub mod defect;
mod game;
mod moves;
mod setup;
mod state;
mod view;

pub use game::{EventKind, Offer, Outcome, Score, Worth};
pub use moves::{Illegal, Kind, Move, MoveError};
pub use setup::{House, Setup, SetupError, Variant, VariantError};
pub use state::{Round, State};
pub use view::{OpenView, OwnView, View};

/// How many cards there are.
pub const CARDS: u8 = 18;
/// How many cards each seat is dealt.
const DEALT: usize = 4;

/// High Card with the defect `D`: one of the numbers in [`defect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toy<const D: u8>;

/// High Card without a defect.
pub type HighCard = Toy<{ defect::NONE }>;
