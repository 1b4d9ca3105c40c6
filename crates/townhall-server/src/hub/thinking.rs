//! Bots think on a bounded number of threads, and never hold a table up.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use metrics::histogram;
use tokio::sync::{Semaphore, mpsc};
use townhall_bots::system_clock;
use townhall_table::task::{BotReply, Task, TaskKey};
use tracing::Instrument;

use crate::metrics::names;

/// What came of a task: the bot's reply, or that it failed.
pub(super) type Thought = Result<BotReply, TaskKey>;

/// Where bots think.
#[derive(Clone, Debug)]
pub(super) struct Thinkers(Arc<Semaphore>);

impl Thinkers {
    /// As many at once as there are processors.
    pub(super) fn new() -> Self {
        let at_once = std::thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Semaphore::new(at_once)))
    }

    /// Thinks at once, or as soon as a thread is free; nothing, if the thinking panics.
    pub(super) async fn think<T: Send + 'static>(
        &self,
        think: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        // It is never closed.
        let permit = Arc::clone(&self.0).acquire_owned().await.ok()?;
        let begun = Instant::now();
        let thinking = tokio::task::spawn_blocking(move || {
            let thought = think();
            // Whoever asked may be gone by now: the thread is free only when the thinking has ended.
            drop(permit);
            thought
        });
        let thought = thinking.await;
        histogram!(names::THINKING_SECONDS).record(begun.elapsed());
        thought.inspect_err(|error| tracing::error!(%error, "thinking failed")).ok()
    }

    /// Begins a task of the table of this code. Its reply arrives once it is ready and its pace allows it.
    pub(super) fn begin(&self, code: &str, task: Task, replies: mpsc::UnboundedSender<Thought>) {
        let Task { key, pace, think } = task;
        let thinkers = self.clone();
        let ready = tokio::time::Instant::now() + Duration::from_millis(pace);
        let span = tracing::error_span!("thinking", %code, seat = key.seat.index());
        let thinking = async move {
            let actions = thinkers.think(move || think(system_clock)).await;
            tokio::time::sleep_until(ready).await;
            // The table may have been evicted meanwhile.
            drop(replies.send(actions.map(|actions| BotReply { key, actions }).ok_or(key)));
        };
        tokio::spawn(thinking.instrument(span));
    }
}
