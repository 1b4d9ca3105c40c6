//! The bot that plays random legal moves.

use tabletop::{DealRng, Information, random::below};

use crate::Bot;

/// A bot that plays any legal move, each as likely as any other.
pub(crate) struct RandomBot {
    rng: DealRng,
}

impl RandomBot {
    pub(crate) fn new(rng: DealRng) -> Self {
        Self { rng }
    }
}

impl<G: Information> Bot<G> for RandomBot {
    fn choose(&mut self, view: &G::View) -> G::Move {
        let moves = G::legal_moves(view);
        moves[below(&mut self.rng, moves.len() as u32) as usize].mv
    }
}
