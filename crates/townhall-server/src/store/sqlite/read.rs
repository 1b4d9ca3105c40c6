//! The queries of readers.

use sqlx::{AssertSqlSafe, SqlitePool};

use super::{
    Card, Scope, StoreError, StoredTable, TableId,
    columns::{from_json, from_word, read_status},
    first_key, key,
};
use crate::store::MAX_ENTRIES;

/// The columns of a [`Card`].
const CARD: &str = "code, game, variant, players, names, status, listing, to_act, touched";

/// The columns of [`CARD`], in its order.
type CardRow = (String, String, String, i64, String, String, String, String, i64);

fn as_card(row: CardRow) -> Result<Card, StoreError> {
    let (code, game, variant, players, names, status, listing, to_act, touched) = row;
    Ok(Card {
        code,
        game,
        variant,
        players: usize::try_from(players).unwrap_or_default(),
        names: from_json(&names)?,
        status: read_status(&status)?,
        listing: from_word(&listing)?,
        to_act: from_json(&to_act)?,
        touched: touched.unsigned_abs(),
    })
}

pub(super) async fn load(pool: &SqlitePool, code: &str) -> Result<Option<StoredTable>, StoreError> {
    let Some(id) = sqlx::query_scalar("SELECT id FROM tables WHERE code = ?")
        .bind(code)
        .fetch_optional(pool)
        .await?
        .map(TableId)
    else {
        return Ok(None);
    };
    let rows: Vec<(i64, String)> =
        sqlx::query_as("SELECT key, body FROM entries WHERE key BETWEEN ? AND ? ORDER BY key")
            .bind(first_key(id))
            .bind(key(id, MAX_ENTRIES))
            .fetch_all(pool)
            .await?;
    let entries = (1..)
        .zip(rows)
        .map(|(number, (found, body))| {
            if found == key(id, number) {
                Ok(body)
            } else {
                Err(StoreError::Corrupt(format!("entry {number} of table {code} is missing")))
            }
        })
        .collect::<Result<_, _>>()?;
    Ok(Some(StoredTable { id, entries }))
}

pub(super) async fn card(pool: &SqlitePool, code: &str) -> Result<Option<Card>, StoreError> {
    let sql = format!("SELECT {CARD} FROM tables WHERE code = ?");
    let row: Option<CardRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(code).fetch_optional(pool).await?;
    row.map(as_card).transpose()
}

pub(super) async fn list(pool: &SqlitePool, scope: Scope, limit: usize) -> Result<Vec<Card>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let listed = |status: &str| {
        format!(
            "SELECT {CARD} FROM tables WHERE listing = 'public' AND status = '{status}' \
             ORDER BY touched DESC LIMIT ?"
        )
    };
    let rows: Vec<CardRow> = match scope {
        Scope::Mine(who) => {
            let sql = format!(
                "SELECT {CARD} FROM people JOIN tables ON tables.id = people.table_id \
                 WHERE people.player_id = ? ORDER BY status = 'over', touched DESC LIMIT ?"
            );
            sqlx::query_as(AssertSqlSafe(sql)).bind(who.0).bind(limit).fetch_all(pool).await?
        }
        Scope::Open => sqlx::query_as(AssertSqlSafe(listed("lobby"))).bind(limit).fetch_all(pool).await?,
        Scope::Watch => sqlx::query_as(AssertSqlSafe(listed("playing"))).bind(limit).fetch_all(pool).await?,
    };
    rows.into_iter().map(as_card).collect()
}

pub(super) async fn with_pending_bots(pool: &SqlitePool) -> Result<Vec<String>, StoreError> {
    Ok(sqlx::query_scalar("SELECT code FROM tables WHERE has_pending_bots ORDER BY id")
        .fetch_all(pool)
        .await?)
}

pub(super) async fn check(pool: &SqlitePool) -> Result<(), StoreError> {
    sqlx::query("SELECT 1").execute(pool).await?;
    Ok(())
}
