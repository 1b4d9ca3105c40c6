//! The kinds of resource sides of cards.

use std::fmt;

use tabletop::{all_by_index, vocabulary};

use crate::Resource;

/// The kind of a card's resource side: one symbol, two of a kind, or ingenuity.
///
/// ```
/// use point_city::{Kind, Resource};
/// assert_eq!("MM".parse(), Ok(Kind::double(Resource::Economy)));
/// assert_eq!(Kind::INGENUITY.to_string(), "*");
/// assert_eq!(Kind::double(Resource::Economy).symbols(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string", export_to = "point-city/"))]
pub struct Kind(u8);

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 11;

    /// The kinds: the five singles, the five doubles, ingenuity.
    pub const ALL: [Self; Self::COUNT] = all_by_index!(Self, Self::COUNT);

    /// Ingenuity, one symbol that stands for any resource.
    pub const INGENUITY: Self = Self(10);

    /// Returns the kind with one symbol of a resource.
    #[must_use]
    pub const fn single(resource: Resource) -> Self {
        Self(resource as u8)
    }

    /// Returns the kind with two symbols of a resource.
    #[must_use]
    pub const fn double(resource: Resource) -> Self {
        Self(resource as u8 + 5)
    }

    /// Returns the kind's index in [`Kind::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the resource that it shows, or `None` for ingenuity.
    #[must_use]
    pub const fn resource(self) -> Option<Resource> {
        if self.0 == Self::INGENUITY.0 { None } else { Some(Resource::ALL[self.index() % 5]) }
    }

    /// Returns the number of its symbols, 1 or 2.
    #[must_use]
    pub const fn symbols(self) -> u8 {
        if self.0 >= 5 && self.0 < 10 { 2 } else { 1 }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const TEXTS: [&str; Kind::COUNT] = ["C", "M", "E", "I", "N", "CC", "MM", "EE", "II", "NN", "*"];
        f.write_str(TEXTS[self.index()])
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

vocabulary!(Kind, "a resource card: C M E I N, one of them doubled, or *", cached);
