//! Evaluation of states for all seats, which the analysis of finished games needs.

use tabletop::{Rules, Seat, SeatSet};

use crate::{Term, Think, ThinkRng, think::greedy_move};

/// The largest number of parts whose final points an evaluation can have.
pub const PARTS: usize = Seat::MAX;

/// The largest number of aspects into which the expected points of a part are split.
pub const ASPECTS: usize = 6;

/// The expected final points of each part by aspect, such as the building types of a city.
pub type Aspects = [[f32; ASPECTS]; PARTS];

/// A change of the expected final points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expected {
    /// The number of the part.
    pub part: usize,
    /// The number of the aspect; `None` for all of the part.
    pub aspect: Option<usize>,
    /// The change, in points.
    pub points: f32,
}

/// The expected final points of each part of a table, such as a player's area or a city.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evaluation {
    /// The number of parts.
    pub count: usize,
    /// The expected final points of each part.
    pub parts: [f32; PARTS],
    /// The standard deviations of the final points around the expected ones. They are zero once the game is over.
    pub errors: [f32; PARTS],
}

impl Evaluation {
    /// An evaluation of no parts, to be filled in.
    pub const EMPTY: Self = Self { count: 0, parts: [0.0; PARTS], errors: [0.0; PARTS] };

    /// Adds a part. Parts beyond [`PARTS`] are ignored.
    pub fn push(&mut self, points: f32, error: f32) {
        if let (Some(part), Some(slot)) = (self.parts.get_mut(self.count), self.errors.get_mut(self.count)) {
            (*part, *slot) = (points, error);
            self.count += 1;
        }
    }
}

/// An advantage of a better move over another one, and how much it counts.
#[derive(Clone, PartialEq, Debug)]
pub struct Advantage {
    /// The advantage in the game's terms.
    pub term: Term,
    /// The points of the difference between the moves that it explains.
    pub explains: Explains,
    /// Whether these are points that the others don't get, and not the seat's own.
    pub denies: bool,
    /// The part of the table that has these points, if it is a certain one.
    pub part: Option<usize>,
}

/// The smallest share of a difference between two moves that an advantage must explain to be a reason for it.
pub const EXPLAINED: f32 = 0.5;

/// How much of a difference between two moves an advantage explains.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Explains {
    /// This number of points, by the evaluation.
    Points(f32),
    /// All but this number of points, for which something else is the reason.
    AllBut(f32),
    /// The measured change of this [aspect](Evaluate::aspects) of its part.
    Aspect(usize),
}

/// A search that improves the continuations of some moves of a seat while they are compared. From the results it learns
/// good later moves of all seats.
pub trait Guide<G: Rules>: Send {
    /// Plays on in a state that is possible in the seat's view, to a state that [`Evaluate::evaluate`] can evaluate.
    /// The first move is the one with this number, or one that the search selects. Returns the state at a
    /// [horizon](Evaluate::horizon): the last state is later after some moves than after others.
    fn play_on(&mut self, state: &mut G::State, first: Option<usize>, horizon: usize) -> G::State;
    /// Returns the number of the move that the search selects most often, or `None` if there are no moves.
    fn favourite(&self) -> Option<usize>;
}

/// A game whose finished games can be analysed. Any state can be evaluated for all seats, and a rollout policy
/// continues games. Bots and tables don't need this trait.
///
/// All methods have defaults that need no evaluation of unfinished games: all seats play on greedily to the end. An
/// analysis with these defaults is only as good as the one-ply heuristic. Systematic errors of the rollout policy appear
/// as luck, so check the results on games of equally strong bots before you offer an analysis (`docs/analysis.md`).
///
/// The limits of marks are absolute numbers of points (`townhall_analysis::Mark`), so the scale of
/// [`Rules::points`](tabletop::Rules::points) matters: with a win that counts 20 points instead of 1, a small error is
/// marked as a blunder.
pub trait Evaluate: Think {
    /// Returns the move that the rollout policy makes for a seat that may act. It depends only on the knowledge of the
    /// seat.
    #[must_use]
    fn rollout_move(state: &Self::State, seat: Seat) -> Option<Self::Move> {
        greedy_move::<Self>(state, seat)
    }
    /// Returns the length of continuations that begin in this state, in a measure of the game's own, for
    /// [`Evaluate::play_on`]. It depends only on public knowledge.
    #[must_use]
    fn horizon(_state: &Self::State) -> usize {
        usize::MAX
    }
    /// Plays on by the rollout policy, to a horizon or to the end of the game.
    fn play_on(state: &mut Self::State, _horizon: usize) {
        *state = tabletop::play_out::<Self>(*state, Self::rollout_move, |_, _, _| ());
    }
    /// Evaluates a state that [`Evaluate::play_on`] reached. The evaluation of a finished game has the final points.
    #[must_use]
    fn evaluate(state: &Self::State) -> Evaluation {
        let mut evaluation = Evaluation::EMPTY;
        let points = Self::outcome(state).map(|outcome| Self::points(&outcome)).unwrap_or_default();
        points.into_iter().for_each(|points| evaluation.push(points as f32, 0.0));
        evaluation
    }
    /// Returns the final points of each seat, including automata, from the points of all parts. By default a seat's
    /// points are those of the part with its number.
    #[must_use]
    fn points_of_seats(_state: &Self::State, parts: &[f32; PARTS]) -> [f32; Seat::MAX] {
        *parts
    }
    /// Returns whether a decision is judged by the expected final points of its seat, and not by its lead over the best
    /// other seat. This suits games in which players build together, so that a good move also helps opponents.
    #[must_use]
    fn is_judged_by_points(_state: &Self::State) -> bool {
        false
    }
    /// Returns the mean share of the expected cost of a decision that remains at the end of the game, from 0 to 1,
    /// because a missed chance can often be taken later. It depends only on public knowledge. docs/analysis.md
    /// describes how it is measured.
    #[must_use]
    fn cost_retention(_state: &Self::State) -> f32 {
        1.0
    }
    /// Returns by which share the costs of a player with an accuracy of 0 are larger than an analysis finds them. For other players it
    /// is less in proportion to what they lose. It depends only on public knowledge. docs/analysis.md describes how it is
    /// measured.
    #[must_use]
    fn missed(_state: &Self::State) -> f32 {
        0.0
    }
    /// Whether the rollout policy is too weak to judge players. If so, a [guide](Evaluate::guide) looks for a better
    /// move at every decision, and only a cost that it finds counts.
    const IS_GUIDED: bool = false;
    /// Returns a search that compares these moves of the seat with this view, with better continuations than those of
    /// the rollout policy. It is `None` if the game has none, and may be `None` for views of seats that play alone.
    #[must_use]
    fn guide(_view: &Self::View, _moves: &[Self::Move], _rng: &mut ThinkRng) -> Option<Box<dyn Guide<Self>>> {
        None
    }
    /// Returns the error of a difference that a guide finds, in points, beyond the error that more continuations
    /// reduce. It is the error of the guide's evaluation. docs/analysis.md describes how it is measured.
    #[must_use]
    fn guide_error(_state: &Self::State) -> f32 {
        0.0
    }
    /// Returns ways to make the next two moves of a seat that makes several in a row and learns nothing in between, the best
    /// first. Each pair is given in one order. First in a pair stands `mv`, or else the move that does most nearly the
    /// same. Without a second move there are none, which is the default.
    #[must_use]
    fn moves_in_a_row(_state: &Self::State, _seat: Seat, _mv: Self::Move) -> Vec<[Self::Move; 2]> {
        Vec::new()
    }
    /// Returns whether a move shows its seat something, and the seat then makes another move of the same turn, which no
    /// [guide](Evaluate::guide) chooses. An analysis looks for the best next move after it. By default there are no such moves.
    #[must_use]
    fn goes_on(_state: &Self::State, _mv: Self::Move) -> bool {
        false
    }
    /// Returns the expected final points of each part by aspect, as far as they belong to one. The order of the aspects is the
    /// game's own. The default has none.
    #[must_use]
    fn aspects(_state: &Self::State) -> Aspects {
        [[0.0; ASPECTS]; PARTS]
    }
    /// Returns the statement that a better move of the seat with this view probably leads to these changes in the end, the largest
    /// first. It is `None` if the game has no words for them, which is the default.
    #[must_use]
    fn expected(_view: &Self::View, _changes: &[Expected]) -> Option<Term> {
        None
    }
    /// Returns whether two moves of the seat with this view lead to positions that only differ by a symmetry of the game, so that
    /// neither can be better. The default knows no symmetries.
    #[must_use]
    fn is_alike(_view: &Self::View, one: Self::Move, other: Self::Move) -> bool {
        one == other
    }
    /// Returns whether a move in a later state means the same in the position of a view, because it takes nothing that
    /// came into play since.
    #[must_use]
    fn is_foreseen(_view: &Self::View, _state: &Self::State, _mv: Self::Move) -> bool {
        true
    }
    /// Returns the players that build a part together. The default is the seat with the part's number.
    #[must_use]
    fn builders(state: &Self::State, part: usize) -> SeatSet {
        Seat::all(Self::seats(state)).filter(|seat| seat.index() == part).collect()
    }
}
