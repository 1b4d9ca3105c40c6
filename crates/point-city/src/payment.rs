//! Minimal payments: counting them, listing them, and finding the one with a given number.
//!
//! The amount due is a number of symbols for each resource. A payment takes, for each resource, some singles and some
//! doubles, and ingenuity for the exact rest. It contains no needless card if and only if, for each resource with `d`
//! symbols due, `s` singles and `t` doubles,
//!
//! - each single is needed: `s == 0` or `s + 2t <= d`, and
//! - each double is needed: `t == 0` or `s + 2t - 2 < d`.
//!
//! The resources share only ingenuity. So the number of payments is a product of power series, in which the power is
//! the amount of ingenuity. A series fits into one machine word with sixteen bits for a coefficient, and multiplying
//! words multiplies series.

use crate::{Amounts, Cards, Kind, Resource};

/// The largest amount that can be due of one resource: two buildings at 5 each. A test compares it with the deck.
pub(crate) const MOST_DUE: usize = 10;
/// The largest number of singles of one resource in a minimal payment.
pub(crate) const MOST_SINGLES: usize = MOST_DUE;
/// The largest number of doubles of one resource in a minimal payment.
pub(crate) const MOST_DOUBLES: usize = MOST_DUE / 2;

/// The number of rows of [`WAYS`] for one more single.
pub(crate) const SINGLE: usize = MOST_DOUBLES + 2;
// One single or double of the pair that is taken may come on top.
const ROWS: usize = (MOST_SINGLES + 2) * SINGLE;

/// Returns whether `s` singles and `t` doubles for `d` symbols due contain no needless card.
const fn is_minimal(d: usize, s: usize, t: usize) -> bool {
    (s == 0 || s + 2 * t <= d) && (t == 0 || s + 2 * t < d + 2)
}

/// Returns, for each number of ingenuity cards, in how many ways `singles` and `doubles` pay the rest of `due`.
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

/// The number of entries in each row of [`WAYS`].
pub(crate) const ROW: usize = 32;
/// The entry of a row if nothing is due. Each symbol that is due moves the entry up by one, and each permanent resource
/// moves it down by one. So permanent resources need not be subtracted, and the fifth bit tells whether something is
/// due.
pub(crate) const NOTHING: usize = 15;

/// The first eight coefficients of [`ways`], at the row ([`row`]) × [`ROW`] + [`NOTHING`] + the amount due. There are
/// more rows than needed, so that an index of seven bits is always within the table.
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

/// Returns the amount due, the singles and the doubles at a place of [`WAYS`].
const fn numbers_at(place: usize) -> (usize, usize, usize) {
    ((place % ROW).saturating_sub(NOTHING), place / ROW / SINGLE, place / ROW % SINGLE)
}

const fn ways_at(place: usize) -> [u16; 16] {
    let (due, singles, doubles) = numbers_at(place);
    ways(due, singles, doubles)
}

/// The first four coefficients. This smaller table stays in the processor's nearest memory.
static FEW_WAYS: [u64; 128 * ROW] = {
    let mut table = [0; 128 * ROW];
    let mut i = 0;
    while i < table.len() {
        table[i] = WAYS[i] as u64;
        i += 1;
    }
    table
};

/// Returns the row of the table for so many singles and doubles.
pub(crate) const fn row(singles: usize, doubles: usize) -> usize {
    let singles = if singles > MOST_SINGLES { MOST_SINGLES } else { singles };
    let doubles = if doubles > MOST_DOUBLES { MOST_DOUBLES } else { doubles };
    singles * SINGLE + doubles
}

/// The number of bits of each of the five resources in a word with their places in [`WAYS`]. All five series are
/// multiplied. The series is 1 if nothing is due, and finding these resources would take longer.
pub(crate) const LANE: u32 = 12;

/// The amount due and the means to pay it, as the place of each resource in [`WAYS`].
#[derive(Clone, Copy)]
pub(crate) struct Bill {
    pub(crate) places: u64,
    pub(crate) ingenuity: u32,
}

/// The start of a power series, with a coefficient for each usable number of ingenuity cards.
trait Series: Copy {
    /// Returns the series at this place of [`WAYS`].
    fn at(place: usize) -> Self;
    fn times(self, other: Self) -> Self;
    /// Returns the sum of the coefficients up to `power`.
    fn up_to(self, power: u32) -> u32;
}

/// A series for up to 3 ingenuity cards. A test ensures that no sum reaches 2^16.
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

/// A series for up to 7 ingenuity cards.
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

/// A series for any number of ingenuity cards. No pair costs more than 14 symbols, so 15 coefficients suffice.
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
    /// Returns the number of minimal payments. It is 0 if the bill can't be paid.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        match self.ingenuity {
            0..=3 => self.count_with_little_ingenuity(),
            4..=7 => self.series::<u128>().up_to(self.ingenuity),
            _ => self.series::<Long>().up_to(self.ingenuity),
        }
    }

    /// Returns [`Bill::count`], for at most 3 ingenuity cards.
    #[inline]
    pub(crate) fn count_with_little_ingenuity(&self) -> u32 {
        debug_assert!(self.ingenuity <= 3);
        self.series::<u64>().up_to(self.ingenuity)
    }

    /// Returns the product of the series of all resources.
    #[inline]
    fn series<S: Series>(&self) -> S {
        let [c, m, e, i, n] = [0, 1, 2, 3, 4].map(|resource| S::at(self.place(resource)));
        c.times(m).times(e.times(i)).times(n)
    }

    #[inline]
    const fn place(&self, resource: usize) -> usize {
        (self.places >> (LANE * resource as u32)) as usize & 0xFFF
    }

    /// Returns the minimal payment with the index `number`, from 0.
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

    /// Returns the bill without the resources whose number is below `resource`.
    #[inline]
    pub(crate) const fn after(self, resource: u8) -> Self {
        let end = LANE * resource as u32;
        Self { places: self.places >> end << end, ..self }
    }

    /// Returns the bill with another amount of ingenuity to pay it with.
    #[inline]
    pub(crate) const fn with_ingenuity(self, ingenuity: u32) -> Self {
        Self { ingenuity, ..self }
    }

    /// Returns the symbols due of each resource.
    pub(crate) fn due(&self) -> [u8; 5] {
        std::array::from_fn(|resource| numbers_at(self.place(resource)).0 as u8)
    }

    /// Returns the first resource with symbols due, its place in [`WAYS`], and the bill for the resources after it.
    #[inline]
    pub(crate) fn split(&self) -> Option<(Resource, usize, Self)> {
        // The mask has the fifth bit of each lane.
        let due = self.places & 0x010_0100_1001_0010;
        let lane = (due != 0).then(|| due.trailing_zeros() / LANE)?;
        let end = LANE * (lane + 1);
        let rest = Self { places: self.places >> end << end, ..*self };
        Some((Resource::ALL[lane as usize], self.place(lane as usize), rest))
    }
}

/// Finds the first wanted way to pay one resource, given by its place in [`WAYS`], with at most `ingenuity` cards of
/// ingenuity. Ways are tried in the order of the payments.
#[inline]
pub(crate) fn find(
    place: usize,
    ingenuity: u32,
    mut wanted: impl FnMut(PartPayment) -> bool,
) -> Option<PartPayment> {
    let (due, most_singles, most_doubles) = numbers_at(place);
    let ingenuity = ingenuity as usize;
    // With fewer cards, ingenuity could not cover the rest.
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

/// A way to pay the symbols due of one resource.
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

/// Returns the bill for the amount `due`, to be paid from `cards`.
pub(crate) fn bill(due: Amounts, cards: &Cards) -> Bill {
    let places = Resource::ALL.into_iter().map(|resource| {
        let (singles, doubles) = (cards.get(Kind::single(resource)), cards.get(Kind::double(resource)));
        let row = row(usize::from(singles), usize::from(doubles));
        let place = ROW * row + NOTHING + usize::from(due.get(resource));
        (place as u64) << (LANE * resource as u32)
    });
    Bill { places: places.sum(), ingenuity: u32::from(cards.get(Kind::INGENUITY)) }
}

/// Calls `each` once with every minimal payment of the amount `due` from `cards`.
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
/// Panics if more than 10 symbols of a resource, or more than 14 altogether, are due. No two buildings cost as much.
pub fn for_each_payment(due: Amounts, cards: &Cards, each: impl FnMut(Cards)) {
    check(due);
    bill(due, cards).for_each(each);
}

/// Returns how many payments [`for_each_payment`] finds, in much less time.
///
/// # Panics
/// Panics as [`for_each_payment`] does.
#[must_use]
pub fn count_payments(due: Amounts, cards: &Cards) -> u32 {
    check(due);
    bill(due, cards).count()
}

/// Returns the payment that [`for_each_payment`] finds after `number` others, in much less time.
///
/// # Panics
/// Panics as [`for_each_payment`] does, and if there are not that many payments.
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
