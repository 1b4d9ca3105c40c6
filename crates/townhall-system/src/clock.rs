//! The server's clock: monotonic, and following the time of day.
//!
//! When the machine was suspended or its clock was set, the time jumps. The clock adds up how much time was skipped in
//! this way, so that this time is not charged to players: otherwise all their time would be up when a laptop wakes.

use std::{
    sync::{LazyLock, Mutex},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use tabletop::Seed;
use tokio::time::{MissedTickBehavior, interval};
use townhall_table::{journal::Millis, session::Moment};

use crate::{SeldomLog, entropy, lock};

/// How often the clock is read at least, so that a jump is noticed.
const MAX_READING_INTERVAL: Duration = Duration::from_secs(1);
/// A longer time since the last reading means that the machine was suspended. A time of day that is further ahead means
/// that it was suspended or that its clock was set.
const MIN_JUMP: Duration = Duration::from_secs(10);

/// A server that is further ahead of the time of day than this, in milliseconds, says so.
const MAX_AHEAD: Millis = 60_000;
static AHEAD: SeldomLog = SeldomLog::every(Duration::from_secs(3600));

/// The time, combined from a monotonic clock and the system's time of day.
#[derive(Debug)]
struct Clock {
    /// The latest time, since 1970.
    now: Duration,
    /// The reading of the monotonic clock at that time.
    measured: Duration,
    /// How much time was skipped in total, and so is not charged to any player.
    lost: Duration,
}

impl Clock {
    const fn new(measured: Duration, of_day: Duration) -> Self {
        Self { now: of_day, measured, lost: Duration::ZERO }
    }

    /// Updates the time from new readings of the monotonic clock and of the time of day.
    fn look(&mut self, measured: Duration, of_day: Duration) {
        let passed = measured.saturating_sub(self.measured);
        self.measured = measured;
        self.now += passed;
        if passed > MIN_JUMP {
            self.lost += passed;
        }
        // Some monotonic clocks stop while the machine is suspended.
        let ahead = of_day.saturating_sub(self.now);
        if ahead > MIN_JUMP {
            self.now = of_day;
            self.lost += ahead;
        }
    }
}

/// The current time and the total skipped time, both in milliseconds.
fn look() -> (Millis, Millis) {
    static CLOCK: LazyLock<(Instant, Mutex<Clock>)> =
        LazyLock::new(|| (Instant::now(), Mutex::new(Clock::new(Duration::ZERO, of_day()))));
    let (begun, clock) = &*CLOCK;
    let mut clock = lock(clock);
    clock.look(begun.elapsed(), of_day());
    (millis(clock.now), millis(clock.lost))
}

/// The system's time of day, since 1970; 0 if it is set to an earlier time.
fn of_day() -> Duration {
    let of_day = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    #[cfg(debug_assertions)]
    let of_day = of_day + Duration::from_millis(ADVANCED.load(std::sync::atomic::Ordering::Relaxed));
    of_day
}

/// By how many milliseconds tests have set the clock forward. A debug build with the feature `fixed-deals`, and no other,
/// starts as far ahead as the environment variable `CLOCK_AHEAD_FOR_TESTS` says.
#[cfg(debug_assertions)]
static ADVANCED: LazyLock<std::sync::atomic::AtomicU64> = LazyLock::new(|| {
    #[cfg(feature = "fixed-deals")]
    let ahead = std::env::var("CLOCK_AHEAD_FOR_TESTS").ok().and_then(|ahead| ahead.parse().ok());
    #[cfg(not(feature = "fixed-deals"))]
    let ahead = None;
    std::sync::atomic::AtomicU64::new(ahead.unwrap_or_default())
});

/// Sets the clock forward, for tests of what takes days. Only debug builds have this.
#[cfg(debug_assertions)]
pub fn advance(by: Duration) {
    ADVANCED.fetch_add(millis(by), std::sync::atomic::Ordering::Relaxed);
}

/// Converts a duration to whole milliseconds.
#[must_use]
pub fn millis(time: Duration) -> Millis {
    Millis::try_from(time.as_millis()).unwrap_or(Millis::MAX)
}

/// The current time, in milliseconds since 1970.
#[must_use]
pub fn now() -> Millis {
    look().0
}

/// The time and fresh entropy.
#[must_use]
pub fn moment() -> Moment {
    let (now, lost) = look();
    Moment { now, entropy: Seed::new(entropy::bytes()), lost }
}

/// Reads the clock periodically, so that a jump is noticed. Never returns.
pub async fn watch() {
    let mut ticks = interval(MAX_READING_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let (now, _) = look();
        let ahead = now.saturating_sub(millis(of_day()));
        if ahead > MAX_AHEAD && AHEAD.count().is_some() {
            tracing::warn!(
                seconds = ahead / 1000,
                "this server is ahead of the machine's clock, which was set back: restart it to follow the clock"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 3600;

    #[test]
    fn time_passes_as_measured_and_jumps_are_not_charged() {
        let day = 1_000_000;
        let mut clock = Clock::new(Duration::ZERO, Duration::from_secs(day));
        for (what, measured, of_day, now, lost) in [
            ("nothing", 1, 1, 1, 0),
            ("a busy second", 6, 6, 6, 0),
            ("a sleep during which only the time of day goes on", 7, HOUR + 7, HOUR + 7, HOUR),
            ("nothing", 8, HOUR + 8, HOUR + 8, HOUR),
            ("a sleep during which both go on", HOUR + 8, 2 * HOUR + 8, 2 * HOUR + 8, 2 * HOUR),
            ("the clock is set back", HOUR + 9, HOUR, 2 * HOUR + 9, 2 * HOUR),
            ("nothing", HOUR + 10, HOUR + 1, 2 * HOUR + 10, 2 * HOUR),
            ("the clock is set forward", HOUR + 11, 9 * HOUR, 9 * HOUR, 9 * HOUR - 11),
        ] {
            clock.look(Duration::from_secs(measured), Duration::from_secs(day + of_day));
            let found = (clock.now.as_secs() - day, clock.lost.as_secs());
            assert_eq!(found, (now, lost), "{what}");
        }
    }
}
