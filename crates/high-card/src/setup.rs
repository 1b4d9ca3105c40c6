//! Variants, and setups as they are dealt and read.

use std::{collections::BTreeSet, fmt, str::FromStr};

use serde::Serialize;
use serde_json::Value;

use crate::CARDS;

/// The rule by which the house picks its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum House {
    /// The house picks its lowest card.
    Low,
    /// The house picks its highest card.
    High,
}

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// 2 to 4 players play against each other.
    Standard,
    /// One player plays against the house.
    Solo(House),
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Standard => "standard",
            Self::Solo(House::Low) => "solo-low",
            Self::Solo(House::High) => "solo-high",
        })
    }
}

/// The error for a text that names no variant.
#[derive(Debug, thiserror::Error)]
#[error("expected standard, solo-low, solo-high or solo, found {0:?}")]
pub struct VariantError(String);

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        match text {
            "standard" => Ok(Self::Standard),
            // Records say only "solo": their setup has the rule of the house.
            "solo-low" | "solo" => Ok(Self::Solo(House::Low)),
            "solo-high" => Ok(Self::Solo(House::High)),
            _ => Err(VariantError(text.to_owned())),
        }
    }
}

/// A setup contains everything that the deal decides. Its JSON is the `setup` of a record, whose header has the number
/// of players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Setup {
    /// The number of players, 1 to 4.
    #[serde(skip)]
    pub players: usize,
    /// The cards, 1 to 18, from the top of the deck.
    pub deck: Vec<u8>,
    /// The rule of the house, if it takes part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<House>,
}

/// The errors in an invalid setup, in words.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.join("; "))]
pub struct SetupError(Vec<String>);

/// Reads the setup of a record, and checks it.
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
