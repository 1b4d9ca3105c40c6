//! The visible side of a card.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{CardId, Kind, Side};

/// The visible side of a card: the kind of resource, or the building.
///
/// A face contains everything that players know of a card in the market. It does not tell which building is on the
/// other side of a resource.
///
/// ```
/// use point_city::{Face, Kind, Resource, Side};
/// let face = Face::resource(Kind::double(Resource::Energy));
/// assert_eq!(face.to_string(), "EE");
/// assert_eq!((face.side(), face.kind(), face.card()), (Side::Resource, face.kind(), None));
/// let card = "20C".parse().unwrap();
/// assert_eq!(Face::building(card).card(), Some(card));
/// ```
// Building sides have the numbers of their cards, and resource sides follow. So one lookup table serves both.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string", export_to = "point-city/"))]
pub struct Face(u8);

/// The length of lookup tables with an entry for every face. They have one for every value of a byte, so that no bounds
/// check is needed.
pub const FACES: usize = 256;

impl Face {
    /// The face of an empty cell: its card was taken, and the deck had none to replace it.
    pub(crate) const GAP: Self = Self((CardId::COUNT + Kind::COUNT) as u8);

    /// Returns the building side of a card.
    #[must_use]
    pub const fn building(card: CardId) -> Self {
        Self(card.index() as u8)
    }

    /// Returns the resource side of some card.
    #[must_use]
    pub const fn resource(kind: Kind) -> Self {
        Self((CardId::COUNT + kind.index()) as u8)
    }

    /// Returns one side of a card.
    #[must_use]
    #[inline]
    pub const fn showing(card: CardId, side: Side) -> Self {
        /// The resource side of every card. The table has 256 entries, so that lookups need no bounds check and no
        /// branch.
        static BACKS: [Face; FACES] = {
            let mut backs = [Face::GAP; FACES];
            let mut i = 0;
            while i < CardId::COUNT {
                backs[i] = Face::resource(CardId::ALL[i].back());
                i += 1;
            }
            backs
        };
        let faces = [BACKS[card.index()], Self::building(card)];
        faces[matches!(side, Side::Building) as usize]
    }

    /// Returns which side it is.
    #[must_use]
    pub const fn side(self) -> Side {
        if (self.0 as usize) < CardId::COUNT { Side::Building } else { Side::Resource }
    }

    /// Returns the kind of a resource side, or `None` for a building.
    #[must_use]
    pub const fn kind(self) -> Option<Kind> {
        match (self.0 as usize).checked_sub(CardId::COUNT) {
            Some(kind) if kind < Kind::COUNT => Some(Kind::ALL[kind]),
            _ => None,
        }
    }

    /// Returns the card whose building side it is, or `None` for a resource.
    #[must_use]
    pub const fn card(self) -> Option<CardId> {
        if (self.0 as usize) < CardId::COUNT { Some(CardId::ALL[self.0 as usize]) } else { None }
    }

    fn text(self) -> &'static str {
        match (self.kind(), self.card()) {
            (Some(kind), _) => kind.text(),
            (_, Some(card)) => card.text(),
            _ => ".",
        }
    }

    /// Returns the index of the face in tables of [`FACES`] entries.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Writes the kind (`EE`) or the card (`20C`) as text.
impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}
