//! Reactions: a feeling about a move, a player, or what players build together, by one tap.

use serde::{Deserialize, Serialize};
use tabletop::Seat;

/// A feeling and its subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Reaction {
    /// The feeling.
    pub feeling: Feeling,
    /// Its subject. Left out for no subject in particular.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub about: Option<Subject>,
}

/// A feeling that a reaction expresses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Feeling {
    /// Applause.
    Bravo,
    /// Affection.
    Love,
    /// Laughter.
    Laugh,
    /// Surprise.
    Wow,
    /// Doubt.
    Doubt,
    /// Regret.
    Regret,
}

/// The subject of a reaction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A player, and what they did last.
    Seat(Seat),
    /// Something that players build together, by its number ([`TableManners::shared`](tabletop::TableManners::shared)).
    Shared(u8),
}
