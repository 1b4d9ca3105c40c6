//! Rate-limited log lines about refusals and failures, so that neither an attacker nor a full disk floods the log.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use crate::lock;

/// The shortest time between two log lines about the same event.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// Logs a line of this place at most once in ten seconds, with how often its event has happened since the last line. The arguments
/// are a level, such as `warn`, and those of that macro of `tracing`. Everything that a client, another machine or a failing disk can
/// cause again and again is logged in this way.
#[macro_export]
macro_rules! seldom {
    ($level:ident, $($line:tt)+) => {{
        static SELDOM: $crate::SeldomLog = $crate::SeldomLog::new();
        if let Some(times) = SELDOM.count() {
            $crate::tracing::$level!(times, $($line)+);
        }
    }};
}

/// Decides which occurrences of an event are logged.
#[derive(Debug)]
pub struct SeldomLog {
    latest: Mutex<(Option<Instant>, u64)>,
    interval: Duration,
}

impl Default for SeldomLog {
    fn default() -> Self {
        Self::new()
    }
}

impl SeldomLog {
    /// An event that was not logged yet.
    #[must_use]
    pub const fn new() -> Self {
        Self::every(LOG_INTERVAL)
    }

    /// An event that was not logged yet, with another shortest time between two log lines.
    #[must_use]
    pub const fn every(interval: Duration) -> Self {
        Self { latest: Mutex::new((None, 0)), interval }
    }

    /// Counts an occurrence. If it is time for a log line, returns how many there were since the last line.
    pub fn count(&self) -> Option<u64> {
        self.count_at(Instant::now())
    }

    fn count_at(&self, now: Instant) -> Option<u64> {
        let (logged, times) = &mut *lock(&self.latest);
        *times += 1;
        if logged.is_some_and(|logged| now.saturating_duration_since(logged) < self.interval) {
            return None;
        }
        *logged = Some(now);
        Some(std::mem::take(times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_often_it_happened() {
        let log = SeldomLog::new();
        let start = Instant::now();
        let counted = [0, 1, 9, 10, 11, 25].map(|second| log.count_at(start + Duration::from_secs(second)));
        assert_eq!(counted, [Some(1), None, None, Some(3), None, Some(2)]);
    }
}
