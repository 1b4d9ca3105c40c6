//! The six building types.

use std::{fmt, str::FromStr};

use serde::Serialize;

/// A building type, in the order in which the types are scored.
///
/// ```
/// use between_two_cities::Building;
/// assert_eq!("tavern".parse(), Ok(Building::Tavern));
/// assert_eq!(Building::ALL[3].to_string(), "office");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Building {
    /// Scores in straight lines.
    Shop,
    /// Scores by majority among all cities.
    Factory,
    /// Scores in sets of different icons.
    Tavern,
    /// Scores by number, and beside taverns.
    Office,
    /// Scores in connected groups.
    Park,
    /// Scores by the other types in its city.
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

/// A text names no building type.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected `shop`, `factory`, `tavern`, `office`, `park` or `house`, found {0:?}")]
pub struct UnknownBuilding(String);

impl FromStr for Building {
    type Err = UnknownBuilding;

    fn from_str(text: &str) -> Result<Self, UnknownBuilding> {
        Self::ALL
            .into_iter()
            .find(|building| building.to_string() == text)
            .ok_or_else(|| UnknownBuilding(text.to_owned()))
    }
}
