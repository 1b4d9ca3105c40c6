//! Tables and journals in an SQLite file.

pub(crate) mod card;
pub(crate) mod rows;

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, SqliteConnection, SqliteExecutor};
use townhall_table::{
    journal::{Millis, PlayerId},
    protocol::Status,
};

use self::{
    card::{CARD, CardRow, as_card},
    rows::{first_key, key},
};
use super::{
    Tables,
    types::{Append, Card, Epoch, MAX_ENTRIES, NewTable, Rewrite, Scope, StoredTable, TableId},
};
use crate::{
    columns::{as_json, count, stamp, status_word},
    copy::part::Queries,
    error::StoreError,
    sqlite::{SqliteStore, statement::found},
};

#[async_trait]
impl Tables for SqliteStore {
    async fn create_table(&self, table: NewTable) -> Result<TableId, StoreError> {
        self.writer.write(move |db| Box::pin(rows::insert_table(db, table))).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writer.append(append).await
    }

    async fn load(&self, code: &str) -> Result<Option<StoredTable>, StoreError> {
        let row: Option<(i64, bool)> = sqlx::query_as("SELECT id, closed FROM tables WHERE code = ?")
            .bind(code)
            .fetch_optional(&self.readers)
            .await?;
        let Some((id, is_closed)) = row else { return Ok(None) };
        let id = TableId(id);
        let entries = journal(&self.readers, id, code).await?;
        Ok(Some(StoredTable { id, epoch: Epoch::default(), is_closed, entries }))
    }

    async fn card(&self, code: &str) -> Result<Option<Card>, StoreError> {
        let sql = format!("SELECT {CARD} FROM tables WHERE code = ? AND NOT closed");
        let row: Option<CardRow> =
            sqlx::query_as(AssertSqlSafe(sql)).bind(code).fetch_optional(&self.readers).await?;
        row.map(as_card).transpose()
    }

    async fn list(&self, scope: Scope, limit: usize) -> Result<Vec<Card>, StoreError> {
        let (status, public) = match scope {
            Scope::Mine(who) => {
                let sql = format!(
                    "SELECT {CARD} FROM people JOIN tables ON tables.id = people.table_id \
                     WHERE people.player_id = ? AND NOT closed ORDER BY status = 'over', touched DESC LIMIT ?"
                );
                let query = sqlx::query_as(AssertSqlSafe(sql)).bind(who.0).bind(count(limit));
                return as_cards(query.fetch_all(&self.readers).await?);
            }
            Scope::Finished { who, after } => {
                let sql = format!(
                    "SELECT {CARD} FROM people JOIN tables ON tables.id = people.table_id \
                     WHERE people.player_id = ? AND NOT closed AND status = 'over' \
                     AND (? IS NULL OR (touched, id) < (SELECT touched, id FROM tables WHERE code = ?)) \
                     ORDER BY touched DESC, id DESC LIMIT ?"
                );
                let query = sqlx::query_as(AssertSqlSafe(sql)).bind(who.0).bind(after.clone()).bind(after);
                return as_cards(query.bind(count(limit)).fetch_all(&self.readers).await?);
            }
            Scope::Open(public) => (Status::Lobby, public),
            Scope::Watch(public) => (Status::Playing, public),
        };
        // Tables whose host is unknown count as having different hosts.
        let sql = format!(
            "SELECT {CARD} FROM (SELECT *, row_number() OVER \
               (PARTITION BY CASE host WHEN 0 THEN -id ELSE host END ORDER BY touched DESC) AS nth FROM tables \
               WHERE code IN (SELECT value FROM json_each(?)) \
               AND listing = 'public' AND status = '{}' AND NOT unlisted AND NOT closed) \
             WHERE nth <= ? ORDER BY touched DESC LIMIT ?",
            status_word(status)
        );
        let query = sqlx::query_as(AssertSqlSafe(sql)).bind(as_json(&public.codes)?);
        let query = query.bind(count(public.per_host)).bind(count(limit));
        as_cards(query.fetch_all(&self.readers).await?)
    }

    async fn take_due(&self, now: Millis, again: Millis, limit: usize) -> Result<Vec<String>, StoreError> {
        // Usually nothing is due, and then nothing is written.
        let any = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM tables WHERE due <= ? AND NOT closed)");
        if !any.bind(stamp(now)).fetch_one(&self.readers).await? {
            return Ok(Vec::new());
        }
        let take = self.writer.write(move |db| {
            Box::pin(async move {
                let sql = "UPDATE tables SET due = ?2 WHERE id IN \
                           (SELECT id FROM tables WHERE due <= ?1 AND NOT closed ORDER BY due LIMIT ?3) RETURNING code";
                let query = sqlx::query_scalar(sql).bind(stamp(now)).bind(stamp(again)).bind(count(limit));
                Ok(query.fetch_all(db).await?)
            })
        });
        take.await
    }

    async fn unfinished(&self, host: PlayerId, since: Millis) -> Result<usize, StoreError> {
        let sql = "SELECT count(*) FROM tables WHERE host = ? AND status <> 'over' AND NOT closed \
                   AND (touched >= ? OR due IS NOT NULL)";
        let number: i64 =
            sqlx::query_scalar(sql).bind(host.0).bind(stamp(since)).fetch_one(&self.readers).await?;
        Ok(usize::try_from(number).unwrap_or_default())
    }

    async fn untouched_since(&self, before: Millis) -> Result<Vec<Card>, StoreError> {
        let sql = format!("SELECT {CARD} FROM tables WHERE touched < ? ORDER BY touched");
        as_cards(sqlx::query_as(AssertSqlSafe(sql)).bind(stamp(before)).fetch_all(&self.readers).await?)
    }

    async fn abandoned_since(&self, before: Millis) -> Result<Vec<Card>, StoreError> {
        let sql = format!(
            "SELECT {CARD} FROM tables WHERE touched < ? \
             AND (status = 'lobby' OR status = 'playing' AND listing = 'public') ORDER BY touched"
        );
        as_cards(sqlx::query_as(AssertSqlSafe(sql)).bind(stamp(before)).fetch_all(&self.readers).await?)
    }

    async fn latest_change(&self) -> Result<Option<Millis>, StoreError> {
        let latest: Option<i64> =
            sqlx::query_scalar("SELECT max(touched) FROM tables").fetch_one(&self.readers).await?;
        Ok(latest.map(i64::unsigned_abs))
    }

    async fn correct_times(&self, latest: Millis, now: Millis) -> Result<(), StoreError> {
        let write = self.writer.write_after_appends(move |db| {
            Box::pin(async move {
                let query = sqlx::query("UPDATE tables SET touched = ? WHERE touched > ?");
                query.bind(stamp(now)).bind(stamp(latest)).execute(db).await?;
                Ok(())
            })
        });
        write.await
    }

    async fn tables_naming(&self, who: PlayerId) -> Result<Vec<String>, StoreError> {
        // Searches all journals, because people who have left a table are in no other list. A person is written in an
        // entry as `{"id":7,"name":…`.
        let codes = sqlx::query_scalar(
            "SELECT code FROM tables WHERE id IN (SELECT table_id FROM people WHERE player_id = ?1) \
             OR id IN (SELECT DISTINCT key >> 20 FROM entries WHERE instr(body, ?2) > 0) ORDER BY id",
        )
        .bind(who.0)
        .bind(format!("\"id\":{},", who.0));
        Ok(codes.fetch_all(&self.readers).await?)
    }

    async fn remove_table(&self, code: &str, before: Option<Millis>) -> Result<(), StoreError> {
        let code = code.to_owned();
        self.writer.write_after_appends(move |db| Box::pin(remove_table(db, code, before))).await
    }

    async fn rewrite(&self, rewrite: Rewrite) -> Result<(), StoreError> {
        self.writer.write_after_appends(move |db| Box::pin(self::rewrite(db, rewrite))).await
    }
}

fn as_cards(rows: Vec<CardRow>) -> Result<Vec<Card>, StoreError> {
    rows.into_iter().map(as_card).collect()
}

/// The texts of the entries of a table.
pub(crate) async fn journal<'e>(
    db: impl SqliteExecutor<'e>,
    id: TableId,
    code: &str,
) -> Result<Vec<String>, StoreError> {
    let rows: Vec<(i64, String)> =
        sqlx::query_as("SELECT key, body FROM entries WHERE key BETWEEN ? AND ? ORDER BY key")
            .bind(first_key(id))
            .bind(key(id, MAX_ENTRIES))
            .fetch_all(db)
            .await?;
    (1..)
        .zip(rows)
        .map(|(number, (found, body))| {
            if found == key(id, number) {
                Ok(body)
            } else {
                Err(StoreError::Corrupt(format!("entry {number} of table {code} is missing")))
            }
        })
        .collect()
}

async fn remove_table(
    db: &mut SqliteConnection,
    code: String,
    before: Option<Millis>,
) -> Result<(), StoreError> {
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
    sqlx::query("DELETE FROM notices WHERE table_id = ?").bind(id.0).execute(&mut *db).await?;
    found(sqlx::query("DELETE FROM tables WHERE id = ?").bind(id.0).execute(&mut *db).await?)
}

async fn rewrite(db: &mut SqliteConnection, rewrite: Rewrite) -> Result<(), StoreError> {
    let Rewrite { table, length, entries, summary } = rewrite;
    let latest = rows::count_entries(db, table).await?;
    if latest != length {
        return Err(StoreError::Conflict { expected: length, latest });
    }
    for (number, body) in entries {
        let query = sqlx::query("UPDATE entries SET body = ? WHERE key = ?");
        query.bind(body).bind(key(table, number)).execute(&mut *db).await?;
    }
    rows::update_summary(db, table, &summary).await
}

/// See [`Queries`].
pub(super) const TABLES: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'code', code, 'game', game, 'variant', variant, 'players', players, \
             'status', status, 'listing', listing, 'names', names, 'to_act', to_act, 'stood_in', stood_in, \
             'host', host, 'ending', ending, 'imported', imported, 'touched', touched, 'due', due, 'unlisted', unlisted, \
             'closed', closed, \
             'people', json((SELECT json_group_array(player_id) FROM \
               (SELECT player_id FROM people WHERE table_id = tables.id ORDER BY player_id)))) \
           FROM tables WHERE id > ? ORDER BY id LIMIT ?",
    put: &[
        "INSERT INTO tables (id, code, game, variant, players, status, listing, names, to_act, stood_in, host, \
           ending, imported, touched, due, unlisted, closed) \
         SELECT value->>'id', value->>'code', value->>'game', value->>'variant', value->>'players', \
           value->>'status', value->>'listing', value->>'names', value->>'to_act', value->>'stood_in', \
           value->>'host', value->>'ending', value->>'imported', value->>'touched', value->>'due', value->>'unlisted', value->>'closed' \
         FROM json_each(?)",
        "INSERT INTO people (player_id, table_id) SELECT who.value, one.value->>'id' \
         FROM json_each(?) AS one, json_each(one.value, '$.people') AS who",
    ],
};

/// See [`Queries`]. The position of an entry is its key.
pub(super) const ENTRIES: Queries = Queries {
    page: "SELECT key, json_object('table_id', key >> 20, 'number', key & 1048575, 'body', body) \
           FROM entries WHERE key > ? ORDER BY key LIMIT ?",
    put: &["INSERT INTO entries (key, body) \
            SELECT ((value->>'table_id') << 20) + (value->>'number'), value->>'body' FROM json_each(?)"],
};
