//! Bots for High Card: a one-ply heuristic, with the default search and no talk.

use tabletop::LegalMove;
use townhall_bots::{Evaluate, Greedy, Talker, Think};

use crate::{HighCard, Kind, Move, View, Worth};

/// The highest card takes the trick, and the lowest is the one to discard.
impl Greedy for HighCard {
    fn appeal(_: &View, legal: &LegalMove<Move, Worth>) -> [i32; 3] {
        let card = i32::from(legal.worth.card);
        [if legal.mv.kind == Kind::Play { card } else { -card }, 0, 0]
    }
}

impl Think for HighCard {}

impl Talker for HighCard {}

/// The implementation is optional: only the analysis of finished games needs it.
impl Evaluate for HighCard {}
