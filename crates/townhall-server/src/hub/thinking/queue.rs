//! The order in which thoughts get a thread: round robin over guests, then over each guest's tables, then first in,
//! first out for each table's thoughts.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// A queue of items under keys.
pub(super) trait Waiting {
    /// The queued items.
    type Item;
    /// The keys by which items are queued.
    type Key;

    /// Adds an item.
    fn push(&mut self, key: Self::Key, item: Self::Item);
    /// Removes and returns the next item.
    fn pop(&mut self) -> Option<Self::Item>;
    /// Removes an item that is no longer wanted; returns whether it was queued.
    fn remove(&mut self, key: &Self::Key, is_it: &mut dyn FnMut(&Self::Item) -> bool) -> bool;
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

    fn pop(&mut self) -> Option<T> {
        self.0.pop_front()
    }

    fn remove(&mut self, (): &(), is_it: &mut dyn FnMut(&T) -> bool) -> bool {
        let place = self.0.iter().position(is_it);
        place.and_then(|place| self.0.remove(place)).is_some()
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Round robin: the keys take turns, and each key has a queue of its own.
#[derive(Debug)]
pub(super) struct RoundRobin<K, W> {
    /// The keys with queued items, the next one first.
    turns: VecDeque<K>,
    by_key: HashMap<K, W>,
}

impl<K, W> Default for RoundRobin<K, W> {
    fn default() -> Self {
        Self { turns: VecDeque::new(), by_key: HashMap::new() }
    }
}

impl<K: Clone + Eq + Hash, W: Waiting + Default> Waiting for RoundRobin<K, W> {
    type Item = W::Item;
    type Key = (K, W::Key);

    fn push(&mut self, (key, inner): (K, W::Key), item: W::Item) {
        let waiting = self.by_key.entry(key.clone()).or_insert_with(|| {
            self.turns.push_back(key);
            W::default()
        });
        waiting.push(inner, item);
    }

    fn pop(&mut self) -> Option<W::Item> {
        let key = self.turns.pop_front()?;
        let waiting = self.by_key.get_mut(&key)?;
        let item = waiting.pop();
        if waiting.is_empty() {
            self.by_key.remove(&key);
        } else {
            self.turns.push_back(key);
        }
        item
    }

    fn remove(&mut self, (key, inner): &(K, W::Key), is_it: &mut dyn FnMut(&W::Item) -> bool) -> bool {
        let Some(waiting) = self.by_key.get_mut(key) else { return false };
        let removed = waiting.remove(inner, is_it);
        if waiting.is_empty() {
            self.by_key.remove(key);
            self.turns.retain(|other| other != key);
        }
        removed
    }

    fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Queue = RoundRobin<&'static str, RoundRobin<u8, Fifo<&'static str>>>;

    fn queue(items: &[(&'static str, u8, &'static str)]) -> Queue {
        let mut queue = Queue::default();
        items.iter().for_each(|&(guest, table, item)| queue.push((guest, (table, ())), item));
        queue
    }

    fn rest(mut queue: Queue) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.pop()).collect()
    }

    #[test]
    fn guests_take_turns_and_so_do_their_tables() {
        let greedy = [
            ("eve", 1, "e1"),
            ("eve", 1, "e2"),
            ("eve", 1, "e3"),
            ("eve", 2, "f1"),
            ("eve", 3, "g1"),
            ("ada", 4, "a1"),
            ("ada", 4, "a2"),
            ("ben", 5, "b1"),
        ];
        assert_eq!(rest(queue(&greedy)), ["e1", "a1", "b1", "f1", "a2", "g1", "e2", "e3"]);
    }

    #[test]
    fn a_removed_item_leaves_no_gap() {
        let mut queue = queue(&[("eve", 1, "e1"), ("ada", 2, "a1"), ("ada", 2, "a2"), ("ben", 3, "b1")]);
        assert!(queue.remove(&("eve", (1, ())), &mut |item| *item == "e1"));
        assert!(!queue.remove(&("eve", (1, ())), &mut |item| *item == "e1"));
        assert!(queue.remove(&("ada", (2, ())), &mut |item| *item == "a1"));
        assert_eq!(rest(queue), ["a2", "b1"]);
    }
}
