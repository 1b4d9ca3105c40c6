//! The one-ply greedy bot.

use tabletop::{DealRng, Information, LegalMove, Rules, random::below};

use crate::Bot;

/// A game with a one-ply heuristic, which ranks moves by their immediate effect.
///
/// This is all that a game must implement for bots to play it: [`Think`](crate::Think) and
/// [`Talker`](crate::Talker) have defaults that need nothing else.
pub trait Greedy: Information {
    /// Returns the rank of a legal move for the seat whose view this is. Ranks are compared lexicographically, higher
    /// first: each number decides only between moves with equal numbers before it. The first number is in points of the
    /// final score.
    fn appeal(view: &Self::View, legal: &LegalMove<Self::Move, Self::Worth>) -> [i32; 3];
    /// Returns the rank for a novice, who overlooks a part of a move's worth. By default nothing is overlooked, so
    /// [`Level::Novice`](crate::Level::Novice) plays like [`Level::Greedy`](crate::Level::Greedy).
    #[must_use]
    fn glance(view: &Self::View, legal: &LegalMove<Self::Move, Self::Worth>) -> [i32; 3] {
        Self::appeal(view, legal)
    }
}

/// The rank of a legal move by a game, for the seat with this view.
type Rank<G> =
    fn(&<G as Information>::View, &LegalMove<<G as Rules>::Move, <G as Information>::Worth>) -> [i32; 3];

/// Plays the move of the highest rank, or a random one of several with equal ranks.
pub(crate) struct GreedyBot<G: Information> {
    rng: DealRng,
    rank: Rank<G>,
}

impl<G: Information> GreedyBot<G> {
    pub(crate) fn new(rng: DealRng, rank: Rank<G>) -> Self {
        Self { rng, rank }
    }
}

impl<G: Greedy> Bot<G> for GreedyBot<G> {
    fn choose(&mut self, view: &G::View) -> G::Move {
        let moves = G::legal_moves(view);
        let ranks: Vec<_> = moves.iter().map(|legal| (self.rank)(view, legal)).collect();
        let best = ranks.iter().max();
        let ties: Vec<_> = (0..moves.len()).filter(|&index| Some(&ranks[index]) == best).collect();
        moves[ties[below(&mut self.rng, ties.len() as u32) as usize]].mv
    }
}
