#![doc = include_str!("../README.md")]

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

/// The shapes in JSON of a move, a view and an outcome, from which their TypeScript types are derived.
#[cfg(feature = "typescript")]
pub use crate::{moves::MoveJson, outcome::OutcomeJson, view_json::ViewJson};
