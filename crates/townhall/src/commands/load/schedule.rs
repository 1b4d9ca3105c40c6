//! When moves are due. The times don't wait for answers: a move that could not be made in time,
//! because the server was slow, is made later, and its delay counts.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::mpsc::UnboundedSender,
    time::{Instant, sleep_until},
};

/// Moves that are due, and seats that may move; one of the two is empty.
#[derive(Default)]
pub(super) struct Schedule {
    queues: Mutex<Queues>,
}

#[derive(Default)]
struct Queues {
    due: VecDeque<Instant>,
    ready: VecDeque<UnboundedSender<Instant>>,
}

impl Schedule {
    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seat may move. Returns when, which is at once if a move is overdue.
    pub(super) fn ready(&self, seat: &UnboundedSender<Instant>) {
        let mut queues = self.queues();
        match queues.due.pop_front() {
            Some(due) => drop(seat.send(due)),
            None => queues.ready.push_back(seat.clone()),
        }
    }

    /// A move is due. The seat that has waited longest makes it.
    fn due(&self, due: Instant) {
        let mut queues = self.queues();
        while let Some(seat) = queues.ready.pop_front() {
            if seat.send(due).is_ok() {
                return;
            }
        }
        queues.due.push_back(due);
    }

    /// How many moves were due and are not made.
    pub(super) fn left(&self) -> u64 {
        self.queues().due.len() as u64
    }

    /// Lets `rate` moves a second become due, evenly, from now on; returns how many did.
    pub(super) async fn run(&self, rate: u32, length: Duration) -> u64 {
        let start = Instant::now();
        let all = (f64::from(rate) * length.as_secs_f64()) as u64;
        for number in 0..all {
            let due = start + Duration::from_secs_f64(number as f64 / f64::from(rate));
            // Clients whose times fall into one tick of the timer are woken together.
            if due > Instant::now() {
                sleep_until(due).await;
            }
            self.due(due);
        }
        all
    }
}
