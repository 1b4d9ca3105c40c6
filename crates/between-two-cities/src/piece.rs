//! The tiles that are chosen and placed: building tiles and duplex tiles.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tabletop::text::{self, Unknown};

use crate::{Duplex, Orientation, Tile};

/// A building tile or a duplex tile, in one byte.
///
/// ```
/// use between_two_cities::{Piece, Tile};
/// let piece: Piece = "FS".parse().unwrap();
/// assert_eq!(piece.tiles().collect::<Vec<_>>(), [Tile::Factory, Tile::Shop]);
/// assert_eq!(Piece::from(Tile::Bed).to_string(), "b");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string", export_to = "between-two-cities/"))]
pub struct Piece(u8);

impl Piece {
    /// The number of kinds: 9 building tiles and 24 duplex tiles.
    pub const COUNT: usize = 9 + Duplex::COUNT;

    /// Returns every kind: building tiles, then duplex tiles.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Returns the piece's place in [`Piece::all`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the piece at a place in [`Piece::all`].
    ///
    /// # Panics
    /// Panics if there is no such place.
    #[must_use]
    #[inline]
    pub const fn at(index: usize) -> Self {
        assert!(index < Self::COUNT, "no such piece");
        Self(index as u8)
    }

    /// Returns the building tile, if the piece is one.
    #[must_use]
    #[inline]
    pub const fn tile(self) -> Option<Tile> {
        if self.0 < 9 { Some(Tile::ALL[self.index()]) } else { None }
    }

    /// Returns the duplex tile, if the piece is one.
    #[must_use]
    #[inline]
    pub const fn duplex(self) -> Option<Duplex> {
        if self.0 < 9 { None } else { Some(Duplex::ALL[self.index() - 9]) }
    }

    /// Returns the orientation, if the piece is a duplex tile.
    #[must_use]
    pub fn orientation(self) -> Option<Orientation> {
        self.duplex().map(Duplex::orientation)
    }

    /// Returns the piece's text. A building tile has one letter; a duplex tile has both letters, with `/` between them
    /// if one half is above the other.
    pub(crate) fn text(self) -> &'static str {
        match (self.tile(), self.duplex()) {
            (Some(tile), _) => tile.text(),
            (_, Some(duplex)) => duplex.text(),
            (None, None) => "",
        }
    }

    /// Returns one or two buildings, the left or top one first.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        let (first, second) = match self.duplex() {
            Some(duplex) => (Some(duplex.halves()[0]), Some(duplex.halves()[1])),
            None => (self.tile(), None),
        };
        first.into_iter().chain(second)
    }
}

impl From<Tile> for Piece {
    fn from(tile: Tile) -> Self {
        Self(tile as u8)
    }
}

impl From<Duplex> for Piece {
    fn from(duplex: Duplex) -> Self {
        Self(9 + duplex.index() as u8)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Piece {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let tile = text::find(&Tile::ALL, text).map(Self::from);
        tile.or_else(|| text::find(&Duplex::ALL, text).map(Self::from)).ok_or_else(|| {
            Unknown::new("a tile (S F O P H d e m b) or a duplex tile such as FO or F/O", text)
        })
    }
}

impl Serialize for Piece {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text::deserialize(deserializer)
    }
}
