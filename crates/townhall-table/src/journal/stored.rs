//! Entries as text: one JSON object each, with the version of its form.

use serde::{Deserialize, Serialize};

#[cfg(feature = "net")]
use super::v1;
use super::{CommandRef, Entry, EntryKind, Millis, VERSION};

/// A journal can't be read. This concerns one table only.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JournalError {
    /// The journal has no entries.
    #[error("the journal is empty")]
    Empty,
    /// The text of an entry is not what its version prescribes.
    #[error("entry {number}: {why}")]
    Malformed {
        /// The number of the entry, from 1.
        number: u64,
        /// The text that was found, and the expected one.
        why: String,
    },
    /// An entry of version 1, which only servers ever wrote: to read it takes the feature `net`.
    #[error("entry {0} has version 1, which this program was built without")]
    Older(u64),
    /// A later version of the program wrote the entry.
    #[error("entry {number} has version {found}; this program reads versions up to {VERSION}")]
    Newer {
        /// The number of the entry, from 1.
        number: u64,
        /// Its version.
        found: u32,
    },
    /// The table was played by other rules than the ones that this program knows.
    #[error(
        "the table is played by version {found} of the rules of {game}; this program knows version {known}"
    )]
    OtherRules {
        /// The id of the game.
        game: String,
        /// The version in the journal.
        found: u32,
        /// The version that this program knows.
        known: u32,
    },
    /// No game of this program has the id that the first entry names.
    #[error("the game {0:?} is unknown")]
    UnknownGame(String),
    /// An entry can be read, but can't follow the ones before it.
    #[error("entry {number} does not follow from the ones before: {why}")]
    DoesNotFollow {
        /// The number of the entry, from 1.
        number: u64,
        /// Why not.
        why: String,
    },
}

/// The field that entries of every version have.
#[derive(Deserialize)]
struct Versioned {
    /// Entries of version 1 have no such field.
    #[serde(default = "unversioned")]
    v: u32,
}

const fn unversioned() -> u32 {
    1
}

/// An entry of version 2.
#[derive(Serialize, Deserialize)]
struct Stored<K> {
    v: u32,
    at: Millis,
    kind: K,
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    command: Option<CommandRef>,
}

const fn none() -> Option<CommandRef> {
    None
}

impl Entry {
    /// The stored form: one line of JSON.
    ///
    /// # Errors
    /// A value in the entry can't be written as JSON, such as a map with keys that are no text; none of ours is.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let Self { at, kind, command } = self;
        serde_json::to_string(&Stored { v: VERSION, at: *at, kind, command: command.clone() })
    }

    /// Reads entry `number` of a journal, whatever version wrote it.
    ///
    /// ```
    /// use townhall_table::journal::{Entry, EntryKind};
    /// let entry = Entry::from_json(7, r#"{"v":2,"at":1000,"kind":{"emptied":{"chair":2}}}"#)?;
    /// assert_eq!(entry.kind, EntryKind::Emptied { chair: 2, sent_away: false });
    /// let old = Entry::from_json(7, r#"{"at":1000,"what":{"type":"emptied","chair":2}}"#)?;
    /// assert_eq!(old, entry);
    /// # Ok::<(), townhall_table::journal::JournalError>(())
    /// ```
    ///
    /// # Errors
    /// The text is malformed, or a later version of the program wrote it.
    pub fn from_json(number: u64, text: &str) -> Result<Self, JournalError> {
        let malformed = |error: serde_json::Error| JournalError::Malformed { number, why: error.to_string() };
        let Versioned { v } = serde_json::from_str(text).map_err(malformed)?;
        match v {
            #[cfg(feature = "net")]
            1 => v1::read(text).map_err(malformed),
            #[cfg(not(feature = "net"))]
            1 => Err(JournalError::Older(number)),
            VERSION => {
                let Stored { v: _, at, kind, command } =
                    serde_json::from_str::<Stored<EntryKind>>(text).map_err(malformed)?;
                Ok(Self { at, kind, command })
            }
            found => Err(JournalError::Newer { number, found }),
        }
    }
}

/// Reads a whole journal, one text an entry.
///
/// # Errors
/// The first entry that can't be read.
pub fn read<T: AsRef<str>>(texts: &[T]) -> Result<Vec<Entry>, JournalError> {
    if texts.is_empty() {
        return Err(JournalError::Empty);
    }
    (1..).zip(texts).map(|(number, text)| Entry::from_json(number, text.as_ref())).collect()
}
