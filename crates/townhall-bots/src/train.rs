//! Learning the values of positions, from games that a rollout policy plays against itself.

use tabletop::Rules;

/// A game whose bots use a value function with learned weights. Only training needs this trait.
pub trait Train: Rules {
    /// The path of the file with the weights, relative to the root of the repository.
    const FILE: &'static str;

    /// Plays `games` games in each of `rounds` rounds, and fits the weights after each round. The next round plays by
    /// them. Calls `each` after every round. Equal arguments give equal weights, on every machine.
    fn train(rounds: usize, games: usize, each: impl FnMut(Round));
}

/// The result of a round of training.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// Its number, from 1.
    pub number: usize,
    /// The mean final score of the games that it learned from.
    pub mean: f64,
    /// The error of the value function: the root mean square, in points.
    pub error: f64,
    /// The weights, as the contents of the file [`Train::FILE`].
    pub file: String,
}
