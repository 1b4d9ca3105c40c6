//! The outbox: a queue of frames to be sent to one socket.
//!
//! It is bounded. When a slow reader lets it fill up, the queued news (updates of the table) are dropped, and once the
//! reader has caught up with the rest it is sent the whole table instead. Answers to its own commands are never
//! dropped; there are few, because a socket reads no further commands while many of its own are unanswered.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard},
};

use axum::extract::ws::Utf8Bytes;
use metrics::counter;
use tokio::sync::Notify;
use townhall_system::lock;

use crate::metrics::names;

/// Both ends of a new outbox that holds at most `limit` bytes of news.
#[must_use]
pub fn outbox(limit: usize) -> (OutboxSender, OutboxReceiver) {
    let shared = Arc::new(Shared { queue: Mutex::new(Queue::default()), wake: Notify::new(), limit });
    (OutboxSender(Arc::clone(&shared)), OutboxReceiver(shared))
}

/// The sending half, for the table. When it is dropped, the socket is closed.
#[derive(Debug)]
pub struct OutboxSender(Arc<Shared>);

/// The receiving half, for the socket.
#[derive(Debug)]
pub struct OutboxReceiver(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    wake: Notify,
    limit: usize,
}

#[derive(Debug, Default)]
struct Queue {
    frames: VecDeque<Out>,
    /// The size of the queued news, in bytes.
    news: usize,
    state: State,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    Open,
    /// News were dropped.
    Lagging,
    /// The whole table was requested.
    Asked,
    /// The table's task has ended.
    Closed,
    /// The table was closed or removed.
    Removed,
}

/// One message.
#[derive(Debug, Clone)]
pub enum Out {
    /// An update of the table, which may be dropped.
    News(Utf8Bytes),
    /// The whole table, which takes the place of all earlier news.
    Whole(Utf8Bytes),
    /// The answer to a command of this socket.
    Answer(Utf8Bytes),
}

/// The next step of a socket's task.
#[derive(Debug)]
pub enum Next {
    /// Send this frame.
    Send(Out),
    /// Request the whole table again.
    Resync,
    /// Close: the table's task has ended. A client that connects again is connected to its new task.
    Closed,
    /// Close: there is no such table any more.
    Removed,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        lock(&self.queue)
    }

    fn change(&self, change: impl FnOnce(&mut Queue)) {
        change(&mut self.lock());
        self.wake.notify_one();
    }
}

impl OutboxSender {
    /// Queues news, or drops them and marks the reader as lagging if the outbox is full.
    pub fn news(&self, frame: Utf8Bytes) {
        let limit = self.0.limit;
        self.0.change(|queue| {
            if queue.state != State::Open {
                return;
            }
            // An empty outbox accepts one frame of any size.
            if queue.news > 0 && queue.news + frame.len() > limit {
                queue.frames.retain(|frame| matches!(frame, Out::Answer(_)));
                queue.news = 0;
                queue.state = State::Lagging;
                counter!(names::RESYNCS).increment(1);
            } else {
                queue.news += frame.len();
                queue.frames.push_back(Out::News(frame));
            }
        });
    }

    /// Queues the whole table instead of the queued news; later news are accepted again.
    pub fn whole(&self, frame: Utf8Bytes) {
        self.0.change(|queue| {
            if !matches!(queue.state, State::Closed | State::Removed) {
                queue.state = State::Open;
                // The whole table includes all queued news. It takes the place of the first of them, so that it is sent
                // before the answers to commands whose results it shows.
                let is_news = |frame: &Out| !matches!(frame, Out::Answer(_));
                let place = queue.frames.iter().position(is_news).unwrap_or(queue.frames.len());
                queue.frames.retain(|frame| !is_news(frame));
                queue.news = frame.len();
                queue.frames.insert(place, Out::Whole(frame));
            }
        });
    }

    /// Answers a command.
    pub fn answer(&self, frame: Utf8Bytes) {
        self.0.change(|queue| queue.frames.push_back(Out::Answer(frame)));
    }

    /// Closes the socket because the table was closed or removed.
    pub fn removed(self) {
        self.0.change(|queue| queue.state = State::Removed);
    }
}

impl Drop for OutboxSender {
    fn drop(&mut self) {
        self.0.change(|queue| {
            if queue.state != State::Removed {
                queue.state = State::Closed;
            }
        });
    }
}

impl OutboxReceiver {
    /// Waits for the next step.
    pub async fn next(&mut self) -> Next {
        loop {
            if let Some(next) = self.try_next() {
                return next;
            }
            self.0.wake.notified().await;
        }
    }

    /// The next step, if one is ready.
    pub fn try_next(&mut self) -> Option<Next> {
        let mut queue = self.0.lock();
        if let Some(frame) = queue.frames.pop_front() {
            if let Out::News(text) | Out::Whole(text) = &frame {
                queue.news -= text.len();
            }
            return Some(Next::Send(frame));
        }
        match queue.state {
            State::Open | State::Asked => None,
            State::Lagging => {
                queue.state = State::Asked;
                Some(Next::Resync)
            }
            State::Closed => Some(Next::Closed),
            State::Removed => Some(Next::Removed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(next: Option<Next>) -> String {
        match next {
            Some(Next::Send(Out::News(text) | Out::Whole(text) | Out::Answer(text))) => text.to_string(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_reader_that_is_too_slow_gets_its_answers_and_then_everything_anew() {
        let (sender, mut receiver) = outbox(10);
        sender.news("12345678".into());
        sender.answer("done".into());
        sender.news("90".into());
        sender.news("too much".into());
        sender.news("lost as well".into());
        assert_eq!(text(receiver.try_next()), "done");
        assert_eq!(text(receiver.try_next()), "Some(Resync)");
        assert_eq!(text(receiver.try_next()), "None");
        sender.whole("everything, however large".into());
        sender.answer("done too".into());
        assert_eq!(text(receiver.try_next()), "everything, however large");
        assert_eq!(text(receiver.try_next()), "done too");
        sender.news("123".into());
        drop(sender);
        assert_eq!(text(receiver.try_next()), "123");
        assert_eq!(text(receiver.try_next()), "Some(Closed)");
    }

    #[test]
    fn the_whole_table_counts_and_replaces_what_waits() {
        let (sender, mut receiver) = outbox(10);
        sender.answer("first".into());
        sender.news("1234".into());
        sender.answer("done".into());
        sender.news("5678".into());
        sender.whole("everything".into());
        sender.answer("done too".into());
        for expected in ["first", "everything", "done", "done too"] {
            assert_eq!(text(receiver.try_next()), expected);
        }
        // The outbox does not grow for a reader that does not read even these.
        for _ in 0..3 {
            sender.whole("everything".into());
            sender.news("more".into());
            assert_eq!(text(receiver.try_next()), "Some(Resync)");
        }
    }

    #[test]
    fn one_frame_always_has_room() {
        let (sender, mut receiver) = outbox(10);
        sender.news("more than ten bytes".into());
        assert_eq!(text(receiver.try_next()), "more than ten bytes");
    }
}
