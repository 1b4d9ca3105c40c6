//! The value function: the expected final score of an unfinished city.

use std::sync::LazyLock;

use between_two_cities::{Building, City, CityScore, Masks, beside};

use crate::weights;

/// The number of cells of a complete city.
pub(crate) const CELLS: usize = 16;
/// The number of coefficients of a feature. Each feature is worth a polynomial of the free cells, which is zero when no
/// cell is free, since no further points are then to come.
pub(crate) const POWERS: usize = 3;

const SHOPS: usize = 1;
const SECOND_LINE: usize = SHOPS + 9 * 5;
const FACTORIES: usize = SECOND_LINE + 5;
const TAVERNS: usize = FACTORIES + 9 * 7;
const OFFICES: usize = TAVERNS + 5 * 5;
const BY_TAVERN: usize = OFFICES + 9 * 2;
const PARKS: usize = BY_TAVERN + 7;
const HOUSES: usize = PARKS + 9 * 5;
const BY_FACTORY: usize = HOUSES + 8 * 6;
const SHAPE: usize = BY_FACTORY + 9;
/// The number of features.
pub(crate) const FEATURES: usize = SHAPE + 16;
/// The number of features that are active in any city. An active feature is 1, all others are 0.
const HELD: usize = 11;

/// The relevant numbers of factories in the other cities: the highest, and the next lower one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rivals {
    most: u8,
    next: u8,
}

impl Rivals {
    /// Returns the numbers of factories with which those of the given city compete.
    #[inline]
    pub(crate) fn of(factories: &[u8], city: usize) -> Self {
        let others = || factories.iter().enumerate().filter(|&(other, _)| other != city).map(|(_, &n)| n);
        let most = others().max().unwrap_or(0);
        Self { most, next: others().filter(|&n| n < most).max().unwrap_or(0) }
    }

    /// Returns the points of each factory in a city with `own` factories, compared with these other cities: 2, 3 or 4.
    #[inline]
    fn each(self, own: u8) -> u8 {
        if own >= self.most {
            4
        } else if own >= self.next {
            3
        } else {
            2
        }
    }
}

#[inline]
fn count(mask: u16) -> usize {
    mask.count_ones() as usize
}

/// Returns the highest and the second highest number of shops in rows and columns without other buildings.
#[inline]
fn lines(shops: u16, others: u16) -> [usize; 2] {
    let (mut most, mut next) = (0, 0);
    for line in [0xf, 0xf0, 0xf00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888] {
        let number = if others & line == 0 { count(shops & line) } else { 0 };
        next = next.max(number.min(most));
        most = most.max(number);
    }
    [most, next]
}

/// Returns the numbers of the features that are active in a city.
#[inline]
pub(crate) fn features(masks: &Masks, rivals: Rivals) -> [usize; HELD] {
    let Masks { shops, factories, taverns, icons, offices, parks, houses } = *masks;
    let built = shops | factories | taverns | offices | parks | houses;
    let free = !built;
    let [most, next] = lines(shops, built & !shops);
    let gap = (count(factories) as i32 - i32::from(rivals.most)).clamp(-3, 3) + 3;
    let distinct = icons.iter().filter(|&&icon| icon != 0).count();
    let doubled = icons.iter().filter(|&&icon| icon & icon.wrapping_sub(1) != 0).count();
    let other_types = [shops, factories, taverns, offices, parks].iter().filter(|&&mask| mask != 0).count();
    let columns = (built | built >> 8) | (built | built >> 8) >> 4;
    let wide = count(columns & 0xf).max(1) - 1;
    let high = [0xf, 0xf0, 0xf00, 0xf000].iter().filter(|&&row| built & row != 0).count().max(1) - 1;
    [
        0,
        SHOPS + 5 * count(shops).min(8) + most,
        SECOND_LINE + next,
        FACTORIES + 7 * count(factories).min(8) + gap as usize,
        TAVERNS + 5 * distinct + doubled,
        OFFICES + 2 * count(offices).min(8) + usize::from(taverns != 0),
        BY_TAVERN + count(beside(taverns) & free).min(6),
        PARKS + 5 * count(parks).min(8) + count(beside(parks) & free).min(4),
        HOUSES + 6 * count(houses).min(7) + other_types,
        BY_FACTORY + count(beside(factories) & free).min(8),
        SHAPE + 4 * high + wide,
    ]
}

/// Returns the terms by which a feature's coefficients are multiplied, for a number of free cells from 0 to 16.
pub(crate) fn powers(free: usize) -> [f32; POWERS] {
    let t = free as f32 / CELLS as f32;
    [if free == 0 { 0.0 } else { 1.0 }, t, t * t]
}

/// Returns the masks of a city, the number of its cells with buildings, and its present score.
#[inline]
pub(crate) fn stand(city: City, rivals: Rivals) -> (Masks, usize, u8) {
    let layout = city.layout();
    let masks = layout.masks();
    let each = rivals.each(count(masks.factories) as u8);
    (masks, city.len() as usize, CityScore::with_factories_at(layout, each).total)
}

/// The expected further points for each feature, by the number of free cells.
pub(crate) struct Value {
    by_free: Box<[[f32; FEATURES]; CELLS + 1]>,
}

impl Value {
    pub(crate) fn new(weights: &[[f32; POWERS]]) -> Self {
        Self::with_foresight(weights, 1.0)
    }

    /// Returns the value function of a player who sees only a share (0 to 1) of the further points.
    fn with_foresight(weights: &[[f32; POWERS]], foresight: f32) -> Self {
        let mut by_free = Box::new([[0.0; FEATURES]; CELLS + 1]);
        for (free, row) in by_free.iter_mut().enumerate() {
            let powers = powers(free);
            for (value, weights) in row.iter_mut().zip(weights) {
                *value = foresight * weights.iter().zip(powers).map(|(w, p)| w * p).sum::<f32>();
            }
        }
        Self { by_free }
    }

    /// Returns the expected final points of a city.
    #[inline]
    pub(crate) fn of(&self, city: City, rivals: Rivals) -> f32 {
        let (masks, built, score) = stand(city, rivals);
        let row = &self.by_free[CELLS - built.min(CELLS)];
        let mut value = f32::from(score);
        for feature in features(&masks, rivals) {
            value += row[feature];
        }
        value
    }
}

impl Value {
    /// Returns the expected final points of a city by building type. The worth of its shape belongs to none of them.
    pub(crate) fn by_building(&self, city: City, rivals: Rivals) -> [f32; Building::ALL.len()] {
        let (masks, built, _) = stand(city, rivals);
        let score = CityScore::with_factories_at(city.layout(), rivals.each(count(masks.factories) as u8));
        let row = &self.by_free[CELLS - built.min(CELLS)];
        let mut values = Building::ALL.map(|building| f32::from(score.of(building)));
        for feature in features(&masks, rivals) {
            let building = match feature {
                SHOPS..FACTORIES => Building::Shop,
                FACTORIES..TAVERNS => Building::Factory,
                TAVERNS..OFFICES => Building::Tavern,
                OFFICES..PARKS => Building::Office,
                PARKS..HOUSES => Building::Park,
                HOUSES..SHAPE => Building::House,
                _ => continue,
            };
            values[building as usize] += row[feature];
        }
        values
    }
}

/// The weights that `townhall train between-two-cities` found.
pub(crate) static WEIGHTS: [[f32; POWERS]; FEATURES] =
    weights::read(include_str!("../../data/between-two-cities.txt"));

/// The value function that bots use.
pub(crate) static VALUE: LazyLock<Value> = LazyLock::new(|| Value::new(&WEIGHTS));

/// The shares of the further points that weaker bots see. With shared cities a short search is nearly as good as a long
/// one; the plan for a city makes the difference.
const SEEN_NEAR: f32 = 0.3;
const SEEN_MIDDLE: f32 = 0.65;

/// The value function of bots that see only the smaller share.
pub(crate) static NEAR: LazyLock<Value> = LazyLock::new(|| Value::with_foresight(&WEIGHTS, SEEN_NEAR));
pub(crate) static MIDDLE: LazyLock<Value> = LazyLock::new(|| Value::with_foresight(&WEIGHTS, SEEN_MIDDLE));
