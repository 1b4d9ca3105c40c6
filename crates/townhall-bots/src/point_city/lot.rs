//! Paying for many offers at once.
#![allow(clippy::needless_range_loop, reason = "an offer is an index of many arrays")]

use point_city::{Amounts, Cell, Market};

use super::{
    city::City,
    value::{MOST_SYMBOLS, Resources},
};

/// A number for each offer of a lot, a multiple of sixteen. Processors add or compare sixteen of them in one instruction.
type Lane<const N: usize> = [u8; N];

/// The costs of offers of cards, and the resource cards among them.
#[derive(Clone, Copy)]
pub(super) struct Lot<const N: usize> {
    /// For each resource the cost.
    cost: [Lane<N>; 5],
    /// For each resource the singles.
    singles: [Lane<N>; 5],
    /// For each resource the doubles.
    doubles: [Lane<N>; 5],
    /// The ingenuity cards.
    ingenuity: Lane<N>,
}

/// The pairs of the market as offers: for each cell the pair with the next one in its row, then for each cell the pair with
/// the one below it.
pub(super) type MarketLot = Lot<{ 2 * Cell::COUNT }>;

/// The rest of a city's resources after it takes one of the offers of a lot.
pub(super) struct Left<const N: usize> {
    /// Whether it can pay. If not, the other numbers have no meaning.
    pub(super) is_paid: [bool; N],
    /// For each resource the symbols, at most [`MOST_SYMBOLS`].
    symbols: [Lane<N>; 5],
    /// The doubles of all resources.
    doubles: Lane<N>,
    /// The ingenuity cards.
    ingenuity: Lane<N>,
}

impl<const N: usize> Left<N> {
    /// The resource cards that are left after an offer.
    #[inline(always)]
    pub(super) fn resources(&self, offer: usize) -> Resources {
        Resources {
            symbols: self.symbols.each_ref().map(|symbols| symbols[offer]),
            doubles: self.doubles[offer],
            ingenuity: self.ingenuity[offer],
        }
    }
}

impl MarketLot {
    /// The pairs of a market. They have no meaning for gaps and beyond the last column or row.
    // Here and below, inlining would show the compiler the single numbers, and it would no longer take sixteen at once.
    #[inline(never)]
    pub(super) fn pairs(market: &Market) -> Self {
        let mut lot = Self::NOTHING;
        for (half, step) in [(0, 1), (Cell::COUNT, 4)] {
            let needs = |resource: usize| {
                let needs = &market.needs()[Cell::COUNT * resource..];
                (&needs[..Cell::COUNT], &needs[step..][..Cell::COUNT])
            };
            for resource in 0..5 {
                let (one, other) = needs(resource);
                let cost = &mut lot.cost[resource][half..][..Cell::COUNT];
                let singles = &mut lot.singles[resource][half..][..Cell::COUNT];
                let doubles = &mut lot.doubles[resource][half..][..Cell::COUNT];
                for cell in 0..Cell::COUNT {
                    let (one, other) = (one[cell], other[cell]);
                    cost[cell] = (one.max(0) + other.max(0)) as u8;
                    singles[cell] = u8::from(one == -1) + u8::from(other == -1);
                    doubles[cell] = u8::from(one == -2) + u8::from(other == -2);
                }
            }
            let (one, other) = needs(5);
            let ingenuity = &mut lot.ingenuity[half..][..Cell::COUNT];
            for cell in 0..Cell::COUNT {
                ingenuity[cell] = (-one[cell] - other[cell]) as u8;
            }
        }
        lot
    }
}

impl<const N: usize> Lot<N> {
    const NOTHING: Self =
        Self { cost: [[0; N]; 5], singles: [[0; N]; 5], doubles: [[0; N]; 5], ingenuity: [0; N] };

    /// Offers of cards that cost so much, as many as fit.
    pub(super) fn of(costs: impl Iterator<Item = Amounts>) -> Self {
        let mut lot = Self::NOTHING;
        for (offer, cost) in costs.enumerate().take(N) {
            for (lane, number) in lot.cost.iter_mut().zip(cost.numbers()) {
                lane[offer] = number;
            }
        }
        lot
    }

    /// Pays for each of the offers from a city, as [`Hand::payment`](super::city::Hand::payment) does.
    #[inline(never)]
    pub(super) fn pay(&self, city: &City) -> Left<N> {
        let [singles, doubles, permanents] =
            [city.hand.singles, city.hand.doubles, city.permanents].map(Amounts::numbers);
        let mut left = Left { is_paid: [false; N], symbols: [[0; N]; 5], doubles: [0; N], ingenuity: [0; N] };
        let mut short = [0u8; N];
        for resource in 0..5 {
            for offer in 0..N {
                let due = self.cost[resource][offer].saturating_sub(permanents[resource]);
                let singles = self.singles[resource][offer].saturating_add(singles[resource]);
                let doubles = self.doubles[resource][offer].saturating_add(doubles[resource]);
                let double = doubles.min(due / 2);
                let rest = due.saturating_sub(double).saturating_sub(double);
                let single = singles.min(rest);
                let rest = rest.saturating_sub(single);
                let more = rest.min(doubles.saturating_sub(double));
                let doubles = doubles.saturating_sub(double).saturating_sub(more);
                let symbols = singles.saturating_sub(single).saturating_add(doubles).saturating_add(doubles);
                left.symbols[resource][offer] = symbols.min(MOST_SYMBOLS);
                left.doubles[offer] = left.doubles[offer].saturating_add(doubles);
                short[offer] = short[offer].saturating_add(rest.saturating_sub(more));
            }
        }
        for offer in 0..N {
            let ingenuity = self.ingenuity[offer].saturating_add(city.hand.ingenuity);
            left.is_paid[offer] = short[offer] <= ingenuity;
            left.ingenuity[offer] = ingenuity.saturating_sub(short[offer]);
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use point_city::{Cards, Kind, Resource, TokenSet};

    use super::*;
    use crate::point_city::city::Hand;

    /// Everything that may be due of a resource in a game, from every number of its cards.
    #[test]
    fn payments_of_a_lot_are_those_that_are_made_one_by_one() {
        const OFFERS: usize = 16;
        for case in 0..12 * 8 * 4 * 3u16 {
            let [singles, doubles, permanents, ingenuity] =
                [case % 12, case / 12 % 8, case / 96 % 4, case / 384].map(|number| number as u8);
            for (place, resource) in Resource::ALL.into_iter().enumerate() {
                let next = Resource::ALL[(place + 1) % 5];
                let mut cards = Cards::of(Kind::INGENUITY, ingenuity);
                cards.set(Kind::single(resource), singles);
                cards.set(Kind::double(resource), doubles);
                cards.set(Kind::double(next), 1);
                let permanents = Amounts::only(resource, permanents);
                let city = City { hand: Hand::from(&cards), permanents, tokens: TokenSet::EMPTY, printed: 0 };
                let costs: Vec<Amounts> = (0..OFFERS)
                    .map(|number| Amounts::only(resource, number as u8) + Amounts::only(next, 1))
                    .collect();
                let left = Lot::<OFFERS>::of(costs.iter().copied()).pay(&city);
                for (offer, cost) in costs.into_iter().enumerate() {
                    let pay = city.hand.payment(cost.less(permanents));
                    assert_eq!(left.is_paid[offer], pay.is_some(), "{cost} from {cards}");
                    let Some(pay) = pay else { continue };
                    let hand = city.hand.less(pay);
                    let symbols = hand.symbols().numbers().map(|symbols| symbols.min(MOST_SYMBOLS));
                    let left = left.resources(offer);
                    assert_eq!(left.symbols, symbols, "{cost} from {cards}");
                    assert_eq!(left.doubles, hand.doubles.sum(), "{cost} from {cards}");
                    assert_eq!(left.ingenuity, hand.ingenuity, "{cost} from {cards}");
                }
            }
        }
    }
}
