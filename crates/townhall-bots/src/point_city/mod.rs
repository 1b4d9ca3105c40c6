//! Bots for Point City: the one-ply heuristic and the value function.

mod buyer;
mod city;
mod contrast;
mod flip;
mod lot;
mod policy;
mod takes;
mod think;
mod train;
pub(crate) mod value;

use point_city::{Move, PointCity, View, Worth};
use tabletop::LegalMove;

use crate::{Greedy, Talker};
pub use contrast::{AreaChange, Aspect, Contrast, Forecast};

/// The assumed worth of a permanent resource, in points, beyond its own points. It lowers costs in every later turn.
const PERMANENT: i32 = 2;

/// Moves are ranked by the points gained at once and permanent resources, then by the cards that remain to pay with,
/// then by the number of permanent resources of the rarest type.
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

    /// A novice sees only the points that are printed on buildings. It forgets its tokens and the products of
    /// buildings.
    fn glance(_: &View, legal: &LegalMove<Move, Worth>) -> [i32; 3] {
        [legal.worth.printed.into(), 0, 0]
    }
}

/// Point City has no proposals: no move of a seat needs another's consent.
impl Talker for PointCity {}
