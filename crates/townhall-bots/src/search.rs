//! The bots that search: each samples many states that are possible in its view, and tries its moves in them.
//!
//! In each sampled state all candidate moves are tried with the same random numbers for what follows (common random
//! numbers), so that chance affects all of them alike. After each part of the budget the worse half is dropped
//! (sequential halving; Karnin, Koren, Somekh 2013), so most of the budget goes to comparing the good moves.

use std::time::Duration;

use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use tabletop::{Information, Seat, Seed, Viewer, random::below, sorting::sort_by};

use crate::{Bot, Budget, BudgetTimer, Clock, Greedy, Level};

/// The random number generator of a search.
pub type ThinkRng = Xoshiro256PlusPlus;

/// The lead, in points, that has the utility 0.5.
const SCALE: f32 = 10.0;

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

/// A candidate move and the sums of its continuations so far.
struct Trial<M> {
    mv: M,
    /// Its prior estimate less that of the best candidate, as utility; never positive.
    behind: f32,
    /// The noise that is added to its mean utility.
    noise: f32,
    utilities: f64,
    points: f64,
    tries: u32,
    /// The sums of utilities and points at the end of each round of sequential halving.
    marks: Vec<(f64, f64)>,
}

/// Sequential halving from a view, in states that `possible` samples. Returns all candidates, the best first.
pub(crate) fn halve<G: Think>(
    view: &G::View,
    style: Style,
    mut timer: BudgetTimer<'_>,
    rng: &mut ThinkRng,
    possible: &dyn Fn(&mut ThinkRng) -> G::State,
) -> Vec<Thought<G::Move>> {
    let candidates = G::candidates(view, &style, rng);
    let most = candidates.first().map_or(0.0, |&(worth, _)| worth);
    let trial = |(worth, mv)| {
        let behind = (worth - most) / SCALE;
        // A number from -1 to 1, from the upper bits of a 64-bit number.
        let random =
            if style.noise > 0.0 { (rng.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0 } else { 0.0 };
        let noise = style.noise * random / SCALE;
        Trial { mv, behind, noise, utilities: 0.0, points: 0.0, tries: 0, marks: Vec::new() }
    };
    let mut trials: Vec<Trial<G::Move>> = candidates.into_iter().map(trial).collect();
    // With a single candidate there is nothing to choose; one continuation estimates its points.
    let rounds = (usize::BITS - trials.len().saturating_sub(1).leading_zeros()).max(1);
    let mut alive = trials.len();
    for round in 1..=rounds {
        let until = round as f32 / rounds as f32;
        loop {
            let state = possible(rng);
            let random = rng.next_u64();
            for trial in &mut trials[..alive] {
                let mut rng = ThinkRng::seed_from_u64(random);
                let outlook = G::try_out(view, &state, trial.mv, &style, &mut rng);
                trial.utilities += f64::from(outlook.utility);
                trial.points += f64::from(outlook.points);
                trial.tries += 1;
            }
            timer.spend(alive);
            if timer.used() >= until || trials.len() == 1 {
                break;
            }
        }
        // The utility of a point is smaller where the lead, or the deficit, is large already.
        let (sum, tries) =
            trials[..alive].iter().fold((0.0, 0), |(s, t), one| (s + one.utilities, t + one.tries));
        let slope = (1.0 - (sum / f64::from(tries.max(1))).abs()).powi(2);
        let worth = |one: &Trial<G::Move>| {
            let besides = style.trust * one.behind + one.tries as f32 * one.noise;
            one.utilities + f64::from(besides) * slope
        };
        // All that are left were tried equally often; on a tie, the one with the higher prior estimate stays ahead.
        sort_by(&mut trials[..alive], |a, b| worth(b).total_cmp(&worth(a)));
        trials[..alive].iter_mut().for_each(|trial| trial.marks.push((trial.utilities, trial.points)));
        alive = alive.div_ceil(2);
    }
    thoughts_of(&trials)
}

/// The evaluations of trials. Each is the best trial's mean plus the mean difference from the best trial over the
/// states in which both were tried. So it does not matter that a trial dropped early was tried in other states.
fn thoughts_of<M: Copy>(trials: &[Trial<M>]) -> Vec<Thought<M>> {
    let Some(best) = trials.first() else { return Vec::new() };
    let mean = |sum: f64, tries: u32| sum / f64::from(tries.max(1));
    let thought = |trial: &Trial<M>| {
        let then = trial.marks.len().checked_sub(1).and_then(|last| best.marks.get(last));
        let &(utilities, points) = then.unwrap_or(&(best.utilities, best.points));
        let utility = mean(best.utilities, best.tries) + mean(trial.utilities - utilities, trial.tries);
        let points = mean(best.points, best.tries) + mean(trial.points - points, trial.tries);
        let mean = (utility as f32).clamp(-1.0, 1.0);
        Thought { mv: trial.mv, mean, points: points as f32, tries: trial.tries }
    };
    trials.iter().map(thought).collect()
}

/// A bot that plays the best move found by a search.
pub(crate) struct Thinker<C> {
    seed: Seed,
    level: Level,
    clock: C,
}

impl<C: Clock> Thinker<C> {
    /// A bot of a level with search.
    pub(crate) fn new(seed: Seed, level: Level, clock: C) -> Self {
        Self { seed, level, clock }
    }
}

/// A generator seeded from a seed and a view, so that whoever thinks about the same view twice gives the same answer.
#[must_use]
pub fn view_rng<G: Information>(seed: &Seed, view: &G::View) -> ThinkRng {
    // Views consist of maps, numbers and texts, so serialising can't fail. If it did, different views would merely
    // share their random numbers.
    let text = serde_json::to_string(view).unwrap_or_default();
    ThinkRng::seed_from_u64(seed.stream(&text).next_u64())
}

impl<G: Think, C: Clock> Bot<G> for Thinker<C> {
    fn choose(&mut self, view: &G::View) -> G::Move {
        thoughts::<G>(self.level, &self.seed, view, &self.clock as &dyn Clock)[0].mv
    }
}

/// How a bot of this level evaluates the viewer's moves, the best first. Empty if the viewer may not act or the
/// level has no search.
#[must_use]
pub fn thoughts<G: Think>(
    level: Level,
    seed: &Seed,
    view: &G::View,
    clock: impl Clock,
) -> Vec<Thought<G::Move>> {
    let acting = G::viewer(view).seat().is_some_and(|seat| G::view_to_act(view).contains(seat));
    let Some(style) = G::style(level, view).filter(|_| acting) else { return Vec::new() };
    let timer = BudgetTimer::start(style.budget, &clock);
    G::think(view, style, timer, &mut view_rng::<G>(seed, view), &|rng| G::sample(view, rng))
}

/// The best moves in the viewer's place by the search of this level, for a hint: at most the given number, the best
/// first. Moves with too few tries for a good estimate are left out. Empty if the viewer may not act or the level has
/// no search.
#[must_use]
pub fn hints<G: Think>(
    level: Level,
    seed: &Seed,
    view: &G::View,
    most: usize,
    clock: impl Clock,
) -> Vec<Thought<G::Move>> {
    let mut thoughts = thoughts::<G>(level, seed, view, clock);
    let tries = thoughts.first().map_or(0, |best| best.tries);
    thoughts.retain(|thought| thought.tries >= tries.div_ceil(50));
    thoughts.truncate(most);
    thoughts
}

/// A player that sees the true state: an upper bound for how well a bot could play if nothing were hidden.
///
/// It does not implement [`Bot`], so no table can seat it; only the arena compares it with bots.
pub struct Oracle {
    seed: Seed,
    budget: Budget,
    clock: fn() -> Duration,
}

impl Oracle {
    /// An oracle that searches as an expert does.
    #[must_use]
    pub const fn new(seed: Seed, budget: Budget, clock: fn() -> Duration) -> Self {
        Self { seed, budget, clock }
    }

    /// A legal move for the viewer.
    ///
    /// # Panics
    /// If the viewer may not act.
    #[must_use]
    pub fn choose<G: Think>(&self, view: &G::View, truth: &G::State) -> G::Move {
        let rng = &mut view_rng::<G>(&self.seed, view);
        let style = G::style(Level::Expert(self.budget), view).expect("an expert thinks");
        let timer = BudgetTimer::start(style.budget, &self.clock);
        G::think(view, style, timer, rng, &|_| *truth)[0].mv
    }
}
