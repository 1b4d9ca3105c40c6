//! What bots say about moves that concern several seats.

use std::fmt::Debug;

use serde::Serialize;
use tabletop::Seat;

use crate::Greedy;

/// A game about which bots can talk: they propose moves, and say what they think of those that
/// others propose. Like all that bots do, it follows from a view alone.
pub trait Talker: Greedy {
    /// Why a bot proposes or thinks something, for a client to put into words.
    type Reason: Clone + Debug + Eq + Serialize + Send + Sync;

    /// What the seat with this view would have others do now, the most wanted first. Each may be proposed, and
    /// is legal for the seat that would make it. Nothing, if there is nothing to talk about.
    fn ideas(view: &Self::View) -> Vec<Idea<Self::Move, Self::Reason>>;
    /// What the seat with this view thinks of a move that `seat` (itself or another) would make.
    /// Nothing, if the move does not concern it or is not legal now.
    fn judge(view: &Self::View, seat: Seat, mv: Self::Move) -> Option<Opinion<Self::Move, Self::Reason>>;
    /// What speaks for a move of its own that the seat with this view is about to make. Nothing, if it concerns
    /// nobody else or is not legal now.
    fn why(view: &Self::View, mv: Self::Move) -> Option<Self::Reason>;
}

/// A move that a bot proposes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Idea<M, R> {
    /// Whose move it would be.
    pub seat: Seat,
    /// The move.
    pub mv: M,
    /// Why.
    pub reason: R,
}

/// What a bot thinks of a proposed move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opinion<M, R> {
    /// Whether it agrees.
    pub agree: bool,
    /// Why, or why not.
    pub reason: R,
    /// If it does not agree: what the same seat should rather do.
    pub counter: Option<M>,
}
