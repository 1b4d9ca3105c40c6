//! Log lines about what is refused, which an attacker must not be able to fill a disk with.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use super::lock;

/// How often one thing is logged at most.
const SELDOM: Duration = Duration::from_secs(10);

/// Lets a log line through now and then.
#[derive(Debug, Default)]
pub struct SeldomLog(Mutex<(Option<Instant>, u64)>);

impl SeldomLog {
    /// Nothing was logged yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(Mutex::new((None, 0)))
    }

    /// Counts something that happened. If it is time for a line, how often it has happened since the last one.
    pub fn count(&self) -> Option<u64> {
        self.count_at(Instant::now())
    }

    fn count_at(&self, now: Instant) -> Option<u64> {
        let (logged, times) = &mut *lock(&self.0);
        *times += 1;
        if logged.is_some_and(|logged| now.saturating_duration_since(logged) < SELDOM) {
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
