//! Cryptographically secure random bytes from the operating system.

use tabletop::Seed;
use townhall_table::TableCode;

/// Fresh, unpredictable random bytes.
///
/// # Panics
/// If the operating system's random number generator fails: without it, no deal would be fair.
#[must_use]
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system's random number generator works");
    bytes
}

/// The entropy of a deal: fresh.
///
/// A debug build with the feature `fixed-deals`, and no other, takes it from the phrase in the environment variable
/// `DEALS_FOR_TESTS` if that is set. Then all tables of the same set-up are dealt the same, so that browser tests see the
/// same boards in every run.
#[must_use]
pub fn deal() -> Seed {
    #[cfg(all(debug_assertions, feature = "fixed-deals"))]
    if let Ok(phrase) = std::env::var("DEALS_FOR_TESTS") {
        return Seed::from_phrase(&phrase);
    }
    Seed::new(bytes())
}

/// A fresh code of a table.
#[must_use]
pub fn code() -> TableCode {
    TableCode::from_entropy(&Seed::new(bytes()))
}
