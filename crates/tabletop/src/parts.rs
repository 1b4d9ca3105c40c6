//! Differences between two JSON documents, so that only changes have to be sent to clients.
//!
//! A game shows its views and offers as JSON. They are compared as Rust values, key by key, before anything is
//! serialised: a key that did not change costs only a comparison.
//!
//! ```
//! use serde::Serialize;
//! use serde_json::json;
//! use tabletop::parts::{Changes, apply};
//!
//! #[derive(PartialEq, Serialize)]
//! struct View { turn: u8, cards: Vec<u8> }
//! tabletop::parts!(View { value turn, list cards });
//!
//! let (before, now) = (View { turn: 1, cards: vec![3, 5, 8] }, View { turn: 2, cards: vec![3, 8, 9] });
//! let changes = serde_json::to_value(Changes { before: &before, now: &now }).unwrap();
//! assert_eq!(changes, json!({ "turn": { "is": 2 }, "cards": [[1, 1, []], [2, 0, [9]]] }));
//! let mut shown = serde_json::to_value(before).unwrap();
//! apply(&mut shown, &changes);
//! assert_eq!(shown, json!({ "turn": 2, "cards": [3, 8, 9] }));
//! ```

use std::ops::Range;

use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeSeq},
};
use serde_json::Value;

/// A JSON object or list that can compute its changes since an earlier value.
/// The macro [`parts!`](crate::parts!) implements it for a struct.
pub trait Parts: PartialEq + Serialize + Send + Sync + 'static {
    /// Writes all differences from `before` with [`value`] and [`list`]. If the document itself is a list, its key is
    /// `""`.
    ///
    /// # Errors
    /// Returns an error if serialising fails.
    fn changes<M: SerializeMap>(&self, before: &Self, map: &mut M) -> Result<(), M::Error>;
}

/// Implements [`Parts`](crate::parts::Parts) for a struct that is written with the names of its fields: `parts!(View {
/// value turn, list cards })`. A changed `value` is replaced as a whole; in a changed `list`, single elements are
/// replaced. Every field must be named.
#[macro_export]
macro_rules! parts {
    ($type:ty { $($kind:ident $key:ident),* $(,)? }) => {
        impl $crate::parts::Parts for $type {
            fn changes<M: $crate::parts::Map>(&self, before: &Self, map: &mut M) -> Result<(), M::Error> {
                let Self { $($key),* } = self;
                $($crate::parts::$kind(map, stringify!($key), $key, &before.$key)?;)*
                Ok(())
            }
        }
    };
}

#[doc(hidden)]
pub use serde::ser::SerializeMap as Map;

/// An empty part of a view serves a game without a common part, or one without a part that differs between viewers.
impl Parts for () {
    fn changes<M: SerializeMap>(&self, (): &Self, _: &mut M) -> Result<(), M::Error> {
        Ok(())
    }
}

impl<T: PartialEq + Serialize + Send + Sync + 'static> Parts for Vec<T> {
    fn changes<M: SerializeMap>(&self, before: &Self, map: &mut M) -> Result<(), M::Error> {
        list(map, "", self, before)
    }
}

/// Writes a value, if it has changed: `{"is":…}`.
///
/// # Errors
/// Returns an error if serialising fails.
pub fn value<T: PartialEq + Serialize, M: SerializeMap>(
    map: &mut M,
    key: &'static str,
    now: &T,
    before: &T,
) -> Result<(), M::Error> {
    #[derive(Serialize)]
    struct Is<'a, T> {
        is: &'a T,
    }
    if now == before { Ok(()) } else { map.serialize_entry(key, &Is { is: now }) }
}

/// Writes the changes of a list as splices `[[at,removed,[added,…]],…]` that are applied one after the other.
///
/// # Errors
/// Returns an error if serialising fails.
pub fn list<T: PartialEq + Serialize, M: SerializeMap>(
    map: &mut M,
    key: &'static str,
    now: &[T],
    before: &[T],
) -> Result<(), M::Error> {
    if now == before { Ok(()) } else { map.serialize_entry(key, &Splices { now, before }) }
}

/// The difference between two values of one type, which is computed when it is serialised. [`apply`] describes the
/// format.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'a, T> {
    /// The value that the client has.
    pub before: &'a T,
    /// The new value.
    pub now: &'a T,
}

impl<T: Parts> Serialize for Changes<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.now.changes(self.before, &mut map)?;
        map.end()
    }
}

/// How many elements ahead the comparison looks for an element that has moved because of insertions or removals.
const WINDOW: usize = 32;

/// The splices that turn one list into another.
struct Splices<'a, T> {
    now: &'a [T],
    before: &'a [T],
}

/// One splice: at the index where `added` begins, remove `removed` elements and insert those of `added`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Splice {
    removed: usize,
    added: Range<usize>,
}

impl<T: PartialEq> Splices<'_, T> {
    /// Calls `each` with the splices, in ascending order of index. Unchanged elements are looked for only within
    /// [`WINDOW`], so there may be more splices than necessary; but they always turn one list into the other.
    fn for_each<E>(&self, mut each: impl FnMut(Splice) -> Result<(), E>) -> Result<(), E> {
        let (mut before, mut now) = (self.before, self.now);
        while let ([.., last], [.., same]) = (before, now) {
            if last != same {
                break;
            }
            (before, now) = (&before[..before.len() - 1], &now[..now.len() - 1]);
        }
        let (mut i, mut j) = (0, 0);
        let mut open = Splice { removed: 0, added: 0..0 };
        while i < before.len() || j < now.len() {
            let (gone, come) = match (before.get(i), now.get(j)) {
                (Some(was), Some(is)) if was == is => {
                    if open.removed > 0 || !open.added.is_empty() {
                        each(open)?;
                    }
                    (i, j) = (i + 1, j + 1);
                    open = Splice { removed: 0, added: j..j };
                    continue;
                }
                (Some(was), Some(is)) => {
                    let near = |list: &[T], from: usize, wanted: &T| {
                        list[from..].iter().take(WINDOW).position(|element| element == wanted)
                    };
                    match (near(before, i, is), near(now, j, was)) {
                        (Some(gone), Some(come)) if come < gone => (0, come),
                        (Some(gone), _) => (gone, 0),
                        (None, Some(come)) => (0, come),
                        (None, None) => (1, 1),
                    }
                }
                (Some(_), None) => (before.len() - i, 0),
                (None, _) => (0, now.len() - j),
            };
            (i, j) = (i + gone, j + come);
            open.removed += gone;
            open.added.end = j;
        }
        if open.removed > 0 || !open.added.is_empty() { each(open) } else { Ok(()) }
    }
}

impl<T: PartialEq + Serialize> Serialize for Splices<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut steps = serializer.serialize_seq(None)?;
        self.for_each(|Splice { removed, added }| {
            steps.serialize_element(&(added.start, removed, &self.now[added]))
        })?;
        steps.end()
    }
}

/// Applies [`Changes`] to a document, as every client must. A key with `{"is":…}` has that value now. A key with
/// splices `[at,removed,[added,…]]` is a list. Each splice in turn removes `removed` elements at the index `at`, and
/// inserts the added ones there. The key `""` stands for the whole document. Changes that do not fit the document are
/// ignored.
pub fn apply(shown: &mut Value, changes: &Value) {
    for (key, change) in changes.as_object().into_iter().flatten() {
        let part = match shown.as_object_mut() {
            Some(keys) if !key.is_empty() => keys.entry(key.as_str()).or_insert(Value::Null),
            None if !key.is_empty() => continue,
            _ => &mut *shown,
        };
        if let Some(is) = change.get("is") {
            *part = is.clone();
            continue;
        }
        for step in change.as_array().into_iter().flatten() {
            let number = |n: usize| step[n].as_u64().and_then(|n| usize::try_from(n).ok());
            if let (Some(list), Some(at), Some(removed), Some(added)) =
                (part.as_array_mut(), number(0), number(1), step[2].as_array())
            {
                let end = (at + removed).min(list.len());
                list.splice(at.min(end)..end, added.iter().cloned());
            }
        }
    }
}
