//! Writing records as text.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

use super::{DealProof, Entry, VERSION};
use crate::{Record, Rules, Seat};

#[derive(Serialize)]
struct Header<'a, S> {
    record: u64,
    game: &'a str,
    rules: u32,
    variant: &'a str,
    players: &'a [String],
    setup: Extended<'a, S>,
    software: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    deal: Option<&'a DealProof>,
    #[serde(flatten)]
    extra: &'a Map<String, Value>,
}

#[derive(Serialize)]
struct Extended<'a, S> {
    #[serde(flatten)]
    known: &'a S,
    #[serde(flatten)]
    extra: &'a Map<String, Value>,
}

#[derive(Serialize)]
struct MoveLine<'a> {
    seat: Seat,
    r#move: String,
    #[serde(flatten)]
    extra: &'a Map<String, Value>,
}

#[derive(Serialize)]
struct ResultLine<'a> {
    result: &'a Map<String, Value>,
    #[serde(flatten)]
    extra: &'a Map<String, Value>,
}

fn line(f: &mut fmt::Formatter<'_>, value: &impl Serialize) -> fmt::Result {
    writeln!(f, "{}", serde_json::to_string(value).map_err(|_| fmt::Error)?)
}

/// Writes the record as JSON Lines. Every line ends with a newline.
impl<G: Rules> fmt::Display for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(
            f,
            &Header {
                record: VERSION,
                game: G::ID,
                rules: self.rules,
                variant: &G::record_variant(G::variant(&self.setup)),
                players: &self.players,
                setup: Extended { known: &self.setup, extra: &self.setup_extra },
                software: &self.software,
                deal: self.deal.as_ref(),
                extra: &self.header_extra,
            },
        )?;
        for entry in &self.entries {
            match entry {
                Entry::Move { seat, mv, extra } => {
                    line(f, &MoveLine { seat: *seat, r#move: mv.to_string(), extra })?;
                }
                Entry::Other(map) => line(f, map)?,
            }
        }
        let extra = &self.result_extra;
        self.result.as_ref().map_or(Ok(()), |result| line(f, &ResultLine { result, extra }))
    }
}
