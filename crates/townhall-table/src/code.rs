//! The codes by which tables are found.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tabletop::{Seed, random::Rng};

/// The letters and digits of codes that people read out and type: none that looks like another.
pub const CODE_LETTERS: &str = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// The letters and digits as bytes.
const ALPHABET: &[u8] = CODE_LETTERS.as_bytes();
/// How long codes are.
const LENGTH: usize = 6;

/// The short code of a table, in its link: six letters and digits, none of which looks like another. It is not a
/// secret to rely on.
///
/// ```
/// use townhall_table::TableCode;
/// let code: TableCode = "k7m2qx".parse()?;
/// assert_eq!(code.to_string(), "K7M2QX");
/// assert!("K7M2Q0".parse::<TableCode>().is_err(), "a zero looks like the letter O");
/// # Ok::<(), townhall_table::NoCode>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct TableCode([u8; LENGTH]);

/// A text is not a well-formed table code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a code of six letters and digits without 0, 1, I and O")]
pub struct NoCode;

impl TableCode {
    /// A code derived from fresh entropy.
    #[must_use]
    pub fn from_entropy(entropy: &Seed) -> Self {
        let mut stream = entropy.stream("code of a table");
        let bytes = stream.next_u64().to_le_bytes();
        let mut code = [0; LENGTH];
        for (letter, byte) in code.iter_mut().zip(bytes) {
            *letter = ALPHABET[usize::from(byte) % ALPHABET.len()];
        }
        Self(code)
    }
}

impl fmt::Display for TableCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&letter| write!(f, "{}", char::from(letter)))
    }
}

impl From<TableCode> for String {
    fn from(code: TableCode) -> Self {
        code.to_string()
    }
}

impl TryFrom<String> for TableCode {
    type Error = NoCode;

    fn try_from(text: String) -> Result<Self, NoCode> {
        text.parse()
    }
}

/// Accepts upper and lower case.
impl FromStr for TableCode {
    type Err = NoCode;

    fn from_str(text: &str) -> Result<Self, NoCode> {
        let mut code: [u8; LENGTH] = text.as_bytes().try_into().map_err(|_| NoCode)?;
        code.make_ascii_uppercase();
        if code.iter().all(|letter| ALPHABET.contains(letter)) { Ok(Self(code)) } else { Err(NoCode) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_in_either_case_and_nothing_else_is_one() {
        let fresh = TableCode::from_entropy(&Seed::from_phrase("fresh"));
        assert_eq!(fresh.to_string().to_lowercase().parse(), Ok(fresh));
        assert_ne!(fresh, TableCode::from_entropy(&Seed::from_phrase("other")));
        for bad in ["", "ABCDE", "ABCDEFG", "ABCDE0", "ABCDEI", "ABC DE", "ÄBCDE", "../../"] {
            assert_eq!(bad.parse::<TableCode>(), Err(NoCode), "{bad}");
        }
    }
}
