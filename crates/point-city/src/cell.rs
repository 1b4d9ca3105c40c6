//! The cells of the market, and pairs of them.

use std::fmt::{self, Write as _};

use tabletop::{all_by_index, vocabulary};

/// A cell of the 4x4 market. Columns are `a` to `d` from the left, rows `1` to `4` from the top.
///
/// Cells are ordered row by row from the top left, which is the order in which gaps are filled.
///
/// ```
/// use point_city::Cell;
/// let cell: Cell = "b3".parse().unwrap();
/// assert_eq!((cell.column(), cell.row()), (1, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string", export_to = "point-city/"))]
pub struct Cell(u8);

impl Cell {
    /// The number of cells.
    pub const COUNT: usize = 16;

    /// The sixteen cells, row by row from the top left.
    pub const ALL: [Self; Self::COUNT] = all_by_index!(Self, Self::COUNT);

    /// Returns the cell at a column and row, both 0 to 3.
    ///
    /// # Panics
    /// Panics if one of them is not below 4.
    #[must_use]
    pub const fn at(column: u8, row: u8) -> Self {
        assert!(column < 4 && row < 4, "the market has four columns and four rows");
        Self(4 * row + column)
    }

    /// Returns the column, 0 (`a`) to 3 (`d`).
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % 4
    }

    /// Returns the row, 0 (`1`) to 3 (`4`).
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 4
    }

    /// Returns the cell's index in [`Cell::ALL`], 0 to 15.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler that the index is below 16, so it can omit bounds checks.
        self.0 as usize & 15
    }

    /// Returns the cell's bit in a set of cells.
    pub(crate) const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(char::from(b'a' + self.column()))?;
        f.write_char(char::from(b'1' + self.row()))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

vocabulary!(Cell, "a cell of the market, a1 to d4", cached);

/// Two different cells, in no order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair(Cell, Cell);

impl Pair {
    /// Creates the pair of two cells, or `None` if they are the same.
    #[must_use]
    pub const fn new(a: Cell, b: Cell) -> Option<Self> {
        if a.0 < b.0 {
            Some(Self(a, b))
        } else if b.0 < a.0 {
            Some(Self(b, a))
        } else {
            None
        }
    }

    /// Returns the cells, the one nearer the top left (row by row) first.
    #[must_use]
    pub const fn cells(self) -> [Cell; 2] {
        [self.0, self.1]
    }

    /// Returns whether the cells share an edge. The market does not wrap around.
    #[must_use]
    pub const fn shares_edge(self) -> bool {
        self.0.column().abs_diff(self.1.column()) + self.0.row().abs_diff(self.1.row()) == 1
    }

    /// Returns the pair of the cell with this index and the cell whose index is higher by `step`.
    #[inline]
    pub(crate) const fn stepping(first: u32, step: u32) -> Self {
        debug_assert!(step > 0 && first + step < 16);
        Self(Cell(first as u8), Cell((first + step) as u8))
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.1)
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
