//! The parts of a frame that a random player needs: whose turn it is, and some legal move.

use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Deserializer, de::IgnoredAny};
use serde_json::{Value, json, value::RawValue};
use tabletop::{parts, random::below};

/// A frame of the server.
#[derive(Deserialize)]
pub(crate) struct Frame<'a> {
    /// `table`, `update`, `done`, `refused` or `bye`.
    #[serde(rename = "type")]
    pub(crate) kind: &'a str,
    #[serde(borrow, default)]
    pub(crate) table: Option<Seen<'a>>,
    /// The changes for everybody.
    #[serde(borrow, default)]
    pub(crate) all: Option<Seen<'a>>,
    /// The changes for this socket.
    #[serde(borrow, default)]
    pub(crate) own: Option<Seen<'a>>,
    /// The command that is answered.
    #[serde(default)]
    pub(crate) id: Option<&'a str>,
    /// The table's version; of an answer, that after the command, if it was carried out.
    #[serde(default)]
    pub(crate) version: u64,
    #[serde(default)]
    pub(crate) refusal: Option<Refused<'a>>,
}

/// Why a command was refused.
#[derive(Deserialize)]
pub(crate) struct Refused<'a> {
    pub(crate) code: &'a str,
}

/// A table, or what changed of it.
#[derive(Deserialize)]
pub(crate) struct Seen<'a> {
    #[serde(default)]
    pub(crate) version: u64,
    #[serde(default)]
    pub(crate) status: Option<&'a str>,
    #[serde(default)]
    pub(crate) me: Option<u8>,
    #[serde(borrow, default)]
    pub(crate) game: Option<Game<'a>>,
}

/// The game, or what changed of it.
#[derive(Deserialize)]
pub(crate) struct Game<'a> {
    /// The offers, or their changes.
    #[serde(borrow, default)]
    pub(crate) offers: Option<&'a RawValue>,
    #[serde(default)]
    pub(crate) to_act: Option<Vec<u8>>,
    /// `Some(None)`: nothing is sealed any more.
    #[serde(default, deserialize_with = "some")]
    pub(crate) my_sealed: Option<Option<IgnoredAny>>,
}

/// Reads a field that is present as `Some`, also if its value is null.
fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(value: D) -> Result<Option<T>, D::Error> {
    T::deserialize(value).map(Some)
}

/// The offers of any game.
#[derive(Default)]
pub(crate) struct Offers(Value);

impl Offers {
    /// Reads the offers in this text.
    pub(crate) fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text).map(Self)
    }

    /// Applies changes.
    pub(crate) fn update(&mut self, text: &str) -> Result<(), serde_json::Error> {
        parts::apply(&mut self.0, &serde_json::from_str(text)?);
        Ok(())
    }

    /// Some legal move of those that are offered.
    pub(crate) fn some_move(&self, rng: &mut Xoshiro256PlusPlus) -> Option<Value> {
        let mut any = |of: &Value| {
            let all = of.as_array()?;
            let many = u32::try_from(all.len()).ok().filter(|many| *many > 0)?;
            all.get(below(rng, many) as usize).cloned()
        };
        if let Some(offer) = any(&self.0["choose"]) {
            return Some(json!({ "kind": "choose", "pieces": offer["pieces"] }));
        }
        if let Some(offer) = any(&self.0["place"]) {
            let [piece, city, spot] = ["piece", "city", "spot"].map(|key| &offer[key]);
            return Some(json!({ "kind": "place", "piece": piece, "city": city, "spot": spot }));
        }
        if let Some(take) = any(&self.0["take"]) {
            let payment = any(&take["payments"])?;
            let civics = usize::try_from(take["civics"].as_u64()?).ok()?;
            let tokens =
                take["tokens"].as_array().into_iter().flatten().take(civics).map(|token| &token["id"]);
            let tokens: Vec<&Value> = tokens.collect();
            return Some(
                json!({ "kind": "take", "cells": take["cells"], "pay": payment["pay"], "tokens": tokens }),
            );
        }
        let kind = ["draw", "pass"].into_iter().find(|kind| self.0[kind] == true)?;
        Some(json!({ "kind": kind }))
    }
}
