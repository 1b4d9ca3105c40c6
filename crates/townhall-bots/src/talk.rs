//! Proposals of bots, and their opinions on proposals of others.

use serde::Serialize;
use tabletop::Seat;

use crate::{Greedy, Json};

/// A game in which bots can propose moves, and agree or disagree with the proposals of others. Like their moves, their
/// talk depends only on a view.
///
/// By default (`impl Talker for MyGame {}`) bots propose and answer nothing.
pub trait Talker: Greedy {
    /// Returns the moves that the seat with this view would propose to other seats now, the most wanted first. Each may
    /// be proposed, and is legal for the seat that would make it.
    fn ideas(_view: &Self::View) -> Vec<Idea<Self::Move>> {
        Vec::new()
    }
    /// Returns the own moves of the seat with this view that it could make now and that concern other seats, the most
    /// wanted first.
    fn plans(_view: &Self::View) -> Vec<Plan<Self::Move>> {
        Vec::new()
    }
    /// Returns the opinion of the seat with this view about a move that `seat` (itself or another) would make. It is
    /// `None` if the move does not concern the seat or is not legal now.
    fn judge(view: &Self::View, seat: Seat, mv: Self::Move) -> Option<Opinion<Self::Move>> {
        Self::judge_within(view, seat, mv, AGREEMENT_MARGIN)
    }
    /// Returns the opinion of a seat that agrees if the move is worth at most `margin` points less to it than the best
    /// alternative.
    fn judge_within(
        _view: &Self::View,
        _seat: Seat,
        _mv: Self::Move,
        _margin: f32,
    ) -> Option<Opinion<Self::Move>> {
        None
    }
    /// Returns the reason for an own move that the seat with this view is about to make. It is `None` if the move
    /// concerns no other seat or is not legal now.
    fn why(_view: &Self::View, _mv: Self::Move) -> Option<Json> {
        None
    }
    /// Returns the signal with which a bot acknowledges the answer to its proposal for another seat's move, if the game
    /// has one.
    fn acknowledgement(_agreed: bool) -> Option<Json> {
        None
    }
}

/// The number of points by which a proposed move may be worse than the best one if an average bot is to agree.
pub(crate) const AGREEMENT_MARGIN: f32 = 0.75;

/// A difference between two moves. It has JSON for clients, which translate it, and English for the command line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(transparent)]
pub struct Term {
    /// A value of the game's own type.
    pub data: Json,
    /// The difference in English.
    #[serde(skip)]
    pub words: String,
}

impl Term {
    /// Creates a term from a value of the game's own type.
    #[must_use]
    pub fn of(term: &(impl Serialize + std::fmt::Display)) -> Self {
        Self { data: Json::of(term), words: term.to_string() }
    }
}

/// A move that a bot proposes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Idea<M> {
    /// The seat that would make the move.
    pub seat: Seat,
    /// The move.
    pub mv: M,
    /// The reason why the bot proposes it.
    pub reason: Json,
}

/// An own move that a bot could make.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan<M> {
    /// The move.
    pub mv: M,
    /// Its value for the bot, in points. Only differences between the plans for one view have a meaning.
    pub value: f32,
}

/// The opinion of a bot about a proposed move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opinion<M> {
    /// Whether the bot agrees.
    pub agree: bool,
    /// The reason why the bot agrees or disagrees.
    pub reason: Json,
    /// A counter-proposal for the same seat, if the bot disagrees and has one.
    pub counter: Option<M>,
}
