//! The one-ply greedy bot.

use tabletop::{DealRng, Information, LegalMove, random::below};

use crate::Bot;

/// A game with a one-ply heuristic, which ranks moves by their immediate effect.
///
/// This is all that a game must implement for bots to play it: [`Think`](crate::Think) and
/// [`Talker`](crate::Talker) have defaults that need nothing else.
pub trait Greedy: Information {
    /// The rank of a legal move for the seat whose view this is, compared lexicographically, higher first:
    /// each number decides only between moves with equal numbers before it. The first is in points of the final score.
    fn appeal(view: &Self::View, legal: &LegalMove<Self::Move, Self::Worth>) -> [i32; 3];
}

/// Plays the move of the highest [appeal](Greedy::appeal), or a random one of several with equal appeal.
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
