//! The spots for tiles, relative to a city's first tile, and sets of them.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tabletop::text::{self, Unknown};

use crate::bits;

/// A place in a floating city, relative to its first tile; x counts to the right and y down.
///
/// Both are in `-3..=3`, because a city is at most 4 wide and 4 high.
///
/// ```
/// use between_two_cities::Spot;
/// let spot: Spot = "-1,2".parse().unwrap();
/// assert_eq!((spot.x(), spot.y()), (-1, 2));
/// assert_eq!(Spot::FIRST.to_string(), "0,0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string", export_to = "between-two-cities/"))]
pub struct Spot(u8);

impl Spot {
    /// The spot of a city's first tile.
    pub const FIRST: Self = Self(3 * 8 + 3);

    /// Creates the spot `x` to the right of the first tile and `y` below it, if a city can reach so far.
    #[must_use]
    pub const fn new(x: i8, y: i8) -> Option<Self> {
        if x < -3 || x > 3 || y < -3 || y > 3 {
            return None;
        }
        Some(Self(((y + 3) * 8 + x + 3) as u8))
    }

    /// Returns the number of columns to the right of the first tile, -3 to 3.
    #[must_use]
    pub const fn x(self) -> i8 {
        (self.0 & 7) as i8 - 3
    }

    /// Returns the number of rows below the first tile, -3 to 3.
    #[must_use]
    pub const fn y(self) -> i8 {
        (self.0 >> 3) as i8 - 3
    }

    /// Returns the spot's bit in a board of 8 rows of 8, with the first tile at column 3 of row 3.
    #[inline]
    pub(crate) const fn bit(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(crate) const fn of_bit(bit: u32) -> Self {
        Self((bit & 63) as u8)
    }
}

/// The texts of all spots with their lengths. They are precomputed because servers write very many of them.
static TEXTS: [([u8; 5], usize); 64] = {
    let mut texts = [([0; 5], 0); 64];
    let mut place = 0;
    while place < 64 {
        let spot = Spot(place as u8);
        let (mut text, mut length) = ([0; 5], 0);
        let numbers = [spot.x(), spot.y()];
        let mut n = 0;
        while n < 2 {
            if n == 1 {
                text[length] = b',';
                length += 1;
            }
            if numbers[n] < 0 {
                text[length] = b'-';
                length += 1;
            }
            text[length] = b'0' + numbers[n].unsigned_abs();
            length += 1;
            n += 1;
        }
        texts[place] = (text, length);
        place += 1;
    }
    texts
};

impl Spot {
    /// Returns the spot's text, `x,y`.
    #[must_use]
    pub fn text(self) -> &'static str {
        let (text, length) = &TEXTS[usize::from(self.0 & 63)];
        std::str::from_utf8(&text[..*length]).unwrap_or_default()
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({self})")
    }
}

impl FromStr for Spot {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        // Each number has only one spelling, without plus signs, leading zeros and `-0`.
        let read = |part: &str| part.parse::<i8>().ok().filter(|number| number.to_string() == part);
        text.split_once(',')
            .and_then(|(x, y)| Self::new(read(x)?, read(y)?))
            .ok_or_else(|| Unknown::new("a spot x,y with both from -3 to 3 (such as -1,0)", text))
    }
}

impl Serialize for Spot {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text::deserialize(deserializer)
    }
}

/// A set of spots.
///
/// ```
/// use between_two_cities::{City, Spot, Tile};
/// let mut city = City::EMPTY;
/// city.place(Tile::Park.into(), Spot::FIRST).unwrap();
/// let spots = city.spots(Tile::Shop.into());
/// assert_eq!(spots.len(), 4);
/// assert!(spots.contains("0,-1".parse().unwrap()) && !spots.contains(Spot::FIRST));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Spots(pub(crate) u64);

impl Spots {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns whether `spot` is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, spot: Spot) -> bool {
        self.0 >> spot.bit() & 1 == 1
    }

    /// Returns how many spots are in the set.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the spots row by row from the top, each row from the left.
    pub fn iter(self) -> impl Iterator<Item = Spot> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                Spot::of_bit(bit)
            })
        })
    }

    /// Returns the `n`-th (0-based) spot in the order of [`Spots::iter`]. The set must have more than `n` spots.
    #[inline]
    pub(crate) fn nth(self, n: u32) -> Spot {
        Spot::of_bit(bits::nth_set(self.0, n))
    }
}

impl fmt::Debug for Spots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Spots {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
