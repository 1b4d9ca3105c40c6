//! The stored form of tables and journals, and the types of queries about them.

use townhall_table::{
    journal::{Entry, Listing, Millis, PlayerId},
    protocol::Status,
    room::{self, Ending, Summary},
    session::{Change, Commit, Notice, NoticeKind},
};

use crate::error::StoreError;

/// The most entries that a journal can have.
pub const MAX_ENTRIES: u64 = (1 << 20) - 1;

/// The number of a table in the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TableId(pub i64);

/// The number of claims of a table. Entries are added to its journal under a claim, and only the latest one is valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Epoch(pub i64);

/// A new table.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its code.
    pub code: String,
    /// The id of its game.
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
    /// Its number.
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
        Ok(Self { code, game, entries: texts(&entries)?, at, summary, notices: Vec::new(), notify_at: at })
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
        let (invitations, notices) =
            notices.into_iter().partition(|notice| notice.kind == NoticeKind::Invited);
        let opens = opens.map(NewTable::new).transpose()?;
        let opens = opens.map(|table| Box::new(NewTable { notices: invitations, notify_at, ..table }));
        Ok(Self { table, epoch, after, entries, at, summary, change, opens, notices, notify_at })
    }
}

/// A line of a list of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The code.
    pub code: String,
    /// The game's id.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// The number of players.
    pub players: usize,
    /// The names of the players, by chair; `None` where a chair is empty.
    pub names: Vec<Option<String>>,
    /// Whether its game is still to begin, being played, or over.
    pub status: Status,
    /// Whether it is in public lists.
    pub listing: Listing,
    /// The people whose turn it is.
    pub to_act: Vec<PlayerId>,
    /// When a bot decides for those of them who play by correspondence.
    pub due: Vec<(PlayerId, Millis)>,
    /// The people for whom a bot plays.
    pub stood_in: Vec<PlayerId>,
    /// When something last happened.
    pub touched: Millis,
    /// How its game ended. None before, and of games that ended before this was stored.
    pub ending: Option<Ending>,
    /// Whether its game was played elsewhere and uploaded.
    pub imported: bool,
}

impl Card {
    /// When a bot decides for a person who plays by correspondence; `None` if nothing is asked of them, or at another pace.
    #[must_use]
    pub fn time_of(&self, who: PlayerId) -> Option<Millis> {
        self.due.iter().find(|(asked, _)| *asked == who).map(|(_, due)| *due)
    }
}

/// Which tables a list shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Those of a person.
    Mine(PlayerId),
    /// The finished games of a person.
    Finished {
        /// The person.
        who: PlayerId,
        /// Only those that come after the table of this code in the list.
        after: Option<String>,
    },
    /// Public ones that wait for players.
    Open(Public),
    /// Public ones whose game is on.
    Watch(Public),
}

/// Which public tables a list shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Public {
    /// The codes of the tables that may be listed, if they are public and of the status that is asked for.
    pub codes: Vec<String>,
    /// The most tables of one host in the list; the latest changed ones are kept.
    pub per_host: usize,
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
