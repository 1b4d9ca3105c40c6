//! The TypeScript types of what clients get of this game.

use tabletop::{Client, Event};
use ts_rs::{Config, ExportError, TS};

use crate::{
    BetweenTwoCities, EventKind, Options, Scored, Sheet, Signal, moves::MoveJson, outcome::OutcomeJson,
    view_json::ViewJson,
};

/// Writes the types of views, moves, outcomes, offers, events, options, signals and score sheets, with all that they consist of,
/// into the folder of `config`.
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
    <BetweenTwoCities as Client>::Offers::export_all(config)
}
