//! Temporary.
#![allow(missing_docs)]
use std::time::Duration;
use tabletop::Seed;
use townhall_bots::{Bot, Level, Talker, Think, Thought};
pub trait BotGame: Talker {}
impl<T: Talker> BotGame for T {}
pub type Clock = fn() -> Duration;
pub fn bot<G: BotGame>(level: Level, seed: &Seed, _: Clock) -> Box<dyn Bot<G>> { townhall_bots::bot::<G>(level, seed) }
pub fn hints<G: Think>(level: Level, seed: &Seed, view: &G::View, most: usize, _: Clock) -> Vec<Thought<G::Move>> { townhall_bots::hints::<G>(level, seed, view, most) }
pub fn system_clock() -> Duration { Duration::ZERO }
