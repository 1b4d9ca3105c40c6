//! The options of a table.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Code, Refusal};
use crate::journal::{self, BotPace, Listing, Millis, Pace, Seating, TalkRule, UndoRule};

/// How far ahead an appointment may be, in milliseconds: a table is kept until its time.
const MOST_AHEAD: Millis = 366 * 86_400_000;

/// The options of a table. A command names all options; [`journal::Options`] reads journals that lack some.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The time limit for each question to a person.
    pub pace: Pace,
    /// The kind of talk that is allowed.
    pub talk: TalkRule,
    /// The moves that can be taken back.
    pub undo: UndoRule,
    /// The speed at which bots play.
    pub bots: BotPace,
    /// The order of seats; if left out, it is dealt.
    #[serde(default)]
    pub seating: Seating,
    /// Whether the table is in public lists.
    pub listing: Listing,
    /// When the players meet to begin, in milliseconds since 1970; left out without an appointment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub starts: Option<u64>,
    /// The options of the game itself, see the crate of the game; if left out or null, the defaults.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub game: Value,
}

impl Options {
    /// Checks the values that have a range, at the time `now`. An appointment that was made before may have passed since.
    ///
    /// # Errors
    /// A value is out of its range.
    pub(crate) fn check(&self, made: Option<Millis>, now: Millis) -> Result<(), Refusal> {
        let coming = now..=now.saturating_add(MOST_AHEAD);
        if self.starts.is_some_and(|starts| Some(starts) != made && !coming.contains(&starts)) {
            return Err(Refusal::new(Code::Unknown, "expected a time within the next 366 days"));
        }
        match &self.pace {
            Pace::Correspondence(pace) => pace.check(),
            Pace::Untimed | Pace::Relaxed | Pace::Fast => Ok(()),
        }
    }
}

impl From<journal::Options> for Options {
    fn from(options: journal::Options) -> Self {
        let journal::Options { pace, talk, undo, bots, seating, listing, starts, game } = options;
        Self { pace, talk, undo, bots, seating, listing, starts, game }
    }
}

impl From<Options> for journal::Options {
    fn from(options: Options) -> Self {
        let Options { pace, talk, undo, bots, seating, listing, starts, game } = options;
        Self { pace, talk, undo, bots, seating, listing, starts, game }
    }
}
