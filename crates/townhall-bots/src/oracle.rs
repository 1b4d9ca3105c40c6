//! The oracle, against which the arena measures bots.

use std::time::Duration;

use tabletop::Seed;

use crate::{Budget, BudgetTimer, Level, Think, search::view_rng};

/// A player that sees the true state. It is an upper bound for the strength of a bot if nothing were hidden.
///
/// It does not implement [`Bot`](crate::Bot), so no table can seat it; only the arena compares it with bots.
pub struct Oracle {
    seed: Seed,
    budget: Budget,
    clock: fn() -> Duration,
}

impl Oracle {
    /// Creates an oracle that searches as an expert does.
    #[must_use]
    pub const fn new(seed: Seed, budget: Budget, clock: fn() -> Duration) -> Self {
        Self { seed, budget, clock }
    }

    /// Returns a legal move for the viewer.
    ///
    /// # Panics
    /// Panics if the viewer may not act.
    #[must_use]
    pub fn choose<G: Think>(&self, view: &G::View, truth: &G::State) -> G::Move {
        let rng = &mut view_rng::<G>(&self.seed, view);
        let style = G::style(Level::Expert(self.budget), view).expect("an expert thinks");
        let timer = BudgetTimer::start(style.budget, &self.clock);
        G::think(view, style, timer, rng, Some(truth))[0].mv
    }
}
