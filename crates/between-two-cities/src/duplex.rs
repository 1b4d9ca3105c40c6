//! The 24 duplex tiles.

use std::fmt;

use serde::Serialize;
use tabletop::{all_by_index, vocabulary};

use crate::Tile;

/// A duplex tile: two buildings, one above the other or side by side. The 24 tiles are all different. Tiles are never
/// rotated.
///
/// ```
/// use between_two_cities::{Duplex, Orientation, Tile};
/// let duplex: Duplex = "e/H".parse().unwrap();
/// assert_eq!(duplex.halves(), [Tile::Eat, Tile::House]);
/// assert_eq!(duplex.orientation(), Orientation::Vertical);
/// assert!("H/e".parse::<Duplex>().is_err(), "no tile is turned upside down");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Duplex(u8);

/// The orientation of a duplex tile, as printed. Tiles are never rotated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// One half is above the other, written `F/O`.
    Vertical,
    /// One half is beside the other, written `FO`.
    Horizontal,
}

/// The 12 vertical tiles (top, bottom), then the 12 horizontal ones (left, right).
const HALVES: [[Tile; 2]; 24] = {
    use Tile::{Bed, Drink, Eat, Factory, House, Music, Office, Park, Shop};
    [
        [Factory, Drink],
        [Factory, Office],
        [House, Office],
        [House, Shop],
        [Office, Park],
        [Office, Shop],
        [Eat, House],
        [Park, Factory],
        [Park, House],
        [Music, Park],
        [Shop, Factory],
        [Shop, Bed],
        [Eat, Factory],
        [Factory, Office],
        [Factory, Shop],
        [House, Park],
        [House, Bed],
        [Office, House],
        [Office, Shop],
        [Drink, Park],
        [Park, Factory],
        [Park, Office],
        [Shop, Music],
        [Shop, House],
    ]
};

impl Duplex {
    /// The number of duplex tiles.
    pub const COUNT: usize = 24;

    /// Every duplex tile, in the order of the component list: vertical ones first.
    pub const ALL: [Self; Self::COUNT] = all_by_index!(Self, Self::COUNT);

    /// Returns the tile's place in [`Duplex::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the tile's halves: top and bottom, or left and right.
    #[must_use]
    pub const fn halves(self) -> [Tile; 2] {
        HALVES[self.index()]
    }

    /// Returns the tile's orientation.
    #[must_use]
    pub const fn orientation(self) -> Orientation {
        if self.0 < 12 { Orientation::Vertical } else { Orientation::Horizontal }
    }
}

impl fmt::Display for Duplex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.halves().map(|tile| tile.letter() as u8);
        let (vertical, horizontal) = ([first, b'/', second], [first, second]);
        let text: &[u8] = match self.orientation() {
            Orientation::Vertical => &vertical,
            Orientation::Horizontal => &horizontal,
        };
        f.pad(std::str::from_utf8(text).map_err(|_| fmt::Error)?)
    }
}

vocabulary!(Duplex, "a duplex tile such as FO (left right) or F/O (top/bottom)", cached);
