//! The interface that a game implements, in four parts.
//!
//! Each part serves one kind of caller. [`Rules`] serves records, replays and engines, and [`Information`] serves bots
//! and the conformance kit with views. [`TableManners`] has the customs of play that are not rules, for table sessions.
//! [`Client`] serves programs that draw a game without knowing its rules. [`Game`] is all four.
//!
//! [`OpenGame`] supplies `Information` and `Client` for games with perfect information.

mod client;
mod information;
mod manners;
mod open;
mod rules;
mod simple;

pub use client::Client;
pub use information::{Event, Information, Knowledge, LegalMove};
pub use manners::{NoOptions, NoSignal, SignalMeaning, TableManners};
pub use open::{FullView, OpenGame, OwnViewer};
pub(crate) use rules::occasion_by_rules;
pub use rules::{AuditError, Rules};
pub use simple::{NoSetup, OneVariant};

/// A game with all its parts: the bound for code that serves any game at a table.
///
/// Every type that implements the parts is a `Game`. Other code names only the part that it needs. For calls on a
/// concrete game, `use tabletop::prelude::*` brings the methods of all parts into scope.
pub trait Game: Rules + Information + TableManners + Client {}

impl<G: Rules + Information + TableManners + Client> Game for G {}
