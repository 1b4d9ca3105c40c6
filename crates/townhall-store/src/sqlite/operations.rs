//! The operator's writes. Each operation runs in the transaction that its caller began.

use sqlx::{AssertSqlSafe, SqliteConnection};
use townhall_table::journal::{Millis, PlayerId};

use super::{
    StoreError, TableId,
    columns::{count, stamp},
    first_key, key, statements,
};
use crate::{
    MAX_ENTRIES, NewReport, Rewrite, Withholding,
    upkeep::{REPORTS, REPORTS_OF_ONE},
};
use townhall_table::forget::FORGOTTEN;

/// A write that the operator asks for, or a player's report to the operator.
#[derive(Debug)]
pub(super) enum Operation {
    Withhold { code: String, what: Withholding, on: bool },
    RemoveTable { code: String, before: Option<Millis> },
    Rewrite(Rewrite),
    RemovePlayer { who: PlayerId },
    RemoveIdlePlayers { before: Millis },
    Report(NewReport),
    RemoveReport { id: i64 },
    Probe { now: Millis },
}

/// The SQL condition for people who came before a time and are at no table at which something has happened since.
pub(super) const IDLE: &str = "since < ?1 AND NOT EXISTS (SELECT 1 FROM people \
    JOIN tables ON tables.id = people.table_id WHERE people.player_id = players.id AND touched >= ?1)";

/// Carries an operation out, and returns how many rows it affected.
///
/// # Errors
/// There is no such table, person or report; the journal has grown meanwhile; or the database failed.
pub(super) async fn carry_out(db: &mut SqliteConnection, operation: Operation) -> Result<u64, StoreError> {
    match operation {
        Operation::Withhold { code, what, on } => {
            let column = match what {
                Withholding::Unlisted => "unlisted",
                Withholding::Closed => "closed",
            };
            let sql = AssertSqlSafe(format!("UPDATE tables SET {column} = ? WHERE code = ?"));
            some(sqlx::query(sql).bind(on).bind(code).execute(&mut *db).await?.rows_affected())
        }
        Operation::RemoveTable { code, before } => remove_table(db, &code, before).await,
        Operation::Rewrite(rewrite) => self::rewrite(db, rewrite).await,
        Operation::RemovePlayer { who } => {
            sqlx::query("UPDATE reports SET name = ? WHERE about = ?")
                .bind(FORGOTTEN)
                .bind(who.0)
                .execute(&mut *db)
                .await?;
            sqlx::query("DELETE FROM people WHERE player_id = ?").bind(who.0).execute(&mut *db).await?;
            let done = sqlx::query("DELETE FROM players WHERE id = ?").bind(who.0).execute(&mut *db).await?;
            some(done.rows_affected())
        }
        Operation::RemoveIdlePlayers { before } => {
            let sql = AssertSqlSafe(format!("DELETE FROM players WHERE {IDLE}"));
            let done = sqlx::query(sql).bind(stamp(before)).execute(&mut *db).await?;
            sqlx::query("DELETE FROM reports WHERE at < ?").bind(stamp(before)).execute(&mut *db).await?;
            Ok(done.rows_affected())
        }
        Operation::Report(report) => self::report(db, report).await,
        Operation::RemoveReport { id } => {
            let done = sqlx::query("DELETE FROM reports WHERE id = ?").bind(id).execute(&mut *db).await?;
            some(done.rows_affected())
        }
        Operation::Probe { now } => {
            let sql =
                "INSERT INTO health (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at";
            Ok(sqlx::query(sql).bind(stamp(now)).execute(&mut *db).await?.rows_affected())
        }
    }
}

fn some(rows: u64) -> Result<u64, StoreError> {
    if rows == 0 { Err(StoreError::Missing) } else { Ok(rows) }
}

async fn remove_table(
    db: &mut SqliteConnection,
    code: &str,
    before: Option<Millis>,
) -> Result<u64, StoreError> {
    let id = sqlx::query_scalar("SELECT id FROM tables WHERE code = ? AND touched < ?")
        .bind(code)
        .bind(before.map_or(i64::MAX, stamp))
        .fetch_one(&mut *db)
        .await?;
    let id = TableId(id);
    sqlx::query("DELETE FROM entries WHERE key BETWEEN ? AND ?")
        .bind(first_key(id))
        .bind(key(id, MAX_ENTRIES))
        .execute(&mut *db)
        .await?;
    sqlx::query("DELETE FROM people WHERE table_id = ?").bind(id.0).execute(&mut *db).await?;
    some(sqlx::query("DELETE FROM tables WHERE id = ?").bind(id.0).execute(&mut *db).await?.rows_affected())
}

async fn rewrite(db: &mut SqliteConnection, rewrite: Rewrite) -> Result<u64, StoreError> {
    let Rewrite { table, length, entries, summary } = rewrite;
    let latest = statements::count_entries(db, table).await?;
    if latest != length {
        return Err(StoreError::Conflict { expected: length, latest });
    }
    let mut rewritten = 0;
    for (number, body) in entries {
        let done = sqlx::query("UPDATE entries SET body = ? WHERE key = ?")
            .bind(body)
            .bind(key(table, number))
            .execute(&mut *db)
            .await?;
        rewritten += done.rows_affected();
    }
    statements::update_summary(db, table, &summary).await?;
    Ok(rewritten)
}

async fn report(db: &mut SqliteConnection, report: NewReport) -> Result<u64, StoreError> {
    let NewReport { at, code, reporter, about, seat, name, reason } = report;
    let sql = format!(
        "INSERT INTO reports (at, code, reporter, about, seat, name, reason) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 \
         WHERE (SELECT count(*) FROM reports) < {REPORTS} \
         AND (SELECT count(*) FROM reports WHERE reporter = ?3) < {REPORTS_OF_ONE}"
    );
    let done = sqlx::query(AssertSqlSafe(sql))
        .bind(stamp(at))
        .bind(code)
        .bind(reporter.0)
        .bind(about.0)
        .bind(count(seat))
        .bind(name)
        .bind(reason)
        .execute(&mut *db)
        .await?;
    some(done.rows_affected())
}
