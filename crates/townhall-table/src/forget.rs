//! Forgetting a person: a journal without their name and without what they wrote.
//!
//! Their moves stay, since the game of the others follows from them, and so does their number, under which nobody is
//! known any more. A line that they wrote stays as an entry without a text, because the versions of all later entries
//! count it; nobody is shown it.

use tabletop::Seat;

use crate::{
    catalogue::Catalogue,
    journal::{Entry, EntryKind, JournalError, Person, PlayerId},
};

/// What somebody is called who was forgotten.
pub const FORGOTTEN: &str = "Guest";

impl Catalogue {
    /// The entries of a journal that tell something about a person, without it, and the number of each, from 1. They
    /// take the place of the ones that are stored. Nothing else of the journal changes, and its length stays the same.
    ///
    /// # Errors
    /// As [`Catalogue::restore`]: who wrote what can't be known if the journal can't be read.
    pub fn forget(
        &self,
        code: &str,
        journal: &[Entry],
        who: PlayerId,
    ) -> Result<Vec<(u64, Entry)>, JournalError> {
        let mut room = self.open(code, journal)?;
        let mut changed = Vec::new();
        for (number, entry) in (1..).zip(journal) {
            if let Some(kind) = without(&entry.kind, who, |seat| room.person_at(seat).map(|person| person.id))
            {
                changed.push((number, Entry { kind, ..entry.clone() }));
            }
            room.apply(entry)?;
        }
        Ok(changed)
    }
}

/// An entry without what it tells about a person; `None` if that is nothing.
fn without(
    kind: &EntryKind,
    who: PlayerId,
    person_at: impl FnOnce(Seat) -> Option<PlayerId>,
) -> Option<EntryKind> {
    let nameless = |person: &Person| Person { name: FORGOTTEN.to_owned(), ..person.clone() };
    let known = |person: &Person| person.id == who && person.name != FORGOTTEN;
    match kind {
        EntryKind::Sat { chair, person } if known(person) => {
            Some(EntryKind::Sat { chair: *chair, person: nameless(person) })
        }
        EntryKind::Renamed { person } if known(person) => {
            Some(EntryKind::Renamed { person: nameless(person) })
        }
        EntryKind::Said { seat, text } if !text.is_empty() && person_at(*seat) == Some(who) => {
            Some(EntryKind::Said { seat: *seat, text: String::new() })
        }
        _ => None,
    }
}
