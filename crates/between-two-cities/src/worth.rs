//! The immediate effect of a move on scores.

use serde::Serialize;
use tabletop::{LegalMove, Seat};

use crate::{
    Building, CityScore, Effects, Layout, Move, Piece, Spot, effect,
    position::{Position, pieces},
    score,
    table::Phase,
};

/// The immediate change of scores, by building type.
///
/// For a `place`, it is the change of the score of that city, whose factories are compared with all cities as they
/// stand.
///
/// For a `choose`, each of the two tiles is placed at its best spot in one of the seat's two cities as they stand, the
/// better way round. The moves of the partners are not foreseen.
///
/// The JSON leaves out types that don't change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Worth {
    /// The change for shops.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<i16>", optional))]
    pub shops: i16,
    /// The change for factories.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<i16>", optional))]
    pub factories: i16,
    /// The change for taverns.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<i16>", optional))]
    pub taverns: i16,
    /// The change for offices.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<i16>", optional))]
    pub offices: i16,
    /// The change for parks.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<i16>", optional))]
    pub parks: i16,
    /// The change for houses.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<i16>", optional))]
    pub houses: i16,
    /// The sum of all changes.
    pub total: i16,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &i16) -> bool {
    *number == 0
}

impl Worth {
    fn between(before: &CityScore, after: &CityScore) -> Self {
        let change = |b: u8, a: u8| i16::from(a) - i16::from(b);
        Self {
            shops: change(before.shops, after.shops),
            factories: change(before.factories, after.factories),
            taverns: change(before.taverns, after.taverns),
            offices: change(before.offices, after.offices),
            parks: change(before.parks, after.parks),
            houses: change(before.houses, after.houses),
            total: change(before.total, after.total),
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            shops: self.shops + other.shops,
            factories: self.factories + other.factories,
            taverns: self.taverns + other.taverns,
            offices: self.offices + other.offices,
            parks: self.parks + other.parks,
            houses: self.houses + other.houses,
            total: self.total + other.total,
        }
    }

    /// Returns the change of one type.
    #[must_use]
    pub const fn of(&self, building: Building) -> i16 {
        match building {
            Building::Shop => self.shops,
            Building::Factory => self.factories,
            Building::Tavern => self.taverns,
            Building::Office => self.offices,
            Building::Park => self.parks,
            Building::House => self.houses,
        }
    }
}

/// The present scores, from which changes are counted.
pub(crate) struct Now<'a> {
    position: &'a Position,
    factories: [u8; 7],
    scores: [CityScore; 7],
}

impl<'a> Now<'a> {
    pub(crate) fn new(position: &'a Position, layouts: &[Layout; 7]) -> Self {
        let table = &position.table;
        Self { position, factories: table.factories(layouts), scores: table.scores(layouts) }
    }

    /// Returns the change of a city's score by placing a piece at one of its legal spots.
    pub(crate) fn place(&self, piece: Piece, city: u8, spot: Spot) -> Worth {
        let (index, mut city) = (city as usize, self.position.table.cities[city as usize]);
        city.place_unchecked(piece, spot);
        let layout = city.layout();
        let each = self.each_factory(index, layout.count(Building::Factory));
        Worth::between(&self.scores[index], &CityScore::with_factories_at(layout, each))
    }

    /// Returns the points of each factory in a city that has `count` of them, compared with the other cities.
    fn each_factory(&self, city: usize, count: u8) -> u8 {
        let mut factories = self.factories;
        factories[city] = count;
        let counts = factories.into_iter().take(self.position.table.city_count());
        score::factory_ranks(counts).nth(city).unwrap_or(4)
    }

    /// Returns [`Now::place`], and the effects of the placement on the city.
    pub(crate) fn placed(&self, piece: Piece, city: u8, spot: Spot) -> (Worth, Effects) {
        let (index, mut city) = (city as usize, self.position.table.cities[city as usize]);
        city.place_unchecked(piece, spot);
        let layout = city.layout();
        let each = self.each_factory(index, layout.count(Building::Factory));
        let worth = Worth::between(&self.scores[index], &CityScore::with_factories_at(layout, each));
        (worth, effect::of_placed(city, piece, spot, each))
    }

    /// Returns the change of a city's score by placing a piece at the best of its legal spots.
    fn best(&self, piece: Piece, city: u8) -> Worth {
        let spots = self.position.table.cities[city as usize].spots(piece);
        let worths = spots.iter().map(|spot| self.place(piece, city, spot));
        worths.max_by_key(|worth| worth.total).unwrap_or_default()
    }
}

/// Returns the legal moves of a player, each with its worth.
pub(crate) fn legal_moves(position: &Position, seat: Seat) -> Vec<LegalMove<Move, Worth>> {
    let table = &position.table;
    let layouts = table.layouts();
    let now = Now::new(position, &layouts);
    let mut best = [[Worth::default(); 2]; Piece::COUNT];
    if table.phase == Phase::Choose && table.acting.contains(seat) {
        for piece in position.hand(seat).kinds() {
            best[piece.index()] = table.cities_of(seat).map(|city| now.best(piece, city));
        }
    }
    let mut moves = Vec::new();
    position.for_each_legal_move(seat, |mv| {
        let worth = match mv {
            Move::Place { piece, city, spot } => now.place(piece, city, spot),
            Move::Choose(pair) => {
                let [one, other] = pair.pieces().map(|piece| best[piece.index()]);
                let ways = [one[0].plus(other[1]), other[0].plus(one[1])];
                if ways[1].total > ways[0].total { ways[1] } else { ways[0] }
            }
        };
        moves.push(LegalMove { mv, worth });
    });
    moves
}

/// Returns the tiles that may go to each of a seat's two cities now.
pub(crate) fn to_place(position: &Position, seat: Seat) -> [Vec<Piece>; 2] {
    if position.table.phase != Phase::Place || !position.table.acting.contains(seat) {
        return [Vec::new(), Vec::new()];
    }
    position.table.wanted(seat).map(|wanted| pieces(wanted).collect())
}
