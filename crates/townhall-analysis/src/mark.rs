//! Marks for decisions, and their limits.

use serde::Serialize;

/// How good a decision was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// The cost less its standard error is at most [`BEST`] points.
    Best,
    /// The cost less its standard error is more than [`BEST`] and at most [`GOOD`] points.
    Good,
    /// The cost less its standard error is more than [`GOOD`] and at most [`INEXACT`] points.
    Inexact,
    /// The cost less its standard error is more than [`INEXACT`] and at most [`SLIP`] points.
    Slip,
    /// The cost less its standard error is more than [`SLIP`] points.
    Blunder,
}

/// Up to this cost less its standard error, a decision is [`Mark::Best`]. In points of the expected final lead, or of final
/// points with [`Evaluate::is_judged_by_points`](townhall_bots::Evaluate::is_judged_by_points). The limits are the same for
/// all games, so they depend on the scale of [`Rules::points`](tabletop::Rules::points).
pub const BEST: f64 = 0.1;
/// Up to this cost less its standard error, a decision is [`Mark::Good`].
pub const GOOD: f64 = 0.4;
/// Up to this cost less its standard error, a decision is [`Mark::Inexact`].
pub const INEXACT: f64 = 1.0;
/// Up to this cost less its standard error, a decision is a [`Mark::Slip`]; above it, a [`Mark::Blunder`].
pub const SLIP: f64 = 2.5;

/// The cost, in points, of a decision that counts half in [`grade`].
const HALF: f64 = 1.0;

impl Mark {
    /// Every mark, the best first.
    pub const ALL: [Self; 5] = [Self::Best, Self::Good, Self::Inexact, Self::Slip, Self::Blunder];

    /// The mark of a decision that cost so many points, known up to this standard error. In doubt it is the better
    /// mark: the error is subtracted from the cost.
    #[must_use]
    pub fn of(cost: f64, error: f64) -> Self {
        match cost - error {
            sure if sure <= BEST => Self::Best,
            sure if sure <= GOOD => Self::Good,
            sure if sure <= INEXACT => Self::Inexact,
            sure if sure <= SLIP => Self::Slip,
            // Without two samples the error is infinite, and the difference above not a number or far below zero.
            sure if sure > SLIP => Self::Blunder,
            _ => Self::Best,
        }
    }

    /// The name, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inexact => "inexact",
            Self::Slip => "slip",
            Self::Blunder => "blunder",
        }
    }
}

/// How good a decision that cost so many points is, between 0 and 1, whatever was at stake.
pub(crate) fn grade(cost: f64) -> f64 {
    (-cost.max(0.0) / HALF).exp2()
}
