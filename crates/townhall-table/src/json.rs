//! Reading JSON of a game's own inside of a type with a tag, whose content serde reads before it knows which type it is.

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use townhall_bots::Json;

/// Reads JSON.
pub(crate) fn tagged<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
    Value::deserialize(deserializer).map(|value| Json::of(&value))
}

/// Reads JSON where there may be none.
pub(crate) fn tagged_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Option::<Value>::deserialize(deserializer).map(|value| value.map(|value| Json::of(&value)))
}
