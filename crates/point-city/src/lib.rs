#![doc = include_str!("../README.md")]
//!
//! # Code map
//!
//! Each vocabulary type has a file. A state (`state.rs`) consists of the table (`table.rs`) and the deck. A view
//! (`view.rs`) consists of the table and the seen part of the deck. The rules use only the table.
//!
//! - `game.rs`: the four traits of `tabletop`. `manners.rs`: the game's signals.
//! - `legal.rs`, `payment.rs`: counting, listing and random drawing of legal moves and minimal payments. `illegal.rs`:
//!   the reasons why a move is not legal.
//! - `score.rs`: the points of a city and the end of a game. `worth.rs`: the worth of a move.
//! - `sample.rs`: states that are possible in a view.
//! - `offers.rs`: the legal moves of a viewer with their worth. Payments and tokens are listed side by side, since the
//!   list of all combinations would be long.
//! - `encode.rs`: the game as numbers, for programs that learn.
//! - `view_json.rs`: a view as JSON in two halves, one for all viewers and one for its own. `typescript.rs` (feature
//!   `typescript`): the types that clients receive.
//! - `card.rs`, `data.rs`: the 160 cards, read from `data/cards.csv` at compile time. `sheet.rs`: score sheets.

#![warn(missing_docs)]

mod amounts;
mod audit;
mod card;
mod cards;
mod cell;
mod data;
mod encode;
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
mod sheet;
mod side;
mod size;
mod state;
mod table;
mod token;
mod token_set;
#[cfg(feature = "typescript")]
pub mod typescript;
mod variant;
mod view;
mod view_json;
mod worth;

pub use amounts::Amounts;
pub use card::CardId;
pub use cards::Cards;
pub use cell::{Cell, Pair};
pub use data::Gives;
pub use encode::{Partial, flat_index, flat_move};
pub use event::EventKind;
pub use face::{FACES, Face};
pub use game::PointCity;
pub use illegal::Illegal;
pub use kind::Kind;
pub use manners::Signal;
pub use market::{Market, NEEDS};
pub use moves::{Move, MoveError};
pub use offers::{Missing, Offers, Payment, Takable, TokenOffer};
pub use payment::{count_payments, for_each_payment, nth_payment};
pub use resource::Resource;
pub use score::{Decided, Outcome, Score};
pub use setup::{Setup, SetupError, SetupMistake};
pub use sheet::{BadSeat, BadSheet, KindLeft, Scored, ScoredSeat, SeatSheet, Sheet, SheetWarning};
pub use side::Side;
pub use size::Size;
pub use state::State;
pub use table::{Area, Place, TURNS, Table};
pub use tabletop::text::Unknown;
pub use token::{Counts, Token, TokenScore};
pub use token_set::TokenSet;
pub use variant::Variant;
pub use view::View;
pub use view_json::{OpenView, OwnView, TokenView};
pub use worth::{Refill, Worth};
