//! The options of a table.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Refusal;
use crate::journal::{self, BotPace, Listing, Pace, Seating, TalkRule, UndoRule};

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
    /// The options of the game itself, see the crate of the game; if left out or null, the defaults.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub game: Value,
}

impl Options {
    /// Checks the values that have a range.
    ///
    /// # Errors
    /// A value is out of its range.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        match &self.pace {
            Pace::Correspondence(pace) => pace.check(),
            Pace::Untimed | Pace::Relaxed | Pace::Fast => Ok(()),
        }
    }
}

impl From<journal::Options> for Options {
    fn from(options: journal::Options) -> Self {
        let journal::Options { pace, talk, undo, bots, seating, listing, game } = options;
        Self { pace, talk, undo, bots, seating, listing, game }
    }
}

impl From<Options> for journal::Options {
    fn from(options: Options) -> Self {
        let Options { pace, talk, undo, bots, seating, listing, game } = options;
        Self { pace, talk, undo, bots, seating, listing, game }
    }
}
