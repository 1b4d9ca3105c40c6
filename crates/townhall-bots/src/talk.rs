//! What bots say about moves that concern several seats.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use tabletop::Seat;

use crate::Greedy;

/// A game about which bots can talk: they propose moves, and say what they think of those that
/// others propose. Like all that bots do, it follows from a view alone.
///
/// By default they say nothing: `impl Talker for MyGame {}`.
pub trait Talker: Greedy {
    /// What the seat with this view would have others do now, the most wanted first. Each may be proposed, and
    /// is legal for the seat that would make it. Nothing, if there is nothing to talk about.
    fn ideas(_view: &Self::View) -> Vec<Idea<Self::Move>> {
        Vec::new()
    }
    /// What the seat with this view thinks of a move that `seat` (itself or another) would make.
    /// Nothing, if the move does not concern it or is not legal now.
    fn judge(_view: &Self::View, _seat: Seat, _mv: Self::Move) -> Option<Opinion<Self::Move>> {
        None
    }
    /// What speaks for a move of its own that the seat with this view is about to make. Nothing, if it concerns
    /// nobody else or is not legal now.
    fn why(_view: &Self::View, _mv: Self::Move) -> Option<Reason> {
        None
    }
}

/// Why a bot proposes or thinks something: JSON in a form of the game's own, which its client puts
/// into words.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Reason(Box<RawValue>);

impl Reason {
    /// The JSON of a game's own reason; `null`, should it not serialise.
    #[must_use]
    pub fn of(reason: &impl Serialize) -> Self {
        Self(to_raw_value(reason).unwrap_or_else(|_| RawValue::NULL.to_owned()))
    }

    /// The JSON.
    #[must_use]
    pub fn json(&self) -> &str {
        self.0.get()
    }
}

impl PartialEq for Reason {
    fn eq(&self, other: &Self) -> bool {
        self.json() == other.json()
    }
}

impl Eq for Reason {}

/// A move that a bot proposes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Idea<M> {
    /// Whose move it would be.
    pub seat: Seat,
    /// The move.
    pub mv: M,
    /// Why it wants that.
    pub reason: Reason,
}

/// What a bot thinks of a proposed move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opinion<M> {
    /// Whether it agrees.
    pub agree: bool,
    /// Why, or why not.
    pub reason: Reason,
    /// If it does not agree: what the same seat should rather do.
    pub counter: Option<M>,
}
