//! The nine kinds of single building tile.

use std::fmt;

use tabletop::vocabulary;

use crate::Building;

/// A kind of building tile. There are five building types, and taverns by their icon.
///
/// ```
/// use between_two_cities::{Building, Tile};
/// let tile: Tile = "m".parse().unwrap();
/// assert_eq!((tile, tile.building()), (Tile::Music, Building::Tavern));
/// assert_eq!(Tile::ALL.iter().map(|tile| tile.copies()).sum::<usize>(), 108);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(type = r#""S" | "F" | "O" | "P" | "H" | "d" | "e" | "m" | "b""#, export_to = "between-two-cities/")
)]
#[repr(u8)]
pub enum Tile {
    /// A shop, `S`.
    Shop,
    /// A factory, `F`.
    Factory,
    /// An office, `O`.
    Office,
    /// A park, `P`.
    Park,
    /// A house, `H`.
    House,
    /// A tavern with the icon 'drink', `d`.
    Drink,
    /// A tavern with the icon 'eat', `e`.
    Eat,
    /// A tavern with the icon 'music', `m`.
    Music,
    /// A tavern with the icon 'bed', `b`.
    Bed,
}

impl Tile {
    /// Every kind, in the order of their letters `S F O P H d e m b`.
    pub const ALL: [Self; 9] = [
        Self::Shop,
        Self::Factory,
        Self::Office,
        Self::Park,
        Self::House,
        Self::Drink,
        Self::Eat,
        Self::Music,
        Self::Bed,
    ];

    /// The taverns, by icon.
    pub const TAVERNS: [Self; 4] = [Self::Drink, Self::Eat, Self::Music, Self::Bed];

    /// Returns the kind's place in [`Tile::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the kind's letter.
    #[must_use]
    pub const fn letter(self) -> char {
        b"SFOPHdemb"[self.index()] as char
    }

    /// Returns the kind with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|tile| tile.letter() == letter)
    }

    /// Returns the kind's building type. All taverns are one type.
    #[must_use]
    pub const fn building(self) -> Building {
        match self {
            Self::Shop => Building::Shop,
            Self::Factory => Building::Factory,
            Self::Office => Building::Office,
            Self::Park => Building::Park,
            Self::House => Building::House,
            _ => Building::Tavern,
        }
    }

    /// Returns whether the kind is a tavern.
    #[must_use]
    pub const fn is_tavern(self) -> bool {
        self as u8 >= Self::Drink as u8
    }

    /// Returns how many single tiles of this kind are in the box.
    #[must_use]
    pub const fn copies(self) -> usize {
        [16, 16, 20, 16, 20, 5, 5, 5, 5][self.index()]
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letter().encode_utf8(&mut [0; 4]))
    }
}

vocabulary!(Tile, "one of the tiles S F O P H d e m b", cached);
