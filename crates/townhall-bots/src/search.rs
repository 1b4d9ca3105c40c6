//! The bots that search: each samples many states that its view allows, and tries its moves in them.
//!
//! The candidate moves are tried side by side, each time in the same possible state and with
//! the same randomness to come (common random numbers), so that luck touches all of them alike. After each part
//! of the budget the worse half is dropped (sequential halving; Karnin, Koren, Somekh 2013), so most of the time goes to telling good moves apart.

use std::time::Duration;

use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use tabletop::{Information, Seat, Seed, Viewer, random::below};

use crate::{Bot, Budget, BudgetTimer, Clock, Greedy, Level};

/// The random numbers that thinking uses.
pub type ThinkRng = Xoshiro256PlusPlus;

/// The lead, in points, that has the utility 0.5.
const SCALE: f32 = 10.0;

/// The utility of a lead of so many points, between -1 and 1.
pub(crate) fn utility(points: f32) -> f32 {
    let lead = points / SCALE;
    lead / (1.0 + lead.abs())
}

/// What a seat may expect of a state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    /// How well it looks, between -1 and 1.
    pub utility: f32,
    /// The points that the seat may expect at the end.
    pub points: f32,
}

impl Outlook {
    /// Of a state about which nothing can be said.
    pub const NONE: Self = Self { utility: 0.0, points: 0.0 };
}

/// A game that bots can think about.
///
/// There is a default for everything, by the one-ply heuristic: `impl Think for MyGame {}`. A game
/// with a better idea of what positions are worth says so.
pub trait Think: Greedy {
    /// How a level thinks about what it sees; nothing, if it does not think.
    #[must_use]
    fn style(level: Level, _view: &Self::View) -> Option<Style> {
        Style::of(level)
    }
    /// The viewer's moves worth a thought and the points that they come to at first sight, the best
    /// first: at most as many as the style is wide, and at least one if the viewer may act.
    ///
    /// By default, those of the highest [appeal](Greedy::appeal).
    fn candidates(view: &Self::View, style: &Style, _rng: &mut ThinkRng) -> Vec<(f32, Self::Move)> {
        let moves = Self::legal_moves(view).into_iter();
        let mut ranked: Vec<_> = moves.map(|legal| (Self::appeal(view, &legal), legal.mv)).collect();
        ranked.sort_by(|(a, _), (b, _)| b.cmp(a));
        ranked.truncate(style.width);
        ranked.into_iter().map(|(appeal, mv)| (appeal[0] as f32, mv)).collect()
    }
    /// Plays `mv` in a possible state and goes on for a while; says what comes of it for the viewer.
    ///
    /// By default, everybody plays on to the end at random, but every other move by the one-ply
    /// heuristic, and the lead in points judges.
    fn try_out(
        view: &Self::View,
        state: &Self::State,
        mv: Self::Move,
        _style: &Style,
        rng: &mut ThinkRng,
    ) -> Outlook {
        play_out::<Self>(view, state, mv, rng)
    }
    /// Thinks about a view, in states that `possible` brings, until the timer says that the budget is
    /// used up; the best move first. At least one, if the viewer may act.
    fn think(
        view: &Self::View,
        style: Style,
        timer: BudgetTimer<'_>,
        rng: &mut ThinkRng,
        possible: impl Fn(&mut ThinkRng) -> Self::State,
    ) -> Vec<Thought<Self::Move>> {
        halve::<Self>(view, style, timer, rng, possible)
    }
}

/// What comes of a move if everybody plays on to the end, half at random and half greedily.
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
    // Alone at the table there is nobody to lead.
    let lead = if points.len() > 1 { own - best } else { own };
    Outlook { utility: utility(lead), points: own }
}

/// The first move of the highest appeal to a seat, by what it sees.
fn greedy_move<G: Greedy>(state: &G::State, seat: Seat) -> Option<G::Move> {
    let view = G::view(state, Viewer::Seat(seat));
    let moves = G::legal_moves(&view).into_iter().rev();
    moves.max_by_key(|legal| G::appeal(&view, legal)).map(|legal| legal.mv)
}

/// How a thinking bot goes about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// How long it may think about a move.
    pub budget: Budget,
    /// How many moves it considers at most.
    pub width: usize,
    /// How many turns of each seat a continuation goes on for before it is judged.
    pub depth: usize,
    /// Whether it looks ahead for everybody, where the game can do that.
    pub tree: bool,
    /// How many continuations the first sight of a move counts for.
    pub trust: f32,
    /// By how many points it may misjudge a move.
    pub noise: f32,
}

impl Style {
    /// How a level thinks where a game does not say otherwise; nothing, if it does not think.
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

/// A move and what is thought of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought<M> {
    /// The move.
    pub mv: M,
    /// How well continuations went on average, between -1 and 1.
    pub mean: f32,
    /// The points that the viewer may expect at the end.
    pub points: f32,
    /// How often it was tried.
    pub tries: u32,
}

/// A move that is tried.
struct Trial<M> {
    mv: M,
    /// By how much less it comes to than the first, at first sight.
    behind: f32,
    /// By how much it is misjudged.
    noise: f32,
    utilities: f64,
    points: f64,
    tries: u32,
    /// The sums of utilities and points at the end of each round.
    marks: Vec<(f64, f64)>,
}

/// Thinks about a view, in states that `possible` brings; the best move first.
pub(crate) fn halve<G: Think>(
    view: &G::View,
    style: Style,
    mut timer: BudgetTimer<'_>,
    rng: &mut ThinkRng,
    possible: impl Fn(&mut ThinkRng) -> G::State,
) -> Vec<Thought<G::Move>> {
    let candidates = G::candidates(view, &style, rng);
    let most = candidates.first().map_or(0.0, |&(worth, _)| worth);
    let trial = |(worth, mv)| {
        let behind = (worth - most) / SCALE;
        // From -1 to 1: the upper bits of a number of 64.
        let random =
            if style.noise > 0.0 { (rng.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0 } else { 0.0 };
        let noise = style.noise * random / SCALE;
        Trial { mv, behind, noise, utilities: 0.0, points: 0.0, tries: 0, marks: Vec::new() }
    };
    let mut trials: Vec<Trial<G::Move>> = candidates.into_iter().map(trial).collect();
    // With a single move there is nothing to choose; one look says what it comes to.
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
        // A point counts for less where much is won or lost already.
        let (sum, tries) =
            trials[..alive].iter().fold((0.0, 0), |(s, t), one| (s + one.utilities, t + one.tries));
        let slope = (1.0 - (sum / f64::from(tries.max(1))).abs()).powi(2);
        let worth = |one: &Trial<G::Move>| {
            let besides = style.trust * one.behind + one.tries as f32 * one.noise;
            one.utilities + f64::from(besides) * slope
        };
        // All of them were tried equally often; a tie goes to the one that came to more at first.
        trials[..alive].sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        trials[..alive].iter_mut().for_each(|trial| trial.marks.push((trial.utilities, trial.points)));
        alive = alive.div_ceil(2);
    }
    thoughts_of(&trials)
}

/// What trials come to. Each was compared with the best one in the same states: so much better or worse
/// than that one it is, whatever luck those states had.
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

/// Plays what it thinks best.
pub(crate) struct Thinker<C> {
    seed: Seed,
    level: Level,
    clock: C,
}

impl<C: Clock> Thinker<C> {
    /// One of a level that thinks.
    pub(crate) fn new(seed: Seed, level: Level, clock: C) -> Self {
        Self { seed, level, clock }
    }
}

/// The random numbers that belong to a view: a bot that is asked again thinks the same.
pub(crate) fn view_rng<G: Information>(seed: &Seed, view: &G::View) -> ThinkRng {
    // A view is maps of plain numbers and texts, which serialise; if one did not, it would only share
    // its random numbers with others.
    let text = serde_json::to_string(view).unwrap_or_default();
    ThinkRng::seed_from_u64(seed.stream(&text).next_u64())
}

impl<G: Think, C: Clock> Bot<G> for Thinker<C> {
    fn choose(&mut self, view: &G::View) -> G::Move {
        thoughts::<G>(self.level, &self.seed, view, &self.clock as &dyn Clock)[0].mv
    }
}

/// What a bot of this level thinks of the viewer's moves, the best first: for a hint. Nothing, if the
/// viewer may not act or the level does not think.
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
    G::think(view, style, timer, &mut view_rng::<G>(seed, view), |rng| G::sample(view, rng))
}

/// The moves that a bot of this level likes best in the viewer's place, at most so many, the best first:
/// for a hint. Moves that it hardly looked at are left out, since it can't say what they are worth. Nothing,
/// if the viewer may not act or the level does not think.
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

/// A bot that is shown the true state: how much better would it play if nothing were hidden?
///
/// It is no [`Bot`], so no table can seat it; the arena sets it beside those that are.
pub struct Oracle {
    seed: Seed,
    budget: Budget,
    clock: fn() -> Duration,
}

impl Oracle {
    /// One that thinks as an expert does.
    #[must_use]
    pub const fn new(seed: Seed, budget: Budget, clock: fn() -> Duration) -> Self {
        Self { seed, budget, clock }
    }

    /// A legal move for the viewer, who may act.
    #[must_use]
    pub fn choose<G: Think>(&self, view: &G::View, truth: &G::State) -> G::Move {
        let rng = &mut view_rng::<G>(&self.seed, view);
        let style = G::style(Level::Expert(self.budget), view).expect("an expert thinks");
        let timer = BudgetTimer::start(style.budget, &self.clock);
        G::think(view, style, timer, rng, |_| *truth)[0].mv
    }
}
