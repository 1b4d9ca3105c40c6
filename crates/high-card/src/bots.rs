//! What bots need of High Card: a one-ply heuristic.

use tabletop::LegalMove;
use townhall_bots::{Evaluate, Greedy, Talker, Think};

use crate::{Kind, Move, Toy, View, Worth, defect};

/// The highest card takes the trick; the lowest is the one to discard.
impl<const D: u8> Greedy for Toy<D> {
    fn appeal(_: &View, legal: &LegalMove<Move<D>, Worth>) -> [i32; 3] {
        assert!(D != defect::BOT_PANICS, "the bot panics, as it was told to");
        let card = i32::from(legal.worth.card);
        [if legal.mv.kind == Kind::Play { card } else { -card }, 0, 0]
    }
}

impl<const D: u8> Think for Toy<D> {}

impl<const D: u8> Talker for Toy<D> {}

impl<const D: u8> Evaluate for Toy<D> {}
