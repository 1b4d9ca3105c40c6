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
//! struct City { seat: u8, points: u8 }
//! tabletop::parts!(City { value seat, value points });
//!
//! #[derive(PartialEq, Serialize)]
//! struct View { turn: u8, cards: Vec<u8>, cities: Vec<City> }
//! tabletop::parts!(View { value turn, list cards, rows cities });
//!
//! let city = |seat, points| City { seat, points };
//! let before = View { turn: 1, cards: vec![3, 5, 8], cities: vec![city(0, 4), city(1, 4)] };
//! let now = View { turn: 2, cards: vec![3, 8, 9], cities: vec![city(0, 4), city(1, 7)] };
//! let changes = serde_json::to_value(Changes { before: &before, now: &now }).unwrap();
//! assert_eq!(changes, json!({
//!     "turn": 2,
//!     "cards": { "": [[1, 1, []], [2, 0, [9]]] },
//!     "cities": { "+": [[1, 1, [{ "points": 7 }]]] },
//! }));
//! let mut shown = serde_json::to_value(before).unwrap();
//! apply(&mut shown, &changes);
//! assert_eq!(shown, serde_json::to_value(now).unwrap());
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
    /// Writes all differences from `before` with [`value`], [`list`], [`rows`], [`part`] and [`optional`]. If the document itself is a list, its key is
    /// `""`.
    ///
    /// # Errors
    /// Returns an error if serialising fails.
    fn changes<M: SerializeMap>(&self, before: &Self, map: &mut M) -> Result<(), M::Error>;
}

/// Implements [`Parts`](crate::parts::Parts) for a struct that is written with the names of its fields: `parts!(View {
/// value turn, list cards, rows cities, part deck })`. Every field must be named. The kind of a field says how it changes:
///
/// - A `value` is replaced as a whole. Its JSON must not be an object with the key `""` or `"+"`.
/// - In a `list`, single elements are replaced.
/// - `rows` are a list of structs with `Parts`. Of an element only those keys are written that differ from the element that it
///   replaces, or from the one before it.
/// - A `part` is a struct with `Parts`, of which changed keys are written; an `optional` part may be `None`.
///
/// A struct among rows, or of a part, must always be written with the same keys.
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
        if self == before { Ok(()) } else { map.serialize_entry("", &Splices { now: self, before }) }
    }
}

/// Writes a value, if it has changed.
///
/// # Errors
/// Returns an error if serialising fails.
pub fn value<T: PartialEq + Serialize, M: SerializeMap>(
    map: &mut M,
    key: &'static str,
    now: &T,
    before: &T,
) -> Result<(), M::Error> {
    if now == before { Ok(()) } else { map.serialize_entry(key, now) }
}

/// Writes the changes of a list as splices `{"":[[at,removed,[added,…]],…]}` that are applied one after the other.
///
/// # Errors
/// Returns an error if serialising fails.
pub fn list<T: PartialEq + Serialize, M: SerializeMap>(
    map: &mut M,
    key: &'static str,
    now: &[T],
    before: &[T],
) -> Result<(), M::Error> {
    if now == before { Ok(()) } else { map.serialize_entry(key, &Edit { list: Splices { now, before } }) }
}

/// Writes the changes of a list of structs as splices `{"+":[[at,removed,[added,…]],…]}`, in which each added element is written as its
/// changes since the element that it replaces. If it replaces none, they are its changes since the element before it.
///
/// # Errors
/// Returns an error if serialising fails.
pub fn rows<T: Parts, M: SerializeMap>(
    map: &mut M,
    key: &'static str,
    now: &[T],
    before: &[T],
) -> Result<(), M::Error> {
    if now == before {
        return Ok(());
    }
    map.serialize_entry(key, &Merge { changes: Rows(Splices { now, before }) })
}

/// Writes the changes of a struct: `{"+":{…}}`.
///
/// # Errors
/// Returns an error if serialising fails.
pub fn part<T: Parts, M: SerializeMap>(
    map: &mut M,
    key: &'static str,
    now: &T,
    before: &T,
) -> Result<(), M::Error> {
    if now == before { Ok(()) } else { map.serialize_entry(key, &Merge { changes: Changes { before, now } }) }
}

/// Writes the changes of a struct that may be missing: as those of a [`part`] if it is there before and after.
///
/// # Errors
/// Returns an error if serialising fails.
pub fn optional<T: Parts, M: SerializeMap>(
    map: &mut M,
    key: &'static str,
    now: &Option<T>,
    before: &Option<T>,
) -> Result<(), M::Error> {
    match (now, before) {
        (Some(now), Some(before)) => part(map, key, now, before),
        _ => value(map, key, now, before),
    }
}

/// An edit of a list whose elements are complete.
#[derive(Serialize)]
struct Edit<T> {
    #[serde(rename = "")]
    list: T,
}

/// Changes that are merged into the value of before.
#[derive(Serialize)]
struct Merge<T> {
    #[serde(rename = "+")]
    changes: T,
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

/// One splice: at the index where `added` begins, replace the elements `removed` of the old list by those of `added`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Splice {
    removed: Range<usize>,
    added: Range<usize>,
}

impl Splice {
    /// A splice at these indices of the old list and of the new one, which changes nothing.
    const fn at(old: usize, new: usize) -> Self {
        Self { removed: old..old, added: new..new }
    }

    fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty()
    }
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
        let mut open = Splice::at(0, 0);
        while i < before.len() || j < now.len() {
            let (gone, come) = match (before.get(i), now.get(j)) {
                (Some(was), Some(is)) if was == is => {
                    if !open.is_empty() {
                        each(open)?;
                    }
                    (i, j) = (i + 1, j + 1);
                    open = Splice::at(i, j);
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
            (open.removed.end, open.added.end) = (i, j);
        }
        if open.is_empty() { Ok(()) } else { each(open) }
    }
}

impl<T: PartialEq + Serialize> Serialize for Splices<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut steps = serializer.serialize_seq(None)?;
        self.for_each(|Splice { removed, added }| {
            steps.serialize_element(&(added.start, removed.len(), &self.now[added]))
        })?;
        steps.end()
    }
}

/// Splices whose added elements are written as changes.
struct Rows<'a, T>(Splices<'a, T>);

impl<T: Parts> Serialize for Rows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Splices { now, before } = self.0;
        let mut steps = serializer.serialize_seq(None)?;
        self.0.for_each(|Splice { removed, added }| {
            let (at, many) = (added.start, removed.len());
            steps.serialize_element(&(at, many, AddedRows { now, added, replaced: &before[removed] }))
        })?;
        steps.end()
    }
}

/// The added elements of a splice, as changes.
struct AddedRows<'a, T> {
    now: &'a [T],
    added: Range<usize>,
    replaced: &'a [T],
}

impl<T: Parts> Serialize for AddedRows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut replaced = self.replaced.iter();
        let mut rows = serializer.serialize_seq(Some(self.added.len()))?;
        for index in self.added.clone() {
            let now = &self.now[index];
            let previous = || index.checked_sub(1).map(|previous| &self.now[previous]);
            match replaced.next().or_else(previous) {
                Some(before) => rows.serialize_element(&Changes { before, now })?,
                None => rows.serialize_element(now)?,
            }
        }
        rows.end()
    }
}

/// Applies [`Changes`] to a document, as every client must. Each key of the changes stands for the key of the document;
/// the key `""` stands for the document itself, if it is a list, and has its splices. A key has one of these changes:
///
/// - `{"":[[at,removed,[added,…]],…]}` edits a list. Each splice in turn removes `removed` elements at the index `at`, and
///   inserts the added ones there.
/// - `{"+":[[at,removed,[added,…]],…]}` does so too, but each added element is given by its changes since the removed element at its
///   place. If fewer are removed, they are its changes since the element before it in the new list, and without that since `{}`.
/// - `{"+":{…}}` has the changes of an object.
/// - Anything else is the new value.
///
/// Changes that do not fit the document are ignored.
pub fn apply(shown: &mut Value, changes: &Value) {
    for (key, change) in changes.as_object().into_iter().flatten() {
        if key.is_empty() {
            splice(shown, change, |_, added| added.clone());
        } else if let Some(keys) = shown.as_object_mut() {
            apply_change(keys.entry(key.as_str()).or_insert(Value::Null), change);
        }
    }
}

/// Applies the change of one key.
fn apply_change(part: &mut Value, change: &Value) {
    if let Some(steps) = change.get("") {
        splice(part, steps, |_, added| added.clone());
    } else if let Some(changes) = change.get("+") {
        if changes.is_object() {
            return apply(part, changes);
        }
        splice(part, changes, |base, changes| {
            let mut row = base.cloned().unwrap_or_else(|| Value::Object(serde_json::Map::new()));
            apply(&mut row, changes);
            row
        });
    } else {
        part.clone_from(change);
    }
}

/// Applies splices to a list. `read` makes an added element of what is written, and of the element with which that is compared.
fn splice(list: &mut Value, steps: &Value, read: impl Fn(Option<&Value>, &Value) -> Value) {
    for step in steps.as_array().into_iter().flatten() {
        let number = |n: usize| step[n].as_u64().and_then(|n| usize::try_from(n).ok());
        let (Some(list), Some(at), Some(removed), Some(written)) =
            (list.as_array_mut(), number(0), number(1), step[2].as_array())
        else {
            continue;
        };
        let end = at.saturating_add(removed).min(list.len());
        let at = at.min(end);
        let mut added: Vec<Value> = Vec::with_capacity(written.len());
        for (nth, written) in written.iter().enumerate() {
            let replaced = list[at..end].get(nth);
            let previous = || added.last().or_else(|| list[..at].last());
            let one = read(replaced.or_else(previous), written);
            added.push(one);
        }
        list.splice(at..end, added);
    }
}
