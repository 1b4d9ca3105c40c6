//! The hub's work at tables to which no client is connected. It loads correspondence tables when something is due there, and removes
//! old tables whose game never began.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::oneshot,
    time::{MissedTickBehavior, interval, timeout},
};
use townhall_store::StoreError;
use townhall_system::{SeldomLog, clock, seldom};
use townhall_table::journal::Millis;

use super::{Hub, Request};

/// How many tables are loaded together. The next ones wait until these have done what was due.
const AT_ONCE: usize = 64;
/// After so long, in milliseconds, a table is tried again at which nothing has happened, such as one that can't be read or that
/// was taken by a server that failed.
const AGAIN: Millis = 300_000;
/// How long the next tables wait for one of these.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often old tables are looked for whose game never began.
const REMOVING: Duration = Duration::from_secs(3600);
/// If nothing has happened at any table for so long, in milliseconds, the clock may be wrong, and no table is removed.
const DOUBTFUL: Millis = 30 * 86_400_000;
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

    /// Removes tables whose game has not begun and at which nothing has happened for a long time. Never returns.
    pub(crate) async fn remove_old_lobbies(self: Arc<Self>) {
        let mut ticks = interval(REMOVING);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = self.remove_some_lobbies().await {
                seldom!(error, %error, "tables whose game never began can't be removed");
            }
        }
    }

    async fn remove_some_lobbies(&self) -> Result<(), StoreError> {
        let now = clock::now();
        let latest = self.store.latest_change().await?;
        if !self.placement.may_answer() || latest.is_none_or(|latest| latest.saturating_add(DOUBTFUL) < now) {
            return Ok(());
        }
        let before = now.saturating_sub(clock::millis(self.times.lobby));
        let in_memory = self.in_memory();
        for code in self.store.old_lobbies(before, AT_ONCE).await? {
            if in_memory.contains(&code) {
                continue;
            }
            match self.remove(code, Some(before)).await {
                Ok(()) => self.announce_withheld(code).await,
                // Something has happened there meanwhile, or another server has removed it.
                Err(StoreError::Missing) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
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
