//! The 160 cards.

use std::fmt::{self, Write as _};

use tabletop::{all_by_index, vocabulary};

use crate::{
    Amounts, Kind, Resource,
    data::{self, CARDS, Gives, Print},
};

/// A two-sided card. Its id has a base number from 1 to 32 and one of five rotations, as in `07E`; there are 160 cards.
///
/// ```
/// use point_city::{CardId, Gives, Resource};
/// let card: CardId = "07C".parse().unwrap();
/// assert_eq!(card.tier(), 1);
/// assert_eq!(card.back().to_string(), "C");
/// assert_eq!(card.cost().to_string(), "MM");
/// assert_eq!(card.gives(), Gives::Permanent(Resource::Community, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string", export_to = "point-city/"))]
pub struct CardId(u8);

impl CardId {
    /// The number of cards.
    pub const COUNT: usize = data::COUNT;

    /// All cards, tier by tier, in the order of the data.
    pub const ALL: [Self; Self::COUNT] = all_by_index!(Self, Self::COUNT);

    /// Returns the card's index in [`CardId::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of its base card, 1 to 32.
    #[must_use]
    pub const fn base(self) -> u8 {
        self.0 / 5 + 1
    }

    /// Returns the resource whose letter ends its id.
    #[must_use]
    pub const fn rotation(self) -> Resource {
        Resource::ALL[self.index() % 5]
    }

    /// Returns the tier, 1 to 3.
    #[must_use]
    pub const fn tier(self) -> u8 {
        self.print().tier
    }

    /// Returns the kind that its resource side shows.
    #[must_use]
    pub const fn back(self) -> Kind {
        self.print().back
    }

    /// Returns the cost of the card's building side.
    #[must_use]
    pub const fn cost(self) -> Amounts {
        self.print().cost
    }

    /// Returns the yield of the card's building side.
    #[must_use]
    pub const fn gives(self) -> Gives {
        self.print().gives
    }

    /// Returns whether its building side shows the civic symbol.
    #[must_use]
    pub const fn is_civic(self) -> bool {
        matches!(self.gives(), Gives::Token)
    }

    /// Returns the points printed on its building side.
    #[must_use]
    pub const fn points(self) -> u8 {
        match self.gives() {
            Gives::Permanent(_, points) | Gives::Points(points) => points,
            Gives::Token => 0,
        }
    }

    /// Returns the permanent resource that its building side produces.
    #[must_use]
    pub const fn produces(self) -> Option<Resource> {
        match self.gives() {
            Gives::Permanent(resource, _) => Some(resource),
            _ => None,
        }
    }

    const fn print(self) -> &'static Print {
        &CARDS[self.index()]
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Views name many cards. Writing digit by digit is several times as fast as the number formatter.
        f.write_char(char::from(b'0' + self.base() / 10))?;
        f.write_char(char::from(b'0' + self.base() % 10))?;
        f.write_char(self.rotation().letter())
    }
}

impl fmt::Debug for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

vocabulary!(CardId, "a card: 01 to 32 and one of C M E I N, such as 07E", cached);
