//! A long run, interval by interval: how fast the server was, and what it holds.

use std::{convert::Infallible, time::Duration};

use hdrhistogram::Histogram;
use tokio::time::{Instant, sleep};

use super::{Shared, process};

/// Prints a line to standard error every so often, each measured since the one before.
pub(super) struct Curve {
    server: Option<u32>,
    every: Duration,
    start: Instant,
    since: Instant,
    /// The latency of all moves until the line before.
    before: Histogram<u64>,
}

impl Curve {
    /// Prints the heading of the columns.
    pub(super) fn new(shared: &Shared, server: Option<u32>, every: Duration) -> Self {
        eprintln!("minutes  moves/s   p99 ms  resident MiB  descriptors  file MiB  log MiB");
        let now = Instant::now();
        Self { server, every, start: now, since: now, before: shared.tally(|tally| tally.latency.clone()) }
    }

    /// Prints lines until it is dropped.
    pub(super) async fn print(&mut self, shared: &Shared) -> Infallible {
        loop {
            sleep(self.every).await;
            self.line(shared);
        }
    }

    fn line(&mut self, shared: &Shared) {
        let now = shared.tally(|tally| tally.latency.clone());
        let mut part = now.clone();
        // Counts only grow, and the bounds are the same.
        let counted = part.subtract(&self.before).is_ok();
        let part = if counted { &part } else { &now };
        let moves = part.len() as f64 / self.since.elapsed().as_secs_f64();
        let holds = self.server.and_then(process::holdings).unwrap_or_default();
        let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        eprintln!(
            "{:7.1}  {moves:7.0}  {:7.1}  {:12.1}  {:11}  {:8.1}  {:7.1}",
            self.start.elapsed().as_secs_f64() / 60.0,
            part.value_at_quantile(0.99) as f64 / 1000.0,
            mib(holds.resident),
            holds.descriptors,
            mib(holds.data),
            mib(holds.log),
        );
        (self.before, self.since) = (now, Instant::now());
    }
}
