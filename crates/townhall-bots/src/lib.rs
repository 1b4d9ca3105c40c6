#![doc = include_str!("../README.md")]
//!
//! # Code map
//!
//! - `level.rs`, `budget.rs`: the names of the levels and the limits of their thinking. The clock is a parameter, so
//!   bots also run on platforms without one.
//! - `greedy.rs`, `random.rs`: the bots without search.
//! - `style.rs`: the parameters of a level's search, and its results.
//! - `think.rs`, `search.rs`, `halving.rs`, `tree.rs`: the search. By default it samples states from the view and plays them out by
//!   the heuristic. `oracle.rs` sees the true state and is only for experiments.
//! - `talk.rs`: the talk of bots about moves that concern several seats. By default they say nothing.
//! - `negotiate.rs`: the temperaments of bots, and their reactions when a partner refuses a proposal.
//! - `evaluate.rs`: rollouts and expectations for every seat, for the analysis of games.
//! - `between_two_cities/`, `point_city/`: the parts of the two games: a learned value of positions (`value.rs`), a
//!   rollout policy (`policy.rs`), the search that uses both (`think.rs`), terms for comparisons (`contrast.rs`),
//!   training (`train.rs`).
//! - `regress.rs`, `train.rs`, `weights.rs`: fitting the weights, and reading them from `data/` at compile time.

#![warn(missing_docs)]

pub mod between_two_cities;
mod budget;
mod evaluate;
mod greedy;
mod halving;
mod json;
mod level;
mod negotiate;
mod oracle;
pub mod point_city;
mod random;
mod regress;
mod search;
mod style;
mod talk;
mod think;
mod train;
mod tree;
#[cfg(feature = "typescript")]
pub mod typescript;
mod weights;

use search::Thinker;
use tabletop::{Game, Information, Seed};

pub use budget::{Budget, BudgetTimer, Clock, UnknownBudget, system_clock};
pub use evaluate::{
    ASPECTS, Advantage, Aspects, EXPLAINED, Evaluate, Evaluation, Expected, Explains, Guide, PARTS,
};
pub use greedy::Greedy;
pub use json::Json;
pub use level::{Level, UnknownLevel};
pub use negotiate::{Reaction, Temperament, Verdict, answer, react};
pub use oracle::Oracle;
pub use search::{advantage, hints, thoughts, view_rng};
pub use style::{Outlook, Sight, Style, ThinkRng, Thought};
pub use talk::{Idea, Opinion, Plan, Talker, Term};
pub use think::Think;
pub use train::{Round, Train};

/// A game that bots can play at a table: they search for moves and comment on proposals.
///
/// To implement it, a game needs a one-ply heuristic and two lines:
/// `impl Greedy for MyGame { fn appeal(…) … }`, `impl Think for MyGame {}`, `impl Talker for MyGame {}`.
pub trait BotGame: Game + Think + Talker {}

impl<G: Game + Think + Talker> BotGame for G {}

/// A computer player.
pub trait Bot<G: Information>: Send {
    /// Chooses a legal move for the seat whose view this is.
    ///
    /// # Panics
    /// Panics if the viewer may not act.
    fn choose(&mut self, view: &G::View) -> G::Move;
}

/// Returns a bot of this level. It measures a budget in time by `clock`, and stops a search early if the clock says so.
/// Otherwise it is deterministic: equal seeds and views lead to equal moves, on every machine.
///
/// Levels that search keep no state: a move depends only on the seed and the view. The other levels keep a generator of
/// random numbers, so a move also depends on the number of earlier moves.
///
/// ```
/// use between_two_cities::BetweenTwoCities;
/// use tabletop::{Seat, Seed, Viewer, prelude::*};
/// use townhall_bots::{Level, bot, system_clock};
///
/// let (variant, seed) = (BetweenTwoCities::variants()[0], Seed::from_phrase("example"));
/// let (setup, _) = BetweenTwoCities::deal_from(&seed, variant, 4);
/// let mut state = BetweenTwoCities::start(&setup);
/// let seat = Seat::new(0);
/// let mut ada = bot::<BetweenTwoCities>(Level::Greedy, &seed, system_clock);
/// let mv = ada.choose(&BetweenTwoCities::view(&state, Viewer::Seat(seat)));
/// BetweenTwoCities::play(&mut state, seat, mv).unwrap();
/// ```
#[must_use]
pub fn bot<'a, G: Think>(level: Level, seed: &Seed, clock: impl Clock + 'a) -> Box<dyn Bot<G> + 'a> {
    let rng = seed.stream("bot");
    match level {
        Level::Random => Box::new(random::RandomBot::new(rng)),
        Level::Novice => Box::new(greedy::GreedyBot::new(rng, G::glance)),
        Level::Greedy => Box::new(greedy::GreedyBot::new(rng, G::appeal)),
        Level::Casual(_) | Level::Hard(_) | Level::Expert(_) => Box::new(Thinker::new(*seed, level, clock)),
    }
}
