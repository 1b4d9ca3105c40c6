//! Moderation in a Postgres database.

use async_trait::async_trait;
use tokio_postgres::Row;
use townhall_table::journal::{Millis, PlayerId};

use super::{
    Block, MAX_REPORTS, MAX_REPORTS_BY_PERSON, Moderation, NO_SEAT, NewReport, Report, WithheldCard,
    Withholding,
};
use crate::{
    columns::{count, stamp},
    copy::part::Queries,
    error::StoreError,
    postgres::{
        PostgresStore,
        rows::{column, found},
    },
    tables::postgres::card::{as_card, select_card},
};

#[async_trait]
impl Moderation for PostgresStore {
    async fn report(&self, report: NewReport) -> Result<(), StoreError> {
        let NewReport { at, code, reporter, about, seat, name, reason } = report;
        let sql = "INSERT INTO reports (at, code, reporter, about, seat, name, reason) \
                   SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM reports) < $8 \
                   AND (SELECT count(*) FROM reports WHERE reporter = $3) < $9 RETURNING id";
        let (all, by_person) = (i64::from(MAX_REPORTS), i64::from(MAX_REPORTS_BY_PERSON));
        let (at, seat) = (stamp(at), seat.map_or(NO_SEAT, count));
        let rows = self
            .writers
            .write(sql, &[&at, &code, &reporter.0, &about.0, &seat, &name, &reason, &all, &by_person])
            .await?;
        found(&rows)
    }

    async fn reports(&self) -> Result<Vec<Report>, StoreError> {
        let sql = "SELECT id, at, code, reporter, about, seat, name, reason FROM reports ORDER BY id";
        let report = |row: &Row| {
            Ok(Report {
                id: column(row, 0)?,
                at: column::<i64>(row, 1)?.unsigned_abs(),
                code: column(row, 2)?,
                reporter: PlayerId(column(row, 3)?),
                about: PlayerId(column(row, 4)?),
                seat: usize::try_from(column::<i64>(row, 5)?).ok(),
                name: column(row, 6)?,
                reason: column(row, 7)?,
            })
        };
        self.operator.read(sql, &[]).await?.iter().map(report).collect()
    }

    async fn remove_report(&self, id: i64) -> Result<(), StoreError> {
        found(&self.writers.write("DELETE FROM reports WHERE id = $1 RETURNING id", &[&id]).await?)
    }

    async fn remove_reports_by(&self, reporter: PlayerId) -> Result<u64, StoreError> {
        let sql = "DELETE FROM reports WHERE reporter = $1 RETURNING id";
        Ok(self.writers.write(sql, &[&reporter.0]).await?.len() as u64)
    }

    async fn block(&self, block: Block) -> Result<(), StoreError> {
        let sql = "INSERT INTO blocks (subject, at, until) VALUES ($1, $2, $3) \
                   ON CONFLICT (subject) DO UPDATE SET at = excluded.at, until = excluded.until RETURNING id";
        let (at, until) = (stamp(block.at), block.until.map(stamp));
        found(&self.writers.write(sql, &[&block.subject, &at, &until]).await?)
    }

    async fn unblock(&self, subject: &str) -> Result<(), StoreError> {
        found(&self.writers.write("DELETE FROM blocks WHERE subject = $1 RETURNING id", &[&subject]).await?)
    }

    async fn blocks(&self, now: Millis) -> Result<Vec<Block>, StoreError> {
        let sql = "SELECT subject, at, until FROM blocks WHERE until IS NULL OR until > $1 ORDER BY at, id";
        let block = |row: &Row| {
            Ok(Block {
                subject: column(row, 0)?,
                at: column::<i64>(row, 1)?.unsigned_abs(),
                until: column::<Option<i64>>(row, 2)?.map(i64::unsigned_abs),
            })
        };
        self.readers.rows(sql, &[&stamp(now)]).await?.iter().map(block).collect()
    }

    async fn withhold(&self, code: &str, what: Withholding, on: bool) -> Result<(), StoreError> {
        let sql = match what {
            Withholding::Unlisted => "UPDATE tables SET unlisted = $2 WHERE code = $1 RETURNING id",
            // A new epoch: a server that has the table in memory can't add to its journal.
            Withholding::Closed => {
                "UPDATE tables SET closed = $2, epoch = epoch + 1 WHERE code = $1 RETURNING id"
            }
        };
        found(&self.writers.write(sql, &[&code, &on]).await?)
    }

    async fn tables(&self, limit: usize, public: bool) -> Result<Vec<WithheldCard>, StoreError> {
        let sql = select_card!(
            "tables WHERE NOT $1 OR (listing = 'public' AND NOT unlisted AND NOT closed) ORDER BY touched DESC LIMIT $2"
        );
        let line = |row: &Row| {
            Ok(WithheldCard {
                card: as_card(row)?,
                is_unlisted: column(row, 12)?,
                is_closed: column(row, 13)?,
            })
        };
        self.operator.read(sql, &[&public, &count(limit)]).await?.iter().map(line).collect()
    }
}

/// See [`Queries`].
pub(super) const BLOCKS: Queries = Queries {
    page: "SELECT id, json_build_object('id', id, 'subject', subject, 'at', at, 'until', until)::text FROM blocks \
           WHERE id > $1 ORDER BY id LIMIT $2",
    put: &["INSERT INTO blocks (id, subject, at, until) SELECT id, subject, at, until \
            FROM json_populate_recordset(NULL::blocks, $1::text::json)"],
};

/// See [`Queries`].
pub(super) const REPORTS: Queries = Queries {
    page: "SELECT id, json_build_object('id', id, 'at', at, 'code', code, 'reporter', reporter, 'about', about, \
             'seat', seat, 'name', name, 'reason', reason)::text FROM reports WHERE id > $1 ORDER BY id LIMIT $2",
    put: &["INSERT INTO reports (id, at, code, reporter, about, seat, name, reason) \
            SELECT id, at, code, reporter, about, seat, name, reason \
            FROM json_populate_recordset(NULL::reports, $1::text::json)"],
};
