#![doc = include_str!("../README.md")]
//!
//! # Code map
//!
//! - `timeline.rs` takes a record apart into moments, each as its seat saw it.
//! - `continuation.rs` plays on from a sampled state and averages the lead over errors of the evaluation.
//! - `decision.rs` rates one decision: which moves are compared (`trial.rs`), which are dropped, what it cost. `reason.rs` says
//!   why the better move is better, `mark.rs` has the marks and their limits.
//! - `confirmation.rs` measures a costly decision again with better continuations, in games whose rollout policy is weak.
//! - `analysis.rs` does all of this as independent tasks, step by step or on several threads. `report.rs` is what is
//!   known so far.
//! - `hindsight.rs` rates a move with all cards open; no verdict depends on it.
//! - `examples/honesty/main.rs` measures whether the results are true.

#![warn(missing_docs)]

mod analysis;
mod confirmation;
mod continuation;
mod decision;
mod hindsight;
mod line;
mod mark;
mod reason;
mod report;
mod stats;
mod timeline;
mod trial;

pub use analysis::{Analysis, Task, judge, refine};
pub use decision::Judgement;
pub use hindsight::{Hindsight, hindsight};
pub use mark::{BEST, GOOD, INEXACT, Mark, SLIP};
pub use reason::{Change, Gained, NextTurn, Why};
pub use report::{LeadSplit, Over, Point, Report, SeatReport, Share, Shared};
pub use stats::{Figure, Mean, Spread};

/// The version of the results: it changes with every change of the method or of the evaluation, so that stored results
/// can be recognised as outdated.
pub const VERSION: u32 = 14;
