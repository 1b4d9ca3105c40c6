//! The 24 duplex tiles.

use std::{fmt, str::FromStr};

use serde::Serialize;

use crate::Tile;

/// One of the 24 duplex tiles, all different: two buildings, upright or lying, never turned.
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

/// How a duplex tile lies; it is printed so and never turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// One half above the other, written `F/O`.
    Vertical,
    /// One half beside the other, written `FO`.
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

/// The texts of all duplex tiles, one after the other: `F/d` or `FO`.
static TEXTS: [[u8; 3]; 24] = {
    let mut texts = [[0; 3]; 24];
    let mut i = 0;
    while i < 24 {
        let [first, second] = [HALVES[i][0].letter() as u8, HALVES[i][1].letter() as u8];
        texts[i] = match Duplex(i as u8).orientation() {
            Orientation::Vertical => [first, b'/', second],
            Orientation::Horizontal => [first, second, 0],
        };
        i += 1;
    }
    texts
};

impl Duplex {
    /// How many there are.
    pub const COUNT: usize = 24;

    /// Every duplex tile, in the order of the component list: vertical ones first.
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Self(0); Self::COUNT];
        let mut i = 0;
        while i < Self::COUNT {
            all[i] = Self(i as u8);
            i += 1;
        }
        all
    };

    /// The tile's place in [`Duplex::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its halves: top and bottom, or left and right.
    #[must_use]
    pub const fn halves(self) -> [Tile; 2] {
        HALVES[self.index()]
    }

    /// Its text: `FO` (left right) or `F/O` (top/bottom).
    #[must_use]
    pub const fn text(self) -> &'static str {
        let text = match self.orientation() {
            Orientation::Vertical => TEXTS[self.index()].split_at(3).0,
            Orientation::Horizontal => TEXTS[self.index()].split_at(2).0,
        };
        match std::str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    /// How it lies.
    #[must_use]
    pub const fn orientation(self) -> Orientation {
        if self.0 < 12 { Orientation::Vertical } else { Orientation::Horizontal }
    }
}

impl fmt::Display for Duplex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A text is no duplex tile.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a duplex tile such as FO (left right) or F/O (top/bottom), found {0:?}")]
pub struct UnknownDuplex(String);

impl FromStr for Duplex {
    type Err = UnknownDuplex;

    fn from_str(text: &str) -> Result<Self, UnknownDuplex> {
        Self::ALL
            .into_iter()
            .find(|duplex| duplex.to_string() == text)
            .ok_or_else(|| UnknownDuplex(text.to_owned()))
    }
}

impl TryFrom<usize> for Duplex {
    type Error = UnknownDuplex;

    /// The tile at a place in [`Duplex::ALL`].
    fn try_from(index: usize) -> Result<Self, UnknownDuplex> {
        Self::ALL.get(index).copied().ok_or_else(|| UnknownDuplex(format!("number {index}")))
    }
}

impl Serialize for Duplex {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}
