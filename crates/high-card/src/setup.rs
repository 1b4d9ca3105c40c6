//! The ways to play, and what is dealt.

use std::{collections::BTreeSet, fmt, str::FromStr};

use serde::Serialize;
use serde_json::Value;

use crate::CARDS;

/// How the house plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum House {
    /// Its lowest card.
    Low,
    /// Its highest card.
    High,
}

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// 2 to 4 players.
    Standard,
    /// One player against the house.
    Solo(House),
    /// Only of a broken game: a variant whose text reads as another.
    Misspelt,
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Standard | Self::Misspelt => "standard",
            Self::Solo(House::Low) => "solo-low",
            Self::Solo(House::High) => "solo-high",
        })
    }
}

/// A text names no variant.
#[derive(Debug, thiserror::Error)]
#[error("expected standard, solo-low, solo-high or solo, found {0:?}")]
pub struct VariantError(String);

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        match text {
            "standard" => Ok(Self::Standard),
            "solo-low" | "solo" => Ok(Self::Solo(House::Low)),
            "solo-high" => Ok(Self::Solo(House::High)),
            _ => Err(VariantError(text.to_owned())),
        }
    }
}

/// Everything hidden at the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Setup {
    /// How many players there are, 1 to 4.
    #[serde(skip)]
    pub players: usize,
    /// The cards, 1 to 18, from the top of the deck.
    pub deck: Vec<u8>,
    /// How the house plays, if it plays along.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<House>,
}

/// What is wrong with a setup.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.join("; "))]
pub struct SetupError(Vec<String>);

/// Reads the setup of a record.
pub(crate) fn read(variant: &str, players: usize, setup: &Value) -> Result<Setup, SetupError> {
    let mut wrong = Vec::new();
    let deck = setup.get("deck").and_then(Value::as_array).into_iter().flatten();
    let deck: Vec<u8> = deck.map(|card| card.as_u64().unwrap_or(0).min(255) as u8).collect();
    let distinct: BTreeSet<u8> = deck.iter().copied().collect();
    if deck.len() != usize::from(CARDS) || !distinct.into_iter().eq(1..=CARDS) {
        wrong.push(format!("\"deck\" must list each of the cards 1 to {CARDS} once"));
    }
    let house = match setup.get("house").map(|house| house.as_str()) {
        None => None,
        Some(Some("low")) => Some(House::Low),
        Some(Some("high")) => Some(House::High),
        Some(_) => {
            wrong.push("\"house\" must be \"low\" or \"high\"".to_owned());
            None
        }
    };
    if wrong.is_empty() && house.is_some() != (variant != "standard") {
        wrong.push(format!("\"house\" does not fit the variant {variant}"));
    }
    if wrong.is_empty() { Ok(Setup { players, deck, house }) } else { Err(SetupError(wrong)) }
}
