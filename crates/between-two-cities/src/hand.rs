//! A hand of tiles, packed into one 64-bit word.

use std::fmt;

use tabletop::random::{Rng, below};

use crate::{
    Pair, Piece,
    bits::{NIBBLES, nth_nibble},
};

/// The tiles in one place, without an order. The word has a nibble for the number of each building tile, then a bit for
/// each duplex tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(as = "Vec<Piece>", export_to = "between-two-cities/")
)]
pub struct Hand(u64);

const DUPLEXES: u32 = 36;

/// For each piece, the number that adds one piece of this kind to a hand's word.
static UNITS: [u64; Piece::COUNT] = {
    let mut units = [0; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        units[piece] = 1 << if piece < 9 { 4 * piece } else { DUPLEXES as usize + piece - 9 };
        piece += 1;
    }
    units
};

/// `PAIRS[n]` is the n-th pair of two different indices below seven.
static PAIRS: [[u8; 2]; 21] = {
    let mut pairs = [[0; 2]; 21];
    let (mut n, mut high) = (0, 1);
    while high < 7 {
        let mut low = 0;
        while low < high {
            pairs[n] = [low, high];
            n += 1;
            low += 1;
        }
        high += 1;
    }
    pairs
};

impl Hand {
    /// The empty hand.
    pub const EMPTY: Self = Self(0);

    /// Returns how many of `piece` are in the hand.
    #[must_use]
    #[inline]
    pub fn count(self, piece: Piece) -> u32 {
        match piece.index() {
            tile @ 0..9 => (self.0 >> (4 * tile) & 15) as u32,
            duplex => (self.0 >> (DUPLEXES as usize + duplex - 9) & 1) as u32,
        }
    }

    /// Returns the number of tiles.
    #[must_use]
    #[inline]
    pub fn len(self) -> u32 {
        // There are at most seven building tiles, so the sum of all nibbles fits into the highest nibble of the
        // product.
        let tiles = (self.0 & 0xf_ffff_ffff).wrapping_mul(NIBBLES) >> 32 & 15;
        tiles as u32 + (self.0 >> DUPLEXES).count_ones()
    }

    /// Returns whether the hand is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns all tiles of the hand, equal ones repeated, in the order of [`Piece::all`].
    pub fn iter(self) -> impl Iterator<Item = Piece> {
        Piece::all().flat_map(move |piece| std::iter::repeat_n(piece, self.count(piece) as usize))
    }

    /// Returns the different tiles, in the order of [`Piece::all`].
    pub fn kinds(self) -> impl Iterator<Item = Piece> {
        Piece::all().filter(move |&piece| self.count(piece) > 0)
    }

    /// Returns whether both tiles of `pair` are in the hand.
    #[must_use]
    pub fn holds(self, pair: Pair) -> bool {
        let [one, other] = pair.pieces();
        if one == other { self.count(one) >= 2 } else { self.count(one) > 0 && self.count(other) > 0 }
    }

    #[inline]
    pub(crate) fn add(&mut self, piece: Piece) {
        self.0 += UNITS[piece.index()];
    }

    /// Removes a piece, which must be in the hand.
    #[inline]
    pub(crate) fn take(&mut self, piece: Piece) {
        self.0 -= UNITS[piece.index()];
    }

    /// Subtracts the hand's tiles from `counts`, which is indexed by place in [`Piece::all`].
    pub(crate) fn subtract_from(self, counts: &mut [u8; Piece::COUNT]) {
        for (tile, count) in counts[..9].iter_mut().enumerate() {
            *count -= (self.0 >> (4 * tile) & 15) as u8;
        }
        let mut duplexes = self.0 >> DUPLEXES;
        while duplexes != 0 {
            counts[9 + duplexes.trailing_zeros() as usize] -= 1;
            duplexes &= duplexes - 1;
        }
    }

    pub(crate) fn with(mut self, pair: Pair) -> Self {
        pair.pieces().into_iter().for_each(|piece| self.add(piece));
        self
    }

    /// Returns how many there are of each building tile, in the order of [`Tile::ALL`](crate::Tile::ALL).
    #[inline]
    pub(crate) fn tile_counts(self) -> [u8; 9] {
        // Eight nibbles are spread to eight bytes.
        let mut tiles = self.0 & 0xffff_ffff;
        tiles = (tiles | tiles << 16) & 0x0000_ffff_0000_ffff;
        tiles = (tiles | tiles << 8) & 0x00ff_00ff_00ff_00ff;
        tiles = (tiles | tiles << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        let mut counts = [0; 9];
        counts[..8].copy_from_slice(&tiles.to_le_bytes());
        counts[8] = (self.0 >> 32 & 15) as u8;
        counts
    }

    /// Returns a bit for each duplex tile, in the order of [`Duplex::ALL`](crate::Duplex::ALL).
    pub(crate) const fn duplex_bits(self) -> u64 {
        self.0 >> DUPLEXES
    }

    /// Calls `each` with every different pair. It gets the places of building tiles in [`Tile::ALL`](crate::Tile::ALL),
    /// or of duplex tiles among those of the hand, and whether they are duplex tiles.
    #[inline]
    pub(crate) fn for_each_choice(self, mut each: impl FnMut(usize, usize, bool)) {
        let duplexes = self.duplex_bits().count_ones() as usize;
        for high in 1..duplexes {
            (0..high).for_each(|low| each(low, high, true));
        }
        let doubles = (self.0 >> 1 | self.0 >> 2) & NIBBLES;
        let singles = (self.0 | doubles) & NIBBLES;
        let mut left = singles;
        while left != 0 {
            let high = left.trailing_zeros();
            left &= left - 1;
            let mut lower = singles & ((1u64 << high) - 1) | doubles & (1u64 << high);
            while lower != 0 {
                each(lower.trailing_zeros() as usize / 4, high as usize / 4, false);
                lower &= lower - 1;
            }
        }
    }

    /// Calls `each` with every different pair, in a fixed order.
    pub(crate) fn for_each_pair(self, mut each: impl FnMut(Pair)) {
        for one in self.kinds() {
            for other in self.kinds().filter(|&other| other >= one) {
                let pair = Pair::new(one, other);
                if self.holds(pair) {
                    each(pair);
                }
            }
        }
    }

    /// Draws one of the different pairs, each as likely as any other. The hand has two to seven building tiles, or
    /// three duplex tiles.
    #[inline]
    pub(crate) fn random_pair<R: Rng>(self, rng: &mut R) -> Pair {
        let duplexes = self.0 >> DUPLEXES;
        if duplexes != 0 {
            return Self::random_duplexes(duplexes, rng);
        }
        let doubles = (self.0 >> 1 | self.0 >> 2) & NIBBLES;
        let singles = (self.0 | doubles) & NIBBLES;
        let (kinds, twice) = (singles.count_ones(), doubles.count_ones());
        let n = below(rng, kinds * (kinds - 1) / 2 + twice);
        if n < twice {
            let tile = Piece::at(nth_nibble(doubles, n) as usize);
            return Pair::new(tile, tile);
        }
        let [low, high] = PAIRS[(n - twice) as usize];
        let tile = |n: u8| Piece::at(nth_nibble(singles, u32::from(n)) as usize);
        Pair::new(tile(low), tile(high))
    }

    /// Draws a random pair of a hand of three tiles, which leaves one of them out.
    #[inline(never)]
    fn random_duplexes<R: Rng>(duplexes: u64, rng: &mut R) -> Pair {
        let (middle, last) = (duplexes & (duplexes - 1), 63 - duplexes.leading_zeros());
        let (first, middle) = (duplexes.trailing_zeros(), middle.trailing_zeros());
        let duplex = |bit: u32| Piece::at(bit as usize + 9);
        match below(rng, 3) {
            0 => Pair::new(duplex(first), duplex(middle)),
            1 => Pair::new(duplex(first), duplex(last)),
            _ => Pair::new(duplex(middle), duplex(last)),
        }
    }
}

impl FromIterator<Piece> for Hand {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        let mut hand = Self::EMPTY;
        pieces.into_iter().for_each(|piece| hand.add(piece));
        hand
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl serde::Serialize for Hand {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
