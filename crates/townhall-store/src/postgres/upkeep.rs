//! What the operator asks for.

use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio_postgres::Row;
use townhall_table::{
    forget::FORGOTTEN,
    journal::{Millis, PlayerId},
};

use super::{
    PostgresStore,
    link::Failure,
    people::some,
    read::{self, column, number},
    tables,
};
use crate::{
    Card, Guest, NewReport, Report, Rewrite, StoreError, Upkeep, WithheldCard, Withholding,
    columns::{count, stamp},
    upkeep::{REPORTS, REPORTS_OF_ONE},
};

/// How long what the operator asks for may take: some of it goes through all entries.
pub(super) const PATIENCE: Duration = Duration::from_secs(600);

/// The SQL condition for people who came before a time and are at no table at which something has happened since.
macro_rules! idle {
    ($start:literal, $end:literal) => {
        concat!(
            $start,
            " FROM players WHERE since < $1 AND NOT EXISTS (SELECT FROM people \
             JOIN tables ON tables.id = people.table_id WHERE people.player_id = players.id AND touched >= $1)",
            $end
        )
    };
}

impl PostgresStore {
    async fn removal_of_table(&self, code: &str, before: Option<Millis>) -> Result<(), StoreError> {
        let writing = self.writers.begin().await?;
        let sql = "DELETE FROM tables WHERE code = $1 AND touched < $2 RETURNING id";
        let rows = writing.rows(sql, &[&code, &before.map_or(i64::MAX, stamp)]).await?;
        let Some(row) = rows.first() else {
            writing.roll_back().await?;
            return Err(StoreError::Missing);
        };
        let id: i64 = column(row, 0)?;
        writing.rows("DELETE FROM entries WHERE table_id = $1", &[&id]).await?;
        writing.rows("DELETE FROM people WHERE table_id = $1", &[&id]).await?;
        writing.commit().await
    }

    /// Whoever has the table in memory has to read it anew: their claim ends.
    async fn rewriting(&self, rewrite: Rewrite) -> Result<(), StoreError> {
        let Rewrite { table, length, entries, summary } = rewrite;
        let writing = self.writers.begin().await?;
        let sql = "UPDATE tables SET epoch = epoch + 1 WHERE id = $1 RETURNING length";
        let rows = writing.rows(sql, &[&table.0]).await?;
        some(&rows)?;
        let latest = number(&rows)?.unsigned_abs();
        if latest != length {
            return Err(StoreError::Conflict { expected: length, latest });
        }
        let (numbers, bodies): (Vec<i64>, Vec<String>) =
            entries.into_iter().map(|(number, body)| (stamp(number), body)).unzip();
        let sql = "UPDATE entries SET body = fresh.body FROM unnest($2::bigint[], $3::text[]) AS fresh (number, body) \
                   WHERE table_id = $1 AND entries.number = fresh.number";
        writing.rows(sql, &[&table.0, &numbers, &bodies]).await?;
        let updated = tables::update_summaries(writing.link(), &[(table, &summary)], async { Ok(()) }).await;
        updated.map_err(Failure::before_commit)?;
        writing.commit().await
    }

    async fn removal_of_player(&self, who: PlayerId) -> Result<(), StoreError> {
        let writing = self.writers.begin().await?;
        writing.rows("UPDATE reports SET name = $2 WHERE about = $1", &[&who.0, &FORGOTTEN]).await?;
        writing.rows("DELETE FROM people WHERE player_id = $1", &[&who.0]).await?;
        some(&writing.rows("DELETE FROM players WHERE id = $1 RETURNING id", &[&who.0]).await?)?;
        writing.commit().await
    }

    async fn removal_of_idle_players(&self, before: Millis) -> Result<u64, StoreError> {
        let writing = self.upkeep.begin().await?;
        let sql = idle!(
            "WITH removed AS (DELETE",
            " RETURNING id), gone AS (DELETE FROM people USING removed WHERE people.player_id = removed.id) \
             SELECT count(*) FROM removed"
        );
        let removed = number(&writing.rows(sql, &[&stamp(before)]).await?)?;
        writing.rows("DELETE FROM reports WHERE at < $1", &[&stamp(before)]).await?;
        writing.commit().await?;
        Ok(removed.unsigned_abs())
    }
}

impl Upkeep for PostgresStore {
    fn withhold(&self, code: &str, what: Withholding, on: bool) -> BoxFuture<'_, Result<(), StoreError>> {
        let code = code.to_owned();
        Box::pin(async move {
            let sql = match what {
                Withholding::Unlisted => "UPDATE tables SET unlisted = $2 WHERE code = $1 RETURNING id",
                // Whoever has the table in memory can't add to it any more.
                Withholding::Closed => {
                    "UPDATE tables SET closed = $2, epoch = epoch + 1 WHERE code = $1 RETURNING id"
                }
            };
            some(&self.writers.write(sql, &[&code, &on]).await?)
        })
    }

    fn remove_table(&self, code: &str, before: Option<Millis>) -> BoxFuture<'_, Result<(), StoreError>> {
        let code = code.to_owned();
        Box::pin(async move { self.removal_of_table(&code, before).await })
    }

    fn rewrite(&self, rewrite: Rewrite) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.rewriting(rewrite))
    }

    fn remove_player(&self, who: PlayerId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.removal_of_player(who))
    }

    fn untouched_since(&self, before: Millis) -> BoxFuture<'_, Result<Vec<Card>, StoreError>> {
        Box::pin(read::untouched_since(&self.upkeep, before))
    }

    fn tables(&self, limit: usize, public: bool) -> BoxFuture<'_, Result<Vec<WithheldCard>, StoreError>> {
        Box::pin(read::tables(&self.upkeep, limit, public))
    }

    fn count_idle_players(&self, before: Millis) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(async move {
            let rows = self.upkeep.read(idle!("SELECT count(*)", ""), &[&stamp(before)]).await?;
            Ok(number(&rows)?.unsigned_abs())
        })
    }

    fn remove_idle_players(&self, before: Millis) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(self.removal_of_idle_players(before))
    }

    fn find_players(&self, name: &str, limit: usize) -> BoxFuture<'_, Result<Vec<Guest>, StoreError>> {
        let name = name.to_lowercase();
        Box::pin(async move {
            // What counts as the same letter in another case is to be as with a file, whatever the database's locale is.
            let sql = "SELECT id, name, since, (SELECT count(*) FROM people WHERE player_id = players.id) \
                       FROM players ORDER BY id DESC";
            let guest = |row: &Row| {
                let (id, since, tables) = (column(row, 0)?, column::<i64>(row, 2)?, column::<i64>(row, 3)?);
                let (since, tables) = (since.unsigned_abs(), tables.unsigned_abs());
                Ok(Guest { id: PlayerId(id), name: column(row, 1)?, since, tables })
            };
            let rows = self.upkeep.read(sql, &[]).await?;
            let named = |guest: &Result<Guest, StoreError>| {
                guest.as_ref().map_or(true, |guest| guest.name.to_lowercase().contains(&name))
            };
            rows.iter().map(guest).filter(named).take(limit).collect()
        })
    }

    fn tables_naming(&self, who: PlayerId) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async move {
            // As in the SQLite store: people who have left a table are in no other list than its journal.
            let sql = "SELECT code FROM tables WHERE id IN (SELECT table_id FROM people WHERE player_id = $1) \
                       OR id IN (SELECT table_id FROM entries WHERE strpos(body, $2) > 0) ORDER BY id";
            let named = format!("\"id\":{},", who.0);
            self.upkeep.read(sql, &[&who.0, &named]).await?.iter().map(|row| column(row, 0)).collect()
        })
    }

    fn report(&self, report: NewReport) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let NewReport { at, code, reporter, about, seat, name, reason } = report;
            let sql = "INSERT INTO reports (at, code, reporter, about, seat, name, reason) \
                       SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM reports) < $8 \
                       AND (SELECT count(*) FROM reports WHERE reporter = $3) < $9 RETURNING id";
            let (all, of_one) = (i64::from(REPORTS), i64::from(REPORTS_OF_ONE));
            let (at, seat) = (stamp(at), count(seat));
            some(
                &self
                    .writers
                    .write(sql, &[&at, &code, &reporter.0, &about.0, &seat, &name, &reason, &all, &of_one])
                    .await?,
            )
        })
    }

    fn reports(&self) -> BoxFuture<'_, Result<Vec<Report>, StoreError>> {
        Box::pin(async {
            let sql = "SELECT id, at, code, reporter, about, seat, name, reason FROM reports ORDER BY id";
            let report = |row: &Row| {
                Ok(Report {
                    id: column(row, 0)?,
                    at: column::<i64>(row, 1)?.unsigned_abs(),
                    code: column(row, 2)?,
                    reporter: PlayerId(column(row, 3)?),
                    about: PlayerId(column(row, 4)?),
                    seat: usize::try_from(column::<i64>(row, 5)?).unwrap_or_default(),
                    name: column(row, 6)?,
                    reason: column(row, 7)?,
                })
            };
            self.upkeep.read(sql, &[]).await?.iter().map(report).collect()
        })
    }

    fn remove_report(&self, id: i64) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            some(&self.writers.write("DELETE FROM reports WHERE id = $1 RETURNING id", &[&id]).await?)
        })
    }

    fn settle(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        // Postgres removes old rows by itself (autovacuum); its log is its own affair.
        Box::pin(async { Ok(()) })
    }

    fn probe(&self, now: Millis) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let sql =
                "INSERT INTO health (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at";
            self.writers.write(sql, &[&stamp(now)]).await.map(drop)
        })
    }
}
