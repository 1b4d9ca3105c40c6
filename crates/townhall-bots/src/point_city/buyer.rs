//! A seat that takes cards of the market.

use point_city::{Amounts, Cell, Kind, Market, Move, Pair, Size, Table, Token, TokenSet};
use tabletop::Seat;

use super::{
    city::{City, Gain},
    lot::{Left, Lot},
    value::{Future, Resources, Value, row},
};

/// The number of pairs of cells that share an edge.
pub(super) const PAIR_COUNT: usize = 24;

/// The pairs of cells that share an edge.
pub(super) static PAIRS: [Pair; PAIR_COUNT] = {
    const FIRST: Pair = Pair::new(Cell::ALL[0], Cell::ALL[1]).expect("two cells");
    let (mut pairs, mut found) = ([FIRST; PAIR_COUNT], 0);
    let mut number = 0;
    while number < Cell::COUNT * Cell::COUNT {
        let (a, b) = (number / Cell::COUNT, number % Cell::COUNT);
        if let Some(pair) = Pair::new(Cell::ALL[a], Cell::ALL[b]) {
            if a < b && pair.shares_edge() {
                pairs[found] = pair;
                found += 1;
            }
        }
        number += 1;
    }
    pairs
};

/// A seat that takes cards, and values its city by the turns that it then has left.
pub(super) struct Buyer<'a> {
    future: &'a Future,
    pub(super) city: City,
    open: TokenSet,
    row: [u8; 5],
    /// The values of its tokens.
    tokens: [f32; Size::MOST_TOKENS],
}

impl<'a> Buyer<'a> {
    pub(super) fn new(value: &'a Value, table: &Table, seat: Seat, turns: usize) -> Self {
        let future = value.with_left(turns);
        let city = City::from(table.area(seat));
        let mut tokens = [0.0; Size::MOST_TOKENS];
        for (worth, token) in tokens.iter_mut().zip(city.tokens.iter()) {
            *worth = future.of_token(token, city.permanents, city.hand.ingenuity);
        }
        Self { future, city, open: table.open_tokens(), row: row(city.permanents), tokens }
    }

    /// The value of its city as it is.
    pub(super) fn now(&self) -> f32 {
        self.future.of(&self.city)
    }

    /// The value of its city with more resource cards.
    pub(super) fn with(&self, cards: impl IntoIterator<Item = Kind>) -> f32 {
        self.future.of(&cards.into_iter().fold(self.city, City::with))
    }

    /// For each of [`PAIRS`], the value of its city after taking it; [`f32::MIN`] if it can't pay. The lots are the pairs of
    /// cells side by side, and those of one below the other.
    pub(super) fn worths(&self, market: &Market, lots: &[Lot; 2]) -> [f32; PAIR_COUNT] {
        let left = lots.each_ref().map(|lot| lot.pay(&self.city));
        let mut worths = [f32::MIN; PAIR_COUNT];
        for (worth, pair) in worths.iter_mut().zip(&PAIRS) {
            let [one, other] = pair.cells();
            let left = &left[usize::from(other.index() > one.index() + 1)];
            if !left.is_paid[one.index()] {
                continue;
            }
            if let (Some(this), Some(that)) = (market.face(one), market.face(other)) {
                *worth = self.worth(left, one.index(), &(Gain::of(this) + Gain::of(that)));
            }
        }
        worths
    }

    /// The value of its city after it takes an offer of a lot and pays, with the best of the open tokens.
    #[inline(always)]
    pub(super) fn worth(&self, left: &Left, offer: usize, gain: &Gain) -> f32 {
        let permanents = self.city.permanents + gain.permanents;
        let is_same = gain.permanents.is_zero();
        let resources = Resources {
            row: if is_same { self.row } else { row(permanents) },
            symbols: left.symbols.each_ref().map(|symbols| symbols[offer]),
            doubles: left.doubles[offer],
            ingenuity: left.ingenuity[offer],
        };
        let value = self.future.of_resources(self.city.printed + gain.printed, &resources);
        if is_same && gain.civics == 0 && resources.ingenuity == self.city.hand.ingenuity {
            return self.tokens[..self.city.tokens.len()].iter().fold(value, |value, token| value + token);
        }
        let taken = match gain.civics {
            0 => TokenSet::EMPTY,
            civics => self.best_tokens(civics, permanents, resources.ingenuity),
        };
        self.future.with_tokens(value, self.city.tokens.union(taken), permanents, resources.ingenuity)
    }

    /// The best of the open tokens for a city with these permanent resources and ingenuity cards, at most so many.
    fn best_tokens(&self, most: u8, permanents: Amounts, ingenuity: u8) -> TokenSet {
        let mut taken = TokenSet::EMPTY;
        for _ in 0..most {
            let mut best: Option<(f32, Token)> = None;
            for token in self.open.minus(taken).iter() {
                let worth = self.future.of_token(token, permanents, ingenuity);
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, token));
                }
            }
            taken = best.map_or(taken, |(_, token)| taken.with(token));
        }
        taken
    }

    /// The value of its city after it takes cards, computed step by step; `None` if it can't pay.
    #[cfg(test)]
    pub(super) fn plain_worth(&self, gain: &Gain) -> Option<f32> {
        let mut city = City {
            hand: self.city.hand + gain.hand,
            permanents: self.city.permanents + gain.permanents,
            tokens: self.city.tokens,
            printed: self.city.printed + gain.printed,
        };
        city.hand = city.hand.less(city.hand.payment(gain.cost.less(self.city.permanents))?);
        for _ in 0..gain.civics {
            let worth = |token| self.future.of_token(token, city.permanents, city.hand.ingenuity);
            let open: Vec<Token> = self.open.minus(city.tokens).iter().collect();
            // The first of the best.
            let best = open.into_iter().rev().max_by(|&one, &other| worth(one).total_cmp(&worth(other)));
            city.tokens = best.map_or(city.tokens, |token| city.tokens.with(token));
        }
        Some(self.future.of(&city))
    }

    /// The move that takes a pair; `None` if it can't pay.
    pub(super) fn take(&self, market: &Market, pair: Pair) -> Option<Move> {
        let [one, other] = pair.cells().map(|cell| market.face(cell).map(Gain::of));
        let gain = one? + other?;
        let hand = self.city.hand + gain.hand;
        let pay = hand.payment(gain.cost.less(self.city.permanents))?;
        let (permanents, ingenuity) = (self.city.permanents + gain.permanents, hand.less(pay).ingenuity);
        let tokens = self.best_tokens(gain.civics, permanents, ingenuity);
        Some(Move::Take { pair, pay: pay.cards(), tokens })
    }
}

#[cfg(test)]
mod tests {
    use tabletop::Seat;

    use super::*;
    use crate::point_city::{policy::tests::for_each_position, value::VALUE};

    #[test]
    fn worths_are_those_of_the_plain_computation() {
        let mut paid = 0;
        for_each_position(|state| {
            let table = state.table();
            let lots = [1, 4].map(|step| Lot::pairs(table.market(), step));
            for seat in Seat::all(table.seats()) {
                for turns in [0, 5, 16] {
                    let buyer = Buyer::new(&VALUE, table, seat, turns);
                    for (worth, pair) in buyer.worths(table.market(), &lots).into_iter().zip(PAIRS) {
                        let [one, other] = pair.cells().map(|cell| table.market().face(cell).map(Gain::of));
                        let gain = one.zip(other).map(|(one, other)| one + other);
                        let plain = gain.and_then(|gain| buyer.plain_worth(&gain));
                        assert_eq!(worth, plain.unwrap_or(f32::MIN), "{pair}");
                        paid += usize::from(plain.is_some());
                    }
                }
            }
        });
        assert!(paid > 10_000, "{paid} takes");
    }
}
