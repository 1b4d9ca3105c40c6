//! The two sides of a card.

use std::fmt;

use tabletop::vocabulary;

/// A side of a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(type = "\"resource\" | \"building\"", export_to = "point-city/")
)]
pub enum Side {
    /// The back, which shows one symbol, two of a kind, or ingenuity.
    Resource,
    /// The front, which shows a building and its cost.
    Building,
}

impl Side {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::Resource, Self::Building];

    /// Returns the side that fills a gap from which a card with this side was taken.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Resource => Self::Building,
            Self::Building => Self::Resource,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Resource => "resource",
            Self::Building => "building",
        })
    }
}

vocabulary!(Side, "a side of a card, resource or building");
