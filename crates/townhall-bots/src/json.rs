//! JSON whose form a game defines and that is passed on unchanged.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::{RawValue, to_raw_value};

/// JSON in a form of a game, such as a view, offers, a move, a signal or a reason. Bots and tables pass it on
/// unchanged; the crate of the game documents its meaning. Two values are equal if their texts are equal.
#[derive(Clone, Debug, Default)]
pub struct Json(Box<RawValue>);

impl Json {
    /// Creates the JSON of a value.
    ///
    /// # Panics
    /// Panics if the value can't be serialised as JSON, such as a map with keys that are not texts.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        Self(to_raw_value(value).expect("a game's types serialise"))
    }

    /// Returns the text.
    #[must_use]
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// Reads the value from the text.
    ///
    /// # Errors
    /// Returns an error if the text can't be read as a value of this type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.get())
    }
}

impl TryFrom<String> for Json {
    type Error = serde_json::Error;

    fn try_from(text: String) -> Result<Self, serde_json::Error> {
        RawValue::from_string(text).map(Self)
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Json {}

impl Serialize for Json {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(Self)
    }
}
