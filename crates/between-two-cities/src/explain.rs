//! Explanations of a city's score for people.

use serde::Serialize;

use crate::{
    Building, Cell, CityScore, Layout, Tile, score,
    score::{OFFICE_SET, TAVERN_SET},
    tables::{LINE, SHOPS, beside, connected, group_points, lines_from_lowest},
};

/// The explanation of one city's score. The parts add up to its [`CityScore`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Explanation {
    /// The board to which the cells belong.
    pub cells: Layout,
    /// The lines of the best partition.
    pub shops: Vec<Group>,
    /// The points of the factories, with the reason.
    pub factories: FactoryRank,
    /// The sets of different taverns.
    pub taverns: Vec<Group>,
    /// The sets of up to six offices.
    pub offices: Vec<Group>,
    /// The offices beside taverns, which get 1 more point each.
    pub offices_by_taverns: Vec<OfficeByTavern>,
    /// The connected groups of parks.
    pub parks: Vec<Group>,
    /// The houses.
    pub houses: Vec<HousePoints>,
    /// The sums.
    pub score: CityScore,
}

/// Cells that score together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Group {
    /// The cells that it covers.
    pub cells: Vec<Cell>,
    /// The points of the group.
    pub points: u8,
}

/// The comparison of a city's factories with others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct FactoryRank {
    /// The cells of the factories.
    pub cells: Vec<Cell>,
    /// The points of each factory: 4 in the cities with the most, 3 in those with the next number, else 2.
    pub each: u8,
    /// The number of other cities that have as many factories.
    pub ties: u8,
    /// The points of all factories together.
    pub points: u8,
}

/// An office that gets 1 point for a tavern beside it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct OfficeByTavern {
    /// The office.
    pub cell: Cell,
    /// The taverns beside it.
    pub taverns: Vec<Cell>,
}

/// The points of one house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct HousePoints {
    /// The house.
    pub cell: Cell,
    /// The points.
    pub points: u8,
    /// The factories beside it. If there is one, the house counts exactly 1.
    pub factories: Vec<Cell>,
    /// The other types in its city, which decide its points if there is no factory beside it.
    pub types: Vec<Building>,
}

/// Explains the scores of cities, whose factories are compared with each other.
///
/// ```
/// use between_two_cities::{Building, explain};
/// let cities = ["SS../F.../H.../....", "P.../..../..../...."].map(|city| city.parse().unwrap());
/// let first = &explain(&cities)[0];
/// assert_eq!((first.shops[0].cells.len(), first.shops[0].points), (2, 5));
/// assert_eq!((first.factories.each, first.houses[0].factories.len()), (4, 1));
/// ```
#[must_use]
pub fn explain(cities: &[Layout]) -> Vec<Explanation> {
    let counts: Vec<u8> = cities.iter().map(|city| city.count(Building::Factory)).collect();
    explain_among(cities, &counts)
}

/// Explains scores as [`explain`] does, but also compares factories with those of further cities, whose numbers of
/// factories are in `counts`.
pub(crate) fn explain_among(cities: &[Layout], counts: &[u8]) -> Vec<Explanation> {
    let ranks: Vec<(u8, u8)> =
        counts.iter().copied().zip(score::factory_ranks(counts.iter().copied())).collect();
    cities.iter().map(|&city| explain_one(city, &ranks)).collect()
}

fn explain_one(city: Layout, ranks: &[(u8, u8)]) -> Explanation {
    let masks = city.masks();
    let own = masks.factories.count_ones() as u8;
    let each = ranks.iter().find(|(count, _)| *count == own).map_or(4, |(_, each)| *each);
    let same = ranks.iter().filter(|(count, _)| *count == own).count() as u8;
    let types: Vec<Building> =
        Building::ALL.into_iter().filter(|&b| b != Building::House && masks.of(b) != 0).collect();
    Explanation {
        cells: city,
        shops: shop_groups(masks.shops),
        factories: FactoryRank {
            cells: Cell::of_mask(masks.factories),
            each,
            ties: same.saturating_sub(1),
            points: each * own,
        },
        taverns: tavern_sets(city),
        offices: Cell::of_mask(masks.offices)
            .chunks(6)
            .map(|set| Group { cells: set.to_vec(), points: OFFICE_SET[set.len()] })
            .collect(),
        offices_by_taverns: Cell::of_mask(masks.offices & beside(masks.taverns))
            .into_iter()
            .map(|cell| OfficeByTavern { cell, taverns: Cell::of_mask(beside(cell.bit()) & masks.taverns) })
            .collect(),
        parks: park_groups(masks.parks),
        houses: Cell::of_mask(masks.houses)
            .into_iter()
            .map(|cell| {
                let factories = Cell::of_mask(beside(cell.bit()) & masks.factories);
                let points = if factories.is_empty() { types.len() as u8 } else { 1 };
                HousePoints { cell, points, factories, types: types.clone() }
            })
            .collect(),
        score: CityScore::with_factories_at(city, each),
    }
}

/// Returns the lines of the best partition of shops; their points add up to those in the lookup table.
fn shop_groups(shops: u16) -> Vec<Group> {
    best_lines(shops).map(|(line, n)| Group { cells: Cell::of_mask(line), points: LINE[n] }).collect()
}

/// Returns the lines of the best partition, each as the mask of its cells and their number.
pub(crate) fn best_lines(mut shops: u16) -> impl Iterator<Item = (u16, usize)> {
    std::iter::from_fn(move || {
        if shops == 0 {
            return None;
        }
        let best = lines_from_lowest(shops)
            .find(|(line, length)| LINE[*length] + SHOPS[(shops & !line) as usize] == SHOPS[shops as usize])
            .unwrap_or((shops & shops.wrapping_neg(), 1));
        shops &= !best.0;
        Some(best)
    })
}

fn tavern_sets(city: Layout) -> Vec<Group> {
    let mut icons = Tile::TAVERNS.map(|icon| {
        Cell::all().filter(move |&cell| city.get(cell) == Some(icon)).collect::<Vec<_>>().into_iter()
    });
    let mut sets = Vec::new();
    loop {
        let cells: Vec<Cell> = icons.iter_mut().filter_map(Iterator::next).collect();
        if cells.is_empty() {
            return sets;
        }
        sets.push(Group { points: TAVERN_SET[cells.len()], cells });
    }
}

fn park_groups(mut parks: u16) -> Vec<Group> {
    let mut groups = Vec::new();
    while parks != 0 {
        let group = connected(parks & parks.wrapping_neg(), parks);
        groups.push(Group { cells: Cell::of_mask(group), points: group_points(group.count_ones()) });
        parks &= !group;
    }
    groups
}
