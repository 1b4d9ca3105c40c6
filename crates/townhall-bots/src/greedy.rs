//! The bot that takes what is worth most at once.

use tabletop::{DealRng, Information, LegalMove, random::below};

use crate::Bot;

/// A game with a one-ply heuristic: how much a move is wanted for what it changes at once.
///
/// All that a game must bring for bots to play it: [`Think`](crate::Think) and
/// [`Talker`](crate::Talker) have defaults that need no more.
pub trait Greedy: Information {
    /// How much the seat that has this view wants a legal move: the first number decides, each
    /// further one between moves that are equal so far. The first is in points of the final score.
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
