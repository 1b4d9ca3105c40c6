//! The interface that a game implements, in four parts.
//!
//! Each part is what one kind of caller needs: [`Rules`] says what can happen (for records, replays and engines),
//! [`Information`] what each viewer knows (for views, bots and the conformance kit), [`TableManners`] how people play
//! the game at one table (for a table session), and [`Client`] what a program that knows no rules needs to draw the
//! game. [`Game`] is all four.

mod client;
mod information;
mod manners;
mod rules;

pub use client::Client;
pub use information::{Event, Information, LegalMove};
pub use manners::{NoOptions, NoSignal, SignalMeaning, TableManners};
pub use rules::Rules;
pub(crate) use rules::occasion_by_rules;

/// A game with all its parts: the bound for code that serves any game at a table.
///
/// Every type that implements the parts is a `Game`. Code that needs less names the part it needs.
/// For calls on a concrete game, `use tabletop::prelude::*` brings the methods of all parts into
/// scope.
pub trait Game: Rules + Information + TableManners + Client {}

impl<G: Rules + Information + TableManners + Client> Game for G {}
