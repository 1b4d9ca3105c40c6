//! What the operating system is asked for: bytes that nobody can guess.

use tabletop::Seed;
use townhall_table::TableCode;

/// Bytes that nobody can guess.
///
/// # Panics
/// If the operating system has none, without which nothing can be dealt.
#[must_use]
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives entropy");
    bytes
}

/// A fresh code of a table.
#[must_use]
pub fn code() -> TableCode {
    TableCode::from_entropy(&Seed::new(bytes()))
}
