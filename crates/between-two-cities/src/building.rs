//! The six building types.

use std::fmt;

use tabletop::vocabulary;

/// A building type, in the order in which the types are scored.
///
/// ```
/// use between_two_cities::Building;
/// assert_eq!("tavern".parse(), Ok(Building::Tavern));
/// assert_eq!(Building::ALL[3].to_string(), "office");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename_all = "lowercase", export_to = "between-two-cities/")
)]
#[repr(u8)]
pub enum Building {
    /// It scores in straight lines.
    Shop,
    /// It scores by majority among all cities.
    Factory,
    /// It scores in sets of different icons.
    Tavern,
    /// It scores by number, and beside taverns.
    Office,
    /// It scores in connected groups.
    Park,
    /// It scores by the other types in its city.
    House,
}

impl Building {
    /// Every type, in scoring order.
    pub const ALL: [Self; 6] =
        [Self::Shop, Self::Factory, Self::Tavern, Self::Office, Self::Park, Self::House];
}

impl fmt::Display for Building {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shop => "shop",
            Self::Factory => "factory",
            Self::Tavern => "tavern",
            Self::Office => "office",
            Self::Park => "park",
            Self::House => "house",
        })
    }
}

vocabulary!(Building, "a building type: shop, factory, tavern, office, park or house");
