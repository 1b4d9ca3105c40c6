//! What the operating system is asked for: the time, and bytes that nobody can guess.

use std::time::{SystemTime, UNIX_EPOCH};

use tabletop::Seed;
use townhall_table::{TableCode, journal::Millis, session::Moment};

/// What time it is.
#[must_use]
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}

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

/// The time and fresh entropy.
#[must_use]
pub fn moment() -> Moment {
    Moment { now: now(), entropy: Seed::new(bytes()) }
}

/// A fresh code of a table.
#[must_use]
pub fn code() -> TableCode {
    TableCode::from_entropy(&Seed::new(bytes()))
}
