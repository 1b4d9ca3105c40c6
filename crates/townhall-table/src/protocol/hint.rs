//! Hints: the moves that a bot recommends to a player.

use serde::Serialize;

use crate::Json;

/// The moves that a strong bot recommends to a player, from the knowledge of the player's seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The table's version that it is about: once something else is asked, the hint is obsolete.
    pub version: u64,
    /// Up to five moves, the best first.
    pub moves: Vec<HintedMove>,
}

/// A move, and the score that a bot expects of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HintedMove {
    /// The move as JSON, see the crate of the game.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub mv: Json,
    /// The expected final score, in points, rounded to tenths.
    pub expected: f64,
    /// How well the game may go, from -1 to 1, to a hundredth: the moves are in this order, for points are
    /// not all that matters among rivals.
    pub outlook: f64,
    /// The main advantage of the best move over this one, where this one is clearly worse: a value of the game's own type, as
    /// in analyses.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "unknown"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub lacks: Option<Json>,
}
