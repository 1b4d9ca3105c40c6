//! The statements that write tables. Each runs on a connection that its caller holds.

use tokio_postgres::types::ToSql;
use townhall_table::room::Summary;

use super::{
    link::{Failure, Link},
    rows::column,
};
use crate::{
    columns::{as_json, as_word, asked, count, ending, stamp, status_word},
    journal::{NewTable, TableId},
};

/// Inserts a table, the people at it and its first entries. `None` if its code is taken.
pub(super) async fn insert(link: &Link, table: &NewTable) -> Result<Option<TableId>, Failure> {
    let summary = &table.summary;
    let rows = link
        .rows(
            "INSERT INTO tables (code, game, variant, players, status, listing, names, to_act, host, ending, touched, \
             length, imported, due, seated, starts) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) \
             ON CONFLICT (code) DO NOTHING RETURNING id",
            &[
                &table.code.to_string(),
                &table.game,
                &summary.variant,
                &count(summary.players),
                &status_word(summary.status),
                &as_word(&summary.listing)?,
                &as_json(&summary.names)?,
                &asked(summary)?,
                &summary.host.0,
                &ending(summary)?,
                &stamp(table.at),
                &count(table.entries.len()),
                &summary.imported,
                &summary.goes_on_at.map(stamp),
                &as_json(&summary.seated)?,
                &summary.starts.map(stamp),
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
    let (at, who): (Vec<i64>, Vec<i64>) = summary.people.iter().map(|who| (id, who.0)).unzip();
    link.rows(ADD_PEOPLE, &[&at, &who]).await?;
    if !table.notices.is_empty() {
        let mut columns: [Vec<i64>; 6] = Default::default();
        for row in table.notice_rows(TableId(id)) {
            std::iter::zip(&mut columns, row).for_each(|(column, value)| column.push(value));
        }
        let values: Vec<_> = columns.iter().map(|column| column as &(dyn ToSql + Sync)).collect();
        link.rows(INVITE, &values).await?;
    }
    Ok(Some(TableId(id)))
}

/// Adds notices about a new table.
const INVITE: &str = "\
    INSERT INTO notices (channel_id, table_id, kind, turn, at, due) \
    SELECT channels.id, notice.table_id, notice.kind, notice.turn, notice.at, notice.due \
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[]) \
      AS notice (table_id, player_id, kind, turn, at, due) \
    JOIN channels ON channels.player_id = notice.player_id AND channels.kinds & notice.kind <> 0";

/// Updates the columns by which tables are listed.
const SUMMARIES: &str = "\
    UPDATE tables SET variant = news.variant, players = news.players, status = news.status, listing = news.listing, \
      names = news.names, stood_in = news.stood_in, host = news.host, ending = news.ending, seated = news.seated, \
      starts = news.starts \
    FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], \
      $9::text[], $10::text[], $11::bigint[]) \
      AS news (id, variant, players, status, listing, names, stood_in, host, ending, seated, starts) \
    WHERE tables.id = news.id";

/// Removes the people of tables `$1` who are not among those at tables `$2`, pair by pair.
const REMOVE_PEOPLE: &str = "\
    DELETE FROM people WHERE table_id = ANY($1) AND NOT EXISTS \
      (SELECT FROM unnest($2::bigint[], $3::bigint[]) AS now (table_id, player_id) \
       WHERE now.table_id = people.table_id AND now.player_id = people.player_id)";

/// Adds people to tables. A person who was forgotten, and so has no row, may still be in a journal.
const ADD_PEOPLE: &str = "\
    INSERT INTO people (table_id, player_id) SELECT now.table_id, now.player_id \
    FROM unnest($1::bigint[], $2::bigint[]) AS now (table_id, player_id) JOIN players ON players.id = now.player_id \
    ON CONFLICT DO NOTHING";

/// Prepares the statements of [`update_summaries`], so that they can be sent without waiting for one another.
pub(super) async fn prepare(link: &Link) -> Result<(), Failure> {
    for sql in [SUMMARIES, REMOVE_PEOPLE, ADD_PEOPLE] {
        link.prepare(sql).await?;
    }
    Ok(())
}

/// Updates the columns by which tables are listed, and the people there. The statements are sent at once, followed by
/// `then`, without waiting for the answers.
pub(super) async fn update_summaries(
    link: &Link,
    tables: &[(TableId, &Summary)],
    then: impl Future<Output = Result<(), Failure>>,
) -> Result<(), Failure> {
    let (mut ids, mut variants, mut players, mut statuses) = (vec![], vec![], vec![], vec![]);
    let (mut listings, mut names, mut stood_in) = (vec![], vec![], vec![]);
    let (mut hosts, mut endings, mut seated, mut starts) = (vec![], vec![], vec![], vec![]);
    for (id, summary) in tables {
        ids.push(id.0);
        variants.push(summary.variant.as_str());
        players.push(count(summary.players));
        statuses.push(status_word(summary.status));
        listings.push(as_word(&summary.listing)?);
        names.push(as_json(&summary.names)?);
        stood_in.push(as_json(&summary.stood_in)?);
        hosts.push(summary.host.0);
        endings.push(ending(summary)?);
        seated.push(as_json(&summary.seated)?);
        starts.push(summary.starts.map(stamp));
    }
    let people = tables.iter().flat_map(|(id, summary)| summary.people.iter().map(|who| (id.0, who.0)));
    let (at, who): (Vec<i64>, Vec<i64>) = people.unzip();
    let summaries: [&(dyn ToSql + Sync); 11] = [
        &ids, &variants, &players, &statuses, &listings, &names, &stood_in, &hosts, &endings, &seated,
        &starts,
    ];
    let (now, present): ([&(dyn ToSql + Sync); 3], [&(dyn ToSql + Sync); 2]) =
        ([&ids, &at, &who], [&at, &who]);
    // They are sent in this order, each as soon as it is polled for the first time. If one is refused, the transaction is
    // void, and a commit behind it keeps nothing.
    let (updated, left, came, then) = tokio::join!(
        biased;
        link.rows(SUMMARIES, &summaries),
        link.rows(REMOVE_PEOPLE, &now),
        link.rows(ADD_PEOPLE, &present),
        then,
    );
    updated?;
    left?;
    came?;
    then
}
