//! Bots for Point City: the one-ply heuristic and the value of positions.

mod policy;
mod think;
mod train;
mod value;

use point_city::{Move, PointCity, View, Worth};
use tabletop::LegalMove;

use crate::{Greedy, Talker};

/// What a permanent resource is taken for, in points, on top of what it scores: it pays every turn.
const PERMANENT: i32 = 2;

/// Points now and permanent resources; of equal ones, the cards that remain to pay with; then the
/// permanent resources of which there are fewest.
impl Greedy for PointCity {
    fn appeal(view: &View, legal: &LegalMove<Move, Worth>) -> [i32; 3] {
        let worth = &legal.worth;
        let Some(seat) = view.viewer().seat() else { return [0; 3] };
        let before = view.table().area(seat).permanents;
        let gained = i32::from(worth.permanents.sum()) - i32::from(before.sum());
        let symbols = i32::from(worth.cards.symbols().sum());
        let ingenuity = i32::from(worth.cards.get(point_city::Kind::INGENUITY));
        let in_hand = symbols + 2 * ingenuity + i32::from(worth.unknown_cards);
        let least = worth.permanents.numbers().into_iter().min().map_or(0, i32::from);
        [i32::from(worth.points) + PERMANENT * gained, in_hand, least]
    }
}

/// In Point City there is nothing to talk about: nobody's move needs another's consent.
impl Talker for PointCity {}
