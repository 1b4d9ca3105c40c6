//! Orders and their outcomes, as they are handed to a server.

use serde::{Deserialize, Serialize};
use townhall_store::{Block, Guest, LoggedNotice, Report, Withholding};
use townhall_table::{
    TableCode,
    journal::{Millis, PlayerId},
};

/// A command of the operator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case")]
pub enum Order {
    /// Unlists or closes a table, or takes that back.
    Withhold {
        code: TableCode,
        /// Whether to unlist or to close it.
        what: Withholding,
        /// Whether to do it or to undo it.
        on: bool,
    },
    RemoveTable {
        code: TableCode,
    },
    /// Removes the tables that have not changed for a while, and the guests who came before that and are at no other
    /// table.
    Prune {
        /// How long they have not changed, in milliseconds.
        older_than: Millis,
        /// How long those have not changed that are removed earlier, in milliseconds: tables that never began, and public tables whose
        /// game was abandoned.
        #[serde(default)]
        abandoned: Option<Millis>,
        /// Whether to go on although the clock seems wrong.
        #[serde(default)]
        force: bool,
        /// Whether only to count what would be removed.
        dry_run: bool,
    },
    /// Lists tables, the latest touched first.
    Tables {
        /// Only those in public lists.
        public: bool,
        /// How many at most.
        limit: usize,
    },
    /// Looks for guests, the latest first.
    Guests {
        /// A part of their name, in any case.
        name: String,
    },
    /// Forgets a guest: their cookies become invalid, and their name and what they wrote are removed from all journals.
    Forget {
        /// The guest's number.
        guest: PlayerId,
    },
    /// Makes a code by which a guest who has lost all devices signs in again.
    Recover {
        /// The guest's number.
        guest: PlayerId,
    },
    /// Lists the reports of players.
    Reports,
    /// Removes a report that was dealt with.
    RemoveReport {
        /// The report's number.
        report: i64,
    },
    /// Removes all reports by one guest.
    RemoveReportsBy {
        /// The guest's number.
        guest: PlayerId,
    },
    /// Blocks an address, network or guest.
    Block {
        /// The address, network or guest, as the text of a [`Subject`](townhall_server::hub::blocks::Subject).
        subject: String,
        /// For how long, in milliseconds; `None`: until it is unblocked.
        lasting: Option<Millis>,
    },
    /// Removes a block.
    Unblock {
        /// The address, network or guest that was blocked.
        subject: String,
    },
    /// Lists the blocks in force.
    Blocks,
    /// Says that the machine's clock is right although it was set by more than a day.
    ConfirmClock,
    /// Lists notifications.
    Notices {
        /// How many at most.
        limit: usize,
    },
    /// Sends emails again to all addresses that had been given up.
    ReviveEmails,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum OrderOutcome {
    /// The order was carried out.
    Done,
    /// The tables and guests that a prune removed, or would remove.
    Pruned(Pruned),
    /// The tables in the requested list.
    Tables {
        /// The tables, the one that was changed last first.
        tables: Vec<TableLine>,
    },
    /// The guests that were searched for: at most 100.
    Guests {
        /// The guests, the newest first.
        guests: Vec<Guest>,
    },
    /// A guest was forgotten.
    Forgotten {
        /// At how many tables something was changed.
        tables: usize,
        /// The codes of those that can't be read, and so may still name the guest.
        unreadable: Vec<TableCode>,
    },
    /// A code by which a guest signs in again, once.
    Recovery {
        /// The guest's name.
        name: String,
        code: String,
        /// Until when it is valid.
        until: Millis,
    },
    /// The reports of players.
    Reports {
        /// The reports, the oldest first.
        reports: Vec<QuotedReport>,
    },
    /// The reports of one guest were removed.
    ReportsRemoved {
        /// How many there were.
        reports: u64,
    },
    /// The blocks in force.
    Blocks {
        /// The blocks, the oldest first.
        blocks: Vec<Block>,
    },
    /// Notifications that are waiting, or were sent or given up.
    Notices {
        /// The notifications, the latest first.
        notices: Vec<LoggedNotice>,
    },
    /// Emails are sent again to addresses that had been given up.
    Revived {
        /// Their number.
        channels: usize,
    },
    /// The order was not carried out.
    Refused {
        /// The reason, in a sentence.
        why: String,
    },
}

/// How many tables and guests a prune removed, or would remove.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pruned {
    /// Tables whose game was over.
    pub finished: u64,
    /// Tables whose game was on.
    pub unfinished: u64,
    /// Tables whose game had not begun.
    pub never_begun: u64,
    /// Guests who are at no other table.
    pub guests: u64,
}

/// A table as the operator sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableLine {
    pub code: TableCode,
    /// The id of the game.
    pub game: String,
    /// Its status: `lobby`, `playing` or `over`.
    pub status: String,
    /// Whether its game was played elsewhere and uploaded.
    #[serde(default)]
    pub is_imported: bool,
    /// Whether its host wants it in public lists.
    pub is_public: bool,
    /// Whether the operator keeps it out of lists.
    pub is_unlisted: bool,
    /// Whether the operator closed it.
    pub is_closed: bool,
    /// The names of its players.
    pub names: Vec<String>,
    /// When it last changed.
    pub touched: Millis,
}

/// A report, and the latest messages of the reported person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct QuotedReport {
    /// Its number, by which it can be removed.
    pub id: i64,
    #[serde(flatten)]
    pub report: Report,
    /// The latest lines that the reported person wrote at the table, the oldest first; none if the table is gone.
    pub said: Vec<String>,
}

impl Order {
    /// The order's name in the log, without codes and names of people.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Withhold { .. } => "withhold",
            Self::RemoveTable { .. } => "remove-table",
            Self::Prune { .. } => "prune",
            Self::Tables { .. } => "tables",
            Self::Guests { .. } => "guests",
            Self::Forget { .. } => "forget-guest",
            Self::Recover { .. } => "recover",
            Self::Reports => "reports",
            Self::RemoveReport { .. } => "remove-report",
            Self::RemoveReportsBy { .. } => "remove-reports-by",
            Self::Block { .. } => "block",
            Self::Unblock { .. } => "unblock",
            Self::Blocks => "blocks",
            Self::ConfirmClock => "confirm-clock",
            Self::Notices { .. } => "notices",
            Self::ReviveEmails => "revive-emails",
        }
    }

    /// Whether it changes nothing.
    pub(crate) const fn only_reads(&self) -> bool {
        matches!(
            self,
            Self::Tables { .. }
                | Self::Guests { .. }
                | Self::Reports
                | Self::Blocks
                | Self::Notices { .. }
                | Self::Prune { dry_run: true, .. }
        )
    }

    /// The object of an order, for the message that it does not exist.
    pub(crate) fn subject(&self) -> String {
        match self {
            Self::Withhold { code, .. } | Self::RemoveTable { code } => format!("table {code}"),
            Self::Forget { guest } | Self::Recover { guest } => format!("guest {}", guest.0),
            Self::Block { subject, .. } => subject.clone(),
            Self::Unblock { subject } => format!("block of {subject}"),
            Self::RemoveReport { report } => format!("report {report}"),
            _ => "such thing".to_owned(),
        }
    }
}
