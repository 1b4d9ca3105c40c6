//! Finding the n-th set bit without a loop. The tests compare it with a simple loop.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// `IN_BYTE[byte][n]` is the place of the n-th set bit of `byte`.
static IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Returns the place of the `n`-th (0-based) set bit of `mask`, which has more than `n` set bits.
#[inline]
pub(crate) fn nth_set(mask: u64, n: u32) -> u32 {
    // These are the numbers of set bits in each byte, then in each byte and all lower ones.
    let pairs = mask - (mask >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let upto = ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    // The wanted byte is the first for which `upto` is more than n. So the bytes for which it is at most n are counted.
    let shift = (((u64::from(n) * ONES) | HIGHS).wrapping_sub(upto) & HIGHS).count_ones() * 8;
    let below = (upto << 8) >> shift & 0xff;
    let byte = (mask >> shift & 0xff) as usize;
    shift + u32::from(IN_BYTE[byte][(n - below as u32) as usize & 7])
}

/// The lowest bit of each of the nine nibbles that a hand uses.
pub(crate) const NIBBLES: u64 = 0x1_1111_1111;

/// Returns the `n`-th (0-based) of at most seven nibbles of `mask` whose lowest bit is set.
#[inline]
pub(crate) fn nth_nibble(mask: u64, n: u32) -> u32 {
    let upto = mask.wrapping_mul(NIBBLES);
    (((u64::from(n) * NIBBLES) | (NIBBLES << 3)).wrapping_sub(upto) & NIBBLES << 3).count_ones()
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
    use tabletop::random::Rng;

    use super::*;

    fn plain(mask: u64, n: u32) -> u32 {
        (0..64).filter(|bit| mask >> bit & 1 == 1).nth(n as usize).expect("enough bits")
    }

    #[test]
    fn nth_set_is_what_counting_finds() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for round in 0..20_000 {
            // A city's spots never reach bit 63, and the byte counts rely on fewer than 128 bits.
            let mut mask = rng.next_u64() >> 1;
            for _ in 0..round % 5 {
                mask &= rng.next_u64();
            }
            for n in 0..mask.count_ones() {
                assert_eq!(nth_set(mask, n), plain(mask, n), "{mask:#x} {n}");
            }
        }
    }

    #[test]
    fn nth_nibble_is_what_counting_finds() {
        for kinds in (0u64..512).filter(|kinds| kinds.count_ones() <= 7) {
            let mask = (0..9).map(|kind| (kinds >> kind & 1) << (4 * kind)).sum();
            for n in 0..kinds.count_ones() {
                assert_eq!(nth_nibble(mask, n), plain(kinds, n), "{kinds:#b} {n}");
            }
        }
    }
}
