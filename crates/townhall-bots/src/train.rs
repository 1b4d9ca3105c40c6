//! Learning what positions are worth, from games that a rollout policy plays against itself.

use tabletop::Rules;

/// A game whose bots use a value that can be learned. Needed to train it, not to play.
pub trait Train: Rules {
    /// The file in the repository that holds the weights, from its root.
    const FILE: &'static str;

    /// Plays `games` games in each of so many rounds, and learns from each round what to play by in
    /// the next. The same numbers give the same weights, on every machine.
    fn train(rounds: usize, games: usize, each: impl FnMut(Round));
}

/// What a round of training found.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// Its number, from 1.
    pub number: usize,
    /// The mean final score of the games that it learned from.
    pub mean: f64,
    /// By how many points the value misses, as the root of the mean square.
    pub error: f64,
    /// The weights, as a file.
    pub file: String,
}
