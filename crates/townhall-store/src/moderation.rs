//! Moderation: reports by players, tables that the operator withholds, and blocked addresses and guests.

use serde::{Deserialize, Serialize};
use townhall_table::{
    TableCode,
    journal::{Millis, PlayerId},
};

use crate::{
    columns::count,
    engine::statement::{Reach, Row, Sql, found, values},
    error::StoreError,
    relations::{Copied, Export, Key, Personal, Relation, Removal, number, person, text},
    store::Store,
    tables::{Card, as_card, select_card},
};

/// The most reports that are stored.
const MAX_REPORTS: u32 = 10_000;
/// The most reports by one person that are stored.
const MAX_REPORTS_BY_PERSON: u32 = 20;

/// An operator's decision about a table. It does not change the journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Withholding {
    /// No list shows it, whatever its host chose. It can be opened by its code.
    Unlisted,
    /// It can't be opened, and its game does not continue.
    Closed,
}

/// A line of a list of tables as the operator sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WithheldCard {
    /// The table's summary for lists.
    pub card: Card,
    /// Whether the operator keeps it out of public lists.
    pub is_unlisted: bool,
    /// Whether the operator closed it.
    pub is_closed: bool,
}

/// A report by one person about another at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// When it was made.
    pub at: Millis,
    pub code: TableCode,
    pub reporter: PlayerId,
    pub about: PlayerId,
    /// The seat, or before the game the chair, of the reported person; `None` for a spectator.
    pub seat: Option<usize>,
    /// The name of the reported person at that table.
    pub name: String,
    /// The reason, in the reporter's words.
    pub reason: String,
}

/// The stored number in place of a spectator's seat.
const NO_SEAT: i64 = -1;

/// An address, network or guest that may not use the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// The address, network or guest, as a text that the server understands.
    pub subject: String,
    /// When it was blocked.
    pub at: Millis,
    /// Until when; `None`: until the block is removed.
    pub until: Option<Millis>,
}

/// Closes a table, or takes that back. A new epoch follows in a database: a server that has the table in memory can't add to its
/// journal.
const CLOSE: Sql = Sql {
    sqlite: "UPDATE tables SET closed = $2 WHERE code = $1 RETURNING id",
    postgres: "UPDATE tables SET closed = $2, epoch = epoch + 1 WHERE code = $1 RETURNING id",
};

/// Storage of reports, and of what the operator withholds.
impl Store {
    /// Stores a report for the operator; [`StoreError::Missing`] if there are too many already, by the same person or
    /// in total.
    pub async fn report(&self, report: Report) -> Result<(), StoreError> {
        let Report { at, code, reporter, about, seat, name, reason } = report;
        let sql = "INSERT INTO reports (at, code, reporter, about, seat, name, reason) \
                   SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM reports) < $8 \
                   AND (SELECT count(*) FROM reports WHERE reporter = $3) < $9 RETURNING id";
        let seat = seat.map_or(NO_SEAT, count);
        let values =
            values![at, code, reporter, about, seat, name, reason, MAX_REPORTS, MAX_REPORTS_BY_PERSON];
        found(&self.engine.write(Reach::Subject, sql, values).await?).map(drop)
    }

    /// All reports with their numbers, the oldest first.
    pub async fn reports(&self) -> Result<Vec<(i64, Report)>, StoreError> {
        let sql = "SELECT id, at, code, reporter, about, seat, name, reason FROM reports ORDER BY id";
        let report = |row: &Row| {
            let report = Report {
                at: row.time(1)?,
                code: row.code(2)?,
                reporter: row.player(3)?,
                about: row.player(4)?,
                seat: usize::try_from(row.get::<i64>(5)?).ok(),
                name: row.get(6)?,
                reason: row.get(7)?,
            };
            Ok((row.get(0)?, report))
        };
        self.engine.scan(sql, values![]).await?.iter().map(report).collect()
    }

    /// Removes a report that was dealt with.
    pub async fn remove_report(&self, id: i64) -> Result<(), StoreError> {
        let sql = "DELETE FROM reports WHERE id = $1 RETURNING id";
        found(&self.engine.write(Reach::Subject, sql, values![id]).await?).map(drop)
    }

    /// Removes all reports by one person, and returns how many there were.
    pub async fn remove_reports_by(&self, reporter: PlayerId) -> Result<u64, StoreError> {
        let sql = "DELETE FROM reports WHERE reporter = $1 RETURNING id";
        Ok(self.engine.write(Reach::Subject, sql, values![reporter]).await?.len() as u64)
    }

    /// Blocks an address, network or guest, or changes until when it is blocked.
    pub async fn block(&self, block: Block) -> Result<(), StoreError> {
        let sql = "INSERT INTO blocks (subject, at, until) VALUES ($1, $2, $3) \
                   ON CONFLICT (subject) DO UPDATE SET at = excluded.at, until = excluded.until";
        let values = values![block.subject, block.at, block.until];
        self.engine.write(Reach::Subject, sql, values).await.map(drop)
    }

    /// Removes a block; [`StoreError::Missing`] if there is none of this subject.
    pub async fn unblock(&self, subject: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM blocks WHERE subject = $1 RETURNING id";
        found(&self.engine.write(Reach::Subject, sql, values![subject]).await?).map(drop)
    }

    /// The blocks that are in force at this time, the oldest first.
    pub async fn blocks(&self, now: Millis) -> Result<Vec<Block>, StoreError> {
        let sql = "SELECT subject, at, until FROM blocks WHERE until IS NULL OR until > $1 ORDER BY at, id";
        let block = |row: &Row| {
            let until = row.get::<Option<i64>>(2)?.map(i64::unsigned_abs);
            Ok(Block { subject: row.get(0)?, at: row.time(1)?, until })
        };
        self.engine.read(sql, values![now]).await?.iter().map(block).collect()
    }

    /// Unlists or closes a table, or takes that back; [`StoreError::Missing`] if there is no table of this code.
    pub async fn withhold(&self, code: TableCode, what: Withholding, on: bool) -> Result<(), StoreError> {
        let sql = match what {
            Withholding::Unlisted => "UPDATE tables SET unlisted = $2 WHERE code = $1 RETURNING id".into(),
            Withholding::Closed => CLOSE,
        };
        found(&self.engine.write(Reach::Journals, sql, values![code, on]).await?).map(drop)
    }

    /// At most `limit` tables, the latest changed first; those that public lists show, or all.
    pub async fn tables(&self, limit: usize, public: bool) -> Result<Vec<WithheldCard>, StoreError> {
        let sql = select_card!(
            "tables WHERE NOT $1 OR (listing = 'public' AND NOT unlisted AND NOT closed) ORDER BY touched DESC LIMIT $2"
        );
        let line = |row: &Row| {
            Ok(WithheldCard { card: as_card(row)?, is_unlisted: row.get(15)?, is_closed: row.get(16)? })
        };
        self.engine.scan(sql, values![public, limit]).await?.iter().map(line).collect()
    }
}

/// The relations of this subject.
pub(crate) const RELATIONS: [Relation; 2] = [
    Relation {
        name: "reports",
        columns: &[
            number("id"),
            number("at"),
            text("code"),
            person("reporter"),
            person("about"),
            number("seat"),
            text("name"),
            text("reason"),
        ],
        key: Key::Numbered,
        copied: Copied::All,
        personal: Some(Personal {
            export: Export::Excluded("a report is a message to the operator, and would name who reports"),
            removal: Removal::Kept(
                "the operator has yet to deal with it; the name of the reported person is replaced",
            ),
        }),
    },
    Relation {
        name: "blocks",
        columns: &[number("id"), text("subject"), number("at"), number("until")],
        key: Key::Numbered,
        copied: Copied::All,
        personal: None,
    },
];
