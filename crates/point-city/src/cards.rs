//! A multiset of resource cards.

use std::{
    fmt,
    ops::{Add, AddAssign, Sub, SubAssign},
    str::FromStr,
};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, MapAccess, Visitor},
    ser::SerializeMap,
};

use crate::{Amounts, Kind, Unknown};

/// A multiset of resource cards: the number of each [`Kind`].
///
/// It stands for the cards of a seat, for a payment, or for the discard pile.
///
/// ```
/// use point_city::{Cards, Kind, Resource};
/// let cards: Cards = "MM,*,M,MM".parse().unwrap();
/// assert_eq!(cards.to_string(), "M,MM,MM,*");
/// assert_eq!(cards.count(), 4);
/// assert_eq!(cards.symbols().get(Resource::Economy), 5);
/// assert_eq!(cards.get(Kind::INGENUITY), 1);
/// ```
// There are sixteen bytes for eleven numbers, so that two multisets can be added in one instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(type = "{ [kind in string]?: number }", export_to = "point-city/")
)]
pub struct Cards([u8; 16]);

impl Cards {
    /// The empty multiset.
    pub const NONE: Self = Self([0; 16]);

    /// Returns `number` cards of one kind.
    #[must_use]
    pub const fn of(kind: Kind, number: u8) -> Self {
        let mut cards = [0; 16];
        cards[kind.index()] = number;
        Self(cards)
    }

    /// Returns how many cards of a kind there are.
    #[must_use]
    pub const fn get(&self, kind: Kind) -> u8 {
        self.0[kind.index()]
    }

    /// Sets the number of cards of a kind.
    pub const fn set(&mut self, kind: Kind, number: u8) {
        self.0[kind.index()] = number;
    }

    /// Adds one card.
    #[inline]
    pub const fn push(&mut self, kind: Kind) {
        self.0[kind.index()] += 1;
    }

    /// Returns the number of cards, not of symbols.
    #[must_use]
    pub fn count(&self) -> u16 {
        self.0.iter().map(|&number| u16::from(number)).sum()
    }

    /// Returns whether there is no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// Returns the symbols of each resource. A double counts two, and ingenuity is left out.
    #[must_use]
    pub const fn symbols(&self) -> Amounts {
        Amounts::from_lanes(self.singles() + 2 * self.doubles())
    }

    /// Returns whether every card of `other` is among these.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(have, want)| have >= want)
    }

    /// Returns the kinds that are there, each with its number.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, u8)> {
        Kind::ALL.into_iter().map(|kind| (kind, self.get(kind))).filter(|&(_, number)| number > 0)
    }

    /// Returns how many cards of each kind there are, in the order of [`Kind::ALL`].
    pub(crate) const fn numbers(&self) -> [u8; Kind::COUNT] {
        let [numbers @ .., _, _, _, _, _] = self.0;
        numbers
    }

    /// Returns the numbers of singles, a byte for each resource.
    pub(crate) const fn singles(&self) -> u64 {
        let [c, m, e, i, n, ..] = self.0;
        u64::from_le_bytes([c, m, e, i, n, 0, 0, 0])
    }

    /// Returns the numbers of doubles, a byte for each resource.
    pub(crate) const fn doubles(&self) -> u64 {
        let [_, _, _, _, _, c, m, e, i, n, ..] = self.0;
        u64::from_le_bytes([c, m, e, i, n, 0, 0, 0])
    }
}

impl Add for Cards {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }
}

impl AddAssign for Cards {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// The subtracted cards must be [contained](Cards::contains) in these.
impl Sub for Cards {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        debug_assert!(self.contains(&other), "{other} is not among {self}");
        Self(std::array::from_fn(|i| self.0[i].wrapping_sub(other.0[i])))
    }
}

impl SubAssign for Cards {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// Writes the cards with commas between them, in the order of [`Kind::ALL`], or `-` for none.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        let mut comma = "";
        for (kind, number) in self.iter() {
            for _ in 0..number {
                write!(f, "{comma}{kind}")?;
                comma = ",";
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The largest number of cards of one kind that parsing accepts. The whole game has fewer.
const MOST: u8 = 100;
const TOO_MANY: &str = "at most 100 cards of a kind";

/// Reads at least one card and at most 100 of a kind, with commas between them, in any order; or `-`.
impl FromStr for Cards {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let mut cards = Self::NONE;
        if text == "-" {
            return Ok(cards);
        }
        for word in text.split(',') {
            let kind: Kind = word.parse()?;
            if cards.get(kind) == MOST {
                return Err(Unknown::new(TOO_MANY, text));
            }
            cards.push(kind);
        }
        Ok(cards)
    }
}

/// Writes a map from kinds to numbers, without the zeros.
impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (kind, number) in self.iter() {
            map.serialize_entry(kind.text(), &number)?;
        }
        map.end()
    }
}

/// Reads a map from kinds to numbers from 1 to 100, with each kind at most once.
impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(CardsVisitor)
    }
}

struct CardsVisitor;

impl<'de> Visitor<'de> for CardsVisitor {
    type Value = Cards;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map from kinds of resource cards to numbers, such as {\"C\":1,\"*\":2}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Cards, A::Error> {
        let mut cards = Cards::NONE;
        while let Some((kind, number)) = map.next_entry::<Kind, u8>()? {
            if cards.get(kind) > 0 {
                return Err(A::Error::custom(Unknown::new("each kind of card once", kind)));
            }
            match number {
                0 => return Err(A::Error::custom(Unknown::new("at least one card of a kind", number))),
                1..=MOST => cards.set(kind, number),
                _ => return Err(A::Error::custom(Unknown::new(TOO_MANY, number))),
            }
        }
        Ok(cards)
    }
}
