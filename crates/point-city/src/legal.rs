//! Legal moves: counting them, listing them, and drawing one at random.
//!
//! Search bots play random games, so [`Table::random_move`] is the hot spot of the crate. It draws uniformly without
//! listing: it counts the payments of every pair with a few additions and multiplications (see [`Bill`]), draws a
//! number, and builds only the move with that number. In random games of two players a decision takes 0.8 µs. With a
//! list of all legal moves it would take 3.8 µs (one thread, release build).

use tabletop::random::{Rng, below};

use crate::{
    Amounts, Area, Cards, Cell, Face, Kind, Market, Move, Pair, Table, TokenSet,
    amounts::{BYTES, subtract},
    card::CardId,
    data::Gives,
    face::FACES,
    market::Needs,
    payment::{Bill, LANE, MOST_DOUBLES, MOST_SINGLES, NOTHING, ROW, SINGLE},
};

/// The weight of each face for payments. The lanes of a [`Bill`] have the cost of a building, or the number of rows by
/// which a resource advances in the table of payments. The bits above them have [`CIVIC`] or [`INGENUITY`].
static WEIGHTS: [u64; FACES] = {
    let mut weights = [0; FACES];
    let mut i = 0;
    while i < CardId::COUNT {
        let card = CardId::ALL[i];
        let civic = matches!(card.gives(), Gives::Token) as u64;
        weights[Face::building(card).index()] = widen(card.cost().lanes()) | civic << CIVIC;
        i += 1;
    }
    i = 0;
    while i < Kind::COUNT {
        let kind = Kind::ALL[i];
        weights[Face::resource(kind).index()] = match kind.resource() {
            None => 1 << INGENUITY,
            Some(resource) => {
                let row = if kind.symbols() == 1 { SINGLE } else { 1 };
                ((ROW * row) as u64) << (LANE * resource as u32)
            }
        };
        i += 1;
    }
    weights
};

/// The position of the two bits of a weight that count the civic symbols.
const CIVIC: u32 = 5 * LANE;
/// The position of the two bits of a weight that count ingenuity.
const INGENUITY: u32 = CIVIC + 2;

/// Spreads five bytes to the lanes of a [`Bill`].
#[inline]
const fn widen(bytes: u64) -> u64 {
    let lanes = bytes & 0xFFFF_FFFF | (bytes & 0xFF_0000_0000) << 16;
    let lanes = lanes & 0xFF_0000_0000_FFFF | (lanes & 0xFFFF_0000) << 8;
    lanes & 0xFF_0000_FF00_00FF | (lanes & 0xFF_0000_FF00) << 4
}

/// The means of payment of a seat, in a form that makes counting payments fast.
pub(crate) struct PaymentContext {
    /// The places of a [`Bill`] in which nothing is due, for the seat's cards and permanent resources.
    places: u64,
    pub(crate) ingenuity: u32,
    /// The symbols of its cards and permanent resources, and ingenuity after them.
    have: [i8; 8],
    /// The number of ways to take tokens for 0, 1 and 2 civic buildings. The last entry is unused.
    token_ways: [u32; 4],
}

impl PaymentContext {
    #[inline]
    fn new(area: &Area, open: TokenSet) -> Self {
        let (singles, doubles) = (area.cards.singles(), area.cards.doubles());
        let permanents = area.permanents.lanes();
        let ingenuity = area.cards.get(Kind::INGENUITY);
        let rows = at_most(singles, MOST_SINGLES) * SINGLE as u64 + at_most(doubles, MOST_DOUBLES);
        let have = (permanents + singles + 2 * doubles) | u64::from(ingenuity) << 40;
        let open = open.len() as u32;
        Self {
            places: ROW as u64 * widen(rows) + widen(subtract(NOTHING as u64 * BYTES, permanents)),
            ingenuity: u32::from(ingenuity),
            have: have.to_le_bytes().map(|number| number as i8),
            token_ways: [1, open.max(1), (open * open.saturating_sub(1) / 2).max(1), 1],
        }
    }

    /// Returns the bill for two faces, and the number of civic ones among them.
    #[inline]
    pub(crate) fn bill(&self, a: Face, b: Face) -> (Bill, usize) {
        let places = self.places + WEIGHTS[a.index()] + WEIGHTS[b.index()];
        let ingenuity = self.ingenuity + (places >> INGENUITY) as u32;
        (Bill { places, ingenuity }, (places >> CIVIC) as usize & 3)
    }

    /// Returns the set of pairs that can be paid. For pairs with a gap the result has no meaning.
    #[inline]
    pub(crate) fn payable(&self, market: &Market) -> Pairs {
        let [right, below] = margins(market.needs(), self.have).map(negative);
        Pairs(u32::from(right) | u32::from(below) << 16)
    }
}

/// Returns for each cell whether its card can be paid together with the one on the right, and with the one below. A
/// negative number means that it can.
///
/// All cells are computed at once, resource by resource. The symbols of a resource of the pair are subtracted before
/// the permanent resources. The order makes no difference to the shortage.
// If this were inlined, the compiler would see through the arrays and would no longer take 16 bytes at once.
#[inline(never)]
fn margins(needs: &Needs, have: [i8; 8]) -> [[i8; 16]; 2] {
    let mut margins = [[0; 16]; 2];
    for (margin, step) in margins.iter_mut().zip([1, 4]) {
        for resource in 0..5 {
            let (a, b) = (&needs[16 * resource..][..16], &needs[16 * resource + step..][..16]);
            for i in 0..16 {
                margin[i] += (a[i] + b[i] - have[resource]).max(0);
            }
        }
        let (a, b) = (&needs[80..][..16], &needs[80 + step..][..16]);
        for i in 0..16 {
            margin[i] += a[i] + b[i] - have[5] - 1;
        }
    }
    margins
}

/// Returns a bit mask of the negative numbers.
#[inline]
fn negative(numbers: [i8; 16]) -> u16 {
    let [low, high] = [0, 8].map(|half| {
        let signs = u64::from_le_bytes(std::array::from_fn(|i| numbers[half + i] as u8));
        // Gathers the signs of the eight bytes in the topmost byte.
        ((signs >> 7 & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
    });
    low | high << 8
}

/// Returns the minimum of each byte and a limit.
#[inline]
const fn at_most(lanes: u64, most: usize) -> u64 {
    lanes - subtract(lanes, most as u64 * BYTES)
}

/// A set of pairs that share an edge, as a bit for each pair by its first cell. The lower half has the pairs whose
/// second cell is on the right, the upper half those whose second cell is below.
#[derive(Clone, Copy)]
pub(crate) struct Pairs(pub(crate) u32);

impl Pairs {
    /// Returns the set of pairs of which both cells are in the given set of cells.
    #[inline]
    pub(crate) const fn within(cells: u16) -> Self {
        const NOT_LAST_COLUMN: u16 = 0x7777;
        let (right, below) = (cells & cells >> 1 & NOT_LAST_COLUMN, cells & cells >> 4);
        Self(right as u32 | (below as u32) << 16)
    }

    /// Returns whether a pair that shares an edge is in the set.
    pub(crate) const fn contains(self, pair: Pair) -> bool {
        let [first, second] = pair.cells();
        let below = second.index() - first.index() > 1;
        self.0 >> (first.index() + 16 * below as usize) & 1 == 1
    }

    const fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    fn iter(self) -> impl Iterator<Item = Pair> {
        bits(self.0).map(Self::pair)
    }

    #[inline]
    const fn pair(bit: u32) -> Pair {
        /// The entries of pairs that no set contains are those of neighbours.
        static PAIRS: [Pair; 32] = {
            let mut pairs = [Pair::stepping(0, 1); 32];
            let mut bit = 0;
            while bit < 32 {
                let (first, step) = if bit < 16 { (bit, 1) } else { (bit - 16, 4) };
                if first + step < 16 {
                    pairs[bit as usize] = Pair::stepping(first, step);
                }
                bit += 1;
            }
            pairs
        };
        PAIRS[bit as usize % 32]
    }
}

impl Table {
    /// Returns the cards that may be turned now, as a bit for each cell.
    #[inline]
    pub(crate) fn flips(&self) -> u16 {
        if self.flipped { 0 } else { self.market.flips() }
    }

    /// Returns the means of payment of the seat that is to act.
    #[inline]
    pub(crate) fn payment_context(&self) -> PaymentContext {
        PaymentContext::new(&self.areas[usize::from(self.to_act)], self.open)
    }

    /// Returns whether the top two cards of the deck may be taken.
    #[inline]
    pub(crate) const fn may_draw(&self) -> bool {
        self.deck_left() >= 2
    }

    /// Returns the amount that is due for a pair after the permanent resources of the seat that is to act, and the
    /// cards that it can pay with: those in front of it and those of the pair.
    ///
    /// [`for_each_payment`](crate::for_each_payment) lists the payments.
    ///
    /// ```
    /// use point_city::{Cell, Pair, Setup, State, Variant};
    /// let setup = Setup::deal(Variant::Standard, 2, &mut tabletop::Seed::from_phrase("doc").stream("x"));
    /// let mut state = State::start(&setup);
    /// state.play(setup.start(), "flip a1".parse().unwrap()).unwrap();
    /// let pair = Pair::new(Cell::at(0, 0), Cell::at(1, 0)).unwrap();
    /// let (due, cards) = state.table().due(pair);
    /// assert_eq!(due, setup.deck()[0].cost());
    /// assert_eq!(cards.count(), 2, "the starting card, and the one at b1");
    /// ```
    #[must_use]
    pub fn due(&self, pair: Pair) -> (Amounts, Cards) {
        let area = &self.areas[usize::from(self.to_act)];
        let mut cost = Amounts::ZERO;
        let mut cards = area.cards;
        for face in pair.cells().map(|cell| self.market.at(cell)) {
            cost += face.card().map_or(Amounts::ZERO, CardId::cost);
            face.kind().into_iter().for_each(|kind| cards.push(kind));
        }
        (cost.less(area.permanents), cards)
    }

    /// Calls `each` once with every legal move of the seat that is to act. Flips come first, then pairs, then `draw`.
    /// The payments of a pair are in their order, and for each payment the tokens follow.
    pub(crate) fn for_each_move(&self, mut each: impl FnMut(Move)) {
        if self.is_over() {
            return;
        }
        if let Some(mv) = self.city_move() {
            return each(mv);
        }
        bits(u32::from(self.flips())).for_each(|cell| each(Move::Flip(Cell::ALL[cell as usize])));
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
        let context = self.payment_context();
        let cards = self.market.resources() | self.market.buildings();
        for pair in Pairs::within(cards).iter() {
            let [a, b] = pair.cells().map(|cell| self.market.at(cell));
            let (bill, civics) = context.bill(a, b);
            bill.for_each(|pay| {
                for number in 0..context.token_ways[civics] {
                    let tokens = nth_tokens(self.open, civics, number);
                    each(Move::Take { pair, pay, tokens });
                }
            });
        }
    }

    /// Draws a legal move of the seat that is to act, uniformly.
    pub(crate) fn random_move<R: Rng>(&self, rng: &mut R) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        if self.variant.is_solo() {
            if let Some(mv) = self.city_move() {
                return Some(mv);
            }
        }
        let context = self.payment_context();
        // A resource of the pair may be one ingenuity more, so up to 2 cards stay within 3.
        if context.ingenuity <= 2 {
            self.choose(&context, Bill::count_with_little_ingenuity, rng)
        } else {
            self.choose(&context, Bill::count, rng)
        }
    }

    #[inline]
    fn choose<R: Rng>(
        &self,
        context: &PaymentContext,
        count: impl Fn(&Bill) -> u32,
        rng: &mut R,
    ) -> Option<Move> {
        let market = &self.market;
        let resources = market.resources();
        let free = Pairs::within(resources);
        let paid =
            Pairs(Pairs::within(resources | market.buildings()).0 & !free.0 & context.payable(market).0);

        let mut upto = [u32::MAX; 24];
        let mut sum = 0;
        for (pair, upto) in paid.iter().zip(&mut upto) {
            let [a, b] = pair.cells().map(|cell| market.at(cell));
            let (bill, civics) = context.bill(a, b);
            sum += count(&bill) * context.token_ways[civics];
            *upto = sum;
        }

        let flips = self.flips();
        let total = sum + free.count() + flips.count_ones() + u32::from(self.may_draw());
        if total == 0 {
            return Some(Move::Pass);
        }
        let mut number = below(rng, total);
        if number < sum {
            let place = upto.iter().filter(|&&upto| upto <= number).count();
            number -= if place == 0 { 0 } else { upto[place - 1] };
            let pair = Pairs::pair(nth_bit(paid.0, place as u32));
            let [a, b] = pair.cells().map(|cell| market.at(cell));
            let (bill, civics) = context.bill(a, b);
            let ways = context.token_ways[civics];
            let (payment, tokens) = if civics == 0 { (number, 0) } else { (number / ways, number % ways) };
            let pay = bill.nth(payment);
            return Some(Move::Take { pair, pay, tokens: nth_tokens(self.open, civics, tokens) });
        }
        number -= sum;
        if number < free.count() {
            return Some(Move::take(Pairs::pair(nth_bit(free.0, number))));
        }
        number -= free.count();
        if number < flips.count_ones() {
            return Some(Move::Flip(Cell::ALL[nth_bit(u32::from(flips), number) as usize]));
        }
        Some(Move::Draw)
    }
}

/// Returns the choice of tokens with the index `number` for the given number of civic buildings.
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

/// Returns the indices of the set bits, lowest first.
#[inline]
fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let first = set.trailing_zeros();
            set &= set - 1;
            first
        })
    })
}

/// Returns the index of the set bit number `number`, counted from 0 at the lowest.
#[inline]
fn nth_bit(mut set: u32, number: u32) -> u32 {
    for _ in 0..number {
        set &= set - 1;
    }
    set.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payment::bill;

    /// The table subtracts permanent resources as plain arithmetic does, however many there are.
    #[test]
    fn a_context_makes_the_bill_that_is_due() {
        let cards: Cards = "C,C,CC,M,MM,E,EE,EE,I,N,NN,*,*".parse().expect("a handful of cards");
        for number in 0..=35 {
            let permanents = Amounts::of([number, number / 2, number / 3, number % 7, number % 4]);
            let area = Area { cards, permanents, ..Area::default() };
            let context = PaymentContext::new(&area, TokenSet::EMPTY);
            for a in CardId::ALL {
                for b in CardId::ALL.into_iter().filter(|&b| b != a) {
                    let (found, civics) = context.bill(Face::building(a), Face::building(b));
                    let due = (a.cost() + b.cost()).less(permanents);
                    assert_eq!(found.count(), bill(due, &cards).count(), "{a} {b} {permanents}");
                    assert_eq!(civics, usize::from(a.is_civic()) + usize::from(b.is_civic()));
                }
                for kind in Kind::ALL {
                    let mut cards = cards;
                    cards.push(kind);
                    let (found, _) = context.bill(Face::building(a), Face::resource(kind));
                    let due = a.cost().less(permanents);
                    assert_eq!(found.count(), bill(due, &cards).count(), "{a} {kind} {permanents}");
                }
            }
        }
    }
}
