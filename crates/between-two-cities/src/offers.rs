//! What a viewer may do now and what it is worth, as clients get it.

use serde::Serialize;
use tabletop::Seat;

use crate::{
    Effect, Move, Pair, Piece, Spot, Worth,
    position::{Position, pieces},
    table::Phase,
    worth::{self, Now},
};

/// What a viewer may do now, and what its partners could do in a city that both build.
///
/// A client makes each move from its offer: `{"kind":"choose","pieces":…}` or
/// `{"kind":"place","piece":…,"city":…,"spot":…}`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Offers {
    /// The pairs of its hand.
    pub choose: Vec<Choosable>,
    /// Where its own tiles may go; beside Automas those of its partners too, which it places for them.
    pub place: Vec<Placeable>,
    /// Where tiles of its partners may go, in the cities that both build: it can propose that.
    pub suggest: Vec<Suggestible>,
}

/// A pair that may be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Choosable {
    /// The two tiles.
    pub pieces: Pair,
    /// What it is worth as the cities stand.
    pub worth: Worth,
}

/// A tile that may be placed, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Placeable {
    /// The tile.
    pub piece: Piece,
    /// The number of the city.
    pub city: u8,
    /// Where; of a duplex tile, its left or top cell.
    pub spot: Spot,
    /// What it is worth to the city.
    pub worth: Worth,
    /// What it does to the city: why the score changes so.
    pub effects: Vec<Effect>,
}

/// A tile that a partner may place, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Suggestible {
    /// The partner.
    pub seat: Seat,
    /// The tile.
    pub piece: Piece,
    /// The number of the city.
    pub city: u8,
    /// Where; of a duplex tile, its left or top cell.
    pub spot: Spot,
    /// What it is worth to the city.
    pub worth: Worth,
    /// What it does to the city: why the score changes so.
    pub effects: Vec<Effect>,
}

impl Choosable {
    /// The move that is offered.
    #[must_use]
    pub const fn mv(&self) -> Move {
        Move::Choose(self.pieces)
    }
}

impl Placeable {
    /// The move that is offered.
    #[must_use]
    pub const fn mv(&self) -> Move {
        Move::Place { piece: self.piece, city: self.city, spot: self.spot }
    }
}

impl Suggestible {
    /// The partner's move that may be proposed.
    #[must_use]
    pub const fn mv(&self) -> Move {
        Move::Place { piece: self.piece, city: self.city, spot: self.spot }
    }
}

impl Offers {
    /// What `seat`, who is no Automa, is offered.
    pub(crate) fn of(position: &Position, seat: Seat) -> Self {
        let mut offers = Self::default();
        let layouts = position.table.layouts();
        let now = Now::new(position, &layouts);
        for legal in worth::legal_moves(position, seat) {
            let worth = legal.worth;
            match legal.mv {
                Move::Choose(pieces) => offers.choose.push(Choosable { pieces, worth }),
                Move::Place { piece, city, spot } => {
                    let effects = now.effects(piece, city, spot);
                    offers.place.push(Placeable { piece, city, spot, worth, effects });
                }
            }
        }
        if position.table.phase == Phase::Place {
            offers.suggest = suggestions(&now, position, seat);
        }
        offers
    }
}

/// All that partners of `seat` may place in a city that both build.
fn suggestions(now: &Now<'_>, position: &Position, seat: Seat) -> Vec<Suggestible> {
    let table = &position.table;
    let own = table.cities_of(seat);
    let mut suggestions = Vec::new();
    for partner in table.acting.iter().filter(|&partner| partner != seat) {
        let sides = table.cities_of(partner).into_iter().zip(table.wanted(partner));
        for (city, wanted) in sides.filter(|(city, _)| own.contains(city)) {
            for piece in pieces(wanted) {
                for spot in table.cities[city as usize].spots(piece).iter() {
                    let worth = now.place(piece, city, spot);
                    let effects = now.effects(piece, city, spot);
                    suggestions.push(Suggestible { seat: partner, piece, city, spot, worth, effects });
                }
            }
        }
    }
    suggestions
}
