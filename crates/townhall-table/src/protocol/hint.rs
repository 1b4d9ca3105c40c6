//! What a bot would do in one's place.

use serde::Serialize;

use crate::Json;

/// What a bot would do on the seat of the one who asks, knowing what that seat knows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The table's version that it is about: once something else is asked, it says nothing any more.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub version: u64,
    /// Up to five moves, the best first.
    pub moves: Vec<HintedMove>,
}

/// A move, and what a bot expects of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HintedMove {
    /// The move as JSON, see the crate of the game.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub mv: Json,
    /// The final score that one may expect, in points, to a tenth.
    pub expected: f64,
    /// How well the game may go, from -1 to 1, to a hundredth: the moves are in this order, for points are
    /// not all that matters among rivals.
    pub outlook: f64,
}
