//! How people play a game together at one table, beyond its rules.

use std::fmt::Debug;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::Information;
use crate::{Seat, SeatSet};

/// How people play a game together at one table: the game's own options, predefined signals,
/// proposals to a partner, and who must act first when several seats wait for each other.
///
/// Needed by a table session. A game that has none of this implements it in two lines:
///
/// ```text
/// impl TableManners for MyGame {
///     type Options = NoOptions;
///     type Signal = NoSignal;
/// }
/// ```
pub trait TableManners: Information {
    /// Table options that only this game has. A new table starts with the default. Deserialising takes
    /// missing options from the default and ignores unknown ones, so that tables that were stored
    /// before an option was added or removed stay readable.
    type Options: Copy + Debug + Eq + Default + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// The predefined signals that a seat can give.
    type Signal: Copy + Debug + Eq + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// What a signal means to a table that does not know the game.
    fn signal_meaning(_signal: Self::Signal) -> SignalMeaning {
        SignalMeaning::Plain
    }
    /// Whether `by` may give a signal now: what the signal refers to must exist and concern `by`.
    fn allows_signal(_state: &Self::State, _by: Seat, _signal: Self::Signal) -> bool {
        true
    }
    /// Whether `by` may propose this move to `seat`, which would make it: the move must concern both.
    fn may_propose(_state: &Self::State, _by: Seat, _seat: Seat, _mv: Self::Move) -> bool {
        false
    }
    /// The number dealt to a seat, in games whose rules use such numbers, for instance to break ties.
    fn seating(_state: &Self::State, _seat: Seat) -> Option<u8> {
        None
    }
    /// The seat that must act first if all seats of `waiting` wait for each other.
    fn stand_off(_view: &Self::View, _waiting: SeatSet) -> Option<Seat> {
        None
    }
}

/// What a signal means to a table that does not know the game. It decides how a bot responds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SignalMeaning {
    /// The signal asks for nothing.
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

/// The signals of a game that has none: the type has no values, and no JSON can be deserialised as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(type = "never"))]
pub enum NoSignal {}
