//! The queries that only read.

use sqlx::{AssertSqlSafe, FromRow, Row, SqliteExecutor, SqlitePool, sqlite::SqliteRow};

use super::{
    Card, Scope, StoreError, StoredTable, TableId,
    columns::{as_json, count, from_json, from_word, read_status, stamp, status_word},
    first_key, key,
};
use crate::{Epoch, MAX_ENTRIES, WithheldCard};
use townhall_table::{
    journal::{Millis, PlayerId},
    protocol::Status,
};

/// The columns of a [`Card`].
const CARD: &str = "code, game, variant, players, names, status, listing, to_act, stood_in, touched, ending";

/// The columns of [`CARD`], in its order.
type CardRow = (String, String, String, i64, String, String, String, String, String, i64, Option<String>);

fn as_card(row: CardRow) -> Result<Card, StoreError> {
    let (code, game, variant, players, names, status, listing, to_act, stood_in, touched, ending) = row;
    Ok(Card {
        code,
        game,
        variant,
        players: usize::try_from(players).unwrap_or_default(),
        names: from_json(&names)?,
        status: read_status(&status)?,
        listing: from_word(&listing)?,
        to_act: from_json(&to_act)?,
        stood_in: from_json(&stood_in)?,
        touched: touched.unsigned_abs(),
        ending: ending.as_deref().map(from_json).transpose()?,
    })
}

pub(super) async fn load(pool: &SqlitePool, code: &str) -> Result<Option<StoredTable>, StoreError> {
    let found: Option<(i64, bool)> = sqlx::query_as("SELECT id, closed FROM tables WHERE code = ?")
        .bind(code)
        .fetch_optional(pool)
        .await?;
    let Some((id, is_closed)) = found else { return Ok(None) };
    let id = TableId(id);
    let entries = journal(pool, id, code).await?;
    Ok(Some(StoredTable { id, epoch: Epoch::default(), is_closed, entries }))
}

/// The texts of the entries of a table.
pub(super) async fn journal<'e>(
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

pub(super) async fn card(pool: &SqlitePool, code: &str) -> Result<Option<Card>, StoreError> {
    let sql = format!("SELECT {CARD} FROM tables WHERE code = ? AND NOT closed");
    let row: Option<CardRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(code).fetch_optional(pool).await?;
    row.map(as_card).transpose()
}

pub(super) async fn list(pool: &SqlitePool, scope: Scope, limit: usize) -> Result<Vec<Card>, StoreError> {
    let (status, public) = match scope {
        Scope::Mine(who) => return mine(pool, who, limit).await,
        Scope::Finished { who, after } => return finished(pool, who, after, limit).await,
        Scope::Open(public) => (Status::Lobby, public),
        Scope::Watch(public) => (Status::Playing, public),
    };
    // Tables whose host is unknown count as having different hosts.
    let sql = format!(
        "SELECT {CARD} FROM (SELECT *, row_number() OVER \
           (PARTITION BY CASE host WHEN 0 THEN -id ELSE host END ORDER BY touched DESC) AS nth FROM tables \
           WHERE listing = 'public' AND status = '{}' AND NOT unlisted AND NOT closed \
           AND (touched >= ? OR code IN (SELECT value FROM json_each(?)))) \
         WHERE nth <= ? ORDER BY touched DESC LIMIT ?",
        status_word(status)
    );
    let rows: Vec<CardRow> = sqlx::query_as(AssertSqlSafe(sql))
        .bind(stamp(public.since))
        .bind(as_json(&public.attended)?)
        .bind(count(public.per_host))
        .bind(count(limit))
        .fetch_all(pool)
        .await?;
    rows.into_iter().map(as_card).collect()
}

pub(super) async fn tables(
    pool: &SqlitePool,
    limit: usize,
    public: bool,
) -> Result<Vec<WithheldCard>, StoreError> {
    let only = if public { "WHERE listing = 'public' AND NOT unlisted AND NOT closed" } else { "" };
    let sql = format!("SELECT {CARD}, unlisted, closed FROM tables {only} ORDER BY touched DESC LIMIT ?");
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(count(limit)).fetch_all(pool).await?;
    let line = |row: SqliteRow| {
        let (is_unlisted, is_closed) = (row.try_get("unlisted")?, row.try_get("closed")?);
        Ok(WithheldCard { card: as_card(CardRow::from_row(&row)?)?, is_unlisted, is_closed })
    };
    rows.into_iter().map(line).collect()
}

pub(super) async fn untouched_since(pool: &SqlitePool, before: Millis) -> Result<Vec<Card>, StoreError> {
    let sql = format!("SELECT {CARD} FROM tables WHERE touched < ? ORDER BY touched");
    let rows: Vec<CardRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(stamp(before)).fetch_all(pool).await?;
    rows.into_iter().map(as_card).collect()
}

async fn mine(pool: &SqlitePool, who: PlayerId, limit: usize) -> Result<Vec<Card>, StoreError> {
    let sql = format!(
        "SELECT {CARD} FROM people JOIN tables ON tables.id = people.table_id \
         WHERE people.player_id = ? AND NOT closed ORDER BY status = 'over', touched DESC LIMIT ?"
    );
    let rows: Vec<CardRow> =
        sqlx::query_as(AssertSqlSafe(sql)).bind(who.0).bind(count(limit)).fetch_all(pool).await?;
    rows.into_iter().map(as_card).collect()
}

async fn finished(
    pool: &SqlitePool,
    who: PlayerId,
    after: Option<String>,
    limit: usize,
) -> Result<Vec<Card>, StoreError> {
    let sql = format!(
        "SELECT {CARD} FROM people JOIN tables ON tables.id = people.table_id \
         WHERE people.player_id = ? AND NOT closed AND status = 'over' \
         AND (? IS NULL OR (touched, id) < (SELECT touched, id FROM tables WHERE code = ?)) \
         ORDER BY touched DESC, id DESC LIMIT ?"
    );
    let query = sqlx::query_as(AssertSqlSafe(sql)).bind(who.0).bind(after.clone()).bind(after);
    let rows: Vec<CardRow> = query.bind(count(limit)).fetch_all(pool).await?;
    rows.into_iter().map(as_card).collect()
}

pub(super) async fn unfinished(
    pool: &SqlitePool,
    host: PlayerId,
    since: Millis,
) -> Result<usize, StoreError> {
    let sql =
        "SELECT count(*) FROM tables WHERE host = ? AND status <> 'over' AND NOT closed AND touched >= ?";
    let found: i64 = sqlx::query_scalar(sql).bind(host.0).bind(stamp(since)).fetch_one(pool).await?;
    Ok(usize::try_from(found).unwrap_or_default())
}
