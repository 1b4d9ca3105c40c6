//! The TypeScript types of what clients get of this game.

use tabletop::{Event, Game};
use ts_rs::{Config, ExportError, TS};

use crate::{BetweenTwoCities, EventKind, outcome::OutcomeJson, view_json::ViewJson};

/// Writes the types of views, outcomes, offers and events, with all that they consist of, into the folder of
/// `config`.
///
/// # Errors
/// A file can't be written.
pub fn export(config: &Config) -> Result<(), ExportError> {
    Event::<EventKind>::export_all(config)?;
    EventKind::export_all(config)?;
    ViewJson::export_all(config)?;
    OutcomeJson::export_all(config)?;
    <BetweenTwoCities as Game>::Offers::export_all(config)
}
