//! Minimal payments: how many there are, which they are, and the one with a given number.
//!
//! What is due is a number of symbols for each resource. A payment takes, for each resource, some
//! singles and some doubles, and ingenuity for exactly what is then still short. It holds no card
//! it could do without if and only if, for each resource with `d` symbols due, `s` singles and
//! `t` doubles:
//!
//! - without one of the singles something would be short: `s == 0` or `s + 2t <= d`;
//! - without one of the doubles something would be short: `t == 0` or `s + 2t - 2 < d`.
//!
//! The resources are bound together only by the ingenuity that they share, so the number of
//! payments is a product of power series, where the power is the ingenuity that is used. Such a
//! series fits into one machine word, sixteen bits a coefficient, and a multiplication of words
//! is a multiplication of series.

use crate::{Amounts, Cards, Kind, Resource};

/// The most that can be due of one resource: two buildings at 5 each. A test compares the deck.
pub(crate) const MOST_DUE: usize = 10;
/// The most singles of one resource that a minimal payment can use.
pub(crate) const MOST_SINGLES: usize = MOST_DUE;
/// The most doubles of one resource that a minimal payment can use.
pub(crate) const MOST_DOUBLES: usize = MOST_DUE / 2;

/// How many rows of [`WAYS`] one single more is.
pub(crate) const SINGLE: usize = MOST_DOUBLES + 2;
// One single or double of the pair that is taken may come on top of the most.
const ROWS: usize = (MOST_SINGLES + 2) * SINGLE;

/// Whether `s` singles and `t` doubles for `d` symbols due contain no needless card.
const fn is_minimal(d: usize, s: usize, t: usize) -> bool {
    (s == 0 || s + 2 * t <= d) && (t == 0 || s + 2 * t < d + 2)
}

/// For each number of ingenuity cards, in how many ways `singles` and `doubles` pay the rest of
/// what is `due`.
const fn ways(due: usize, singles: usize, doubles: usize) -> [u16; 16] {
    let mut ways = [0; 16];
    let mut t = 0;
    while t <= doubles {
        let mut s = 0;
        while s <= singles {
            if is_minimal(due, s, t) {
                ways[due.saturating_sub(s + 2 * t)] += 1;
            }
            s += 1;
        }
        t += 1;
    }
    ways
}

/// How many entries each row of [`WAYS`] has.
pub(crate) const ROW: usize = 32;
/// The entry of a row for nothing due: for each symbol due go one further, and for each permanent
/// resource one back. So they need not be subtracted, and the fifth bit tells if something is due.
pub(crate) const NOTHING: usize = 15;

/// The first eight coefficients of [`ways`], at row ([`row`]) x [`ROW`] + [`NOTHING`] + what is due.
/// There are more rows than needed, so that one of seven bits is always within.
static WAYS: [u128; 128 * ROW] = {
    let mut table = [0; 128 * ROW];
    let mut place = 0;
    while place < ROWS * ROW {
        if place % ROW <= NOTHING + MOST_DUE {
            let ways = ways_at(place);
            let mut power = 0;
            while power < 8 {
                table[place] |= (ways[power] as u128) << (16 * power);
                power += 1;
            }
        }
        place += 1;
    }
    table
};

/// What is due, the singles and the doubles at a place of [`WAYS`].
const fn numbers_at(place: usize) -> (usize, usize, usize) {
    ((place % ROW).saturating_sub(NOTHING), place / ROW / SINGLE, place / ROW % SINGLE)
}

const fn ways_at(place: usize) -> [u16; 16] {
    let (due, singles, doubles) = numbers_at(place);
    ways(due, singles, doubles)
}

/// The first four coefficients: a smaller table, which stays in the processor's nearest memory.
static FEW_WAYS: [u64; 128 * ROW] = {
    let mut table = [0; 128 * ROW];
    let mut i = 0;
    while i < table.len() {
        table[i] = WAYS[i] as u64;
        i += 1;
    }
    table
};

/// The row of the table for so many singles and doubles.
pub(crate) const fn row(singles: usize, doubles: usize) -> usize {
    let singles = if singles > MOST_SINGLES { MOST_SINGLES } else { singles };
    let doubles = if doubles > MOST_DOUBLES { MOST_DOUBLES } else { doubles };
    singles * SINGLE + doubles
}

/// How many bits of a word each of the five resources has to itself, where their places in [`WAYS`]
/// are side by side. Multiplied are all five: where nothing is due the series is 1, and to tell
/// which those are would take longer.
pub(crate) const LANE: u32 = 12;

/// What is due and what there is to pay it with: for each resource its place in [`WAYS`].
#[derive(Clone, Copy)]
pub(crate) struct Bill {
    pub(crate) places: u64,
    pub(crate) ingenuity: u32,
}

/// The start of a power series, with as many coefficients as ingenuity can be used.
trait Series: Copy {
    /// The series at this place of [`WAYS`].
    fn at(place: usize) -> Self;
    fn times(self, other: Self) -> Self;
    /// The sum of the coefficients up to `power`.
    fn up_to(self, power: u32) -> u32;
}

/// Up to 3 ingenuity cards. No sum reaches 2^16, which a test makes sure of.
impl Series for u64 {
    #[inline]
    fn at(place: usize) -> Self {
        FEW_WAYS[place & 0xFFF]
    }

    #[inline]
    fn times(self, other: Self) -> Self {
        self.wrapping_mul(other)
    }

    #[inline]
    fn up_to(self, power: u32) -> u32 {
        u32::from((self.wrapping_mul(0x0001_0001_0001_0001) >> (16 * power)) as u16)
    }
}

/// Up to 7 ingenuity cards.
impl Series for u128 {
    #[inline]
    fn at(place: usize) -> Self {
        WAYS[place & 0xFFF]
    }

    #[inline]
    fn times(self, other: Self) -> Self {
        self.wrapping_mul(other)
    }

    #[inline]
    fn up_to(self, power: u32) -> u32 {
        let sums = self.wrapping_mul(0x0001_0001_0001_0001_0001_0001_0001_0001);
        u32::from((sums >> (16 * power)) as u16)
    }
}

/// Any number of ingenuity cards; no pair costs more than 14 symbols, so 15 coefficients are all.
#[derive(Clone, Copy)]
struct Long([u16; 16]);

impl Series for Long {
    fn at(place: usize) -> Self {
        Self(ways_at(place))
    }

    fn times(self, other: Self) -> Self {
        let mut product = [0u16; 16];
        for (i, &a) in self.0.iter().enumerate().filter(|&(_, &a)| a > 0) {
            for (j, &b) in other.0[..16 - i].iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Self(product)
    }

    fn up_to(self, power: u32) -> u32 {
        self.0.iter().take(power as usize + 1).map(|&n| u32::from(n)).sum()
    }
}

impl Bill {
    /// How many minimal payments there are; none if it can't be paid.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        match self.ingenuity {
            0..=3 => self.count_with_little_ingenuity(),
            4..=7 => self.series::<u128>().up_to(self.ingenuity),
            _ => self.series::<Long>().up_to(self.ingenuity),
        }
    }

    /// [`Bill::count`], for at most 3 ingenuity cards.
    #[inline]
    pub(crate) fn count_with_little_ingenuity(&self) -> u32 {
        debug_assert!(self.ingenuity <= 3);
        self.series::<u64>().up_to(self.ingenuity)
    }

    /// The product of the series of all resources.
    #[inline]
    fn series<S: Series>(&self) -> S {
        let [c, m, e, i, n] = [0, 1, 2, 3, 4].map(|resource| S::at(self.place(resource)));
        c.times(m).times(e.times(i)).times(n)
    }

    #[inline]
    const fn place(&self, resource: usize) -> usize {
        (self.places >> (LANE * resource as u32)) as usize & 0xFFF
    }

    /// The minimal payment with the index `number`, from 0.
    pub(crate) fn nth(&self, number: u32) -> Cards {
        match self.ingenuity {
            0..=3 => self.nth_in::<u64>(number),
            4..=7 => self.nth_in::<u128>(number),
            _ => self.nth_in::<Long>(number),
        }
    }

    #[inline]
    fn nth_in<S: Series>(&self, mut number: u32) -> Cards {
        let mut payment = Cards::NONE;
        let mut bill = *self;
        while let Some((resource, place, mut rest)) = bill.split() {
            let series = rest.series::<S>();
            let found = find(place, bill.ingenuity, |part| {
                let count = series.up_to(bill.ingenuity - part.short);
                let here = number < count;
                number -= if here { 0 } else { count };
                here
            });
            let Some(part) = found else { unreachable!("the number is below the count") };
            part.add_to(&mut payment, resource);
            rest.ingenuity -= part.short;
            bill = rest;
        }
        payment.set(Kind::INGENUITY, (self.ingenuity - bill.ingenuity) as u8);
        payment
    }

    /// Calls `each` with every minimal payment, in their order.
    pub(crate) fn for_each(&self, mut each: impl FnMut(Cards)) {
        self.extend(self.ingenuity, Cards::NONE, &mut each);
    }

    /// Completes a partial payment in all ways that the given amount of ingenuity allows.
    fn extend(&self, ingenuity: u32, mut payment: Cards, each: &mut impl FnMut(Cards)) {
        let Some((resource, place, rest)) = self.split() else {
            payment.set(Kind::INGENUITY, (ingenuity - self.ingenuity) as u8);
            return each(payment);
        };
        find(place, self.ingenuity, |part| {
            part.add_to(&mut payment, resource);
            Self { ingenuity: self.ingenuity - part.short, ..rest }.extend(ingenuity, payment, each);
            false
        });
    }

    /// This bill without the resources below a number.
    #[inline]
    pub(crate) const fn after(self, resource: u8) -> Self {
        let end = LANE * resource as u32;
        Self { places: self.places >> end << end, ..self }
    }

    /// This bill with another amount of ingenuity to pay it with.
    #[inline]
    pub(crate) const fn with_ingenuity(self, ingenuity: u32) -> Self {
        Self { ingenuity, ..self }
    }

    /// The symbols due of each resource.
    pub(crate) fn due(&self) -> [u8; 5] {
        std::array::from_fn(|resource| numbers_at(self.place(resource)).0 as u8)
    }

    /// The first resource of which something is due, its place in [`WAYS`], and the bill for the
    /// resources after it.
    #[inline]
    pub(crate) fn split(&self) -> Option<(Resource, usize, Self)> {
        // The fifth bit of each lane.
        let due = self.places & 0x010_0100_1001_0010;
        let lane = (due != 0).then(|| due.trailing_zeros() / LANE)?;
        let end = LANE * (lane + 1);
        let rest = Self { places: self.places >> end << end, ..*self };
        Some((Resource::ALL[lane as usize], self.place(lane as usize), rest))
    }
}

/// Goes through the ways to pay one resource, given by its place in [`WAYS`], with at most so much
/// ingenuity, in the order of the payments, up to the first that is wanted.
#[inline]
pub(crate) fn find(
    place: usize,
    ingenuity: u32,
    mut wanted: impl FnMut(PartPayment) -> bool,
) -> Option<PartPayment> {
    let (due, most_singles, most_doubles) = numbers_at(place);
    let ingenuity = ingenuity as usize;
    // Fewer cards would leave more short than there is ingenuity.
    let least_doubles = due.saturating_sub(most_singles + ingenuity).div_ceil(2);
    for doubles in least_doubles..=most_doubles.min(due.div_ceil(2)) {
        let rest = due.saturating_sub(2 * doubles);
        for singles in rest.saturating_sub(ingenuity)..=most_singles.min(rest) {
            let short = (rest - singles) as u32;
            let part = PartPayment { singles: singles as u8, doubles: doubles as u8, short };
            if wanted(part) {
                return Some(part);
            }
        }
    }
    None
}

/// A way to pay what is due of one resource.
#[derive(Clone, Copy)]
pub(crate) struct PartPayment {
    pub(crate) singles: u8,
    pub(crate) doubles: u8,
    /// The ingenuity that it needs.
    pub(crate) short: u32,
}

impl PartPayment {
    #[inline]
    pub(crate) fn add_to(self, payment: &mut Cards, resource: Resource) {
        payment.set(Kind::single(resource), self.singles);
        payment.set(Kind::double(resource), self.doubles);
    }
}

/// The bill for what is `due`, to be paid from `cards`.
pub(crate) fn bill(due: Amounts, cards: &Cards) -> Bill {
    let places = Resource::ALL.into_iter().map(|resource| {
        let (singles, doubles) = (cards.get(Kind::single(resource)), cards.get(Kind::double(resource)));
        let row = row(usize::from(singles), usize::from(doubles));
        let place = ROW * row + NOTHING + usize::from(due.get(resource));
        (place as u64) << (LANE * resource as u32)
    });
    Bill { places: places.sum(), ingenuity: u32::from(cards.get(Kind::INGENUITY)) }
}

/// Calls `each` with every minimal payment of what is `due` from `cards`, each once.
///
/// The rules use the same arithmetic. This function makes it available to tests and to other callers.
///
/// ```
/// use point_city::{Amounts, Cards, for_each_payment};
/// let cards: Cards = "C,CC,*".parse().unwrap();
/// let mut payments = Vec::new();
/// for_each_payment(Amounts::of([1, 0, 0, 0, 0]), &cards, |payment| payments.push(payment.to_string()));
/// assert_eq!(payments, ["*", "C", "CC"]);
/// ```
///
/// # Panics
/// If more than 10 of a resource, or more than 14 altogether, are due: no two buildings cost that.
pub fn for_each_payment(due: Amounts, cards: &Cards, each: impl FnMut(Cards)) {
    check(due);
    bill(due, cards).for_each(each);
}

/// How many payments [`for_each_payment`] finds, in much less time.
///
/// # Panics
/// As [`for_each_payment`].
#[must_use]
pub fn count_payments(due: Amounts, cards: &Cards) -> u32 {
    check(due);
    bill(due, cards).count()
}

/// The payment that [`for_each_payment`] finds after `number` others, in much less time.
///
/// # Panics
/// As [`for_each_payment`], and if there are not that many.
#[must_use]
pub fn nth_payment(due: Amounts, cards: &Cards, number: u32) -> Cards {
    assert!(number < count_payments(due, cards), "there are not that many payments");
    bill(due, cards).nth(number)
}

fn check(due: Amounts) {
    assert!(
        due.sum() <= 14 && due.numbers().iter().all(|&n| usize::from(n) <= MOST_DUE),
        "nothing costs {due}"
    );
}
