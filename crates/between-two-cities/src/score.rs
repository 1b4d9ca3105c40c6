//! The scores of cities.

use serde::Serialize;

use crate::{
    Building, Layout, Tile,
    tables::{LINE, PARKS, SHOPS, beside},
};

/// A city's points, by building type in scoring order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct CityScore {
    /// The points of lines of shops, in the best partition.
    pub shops: u8,
    /// 4, 3 or 2 points for each factory, compared with the other cities.
    pub factories: u8,
    /// The points of sets of different taverns.
    pub taverns: u8,
    /// The points of sets of offices, and 1 more for each office beside a tavern.
    pub offices: u8,
    /// The points of connected groups of parks.
    pub parks: u8,
    /// The points of houses, by the other types in the city.
    pub houses: u8,
    /// The sum of all points.
    pub total: u8,
}

impl CityScore {
    /// Returns the points of one type.
    #[must_use]
    pub const fn of(&self, building: Building) -> u8 {
        match building {
            Building::Shop => self.shops,
            Building::Factory => self.factories,
            Building::Tavern => self.taverns,
            Building::Office => self.offices,
            Building::Park => self.parks,
            Building::House => self.houses,
        }
    }

    fn summed(mut self) -> Self {
        self.total = self.shops + self.factories + self.taverns + self.offices + self.parks + self.houses;
        self
    }

    /// Returns the score of one city in which each factory scores `each` points.
    #[must_use]
    #[inline]
    pub fn with_factories_at(layout: Layout, each: u8) -> Self {
        let masks = layout.masks();
        let near_factory = beside(masks.factories);
        let other_types = [masks.shops, masks.factories, masks.taverns, masks.offices, masks.parks]
            .map(|mask| u8::from(mask != 0))
            .iter()
            .sum::<u8>();
        let poor_houses = count(masks.houses & near_factory);
        Self {
            shops: SHOPS[masks.shops as usize],
            factories: each * count(masks.factories),
            taverns: tavern_points(masks.icons.map(count)),
            offices: office_points(count(masks.offices)) + count(masks.offices & beside(masks.taverns)),
            parks: PARKS[masks.parks as usize],
            // A house beside a factory scores 1, because the city has another type, that of the factory.
            houses: other_types * (count(masks.houses) - poor_houses) + poor_houses,
            total: 0,
        }
        .summed()
    }
}

#[inline]
fn count(mask: u16) -> u8 {
    mask.count_ones() as u8
}

/// Returns the points of sets of different taverns, from the number of each icon.
#[inline]
pub(crate) fn tavern_points(icons: [u8; 4]) -> u8 {
    // The k-th set contains every icon of which there are at least k.
    let most = icons.into_iter().max().unwrap_or(0);
    (1..=most).map(|set| TAVERN_SET[icons.iter().filter(|&&icon| icon >= set).count()]).sum()
}

/// The points of a set, by its number of different taverns.
pub(crate) const TAVERN_SET: [u8; 5] = [0, 1, 4, 9, 17];

/// The points of a set, by its number of offices.
pub(crate) const OFFICE_SET: [u8; 7] = [0, 1, 3, 6, 10, 15, 21];

/// Returns the points of this many offices in sets of six, without those for taverns.
#[inline]
pub(crate) fn office_points(offices: u8) -> u8 {
    offices / 6 * OFFICE_SET[6] + OFFICE_SET[(offices % 6) as usize]
}

/// Returns the points of each factory in every city, from all cities' numbers of factories.
///
/// For a city without factories the result has no meaning.
#[inline]
pub(crate) fn factory_ranks(counts: impl Iterator<Item = u8> + Clone) -> impl Iterator<Item = u8> {
    let occurring = counts.clone().fold(0u32, |seen, count| seen | 1 << count);
    let highest = occurring.checked_ilog2().unwrap_or(0);
    let next = (occurring & !(1 << highest)).checked_ilog2();
    counts.map(move |count| {
        let count = u32::from(count);
        if count == highest {
            4
        } else if Some(count) == next {
            3
        } else {
            2
        }
    })
}

/// Scores cities, whose factories are compared with each other.
///
/// ```
/// use between_two_cities::score;
/// let cities = ["SSSS/HHOm/OPOO/OPHP", "mdFF/OeOb/OOOO/SSSS"].map(|city| city.parse().unwrap());
/// let scores = score(&cities);
/// assert_eq!((scores[0].total, scores[1].offices), (56, 25));
/// ```
#[must_use]
pub fn score(cities: &[Layout]) -> Vec<CityScore> {
    let counts = cities.iter().map(|city| city.count(Building::Factory));
    let ranks = factory_ranks(counts);
    cities.iter().zip(ranks).map(|(&city, each)| CityScore::with_factories_at(city, each)).collect()
}

/// The tiles of a city without a grid, by kind in the order of [`Tile::ALL`].
pub(crate) type Tally = [u8; 9];

/// Returns the score of the Automa city, which has no grid: the best that its tiles could score in any arrangement,
/// except that parks count as separate pairs.
pub(crate) fn score_tally(tally: Tally, each_factory: u8) -> CityScore {
    let of = |tile: Tile| tally[tile.index()];
    let icons = Tile::TAVERNS.map(of);
    let taverns = icons.iter().sum::<u8>();
    let (shops, factories, offices, parks) =
        (of(Tile::Shop), of(Tile::Factory), of(Tile::Office), of(Tile::Park));
    let other_types = [shops, factories, taverns, offices, parks].iter().filter(|&&count| count > 0).count();
    CityScore {
        shops: shops / 4 * LINE[4] + LINE[(shops % 4) as usize],
        factories: each_factory * factories,
        taverns: tavern_points(icons),
        offices: office_points(offices) + if taverns > 0 { offices } else { 0 },
        parks: parks / 2 * 8 + parks % 2 * 2,
        houses: other_types as u8 * of(Tile::House),
        total: 0,
    }
    .summed()
}
