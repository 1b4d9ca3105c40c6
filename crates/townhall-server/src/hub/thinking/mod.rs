//! Runs the bots' thinking on a bounded number of threads, so that no table is blocked by it.
//!
//! A thought is one bot's work on one task. Each kind of thought has its own threads, so that a quick one never waits
//! for a long one, and its own queue, in which guests and tables take turns. A thought ends early, with the best result
//! so far, when its time is up. It is cancelled when its result is no longer wanted, by dropping its future.

mod queue;

use std::{
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use metrics::{counter, gauge, histogram};
use tokio::{
    sync::{mpsc, oneshot},
    task::AbortHandle,
};
use townhall_bots::{Clock, system_clock};
use townhall_table::{
    journal::PlayerId,
    task::{BotReply, Effort, Task, TaskKey},
};
use tracing::Instrument;

use self::queue::{Fifo, RoundRobin, Waiting as _};
use crate::{lock::lock, metrics::names};

/// The kinds of thoughts. Each has as many threads as there are processors: the operating system shares those out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A move that takes a few milliseconds.
    Quick,
    /// A hint, for which a person is waiting: half a second.
    Hint,
    /// A move with the budget of time that the table's host chose for the bot.
    Long,
}

impl From<Effort> for Kind {
    fn from(effort: Effort) -> Self {
        match effort {
            Effort::Quick => Self::Quick,
            Effort::Long => Self::Long,
        }
    }
}

impl Kind {
    const COUNT: usize = 3;

    const fn word(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Hint => "hint",
            Self::Long => "long",
        }
    }
}

/// The guest and the table for which a thought runs; they decide its place in the queue.
#[derive(Clone, Debug)]
pub(super) struct For {
    pub(super) kind: Kind,
    /// The guest to whom the work is charged: the table's host for a bot's move, or the person who asked for a hint.
    pub(super) guest: PlayerId,
    /// The code of the table.
    pub(super) table: String,
}

/// The thoughts that wait for a thread, in the order in which they get one.
type Queue = RoundRobin<PlayerId, RoundRobin<String, Fifo<Ticket>>>;

struct Ticket {
    number: u64,
    turn: oneshot::Sender<Turn>,
}

#[derive(Default)]
struct Line {
    waiting: Queue,
    running: usize,
}

struct Lines {
    lines: Mutex<([Line; Kind::COUNT], u64)>,
    threads: usize,
    longest: Duration,
}

/// The threads on which bots think, and their queues.
#[derive(Clone)]
pub(super) struct Thinkers(Arc<Lines>);

impl Lines {
    fn lock(&self) -> MutexGuard<'_, ([Line; Kind::COUNT], u64)> {
        lock(&self.lines)
    }

    /// Starts queued thoughts while threads are free.
    fn go_on(self: &Arc<Self>, kind: Kind) {
        loop {
            let ticket = {
                let line = &mut self.lock().0[kind as usize];
                if line.running >= self.threads {
                    return;
                }
                let Some(ticket) = line.waiting.pop() else { return };
                line.running += 1;
                ticket
            };
            gauge!(names::THOUGHTS_WAITING, "kind" => kind.word()).decrement(1);
            gauge!(names::THOUGHTS_RUNNING, "kind" => kind.word()).increment(1);
            // If the receiver is gone, sending fails and drops the turn, which starts the next thought.
            drop(ticket.turn.send(Turn { lines: Arc::clone(self), kind }));
        }
    }

    /// Waits for a thread. Dropping the future leaves the queue.
    async fn turn(self: &Arc<Self>, whose: &For) -> Option<Turn> {
        let (turn, given) = oneshot::channel();
        let key = (whose.guest, (whose.table.clone(), ()));
        let number = {
            let mut lines = self.lock();
            lines.1 += 1;
            let number = lines.1;
            lines.0[whose.kind as usize].waiting.push(key.clone(), Ticket { number, turn });
            number
        };
        gauge!(names::THOUGHTS_WAITING, "kind" => whose.kind.word()).increment(1);
        let _waiting = Waiting { lines: self, kind: whose.kind, key, number };
        self.go_on(whose.kind);
        given.await.ok()
    }
}

/// A place in the queue. Dropping it gives the place up.
struct Waiting<'a> {
    lines: &'a Arc<Lines>,
    kind: Kind,
    key: (PlayerId, (String, ())),
    number: u64,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let waiting = &mut self.lines.lock().0[self.kind as usize].waiting;
        if waiting.remove(&self.key, &mut |ticket| ticket.number == self.number) {
            gauge!(names::THOUGHTS_WAITING, "kind" => self.kind.word()).decrement(1);
            counter!(names::THOUGHTS_CANCELLED).increment(1);
        }
    }
}

/// The use of a thread. Dropping it frees the thread for the next thought.
struct Turn {
    lines: Arc<Lines>,
    kind: Kind,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.lines.lock().0[self.kind as usize].running -= 1;
        gauge!(names::THOUGHTS_RUNNING, "kind" => self.kind.word()).decrement(1);
        self.lines.go_on(self.kind);
    }
}

/// The clock of one thought, by which the server can end the thought early.
#[derive(Clone, Default)]
struct Stoppable(Arc<AtomicBool>);

impl Stoppable {
    fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Clock for Stoppable {
    fn now(&self) -> Duration {
        system_clock()
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Stops a thought's clock when its future is dropped.
struct Cancel {
    clock: Stoppable,
    done: bool,
}

impl Drop for Cancel {
    fn drop(&mut self) {
        if !self.done {
            self.clock.stop();
            counter!(names::THOUGHTS_CANCELLED).increment(1);
        }
    }
}

/// The result of a task: the bot's reply, or the key of the task if the bot failed.
pub(super) type Thought = Result<BotReply, TaskKey>;

/// A running thought for a table. Dropping it cancels the thought.
pub(super) struct Thinking {
    number: u64,
    task: AbortHandle,
}

impl Thinking {
    /// Whether a reply with this number belongs to this thought.
    pub(super) const fn is(&self, number: u64) -> bool {
        self.number == number
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Thinkers {
    /// Runs at most `threads` thoughts of each kind at once, each for at most `longest`.
    pub(super) fn new(threads: usize, longest: Duration) -> Self {
        Self(Arc::new(Lines { lines: Mutex::default(), threads: threads.max(1), longest }))
    }

    /// Runs a thought when it gets a thread. `None` if it panics. Dropping the future cancels it.
    pub(super) async fn think<T: Send + 'static>(
        &self,
        whose: &For,
        think: impl FnOnce(&dyn Clock) -> T + Send + 'static,
    ) -> Option<T> {
        let came = Instant::now();
        let turn = self.0.turn(whose).await?;
        let kind = whose.kind.word();
        histogram!(names::THINKING_WAIT_SECONDS, "kind" => kind).record(came.elapsed());
        let begun = Instant::now();
        let clock = Stoppable::default();
        let mut cancel = Cancel { clock: clock.clone(), done: false };
        let stoppable = clock.clone();
        let span = tracing::Span::current();
        let mut thinking = tokio::task::spawn_blocking(move || {
            let _entered = span.entered();
            let thought = think(&stoppable);
            // Even if the thought was cancelled, its thread is free only when the work has ended.
            drop(turn);
            thought
        });
        let thought = tokio::select! {
            thought = &mut thinking => thought,
            () = tokio::time::sleep(self.0.longest) => {
                counter!(names::THOUGHTS_CUT).increment(1);
                clock.stop();
                thinking.await
            }
        };
        cancel.done = true;
        histogram!(names::THINKING_SECONDS, "kind" => kind).record(begun.elapsed());
        thought.inspect_err(|error| tracing::error!(%error, "thinking failed")).ok()
    }

    /// Begins a task. Its reply arrives with `number` once it is ready and its pace allows it.
    pub(super) fn begin(
        &self,
        whose: For,
        task: Task,
        number: u64,
        replies: mpsc::UnboundedSender<(u64, Thought)>,
    ) -> Thinking {
        let Task { key, pace, think, .. } = task;
        let thinkers = self.clone();
        let ready = tokio::time::Instant::now() + Duration::from_millis(pace);
        let span = tracing::error_span!("thinking", code = %whose.table, seat = key.seat.index());
        let thinking = async move {
            let actions = thinkers.think(&whose, think).await;
            tokio::time::sleep_until(ready).await;
            // The table may have been evicted meanwhile.
            drop(replies.send((number, actions.map(|actions| BotReply { key, actions }).ok_or(key))));
        };
        Thinking { number, task: tokio::spawn(thinking.instrument(span)).abort_handle() }
    }
}

#[cfg(test)]
mod tests;
