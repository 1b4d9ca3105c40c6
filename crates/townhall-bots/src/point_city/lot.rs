//! Paying for sixteen offers at once.
#![allow(clippy::needless_range_loop, reason = "an offer is an index of many arrays")]

use point_city::{Amounts, Market};

use super::{city::City, value::MOST_SYMBOLS};

/// How many offers there are in a lot.
pub(super) const LOT: usize = 16;

/// A number for each offer of a lot. Processors add or compare all of them in one instruction.
type Lane = [u8; LOT];

/// The costs of sixteen offers of cards, and the resource cards among them.
#[derive(Clone, Copy)]
pub(super) struct Lot {
    /// For each resource the cost.
    cost: [Lane; 5],
    /// For each resource the singles.
    singles: [Lane; 5],
    /// For each resource the doubles.
    doubles: [Lane; 5],
    /// The ingenuity cards.
    ingenuity: Lane,
}

/// The rest of a city's resources after it takes one of sixteen offers.
pub(super) struct Left {
    /// Whether it can pay. If not, the other numbers have no meaning.
    pub(super) is_paid: [bool; LOT],
    /// For each resource the symbols, at most [`MOST_SYMBOLS`].
    pub(super) symbols: [Lane; 5],
    /// The doubles of all resources.
    pub(super) doubles: Lane,
    /// The ingenuity cards.
    pub(super) ingenuity: Lane,
}

impl Lot {
    const NOTHING: Self =
        Self { cost: [[0; LOT]; 5], singles: [[0; LOT]; 5], doubles: [[0; LOT]; 5], ingenuity: [0; LOT] };

    /// Offers of cards that cost so much, at most sixteen.
    pub(super) fn of(costs: impl Iterator<Item = Amounts>) -> Self {
        let mut lot = Self::NOTHING;
        for (offer, cost) in costs.enumerate().take(LOT) {
            for (lane, number) in lot.cost.iter_mut().zip(cost.numbers()) {
                lane[offer] = number;
            }
        }
        lot
    }

    /// The pairs of each cell of the market and the one whose index is higher by `step`. They have no meaning for gaps and
    /// beyond the last column or row.
    // Here and below, inlining would show the compiler the single numbers, and it would no longer take sixteen at once.
    #[inline(never)]
    pub(super) fn pairs(market: &Market, step: usize) -> Self {
        let mut lot = Self::NOTHING;
        let needs = |resource: usize| {
            let needs = &market.needs()[16 * resource..];
            (&needs[..LOT], &needs[step..][..LOT])
        };
        for resource in 0..5 {
            let (one, other) = needs(resource);
            for offer in 0..LOT {
                let (one, other) = (one[offer], other[offer]);
                lot.cost[resource][offer] = (one.max(0) + other.max(0)) as u8;
                lot.singles[resource][offer] = u8::from(one == -1) + u8::from(other == -1);
                lot.doubles[resource][offer] = u8::from(one == -2) + u8::from(other == -2);
            }
        }
        let (one, other) = needs(5);
        for offer in 0..LOT {
            lot.ingenuity[offer] = (-one[offer] - other[offer]) as u8;
        }
        lot
    }

    /// Pays for each of the offers from a city, as [`Hand::payment`](super::city::Hand::payment) does.
    #[inline(never)]
    pub(super) fn pay(&self, city: &City) -> Left {
        let [singles, doubles, permanents] =
            [city.hand.singles, city.hand.doubles, city.permanents].map(Amounts::numbers);
        let mut left =
            Left { is_paid: [false; LOT], symbols: [[0; LOT]; 5], doubles: [0; LOT], ingenuity: [0; LOT] };
        let mut short = [0u8; LOT];
        for resource in 0..5 {
            for offer in 0..LOT {
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
        for offer in 0..LOT {
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
    fn sixteen_payments_are_those_that_are_made_one_by_one() {
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
                let costs: Vec<Amounts> = (0..LOT)
                    .map(|number| Amounts::only(resource, number as u8) + Amounts::only(next, 1))
                    .collect();
                let left = Lot::of(costs.iter().copied()).pay(&city);
                for (offer, cost) in costs.into_iter().enumerate() {
                    let pay = city.hand.payment(cost.less(permanents));
                    assert_eq!(left.is_paid[offer], pay.is_some(), "{cost} from {cards}");
                    let Some(pay) = pay else { continue };
                    let hand = city.hand.less(pay);
                    let symbols = hand.symbols().numbers().map(|symbols| symbols.min(MOST_SYMBOLS));
                    assert_eq!(left.symbols.map(|symbols| symbols[offer]), symbols, "{cost} from {cards}");
                    assert_eq!(left.doubles[offer], hand.doubles.sum(), "{cost} from {cards}");
                    assert_eq!(left.ingenuity[offer], hand.ingenuity, "{cost} from {cards}");
                }
            }
        }
    }
}
