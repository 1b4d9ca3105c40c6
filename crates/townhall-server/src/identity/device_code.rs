//! The codes by which another device is added to the same guest.

use std::{fmt, str::FromStr, sync::LazyLock};

use data_encoding::{Encoding, Specification};
use townhall_table::CODE_LETTERS;

use crate::{entropy, store::DeviceCodeHash};

/// The 32 letters and digits of codes, 5 bits each; letters and digits that look alike are left out.
static CODE_ENCODING: LazyLock<Encoding> = LazyLock::new(|| {
    let capitals = CODE_LETTERS.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let mut specification = Specification::new();
    specification.symbols.push_str(CODE_LETTERS);
    specification.translate.from.push_str(&capitals.to_ascii_lowercase());
    specification.translate.to.push_str(capitals);
    specification.ignore.push_str("- ");
    specification.encoding().expect("32 different symbols are an encoding")
});

/// A code that is shown on one device and entered on another, which is then added to the same guest: 40 random bits.
/// It is valid once and for some minutes, and the attempts of each address are limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DeviceCode([u8; 5]);

/// A text is not a well-formed device code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a code of eight letters and digits without 0, 1, I and O")]
pub(crate) struct InvalidDeviceCode;

impl DeviceCode {
    /// A fresh code.
    #[must_use]
    pub(crate) fn fresh() -> Self {
        Self(entropy::bytes())
    }

    /// The hash of the code, which is what the store keeps.
    #[must_use]
    pub(crate) fn hash(&self) -> DeviceCodeHash {
        *blake3::hash(&self.0).as_bytes()
    }
}

impl fmt::Display for DeviceCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = CODE_ENCODING.encode(&self.0);
        let (first, second) = letters.split_at(4);
        write!(f, "{first}-{second}")
    }
}

/// Accepts either case, with or without the hyphen.
impl FromStr for DeviceCode {
    type Err = InvalidDeviceCode;

    fn from_str(text: &str) -> Result<Self, InvalidDeviceCode> {
        let bytes = CODE_ENCODING.decode(text.as_bytes()).map_err(|_| InvalidDeviceCode)?;
        bytes.try_into().map(Self).map_err(|_| InvalidDeviceCode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_in_any_case_with_or_without_hyphen() {
        let code = DeviceCode([0, 1, 2, 254, 255]);
        let text = code.to_string();
        assert_eq!(text.len(), 9);
        for typed in [text.clone(), text.to_lowercase(), text.replace('-', ""), text.replace('-', " ")] {
            assert_eq!(typed.parse(), Ok(code), "{typed}");
        }
        for bad in ["", "ABCD", "ABCD-EFG0", "ABCD-EFGI", "ABCD-EFGH-2345", "../../.."] {
            assert_eq!(bad.parse::<DeviceCode>(), Err(InvalidDeviceCode), "{bad}");
        }
    }
}
