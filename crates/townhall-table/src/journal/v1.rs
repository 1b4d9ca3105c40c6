//! Entries of version 1, which townhall 0.1 wrote: without a version, and made of the wire types of that time.
//!
//! These types never change. They are read, and never written.

use serde::Deserialize;
use serde_json::{Value, json};
use tabletop::{Seat, Seed};

use super::{
    BotPace, CommandRef, Entry, EntryKind, Listing, Millis, Pace, Person, PlayerId, Seating, TalkRule,
    UndoRule,
};

use crate::Json;

/// Both games had version 1 of their rules.
const RULES: u32 = 1;

/// Reads an entry of version 1.
pub(super) fn read(text: &str) -> Result<Entry, serde_json::Error> {
    let Stored { at, what, command } = serde_json::from_str(text)?;
    let command = command.map(|(by, id)| CommandRef { by, id });
    Ok(Entry { at, kind: what.upgraded()?, command })
}

#[derive(Deserialize)]
struct Stored {
    at: Millis,
    what: Kind,
    #[serde(default)]
    command: Option<(PlayerId, String)>,
}

#[derive(Deserialize)]
struct Options {
    pace: Pace,
    talk: TalkRule,
    passed_hands: bool,
    undo: UndoRule,
    bots: BotPace,
    listing: Listing,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Kind {
    Opened { game: String, variant: String, players: usize, options: Options, host: PlayerId },
    Configured { variant: String, players: usize, options: Options },
    Sat { chair: usize, person: Person },
    BotSat { chair: usize, level: String, name: String },
    Emptied { chair: usize },
    Renamed { person: Person },
    Started { seed: Seed, chairs: Vec<usize> },
    Sealed { seat: Seat, mv: String },
    Unsealed { seat: Seat },
    Played { moves: Vec<(Seat, String)> },
    Undone { seat: Seat },
    Waits { seat: Seat, on: bool },
    Said { seat: Seat, text: String },
    Signalled { seat: Seat, signal: Value, to: Option<Seat>, city: Option<u8> },
    Proposed { by: Seat, seat: Seat, mv: String, reason: Option<String> },
    Answered { proposal: u64, seat: Seat, agree: bool, reason: Option<String> },
    Withdrawn { proposal: u64 },
    Replaced { seat: Seat, level: String },
    Returned { seat: Seat },
    TimedOut { seat: Seat },
    Voted { by: Seat, seat: Seat },
    Rematch { code: String },
}

impl From<Options> for super::Options {
    fn from(options: Options) -> Self {
        let Options { pace, talk, passed_hands, undo, bots, listing } = options;
        // Only Between Two Cities passes hands on; other games ignore unknown options.
        let game = json!({ "passed_hands": passed_hands });
        Self { pace, talk, undo, bots, seating: Seating::Dealt, listing, starts: None, game }
    }
}

/// In version 1 a reason was stored as a string that contained JSON.
fn reason(text: Option<String>) -> Result<Option<Json>, serde_json::Error> {
    text.map(Json::try_from).transpose()
}

impl Kind {
    fn upgraded(self) -> Result<EntryKind, serde_json::Error> {
        Ok(match self {
            Self::Opened { game, variant, players, options, host } => {
                EntryKind::Opened { game, rules: RULES, variant, players, options: options.into(), host }
            }
            Self::Configured { variant, players, options } => {
                EntryKind::Configured { variant, players, options: options.into() }
            }
            Self::Sat { chair, person } => EntryKind::Sat { chair, person },
            Self::BotSat { chair, level, name } => EntryKind::BotSat { chair, level, name },
            Self::Emptied { chair } => EntryKind::Emptied { chair, sent_away: false },
            Self::Renamed { person } => EntryKind::Renamed { person },
            Self::Started { seed, chairs } => EntryKind::Started { seed, chairs },
            Self::Sealed { seat, mv } => EntryKind::Sealed { seat, mv },
            Self::Unsealed { seat } => EntryKind::Unsealed { seat },
            Self::Played { moves } => EntryKind::Played { moves },
            Self::Undone { seat } => EntryKind::Undone { seat },
            Self::Waits { seat, on } => EntryKind::Waits { seat, on },
            Self::Said { seat, text } => EntryKind::Said { seat, text },
            Self::Signalled { seat, signal, to, city } => {
                let signal = match city {
                    Some(city) => json!({ "signal": signal, "city": city }),
                    None => json!({ "signal": signal }),
                };
                EntryKind::Signalled { seat, signal, to }
            }
            Self::Proposed { by, seat, mv, reason: text } => {
                EntryKind::Proposed { by, seat, mv, reason: reason(text)? }
            }
            Self::Answered { proposal, seat, agree, reason: text } => {
                EntryKind::Answered { proposal, seat, agree, reason: reason(text)? }
            }
            Self::Withdrawn { proposal } => EntryKind::Withdrawn { proposal },
            Self::Replaced { seat, level } => EntryKind::Replaced { seat, level },
            Self::Returned { seat } => EntryKind::Returned { seat },
            Self::TimedOut { seat } => EntryKind::TimedOut { seat },
            Self::Voted { by, seat } => EntryKind::Voted { by, seat },
            Self::Rematch { code } => EntryKind::Rematch { code, by: None },
        })
    }
}
