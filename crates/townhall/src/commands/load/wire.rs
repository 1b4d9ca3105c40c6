//! The parts of a frame that a player at random needs: whose turn it is, and some legal move.

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng};
use serde::{Deserialize, Deserializer, de::IgnoredAny};
use serde_json::{Value, json, value::RawValue};
use tabletop::random::below;

/// A frame of the server.
#[derive(Deserialize)]
pub(crate) struct Frame<'a> {
    /// `table`, `update`, `done`, `refused` or `bye`.
    #[serde(rename = "type")]
    pub(crate) kind: &'a str,
    /// The whole table, or what changed.
    #[serde(borrow, alias = "table", default)]
    pub(crate) patch: Option<Seen<'a>>,
    /// The command that is answered.
    #[serde(default)]
    pub(crate) id: Option<&'a str>,
    /// The table's version after it, if it was carried out.
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
    pub(crate) version: u64,
    #[serde(default)]
    pub(crate) status: Option<&'a str>,
    #[serde(default)]
    pub(crate) me: Option<u8>,
    #[serde(borrow, alias = "game_part", default)]
    pub(crate) game: Option<Game<'a>>,
}

/// The game, or what changed of it.
#[derive(Deserialize)]
pub(crate) struct Game<'a> {
    #[serde(borrow, default)]
    pub(crate) offers: Option<&'a RawValue>,
    #[serde(default)]
    pub(crate) to_act: Option<Vec<u8>>,
    /// Inner none: nothing is sealed any more.
    #[serde(default, deserialize_with = "some")]
    pub(crate) my_sealed: Option<Option<IgnoredAny>>,
}

/// What is there, be it null.
fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(value: D) -> Result<Option<T>, D::Error> {
    T::deserialize(value).map(Some)
}

/// What any game may offer.
#[derive(Deserialize)]
struct Offers<'a> {
    #[serde(borrow, default)]
    choose: Vec<Choosable<'a>>,
    #[serde(borrow, default)]
    place: Vec<Placeable<'a>>,
    #[serde(borrow, default)]
    take: Vec<Takable<'a>>,
    #[serde(default)]
    draw: bool,
    #[serde(default)]
    pass: bool,
}

#[derive(Deserialize)]
struct Choosable<'a> {
    #[serde(borrow)]
    pieces: [&'a str; 2],
}

#[derive(Deserialize)]
struct Placeable<'a> {
    piece: &'a str,
    city: u8,
    spot: &'a str,
}

#[derive(Deserialize)]
struct Takable<'a> {
    #[serde(borrow)]
    cells: [&'a str; 2],
    payments: Vec<Payment>,
    civics: usize,
    #[serde(borrow, default)]
    tokens: Vec<Token<'a>>,
}

#[derive(Deserialize)]
struct Payment {
    pay: Value,
}

#[derive(Deserialize)]
struct Token<'a> {
    id: &'a str,
}

/// Some legal move of those that are offered.
pub(crate) fn some_move(offers: &str, rng: &mut Xoshiro256PlusPlus) -> Option<Value> {
    let offers: Offers<'_> = serde_json::from_str(offers).ok()?;
    if let Some(Choosable { pieces }) = any(&offers.choose, rng) {
        return Some(json!({ "kind": "choose", "pieces": pieces }));
    }
    if let Some(Placeable { piece, city, spot }) = any(&offers.place, rng) {
        return Some(json!({ "kind": "place", "piece": piece, "city": city, "spot": spot }));
    }
    if let Some(take) = any(&offers.take, rng) {
        let pay = &any(&take.payments, rng)?.pay;
        let tokens: Vec<&str> = take.tokens.iter().take(take.civics).map(|token| token.id).collect();
        return Some(json!({ "kind": "take", "cells": take.cells, "pay": pay, "tokens": tokens }));
    }
    let kind = [(offers.draw, "draw"), (offers.pass, "pass")].into_iter().find(|(may, _)| *may)?.1;
    Some(json!({ "kind": kind }))
}

fn any<'a, T>(among: &'a [T], rng: &mut impl Rng) -> Option<&'a T> {
    let many = u32::try_from(among.len()).ok().filter(|many| *many > 0)?;
    among.get(below(rng, many) as usize)
}
