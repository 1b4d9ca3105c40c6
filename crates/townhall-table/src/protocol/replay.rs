//! Games shown step by step.

use serde::Serialize;
use tabletop::Seat;

use super::{Refusal, TableView};

/// A recorded game, step by step, as a viewer was shown it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Replay {
    /// The deal, then what everybody saw at once: a move with the answers of automata, or all choices that were revealed
    /// together.
    pub steps: Vec<ReplayStep>,
    /// The first fault of the record, if any. `steps` ends before it.
    pub fault: Option<Refusal>,
}

/// A step of a recorded game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReplayStep {
    /// The seats that moved, in the order in which the moves took effect; empty for the deal.
    pub acted: Vec<Seat>,
    /// The table after it, with the lines of log and talk that came with it.
    pub table: TableView,
}
