//! The 4x4 market.

use crate::{CardId, Cell, Face, Kind, Side, face::FACES};

/// The count of numbers in [`Market::needs`]: one for each cell for each of the five resources and for ingenuity. Four more
/// numbers let a read of 16 cells start at the cell below the first.
pub const NEEDS: usize = 6 * 16 + 4;
/// The numbers of [`Market::needs`].
pub(crate) type Needs = [i8; NEEDS];

/// The needs of each face; see [`Needs`]. The last two numbers are unused.
static FACE_NEEDS: [[i8; 8]; FACES] = {
    let mut needs = [[0; 8]; FACES];
    let mut i = 0;
    while i < CardId::COUNT {
        let cost = CardId::ALL[i].cost().lanes().to_le_bytes();
        let mut resource = 0;
        while resource < 5 {
            needs[i][resource] = cost[resource] as i8;
            resource += 1;
        }
        i += 1;
    }
    i = 0;
    while i < Kind::COUNT {
        let kind = Kind::ALL[i];
        let resource = match kind.resource() {
            Some(resource) => resource.index(),
            None => 5,
        };
        needs[Face::resource(kind).index()][resource] = -(kind.symbols() as i8);
        i += 1;
    }
    needs
};

/// The 4x4 market: the visible faces, and the places in the deck from which their cards came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Market {
    faces: [Face; 16],
    origins: [u8; 16],
    /// The cells that show a resource, as a bit for each cell.
    resources: u16,
    /// The cells that show a building.
    buildings: u16,
    needs: Needs,
}

impl Market {
    pub(crate) const EMPTY: Self =
        Self { faces: [Face::GAP; 16], origins: [0; 16], resources: 0, buildings: 0, needs: [0; NEEDS] };

    /// Returns the face of the card in a cell, or `None` for a gap that could not be refilled.
    #[must_use]
    pub const fn face(&self, cell: Cell) -> Option<Face> {
        if (self.resources | self.buildings) & cell.bit() == 0 { None } else { Some(self.at(cell)) }
    }

    /// Returns the face of each cell. Gaps have a face of their own, which is neither a building nor a resource.
    #[must_use]
    #[inline]
    pub const fn faces(&self) -> &[Face; 16] {
        &self.faces
    }

    /// Returns the visible side of the card in a cell, or `None` for a gap.
    #[must_use]
    pub const fn side(&self, cell: Cell) -> Option<Side> {
        match self.face(cell) {
            Some(face) => Some(face.side()),
            None => None,
        }
    }

    /// Returns the index in the initial deck (0 at the top) of the card in a cell. For a gap it has no meaning.
    #[must_use]
    pub const fn origin(&self, cell: Cell) -> usize {
        self.origins[cell.index()] as usize
    }

    /// Returns whether a row or the column of the cell shows resources only, so that its card may be turned.
    #[must_use]
    pub const fn may_flip(&self, cell: Cell) -> bool {
        self.flips() & cell.bit() != 0
    }

    /// Returns the number of cards.
    #[must_use]
    pub const fn count(&self) -> usize {
        (self.resources | self.buildings).count_ones() as usize
    }

    /// Returns the cards that may be turned, as a bit for each cell.
    #[inline]
    pub(crate) const fn flips(&self) -> u16 {
        let r = self.resources;
        let halves = r & r >> 1;
        let rows = (halves & halves >> 2 & 0x1111) * 0xF;
        let halves = r & r >> 4;
        let columns = (halves & halves >> 8) * 0x1111;
        rows | columns
    }

    #[inline]
    pub(crate) const fn at(&self, cell: Cell) -> Face {
        self.faces[cell.index()]
    }

    #[inline]
    pub(crate) const fn resources(&self) -> u16 {
        self.resources
    }

    #[inline]
    pub(crate) const fn buildings(&self) -> u16 {
        self.buildings
    }

    /// Returns the needs of each cell. At 16 x the index of a resource + the index of a cell is the number of symbols that the
    /// building in the cell costs, or a negative number for the symbols that the resource card in the cell shows. The numbers
    /// from 80 on are those of ingenuity. The numbers of a gap have no meaning.
    #[must_use]
    #[inline]
    pub const fn needs(&self) -> &[i8; NEEDS] {
        &self.needs
    }

    /// Puts the card with this index in the initial deck into a cell, and replaces the present one.
    #[inline]
    pub(crate) const fn lay(&mut self, cell: Cell, face: Face, origin: u8) {
        self.faces[cell.index()] = face;
        self.origins[cell.index()] = origin;
        let is_building = matches!(face.side(), Side::Building) as u16;
        self.resources = self.resources & !cell.bit() | (is_building ^ 1) << cell.index();
        self.buildings = self.buildings & !cell.bit() | is_building << cell.index();
        let needs = &FACE_NEEDS[face.index()];
        let mut resource = 0;
        while resource < 6 {
            self.needs[16 * resource + cell.index()] = needs[resource];
            resource += 1;
        }
    }

    /// Makes a cell a gap.
    pub(crate) const fn clear(&mut self, cell: Cell) {
        self.faces[cell.index()] = Face::GAP;
        self.origins[cell.index()] = 0;
        self.resources &= !cell.bit();
        self.buildings &= !cell.bit();
    }
}
