//! A reference implementation of the rules, written directly from the rules page, with texts and lists and
//! without regard for speed. It shares only the file of Automa cards with the crate.

pub(crate) mod game;
pub(crate) mod score;

/// Returns a deterministic source of numbers for tests.
pub(crate) fn rng(seed: u64) -> rand_xoshiro::Xoshiro256PlusPlus {
    rand_xoshiro::rand_core::SeedableRng::seed_from_u64(seed)
}

/// Checks that counts fit expectations by chi-square, at about one false alarm in a million.
pub(crate) fn assert_fits(observed: &[u64], expected: &[f64], what: &str) {
    assert_eq!(observed.len(), expected.len());
    assert!(expected.iter().all(|&count| count >= 5.0), "{what}: too few draws to tell");
    let chi: f64 = observed.iter().zip(expected).map(|(&o, &e)| (o as f64 - e).powi(2) / e).sum();
    let df = (observed.len() - 1).max(1) as f64;
    // By Wilson and Hilferty, the cube root of chi-square over df is nearly normal.
    let z = ((chi / df).cbrt() - (1.0 - 2.0 / (9.0 * df))) / (2.0 / (9.0 * df)).sqrt();
    assert!(z < 4.9, "{what}: chi-square {chi:.1} at {df} degrees of freedom");
}
