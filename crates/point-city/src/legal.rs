//! Legal moves: counting them, going through them, and choosing one at random.

use tabletop::random::{Rng, below};

use crate::{
    Amounts, Area, Cards, Cell, Face, Kind, Move, Pair, Table, TokenSet,
    amounts::{subtract, sum},
    card::{CardId, Gives},
    face::FACES,
    payment::{Bill, MOST_DOUBLES, MOST_SINGLES, SINGLE},
};

/// What a face means for paying: a byte for each resource, and one more.
#[derive(Clone, Copy)]
struct Weight {
    /// What it costs; in the sixth byte 1 for the civic symbol.
    cost: u64,
    /// The symbols that it gives; in the sixth byte ingenuity.
    pool: u64,
    /// The rows of the table of payments that it leads further.
    rows: u64,
}

/// Where the sixth byte begins.
const SIXTH: u32 = 40;

static WEIGHTS: [Weight; FACES] = {
    let mut weights = [Weight { cost: 0, pool: 0, rows: 0 }; FACES];
    let mut i = 0;
    while i < CardId::COUNT {
        let card = CardId::ALL[i];
        let civic = matches!(card.gives(), Gives::Token) as u64;
        weights[Face::building(card).index()].cost = card.cost().lanes() | civic << SIXTH;
        i += 1;
    }
    i = 0;
    while i < Kind::COUNT {
        let kind = Kind::ALL[i];
        let weight = &mut weights[Face::resource(kind).index()];
        match kind.resource() {
            None => weight.pool = 1 << SIXTH,
            Some(resource) => {
                let row = if kind.symbols() == 1 { SINGLE } else { 1 };
                weight.pool = Amounts::only(resource, kind.symbols()).lanes();
                weight.rows = Amounts::only(resource, row as u8).lanes();
            }
        }
        i += 1;
    }
    weights
};

/// What a seat can pay with, laid out for speed.
struct Purse {
    permanents: u64,
    pool: u64,
    rows: u64,
    /// In how many ways tokens can be taken for none, one and two civic buildings.
    token_ways: [u32; 3],
}

impl Purse {
    #[inline]
    fn new(area: &Area, open: TokenSet) -> Self {
        let (singles, doubles) = (area.cards.singles(), area.cards.doubles());
        let ingenuity = u64::from(area.cards.get(Kind::INGENUITY));
        let open = open.len() as u32;
        Self {
            permanents: area.permanents.lanes(),
            pool: (singles + 2 * doubles) | ingenuity << SIXTH,
            rows: at_most(singles, MOST_SINGLES) * SINGLE as u64 + at_most(doubles, MOST_DOUBLES),
            token_ways: [1, open.max(1), (open * open.saturating_sub(1) / 2).max(1)],
        }
    }

    /// The bill for two faces and how many of them are civic; none if it can't be paid.
    #[inline]
    fn bill(&self, a: Face, b: Face) -> Option<(Bill, usize)> {
        let (a, b) = (&WEIGHTS[a.index()], &WEIGHTS[b.index()]);
        let due = subtract(a.cost + b.cost, self.permanents);
        let pool = self.pool + a.pool + b.pool;
        let ingenuity = (pool >> SIXTH) as u32;
        let payable = u32::from(sum(subtract(due, pool))) <= ingenuity;
        let rows = self.rows + a.rows + b.rows;
        let bill = Bill { due: due & ((1 << SIXTH) - 1), rows, ingenuity };
        payable.then_some((bill, (due >> SIXTH) as usize))
    }
}

/// Each byte, but at most so much.
#[inline]
const fn at_most(lanes: u64, most: usize) -> u64 {
    lanes - subtract(lanes, most as u64 * 0x01_0101_0101)
}

/// The pairs that share an edge and hold a card each, by their first cell, a bit each: first those
/// where the second is to the right, then those where it is below.
struct Pairs {
    /// Both are resources.
    free: [u16; 2],
    /// One at least is a building.
    paid: [u16; 2],
}

/// How far it is to the cell on the right and the one below.
const STEPS: [u32; 2] = [1, 4];
/// The cells that have one on the right.
const NOT_LAST_COLUMN: u16 = 0x7777;

impl Pairs {
    #[inline]
    fn of(table: &Table) -> Self {
        let resources = table.market.resources();
        let cards = resources | table.market.buildings();
        let both = |set: u16| [set & set >> STEPS[0] & NOT_LAST_COLUMN, set & set >> STEPS[1]];
        let (free, all) = (both(resources), both(cards));
        Self { free, paid: [all[0] & !free[0], all[1] & !free[1]] }
    }
}

impl Table {
    /// The cards that may be turned now, a bit each.
    #[inline]
    fn flips(&self) -> u16 {
        if self.flipped { 0 } else { self.market.flips() }
    }

    /// Whether the top two cards of the deck may be taken.
    #[inline]
    pub(crate) const fn may_draw(&self) -> bool {
        self.deck_left() >= 2
    }

    /// What is due for a pair after the permanent resources, and what there is to pay with: the
    /// cards in front of the seat that is to act and those of the pair.
    pub(crate) fn due(&self, pair: Pair) -> (Amounts, Cards) {
        let area = &self.areas[usize::from(self.to_act)];
        let mut cost = Amounts::ZERO;
        let mut cards = area.cards;
        for face in pair.cells().map(|cell| self.market.at(cell)) {
            cost += face.card().map_or(Amounts::ZERO, CardId::cost);
            face.kind().into_iter().for_each(|kind| cards.push(kind));
        }
        (cost.less(area.permanents), cards)
    }

    /// Calls `each` with every legal move of the seat that is to act, each once: flips, then
    /// pairs, then `draw`; a pair's payments in their order, and for each the tokens.
    pub(crate) fn for_each_move(&self, mut each: impl FnMut(Move)) {
        if self.is_over() {
            return;
        }
        if let Some(mv) = self.city_move() {
            return each(mv);
        }
        bits(self.flips()).for_each(|cell| each(Move::Flip(Cell::ALL[cell as usize])));
        let mut stuck = true;
        self.for_each_take(|mv| {
            stuck = false;
            each(mv);
        });
        if self.may_draw() {
            each(Move::Draw);
        } else if stuck {
            each(Move::Pass);
        }
    }

    fn for_each_take(&self, mut each: impl FnMut(Move)) {
        let purse = Purse::new(&self.areas[usize::from(self.to_act)], self.open);
        let pairs = Pairs::of(self);
        for (i, step) in STEPS.into_iter().enumerate() {
            for first in bits(pairs.free[i] | pairs.paid[i]) {
                let pair = Pair::stepping(first, step);
                let [a, b] = pair.cells().map(|cell| self.market.at(cell));
                let Some((bill, civics)) = purse.bill(a, b) else { continue };
                bill.for_each(|pay| {
                    for number in 0..purse.token_ways[civics] {
                        let tokens = nth_tokens(self.open, civics, number);
                        each(Move::Take { pair, pay, tokens });
                    }
                });
            }
        }
    }

    /// A legal move of the seat that is to act, each as likely as any other.
    pub(crate) fn random_move<R: Rng>(&self, rng: &mut R) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        if self.variant.is_solo()
            && let Some(mv) = self.city_move()
        {
            return Some(mv);
        }
        let purse = Purse::new(&self.areas[usize::from(self.to_act)], self.open);
        let pairs = Pairs::of(self);

        let mut paid = [(0u32, 0u32, 0u32); 24];
        let mut found = 0;
        let mut sum = 0;
        for (i, step) in STEPS.into_iter().enumerate() {
            for first in bits(pairs.paid[i]) {
                let [a, b] = Pair::stepping(first, step).cells().map(|cell| self.market.at(cell));
                if let Some((bill, civics)) = purse.bill(a, b) {
                    sum += bill.count() * purse.token_ways[civics];
                    paid[found] = (sum, first, step);
                    found += 1;
                }
            }
        }

        let flips = self.flips();
        let free = pairs.free.map(u16::count_ones);
        let draws = u32::from(self.may_draw());
        let total = sum + flips.count_ones() + free[0] + free[1] + draws;
        if total == 0 {
            return Some(Move::Pass);
        }

        let mut number = below(rng, total);
        if number < sum {
            let place = paid[..found].iter().position(|&(upto, ..)| number < upto)?;
            number -= if place == 0 { 0 } else { paid[place - 1].0 };
            let (_, first, step) = paid[place];
            let pair = Pair::stepping(first, step);
            let [a, b] = pair.cells().map(|cell| self.market.at(cell));
            let (bill, civics) = purse.bill(a, b)?;
            let ways = purse.token_ways[civics];
            let (payment, tokens) = if civics == 0 { (number, 0) } else { (number / ways, number % ways) };
            let pay = bill.nth(payment);
            return Some(Move::Take { pair, pay, tokens: nth_tokens(self.open, civics, tokens) });
        }
        number -= sum;
        for (set, step) in pairs.free.into_iter().zip(STEPS) {
            if number < set.count_ones() {
                return Some(Move::take(Pair::stepping(nth_bit(set, number), step)));
            }
            number -= set.count_ones();
        }
        if number < flips.count_ones() {
            return Some(Move::Flip(Cell::ALL[nth_bit(flips, number) as usize]));
        }
        Some(Move::Draw)
    }
}

/// The tokens for so many civic buildings, in the way that `number` others come before.
#[inline]
fn nth_tokens(open: TokenSet, civics: usize, mut number: u32) -> TokenSet {
    if civics == 0 || open.is_empty() {
        return TokenSet::EMPTY;
    }
    if civics == 1 || open.len() == 1 {
        return TokenSet::EMPTY.with(open.nth(number));
    }
    let mut second = 1;
    while number >= second {
        number -= second;
        second += 1;
    }
    TokenSet::EMPTY.with(open.nth(number)).with(open.nth(second))
}

/// The places of the bits that are set, lowest first.
#[inline]
fn bits(mut set: u16) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let first = set.trailing_zeros();
            set &= set - 1;
            first
        })
    })
}

/// The place of the bit that `number` other set bits are below.
#[inline]
fn nth_bit(mut set: u16, number: u32) -> u32 {
    for _ in 0..number {
        set &= set - 1;
    }
    set.trailing_zeros()
}
