//! Types for games that have only one variant, or in which nothing is dealt.

use std::{fmt, str::FromStr};

use serde::Serialize;

use crate::text::Unknown;

/// The variant of a game that has only one. Its text is `standard`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OneVariant;

impl fmt::Display for OneVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("standard")
    }
}

impl FromStr for OneVariant {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        if text == "standard" { Ok(Self) } else { Err(Unknown::new("standard", text)) }
    }
}

/// The setup of a game in which nothing is dealt. It is `{}` in a record, whose header has the variant and the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct NoSetup<V> {
    /// The variant.
    #[serde(skip)]
    pub variant: V,
    /// The number of players.
    #[serde(skip)]
    pub players: usize,
}

impl<V: FromStr> NoSetup<V> {
    /// Reads the setup of a record whose header names this variant and this number of players.
    ///
    /// # Errors
    /// Returns an error if there is no such variant.
    pub fn read(variant: &str, players: usize) -> Result<Self, V::Err> {
        Ok(Self { variant: variant.parse()?, players })
    }
}
