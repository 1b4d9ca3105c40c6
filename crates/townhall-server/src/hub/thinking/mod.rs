//! Runs the bots' thinking on a bounded number of threads, so that no table is blocked by it.
//!
//! A thought is one bot's work on one task. Each kind of thought has its own threads, so that a quick one never waits
//! for a long one, and its own queue, in which the network, address, guest and table come first that have used the least
//! time lately. A thought ends early, with the best result so far, when its time is up: sooner if others wait, and much
//! sooner if it has waited for long itself. So no number of thoughts of one client keeps the bots of others from playing. A
//! thought is cancelled when its result is no longer wanted, by dropping its future.

mod queue;

use std::{
    collections::HashMap,
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
    time::sleep,
};
use townhall_bots::{Clock, system_clock};
use townhall_system::{lock, seldom};
use townhall_table::{
    TableCode,
    journal::PlayerId,
    task::{BotReply, Task, TaskKey},
};
use tracing::Instrument;

use self::queue::{Fifo, LeastServed, Waiting as _};
use crate::{
    limits::{Address, Network},
    metrics::names,
};

/// How often a thought that uses more than its share looks whether others wait.
const LOOK: Duration = Duration::from_millis(25);

/// How long thoughts of one kind may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    /// While no thoughts of other guests wait.
    pub(super) alone: Duration,
    /// While thoughts of other guests wait.
    pub(super) shared: Duration,
    /// The time after which a thought that waits is hurried.
    pub(super) patience: Duration,
    /// How long a hurried thought may take.
    pub(super) hurried: Duration,
}

impl Allowance {
    /// An allowance of this time in all cases.
    pub(super) const fn fixed(time: Duration) -> Self {
        Self { alone: time, shared: time, patience: Duration::MAX, hurried: time }
    }
}

/// The kinds of thoughts. Each but the last has as many threads as there are processors: the operating system shares those
/// out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A move that takes a few milliseconds.
    Quick,
    /// A hint, for which a person is waiting: half a second.
    Hint,
    /// A move with the budget of time that the table's host chose for the bot.
    Long,
    /// A move at a correspondence table without a connected client: one at a time, and while no other thought waits.
    Unattended,
}

/// The longest thought that counts as quick, in milliseconds: that of a casual bot.
const QUICK: u32 = 5;

impl Kind {
    pub(super) const COUNT: usize = 4;

    /// The kind of a bot's task that computes for about so many milliseconds.
    pub(super) const fn of(effort: u32) -> Self {
        if effort > QUICK { Self::Long } else { Self::Quick }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Hint => "hint",
            Self::Long => "long",
            Self::Unattended => "unattended",
        }
    }
}

/// The client, the guest and the table for which a thought runs; they decide its place in the queue.
#[derive(Clone, Debug)]
pub(super) struct For {
    pub(super) kind: Kind,
    /// The address of the client for whom it runs; `None` if none is known.
    pub(super) address: Option<Address>,
    /// The guest to whom the work is charged: the table's host for a bot's move, or the person who asked for a hint.
    pub(super) guest: PlayerId,
    /// The code of the table.
    pub(super) table: TableCode,
}

/// The accounts of a thought: network, address, guest, table.
type Key = (Option<Network>, (Option<Address>, (PlayerId, (TableCode, ()))));

impl For {
    fn key(&self) -> Key {
        let network = self.address.and_then(|address| address.networks().last());
        (network, (self.address, (self.guest, (self.table, ()))))
    }
}

/// The thoughts that wait for a thread, in the order in which they get one.
type Queue = LeastServed<
    Option<Network>,
    LeastServed<Option<Address>, LeastServed<PlayerId, LeastServed<TableCode, Fifo<Ticket>>>>,
>;

struct Ticket {
    number: u64,
    key: Key,
    guest: PlayerId,
    turn: oneshot::Sender<Turn>,
}

/// A thought that has a thread.
struct Running {
    number: u64,
    key: Key,
    /// Up to when its time was charged.
    charged: Instant,
}

#[derive(Default)]
struct Line {
    waiting: Queue,
    running: Vec<Running>,
    /// How many thoughts of each guest wait.
    waiting_by_guest: HashMap<PlayerId, usize>,
}

impl Line {
    /// Charges the time of a thought since the last time.
    fn charge(waiting: &mut Queue, running: &mut Running, now: Instant) {
        let seconds = now.saturating_duration_since(running.charged).as_secs_f64();
        running.charged = now;
        waiting.charge(&running.key, seconds, now);
    }

    /// Takes the thought that comes next out of the queue.
    fn next(&mut self, now: Instant) -> Option<Ticket> {
        if self.waiting.is_empty() {
            return None;
        }
        self.running.iter_mut().for_each(|running| Self::charge(&mut self.waiting, running, now));
        let ticket = self.waiting.pop(now)?;
        self.left(ticket.guest);
        self.running.push(Running { number: ticket.number, key: ticket.key, charged: now });
        Some(ticket)
    }

    /// A thought of this guest no longer waits.
    fn left(&mut self, guest: PlayerId) {
        if let Some(waiting) = self.waiting_by_guest.get_mut(&guest) {
            *waiting -= 1;
            if *waiting == 0 {
                self.waiting_by_guest.remove(&guest);
            }
        }
    }
}

struct Lines {
    lines: Mutex<([Line; Kind::COUNT], u64)>,
    threads: usize,
    allowances: [Allowance; Kind::COUNT],
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
                let lines = &mut self.lock().0;
                let unattended = kind == Kind::Unattended;
                // While others wait, others run, and the one that ends calls this again.
                let others = unattended && lines[..kind as usize].iter().any(|line| !line.waiting.is_empty());
                let line = &mut lines[kind as usize];
                let threads = if unattended { 1 } else { self.threads };
                if others || line.running.len() >= threads {
                    return;
                }
                let Some(ticket) = line.next(Instant::now()) else { return };
                ticket
            };
            gauge!(names::THOUGHTS_WAITING, "kind" => kind.word()).decrement(1);
            gauge!(names::THOUGHTS_RUNNING, "kind" => kind.word()).increment(1);
            // If the receiver is gone, sending fails and drops the turn, which starts the next thought.
            drop(ticket.turn.send(Turn { lines: Arc::clone(self), kind, number: ticket.number }));
        }
    }

    /// Waits for a thread. Dropping the future leaves the queue.
    async fn turn(self: &Arc<Self>, whose: &For) -> Option<Turn> {
        let (turn, given) = oneshot::channel();
        let (key, guest) = (whose.key(), whose.guest);
        let number = {
            let mut lines = self.lock();
            lines.1 += 1;
            let number = lines.1;
            let line = &mut lines.0[whose.kind as usize];
            line.waiting.push(key, Ticket { number, key, guest, turn });
            *line.waiting_by_guest.entry(guest).or_default() += 1;
            number
        };
        gauge!(names::THOUGHTS_WAITING, "kind" => whose.kind.word()).increment(1);
        let _waiting = Waiting { lines: self, kind: whose.kind, key, guest, number };
        self.go_on(whose.kind);
        given.await.ok()
    }

    /// Whether thoughts of other guests wait.
    fn others_wait(&self, whose: &For) -> bool {
        let waiting = &self.lock().0[whose.kind as usize].waiting_by_guest;
        waiting.len() > usize::from(waiting.contains_key(&whose.guest))
    }

    /// Waits until the time of a thought that has just begun is up.
    async fn time_is_up(&self, whose: &For, hurried: bool) {
        let allowance = self.allowances[whose.kind as usize];
        if hurried {
            return sleep(allowance.hurried).await;
        }
        let begun = Instant::now();
        sleep(allowance.shared.min(allowance.alone)).await;
        while begun.elapsed() < allowance.alone && !self.others_wait(whose) {
            sleep(LOOK.min(allowance.alone.saturating_sub(begun.elapsed()))).await;
        }
    }
}

/// A place in the queue. Dropping it gives the place up.
struct Waiting<'a> {
    lines: &'a Arc<Lines>,
    kind: Kind,
    key: Key,
    guest: PlayerId,
    number: u64,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let line = &mut self.lines.lock().0[self.kind as usize];
        if line.waiting.remove(&self.key, &mut |ticket| ticket.number == self.number) {
            line.left(self.guest);
            gauge!(names::THOUGHTS_WAITING, "kind" => self.kind.word()).decrement(1);
            counter!(names::THOUGHTS_CANCELLED).increment(1);
        }
    }
}

/// The use of a thread. Dropping it charges the time and frees the thread for the next thought.
struct Turn {
    lines: Arc<Lines>,
    kind: Kind,
    number: u64,
}

impl Drop for Turn {
    fn drop(&mut self) {
        {
            let Line { waiting, running, .. } = &mut self.lines.lock().0[self.kind as usize];
            if let Some(place) = running.iter().position(|running| running.number == self.number) {
                Line::charge(waiting, &mut running.swap_remove(place), Instant::now());
            }
        }
        gauge!(names::THOUGHTS_RUNNING, "kind" => self.kind.word()).decrement(1);
        self.lines.go_on(self.kind);
        if self.kind != Kind::Unattended {
            self.lines.go_on(Kind::Unattended);
        }
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

/// The result of a thought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Thought<T> {
    pub(super) result: T,
    /// Whether it got less time because it had waited for long.
    pub(super) hurried: bool,
}

/// The result of a task: the bot's reply, or the key of the task if the bot failed.
pub(super) type Reply = Result<Thought<BotReply>, TaskKey>;

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
    /// Runs at most `threads` thoughts of each kind at once; quick ones, hints and long ones for as long as `allowances` says.
    pub(super) fn new(threads: usize, allowances: [Allowance; Kind::COUNT]) -> Self {
        Self(Arc::new(Lines { lines: Mutex::default(), threads: threads.max(1), allowances }))
    }

    /// Runs a thought when it gets a thread. `None` if it panics. Dropping the future cancels it.
    pub(super) async fn think<T: Send + 'static>(
        &self,
        whose: &For,
        think: impl FnOnce(&dyn Clock) -> T + Send + 'static,
    ) -> Option<Thought<T>> {
        let came = Instant::now();
        let turn = self.0.turn(whose).await?;
        let (kind, waited) = (whose.kind.word(), came.elapsed());
        histogram!(names::THINKING_WAIT_SECONDS, "kind" => kind).record(waited);
        let hurried = waited > self.0.allowances[whose.kind as usize].patience;
        if hurried {
            counter!(names::THOUGHTS_HURRIED, "kind" => kind).increment(1);
        }
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
            () = self.0.time_is_up(whose, hurried) => {
                counter!(names::THOUGHTS_CUT).increment(1);
                clock.stop();
                thinking.await
            }
        };
        cancel.done = true;
        histogram!(names::THINKING_SECONDS, "kind" => kind).record(begun.elapsed());
        let result = thought.inspect_err(|error| seldom!(error, %error, "thinking failed")).ok()?;
        Some(Thought { result, hurried })
    }

    /// Begins a task. Its reply arrives with `number` once it is ready and its pace allows it.
    pub(super) fn begin(
        &self,
        whose: For,
        task: Task,
        number: u64,
        replies: mpsc::UnboundedSender<(u64, Reply)>,
    ) -> Thinking {
        let Task { key, pace, think, .. } = task;
        let thinkers = self.clone();
        let ready = tokio::time::Instant::now() + Duration::from_millis(pace);
        let span = tracing::error_span!("thinking", code = %whose.table, seat = key.seat.index());
        let thinking = async move {
            let thought = thinkers.think(&whose, think).await;
            tokio::time::sleep_until(ready).await;
            let reply = thought.map(|Thought { result: actions, hurried }| Thought {
                result: BotReply { key, actions },
                hurried,
            });
            // The table may have been evicted meanwhile.
            drop(replies.send((number, reply.ok_or(key))));
        };
        Thinking { number, task: tokio::spawn(thinking.instrument(span)).abort_handle() }
    }
}

#[cfg(test)]
mod tests;
