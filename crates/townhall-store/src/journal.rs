//! The stored form of tables and their journals, which the engines write and read.

use townhall_table::{
    TableCode,
    journal::{Entry, Millis},
    room::{self, Summary},
    session::{Change, Commit, Notice, NoticeKind, appointments},
};

use crate::{
    columns::{kind_bit, stamp},
    error::StoreError,
};

/// The most entries that a journal can have.
pub const MAX_ENTRIES: u64 = (1 << 20) - 1;

/// The number of a table in the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TableId(pub i64);

/// The number of claims of a table. Entries are added to its journal under a claim, and only the latest one is valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Epoch(pub i64);

#[derive(Clone, Debug)]
pub struct NewTable {
    pub code: TableCode,
    pub game: String,
    /// The texts of its first entries, at least one.
    pub entries: Vec<String>,
    /// When the latest of them was written.
    pub at: Millis,
    /// Its summary for lists after these entries.
    pub summary: Summary,
    /// Whom to invite to it, if they have a channel for it.
    pub notices: Vec<Notice>,
    /// When these notices become due.
    pub notify_at: Millis,
}

/// Entries to add to a journal.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table whose journal it is.
    pub table: TableId,
    /// The claim under which they are added.
    pub epoch: Epoch,
    /// The number of the entry that they come after.
    pub after: u64,
    /// Their texts, at least one.
    pub entries: Vec<String>,
    /// When the latest of them was written.
    pub at: Millis,
    /// The table's summary for lists after these entries.
    pub summary: Summary,
    /// The part of the summary that must be written.
    pub change: Change,
    /// A table that is opened in the same transaction.
    pub opens: Option<Box<NewTable>>,
    /// Whom to notify of them, if they have a channel for it.
    pub notices: Vec<Notice>,
    /// When the notices become due.
    pub notify_at: Millis,
}

/// A table as it is stored. The store does not interpret the texts of the journal, so an entry that can't be read
/// concerns that table only.
#[derive(Debug)]
pub struct StoredTable {
    pub id: TableId,
    /// The latest claim of it.
    pub epoch: Epoch,
    /// Whether the operator closed it.
    pub is_closed: bool,
    /// The texts of all its entries.
    pub entries: Vec<String>,
}

fn texts(entries: &[Entry]) -> Result<Vec<String>, StoreError> {
    let text = |entry: &Entry| entry.to_json().map_err(|error| StoreError::Corrupt(error.to_string()));
    entries.iter().map(text).collect()
}

impl NewTable {
    /// A new table as it is stored.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`]: an entry can't be written as JSON, which does not happen with the entries of a table.
    pub fn new(table: room::NewTable) -> Result<Self, StoreError> {
        let room::NewTable { code, game, entries, summary } = table;
        let at = entries.last().map_or(0, |entry| entry.at);
        let notices = appointments(None, &summary, (entries.len() as u64, at)).collect();
        Ok(Self { code, game, entries: texts(&entries)?, at, summary, notices, notify_at: at })
    }
}

impl Append {
    /// A commit of a table as it is stored. Its notices become due after `grace` milliseconds.
    ///
    /// # Errors
    /// As [`NewTable::new`].
    pub fn new(table: TableId, epoch: Epoch, commit: Commit, grace: Millis) -> Result<Self, StoreError> {
        let (at, entries) = (commit.at(), texts(&commit.entries)?);
        let Commit { after, entries: _, summary, change, opens, notices } = commit;
        let notify_at = at.saturating_add(grace);
        let is_to_opened = |notice: &Notice| opens.is_some() && notice.kind == NoticeKind::Invited;
        let (invitations, notices) = notices.into_iter().partition(is_to_opened);
        let opens = opens.map(NewTable::new).transpose()?;
        let opens = opens.map(|table| Box::new(NewTable { notices: invitations, notify_at, ..table }));
        Ok(Self { table, epoch, after, entries, at, summary, change, opens, notices, notify_at })
    }
}

/// New texts for stored entries, such as without the name of a person who is being forgotten.
#[derive(Clone, Debug)]
pub struct Rewrite {
    /// The table whose journal it is.
    pub table: TableId,
    /// The number of entries of the journal.
    pub length: u64,
    /// The numbers of the entries, and their new texts.
    pub entries: Vec<(u64, String)>,
    /// The table's summary for lists after that.
    pub summary: Summary,
}

/// A notice to be written: table, person, kind, turn, when the reason arose, when it is due.
pub(crate) type NoticeRow = [i64; 6];

impl NewTable {
    /// The notices about a table that is opened.
    pub(crate) fn notice_rows(&self, table: TableId) -> impl Iterator<Item = NoticeRow> + '_ {
        notice_rows(table, &self.notices, self.at, self.notify_at)
    }
}

impl Append {
    pub(crate) fn notice_rows(&self) -> impl Iterator<Item = NoticeRow> + '_ {
        notice_rows(self.table, &self.notices, self.at, self.notify_at)
    }
}

fn notice_rows(
    TableId(table): TableId,
    notices: &[Notice],
    at: Millis,
    due: Millis,
) -> impl Iterator<Item = NoticeRow> + '_ {
    let (at, due) = (stamp(at), stamp(due));
    notices.iter().map(move |notice| {
        let due = notice.due.map_or(due, stamp);
        [table, notice.who.0, kind_bit(notice.kind), i64::from(notice.turn), at, due]
    })
}
