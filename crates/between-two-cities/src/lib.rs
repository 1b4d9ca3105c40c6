//! The rules of Between Two Cities: setups, states, views, moves, scoring.
//!
//! [`BetweenTwoCities`] is the game as the floors above use it; everything a table can say or show
//! is a type of its own here.
//!
//! - What is played with: [`Tile`], [`Duplex`], either of them a [`Piece`]; [`Building`] types.
//! - Where it is played: a floating [`City`], its [`Spot`]s; any board of four by four is a
//!   [`Layout`], drawn with [`city!`].
//! - How it goes: [`Variant`], [`Setup`], [`State`], [`View`], [`Move`], [`EventKind`].
//! - What it counts: [`score()`], [`explain()`], [`final_scores`], [`Outcome`], [`Worth`].
//!
//! City `i` lies to the left of seat `i` and to the right of the next seat clockwise. Of two
//! players, seat `s` builds the cities `2 s` (left) and `2 s + 1` (right). With Automas, the
//! player is seat 0 between the cities 0 and 2, and city 1 is the Automas' own.
//!
//! ```
//! use between_two_cities::{BetweenTwoCities, Variant};
//! use tabletop::{Seed, prelude::*};
//! let (setup, _) = BetweenTwoCities::deal_from(&Seed::from_phrase("a rainy day"), Variant::TwoPlayer, 2);
//! let mut rng = Seed::from_phrase("whatever they do").stream("");
//! let mut state = BetweenTwoCities::start(&setup);
//! while let Some(seat) = BetweenTwoCities::to_act(&state).first() {
//!     let mv = BetweenTwoCities::random_move(&state, seat, &mut rng).unwrap();
//!     BetweenTwoCities::play(&mut state, seat, mv).unwrap();
//! }
//! assert_eq!(BetweenTwoCities::outcome(&state).unwrap().cities().len(), 4);
//! ```

mod audit;
mod automa;
mod bits;
mod building;
mod city;
mod duplex;
mod effect;
mod event;
mod explain;
mod game;
mod hand;
mod illegal;
mod layout;
mod manners;
mod moves;
mod offers;
mod outcome;
mod piece;
mod position;
mod sample;
mod schedule;
mod score;
mod setup;
mod spot;
mod state;
mod table;
mod tables;
mod tile;
#[cfg(feature = "typescript")]
pub mod typescript;
mod variant;
mod view;
mod view_json;
mod worth;

pub use automa::AutomaCard;
pub use building::{Building, UnknownBuilding};
pub use city::{BadSpot, City, NotConnected};
pub use duplex::{Duplex, Orientation, UnknownDuplex};
pub use effect::{Effect, effects};
pub use event::EventKind;
pub use explain::{Explanation, FactoryRank, Group, HousePoints, OfficeByTavern, explain};
pub use game::BetweenTwoCities;
pub use hand::Hand;
pub use illegal::Illegal;
pub use layout::{Cell, Layout, Masks, UnknownLayout};
pub use manners::{Options, Signal};
pub use moves::{Move, Pair, UnknownMove};
pub use offers::{Choosable, Offers, Placeable, Suggestible};
pub use outcome::{Built, CityResult, Decided, Outcome, PlayerResult, final_scores};
pub use piece::{Piece, UnknownPiece};
pub use schedule::{Kind, Passing, Turn};
pub use score::{CityScore, score};
pub use setup::{BadSetup, Setup, SetupProblem};
pub use spot::{Spot, Spots, UnknownSpot};
pub use state::State;
pub use table::{Phase, TileLeft};
pub use tile::{Tile, UnknownTile};
pub use variant::{Difficulty, UnknownDifficulty, UnknownVariant, Variant};
pub use view::{KnownHand, View};
pub use worth::Worth;
