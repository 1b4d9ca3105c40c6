//! Unbiased ranges and shuffles over any source of random bits.
//!
//! The deal of a [seed](crate::Seed) depends on these functions, so they never change: otherwise an old seed would deal
//! another game. Golden vectors in the tests pin their results.

pub use rand_core::Rng;

/// Draws a number from `0..bound`, each as likely as any other.
///
/// One 32-bit word is multiplied by `bound`; the upper half of the product is the result, and
/// the few words for which the lower half is below `2^32 mod bound` are rejected (Lemire 2019,
/// "Fast random integer generation in an interval").
///
/// # Panics
/// Panics in debug builds if `bound` is zero.
#[inline]
pub fn below<R: Rng + ?Sized>(rng: &mut R, bound: u32) -> u32 {
    debug_assert!(bound > 0, "a range must not be empty");
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// Shuffles the items in place. Every order is as likely as any other. The method is that of Fisher and Yates, from the
/// last element down to the second: element `i` is swapped with one of `0..=i`.
#[inline]
pub fn shuffle<T, R: Rng + ?Sized>(rng: &mut R, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u32 + 1) as usize);
    }
}
