#![doc = include_str!("../README.md")]
//!
//! # Code map
//!
//! Each vocabulary type has a file. `state.rs` has a public part (`table.rs`) and hidden hands. `view.rs` has the
//! public part and the knowledge of its seat. `position.rs` has the code that both share, such as legal moves.
//!
//! - `game.rs`: the four traits of `tabletop`. `manners.rs`: the game's own options and signals.
//! - `score.rs`: the points of a city. `tables.rs`: the points of shops and parks for every arrangement, which
//!   `score.rs` looks up. `explain.rs`: explanations of a city's points. `effect.rs`: the effects of a placement.
//! - `sample.rs`: states that are possible in a view. `automa.rs`: the Automas.
//! - `offers.rs`: the legal moves of a viewer with their worth. Every legal move can be derived from the offers.
//! - `encode.rs`: the game as numbers, for programs that learn.
//! - `view_json.rs`: a view as JSON in two halves, one for all viewers and one for its own. `typescript.rs` (feature
//!   `typescript`): the types that clients receive.
//! - `sheet.rs`: score sheets, scored while they are filled in.

#![warn(missing_docs)]

mod audit;
mod automa;
mod bits;
mod building;
mod city;
mod duplex;
mod effect;
mod encode;
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
mod sheet;
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
pub use building::Building;
pub use city::{BadSpot, City, NotConnected};
pub use duplex::{Duplex, Orientation};
pub use effect::{Effect, Effects, effects};
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
pub use piece::Piece;
pub use schedule::{Kind, Passing, Turn};
pub use score::{CityScore, score};
pub use setup::{BadSetup, Setup, SetupProblem};
pub use sheet::{BadSheet, Scored, ScoredCity, ScoredPlayer, Sheet, TilesLeft, read_cities};
pub use spot::{Spot, Spots};
pub use state::State;
pub use table::{Phase, TileLeft};
pub use tables::beside;
pub use tabletop::text::Unknown;
pub use tile::Tile;
pub use variant::{Difficulty, Variant};
pub use view::{KnownHand, View};
pub use view_json::{OpenView, OwnView};
pub use worth::Worth;
