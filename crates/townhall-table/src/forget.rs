//! Forgetting a person: removes their name and what they wrote from a journal.
//!
//! Their moves stay, since the game of the others depends on them, and so does their number, which no longer leads to a
//! person. A line that they wrote stays as an entry with an empty text, because the version numbers of all later
//! entries count it; it is never shown.

use serde_json::{Value, json};
use tabletop::Seat;

use crate::{
    catalogue::Catalogue,
    journal::{Entry, EntryKind, JournalError, Person, PlayerId},
    table::BOTS,
};

/// The name under which a forgotten person is shown.
pub const FORGOTTEN: &str = "Guest";

impl Catalogue {
    /// New versions, with their numbers (from 1), of the entries that hold personal data of a person. They replace the
    /// stored entries with these numbers. Nothing else of the journal changes, and its length stays the same.
    ///
    /// # Errors
    /// As [`Catalogue::restore`]: the journal has to be replayed to find out who wrote what.
    pub fn forget(
        &self,
        code: &str,
        journal: &[Entry],
        who: PlayerId,
    ) -> Result<Vec<(u64, Entry)>, JournalError> {
        let mut room = self.open(code, journal)?;
        let mut changed = Vec::new();
        for (number, entry) in (1..).zip(journal) {
            let person_at = |seat| room.person_at(seat).map(|person| person.id);
            if let Some(kind) = without(&entry.kind, who, person_at, room.host()) {
                changed.push((number, Entry { kind, ..entry.clone() }));
            }
            room.apply(entry)?;
        }
        Ok(changed)
    }
}

/// An entry without the personal data of a person; `None` if it holds none.
fn without(
    kind: &EntryKind,
    who: PlayerId,
    person_at: impl FnOnce(Seat) -> Option<PlayerId>,
    host: PlayerId,
) -> Option<EntryKind> {
    let nameless = |person: &Person| Person { name: FORGOTTEN.to_owned(), ..person.clone() };
    let known = |person: &Person| person.id == who && person.name != FORGOTTEN;
    match kind {
        EntryKind::Sat { chair, person } if known(person) => {
            Some(EntryKind::Sat { chair: *chair, person: nameless(person) })
        }
        EntryKind::Kept { chair, person } if known(person) => {
            Some(EntryKind::Kept { chair: *chair, person: nameless(person) })
        }
        EntryKind::Remarked { person, text, reaction }
            if person.id == who && (!text.is_empty() || reaction.is_some()) =>
        {
            Some(EntryKind::Remarked { person: nameless(person), text: String::new(), reaction: None })
        }
        EntryKind::Renamed { person } if known(person) => {
            Some(EntryKind::Renamed { person: nameless(person) })
        }
        EntryKind::Said { seat, text } if !text.is_empty() && person_at(*seat) == Some(who) => {
            Some(EntryKind::Said { seat: *seat, text: String::new() })
        }
        // Which of the names is theirs is not known.
        EntryKind::Recorded { record } if host == who => {
            without_names(record).map(|record| EntryKind::Recorded { record })
        }
        _ => None,
    }
}

/// The record without the names of people; `None` if it has none.
fn without_names(record: &str) -> Option<String> {
    let (header, rest) = record.split_once('\n')?;
    let mut header: Value = serde_json::from_str(header).ok()?;
    let people: Vec<usize> = {
        let is_person = |seat: &usize| header[BOTS][*seat].is_null();
        (0..header["players"].as_array()?.len()).filter(is_person).collect()
    };
    let names = header["players"].as_array_mut()?;
    let mut changed = false;
    for seat in people {
        changed |= names[seat] != FORGOTTEN;
        names[seat] = json!(FORGOTTEN);
    }
    changed.then(|| format!("{header}\n{rest}"))
}
