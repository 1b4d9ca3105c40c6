//! The TypeScript types of what clients get of this game, and what is printed on its cards.

use std::{collections::BTreeMap, fs};

use tabletop::{Event, prelude::*};
use ts_rs::{Config, ExportError, TS};

use crate::{
    CardId, EventKind, PointCity, Scored, Sheet, Signal, moves::MoveJson, score::OutcomeJson,
    view_json::ViewJson,
};

/// Writes the types of views, moves, outcomes, offers, events, signals and score sheets, with all that they consist of, and the
/// table of cards into the folder of `config`.
///
/// # Errors
/// If a file can't be written.
pub fn export(config: &Config) -> Result<(), ExportError> {
    Event::<EventKind>::export_all(config)?;
    EventKind::export_all(config)?;
    ViewJson::export_all(config)?;
    MoveJson::export_all(config)?;
    Signal::export_all(config)?;
    OutcomeJson::export_all(config)?;
    Sheet::export_all(config)?;
    Scored::export_all(config)?;
    <PointCity as Client>::Offers::export_all(config)?;
    fs::write(config.out_dir().join(PointCity::ID).join("printed.ts"), cards())?;
    Ok(())
}

/// What is printed on the cards: a view names them by their ids alone.
fn cards() -> String {
    let cards: BTreeMap<String, serde_json::Value> = CardId::ALL
        .into_iter()
        .map(|card| {
            let printed = serde_json::json!({
                "tier": card.tier(),
                "back": card.back(),
                "cost": card.cost().to_string(),
                "produces": card.produces(),
                "points": card.points(),
                "civic": card.is_civic(),
            });
            (card.to_string(), printed)
        })
        .collect();
    let lines: String = cards.iter().map(|(id, card)| format!("  \"{id}\": {card},\n")).collect();
    format!("{HEAD}export const CARDS: Record<CardId, Card> = {{\n{lines}}};\n")
}

/// The text at the beginning of the generated file.
const HEAD: &str = r#"// Generated from point-city's table of cards by `cargo xtask types`: do not edit.
import type { CardId } from "./CardId";
import type { Kind } from "./Kind";
import type { Resource } from "./Resource";

/** What is printed on a card. */
export type Card = {
  tier: number;
  /** What its resource side shows. */
  back: Kind;
  /** The symbols that its building side costs, such as `MMI`. */
  cost: string;
  /** The permanent resource that its building side gives. */
  produces: Resource | null;
  points: number;
  /** Whether its building side gives a civic token. */
  civic: boolean;
};

/** All cards. */
"#;
