//! The order in which thoughts get a thread. The key with the least recently used processor time comes first: by network, then by
//! address, by guest and by table. The thoughts of one table are first in, first out.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    time::{Duration, Instant},
};

/// The time after which half of the used time is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(60);
/// A key that has used less than this, in seconds, and has nothing queued is forgotten.
const NEGLIGIBLE: f64 = 0.001;
/// When this many keys are known, those that have used next to nothing are removed.
const SWEEP_AT: usize = 1000;

/// A queue of items under keys.
pub(super) trait Waiting {
    type Item;
    /// The keys by which items are queued.
    type Key;

    /// Adds an item.
    fn push(&mut self, key: Self::Key, item: Self::Item);
    /// Removes and returns the next item.
    fn pop(&mut self, now: Instant) -> Option<Self::Item>;
    /// Removes an item that is no longer wanted; returns whether it was queued.
    fn remove(&mut self, key: &Self::Key, is_it: &mut dyn FnMut(&Self::Item) -> bool) -> bool;
    /// Charges processor time, in seconds, to a key.
    fn charge(&mut self, key: &Self::Key, seconds: f64, now: Instant);
    /// Whether nothing is queued.
    fn is_empty(&self) -> bool;
}

/// First in, first out.
#[derive(Debug)]
pub(super) struct Fifo<T>(VecDeque<T>);

impl<T> Default for Fifo<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> Waiting for Fifo<T> {
    type Item = T;
    type Key = ();

    fn push(&mut self, (): (), item: T) {
        self.0.push_back(item);
    }

    fn pop(&mut self, _now: Instant) -> Option<T> {
        self.0.pop_front()
    }

    fn remove(&mut self, (): &(), is_it: &mut dyn FnMut(&T) -> bool) -> bool {
        let place = self.0.iter().position(is_it);
        place.and_then(|place| self.0.remove(place)).is_some()
    }

    fn charge(&mut self, (): &(), _seconds: f64, _now: Instant) {}

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Processor time that was used, of which half is forgotten after each [`HALF_LIFE`].
#[derive(Clone, Copy, Debug)]
struct Used {
    seconds: f64,
    at: Instant,
}

impl Used {
    fn by(self, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.seconds * (-passed / HALF_LIFE.as_secs_f64()).exp2()
    }
}

/// One key of a [`LeastServed`] queue.
#[derive(Debug)]
struct Account<W> {
    used: Option<Used>,
    waiting: W,
}

impl<W> Account<W> {
    fn used(&self, now: Instant) -> f64 {
        self.used.map_or(0.0, |used| used.by(now))
    }
}

/// The key that has used the least processor time comes first, and each key has a queue of its own. Of keys that have used
/// the same, the one that has waited longest.
#[derive(Debug)]
pub(super) struct LeastServed<K, W> {
    /// The keys with queued items, in the order in which they came.
    queued: VecDeque<K>,
    accounts: HashMap<K, Account<W>>,
    sweep_at: usize,
}

impl<K, W> Default for LeastServed<K, W> {
    fn default() -> Self {
        Self { queued: VecDeque::new(), accounts: HashMap::new(), sweep_at: SWEEP_AT }
    }
}

impl<K: Clone + Eq + Hash, W: Waiting + Default> LeastServed<K, W> {
    fn account(&mut self, key: K) -> &mut Account<W> {
        self.accounts.entry(key).or_insert_with(|| Account { used: None, waiting: W::default() })
    }

    /// Forgets the keys that have used next to nothing.
    fn sweep(&mut self, now: Instant) {
        if self.accounts.len() >= self.sweep_at {
            self.accounts.retain(|_, account| !account.waiting.is_empty() || account.used(now) >= NEGLIGIBLE);
            self.sweep_at = SWEEP_AT.max(2 * self.accounts.len());
        }
    }
}

impl<K: Clone + Eq + Hash, W: Waiting + Default> Waiting for LeastServed<K, W> {
    type Item = W::Item;
    type Key = (K, W::Key);

    fn push(&mut self, (key, inner): (K, W::Key), item: W::Item) {
        let account = self.account(key.clone());
        let is_new = account.waiting.is_empty();
        account.waiting.push(inner, item);
        if is_new {
            self.queued.push_back(key);
        }
    }

    fn pop(&mut self, now: Instant) -> Option<W::Item> {
        let used = |key: &K| self.accounts.get(key).map_or(0.0, |account| account.used(now));
        // `min_by` returns the first of several that are equal.
        let places = self.queued.iter().enumerate();
        let (place, _) = places
            .map(|(place, key)| (place, used(key)))
            .min_by(|(_, one), (_, other)| one.total_cmp(other))?;
        let key = self.queued.remove(place)?;
        let account = self.accounts.get_mut(&key)?;
        let item = account.waiting.pop(now);
        if !account.waiting.is_empty() {
            self.queued.push_back(key);
        }
        item
    }

    fn remove(&mut self, (key, inner): &(K, W::Key), is_it: &mut dyn FnMut(&W::Item) -> bool) -> bool {
        let Some(account) = self.accounts.get_mut(key) else { return false };
        let removed = account.waiting.remove(inner, is_it);
        if removed && account.waiting.is_empty() {
            self.queued.retain(|other| other != key);
        }
        removed
    }

    fn charge(&mut self, (key, inner): &(K, W::Key), seconds: f64, now: Instant) {
        self.sweep(now);
        let account = self.account(key.clone());
        account.used = Some(Used { seconds: account.used(now) + seconds, at: now });
        account.waiting.charge(inner, seconds, now);
    }

    fn is_empty(&self) -> bool {
        self.queued.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Queue = LeastServed<&'static str, LeastServed<u8, Fifo<&'static str>>>;

    fn queue(items: &[(&'static str, u8, &'static str)]) -> Queue {
        let mut queue = Queue::default();
        items.iter().for_each(|&(guest, table, item)| queue.push((guest, (table, ())), item));
        queue
    }

    /// Takes everything out of a queue; each item takes a second, charged to its guest and table.
    fn rest(
        queue: &mut Queue,
        items: &[(&'static str, u8, &'static str)],
        now: Instant,
    ) -> Vec<&'static str> {
        let mut order = Vec::new();
        while let Some(item) = queue.pop(now) {
            let &(guest, table, _) = items.iter().find(|(.., other)| *other == item).expect("a queued item");
            queue.charge(&(guest, (table, ())), 1.0, now);
            order.push(item);
        }
        order
    }

    #[test]
    fn who_was_served_least_comes_first() {
        let items = [
            ("eve", 1, "e1"),
            ("eve", 1, "e2"),
            ("eve", 1, "e3"),
            ("eve", 2, "f1"),
            ("eve", 3, "g1"),
            ("ada", 4, "a1"),
            ("ada", 4, "a2"),
            ("ben", 5, "b1"),
        ];
        let now = Instant::now();
        assert_eq!(rest(&mut queue(&items), &items, now), ["e1", "a1", "b1", "f1", "a2", "g1", "e2", "e3"]);
        // Who has used much lately comes last, even if they were first to come.
        let mut queue = queue(&items);
        queue.charge(&("eve", (9, ())), 10.0, now);
        queue.charge(&("ben", (5, ())), 0.5, now);
        assert_eq!(rest(&mut queue, &items, now)[..3], ["a1", "b1", "a2"]);
    }

    #[test]
    fn use_is_forgotten_after_a_while() {
        let items = [("eve", 1, "e1"), ("ada", 2, "a1")];
        let now = Instant::now();
        let mut queue = queue(&items);
        queue.charge(&("eve", (1, ())), 8.0, now);
        let later = now + 3 * HALF_LIFE;
        queue.charge(&("ada", (2, ())), 2.0, later);
        assert_eq!(rest(&mut queue, &items, later), ["e1", "a1"], "one second is left of eight");
    }

    #[test]
    fn accounts_without_use_are_forgotten() {
        let now = Instant::now();
        let mut queue = LeastServed::<usize, Fifo<()>>::default();
        for guest in 0..2 * SWEEP_AT {
            queue.charge(&(guest, ()), NEGLIGIBLE / 2.0, now);
        }
        assert!(queue.accounts.len() <= SWEEP_AT, "{}", queue.accounts.len());
    }

    #[test]
    fn a_removed_item_leaves_no_gap() {
        let items = [("eve", 1, "e1"), ("ada", 2, "a1"), ("ada", 2, "a2"), ("ben", 3, "b1")];
        let mut queue = queue(&items);
        assert!(queue.remove(&("eve", (1, ())), &mut |item| *item == "e1"));
        assert!(!queue.remove(&("eve", (1, ())), &mut |item| *item == "e1"));
        assert!(queue.remove(&("ada", (2, ())), &mut |item| *item == "a1"));
        assert_eq!(rest(&mut queue, &items, Instant::now()), ["a2", "b1"]);
    }
}
