#![doc = include_str!("../README.md")]

mod amounts;
mod audit;
mod card;
mod cards;
mod cell;
mod data;
mod event;
mod face;
mod game;
mod illegal;
mod kind;
mod legal;
mod manners;
mod market;
mod moves;
mod offers;
mod payment;
mod resource;
mod sample;
mod score;
mod setup;
mod side;
mod size;
mod state;
mod table;
mod text;
mod token;
mod token_set;
mod variant;
mod view;
mod view_json;
mod worth;

pub use amounts::Amounts;
pub use card::{CardId, Gives};
pub use cards::Cards;
pub use cell::{Cell, Pair};
pub use event::EventKind;
pub use face::{FACES, Face};
pub use game::PointCity;
pub use illegal::Illegal;
pub use kind::Kind;
pub use manners::Signal;
pub use market::Market;
pub use moves::{Move, MoveError};
pub use offers::{Missing, Offers, Payment, Takable, TokenOffer};
pub use payment::{count_payments, for_each_payment, nth_payment};
pub use resource::Resource;
pub use score::{Decided, Outcome, Score};
pub use setup::{Setup, SetupError, SetupMistake};
pub use side::Side;
pub use size::Size;
pub use state::State;
pub use table::{Area, Place, Table};
pub use text::Unknown;
pub use token::{Counts, Token, TokenScore};
pub use token_set::TokenSet;
pub use variant::Variant;
pub use view::View;
pub use worth::{Refill, Worth};

/// The shapes in JSON of a move, a view and an outcome, from which their TypeScript types are derived.
#[cfg(feature = "typescript")]
pub use crate::{moves::MoveJson, score::OutcomeJson, view_json::ViewJson};
