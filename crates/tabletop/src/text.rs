//! Reading values that are written as text.

use std::{borrow::Cow, fmt::Display, str::FromStr};

use serde::{Deserialize, Deserializer, de::Error};

/// Reads a value from its text, as `FromStr` does: the inverse of
/// [`Serializer::collect_str`](serde::Serializer::collect_str).
///
/// # Errors
/// If it is not a text, and whatever `FromStr` says of the text.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    let text = Cow::<'de, str>::deserialize(deserializer)?;
    text.parse().map_err(D::Error::custom)
}
