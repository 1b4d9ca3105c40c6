//! The notifications that recipients get, whatever service they come over.

use std::{
    collections::HashMap,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use tokio::sync::mpsc;

/// The table and the number of a turn of which a recipient was notified.
pub(super) type Notified = (String, u64);

/// The behaviour of a service with messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mood {
    /// Accepts them.
    Works,
    /// Connections break, and no message is accepted.
    Dead,
    /// Accepts them and closes without an answer.
    LosesAnswers,
    /// Refuses them for now.
    Refuses,
}

/// Hands the messages that services have accepted to the recipients.
#[derive(Default)]
pub(super) struct Boxes {
    /// By the address of the recipient.
    boxes: Mutex<HashMap<String, mpsc::UnboundedSender<Notified>>>,
    /// By address and table: the ids of the messages, in the order in which the first one with each id came.
    ids: Mutex<HashMap<(String, String), Vec<String>>>,
    /// How many messages about turns were accepted.
    pub(super) accepted: AtomicUsize,
}

impl Boxes {
    /// The turns of which the recipient at an address is notified from now on.
    pub(super) fn open(&self, address: &str) -> mpsc::UnboundedReceiver<Notified> {
        let (sender, received) = mpsc::unbounded_channel();
        self.boxes.lock().expect("no thread has panicked").insert(address.to_owned(), sender);
        received
    }

    /// A message about a turn of this number.
    pub(super) fn put(&self, address: &str, code: &str, turn: u64) {
        self.accepted.fetch_add(1, Relaxed);
        let boxes = self.boxes.lock().expect("no thread has panicked");
        // The recipient may have stopped.
        let _ = boxes.get(address).map(|sender| sender.send((code.to_owned(), turn)));
    }

    /// A message that has no number but an id, which is the same each time that it is sent.
    pub(super) fn put_by_id(&self, address: &str, code: &str, id: &str) {
        let mut ids = self.ids.lock().expect("no thread has panicked");
        let known = ids.entry((address.to_owned(), code.to_owned())).or_default();
        let at = known.iter().position(|known| known == id).unwrap_or_else(|| {
            known.push(id.to_owned());
            known.len() - 1
        });
        drop(ids);
        self.put(address, code, at as u64 + 1);
    }
}
