//! How a table is set up.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::journal::{self, BotPace, Listing, Pace, Seating, TalkRule, UndoRule};

/// How a table is played. A command names all options; [`journal::Options`] reads journals that lack some.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How long people may think.
    pub pace: Pace,
    /// What may be said.
    pub talk: TalkRule,
    /// What may be taken back.
    pub undo: UndoRule,
    /// How quickly bots play.
    pub bots: BotPace,
    /// Who sits beside whom; left out: it is dealt.
    #[serde(default)]
    pub seating: Seating,
    /// Who finds the table.
    pub listing: Listing,
    /// The options of the game itself, see the crate of the game; left out or null: the usual ones.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub game: Value,
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
