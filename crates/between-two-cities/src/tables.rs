//! Lookup tables of the points of shops and of parks for all 65,536 masks of cells, computed at first use.

use std::sync::LazyLock;

/// The points of a line of shops, by their number.
pub(crate) const LINE: [u8; 5] = [0, 2, 5, 10, 16];

/// Returns the cells beside those of `mask`, as a bit for each cell.
#[inline]
#[must_use]
pub const fn beside(mask: u16) -> u16 {
    mask << 4 | mask >> 4 | (mask & 0x7777) << 1 | (mask & 0xeeee) >> 1
}

/// Returns the cells connected with `part` within `mask`.
pub(crate) fn connected(part: u16, mask: u16) -> u16 {
    let mut group = part & mask;
    loop {
        let grown = group | beside(group) & mask;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

/// Returns the points of one connected group of parks.
pub(crate) const fn group_points(parks: u32) -> u8 {
    match parks {
        0 => 0,
        1 => 2,
        2 => 8,
        more => 9 + more as u8,
    }
}

/// Returns the lines within `mask` whose first cell is its lowest, each as a mask and its length.
pub(crate) fn lines_from_lowest(mask: u16) -> impl Iterator<Item = (u16, usize)> {
    let first = mask.trailing_zeros() as usize;
    let right = (1..=4 - first % 4).map(move |length| (0b1111 >> (4 - length) << first, length));
    let down =
        (2..=4 - first / 4).map(move |length| ((0x1111u32 & ((1 << (4 * length)) - 1)) << first, length));
    right.chain(down).map(|(line, length)| (line as u16, length)).filter(move |(line, _)| line & !mask == 0)
}

/// The points of the best partition of shops into lines, by the mask of their cells. The shop with the lowest bit is
/// always the first of a line, so each entry is computed from entries of smaller masks.
pub(crate) static SHOPS: LazyLock<[u8; 1 << 16]> = LazyLock::new(|| {
    let mut table = [0; 1 << 16];
    for mask in 1..=u16::MAX {
        let best =
            lines_from_lowest(mask).map(|(line, length)| LINE[length] + table[(mask & !line) as usize]);
        table[mask as usize] = best.max().unwrap_or(0);
    }
    table
});

/// The points of parks, by the mask of their cells.
pub(crate) static PARKS: LazyLock<[u8; 1 << 16]> = LazyLock::new(|| {
    let mut table = [0; 1 << 16];
    for mask in 1..=u16::MAX {
        let group = connected(mask & mask.wrapping_neg(), mask);
        table[mask as usize] = group_points(group.count_ones()) + table[(mask & !group) as usize];
    }
    table
});
