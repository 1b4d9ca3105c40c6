//! Tables and journals in a Postgres database.

pub(crate) mod append;
pub(crate) mod card;
mod rows;

use async_trait::async_trait;
use tokio_postgres::{Row, types::ToSql};
use townhall_table::{
    journal::{Millis, PlayerId},
    protocol::Status,
};

use self::card::{as_card, select_card};
use super::{
    Tables,
    types::{Append, Card, Epoch, NewTable, Rewrite, Scope, StoredTable, TableId},
};
use crate::{
    columns::{count, stamp, status_word},
    copy::part::Queries,
    error::StoreError,
    leases::postgres::Membership,
    postgres::{
        PostgresStore,
        link::{Failure, Link},
        rows::{column, found, number},
    },
};

/// A table and its journal. One statement, so that they belong together.
const TABLE: &str = "SELECT id, epoch, closed, length, \
    array(SELECT body FROM entries WHERE table_id = tables.id ORDER BY number) FROM tables WHERE code = $1";

#[async_trait]
impl Tables for PostgresStore {
    async fn create_table(&self, table: NewTable) -> Result<TableId, StoreError> {
        let transaction = self.writers.begin().await?;
        let inserted = rows::insert(transaction.link(), &table).await;
        let Some(id) = inserted.map_err(Failure::before_commit)? else {
            transaction.roll_back().await?;
            return Err(StoreError::CodeTaken);
        };
        transaction.commit().await?;
        Ok(id)
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.appender.append(append).await
    }

    /// Claims a table, and reads it once the claim is durable. Everything that was committed before the claim is durable
    /// then, because a standby takes commits in their order. What comes after it was added under this claim.
    async fn claim(&self, code: &str) -> Result<Option<StoredTable>, StoreError> {
        let lease = self.writers.take().await?;
        let claimed = match &self.node {
            Some(node) => node.claim(lease.link(), code).await,
            None => claim_alone(lease.link(), code).await,
        };
        let table = match claimed {
            Ok(Some(epoch)) => {
                let rows = lease.link().rows(TABLE, &[&code]).await.map_err(Failure::before_commit)?;
                Ok(as_table(&rows, code)?.map(|table| StoredTable { epoch, ..table }))
            }
            other => other.map(|_| None),
        };
        lease.finish();
        table
    }

    async fn release(&self, table: TableId, epoch: Epoch) -> Result<(), StoreError> {
        let Some(node) = &self.node else { return Ok(()) };
        let lease = self.writers.take().await?;
        node.release(lease.link(), table.0, epoch.0).await.map_err(Failure::at_commit)?;
        lease.finish();
        Ok(())
    }

    async fn load(&self, code: &str) -> Result<Option<StoredTable>, StoreError> {
        as_table(&self.readers.rows(TABLE, &[&code]).await?, code)
    }

    async fn card(&self, code: &str) -> Result<Option<Card>, StoreError> {
        let sql = select_card!("tables WHERE code = $1 AND NOT closed");
        Ok(cards(self, sql, &[&code]).await?.pop())
    }

    async fn list(&self, scope: Scope, limit: usize) -> Result<Vec<Card>, StoreError> {
        let limit = count(limit);
        let (status, public) = match scope {
            Scope::Mine(who) => {
                let sql = select_card!(
                    "people JOIN tables ON tables.id = people.table_id WHERE people.player_id = $1 AND NOT closed \
                     ORDER BY status = 'over', touched DESC LIMIT $2"
                );
                return cards(self, sql, &[&who.0, &limit]).await;
            }
            Scope::Finished { who, after } => {
                let sql = select_card!(
                    "people JOIN tables ON tables.id = people.table_id WHERE people.player_id = $1 AND NOT closed \
                     AND status = 'over' AND ($2::text IS NULL \
                       OR (touched, id) < (SELECT last.touched, last.id FROM tables AS last WHERE last.code = $2)) \
                     ORDER BY touched DESC, id DESC LIMIT $3"
                );
                return cards(self, sql, &[&who.0, &after, &limit]).await;
            }
            Scope::Open(public) => (Status::Lobby, public),
            Scope::Watch(public) => (Status::Playing, public),
        };
        // Tables whose host is unknown count as having different hosts.
        let sql = select_card!(
            "(SELECT *, row_number() OVER \
               (PARTITION BY CASE host WHEN 0 THEN -id ELSE host END ORDER BY touched DESC) AS nth FROM tables \
               WHERE code IN (SELECT unnest($2::text[]) \
                 UNION SELECT unnest(attended) FROM nodes WHERE until > now()) \
               AND listing = 'public' AND status = $1 AND NOT unlisted AND NOT closed) AS listed \
             WHERE nth <= $3 ORDER BY touched DESC LIMIT $4"
        );
        let per_host = count(public.per_host);
        cards(self, sql, &[&status_word(status), &public.codes, &per_host, &limit]).await
    }

    async fn take_due(&self, now: Millis, again: Millis, limit: usize) -> Result<Vec<String>, StoreError> {
        // Usually nothing is due, and then nothing is written.
        let any = "SELECT count(*) FROM (SELECT FROM tables WHERE due <= $1 AND NOT closed LIMIT 1) AS first";
        if number(&self.readers.rows(any, &[&stamp(now)]).await?)? == 0 {
            return Ok(Vec::new());
        }
        let own = self.node.as_ref().map_or(0, Membership::id);
        let sql = "UPDATE tables SET due = $2 WHERE id IN \
                     (SELECT id FROM tables WHERE due <= $1 AND NOT closed AND NOT EXISTS \
                       (SELECT FROM nodes WHERE nodes.id = owner AND until > now() AND nodes.id <> $4) \
                     ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING code";
        let rows = self.writers.write(sql, &[&stamp(now), &stamp(again), &count(limit), &own]).await?;
        rows.iter().map(|row| column(row, 0)).collect()
    }

    async fn unfinished(&self, host: PlayerId, since: Millis) -> Result<usize, StoreError> {
        let sql = "SELECT count(*) FROM tables WHERE host = $1 AND status <> 'over' AND NOT closed \
                   AND (touched >= $2 OR due IS NOT NULL)";
        let unfinished = number(&self.readers.rows(sql, &[&host.0, &stamp(since)]).await?)?;
        Ok(usize::try_from(unfinished).unwrap_or_default())
    }

    async fn untouched_since(&self, before: Millis) -> Result<Vec<Card>, StoreError> {
        let sql = select_card!("tables WHERE touched < $1 ORDER BY touched");
        self.operator.read(sql, &[&stamp(before)]).await?.iter().map(as_card).collect()
    }

    async fn abandoned_since(&self, before: Millis) -> Result<Vec<Card>, StoreError> {
        let sql = select_card!(
            "tables WHERE touched < $1 AND (status = 'lobby' OR status = 'playing' AND listing = 'public') \
             ORDER BY touched"
        );
        self.operator.read(sql, &[&stamp(before)]).await?.iter().map(as_card).collect()
    }

    async fn latest_change(&self) -> Result<Option<Millis>, StoreError> {
        let rows = self.operator.read("SELECT max(touched) FROM tables", &[]).await?;
        let latest: Option<i64> = rows.first().map(|row| column(row, 0)).transpose()?.flatten();
        Ok(latest.map(i64::unsigned_abs))
    }

    async fn correct_times(&self, latest: Millis, now: Millis) -> Result<(), StoreError> {
        let sql = "UPDATE tables SET touched = $1 WHERE touched > $2 RETURNING id";
        self.writers.write(sql, &[&stamp(now), &stamp(latest)]).await.map(drop)
    }

    async fn tables_naming(&self, who: PlayerId) -> Result<Vec<String>, StoreError> {
        // As in the SQLite store: people who have left a table are in no other list than its journal.
        let sql = "SELECT code FROM tables WHERE id IN (SELECT table_id FROM people WHERE player_id = $1) \
                   OR id IN (SELECT table_id FROM entries WHERE strpos(body, $2) > 0) ORDER BY id";
        let named = format!("\"id\":{},", who.0);
        self.operator.read(sql, &[&who.0, &named]).await?.iter().map(|row| column(row, 0)).collect()
    }

    async fn remove_table(&self, code: &str, before: Option<Millis>) -> Result<(), StoreError> {
        let transaction = self.writers.begin().await?;
        let sql = "DELETE FROM tables WHERE code = $1 AND touched < $2 RETURNING id";
        let rows = transaction.rows(sql, &[&code, &before.map_or(i64::MAX, stamp)]).await?;
        let Some(row) = rows.first() else {
            transaction.roll_back().await?;
            return Err(StoreError::Missing);
        };
        let id: i64 = column(row, 0)?;
        transaction.rows("DELETE FROM entries WHERE table_id = $1", &[&id]).await?;
        transaction.rows("DELETE FROM people WHERE table_id = $1", &[&id]).await?;
        transaction.rows("DELETE FROM notices WHERE table_id = $1", &[&id]).await?;
        transaction.commit().await
    }

    /// A new epoch: a server that has the table in memory has to read it again.
    async fn rewrite(&self, rewrite: Rewrite) -> Result<(), StoreError> {
        let Rewrite { table, length, entries, summary } = rewrite;
        let transaction = self.writers.begin().await?;
        let sql = "UPDATE tables SET epoch = epoch + 1 WHERE id = $1 RETURNING length";
        let rows = transaction.rows(sql, &[&table.0]).await?;
        found(&rows)?;
        let latest = number(&rows)?.unsigned_abs();
        if latest != length {
            return Err(StoreError::Conflict { expected: length, latest });
        }
        let (numbers, bodies): (Vec<i64>, Vec<String>) =
            entries.into_iter().map(|(number, body)| (stamp(number), body)).unzip();
        let sql = "UPDATE entries SET body = fresh.body FROM unnest($2::bigint[], $3::text[]) AS fresh (number, body) \
                   WHERE table_id = $1 AND entries.number = fresh.number";
        transaction.rows(sql, &[&table.0, &numbers, &bodies]).await?;
        let updated =
            rows::update_summaries(transaction.link(), &[(table, &summary)], async { Ok(()) }).await;
        updated.map_err(Failure::before_commit)?;
        transaction.commit().await
    }
}

async fn claim_alone(link: &Link, code: &str) -> Result<Option<Epoch>, StoreError> {
    let sql = "UPDATE tables SET epoch = epoch + 1 WHERE code = $1 RETURNING epoch";
    let claimed = link.rows(sql, &[&code]).await.map_err(Failure::at_commit)?;
    claimed.first().map(|row| Ok(Epoch(column(row, 0)?))).transpose()
}

async fn cards(
    store: &PostgresStore,
    sql: &'static str,
    values: &[&(dyn ToSql + Sync)],
) -> Result<Vec<Card>, StoreError> {
    store.readers.rows(sql, values).await?.iter().map(as_card).collect()
}

fn as_table(rows: &[Row], code: &str) -> Result<Option<StoredTable>, StoreError> {
    let Some(row) = rows.first() else { return Ok(None) };
    let (length, entries): (i64, Vec<String>) = (column(row, 3)?, column(row, 4)?);
    if count(entries.len()) != length {
        return Err(StoreError::Corrupt(format!("an entry of table {code} is missing")));
    }
    let (id, epoch, is_closed) = (TableId(column(row, 0)?), Epoch(column(row, 1)?), column(row, 2)?);
    Ok(Some(StoredTable { id, epoch, is_closed, entries }))
}

/// See [`Queries`]. The lengths of the journals are counted when everything is copied.
pub(super) const TABLES: Queries = Queries {
    page: "SELECT id, json_build_object('id', id, 'code', code, 'game', game, 'variant', variant, \
             'players', players, 'status', status, 'listing', listing, 'names', names, 'to_act', to_act, \
             'stood_in', stood_in, 'host', host, 'ending', ending, 'touched', touched, 'due', due, 'imported', imported::int, \
             'unlisted', unlisted::int, 'closed', closed::int, 'people', array(SELECT player_id FROM people \
               JOIN players ON players.id = player_id WHERE table_id = tables.id ORDER BY player_id))::text \
           FROM tables WHERE id > $1 ORDER BY id LIMIT $2",
    put: &[
        "INSERT INTO tables (id, code, game, variant, players, status, listing, names, to_act, stood_in, host, \
           ending, imported, touched, due, unlisted, closed, length) \
         SELECT id, code, game, variant, players, status, listing, names, to_act, stood_in, host, ending, \
           imported, touched, due, unlisted, closed, 0 FROM json_populate_recordset(NULL::tables, $1::text::json)",
        "INSERT INTO people (player_id, table_id) SELECT who.id::bigint, one.id \
         FROM json_to_recordset($1::text::json) AS one (id bigint, people json), \
           json_array_elements_text(one.people) AS who (id)",
    ],
};

/// See [`Queries`]. The position of an entry is its key in a file.
pub(super) const ENTRIES: Queries = Queries {
    page: "SELECT (table_id << 20) + number, \
             json_build_object('table_id', table_id, 'number', number, 'body', body)::text \
           FROM entries WHERE (table_id, number) > ($1::bigint >> 20, $1::bigint & 1048575) \
           ORDER BY table_id, number LIMIT $2",
    put: &["INSERT INTO entries (table_id, number, body) \
            SELECT table_id, number, body FROM json_populate_recordset(NULL::entries, $1::text::json)"],
};
