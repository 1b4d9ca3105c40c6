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

/// A fresh code of a table.
#[must_use]
pub fn code() -> TableCode {
    TableCode::from_entropy(&Seed::new(bytes()))
}
