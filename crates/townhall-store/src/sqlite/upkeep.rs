//! The operator's queries, and the implementation of [`Upkeep`].

use futures_util::future::BoxFuture;
use sqlx::{AssertSqlSafe, SqlitePool};
use townhall_table::journal::{Millis, PlayerId};

use super::{
    SqliteStore, StoreError,
    columns::stamp,
    operations::{IDLE, Operation},
    read,
    writer::Job,
};
use crate::{Card, Guest, NewReport, Report, Rewrite, Upkeep, WithheldCard, Withholding};

/// The columns of a [`Guest`].
const GUEST: &str = "id, name, since, (SELECT count(*) FROM people WHERE player_id = players.id)";

type GuestRow = (i64, String, i64, i64);
type ReportRow = (i64, i64, String, i64, i64, i64, String, String);

fn as_guest((id, name, since, tables): GuestRow) -> Guest {
    Guest { id: PlayerId(id), name, since: since.unsigned_abs(), tables: tables.unsigned_abs() }
}

impl SqliteStore {
    async fn operate(&self, operation: Operation) -> Result<u64, StoreError> {
        self.writer.run(move |answer| Job::Operate { operation, answer }).await
    }
}

impl Upkeep for SqliteStore {
    fn withhold(&self, code: &str, what: Withholding, on: bool) -> BoxFuture<'_, Result<(), StoreError>> {
        let code = code.to_owned();
        Box::pin(async move { self.operate(Operation::Withhold { code, what, on }).await.map(drop) })
    }

    fn remove_table(&self, code: &str, before: Option<Millis>) -> BoxFuture<'_, Result<(), StoreError>> {
        let code = code.to_owned();
        Box::pin(async move { self.operate(Operation::RemoveTable { code, before }).await.map(drop) })
    }

    fn rewrite(&self, rewrite: Rewrite) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.operate(Operation::Rewrite(rewrite)).await.map(drop) })
    }

    fn remove_player(&self, who: PlayerId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.operate(Operation::RemovePlayer { who }).await.map(drop) })
    }

    fn untouched_since(&self, before: Millis) -> BoxFuture<'_, Result<Vec<Card>, StoreError>> {
        Box::pin(read::untouched_since(&self.readers, before))
    }

    fn tables(&self, limit: usize, public: bool) -> BoxFuture<'_, Result<Vec<WithheldCard>, StoreError>> {
        Box::pin(read::tables(&self.readers, limit, public))
    }

    fn count_idle_players(&self, before: Millis) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(async move {
            let sql = AssertSqlSafe(format!("SELECT count(*) FROM players WHERE {IDLE}"));
            let found: i64 = sqlx::query_scalar(sql).bind(stamp(before)).fetch_one(&self.readers).await?;
            Ok(found.unsigned_abs())
        })
    }

    fn remove_idle_players(&self, before: Millis) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(self.operate(Operation::RemoveIdlePlayers { before }))
    }

    fn find_players(&self, name: &str, limit: usize) -> BoxFuture<'_, Result<Vec<Guest>, StoreError>> {
        let name = name.to_lowercase();
        Box::pin(async move {
            // SQLite ignores the case of ASCII letters only, so the names are compared here.
            let sql = AssertSqlSafe(format!("SELECT {GUEST} FROM players ORDER BY id DESC"));
            let rows: Vec<GuestRow> = sqlx::query_as(sql).fetch_all(&self.readers).await?;
            let found =
                rows.into_iter().map(as_guest).filter(|guest| guest.name.to_lowercase().contains(&name));
            Ok(found.take(limit).collect())
        })
    }

    fn tables_naming(&self, who: PlayerId) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(tables_naming(&self.readers, who))
    }

    fn report(&self, report: NewReport) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.operate(Operation::Report(report)).await.map(drop) })
    }

    fn reports(&self) -> BoxFuture<'_, Result<Vec<Report>, StoreError>> {
        Box::pin(async {
            let sql = "SELECT id, at, code, reporter, about, seat, name, reason FROM reports ORDER BY id";
            let rows: Vec<ReportRow> = sqlx::query_as(sql).fetch_all(&self.readers).await?;
            let report = |(id, at, code, reporter, about, seat, name, reason): ReportRow| Report {
                id,
                at: at.unsigned_abs(),
                code,
                reporter: PlayerId(reporter),
                about: PlayerId(about),
                seat: usize::try_from(seat).unwrap_or_default(),
                name,
                reason,
            };
            Ok(rows.into_iter().map(report).collect())
        })
    }

    fn remove_report(&self, id: i64) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.operate(Operation::RemoveReport { id }).await.map(drop) })
    }

    fn settle(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.run(|answer| Job::Settle { answer }))
    }

    fn probe(&self, now: Millis) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.operate(Operation::Probe { now }).await.map(drop) })
    }
}

/// Searches all journals, because people who have left a table are in no other list. A person is written in an entry as
/// `{"id":7,"name":…`.
async fn tables_naming(pool: &SqlitePool, who: PlayerId) -> Result<Vec<String>, StoreError> {
    let codes = sqlx::query_scalar(
        "SELECT code FROM tables WHERE id IN (SELECT table_id FROM people WHERE player_id = ?1) \
         OR id IN (SELECT DISTINCT key >> 20 FROM entries WHERE instr(body, ?2) > 0) ORDER BY id",
    )
    .bind(who.0)
    .bind(format!("\"id\":{},", who.0));
    Ok(codes.fetch_all(pool).await?)
}
