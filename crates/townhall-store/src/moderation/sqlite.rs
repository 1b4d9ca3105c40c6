//! Moderation in an SQLite file.

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, FromRow, Row, sqlite::SqliteRow};
use townhall_table::journal::{Millis, PlayerId};

use super::{
    Block, MAX_REPORTS, MAX_REPORTS_BY_PERSON, Moderation, NO_SEAT, NewReport, Report, WithheldCard,
    Withholding,
};
use crate::{
    columns::{count, stamp},
    copy::part::Queries,
    error::StoreError,
    sqlite::{SqliteStore, statement::found},
    tables::sqlite::card::{CARD, CardRow, as_card},
};

type ReportRow = (i64, i64, String, i64, i64, i64, String, String);

#[async_trait]
impl Moderation for SqliteStore {
    async fn report(&self, report: NewReport) -> Result<(), StoreError> {
        let NewReport { at, code, reporter, about, seat, name, reason } = report;
        let sql = format!(
            "INSERT INTO reports (at, code, reporter, about, seat, name, reason) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 \
             WHERE (SELECT count(*) FROM reports) < {MAX_REPORTS} \
             AND (SELECT count(*) FROM reports WHERE reporter = ?3) < {MAX_REPORTS_BY_PERSON}"
        );
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query(AssertSqlSafe(sql)).bind(stamp(at)).bind(code);
                let query = query
                    .bind(reporter.0)
                    .bind(about.0)
                    .bind(seat.map_or(NO_SEAT, count))
                    .bind(name)
                    .bind(reason);
                found(query.execute(db).await?)
            })
        });
        write.await
    }

    async fn reports(&self) -> Result<Vec<Report>, StoreError> {
        let sql = "SELECT id, at, code, reporter, about, seat, name, reason FROM reports ORDER BY id";
        let rows: Vec<ReportRow> = sqlx::query_as(sql).fetch_all(&self.readers).await?;
        let report = |(id, at, code, reporter, about, seat, name, reason): ReportRow| Report {
            id,
            at: at.unsigned_abs(),
            code,
            reporter: PlayerId(reporter),
            about: PlayerId(about),
            seat: usize::try_from(seat).ok(),
            name,
            reason,
        };
        Ok(rows.into_iter().map(report).collect())
    }

    async fn remove_report(&self, id: i64) -> Result<(), StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                found(sqlx::query("DELETE FROM reports WHERE id = ?").bind(id).execute(db).await?)
            })
        });
        write.await
    }

    async fn remove_reports_by(&self, reporter: PlayerId) -> Result<u64, StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM reports WHERE reporter = ?").bind(reporter.0);
                Ok(query.execute(db).await?.rows_affected())
            })
        });
        write.await
    }

    async fn block(&self, block: Block) -> Result<(), StoreError> {
        let sql = "INSERT INTO blocks (subject, at, until) VALUES (?, ?, ?) \
                   ON CONFLICT (subject) DO UPDATE SET at = excluded.at, until = excluded.until";
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query(sql).bind(block.subject).bind(stamp(block.at));
                found(query.bind(block.until.map(stamp)).execute(db).await?)
            })
        });
        write.await
    }

    async fn unblock(&self, subject: &str) -> Result<(), StoreError> {
        let subject = subject.to_owned();
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                found(sqlx::query("DELETE FROM blocks WHERE subject = ?").bind(subject).execute(db).await?)
            })
        });
        write.await
    }

    async fn blocks(&self, now: Millis) -> Result<Vec<Block>, StoreError> {
        let sql = "SELECT subject, at, until FROM blocks WHERE until IS NULL OR until > ? ORDER BY at, id";
        let rows: Vec<(String, i64, Option<i64>)> =
            sqlx::query_as(sql).bind(stamp(now)).fetch_all(&self.readers).await?;
        let block = |(subject, at, until): (String, i64, Option<i64>)| Block {
            subject,
            at: at.unsigned_abs(),
            until: until.map(i64::unsigned_abs),
        };
        Ok(rows.into_iter().map(block).collect())
    }

    async fn withhold(&self, code: &str, what: Withholding, on: bool) -> Result<(), StoreError> {
        let sql = match what {
            Withholding::Unlisted => "UPDATE tables SET unlisted = ? WHERE code = ?",
            Withholding::Closed => "UPDATE tables SET closed = ? WHERE code = ?",
        };
        let code = code.to_owned();
        let write = self.writer.write_after_appends(move |db| {
            Box::pin(async move { found(sqlx::query(sql).bind(on).bind(code).execute(db).await?) })
        });
        write.await
    }

    async fn tables(&self, limit: usize, public: bool) -> Result<Vec<WithheldCard>, StoreError> {
        let only = if public { "WHERE listing = 'public' AND NOT unlisted AND NOT closed" } else { "" };
        let sql = format!("SELECT {CARD}, unlisted, closed FROM tables {only} ORDER BY touched DESC LIMIT ?");
        let rows = sqlx::query(AssertSqlSafe(sql)).bind(count(limit)).fetch_all(&self.readers).await?;
        let line = |row: SqliteRow| {
            let (is_unlisted, is_closed) = (row.try_get("unlisted")?, row.try_get("closed")?);
            Ok(WithheldCard { card: as_card(CardRow::from_row(&row)?)?, is_unlisted, is_closed })
        };
        rows.into_iter().map(line).collect()
    }
}

/// See [`Queries`].
pub(super) const BLOCKS: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'subject', subject, 'at', at, 'until', until) FROM blocks \
           WHERE id > ? ORDER BY id LIMIT ?",
    put: &["INSERT INTO blocks (id, subject, at, until) \
            SELECT value->>'id', value->>'subject', value->>'at', value->>'until' FROM json_each(?)"],
};

/// See [`Queries`].
pub(super) const REPORTS: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'at', at, 'code', code, 'reporter', reporter, 'about', about, \
             'seat', seat, 'name', name, 'reason', reason) FROM reports WHERE id > ? ORDER BY id LIMIT ?",
    put: &["INSERT INTO reports (id, at, code, reporter, about, seat, name, reason) \
            SELECT value->>'id', value->>'at', value->>'code', value->>'reporter', value->>'about', \
              value->>'seat', value->>'name', value->>'reason' FROM json_each(?)"],
};
