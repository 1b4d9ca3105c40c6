//! The bot that thinks: it tries its moves in many states that might be the true one.
//!
//! The moves worth a thought are tried side by side, each time in the same possible state and with
//! the same chance to come, so that luck touches all of them alike. After each part of the budget the
//! worse half is dropped (sequential halving), so most of the time goes to telling good moves apart.

use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use tabletop::{Game, Seed};

use crate::{Bot, Budget, Level, budget::Clock};

/// The chance that thinking uses.
pub type ThinkRng = Xoshiro256PlusPlus;

/// A game that bots can think about.
pub trait Think: Game {
    /// The viewer's moves worth a thought, the most promising first: at most as many as the style is
    /// wide, and at least one if the viewer may act.
    fn candidates(view: &Self::View, style: &Style, rng: &mut ThinkRng) -> Vec<Self::Move>;
    /// Plays `mv` in a possible state and goes on for a while; says how well that went for the viewer,
    /// between -1 and 1.
    fn try_out(
        view: &Self::View,
        state: &Self::State,
        mv: Self::Move,
        style: &Style,
        rng: &mut ThinkRng,
    ) -> f32;
    /// Thinks about a view, in states that `possible` brings; the best move first.
    fn think(
        view: &Self::View,
        style: Style,
        rng: &mut ThinkRng,
        possible: impl Fn(&mut ThinkRng) -> Self::State,
    ) -> Vec<Thought<Self::Move>> {
        halve::<Self>(view, style, rng, possible)
    }
}

/// How a thinking bot goes about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// How long it may think about a move.
    pub budget: Budget,
    /// How many moves it considers at most.
    pub width: usize,
    /// How many turns of each seat a continuation goes on for before it is judged.
    pub depth: usize,
    /// Whether it looks ahead for everybody, where the game can do that.
    pub tree: bool,
}

impl Style {
    pub(crate) const fn casual(budget: Budget) -> Self {
        Self { budget, width: 6, depth: 0, tree: false }
    }

    pub(crate) const fn hard(budget: Budget) -> Self {
        Self { budget, width: 12, depth: 1, tree: false }
    }

    pub(crate) const fn expert(budget: Budget) -> Self {
        Self { budget, width: 24, depth: 2, tree: true }
    }
}

/// A move and what is thought of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought<M> {
    /// The move.
    pub mv: M,
    /// How well continuations went on average, between -1 and 1.
    pub mean: f32,
    /// How often it was tried.
    pub tries: u32,
}

/// Thinks about a view, in states that `possible` brings; the best move first.
pub(crate) fn halve<G: Think>(
    view: &G::View,
    style: Style,
    rng: &mut ThinkRng,
    possible: impl Fn(&mut ThinkRng) -> G::State,
) -> Vec<Thought<G::Move>> {
    let mut clock = Clock::start(style.budget);
    let candidates = G::candidates(view, &style, rng);
    let mut thoughts: Vec<Thought<G::Move>> =
        candidates.into_iter().map(|mv| Thought { mv, mean: 0.0, tries: 0 }).collect();
    let rounds = usize::BITS - thoughts.len().saturating_sub(1).leading_zeros();
    let mut sums = vec![0.0f64; thoughts.len()];
    let mut alive = thoughts.len();
    for round in 1..=rounds {
        let until = round as f32 / rounds as f32;
        loop {
            let state = possible(rng);
            let chance = rng.next_u64();
            for (thought, sum) in thoughts[..alive].iter_mut().zip(&mut sums) {
                let mut rng = ThinkRng::seed_from_u64(chance);
                *sum += f64::from(G::try_out(view, &state, thought.mv, &style, &mut rng));
                thought.tries += 1;
            }
            clock.spend(alive);
            if clock.used() >= until {
                break;
            }
        }
        let mut order: Vec<usize> = (0..alive).collect();
        // All of them were tried equally often; a tie goes to the one that promised more at first.
        order.sort_by(|&a, &b| sums[b].total_cmp(&sums[a]).then(a.cmp(&b)));
        let sorted: Vec<_> = order.iter().map(|&index| (thoughts[index], sums[index])).collect();
        for (index, (thought, sum)) in sorted.into_iter().enumerate() {
            (thoughts[index], sums[index]) = (thought, sum);
        }
        alive = alive.div_ceil(2);
    }
    for (thought, sum) in thoughts.iter_mut().zip(sums) {
        thought.mean = (sum / f64::from(thought.tries.max(1))) as f32;
    }
    thoughts
}

/// Plays what it thinks best.
pub(crate) struct Thinker {
    seed: Seed,
    style: Style,
}

impl Thinker {
    pub(crate) fn new(seed: Seed, style: Style) -> Self {
        Self { seed, style }
    }
}

/// The chance that belongs to a view: a bot that is asked again thinks the same.
pub(crate) fn chance<G: Game>(seed: &Seed, view: &G::View) -> ThinkRng {
    // A view is maps of plain numbers and texts, which serialise; if one did not, it would only share
    // its chance with others.
    let text = serde_json::to_string(view).unwrap_or_default();
    ThinkRng::seed_from_u64(seed.stream(&text).next_u64())
}

impl<G: Think> Bot<G> for Thinker {
    fn choose(&mut self, view: &G::View) -> G::Move {
        let mut rng = chance::<G>(&self.seed, view);
        G::think(view, self.style, &mut rng, |rng| G::sample(view, rng))[0].mv
    }
}

/// What a bot of this level thinks of the viewer's moves, the best first: for a hint. Nothing, if the
/// viewer may not act or the level does not think.
#[must_use]
pub fn thoughts<G: Think>(level: Level, seed: &Seed, view: &G::View) -> Vec<Thought<G::Move>> {
    let acting = G::viewer(view).seat().is_some_and(|seat| G::view_to_act(view).contains(seat));
    let Some(style) = level.style().filter(|_| acting) else { return Vec::new() };
    G::think(view, style, &mut chance::<G>(seed, view), |rng| G::sample(view, rng))
}

/// A bot that is shown the true state: how much better would it play if nothing were hidden?
///
/// It is no [`Bot`], so no table can seat it; the arena sets it beside those that are.
pub struct Seer {
    seed: Seed,
    style: Style,
}

impl Seer {
    /// One that thinks as an expert does.
    #[must_use]
    pub fn new(seed: Seed, budget: Budget) -> Self {
        Self { seed, style: Style::expert(budget) }
    }

    /// A legal move for the viewer, who may act.
    #[must_use]
    pub fn choose<G: Think>(&self, view: &G::View, truth: &G::State) -> G::Move {
        G::think(view, self.style, &mut chance::<G>(&self.seed, view), |_| *truth)[0].mv
    }
}
