//! Bots think on a bounded number of threads, and never hold a table up.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use metrics::histogram;
use tokio::sync::{Semaphore, mpsc};
use tracing::Instrument;

use crate::metrics::names;
use townhall_table::room::{Task, Thought};

/// Where bots think.
#[derive(Clone, Debug)]
pub(super) struct Thinkers(Arc<Semaphore>);

impl Thinkers {
    /// As many at once as there are processors.
    pub(super) fn new() -> Self {
        let at_once = std::thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Semaphore::new(at_once)))
    }

    /// Thinks at once, or as soon as there is a place. Nothing, if that fails.
    pub(super) async fn think<T: Send + 'static>(
        &self,
        think: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        // It is never closed.
        let place = Arc::clone(&self.0).acquire_owned().await.ok()?;
        let begun = Instant::now();
        let thinking = tokio::task::spawn_blocking(move || {
            let thought = think();
            // Whoever asked may be gone by now: the place is free only when the thinking has ended.
            drop(place);
            thought
        });
        let thought = thinking.await;
        histogram!(names::THINKING_SECONDS).record(begun.elapsed());
        thought.inspect_err(|error| tracing::error!(%error, "a bot stumbled")).ok()
    }

    /// Begins a thought. It arrives once it is ready and its pace allows it.
    pub(super) fn begin(&self, task: Task, thoughts: mpsc::UnboundedSender<Thought>) {
        let Task { key, pace, think } = task;
        let thinkers = self.clone();
        let ready = tokio::time::Instant::now() + Duration::from_millis(pace);
        let thinking = async move {
            let Some(actions) = thinkers.think(think).await else { return };
            tokio::time::sleep_until(ready).await;
            // The table may have gone to sleep meanwhile.
            drop(thoughts.send(Thought { key, actions }));
        };
        tokio::spawn(thinking.instrument(tracing::error_span!("thinking", seat = key.seat.index())));
    }
}
