#![doc = include_str!("../README.md")]

mod analysis;
mod continuation;
mod decision;
mod hindsight;
mod mark;
mod reason;
mod report;
mod stats;
mod timeline;

pub use analysis::{Analysis, Task, judge, refine};
pub use decision::Judgement;
pub use hindsight::{Hindsight, hindsight};
pub use mark::{BEST, GOOD, HALF, INEXACT, Mark, SLIP};
pub use reason::{Change, Why};
pub use report::{LeadSplit, Over, Point, Report, SeatReport, Share, Shared};
pub use stats::{Figure, Mean, Spread};

/// The version of what an analysis comes to: it changes with every change of the method or of the evaluation, so that
/// whoever keeps results knows which are out of date.
pub const VERSION: u32 = 4;
