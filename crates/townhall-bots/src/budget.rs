//! The time that a bot may think about a move.

use std::{
    fmt,
    str::FromStr,
    sync::OnceLock,
    time::{Duration, Instant},
};

/// A clock tells a search the time, and whether to stop early.
///
/// The caller provides it, because the standard library has no clock on `wasm32-unknown-unknown`, and because the
/// caller may have to stop a search early. Every function that returns the time is a clock that never stops a search.
pub trait Clock: Send + Sync {
    /// Returns the time since any fixed point. It must be monotonic. It is not called for a budget in sims.
    fn now(&self) -> Duration;
    /// Returns whether the search must stop at once and return the best move so far, even if a part of the budget is
    /// left. The default never stops a search.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl<F: Fn() -> Duration + Send + Sync> Clock for F {
    fn now(&self) -> Duration {
        self()
    }
}

impl Clock for &dyn Clock {
    fn now(&self) -> Duration {
        (**self).now()
    }

    fn is_stopped(&self) -> bool {
        (**self).is_stopped()
    }
}

/// Returns the [`Clock`] of the machine.
///
/// # Panics
/// Panics on `wasm32-unknown-unknown`, where the standard library has no clock.
#[must_use]
pub fn system_clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The limit of a bot's thinking about a move: a time, or a number of simulated continuations. The latter does not
/// depend on the machine.
///
/// Parsing accepts 1 to 600,000 ms and 1 to 1,000,000,000 sims; zero is not a valid budget.
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
    /// The limit is this many milliseconds.
    Millis(u32),
    /// The limit is this many simulated continuations.
    Sims(u32),
}

/// The longest time that a budget can have, ten minutes.
const MAX_MILLIS: u32 = 600_000;
/// The largest number of simulations that a budget can have.
const MAX_SIMS: u32 = 1_000_000_000;

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Millis(ms) if ms % 1000 == 0 => write!(f, "{}s", ms / 1000),
            Self::Millis(ms) => write!(f, "{ms}ms"),
            Self::Sims(sims) => write!(f, "{sims}sims"),
        }
    }
}

/// The error for a malformed budget.
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
        let budget = number("sims", MAX_SIMS).map(Self::Sims);
        let budget = budget.or_else(|| number("ms", MAX_MILLIS).map(Self::Millis));
        budget
            .or_else(|| number("s", MAX_MILLIS / 1000).map(|seconds| Self::Millis(1000 * seconds)))
            .ok_or_else(|| UnknownBudget(text.to_owned()))
    }
}

/// Tracks the used part of a budget.
#[derive(Clone, Copy)]
pub struct BudgetTimer<'a> {
    budget: Budget,
    clock: &'a dyn Clock,
    /// The time by that clock when the search began. It is unused for a budget in sims.
    start: Duration,
    spent: u32,
}

impl fmt::Debug for BudgetTimer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut timer = f.debug_struct("BudgetTimer");
        timer.field("budget", &self.budget).field("start", &self.start).field("spent", &self.spent);
        timer.finish_non_exhaustive()
    }
}

impl<'a> BudgetTimer<'a> {
    /// Starts a budget, measured by this clock.
    #[must_use]
    pub fn start(budget: Budget, clock: &'a dyn Clock) -> Self {
        let start = match budget {
            Budget::Sims(_) => Duration::ZERO,
            Budget::Millis(_) => clock.now(),
        };
        Self { budget, clock, start, spent: 0 }
    }

    /// Records that `sims` continuations were simulated.
    pub fn spend(&mut self, sims: usize) {
        self.spent = self.spent.saturating_add(sims as u32);
    }

    /// Returns the fraction of the budget that is used up, from 0. It is 1 or more if nothing is left or the clock says
    /// to stop.
    #[must_use]
    pub fn used(&self) -> f32 {
        if self.clock.is_stopped() {
            return f32::INFINITY;
        }
        match self.budget {
            Budget::Sims(sims) => self.spent as f32 / sims as f32,
            // A small part is reserved for the work after the clock is read for the last time.
            Budget::Millis(ms) => {
                let whole = Duration::from_millis(ms.into()).mul_f32(0.94);
                self.clock.now().saturating_sub(self.start).as_secs_f32() / whole.as_secs_f32()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sims_never_look_at_the_clock() {
        let clock = || -> Duration { panic!("it looked at the clock") };
        let mut timer = BudgetTimer::start(Budget::Sims(4), &clock);
        timer.spend(3);
        assert!(timer.used() < 1.0);
        timer.spend(1);
        assert!(timer.used() >= 1.0);
    }

    #[test]
    fn time_is_taken_from_the_clock_that_is_handed_in() {
        thread_local!(static NOW: std::cell::Cell<u64> = const { std::cell::Cell::new(7_000) });
        let clock = || Duration::from_millis(NOW.get());
        let timer = BudgetTimer::start(Budget::Millis(100), &clock);
        assert!(timer.used() == 0.0);
        NOW.set(7_050);
        assert!((0.5..0.6).contains(&timer.used()));
        NOW.set(7_100);
        assert!(timer.used() >= 1.0);
    }
}
