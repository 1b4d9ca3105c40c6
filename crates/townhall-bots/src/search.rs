//! The bots that search, and their evaluations of moves.

use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tabletop::{Information, Seed};

use crate::{
    Advantage, Bot, BudgetTimer, Clock, Explains, Level, Term, Think, ThinkRng, Thought, evaluate::EXPLAINED,
};

/// A bot that plays the best move found by a search.
pub(crate) struct Thinker<C> {
    seed: Seed,
    level: Level,
    clock: C,
}

impl<C: Clock> Thinker<C> {
    /// Creates a bot of a level with search.
    pub(crate) fn new(seed: Seed, level: Level, clock: C) -> Self {
        Self { seed, level, clock }
    }
}

/// Returns a generator seeded from a seed and a view, so that two searches from one view have equal results.
#[must_use]
pub fn view_rng<G: Information>(seed: &Seed, view: &G::View) -> ThinkRng {
    let text = serde_json::to_string(view).expect("a view serialises");
    ThinkRng::seed_from_u64(seed.stream(&text).next_u64())
}

impl<G: Think, C: Clock> Bot<G> for Thinker<C> {
    fn choose(&mut self, view: &G::View) -> G::Move {
        thoughts::<G>(self.level, &self.seed, view, &self.clock as &dyn Clock)[0].mv
    }
}

/// Returns the evaluations of the viewer's moves by a bot of this level, the best first. There are none if the viewer
/// may not act or the level has no search.
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
    G::think(view, style, timer, &mut view_rng::<G>(seed, view), None)
}

/// Returns the best moves in the viewer's place by the search of this level, for a hint, the best first and at most
/// `number` of them. Moves with too few tries for a good estimate are left out. There are none if the viewer may not
/// act or the level has no search.
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

/// Returns the advantage of the best of some [hints] over another that explains most of the difference in the expected points, for a
/// hint. It is `None` if the difference is less than `least` points, or if no advantage explains at least half of it.
#[must_use]
pub fn advantage<G: Think>(
    view: &G::View,
    best: &Thought<G::Move>,
    other: &Thought<G::Move>,
    least: f32,
) -> Option<Term> {
    let less = best.points - other.points;
    if less < least {
        return None;
    }
    let explained = |one: &Advantage| match one.explains {
        Explains::Points(points) if !one.denies => points,
        Explains::Points(_) | Explains::AllBut(_) | Explains::Aspect(_) => 0.0,
    };
    let advantages = G::contrast(view, &[other.mv], &[best.mv]).into_iter();
    let enough = advantages.filter(|one| explained(one) >= EXPLAINED * less);
    enough.max_by(|one, other| explained(one).total_cmp(&explained(other))).map(|one| one.term)
}
