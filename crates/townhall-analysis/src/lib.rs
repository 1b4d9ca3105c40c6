#![doc = include_str!("../README.md")]

mod analysis;
mod continuation;
mod decision;
mod mark;
mod reason;
mod report;
mod stats;
mod timeline;

pub use analysis::{Analysis, Task, judge, refine};
pub use decision::Judgement;
pub use mark::{BEST, GOOD, HALF, INEXACT, Mark, SLIP};
pub use reason::{Change, Why};
pub use report::{Over, Parts, Point, Report, SeatReport, Share, Shared};
pub use stats::{Figure, Mean, Spread};
