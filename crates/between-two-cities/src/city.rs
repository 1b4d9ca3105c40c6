//! A city under construction. A city *floats*: its position in the frame of four by four cells is not fixed until it is
//! four wide and four high.
//!
//! Cells are the bits of a board of 8 by 8 with the first tile at column 3 of row 3, so that no
//! tile can reach column 7 or row 7, and shifts by one can't wrap around an edge. The buildings on
//! the cells are stored on a torus of four by four, at `x mod 4` and `y mod 4`: a city is at most four
//! wide and four high, so no two of its cells coincide, and nothing has to be moved when it grows
//! to the left or up.

use std::fmt;

use crate::{Layout, Orientation, Piece, Spot, Spots, Tile, layout::PLANES};

/// The part of the board that a city can ever reach: 7 by 7.
const REACH: u64 = 0x007f_7f7f_7f7f_7f7f;

/// For each cell, the cells at most 3 columns and 3 rows away. A city's bounding box is within
/// four by four exactly if each of its cells is in the window of every other.
static WINDOWS: [u64; 64] = {
    let mut windows = [0; 64];
    let mut from = 0i32;
    while from < 64 {
        let mut to = 0i32;
        while to < 64 {
            let (dx, dy) = (from % 8 - to % 8, from / 8 - to / 8);
            if dx >= -3 && dx <= 3 && dy >= -3 && dy <= 3 {
                windows[from as usize] |= 1 << to & REACH;
            }
            to += 1;
        }
        from += 1;
    }
    windows
};

/// A city that is being built. It is connected and within four by four cells.
///
/// ```
/// use between_two_cities::{City, Duplex, Spot, Tile};
/// let mut city = City::EMPTY;
/// city.place(Tile::House.into(), Spot::FIRST).unwrap();
/// city.place("F/O".parse().unwrap(), "-1,0".parse().unwrap()).unwrap();
/// assert_eq!(city.layout().to_string(), "FH../O.../..../....");
/// assert!(city.place(Tile::Shop.into(), "2,2".parse().unwrap()).is_err(), "it touches nothing");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct City {
    occupied: u64,
    allowed: u64,
    planes: u64,
}

/// The reason why a tile can't be placed at a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadSpot {
    /// The first tile of a city must be placed at 0,0; all other spots are relative to it.
    #[error("the first tile of a city lies at 0,0")]
    NotFirst,
    /// There is a tile already.
    #[error("there is a tile already")]
    Taken,
    /// The city would be more than four wide or high.
    #[error("the city would no longer fit into four by four")]
    TooFar,
    /// The tile would share no edge with a tile of the city.
    #[error("a tile must share an edge with a tile of the city")]
    Apart,
}

#[inline]
fn torus(bit: u32) -> u32 {
    bit & 3 | bit >> 1 & 12
}

impl City {
    /// A city without tiles.
    pub const EMPTY: Self = Self { occupied: 0, allowed: REACH, planes: 0 };

    /// Returns whether no tile has been placed.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.occupied == 0
    }

    /// Returns how many cells are built on.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.occupied.count_ones()
    }

    /// Returns the built cells.
    #[must_use]
    pub const fn built(self) -> Spots {
        Spots(self.occupied)
    }

    /// Returns the free cells that the city could still cover, whether or not they touch it now. Together with
    /// [`City::built`], these are the cells to show when a city is drawn.
    #[must_use]
    pub const fn room(self) -> Spots {
        Spots(self.allowed & !self.occupied)
    }

    /// Returns the building on a spot.
    #[must_use]
    pub fn get(self, spot: Spot) -> Option<Tile> {
        if !self.built().contains(spot) {
            return None;
        }
        let torus = torus(spot.bit()) as u8;
        crate::Cell::new(torus % 4, torus / 4).and_then(|cell| Layout::from_planes(self.planes).get(cell))
    }

    #[inline]
    fn touching(self) -> u64 {
        let first = u64::from(self.occupied == 0) << Spot::FIRST.bit();
        first | self.occupied << 1 | self.occupied >> 1 | self.occupied << 8 | self.occupied >> 8
    }

    /// Returns the legal spots for a building tile.
    #[inline]
    pub(crate) fn single_spots(self) -> Spots {
        Spots(self.touching() & self.allowed & !self.occupied)
    }

    /// Returns the legal spots for a duplex tile, each named by its left or top cell.
    ///
    /// Each half must be free and within the frame, and one of them must touch the city. The
    /// halves are adjacent, so they are always within each other's window.
    #[inline]
    pub(crate) fn duplex_spots(self, orientation: Orientation) -> Spots {
        let step = match orientation {
            Orientation::Horizontal => 1,
            Orientation::Vertical => 8,
        };
        let free = self.allowed & !self.occupied;
        let touching = self.touching();
        Spots(free & free >> step & (touching | touching >> step))
    }

    /// Returns the legal spots for `piece`. A duplex tile is named by its left or top cell.
    #[must_use]
    #[inline]
    pub fn spots(self, piece: Piece) -> Spots {
        match piece.orientation() {
            None => self.single_spots(),
            Some(orientation) => self.duplex_spots(orientation),
        }
    }

    /// Places a tile. A duplex tile is named by its left or top cell.
    ///
    /// # Errors
    /// Returns an error if the tile can't be placed there. The city is then unchanged.
    pub fn place(&mut self, piece: Piece, spot: Spot) -> Result<(), BadSpot> {
        self.check(piece, spot)?;
        self.place_unchecked(piece, spot);
        Ok(())
    }

    /// Checks whether a tile may be placed at a spot.
    ///
    /// # Errors
    /// Returns the first rule of placement that this would violate.
    pub fn check(self, piece: Piece, spot: Spot) -> Result<(), BadSpot> {
        if self.spots(piece).contains(spot) {
            return Ok(());
        }
        let first = 1u64 << spot.bit();
        let cells = first
            | match piece.orientation() {
                None => 0,
                Some(Orientation::Horizontal) => first << 1,
                Some(Orientation::Vertical) => first << 8,
            };
        Err(if self.occupied & cells != 0 {
            BadSpot::Taken
        } else if self.allowed & cells != cells {
            BadSpot::TooFar
        } else if self.is_empty() {
            BadSpot::NotFirst
        } else {
            BadSpot::Apart
        })
    }

    /// Places a tile at a spot where it is known to be legal. At any other spot the city is unspecified afterwards.
    #[inline]
    pub fn place_unchecked(&mut self, piece: Piece, spot: Spot) {
        match piece.duplex() {
            None => self.put(piece.index(), spot.bit()),
            Some(duplex) => {
                let [first, second] = duplex.halves();
                let step = match duplex.orientation() {
                    Orientation::Horizontal => 1,
                    Orientation::Vertical => 8,
                };
                self.put(first.index(), spot.bit());
                self.put(second.index(), spot.bit() + step);
            }
        }
    }

    #[inline]
    fn put(&mut self, tile: usize, bit: u32) {
        let bit = bit & 63;
        self.occupied |= 1 << bit;
        self.allowed &= WINDOWS[bit as usize];
        self.planes |= PLANES[tile] << torus(bit);
    }

    /// Returns the city as a board of four by four. A city that still floats is put at the top left.
    #[must_use]
    #[inline]
    pub fn layout(self) -> Layout {
        if self.occupied == 0 {
            return Layout::EMPTY;
        }
        // The lowest column and row are found, and then the torus is rotated so that they come first.
        let x = self.columns().trailing_zeros() & 3;
        let y = self.occupied.trailing_zeros() >> 3 & 3;
        let kept = 0x1111_1111_1111_1111 * (0xf >> x);
        let turned = self.planes >> x & kept | self.planes << (4 - x) & !kept;
        let kept = 0x0001_0001_0001_0001 * (0xffff >> (4 * y));
        Layout::from_planes(turned >> (4 * y) & kept | turned << (16 - 4 * y) & !kept)
    }

    /// Returns a bit for each column that is built on, in the lowest byte.
    #[inline]
    fn columns(self) -> u64 {
        let mut columns = self.occupied | self.occupied >> 32;
        columns |= columns >> 16;
        columns | columns >> 8
    }

    /// Returns the spot of the top left cell of [`City::layout`], or that of the first tile for an empty city.
    #[must_use]
    pub fn corner(self) -> Spot {
        if self.occupied == 0 {
            return Spot::FIRST;
        }
        Spot::of_bit(self.columns().trailing_zeros() | self.occupied.trailing_zeros() & !7)
    }
}

impl Default for City {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl fmt::Debug for City {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.layout())
    }
}

/// Writes the city's [`Layout`].
impl fmt::Display for City {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.layout().fmt(f)
    }
}

/// The error for a layout that no city under construction can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the tiles of {0} are not connected")]
pub struct NotConnected(pub Layout);

/// Makes a city with these buildings. A layout does not say which tile was placed first, so spots are relative to the
/// first one in reading order.
///
/// ```
/// use between_two_cities::{City, Layout};
/// let layout: Layout = "FH../O.../..../....".parse().unwrap();
/// assert_eq!(City::try_from(layout).unwrap().layout(), layout);
/// assert!(City::try_from("F.../.O../..../....".parse::<Layout>().unwrap()).is_err());
/// ```
impl TryFrom<Layout> for City {
    type Error = NotConnected;

    fn try_from(layout: Layout) -> Result<Self, NotConnected> {
        let cells = crate::Cell::of_mask(layout.occupied());
        let mut city = Self::EMPTY;
        let Some(first) = cells.first() else { return Ok(city) };
        for _ in 0..cells.len() {
            for cell in &cells {
                let (dx, dy) = (cell.x() as i8 - first.x() as i8, cell.y() as i8 - first.y() as i8);
                if let (Some(spot), Some(tile)) = (Spot::new(dx, dy), layout.get(*cell)) {
                    // A tile that does not touch the city yet is placed in a later pass, after its neighbours.
                    let _ = city.place(tile.into(), spot);
                }
            }
        }
        if city.len() as usize == cells.len() { Ok(city) } else { Err(NotConnected(layout)) }
    }
}
