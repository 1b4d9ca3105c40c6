//! A number for each of the five resources.

use std::{
    fmt,
    ops::{Add, AddAssign},
};

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::Resource;

/// A small number for each of the five resources: a cost, or the permanent resources of a city.
///
/// The five numbers are the bytes of one word, so that all five are added or subtracted at once. Each must stay below
/// 128, as all numbers of the game do.
///
/// ```
/// use point_city::{Amounts, Resource};
/// let cost = Amounts::of([0, 3, 0, 1, 0]);
/// assert_eq!(cost.to_string(), "MMMI");
/// assert_eq!(cost.less(Amounts::of([1, 2, 0, 1, 0])), Amounts::of([0, 1, 0, 0, 0]));
/// assert_eq!(cost.get(Resource::Economy), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(type = "{ [resource in \"C\" | \"M\" | \"E\" | \"I\" | \"N\"]?: number }", export_to = "point-city/")
)]
pub struct Amounts(u64);

/// The top bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;
/// The five bytes that hold numbers.
const LANES: u64 = 0xFF_FFFF_FFFF;
/// A one in each of them.
pub(crate) const BYTES: u64 = 0x01_0101_0101;

impl Amounts {
    /// No resource.
    pub const ZERO: Self = Self(0);

    /// Returns the numbers in the order C M E I N.
    #[must_use]
    pub const fn of(numbers: [u8; 5]) -> Self {
        let [c, m, e, i, n] = numbers;
        Self(u64::from_le_bytes([c, m, e, i, n, 0, 0, 0]))
    }

    /// Returns `number` of one resource, and none of the others.
    #[must_use]
    pub const fn only(resource: Resource, number: u8) -> Self {
        Self((number as u64) << (8 * resource as u32))
    }

    /// Returns the number for a resource.
    #[must_use]
    #[inline]
    pub const fn get(self, resource: Resource) -> u8 {
        (self.0 >> (8 * resource as u32)) as u8
    }

    /// Returns the numbers in the order C M E I N.
    #[must_use]
    #[inline]
    pub const fn numbers(self) -> [u8; 5] {
        let [c, m, e, i, n, ..] = self.0.to_le_bytes();
        [c, m, e, i, n]
    }

    /// Returns each number less the other's, but not below zero.
    #[must_use]
    #[inline]
    pub const fn less(self, other: Self) -> Self {
        Self(subtract(self.0, other.0))
    }

    /// Returns the smaller of the two numbers of each resource.
    #[must_use]
    #[inline]
    pub const fn min(self, other: Self) -> Self {
        Self(self.0 - subtract(self.0, other.0))
    }

    /// Returns half of each number, rounded down.
    #[must_use]
    #[inline]
    pub const fn half(self) -> Self {
        Self(self.0 >> 1 & !HIGH)
    }

    /// Returns the sum of the five numbers.
    #[must_use]
    #[inline]
    pub const fn sum(self) -> u8 {
        sum(self.0)
    }

    /// Returns how many of the five numbers are at least `least` (1 to 127).
    #[must_use]
    #[inline]
    pub(crate) const fn count_from(self, least: u8) -> u8 {
        let reached = self.0 + (HIGH & LANES) - least as u64 * BYTES;
        (reached & HIGH & LANES).count_ones() as u8
    }

    /// Returns whether all five numbers are zero.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn from_lanes(lanes: u64) -> Self {
        Self(lanes & LANES)
    }

    pub(crate) const fn lanes(self) -> u64 {
        self.0
    }
}

/// Subtracts byte by byte, but not below zero. All bytes must be below 128.
#[inline]
pub(crate) const fn subtract(from: u64, what: u64) -> u64 {
    // The top bit of each byte is set as a guard. If it is still set afterwards, the byte needed no borrow.
    let lent = (from | HIGH) - what;
    let kept = lent & HIGH;
    lent & (kept - (kept >> 7))
}

/// Adds up the five bytes.
#[inline]
pub(crate) const fn sum(lanes: u64) -> u8 {
    ((lanes & LANES).wrapping_mul(BYTES) >> 32) as u8
}

impl Add for Amounts {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Amounts {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

/// Writes the symbols one after the other, as on a card: `MMI`, or `-` for none.
impl fmt::Display for Amounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("-");
        }
        for resource in Resource::ALL {
            for _ in 0..self.get(resource) {
                write!(f, "{resource}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Amounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Writes a map from letters to numbers, without the zeros.
impl Serialize for Amounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for resource in Resource::ALL {
            if self.get(resource) > 0 {
                map.serialize_entry(resource.text(), &self.get(resource))?;
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_agree_with_plain_numbers() {
        for a in 0..=127u8 {
            for b in 0..=127u8 {
                let (x, y) = ([a, b, 0, 127, a / 2], [b, a, 127, b, 1]);
                let plain = std::array::from_fn(|i| x[i].saturating_sub(y[i]));
                assert_eq!(Amounts::of(x).less(Amounts::of(y)).numbers(), plain);
                let plain = std::array::from_fn(|i| x[i].min(y[i]));
                assert_eq!(Amounts::of(x).min(Amounts::of(y)).numbers(), plain);
                assert_eq!(Amounts::of(x).half().numbers(), x.map(|number| number / 2));
                let least = b.max(1);
                let plain = x.iter().filter(|&&number| number >= least).count();
                assert_eq!(usize::from(Amounts::of(x).count_from(least)), plain);
                let small = [a / 4, b / 4, 1, 2, a / 8];
                assert_eq!(Amounts::of(small).sum(), small.iter().sum::<u8>());
            }
        }
    }
}
