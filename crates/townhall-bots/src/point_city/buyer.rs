//! A seat that takes cards of the market.

use std::cell::Cell as Slot;

use point_city::{Amounts, Cell, Kind, Market, Move, Pair, Size, Table, Token, TokenSet};
use tabletop::Seat;

use super::{
    city::{City, Gain},
    lot::MarketLot,
    value::{Future, Resources, Row, Value},
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

/// A set of [`PAIRS`], as a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PairSet(pub(super) u32);

impl PairSet {
    /// All pairs.
    pub(super) const ALL: Self = Self((1 << PAIR_COUNT) - 1);

    /// The pairs with at least one of these cells.
    #[inline]
    pub(super) fn touching(cells: impl Iterator<Item = Cell>) -> Self {
        static TOUCHING: [u32; Cell::COUNT] = {
            let mut touching = [0; Cell::COUNT];
            let mut pair = 0;
            while pair < PAIR_COUNT {
                let [one, other] = PAIRS[pair].cells();
                touching[one.index()] |= 1 << pair;
                touching[other.index()] |= 1 << pair;
                pair += 1;
            }
            touching
        };
        Self(cells.fold(0, |pairs, cell| pairs | TOUCHING[cell.index()]))
    }

    /// The indices of the pairs in [`PAIRS`].
    #[inline]
    pub(super) fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let first = self.0.trailing_zeros() as usize;
            self.0 &= self.0.wrapping_sub(1);
            (first < PAIR_COUNT).then_some(first)
        })
    }
}

/// The best tokens that a buyer found last, and the numbers on which they depend.
#[derive(Clone, Copy)]
struct Best {
    most: u8,
    ingenuity: u8,
    permanents: Amounts,
    tokens: TokenSet,
}

impl Best {
    /// The best of no tokens, for which no buyer looks.
    const OF_NONE: Self = Self { most: 0, ingenuity: 0, permanents: Amounts::ZERO, tokens: TokenSet::EMPTY };
}

/// A seat that takes cards, and values its city by the turns that it then has left.
pub(super) struct Buyer<'a> {
    future: &'a Future,
    pub(super) city: City,
    open: TokenSet,
    /// The values of its resources, by the symbols.
    rows: [&'a Row; 5],
    /// The values of its tokens.
    tokens: [f32; Size::MOST_TOKENS],
    /// Results of [`Buyer::best_tokens`], at the place of the number of ingenuity cards modulo 4. Each is right for the
    /// numbers in it.
    bests: [Slot<Best>; 4],
}

impl<'a> Buyer<'a> {
    pub(super) fn new(value: &'a Value, table: &Table, seat: Seat, turns: usize) -> Self {
        let future = value.with_left(turns);
        let city = City::from(table.area(seat));
        let mut tokens = [0.0; Size::MOST_TOKENS];
        for (worth, token) in tokens.iter_mut().zip(city.tokens.iter()) {
            *worth = future.of_token(token, city.permanents, city.hand.ingenuity);
        }
        Self {
            future,
            city,
            open: table.open_tokens(),
            rows: future.rows(city.permanents),
            tokens,
            bests: [const { Slot::new(Best::OF_NONE) }; 4],
        }
    }

    /// The tokens of which it takes the best.
    #[inline]
    pub(super) fn open(&self) -> TokenSet {
        self.open
    }

    /// The values of its city with the turns that it then has left.
    pub(super) fn future(&self) -> &'a Future {
        self.future
    }

    /// The value of its city as it is.
    pub(super) fn now(&self) -> f32 {
        self.worth(&(&self.city.hand).into(), &Gain::NOTHING)
    }

    /// The value of its city with more resource cards.
    #[inline]
    pub(super) fn with(&self, cards: impl IntoIterator<Item = Kind>) -> f32 {
        let hand = cards.into_iter().fold(self.city, City::with).hand;
        self.worth(&(&hand).into(), &Gain::NOTHING)
    }

    /// Computes the value of its city after taking each of these pairs; [`f32::MIN`] if it can't take it.
    pub(super) fn weigh(
        &self,
        market: &Market,
        lot: &MarketLot,
        pairs: PairSet,
        worths: &mut [f32; PAIR_COUNT],
    ) {
        /// The number of each pair in a [`MarketLot`].
        static OFFERS: [u8; PAIR_COUNT] = {
            let mut offers = [0; PAIR_COUNT];
            let mut pair = 0;
            while pair < PAIR_COUNT {
                let [one, other] = PAIRS[pair].cells();
                let is_below = other.index() > one.index() + 1;
                offers[pair] = (one.index() + if is_below { Cell::COUNT } else { 0 }) as u8;
                pair += 1;
            }
            offers
        };
        let left = lot.pay(&self.city);
        let faces = market.faces();
        for pair in pairs.iter() {
            let offer = usize::from(OFFERS[pair]) % (2 * Cell::COUNT);
            worths[pair] = if left.is_paid[offer] {
                let [one, other] = PAIRS[pair].cells().map(|cell| Gain::of(faces[cell.index()]));
                self.worth(&left.resources(offer), &(one + other))
            } else {
                f32::MIN
            };
        }
        if market.count() < Cell::COUNT {
            let gaps = Cell::ALL.into_iter().filter(|&cell| market.face(cell).is_none());
            PairSet::touching(gaps).iter().for_each(|pair| worths[pair] = f32::MIN);
        }
    }

    /// The value of its city after a gain, with these resource cards and the best of the open tokens.
    #[inline(always)]
    pub(super) fn worth(&self, cards: &Resources, gain: &Gain) -> f32 {
        let is_same = gain.permanents.is_zero();
        let permanents = self.city.permanents + gain.permanents;
        let printed = self.city.printed + gain.printed;
        let value = if is_same {
            self.future.of_resources(printed, &self.rows, cards)
        } else {
            self.future.of_resources(printed, &self.future.rows(permanents), cards)
        };
        if gain.civics == 0
            && (self.city.tokens.is_empty() || is_same && cards.ingenuity == self.city.hand.ingenuity)
        {
            return self.tokens[..self.city.tokens.len()].iter().fold(value, |value, token| value + token);
        }
        let taken = match gain.civics {
            0 => TokenSet::EMPTY,
            civics => self.best_tokens(civics, permanents, cards.ingenuity),
        };
        self.future.with_tokens(value, self.city.tokens.union(taken), permanents, cards.ingenuity)
    }

    /// The best of the open tokens for a city with these permanent resources and ingenuity cards, at most so many.
    #[inline]
    fn best_tokens(&self, most: u8, permanents: Amounts, ingenuity: u8) -> TokenSet {
        let slot = &self.bests[usize::from(ingenuity) % 4];
        let best = slot.get();
        if (best.most, best.ingenuity, best.permanents) == (most, ingenuity, permanents) {
            return best.tokens;
        }
        let tokens = self.look_for_tokens(most, permanents, ingenuity);
        slot.set(Best { most, ingenuity, permanents, tokens });
        tokens
    }

    #[inline(never)]
    fn look_for_tokens(&self, most: u8, permanents: Amounts, ingenuity: u8) -> TokenSet {
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
            let lot = MarketLot::pairs(table.market());
            for seat in Seat::all(table.seats()) {
                for turns in [0, 5, 16] {
                    let buyer = Buyer::new(&VALUE, table, seat, turns);
                    assert_eq!(buyer.now(), VALUE.with_left(turns).of(&buyer.city));
                    for kind in Kind::ALL {
                        assert_eq!(buyer.with([kind]), VALUE.with_left(turns).of(&buyer.city.with(kind)));
                    }
                    let mut worths = [0.0; PAIR_COUNT];
                    buyer.weigh(table.market(), &lot, PairSet::ALL, &mut worths);
                    for (worth, pair) in worths.into_iter().zip(PAIRS) {
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
