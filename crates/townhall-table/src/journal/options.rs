//! The options of a table and their values, as the journal stores them.
//!
//! The protocol re-exports the values. If a value must change on the wire only, the protocol gets an enumeration of its
//! own; if it must change in journals, the old one moves to the module of its version.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Millis;

/// How a table is played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// The time limit for each question to a person.
    pub pace: Pace,
    /// The kind of talk that is allowed.
    pub talk: TalkRule,
    /// The moves that can be taken back.
    pub undo: UndoRule,
    /// How quickly bots play.
    pub bots: BotPace,
    /// The order of seats. Omitted if it is dealt, as in journals of versions without this option.
    #[serde(skip_serializing_if = "Seating::is_dealt")]
    pub seating: Seating,
    /// Whether the table is in public lists.
    pub listing: Listing,
    /// When the players meet to begin. Omitted without an appointment, as in journals of versions without this option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts: Option<Millis>,
    /// The options of the game itself, in its own form ([`TableManners::Options`](tabletop::TableManners)).
    pub game: Value,
}

/// The time limit for one question to a person. When it is over, a bot answers the question.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// As long as they like.
    #[default]
    Untimed,
    /// Two minutes.
    Relaxed,
    /// Thirty seconds.
    Fast,
    /// Days: the game goes on without connections, and each player has a clock of their own.
    Correspondence(Correspondence),
}

/// The clocks of a correspondence table. Each player has a bank of time, from which an open question takes, and to which each
/// decision adds. Only active minutes count: those within the hours and days of play in the host's time zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Correspondence {
    /// The bank at the start, in active minutes, at least 1. It never holds more.
    pub bank: u32,
    /// The time that a decision adds to the bank, in active minutes.
    pub increment: u32,
    /// The hour at which the day of play begins, 0 to 23.
    pub from: u8,
    /// The hour at which the day of play ends, `from + 1` to 24.
    pub to: u8,
    /// The days of play, from Monday to Sunday.
    pub days: [bool; 7],
    /// The host's time zone, by its name in the IANA database.
    pub zone: String,
    /// For how many days in total a player may stop their clock by being away, at most 90.
    pub away_days: u16,
}

/// The kind of talk that is allowed at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TalkRule {
    /// Anything: chat, signals, proposals.
    #[default]
    Open,
    /// Signals and proposals, but no words.
    Signals,
    /// Nothing.
    Silent,
}

/// The moves that can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UndoRule {
    /// Nothing: a choice once sealed is final.
    None,
    /// Everything until something hidden has come to light.
    #[default]
    UntilRevealed,
}

/// The order of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// The order is dealt when the game begins.
    #[default]
    Dealt,
    /// The order of the chairs, the last beside the first; only the starting seat is dealt.
    Kept,
}

/// How quickly bots play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BotPace {
    /// As fast as they can.
    Instant,
    /// About half a second.
    Brisk,
    /// As people do: a second or two, and longer if a partner may respond.
    #[default]
    Human,
}

/// Whether a table is in public lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Listing {
    /// Only people with its code find it.
    #[default]
    Private,
    /// Everybody: it is listed among the open tables, and may be watched.
    Public,
}

/// The colour that a person plays in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Colour {
    #[default]
    Teal,
    Coral,
    Indigo,
    Amber,
    Plum,
    Moss,
    Slate,
    Rose,
}

impl Colour {
    /// All colours.
    pub const ALL: [Self; 8] =
        [Self::Teal, Self::Coral, Self::Indigo, Self::Amber, Self::Plum, Self::Moss, Self::Slate, Self::Rose];
}

impl Seating {
    #[allow(clippy::trivially_copy_pass_by_ref)] // serde hands over a reference.
    fn is_dealt(&self) -> bool {
        *self == Self::Dealt
    }
}
