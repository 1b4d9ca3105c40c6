//! What a game brings to a search for moves, and what comes of one.

use rand_xoshiro::Xoshiro256PlusPlus;
use tabletop::{Seat, Viewer, random::below, sorting::sort_by};

use crate::{Budget, BudgetTimer, Greedy, Level, halving::halve};

/// The random number generator of a search.
pub type ThinkRng = Xoshiro256PlusPlus;

/// The lead, in points, that has the utility 0.5.
pub(crate) const SCALE: f32 = 10.0;

/// The utility of a lead in points, between -1 and 1.
pub(crate) fn utility(points: f32) -> f32 {
    let lead = points / SCALE;
    lead / (1.0 + lead.abs())
}

/// The larger of two numbers, none of which is NaN. `f32::max` also looks for NaN, for which WebAssembly has no
/// instruction, so it would be a call of a function there, and no loop with it could take several numbers at once.
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

/// A game in which bots can search.
///
/// All methods have defaults, which use the one-ply heuristic: `impl Think for MyGame {}`. A game with a
/// better evaluation of positions overrides them.
pub trait Think: Greedy {
    /// The search parameters of a level for this view; `None` if the level has no search.
    #[must_use]
    fn style(level: Level, _view: &Self::View) -> Option<Style> {
        Style::of(level)
    }
    /// The viewer's candidate moves, each with a prior estimate of its worth in points, the best first: at most
    /// [`Style::width`] of them, and at least one if the viewer may act.
    ///
    /// By default, those of the highest [appeal](Greedy::appeal).
    fn candidates(view: &Self::View, style: &Style, _rng: &mut ThinkRng) -> Vec<(f32, Self::Move)> {
        let moves = Self::legal_moves(view).into_iter();
        let mut ranked: Vec<_> = moves.map(|legal| (Self::appeal(view, &legal), legal.mv)).collect();
        sort_by(&mut ranked, |(a, _), (b, _)| b.cmp(a));
        ranked.truncate(style.width);
        ranked.into_iter().map(|(appeal, mv)| (appeal[0] as f32, mv)).collect()
    }
    /// Plays `mv` and a continuation in a possible state, and evaluates the state that is reached for the viewer.
    ///
    /// By default, the continuation goes on to the end of the game, with moves that are alternately random and greedy
    /// by the one-ply heuristic, and is evaluated by the lead in points.
    fn try_out(
        view: &Self::View,
        state: &Self::State,
        mv: Self::Move,
        _style: &Style,
        rng: &mut ThinkRng,
    ) -> Outlook {
        play_out::<Self>(view, state, mv, rng)
    }
    /// Searches from a view, in states that `possible` samples, until the timer says that the budget is used up.
    /// Returns the moves that were tried, the best first: at least one, if the viewer may act.
    fn think(
        view: &Self::View,
        style: Style,
        timer: BudgetTimer<'_>,
        rng: &mut ThinkRng,
        possible: &dyn Fn(&mut ThinkRng) -> Self::State,
    ) -> Vec<Thought<Self::Move>> {
        halve::<Self>(view, style, timer, rng, possible)
    }
}

/// The result of a move if everybody plays on to the end with alternately random and greedy moves.
fn play_out<G: Greedy>(view: &G::View, state: &G::State, mv: G::Move, rng: &mut ThinkRng) -> Outlook {
    let Some(viewer) = G::viewer(view).seat() else { return Outlook::NONE };
    let mut state = *state;
    G::play_unchecked(&mut state, viewer, mv);
    let choose = |state: &G::State, seat: Seat| {
        let mv = if below(rng, 2) == 0 { None } else { greedy_move::<G>(state, seat) };
        mv.or_else(|| G::random_move(state, seat, rng))
    };
    let end = tabletop::play_out::<G>(state, choose, |_, _, _| ());
    let Some(outcome) = G::outcome(&end) else { return Outlook::NONE };
    let points = G::points(&outcome);
    let own = points.get(viewer.index()).copied().unwrap_or(0) as f32;
    let others = points.iter().enumerate().filter(|&(seat, _)| seat != viewer.index());
    let best = others.map(|(_, &points)| points as f32).fold(f32::MIN, f32::max);
    // In a game with a single seat there is no lead, so the points themselves count.
    let lead = if points.len() > 1 { own - best } else { own };
    Outlook { utility: utility(lead), points: own }
}

/// The first of a seat's moves with the highest appeal, by its view.
pub(crate) fn greedy_move<G: Greedy>(state: &G::State, seat: Seat) -> Option<G::Move> {
    let view = G::view(state, Viewer::Seat(seat));
    let moves = G::legal_moves(&view).into_iter().rev();
    moves.max_by_key(|legal| G::appeal(&view, legal)).map(|legal| legal.mv)
}

/// The parameters of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// The budget for each move.
    pub budget: Budget,
    /// The most candidate moves.
    pub width: usize,
    /// How many turns of each seat a continuation goes on for before it is evaluated.
    pub depth: usize,
    /// Whether to use tree search, in games that support it.
    pub tree: bool,
    /// How many continuations the prior estimate of a move counts for.
    pub trust: f32,
    /// The noise: by how many points, up or down, a move may be misjudged.
    pub noise: f32,
}

impl Style {
    /// The default parameters of a level; `None` if the level has no search.
    #[must_use]
    pub const fn of(level: Level) -> Option<Self> {
        Some(match level {
            Level::Random | Level::Greedy => return None,
            Level::Casual(budget) => Self { budget, width: 6, depth: 0, tree: false, trust: 0.0, noise: 0.0 },
            Level::Hard(budget) => Self { budget, width: 12, depth: 1, tree: false, trust: 0.0, noise: 0.0 },
            Level::Expert(budget) => Self { budget, width: 24, depth: 2, tree: true, trust: 0.0, noise: 0.0 },
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
    /// How often it was tried.
    pub tries: u32,
}
