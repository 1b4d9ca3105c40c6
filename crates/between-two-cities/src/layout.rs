//! A four by four board of buildings in any arrangement, for scoring, parsing and printing.

use std::{fmt, str::FromStr};

use serde::Serialize;

use crate::{Building, Tile};

/// A cell of a [`Layout`]: column `x` and row `y`, from the top left, both in `0..4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(type = "[number, number]", export_to = "between-two-cities/")
)]
pub struct Cell(u8);

impl Cell {
    /// Returns every cell, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..16).map(Self)
    }

    /// Creates the cell in column `x` of row `y`, if there is one.
    #[must_use]
    pub const fn new(x: u8, y: u8) -> Option<Self> {
        if x < 4 && y < 4 { Some(Self(4 * y + x)) } else { None }
    }

    /// Returns the column, from the left.
    #[must_use]
    pub const fn x(self) -> u8 {
        self.0 % 4
    }

    /// Returns the row, from the top.
    #[must_use]
    pub const fn y(self) -> u8 {
        self.0 / 4
    }

    pub(crate) const fn bit(self) -> u16 {
        1 << self.0
    }

    pub(crate) fn of_mask(mask: u16) -> Vec<Self> {
        Self::all().filter(|cell| mask & cell.bit() != 0).collect()
    }
}

/// Writes `[x, y]`.
impl Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.x(), self.y()].serialize(serializer)
    }
}

/// A four by four board in any arrangement, whether or not it could come about in play.
///
/// It can be scored. If it is connected, a [`City`](crate::City) can be made of it. Its text is four rows of four
/// letters, such as `SSSS/HHOm/OPOO/OPHP`, with `.` for an empty cell.
///
/// ```
/// use between_two_cities::{Layout, Tile, city, score};
/// let layout = city! {
///     . S S S
///     . . S .
///     . . S .
///     . S S S
/// };
/// assert_eq!(layout.to_string(), ".SSS/..S./..S./.SSS");
/// assert_eq!(score(&[layout])[0].shops, 25);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string", export_to = "between-two-cities/"))]
pub struct Layout {
    planes: u64,
}

/// The code of each tile in the four bit planes. Bit `n` of a code is the cell's bit in plane `n`. Plane 3 is set for
/// taverns, whose icon is the number in planes 0 and 1. The codes are chosen so that each mask takes few operations.
const CODES: [u64; 9] = [1, 2, 3, 4, 5, 8, 9, 10, 11];

/// A tile's bits at cell 0 of each plane of 16 bits.
pub(crate) static PLANES: [u64; 9] = {
    let mut planes = [0; 9];
    let mut tile = 0;
    while tile < 9 {
        let mut plane = 0;
        while plane < 4 {
            planes[tile] |= (CODES[tile] >> plane & 1) << (16 * plane);
            plane += 1;
        }
        tile += 1;
    }
    planes
};

/// The cells of each kind of building, with bit `4 y + x` for a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Masks {
    /// The cells of shops.
    pub shops: u16,
    /// The cells of factories.
    pub factories: u16,
    /// The cells of taverns of any icon.
    pub taverns: u16,
    /// The cells of taverns by icon: drink, eat, music, bed.
    pub icons: [u16; 4],
    /// The cells of offices.
    pub offices: u16,
    /// The cells of parks.
    pub parks: u16,
    /// The cells of houses.
    pub houses: u16,
}

impl Masks {
    pub(crate) fn of(self, building: Building) -> u16 {
        match building {
            Building::Shop => self.shops,
            Building::Factory => self.factories,
            Building::Tavern => self.taverns,
            Building::Office => self.offices,
            Building::Park => self.parks,
            Building::House => self.houses,
        }
    }
}

impl Layout {
    /// The empty board.
    pub const EMPTY: Self = Self { planes: 0 };

    pub(crate) const fn from_planes(planes: u64) -> Self {
        Self { planes }
    }

    pub(crate) const fn planes(self) -> u64 {
        self.planes
    }

    /// Returns the cells of each kind of building.
    #[must_use]
    #[inline]
    pub fn masks(self) -> Masks {
        let [p0, p1, p2, taverns] = [0, 16, 32, 48].map(|shift| (self.planes >> shift) as u16);
        Masks {
            shops: p0 & !p1 & !p2 & !taverns,
            factories: p1 & !p0 & !taverns,
            taverns,
            icons: [taverns & !p1 & !p0, taverns & !p1 & p0, taverns & p1 & !p0, taverns & p1 & p0],
            offices: p0 & p1 & !taverns,
            parks: p2 & !p0,
            houses: p2 & p0,
        }
    }

    /// Returns the building on a cell.
    #[must_use]
    pub fn get(self, cell: Cell) -> Option<Tile> {
        let code: u64 = (0..4).map(|plane| (self.planes >> (16 * plane + cell.0) & 1) << plane).sum();
        CODES.iter().position(|&known| known == code).map(|index| Tile::ALL[index])
    }

    /// Returns this board with `tile` on `cell`, or with an empty cell for `None`.
    #[must_use]
    pub fn with(self, cell: Cell, tile: Option<Tile>) -> Self {
        let cleared = self.planes & !(0x0001_0001_0001_0001 << cell.0);
        Self { planes: cleared | tile.map_or(0, |tile| PLANES[tile.index()] << cell.0) }
    }

    /// Returns the cells that hold a building of this type.
    pub fn cells(self, building: Building) -> impl Iterator<Item = Cell> {
        let mask = self.masks().of(building);
        Cell::all().filter(move |cell| mask & cell.bit() != 0)
    }

    /// Returns how many buildings of this type there are.
    #[must_use]
    pub fn count(self, building: Building) -> u8 {
        self.masks().of(building).count_ones() as u8
    }

    /// Writes the text into `buffer` and returns it.
    fn text(self, buffer: &mut [u8; 19]) -> &str {
        *buffer = *b"..../..../..../....";
        for cell in Cell::all().filter(|cell| self.occupied() & cell.bit() != 0) {
            if let Some(tile) = self.get(cell) {
                buffer[usize::from(5 * cell.y() + cell.x())] = tile.letter() as u8;
            }
        }
        std::str::from_utf8(buffer).unwrap_or_default()
    }

    /// Returns a bit for each cell that is built on.
    pub(crate) const fn occupied(self) -> u16 {
        let either = self.planes | self.planes >> 32;
        (either | either >> 16) as u16
    }

    /// Returns the board that 16 letters draw, with any white space between them; see [`city!`](crate::city).
    ///
    /// # Panics
    /// Panics if there are not 16 letters, or one is not the letter of a tile.
    #[must_use]
    pub fn drawn(picture: &str) -> Self {
        let letters: Vec<char> = picture.chars().filter(|letter| !letter.is_whitespace()).collect();
        assert_eq!(letters.len(), 16, "a city is drawn with 16 letters: {picture:?}");
        Cell::all().zip(letters).fold(Self::EMPTY, |layout, (cell, letter)| {
            let tile = Tile::from_letter(letter);
            assert!(tile.is_some() || letter == '.', "{letter:?} is not the letter of a tile: {picture:?}");
            layout.with(cell, tile)
        })
    }
}

/// Draws a [`Layout`](crate::Layout) by 16 letters, with `.` for an empty cell.
///
/// ```
/// let layout = between_two_cities::city! {
///     S S S S
///     H H O m
///     O P O O
///     O P H P
/// };
/// assert_eq!(Ok(layout), "SSSS/HHOm/OPOO/OPHP".parse());
/// ```
#[macro_export]
macro_rules! city {
    ($($row:tt)*) => { $crate::Layout::drawn(stringify!($($row)*)) };
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text(&mut [0; 19]))
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The reason why a text is not a [`Layout`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownLayout {
    /// The number of rows is not four.
    #[error(
        "expected a city of four rows joined by `/` such as SSSS/HHOm/OPOO/OPHP, found {found} in {text:?}"
    )]
    Rows {
        /// The number of rows.
        found: usize,
        /// The whole text.
        text: String,
    },
    /// A row has not four letters.
    #[error("expected four letters in row {row} of a city, found {found:?}")]
    Row {
        /// The number of the row, from 1.
        row: usize,
        /// The text of the row.
        found: String,
    },
    /// A letter stands for no tile.
    #[error(
        "expected S F O P H d e m b or `.` in row {row}, column {column} of a city, found {found:?} in {text:?}"
    )]
    Letter {
        /// The number of the row, from 1.
        row: usize,
        /// The number of the column, from 1.
        column: usize,
        /// The letter.
        found: char,
        /// The whole text.
        text: String,
    },
}

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(text: &str) -> Result<Self, UnknownLayout> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 4 {
            return Err(UnknownLayout::Rows { found: rows.len(), text: text.to_owned() });
        }
        let mut layout = Self::EMPTY;
        for (y, row) in rows.into_iter().enumerate() {
            if row.chars().count() != 4 {
                return Err(UnknownLayout::Row { row: y + 1, found: row.to_owned() });
            }
            for (x, letter) in row.chars().enumerate() {
                let tile = Tile::from_letter(letter);
                if tile.is_none() && letter != '.' {
                    let text = text.to_owned();
                    return Err(UnknownLayout::Letter { row: y + 1, column: x + 1, found: letter, text });
                }
                layout = layout.with(Cell((4 * y + x) as u8), tile);
            }
        }
        Ok(layout)
    }
}

impl Serialize for Layout {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text(&mut [0; 19]))
    }
}
