//! The bot that takes what is worth most at once.

use tabletop::{DealRng, LegalMove, random::below};

use crate::{Bot, Think, Train};

/// A game that says what a move is worth to a player in a hurry.
pub trait Greedy: Think + Train {
    /// How much the seat that has this view wants a legal move: first comes first. Points now, and
    /// then what tells good moves of equal points apart.
    fn appeal(view: &Self::View, legal: &LegalMove<Self::Move, Self::Worth>) -> [i32; 3];
}

/// Plays the move of the highest appeal; any of them, if several are equal.
pub(crate) struct GreedyBot {
    rng: DealRng,
}

impl GreedyBot {
    pub(crate) fn new(rng: DealRng) -> Self {
        Self { rng }
    }
}

impl<G: Greedy> Bot<G> for GreedyBot {
    fn choose(&mut self, view: &G::View) -> G::Move {
        let moves = G::legal_moves(view);
        let appeals: Vec<_> = moves.iter().map(|legal| G::appeal(view, legal)).collect();
        let best = appeals.iter().max();
        let ties: Vec<_> = (0..moves.len()).filter(|&index| Some(&appeals[index]) == best).collect();
        moves[ties[below(&mut self.rng, ties.len() as u32) as usize]].mv
    }
}
