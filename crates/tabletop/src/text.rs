//! Values that are written as text, such as tiles, cards and cells.

use std::{
    borrow::Cow,
    fmt::{self, Display, Write},
    str::FromStr,
};

use serde::{Deserialize, Deserializer, de::Error};

/// Reads a value from its text by `FromStr`. This is the inverse of
/// [`Serializer::collect_str`](serde::Serializer::collect_str).
///
/// # Errors
/// Returns an error if the input is not a string, or if `FromStr` fails.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    let text = Cow::<'de, str>::deserialize(deserializer)?;
    text.parse().map_err(D::Error::custom)
}

/// The error for a text or a number that stands for no value of the expected type.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct Unknown {
    /// A description of the values that are allowed.
    pub expected: &'static str,
    /// The text or number that was found.
    pub found: String,
}

impl Unknown {
    /// Creates the error that `found` is not `expected`.
    pub fn new(expected: &'static str, found: impl ToString) -> Self {
        Self { expected, found: found.to_string() }
    }
}

/// Returns the first of `values` whose `Display` text is `text`.
pub fn find<T: Copy + Display>(values: &[T], text: &str) -> Option<T> {
    values.iter().copied().find(|value| is_text_of(text, value))
}

/// Returns whether `text` is the text of `value`, without allocating.
fn is_text_of(text: &str, value: &impl Display) -> bool {
    /// The part of the text that has not been compared yet.
    struct Rest<'a>(&'a str);

    impl Write for Rest<'_> {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
            Ok(())
        }
    }

    let mut rest = Rest(text);
    write!(rest, "{value}").is_ok() && rest.0.is_empty()
}

/// Implements conversions for a type with few values, which its constant `ALL` lists: `TryFrom<u8>` (from the index in
/// `ALL`), `FromStr` (the inverse of `Display`), and serde's `Serialize` and `Deserialize` (as that text). Errors are
/// [`Unknown`](crate::text::Unknown); the second argument describes the allowed values. The calling crate needs serde.
///
/// Values of some types are serialised very often. With `cached` as the third argument each text is formatted only
/// once; the type then needs a method `index`, which returns its index in `ALL`, and gets a private method `text`.
///
/// ```
/// use std::fmt;
/// use tabletop::vocabulary;
///
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// enum Suit {
///     Hearts,
///     Spades,
/// }
///
/// impl Suit {
///     const ALL: [Self; 2] = [Self::Hearts, Self::Spades];
/// }
///
/// impl fmt::Display for Suit {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         f.write_str(if *self == Self::Hearts { "H" } else { "S" })
///     }
/// }
///
/// vocabulary!(Suit, "a suit, H or S");
///
/// assert_eq!("S".parse(), Ok(Suit::Spades));
/// assert_eq!(Suit::try_from(0), Ok(Suit::Hearts));
/// assert_eq!(serde_json::to_string(&Suit::Spades).unwrap(), "\"S\"");
/// let error = "X".parse::<Suit>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a suit, H or S, found \"X\"");
/// ```
#[macro_export]
macro_rules! vocabulary {
    ($type:ty, $expected:literal) => {
        $crate::vocabulary!(@read $type, $expected);

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
    ($type:ty, $expected:literal, cached) => {
        $crate::vocabulary!(@read $type, $expected);

        impl $type {
            pub(crate) fn text(self) -> &'static str {
                static TEXTS: std::sync::LazyLock<Vec<String>> =
                    std::sync::LazyLock::new(|| <$type>::ALL.iter().map(ToString::to_string).collect());
                TEXTS.get(self.index()).map_or("", String::as_str)
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.text())
            }
        }
    };
    (@read $type:ty, $expected:literal) => {
        impl TryFrom<u8> for $type {
            type Error = $crate::text::Unknown;

            fn try_from(number: u8) -> Result<Self, $crate::text::Unknown> {
                Self::ALL
                    .get(usize::from(number))
                    .copied()
                    .ok_or_else(|| $crate::text::Unknown::new($expected, number))
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::text::Unknown;

            fn from_str(text: &str) -> Result<Self, $crate::text::Unknown> {
                $crate::text::find(&Self::ALL, text)
                    .ok_or_else(|| $crate::text::Unknown::new($expected, text))
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::text::deserialize(deserializer)
            }
        }
    };
}

/// All values of a newtype of an index, in order: `[Self(0), Self(1), …]`. It serves the constant `ALL` of types with a
/// private `u8`, because the standard library can't map an array in a constant.
///
/// ```
/// #[derive(Clone, Copy)]
/// struct Cell(u8);
///
/// impl Cell {
///     const ALL: [Self; 16] = tabletop::all_by_index!(Self, 16);
/// }
///
/// assert_eq!(Cell::ALL[9].0, 9);
/// ```
#[macro_export]
macro_rules! all_by_index {
    ($type:ident, $count:expr) => {{
        let mut all = [$type(0); $count];
        let mut index = 0;
        while index < $count {
            all[index] = $type(index as u8);
            index += 1;
        }
        all
    }};
}
