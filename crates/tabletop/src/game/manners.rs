//! What the people at one table agree on beyond the rules.

use std::fmt::Debug;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::Information;
use crate::{Seat, SeatSet};

/// How people play a game together at one table: the game's own options, wordless signals,
/// proposals to a partner, and who goes first when all wait for each other.
///
/// Needed by a table session. A game without anything of its own says so in two lines:
///
/// ```text
/// impl TableManners for MyGame {
///     type Options = NoOptions;
///     type Signal = NoSignal;
/// }
/// ```
pub trait TableManners: Information {
    /// Options of a table that only this game has. Their default is what a new table starts with;
    /// reading fills what is left out from it and ignores what it does not know, so that tables
    /// that were stored before an option was added or removed stay readable.
    type Options: Copy + Debug + Eq + Default + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What a seat can signal without words.
    type Signal: Copy + Debug + Eq + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// What a signal means to a table that does not know the game.
    fn signal_meaning(_signal: Self::Signal) -> SignalMeaning {
        SignalMeaning::Plain
    }
    /// Whether `by` may give a signal: what it refers to is there and concerns `by`.
    fn allows_signal(_state: &Self::State, _by: Seat, _signal: Self::Signal) -> bool {
        true
    }
    /// Whether `by` may propose to `seat` that it makes this move: it concerns both of them.
    fn may_propose(_state: &Self::State, _by: Seat, _seat: Seat, _mv: Self::Move) -> bool {
        false
    }
    /// The number that was dealt to a seat, where the rules settle something by such numbers.
    fn seating(_state: &Self::State, _seat: Seat) -> Option<u8> {
        None
    }
    /// Who must go first if all of `waiting` wait for each other.
    fn stand_off(_view: &Self::View, _waiting: SeatSet) -> Option<Seat> {
        None
    }
}

/// What a signal means to a table that does not know the game: whether a bot answers it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SignalMeaning {
    /// It asks for nothing.
    Plain,
    /// 'You first': the partner is asked to act before the seat that signals.
    GoFirst,
    /// 'Your call': the partner is asked for a proposal, and the decision is left to it.
    Decide,
}

/// The options of a game that has none: `{}` in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(type = "Record<string, never>"))]
pub struct NoOptions {}

/// The signals of a game that has none: there is no value of it, and no JSON reads as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(type = "never"))]
pub enum NoSignal {}
