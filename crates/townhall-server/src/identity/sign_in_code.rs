//! The codes by which a device is signed in.

use std::{fmt, str::FromStr, sync::LazyLock};

use data_encoding::{Encoding, Specification};
use townhall_table::CODE_LETTERS;

use townhall_system::entropy;

/// The 32 letters and digits of codes, 5 bits each. Letters and digits that look alike are left out; where a reader finds
/// one of them nevertheless, it stands for the letter that it resembles.
static CODE_ENCODING: LazyLock<Encoding> = LazyLock::new(|| {
    let capitals = CODE_LETTERS.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let mut specification = Specification::new();
    specification.symbols.push_str(CODE_LETTERS);
    specification.translate.from.push_str(&capitals.to_ascii_lowercase());
    specification.translate.to.push_str(capitals);
    specification.translate.from.push_str("0Oo1Ii");
    specification.translate.to.push_str("QQQLLL");
    specification.encoding().expect("32 different symbols are an encoding")
});

/// A code that signs in the device on which it is entered. It is valid once, and the attempts of each address are limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignInCode {
    /// Shown on one device and entered on another within minutes: 40 random bits.
    Device([u8; 5]),
    /// Kept on paper, or in a link of the operator: 80 random bits.
    Recovery([u8; 10]),
}

/// A text is not a well-formed code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a code of 8 or 16 letters and digits")]
pub struct InvalidCode;

impl SignInCode {
    /// A fresh code for another device.
    #[must_use]
    pub fn for_device() -> Self {
        Self::Device(entropy::bytes())
    }

    /// A fresh code for a guest who has lost all devices.
    #[must_use]
    pub fn for_recovery() -> Self {
        Self::Recovery(entropy::bytes())
    }

    const fn bytes(&self) -> &[u8] {
        match self {
            Self::Device(bytes) => bytes,
            Self::Recovery(bytes) => bytes,
        }
    }

    /// The BLAKE3 hash of the code, which is what the store keeps.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        *blake3::hash(self.bytes()).as_bytes()
    }
}

/// Groups of four letters, with hyphens between them.
impl fmt::Display for SignInCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, letter) in CODE_ENCODING.encode(self.bytes()).chars().enumerate() {
            if place > 0 && place % 4 == 0 {
                f.write_str("-")?;
            }
            write!(f, "{letter}")?;
        }
        Ok(())
    }
}

/// Accepts either case, and any spaces and punctuation.
impl FromStr for SignInCode {
    type Err = InvalidCode;

    fn from_str(text: &str) -> Result<Self, InvalidCode> {
        let letters: String = text.chars().filter(|letter| letter.is_alphanumeric()).collect();
        let bytes = CODE_ENCODING.decode(letters.as_bytes()).map_err(|_| InvalidCode)?;
        let device = <[u8; 5]>::try_from(bytes.as_slice()).map(Self::Device);
        device.or_else(|_| bytes.try_into().map(Self::Recovery)).map_err(|_| InvalidCode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_people_write_them() {
        let device = SignInCode::Device([0, 1, 2, 254, 255]);
        let recovery = SignInCode::Recovery([0, 1, 2, 3, 4, 80, 90, 253, 254, 255]);
        for (code, length) in [(device, 9), (recovery, 19)] {
            let text = code.to_string();
            assert_eq!(text.len(), length, "{text}");
            let (spaced, dashed) = (text.replace('-', " "), text.replace('-', " \u{2013} "));
            for typed in
                [text.clone(), text.to_lowercase(), text.replace('-', ""), spaced, dashed, text + "."]
            {
                assert_eq!(typed.parse(), Ok(code), "{typed}");
            }
        }
        // A sign that looks like a letter is that letter.
        let meant: SignInCode = "QQQL-LL22-2222-2222".parse().unwrap();
        assert_eq!("0Oo1Ii222222222 2".parse(), Ok(meant));
        for bad in ["", "ABCD", "ABCD-EFG\u{c4}", "ABCD-EFGH-2345", "ABCD-EFGH-2345-ABCDE", "../../.."] {
            assert_eq!(bad.parse::<SignInCode>(), Err(InvalidCode), "{bad}");
        }
    }
}
