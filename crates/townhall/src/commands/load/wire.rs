//! The parts of a frame that a random player needs: whose turn it is, and some legal move.

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
    /// The whole table.
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

/// The offers of any game. Moves are left unread until one is made.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Offers {
    choose: Vec<Box<RawValue>>,
    place: Vec<Box<RawValue>>,
    take: Vec<Box<RawValue>>,
    draw: bool,
    pass: bool,
}

/// The changes of a value.
#[derive(Deserialize)]
struct Changes<'a> {
    #[serde(borrow, default)]
    choose: Vec<Step<'a>>,
    #[serde(borrow, default)]
    place: Vec<Step<'a>>,
    #[serde(borrow, default)]
    take: Vec<Step<'a>>,
    draw: Option<Is>,
    pass: Option<Is>,
}

/// A splice of a list: where, how many elements are removed, and the elements that are inserted.
#[derive(Deserialize)]
struct Step<'a>(usize, usize, #[serde(borrow)] Vec<&'a RawValue>);

/// A new value.
#[derive(Deserialize)]
struct Is {
    is: bool,
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

impl Offers {
    /// Reads the offers in this text.
    pub(crate) fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Applies changes.
    pub(crate) fn update(&mut self, text: &str) -> Result<(), serde_json::Error> {
        let Changes { choose, place, take, draw, pass } = serde_json::from_str(text)?;
        let lists = [(&mut self.choose, choose), (&mut self.place, place), (&mut self.take, take)];
        for (list, steps) in lists {
            for Step(at, removed, added) in steps {
                let end = (at + removed).min(list.len());
                list.splice(at.min(end)..end, added.into_iter().map(ToOwned::to_owned));
            }
        }
        self.draw = draw.map_or(self.draw, |now| now.is);
        self.pass = pass.map_or(self.pass, |now| now.is);
        Ok(())
    }

    /// Some legal move of those that are offered.
    pub(crate) fn some_move(&self, rng: &mut Xoshiro256PlusPlus) -> Option<Value> {
        if let Some(offer) = any(&self.choose, rng) {
            let Choosable { pieces } = serde_json::from_str(offer.get()).ok()?;
            return Some(json!({ "kind": "choose", "pieces": pieces }));
        }
        if let Some(offer) = any(&self.place, rng) {
            let Placeable { piece, city, spot } = serde_json::from_str(offer.get()).ok()?;
            return Some(json!({ "kind": "place", "piece": piece, "city": city, "spot": spot }));
        }
        if let Some(offer) = any(&self.take, rng) {
            let take: Takable<'_> = serde_json::from_str(offer.get()).ok()?;
            let pay = &any(&take.payments, rng)?.pay;
            let tokens: Vec<&str> = take.tokens.iter().take(take.civics).map(|token| token.id).collect();
            return Some(json!({ "kind": "take", "cells": take.cells, "pay": pay, "tokens": tokens }));
        }
        let kind = [(self.draw, "draw"), (self.pass, "pass")].into_iter().find(|(may, _)| *may)?.1;
        Some(json!({ "kind": kind }))
    }
}

fn any<'a, T>(among: &'a [T], rng: &mut impl Rng) -> Option<&'a T> {
    let many = u32::try_from(among.len()).ok().filter(|many| *many > 0)?;
    among.get(below(rng, many) as usize)
}
