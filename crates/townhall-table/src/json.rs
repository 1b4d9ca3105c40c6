//! JSON of a game's own.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use townhall_bots::Json;

/// A value of the game or the table as JSON.
///
/// # Panics
/// If a map in it has keys that are not texts. No type of a table has, and the conformance kit serialises all types of
/// a game.
pub(crate) fn as_value<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).expect("types of games and tables are JSON with text keys")
}

/// Reads JSON inside of a type with a tag, whose content serde reads before it knows which type it is.
pub(crate) fn tagged<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
    Value::deserialize(deserializer).map(|value| Json::of(&value))
}

/// As [`tagged`], for a field that may be missing.
pub(crate) fn tagged_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Option::<Value>::deserialize(deserializer).map(|value| value.map(|value| Json::of(&value)))
}
