//! The TypeScript types of what clients get of this game, and the Automa cards.

use std::fs;

use tabletop::{Client, Event, Rules};
use ts_rs::{Config, ExportError, TS};

use crate::{
    AutomaCard, BetweenTwoCities, EventKind, Options, Scored, Sheet, Signal, moves::MoveJson,
    outcome::OutcomeJson, view_json::ViewJson,
};

/// Writes the types of views, moves, outcomes, offers, events, options, signals and score sheets, with all that they consist of,
/// and the list of Automa cards into the folder of `config`.
///
/// # Errors
/// If a file can't be written.
pub fn export(config: &Config) -> Result<(), ExportError> {
    Event::<EventKind>::export_all(config)?;
    EventKind::export_all(config)?;
    ViewJson::export_all(config)?;
    MoveJson::export_all(config)?;
    Options::export_all(config)?;
    Signal::export_all(config)?;
    OutcomeJson::export_all(config)?;
    Sheet::export_all(config)?;
    Scored::export_all(config)?;
    <BetweenTwoCities as Client>::Offers::export_all(config)?;
    fs::write(config.out_dir().join(BetweenTwoCities::ID).join("printed.ts"), automa_cards())?;
    Ok(())
}

/// All Automa cards: a view has only those that were turned over, and the rules show every card.
fn automa_cards() -> String {
    let cards: String = (1..)
        .map_while(AutomaCard::numbered)
        .map(|card| format!("  {},\n", serde_json::json!(card)))
        .collect();
    format!("{HEAD}export const AUTOMA_CARDS: readonly AutomaCard[] = [\n{cards}];\n")
}

/// The text at the beginning of the generated file.
const HEAD: &str = r#"// Generated from the Automa cards by `cargo xtask types`: do not edit.
import type { AutomaCard } from "./AutomaCard";

/** All Automa cards, by number. */
"#;
