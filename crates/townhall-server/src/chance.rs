//! What the operating system is asked for: time, and what nobody can guess.

use std::time::{SystemTime, UNIX_EPOCH};

use tabletop::Seed;

use townhall_table::journal::Millis;

/// The letters and digits of codes: none that looks like another.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// How long codes are.
const CODE_LENGTH: usize = 6;

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

/// Entropy for a deal.
#[must_use]
pub fn seed() -> Seed {
    Seed::new(bytes())
}

/// A fresh code of a table.
#[must_use]
pub fn code() -> String {
    bytes::<CODE_LENGTH>()
        .map(|byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]))
        .iter()
        .collect()
}

/// The code that somebody meant who typed this, if it can be one.
#[must_use]
pub fn read_code(text: &str) -> Option<String> {
    let code = text.to_ascii_uppercase();
    (code.len() == CODE_LENGTH && code.bytes().all(|byte| ALPHABET.contains(&byte))).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_in_either_case_and_nothing_else_is_one() {
        let fresh = code();
        assert_eq!(read_code(&fresh.to_lowercase()), Some(fresh));
        for bad in ["", "ABCDE", "ABCDEFG", "ABCDE0", "ABCDEI", "ABC DE", "ÄBCDE", "../../"] {
            assert_eq!(read_code(bad), None, "{bad}");
        }
    }
}
