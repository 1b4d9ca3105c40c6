//! How long a bot may think about a move.

use std::{
    fmt,
    str::FromStr,
    time::{Duration, Instant},
};

/// How long a bot may think about a move: a time, or a number of simulated continuations, which does
/// not depend on the machine.
///
/// ```
/// use townhall_bots::Budget;
/// assert_eq!("200ms".parse(), Ok(Budget::Millis(200)));
/// assert_eq!("1s".parse(), Ok(Budget::Millis(1000)));
/// assert_eq!("5000sims".parse(), Ok(Budget::Sims(5000)));
/// assert_eq!(Budget::Millis(1500).to_string(), "1500ms");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Budget {
    /// So many thousandths of a second.
    Millis(u32),
    /// So many simulated continuations.
    Sims(u32),
}

/// The longest time that can be asked for: ten minutes.
const MOST_MILLIS: u32 = 600_000;
/// The most simulations that can be asked for.
const MOST_SIMS: u32 = 1_000_000_000;

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Millis(ms) if ms % 1000 == 0 => write!(f, "{}s", ms / 1000),
            Self::Millis(ms) => write!(f, "{ms}ms"),
            Self::Sims(sims) => write!(f, "{sims}sims"),
        }
    }
}

/// A text is no budget.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a time up to ten minutes such as 200ms or 1s, or a number such as 5000sims, found {0:?}")]
pub struct UnknownBudget(String);

impl FromStr for Budget {
    type Err = UnknownBudget;

    fn from_str(text: &str) -> Result<Self, UnknownBudget> {
        let number = |unit: &str, most: u32| {
            let digits = text.strip_suffix(unit)?;
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u32>().ok().filter(|number| plain && (1..=most).contains(number))
        };
        let budget = number("sims", MOST_SIMS).map(Self::Sims);
        let budget = budget.or_else(|| number("ms", MOST_MILLIS).map(Self::Millis));
        budget
            .or_else(|| number("s", MOST_MILLIS / 1000).map(|seconds| Self::Millis(1000 * seconds)))
            .ok_or_else(|| UnknownBudget(text.to_owned()))
    }
}

/// A budget that is being used up.
pub(crate) struct Clock {
    budget: Budget,
    start: Instant,
    spent: u32,
}

impl Clock {
    pub(crate) fn start(budget: Budget) -> Self {
        Self { budget, start: Instant::now(), spent: 0 }
    }

    /// Notes that continuations were simulated.
    pub(crate) fn spend(&mut self, sims: usize) {
        self.spent = self.spent.saturating_add(sims as u32);
    }

    /// Which part of the budget is used up: 1 or more, if all of it.
    pub(crate) fn used(&self) -> f32 {
        match self.budget {
            Budget::Sims(sims) => self.spent as f32 / sims as f32,
            // A little is kept back for what comes after the last look at the clock.
            Budget::Millis(ms) => {
                let whole = Duration::from_millis(ms.into()).mul_f32(0.94);
                self.start.elapsed().as_secs_f32() / whole.as_secs_f32()
            }
        }
    }
}
