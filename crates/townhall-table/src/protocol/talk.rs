//! What is said at a table.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tabletop::Seat;

/// Something that was said.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TalkItem {
    /// The table's version after it.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub n: u64,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: u64,
    /// Who said it; a chair before the start.
    pub seat: Seat,
    /// What.
    #[serde(flatten)]
    pub what: TalkWhat,
}

/// What was said.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum TalkWhat {
    /// Words.
    Said {
        /// They.
        text: String,
    },
    /// A signal.
    Signalled {
        /// Which.
        signal: Signal,
        /// To whom; to everybody if it is left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        to: Option<Seat>,
        /// The city that it is about.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        city: Option<u8>,
    },
    /// A proposal.
    Proposed {
        /// Whose move it would be.
        to: Seat,
        /// The move.
        mv: String,
        /// Why, if a bot proposed it: the game's own reason.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(type = "unknown", optional))]
        reason: Option<Box<RawValue>>,
    },
    /// An answer to a proposal.
    Answered {
        /// The proposal's author.
        to: Seat,
        /// The proposed move.
        mv: String,
        /// Whether the seat agrees.
        agree: bool,
        /// Why, if a bot answered: the game's own reason.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(type = "unknown", optional))]
        reason: Option<Box<RawValue>>,
    },
}

/// A signal without words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Signal {
    /// You first.
    YouFirst,
    /// Your call.
    YourCall,
    /// Good idea.
    GoodIdea,
    /// Please not.
    PleaseNot,
    /// I need points here.
    PointsHere,
    /// I need points in my other city.
    PointsThere,
}

/// A proposal that is still open: until its move is made, or can't be made any more.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Proposal {
    /// Its number.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub id: u64,
    /// Who proposed it.
    pub by: Seat,
    /// Whose move it would be.
    pub seat: Seat,
    /// The move.
    pub mv: String,
    /// What the others say to it.
    pub answers: Vec<Answer>,
    /// Why, if a bot proposed it: the game's own reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "unknown", optional))]
    pub reason: Option<Box<RawValue>>,
}

/// What somebody says to a proposal.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Answer {
    /// Who.
    pub seat: Seat,
    /// Whether they agree.
    pub agree: bool,
    /// Why, if a bot answered: the game's own reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "unknown", optional))]
    pub reason: Option<Box<RawValue>>,
}
