//! The statements that write tables. Each runs on a connection that its caller holds.

use townhall_table::{
    journal::{Listing, PlayerId},
    room::Summary,
};

use super::{
    link::{Failure, Link},
    read::column,
};
use crate::store::{
    NewTable, StoreError, TableId,
    columns::{as_json, as_word, count, stamp, status_word},
};

/// Inserts a table, the people at it and its first entries. None if its code is taken.
pub(super) async fn insert(link: &Link, table: &NewTable) -> Result<Option<TableId>, Failure> {
    let summary = &table.summary;
    let rows = link
        .rows(
            "INSERT INTO tables (code, game, variant, players, status, listing, names, to_act, host, ending, touched, \
             length) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (code) DO NOTHING RETURNING id",
            &[
                &table.code,
                &table.game,
                &summary.variant,
                &count(summary.players),
                &status_word(summary.status),
                &as_word(&Listing::from(summary.listing))?,
                &as_json(&summary.names)?,
                &as_json(&summary.to_act)?,
                &summary.host.0,
                &ending(summary)?,
                &stamp(table.at),
                &count(table.entries.len()),
            ],
        )
        .await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let id: i64 = column(row, 0)?;
    link.rows(
        "INSERT INTO entries (table_id, number, body) SELECT $1, entry.number, entry.body \
         FROM unnest($2::text[]) WITH ORDINALITY AS entry (body, number)",
        &[&id, &table.entries],
    )
    .await?;
    write_people(link, TableId(id), &summary.people).await?;
    Ok(Some(TableId(id)))
}

/// Updates the columns by which tables are listed, and the people at a table.
pub(super) async fn update_summary(link: &Link, table: TableId, summary: &Summary) -> Result<(), Failure> {
    link.rows(
        "UPDATE tables SET variant = $2, players = $3, status = $4, listing = $5, names = $6, stood_in = $7, \
         host = $8, ending = $9 WHERE id = $1",
        &[
            &table.0,
            &summary.variant,
            &count(summary.players),
            &status_word(summary.status),
            &as_word(&Listing::from(summary.listing))?,
            &as_json(&summary.names)?,
            &as_json(&summary.stood_in)?,
            &summary.host.0,
            &ending(summary)?,
        ],
    )
    .await?;
    write_people(link, table, &summary.people).await
}

/// The column that says how a game ended.
fn ending(summary: &Summary) -> Result<Option<String>, StoreError> {
    summary.ending.as_ref().map(as_json).transpose()
}

async fn write_people(link: &Link, table: TableId, people: &[PlayerId]) -> Result<(), Failure> {
    let people: Vec<i64> = people.iter().map(|who| who.0).collect();
    link.rows("DELETE FROM people WHERE table_id = $1 AND player_id <> ALL($2)", &[&table.0, &people])
        .await?;
    // A person who was forgotten, and so has no row, may still be in the journal.
    link.rows(
        "INSERT INTO people (player_id, table_id) SELECT id, $1 FROM players WHERE id = ANY($2) \
         ON CONFLICT DO NOTHING",
        &[&table.0, &people],
    )
    .await?;
    Ok(())
}
