//! The rules of Point City: setups, states, views, moves, scoring.
//!
//! [`PointCity`] implements [`tabletop::Game`]; the floors above need nothing else. For those who
//! draw or explain a game, the types have more to tell:
//!
//! - [`Table`] is all that lies open: the [`Market`], an [`Area`] for each seat, the tokens. The
//!   rules are written on it alone, so nothing hidden can leak into a legal move or its worth.
//! - [`State`] is a table and the deck, [`View`] is a table and what has been seen of the deck.
//! - [`Move`] is what a seat does, [`Illegal`] why it may not, [`Worth`] what it is worth,
//!   [`EventKind`] what happened.
//! - [`Score`] tells what a city scores in all its parts, now or at the end; [`Outcome`] who won.
//! - [`Resource`], [`Kind`], [`CardId`], [`Face`], [`Side`], [`Cell`], [`Token`] are the words of
//!   the game, each with its number, its text and all its values.
//!
//! ```
//! use point_city::{Cell, Move, PointCity, Score, Setup, State, Variant, View};
//! use tabletop::{Viewer, prelude::*};
//!
//! let setup = Setup::deal(Variant::Standard, 2, &mut tabletop::Seed::from_phrase("a game").stream("doc"));
//! let state = State::start(&setup);
//! let seat = state.table().to_act().unwrap();
//! let view = View::of(&state, Viewer::Seat(seat));
//! // The market, for a drawing:
//! for cell in Cell::ALL {
//!     let face = view.table().market().face(cell).unwrap();
//!     assert_eq!(face.kind(), Some(setup.deck()[cell.index()].back()));
//! }
//! // What could be done, and what it is worth: 16 flips, 24 pairs, or two cards of the deck.
//! let moves = PointCity::legal_moves(&view);
//! assert_eq!(moves.len(), 41);
//! assert!(moves.iter().all(|legal| legal.worth.points == 0));
//! assert_eq!(Score::of(view.table(), seat).total, 0);
//! ```

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
#[cfg(feature = "typescript")]
pub mod typescript;
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
