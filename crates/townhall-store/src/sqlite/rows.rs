//! The statements that write tables and journals, each in the transaction that its caller began.

use std::{collections::HashMap, fmt::Display};

use sqlx::{AssertSqlSafe, SqliteConnection, SqliteExecutor};
use townhall_table::{
    journal::{Millis, PlayerId},
    room::Summary,
    session::NoticeKind,
};

use super::statement::latest_id;
use crate::{
    columns::{as_json, as_word, asked, count, ending, kind_bit, stamp, status_word},
    error::StoreError,
    journal::{MAX_ENTRIES, NewTable, NoticeRow, Rewrite, TableId},
};

/// The most rows in one statement.
const MAX_ROWS: usize = 128;

/// The first of the keys of a table's journal; its entries' numbers are added to it.
pub(super) const fn first_key(table: TableId) -> i64 {
    table.0 << 20
}

/// The key of an entry.
pub(super) fn key(table: TableId, number: u64) -> i64 {
    first_key(table) + i64::try_from(number).expect("journals end before 2^20")
}

/// The people whose turn it is at a table, as JSON, when something last happened there, and when it has something to do.
pub(super) type Turn = (String, Millis, Option<Millis>);

/// Inserts a table, the people at it and its first entries.
///
/// # Errors
/// Its code is taken, or the database failed.
pub(super) async fn insert_table(db: &mut SqliteConnection, table: NewTable) -> Result<TableId, StoreError> {
    let summary = &table.summary;
    let sql = format!(
        "INSERT INTO tables \
         (id, code, game, variant, players, status, listing, names, to_act, host, ending, imported, touched, due, seated, starts) \
         VALUES (1 + {}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (code) DO NOTHING",
        latest_id("tables")
    );
    let done = sqlx::query(AssertSqlSafe(sql))
        .bind(table.code.to_string())
        .bind(table.game.clone())
        .bind(summary.variant.clone())
        .bind(count(summary.players))
        .bind(status_word(summary.status))
        .bind(as_word(&summary.listing)?)
        .bind(as_json(&summary.names)?)
        .bind(asked(summary)?)
        .bind(summary.host.0)
        .bind(ending(summary)?)
        .bind(summary.imported)
        .bind(stamp(table.at))
        .bind(summary.goes_on_at.map(stamp))
        .bind(as_json(&summary.seated)?)
        .bind(summary.starts.map(stamp))
        .execute(&mut *db)
        .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::CodeTaken);
    }
    let id = TableId(done.last_insert_rowid());
    write_people(db, id, &summary.people).await?;
    let invitations: Vec<_> = table.notice_rows(id).collect();
    let entries: Vec<_> = (1..).zip(table.entries).map(|(number, body)| (key(id, number), body)).collect();
    insert_entries(db, &entries).await?;
    insert_notices(db, &invitations).await?;
    Ok(id)
}

/// The number of entries of a journal.
///
/// # Errors
/// There is no such table, or the database failed.
pub(super) async fn count_entries(db: &mut SqliteConnection, table: TableId) -> Result<u64, StoreError> {
    let last: Option<i64> = sqlx::query_scalar("SELECT max(key) FROM entries WHERE key BETWEEN ? AND ?")
        .bind(first_key(table))
        .bind(key(table, MAX_ENTRIES))
        .fetch_one(&mut *db)
        .await?;
    Ok((last.ok_or(StoreError::Missing)? - first_key(table)).unsigned_abs())
}

/// Updates the columns by which tables are listed, and the people at a table.
pub(super) async fn update_summary(
    db: &mut SqliteConnection,
    table: TableId,
    summary: &Summary,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE tables SET variant = ?, players = ?, status = ?, listing = ?, names = ?, stood_in = ?, host = ?, \
         ending = ?, seated = ?, starts = ? WHERE id = ?",
    )
    .bind(summary.variant.clone())
    .bind(count(summary.players))
    .bind(status_word(summary.status))
    .bind(as_word(&summary.listing)?)
    .bind(as_json(&summary.names)?)
    .bind(as_json(&summary.stood_in)?)
    .bind(summary.host.0)
    .bind(ending(summary)?)
    .bind(as_json(&summary.seated)?)
    .bind(summary.starts.map(stamp))
    .bind(table.0)
    .execute(&mut *db)
    .await?;
    write_people(db, table, &summary.people).await
}

async fn write_people(
    db: &mut SqliteConnection,
    table: TableId,
    people: &[PlayerId],
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM people WHERE table_id = ?").bind(table.0).execute(&mut *db).await?;
    for who in people {
        // A person who was forgotten, and so has no row, may still be in the journal.
        let sql = "INSERT OR IGNORE INTO people (player_id, table_id) \
                   SELECT id, ? FROM players WHERE id = ?";
        sqlx::query(sql).bind(table.0).bind(who.0).execute(&mut *db).await?;
    }
    Ok(())
}

/// Adds entries to journals, by their keys.
pub(super) async fn insert_entries(
    db: &mut SqliteConnection,
    rows: &[(i64, String)],
) -> Result<(), StoreError> {
    for chunk in rows.chunks(MAX_ROWS) {
        let sql = format!(
            "INSERT INTO entries (key, body) SELECT column1, column2 FROM (VALUES {}) WHERE column1 IS NOT NULL",
            groups("(?,?)", padded(chunk.len()))
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (key, body) in chunk {
            query = query.bind(*key).bind(body.as_str());
        }
        for _ in chunk.len()..padded(chunk.len()) {
            query = query.bind(None::<i64>).bind(None::<&str>);
        }
        query.execute(&mut *db).await?;
    }
    Ok(())
}

/// Updates the columns that change with every move.
pub(super) async fn update_turns(
    db: &mut SqliteConnection,
    turns: &HashMap<TableId, Turn>,
) -> Result<(), StoreError> {
    let rows: Vec<_> = turns.iter().collect();
    for chunk in rows.chunks(MAX_ROWS) {
        let sql = format!(
            "UPDATE tables SET to_act = news.column2, touched = news.column3, due = news.column4 \
             FROM (VALUES {}) AS news WHERE tables.id = news.column1",
            groups("(?,?,?,?)", padded(chunk.len()))
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (table, (to_act, touched, due)) in chunk {
            query = query.bind(table.0).bind(to_act.as_str()).bind(stamp(*touched)).bind(due.map(stamp));
        }
        for _ in chunk.len()..padded(chunk.len()) {
            query = query.bind(None::<i64>).bind(None::<&str>).bind(None::<i64>).bind(None::<i64>);
        }
        query.execute(&mut *db).await?;
    }
    Ok(())
}

/// Inserts notices for the channels of the people whom they concern: table, person, kind, turn, when the reason arose, when it is
/// due.
pub(super) async fn insert_notices(
    db: &mut SqliteConnection,
    notices: &[NoticeRow],
) -> Result<(), StoreError> {
    // Only the time of a reminder changes; every other notice of the same turn is the one that is there.
    let late = kind_bit(NoticeKind::Late);
    for chunk in notices.chunks(MAX_ROWS) {
        let sql = format!(
            "INSERT INTO notices (channel_id, table_id, kind, turn, at, due) \
             SELECT channels.id, column1, column3, column4, column5, column6 FROM (VALUES {}) AS news \
             CROSS JOIN channels ON channels.player_id = column2 AND channels.kinds & column3 \
             WHERE true ON CONFLICT (channel_id, table_id, kind, turn) DO UPDATE SET due = excluded.due \
             WHERE notices.kind = {late} AND notices.state = 'waiting'",
            groups("(?,?,?,?,?,?)", padded(chunk.len()))
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for value in chunk.iter().flatten() {
            query = query.bind(*value);
        }
        for _ in 6 * chunk.len()..6 * padded(chunk.len()) {
            query = query.bind(None::<i64>);
        }
        query.execute(&mut *db).await?;
    }
    Ok(())
}

/// The number of rows for which a statement is written that takes so many. There are few different statements, so that they
/// stay in SQLite's cache, and one is enough for most batches.
fn padded(rows: usize) -> usize {
    rows.next_power_of_two()
}

/// The text `group,group,…`, for the values of several rows.
fn groups(group: &str, times: usize) -> String {
    let mut text = String::with_capacity((group.len() + 1) * times);
    for n in 0..times {
        if n > 0 {
            text.push(',');
        }
        text.push_str(group);
    }
    text
}

/// The texts of the entries of a table.
pub(super) async fn journal<'e>(
    db: impl SqliteExecutor<'e>,
    id: TableId,
    code: impl Display,
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

/// Replaces the texts of entries.
pub(super) async fn rewrite(db: &mut SqliteConnection, rewrite: Rewrite) -> Result<(), StoreError> {
    let Rewrite { table, length, entries, summary } = rewrite;
    let latest = count_entries(db, table).await?;
    if latest != length {
        return Err(StoreError::Conflict { expected: length, latest });
    }
    for (number, body) in entries {
        let query = sqlx::query("UPDATE entries SET body = ? WHERE key = ?");
        query.bind(body).bind(key(table, number)).execute(&mut *db).await?;
    }
    update_summary(db, table, &summary).await
}
