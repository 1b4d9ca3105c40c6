//! What a state may be expected to come to, for every seat: what an analysis of a game needs beyond what a bot does.

use tabletop::{Seat, SeatSet};

use crate::{Term, Think, think::greedy_move};

/// The most parts whose final points an evaluation can name.
pub const PARTS: usize = Seat::MAX;

/// The final points that each part of a table (a player's area, a city) may be expected to have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evaluation {
    /// How many parts there are.
    pub count: usize,
    /// The expected final points of each part.
    pub parts: [f32; PARTS],
    /// By how much they may be wrong: the standard deviation of the final points around what was expected. Zero once
    /// the game is over.
    pub errors: [f32; PARTS],
}

impl Evaluation {
    /// An evaluation of no parts, to be filled in.
    pub const EMPTY: Self = Self { count: 0, parts: [0.0; PARTS], errors: [0.0; PARTS] };

    /// Adds a part. Ignored beyond [`PARTS`] parts.
    pub fn push(&mut self, points: f32, error: f32) {
        if let (Some(part), Some(slot)) = (self.parts.get_mut(self.count), self.errors.get_mut(self.count)) {
            (*part, *slot) = (points, error);
            self.count += 1;
        }
    }
}

/// A game in which any state can be evaluated for all seats, with the rollout policy by which games are continued.
///
/// All methods have defaults that need no evaluation of unfinished games: everybody plays on greedily to the end.
pub trait Evaluate: Think {
    /// The move that the rollout policy makes for a seat that may act. It depends on what the seat knows, and on
    /// nothing hidden from it.
    #[must_use]
    fn rollout_move(state: &Self::State, seat: Seat) -> Option<Self::Move> {
        greedy_move::<Self>(state, seat)
    }
    /// How far continuations go that begin in this state, in a measure of the game's own, for
    /// [`Evaluate::play_on`]. It depends on what everybody knows.
    #[must_use]
    fn horizon(_state: &Self::State) -> usize {
        usize::MAX
    }
    /// Plays on by the rollout policy, to a horizon or to the end of the game.
    fn play_on(state: &mut Self::State, _horizon: usize) {
        *state = tabletop::play_out::<Self>(*state, Self::rollout_move, |_, _, _| ());
    }
    /// Evaluates a state that [`Evaluate::play_on`] reached. Of a finished game, these are the final points.
    #[must_use]
    fn evaluate(state: &Self::State) -> Evaluation {
        let mut evaluation = Evaluation::EMPTY;
        let points = Self::outcome(state).map(|outcome| Self::points(&outcome)).unwrap_or_default();
        points.into_iter().for_each(|points| evaluation.push(points as f32, 0.0));
        evaluation
    }
    /// The final points of each seat, automata included, from the points of all parts. By default a seat's points are
    /// those of the part with its number.
    #[must_use]
    fn points_of_seats(_state: &Self::State, parts: &[f32; PARTS]) -> [f32; Seat::MAX] {
        *parts
    }
    /// Whether a decision is judged by the final points that its seat may expect, not by its lead over the best other: so
    /// where players build together, and what is good for one is good for its opponents.
    #[must_use]
    fn is_judged_by_points(_state: &Self::State) -> bool {
        false
    }
    /// How much of what a decision costs in expectation is still missing at the end, on average: a chance that is missed is
    /// often still there, and is taken later. Measured, see docs/analysis.md. It depends on what everybody knows.
    #[must_use]
    fn lasting(_state: &Self::State) -> f32 {
        1.0
    }
    /// What sets the better of two moves of the seat with this view apart, in the game's terms, the most important first. By
    /// default nothing is said.
    #[must_use]
    fn contrast(_view: &Self::View, _played: Self::Move, _best: Self::Move) -> Vec<Term> {
        Vec::new()
    }
    /// The players who build a part together. By default, the seat with its number.
    #[must_use]
    fn builders(state: &Self::State, part: usize) -> SeatSet {
        Seat::all(Self::seats(state)).filter(|seat| seat.index() == part).collect()
    }
}
