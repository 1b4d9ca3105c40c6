//! The parameters of a search, and its results.

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Budget, Level};

/// The random number generator of a search.
pub type ThinkRng = Xoshiro256PlusPlus;

/// The lead, in points, that has the utility 0.5.
pub(crate) const SCALE: f32 = 10.0;

/// Returns the utility of a lead in points, between -1 and 1.
pub(crate) fn utility(points: f32) -> f32 {
    let lead = points / SCALE;
    lead / (1.0 + lead.abs())
}

/// Returns the larger of two numbers that are not NaN. `f32::max` also handles NaN, for which WebAssembly has no
/// instruction. So it would be a function call there, and no loop with it could take several numbers at once.
#[inline]
pub(crate) fn larger(one: f32, other: f32) -> f32 {
    if other > one { other } else { one }
}

/// The evaluation of a state for a seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    /// The expected utility for the seat, between -1 and 1.
    pub utility: f32,
    /// The points that the seat may expect at the end.
    pub points: f32,
}

impl Outlook {
    /// The outlook of a state that can't be evaluated.
    pub const NONE: Self = Self { utility: 0.0, points: 0.0 };
}

/// The part of a position's future that a search sees, in games that support it. The rest counts nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// The search sees a small part and prefers early gains.
    Near,
    /// The search sees the larger part.
    Middle,
    /// The search sees everything that the game's value function knows.
    Far,
}

/// The parameters of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// The budget for each move.
    pub budget: Budget,
    /// The largest number of candidate moves.
    pub width: usize,
    /// The number of turns of each seat after which a continuation is evaluated.
    pub depth: usize,
    /// Whether to use tree search, in games that support it.
    pub tree: bool,
    /// The weight of the prior estimate of a move, in continuations.
    pub prior_weight: f32,
    /// The part of a position's future that it sees.
    pub sight: Sight,
}

impl Style {
    /// Returns the default parameters of a level, or `None` if the level has no search.
    #[must_use]
    pub const fn of(level: Level) -> Option<Self> {
        Some(match level {
            Level::Random | Level::Novice | Level::Greedy => return None,
            Level::Casual(budget) => {
                Self { budget, width: 6, depth: 0, tree: false, prior_weight: 0.0, sight: Sight::Far }
            }
            Level::Hard(budget) => {
                Self { budget, width: 12, depth: 1, tree: false, prior_weight: 0.0, sight: Sight::Far }
            }
            Level::Expert(budget) => {
                Self { budget, width: 24, depth: 2, tree: true, prior_weight: 0.0, sight: Sight::Far }
            }
        })
    }
}

/// A move and its evaluation by the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought<M> {
    /// The move.
    pub mv: M,
    /// The mean utility of its continuations, between -1 and 1.
    pub mean: f32,
    /// The points that the viewer may expect at the end.
    pub points: f32,
    /// The number of continuations after it.
    pub tries: u32,
}
