//! Bots think on a bounded number of threads, and never hold a table up.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use metrics::histogram;
use tokio::sync::{Semaphore, mpsc};

use crate::{
    metrics::names,
    room::{Task, Thought},
};

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
        thought.inspect_err(|error| tracing::error!(%error, "a bot that was asked for a hint stumbled")).ok()
    }

    /// Begins a thought. It arrives once it is ready and its pace allows it.
    pub(super) fn begin(&self, task: Task, thoughts: mpsc::UnboundedSender<Thought>) {
        let Task { key, pace, think } = task;
        let places = Arc::clone(&self.0);
        let ready = tokio::time::Instant::now() + Duration::from_millis(pace);
        tokio::spawn(async move {
            // It is never closed.
            let Ok(place) = places.acquire_owned().await else { return };
            let begun = Instant::now();
            let thought = tokio::task::spawn_blocking(think).await;
            histogram!(names::THINKING_SECONDS).record(begun.elapsed());
            drop(place);
            tokio::time::sleep_until(ready).await;
            match thought {
                // The table may have gone to sleep meanwhile.
                Ok(actions) => drop(thoughts.send(Thought { key, actions })),
                Err(error) => tracing::error!(%error, seat = key.seat.index(), "a bot stumbled"),
            }
        });
    }
}
