//! The customs of play at one table, beyond the rules.

use std::fmt::Debug;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::Information;
use crate::{Seat, SeatSet};

/// The customs of play at one table: the game's own options, predefined signals, proposals to a partner, and the seat
/// that must act first when several wait for each other.
///
/// Table sessions need this trait. A game without such customs implements the trait in two lines:
///
/// ```text
/// impl TableManners for MyGame {
///     type Options = NoOptions;
///     type Signal = NoSignal;
/// }
/// ```
pub trait TableManners: Information {
    /// Table options that only this game has. A new table starts with the default. Deserialising takes missing options
    /// from the default and ignores unknown ones. So stored tables stay readable when an option is added or removed.
    type Options: Copy + Debug + Eq + Default + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// The predefined signals that a seat can give.
    type Signal: Copy + Debug + Eq + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// Returns the meaning of a signal to a table, which does not know the game.
    fn signal_meaning(_signal: Self::Signal) -> SignalMeaning {
        SignalMeaning::Plain
    }
    /// Returns whether `by` may give a signal now. Everything that the signal refers to must exist and concern `by`.
    fn allows_signal(_state: &Self::State, _by: Seat, _signal: Self::Signal) -> bool {
        true
    }
    /// Returns whether `by` may propose this move to `seat`, which would make it. The move must concern both.
    fn may_propose(_state: &Self::State, _by: Seat, _seat: Seat, _mv: Self::Move) -> bool {
        false
    }
    /// Returns how many things players of the game build together, such as the cities between neighbours. They are numbered
    /// from 0.
    fn shared(_state: &Self::State) -> u8 {
        0
    }
    /// Returns the number that was dealt to a seat, in games whose rules use such numbers, for instance to break ties.
    fn seating(_state: &Self::State, _seat: Seat) -> Option<u8> {
        None
    }
    /// Removes from a view the things that its viewer has seen but may not see again by the options of the table. Only
    /// people are shown the reduced view; bots and offers use the whole view.
    fn withhold(_view: &mut Self::View, _options: Self::Options) {}
    /// Returns the state in which a seat that may not act yet plans its next move: this state, as if it were the seat's turn
    /// now. Its view by the seat shows no secret that the seat's view of this state does not show. Returns `None` if the seat
    /// can't plan a move.
    fn ahead(_state: &Self::State, _seat: Seat) -> Option<Self::State> {
        None
    }
    /// Returns whether a legal move that was planned in one state has the same objects in another, such as the same cards. Both
    /// states come from [`TableManners::ahead`], or the seat may act in them. Moves for which it returns `false` in the state in
    /// which they are planned can't be planned.
    fn is_as_planned(_planned: &Self::State, _now: &Self::State, _mv: Self::Move) -> bool {
        false
    }
    /// Returns the seat that must act first if all seats of `waiting` wait for each other.
    fn stand_off(_view: &Self::View, _waiting: SeatSet) -> Option<Seat> {
        None
    }
}

/// The meaning of a signal to a table, which does not know the game. The meaning decides how a bot responds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SignalMeaning {
    /// The signal requires no response.
    Plain,
    /// The signal 'You first' asks the partner to act before the seat that signals.
    GoFirst,
    /// The signal 'Your call' asks the partner for a proposal, and leaves the decision to the partner.
    Decide,
}

/// The options of a game that has none: `{}` in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(type = "Record<string, never>"))]
pub struct NoOptions {}

/// The signals of a game that has none. The type has no values, and no JSON can be deserialised as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(type = "never"))]
pub enum NoSignal {}
