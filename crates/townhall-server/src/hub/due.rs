//! Correspondence tables go on while no client is connected: the hub loads them when something is due.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::oneshot,
    time::{MissedTickBehavior, interval, timeout},
};
use townhall_system::{SeldomLog, clock};
use townhall_table::journal::Millis;

use super::{Hub, Request};

/// How many tables are loaded together. The next ones wait until these have done what was due.
const AT_ONCE: usize = 64;
/// After so long, in milliseconds, a table is tried again at which nothing has happened, such as one that can't be read or that
/// was taken by a server that failed.
const AGAIN: Millis = 300_000;
/// How long the next tables wait for one of these.
const PATIENCE: Duration = Duration::from_secs(30);
/// A store that fails is reported once in a while.
static FAILED: SeldomLog = SeldomLog::every(Duration::from_secs(60));

impl Hub {
    /// Loads tables when something is due there, as often as the times say. Never returns.
    pub(crate) async fn run_due_tables(self: Arc<Self>) {
        let mut ticks = interval(self.times.due);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            while self.placement.may_answer() && self.wake_due_tables().await == AT_ONCE {}
        }
    }

    /// Wakes some of the tables at which something is due, and waits until it is done there; returns how many they were.
    async fn wake_due_tables(self: &Arc<Self>) -> usize {
        let now = clock::now();
        let codes = match self.store.take_due(now, now + AGAIN, AT_ONCE).await {
            Ok(codes) => codes,
            Err(error) => {
                if let Some(times) = FAILED.count() {
                    tracing::error!(%error, times, "the tables at which something is due can't be read");
                }
                return 0;
            }
        };
        let mut waiting = Vec::with_capacity(codes.len());
        for &code in &codes {
            let (done, is_done) = oneshot::channel();
            // If the table's task ends at this moment, the table is tried again later.
            if self.mailbox(code).send(Request::Due { done }.into()).await.is_ok() {
                waiting.push(is_done);
            }
        }
        for is_done in waiting {
            // An error means that it is done, or that another server has the table.
            let _ = timeout(PATIENCE, is_done).await;
        }
        codes.len()
    }
}
