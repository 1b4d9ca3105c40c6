//! A stable sort for the engine that browsers download. The compiler makes a copy of the standard library's sort for
//! every type and comparison: twelve uses take 91 KB of WebAssembly. With this module they take 33 KB (`opt-level =
//! 3`).

use std::cmp::Ordering;

/// Slices of up to this length are sorted in place, by insertion.
const SHORT: usize = 16;

/// Sorts the items by `compare`. Equal items keep their order.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if items.len() <= SHORT {
        for at in 1..items.len() {
            let mut to = at;
            while to > 0 && compare(&items[to - 1], &items[to]).is_gt() {
                items.swap(to - 1, to);
                to -= 1;
            }
        }
        return;
    }
    let order = order_by(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    for at in 0..items.len() {
        let mut from = order[at];
        // The items before `at` were swapped away when their places were filled.
        while from < at {
            from = order[from];
        }
        items.swap(at, from);
    }
}

/// Sorts by a key of each item. Items with equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Returns the indices of `length` items in sorted order.
fn order_by(length: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}
