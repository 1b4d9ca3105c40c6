//! The legal moves of a viewer with their worth, as clients receive them.

use std::cmp::Reverse;

use serde::Serialize;
use tabletop::{Seat, parts, sorting::sort_by_key};

use crate::{
    Effects, Move, Pair, Piece, Spot, View, Worth,
    position::{Position, pieces},
    table::Phase,
    worth::{self, Now},
};

/// The legal moves of a viewer, and the moves that its partners could make in a city that both build.
///
/// A client makes each move from its offer: `{"kind":"choose","pieces":…}` or
/// `{"kind":"place","piece":…,"city":…,"spot":…}`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Offers {
    /// The pairs of its hand.
    pub choose: Vec<Choosable>,
    /// The placements of its own tiles and, beside Automas, of the tiles that it places for them.
    pub place: Vec<Placeable>,
    /// The placements of its partners' tiles in the cities that both build. The viewer can propose them.
    pub suggest: Vec<Suggestible>,
}

parts!(Offers { rows choose, rows place, rows suggest });
parts!(Choosable { value pieces, value worth });
parts!(Placeable { value piece, value city, value spot, value worth, value effects });
parts!(Suggestible { value seat, value piece, value city, value spot, value worth, value effects });

/// A pair that may be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Choosable {
    /// The two tiles.
    pub pieces: Pair,
    /// Its worth as the cities stand.
    pub worth: Worth,
}

/// A placement of a tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Placeable {
    /// The tile.
    pub piece: Piece,
    /// The number of the city.
    pub city: u8,
    /// The spot; of a duplex tile, its left or top cell.
    pub spot: Spot,
    /// Its worth to the city.
    pub worth: Worth,
    /// Its effects on the city, which explain the change of the score.
    #[cfg_attr(feature = "typescript", ts(as = "Vec<crate::effect::Short>"))]
    pub effects: Effects,
}

/// A placement of a partner's tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Suggestible {
    /// The partner.
    pub seat: Seat,
    /// The tile.
    pub piece: Piece,
    /// The number of the city.
    pub city: u8,
    /// The spot; of a duplex tile, its left or top cell.
    pub spot: Spot,
    /// Its worth to the city.
    pub worth: Worth,
    /// Its effects on the city, which explain the change of the score.
    #[cfg_attr(feature = "typescript", ts(as = "Vec<crate::effect::Short>"))]
    pub effects: Effects,
}

impl Choosable {
    /// Returns the move that is offered.
    #[must_use]
    pub const fn mv(&self) -> Move {
        Move::Choose(self.pieces)
    }
}

impl Placeable {
    /// Returns the move that is offered.
    #[must_use]
    pub const fn mv(&self) -> Move {
        Move::Place { piece: self.piece, city: self.city, spot: self.spot }
    }
}

impl Suggestible {
    /// Returns the partner's move that may be proposed.
    #[must_use]
    pub const fn mv(&self) -> Move {
        Move::Place { piece: self.piece, city: self.city, spot: self.spot }
    }
}

impl Offers {
    /// Returns the offers of `seat`, which is not an Automa.
    pub(crate) fn of(position: &Position, seat: Seat) -> Self {
        let own = position.table.cities_of(seat);
        Self::with(position, seat, &placements(position, |city| own.contains(&city)))
    }

    /// Returns the offers of each of these views, all of which are of one state.
    pub(crate) fn of_all(views: &[View]) -> Vec<Self> {
        // All views have equal public information, so placements are computed once.
        let placements = views.first().map_or_else(Vec::new, |view| placements(&view.position, |_| true));
        let offers = |view: &View| {
            let seat = view.position.table.player(view.viewer);
            seat.map_or_else(Self::default, |seat| Self::with(&view.position, seat, &placements))
        };
        views.iter().map(offers).collect()
    }

    fn with(position: &Position, seat: Seat, placements: &[Suggestible]) -> Self {
        let mut offers = Self::default();
        if position.table.phase == Phase::Choose {
            let legal = worth::legal_moves(position, seat).into_iter();
            offers.choose = legal
                .filter_map(|legal| match legal.mv {
                    Move::Choose(pieces) => Some(Choosable { pieces, worth: legal.worth }),
                    Move::Place { .. } => None,
                })
                .collect();
            return offers;
        }
        let cities = position.table.cities_of(seat);
        for placement in placements {
            if placement.seat == seat {
                offers.place.push(placement.into());
            } else if cities.contains(&placement.city) {
                offers.suggest.push(*placement);
            }
        }
        offers
    }
}

impl From<&Suggestible> for Placeable {
    fn from(placement: &Suggestible) -> Self {
        let Suggestible { seat: _, piece, city, spot, worth, effects } = *placement;
        Self { piece, city, spot, worth, effects }
    }
}

/// Returns all legal placements of all seats in the cities for which `asked_for` is true, seat by seat, the left city
/// first, and the best spot of each tile first.
fn placements(position: &Position, asked_for: impl Fn(u8) -> bool) -> Vec<Suggestible> {
    let table = &position.table;
    let mut placements = Vec::new();
    if table.phase != Phase::Place {
        return placements;
    }
    let now = Now::new(position, &table.layouts());
    for seat in table.acting.iter() {
        let sides = table.cities_of(seat).into_iter().zip(table.wanted(seat));
        for (city, wanted) in sides.filter(|(city, _)| asked_for(*city)) {
            for piece in pieces(wanted) {
                let first = placements.len();
                for spot in table.cities[city as usize].spots(piece).iter() {
                    let (worth, effects) = now.placed(piece, city, spot);
                    placements.push(Suggestible { seat, piece, city, spot, worth, effects });
                }
                // A client gets a placement as its differences from the one before, so those of equal worth stand together.
                sort_by_key(&mut placements[first..], |placement| {
                    let Worth { shops, factories, taverns, offices, parks, houses, total } = placement.worth;
                    (Reverse(total), [shops, factories, taverns, offices, parks, houses])
                });
            }
        }
    }
    placements
}
