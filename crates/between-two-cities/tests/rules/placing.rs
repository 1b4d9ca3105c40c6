//! Legal spots for every shape that a city can have. A legal placement always exists.

use std::collections::BTreeMap;

use crate::plain::{self, game::can_place};
use between_two_cities::{Cell, City, Layout, Orientation, Piece, Spot, Tile};

/// Returns every connected city of `cells` cells, at every place of its four by four.
fn shapes(cells: std::ops::RangeInclusive<u32>) -> impl Iterator<Item = City> {
    (1..=u16::MAX).filter(move |shape| cells.contains(&shape.count_ones())).filter_map(|shape| {
        let place = |layout: Layout, (index, cell)| {
            layout.with(cell, (shape >> index & 1 == 1).then_some(Tile::House))
        };
        City::try_from(Cell::all().enumerate().fold(Layout::EMPTY, place)).ok()
    })
}

/// A duplex tile of either orientation always fits a city of up to eight cells. Duplex tiles are placed when there are
/// six to eight.
#[test]
fn a_duplex_tile_always_fits() {
    let mut seen = 0;
    for city in shapes(1..=8) {
        for orientation in ["F/O", "FO"] {
            let piece: Piece = orientation.parse().expect("a duplex tile");
            assert!(!city.spots(piece).is_empty(), "{piece} has no spot in {city}");
        }
        seen += 1;
    }
    assert!(seen > 3000, "only {seen} shapes");
    // The check above is not vacuous: some cities of twelve cells have no room for a duplex tile.
    let full = |city: City| city.spots("FO".parse().expect("a duplex tile")).is_empty();
    assert!(shapes(12..=12).any(full));
}

/// A building tile fits as long as a cell is free. With the number of turns it follows that every city is filled.
#[test]
fn a_building_tile_always_fits() {
    for city in shapes(1..=15) {
        assert!(!city.spots(Tile::Shop.into()).is_empty(), "no spot in {city}");
    }
    assert_eq!(City::EMPTY.spots(Tile::Shop.into()).iter().collect::<Vec<_>>(), [Spot::FIRST]);
}

/// The bit masks agree with a simple implementation of the rule, for every shape and every spot.
#[test]
fn spots_are_those_of_the_plain_rule() {
    for city in shapes(1..=16) {
        let cells: BTreeMap<(i32, i32), char> =
            city.built().iter().map(|spot| ((spot.x().into(), spot.y().into()), 'H')).collect();
        for tile in ["S", "FO", "F/O"] {
            let spots = city.spots(tile.parse().expect("a piece"));
            for x in -3..=3i8 {
                for y in -3..=3 {
                    let spot = Spot::new(x, y).expect("a spot");
                    let plain = can_place(&cells, tile, (x.into(), y.into()));
                    assert_eq!(spots.contains(spot), plain, "{tile} at {spot} in {city}");
                }
            }
        }
    }
}

/// A placed tile is found at its spot and on the board, however the city grows afterwards.
#[test]
fn growing_cities_keep_their_buildings() {
    use tabletop::random::below;
    let mut rng = plain::rng(3);
    for _ in 0..2000 {
        let (mut city, mut cells) = (City::EMPTY, BTreeMap::new());
        while city.len() < 16 {
            let piece = Piece::all().nth(below(&mut rng, 33) as usize).expect("a piece");
            let spots: Vec<Spot> = city.spots(piece).iter().collect();
            if spots.is_empty() || city.is_empty() && piece.duplex().is_some() {
                continue;
            }
            let spot = spots[below(&mut rng, spots.len() as u32) as usize];
            city.place(piece, spot).expect("a legal spot");
            let step = i32::from(piece.orientation() == Some(Orientation::Vertical));
            for (index, tile) in (0..).zip(piece.tiles()) {
                let (dx, dy) = (index * (1 - step), index * step);
                cells.insert((i32::from(spot.x()) + dx, i32::from(spot.y()) + dy), tile.letter());
            }
            let grid = plain::game::board(&cells);
            assert_eq!(city.layout().to_string(), plain::score::text(&grid));
            for (&(x, y), &letter) in &cells {
                let spot = Spot::new(x as i8, y as i8).expect("a spot");
                assert_eq!(city.get(spot).map(Tile::letter), Some(letter));
            }
            assert_eq!(city.built().len() as usize, cells.len());
            let corner = (cells.keys().map(|cell| cell.0).min(), cells.keys().map(|cell| cell.1).min());
            assert_eq!(corner, (Some(city.corner().x().into()), Some(city.corner().y().into())));
        }
        assert!(city.room().is_empty());
    }
}
