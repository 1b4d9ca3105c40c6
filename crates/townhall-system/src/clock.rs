//! The server's clock: monotonic, and following the time of day.
//!
//! When the machine was suspended or its clock was set, the time jumps. The clock adds up how much time was skipped in
//! this way, so that this time is not charged to players: otherwise all their time would be up when a laptop wakes.
//!
//! After a jump of more than a day that no suspension explains, the time is doubtful: nobody's time is up before the operator
//! [confirms](confirm) it.

use std::{
    sync::{
        LazyLock, Mutex,
        atomic::{AtomicBool, Ordering},
    },
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

/// A time of day that differs by more than this from the time that has passed on the machine is doubtful.
const MAX_TRUSTED: Duration = Duration::from_secs(86_400);
/// Whether the time has been doubtful since the operator last confirmed it.
static DOUBTFUL: AtomicBool = AtomicBool::new(false);

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
    /// The reading at that time of the clock of the machine that goes on while the machine is suspended.
    awake: Duration,
    /// The reading of the time of day at that time.
    of_day: Duration,
    /// How much time was skipped in total, and so is not charged to any player.
    lost: Duration,
}

impl Clock {
    const fn new(measured: Duration, awake: Duration, of_day: Duration) -> Self {
        Self { now: of_day, measured, awake, of_day, lost: Duration::ZERO }
    }

    /// Updates the time from new readings of the monotonic clock, of the clock that also counts suspended time, and of the time of
    /// day. Returns whether the time of day is doubtful.
    fn look(&mut self, measured: Duration, awake: Duration, of_day: Duration) -> bool {
        let expected = self.of_day + awake.saturating_sub(self.awake);
        (self.awake, self.of_day) = (awake, of_day);
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
        expected.abs_diff(of_day) > MAX_TRUSTED
    }
}

/// How long the machine has run, with the time for which it was suspended.
#[cfg(target_os = "linux")]
fn machine_time(_measured: Duration) -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    let (seconds, nanos) = (u64::try_from(now.tv_sec), u32::try_from(now.tv_nsec));
    Duration::new(seconds.unwrap_or_default(), nanos.unwrap_or_default())
}

/// Other systems' monotonic clocks count suspended time, or the suspension has to be confirmed.
#[cfg(not(target_os = "linux"))]
const fn machine_time(measured: Duration) -> Duration {
    measured
}

/// The current time and the total skipped time, both in milliseconds.
fn look() -> (Millis, Millis) {
    static CLOCK: LazyLock<(Instant, Mutex<Clock>)> = LazyLock::new(|| {
        let clock = Clock::new(Duration::ZERO, machine_time(Duration::ZERO), of_day());
        (Instant::now(), Mutex::new(clock))
    });
    let (begun, clock) = &*CLOCK;
    let mut clock = lock(clock);
    let measured = begun.elapsed();
    if clock.look(measured, machine_time(measured), of_day()) && !DOUBTFUL.swap(true, Ordering::Relaxed) {
        tracing::warn!(
            "the machine's clock was set by more than a day: nobody's time is up before `townhall confirm-clock` says that the clock \
             is right"
        );
    }
    (millis(clock.now) + advanced(), millis(clock.lost) + advanced())
}

/// Whether the time is doubtful, because the machine's clock was set by more than a day.
#[must_use]
pub fn is_doubtful() -> bool {
    DOUBTFUL.load(Ordering::Relaxed)
}

/// The operator says that the clock is right.
pub fn confirm() {
    DOUBTFUL.store(false, Ordering::Relaxed);
}

/// The system's time of day, since 1970; 0 if it is set to an earlier time.
fn of_day() -> Duration {
    let of_day = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    #[cfg(debug_assertions)]
    let of_day = of_day + Duration::from_millis(SKIPPED.load(Ordering::Relaxed));
    of_day
}

/// For how many milliseconds tests have let time pass.
#[cfg(debug_assertions)]
fn advanced() -> Millis {
    ADVANCED.load(Ordering::Relaxed)
}

#[cfg(not(debug_assertions))]
const fn advanced() -> Millis {
    0
}

/// By how many milliseconds tests have set the clock forward.
#[cfg(debug_assertions)]
static SKIPPED: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

/// For how many milliseconds tests have let time pass. A debug build with the feature `fixed-deals`, and no other,
/// starts as far ahead as the environment variable `CLOCK_AHEAD_FOR_TESTS` says.
#[cfg(debug_assertions)]
static ADVANCED: LazyLock<std::sync::atomic::AtomicU64> = LazyLock::new(|| {
    #[cfg(feature = "fixed-deals")]
    let ahead = std::env::var("CLOCK_AHEAD_FOR_TESTS").ok().and_then(|ahead| ahead.parse().ok());
    #[cfg(not(feature = "fixed-deals"))]
    let ahead = None;
    std::sync::atomic::AtomicU64::new(ahead.unwrap_or_default())
});

/// Lets time pass in which servers are there, for tests of what takes days. Only debug builds have this.
#[cfg(debug_assertions)]
pub fn advance(by: Duration) {
    ADVANCED.fetch_add(millis(by), Ordering::Relaxed);
}

/// Sets the clock of the machine forward, also as if no server had been there meanwhile. Only debug builds have this.
#[cfg(debug_assertions)]
pub fn skip(by: Duration) {
    SKIPPED.fetch_add(millis(by), Ordering::Relaxed);
}

/// How far ahead of the machine's clock the time of servers is, in milliseconds: as long as tests have let time pass.
#[must_use]
pub fn ahead_of_machine() -> Millis {
    advanced()
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
        let ahead = now.saturating_sub(advanced() + millis(of_day()));
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
        let mut clock = Clock::new(Duration::ZERO, Duration::ZERO, Duration::from_secs(day));
        for (what, measured, awake, of_day, now, lost, doubtful) in [
            ("nothing", 1, 1, 1, 1, 0, false),
            ("a busy second", 6, 6, 6, 6, 0, false),
            ("a sleep without the monotonic clock", 7, HOUR + 7, HOUR + 7, HOUR + 7, HOUR, false),
            ("nothing", 8, HOUR + 8, HOUR + 8, HOUR + 8, HOUR, false),
            ("a sleep of all clocks", HOUR + 8, 2 * HOUR + 8, 2 * HOUR + 8, 2 * HOUR + 8, 2 * HOUR, false),
            ("the clock is set back", HOUR + 9, 2 * HOUR + 9, HOUR, 2 * HOUR + 9, 2 * HOUR, false),
            ("nothing", HOUR + 10, 2 * HOUR + 10, HOUR + 1, 2 * HOUR + 10, 2 * HOUR, false),
            ("it is set forward", HOUR + 11, 2 * HOUR + 11, 9 * HOUR, 9 * HOUR, 9 * HOUR - 11, false),
            ("a sleep of days", HOUR + 12, 99 * HOUR, 106 * HOUR, 106 * HOUR, 106 * HOUR - 12, false),
            ("set forward by days", HOUR + 13, 99 * HOUR, 206 * HOUR, 206 * HOUR, 206 * HOUR - 13, true),
            ("nothing", HOUR + 14, 99 * HOUR + 1, 206 * HOUR + 1, 206 * HOUR + 1, 206 * HOUR - 13, false),
            ("set back by days", HOUR + 15, 99 * HOUR, 106 * HOUR, 206 * HOUR + 2, 206 * HOUR - 13, true),
            ("nothing", HOUR + 16, 99 * HOUR + 1, 106 * HOUR + 1, 206 * HOUR + 3, 206 * HOUR - 13, false),
        ] {
            let [measured, awake] = [measured, awake].map(Duration::from_secs);
            let is_doubtful = clock.look(measured, awake, Duration::from_secs(day + of_day));
            let found = (clock.now.as_secs() - day, clock.lost.as_secs(), is_doubtful);
            assert_eq!(found, (now, lost, doubtful), "{what}");
        }
    }
}
