//! The queries that only read, and the claim, which reads after it has written.

use tokio_postgres::{
    Row,
    types::{FromSql, ToSql},
};

use super::{
    link::{Failure, Link},
    nodes::Membership,
    pool::{Pool, Readers},
};
use crate::{
    Card, Epoch, Scope, StoreError, StoredTable, TableId, WithheldCard,
    columns::{count, from_json, from_word, read_status, stamp, status_word},
};
use townhall_table::{
    journal::{Millis, PlayerId},
    protocol::Status,
};

/// The columns of a [`Card`], in the order in which [`as_card`] reads them.
macro_rules! select_card {
    ($rest:literal) => {
        concat!(
            "SELECT code, game, variant, players, names, status, listing, to_act, stood_in, touched, ending, ",
            "unlisted, closed FROM ",
            $rest
        )
    };
}

/// The value of a column.
pub(super) fn column<'r, T: FromSql<'r>>(row: &'r Row, index: usize) -> Result<T, StoreError> {
    row.try_get(index).map_err(|error| StoreError::Corrupt(super::link::explain(&error)))
}

fn as_card(row: &Row) -> Result<Card, StoreError> {
    let text = |index| column::<&str>(row, index);
    let (players, touched): (i64, i64) = (column(row, 3)?, column(row, 9)?);
    Ok(Card {
        code: text(0)?.to_owned(),
        game: text(1)?.to_owned(),
        variant: text(2)?.to_owned(),
        players: usize::try_from(players).unwrap_or_default(),
        names: from_json(text(4)?)?,
        status: read_status(text(5)?)?,
        listing: from_word(text(6)?)?,
        to_act: from_json(text(7)?)?,
        stood_in: from_json(text(8)?)?,
        touched: touched.unsigned_abs(),
        ending: column::<Option<&str>>(row, 10)?.map(from_json).transpose()?,
    })
}

async fn cards(
    readers: &Readers,
    sql: &'static str,
    values: &[&(dyn ToSql + Sync)],
) -> Result<Vec<Card>, StoreError> {
    readers.rows(sql, values).await?.iter().map(as_card).collect()
}

/// A table and its journal. One statement, so that they belong together.
const TABLE: &str = "SELECT id, epoch, closed, length, \
    array(SELECT body FROM entries WHERE table_id = tables.id ORDER BY number) FROM tables WHERE code = $1";

fn as_table(rows: &[Row], code: &str) -> Result<Option<StoredTable>, StoreError> {
    let Some(row) = rows.first() else { return Ok(None) };
    let (length, entries): (i64, Vec<String>) = (column(row, 3)?, column(row, 4)?);
    if count(entries.len()) != length {
        return Err(StoreError::Corrupt(format!("an entry of table {code} is missing")));
    }
    let (id, epoch, is_closed) = (TableId(column(row, 0)?), Epoch(column(row, 1)?), column(row, 2)?);
    Ok(Some(StoredTable { id, epoch, is_closed, entries }))
}

pub(super) async fn load(readers: &Readers, code: &str) -> Result<Option<StoredTable>, StoreError> {
    as_table(&readers.rows(TABLE, &[&code]).await?, code)
}

/// Claims a table, and reads it once the claim is durable. Everything that was committed before the claim is durable then,
/// because a standby takes commits in their order. What comes after it is this claim's own.
pub(super) async fn claim(
    pool: &Pool,
    node: Option<&Membership>,
    code: &str,
) -> Result<Option<StoredTable>, StoreError> {
    let lease = pool.take().await?;
    let claimed = match node {
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

async fn claim_alone(link: &Link, code: &str) -> Result<Option<Epoch>, StoreError> {
    let sql = "UPDATE tables SET epoch = epoch + 1 WHERE code = $1 RETURNING epoch";
    let claimed = link.rows(sql, &[&code]).await.map_err(Failure::at_commit)?;
    claimed.first().map(|row| Ok(Epoch(column(row, 0)?))).transpose()
}

pub(super) async fn card(readers: &Readers, code: &str) -> Result<Option<Card>, StoreError> {
    let sql = select_card!("tables WHERE code = $1 AND NOT closed");
    Ok(cards(readers, sql, &[&code]).await?.pop())
}

pub(super) async fn list(readers: &Readers, scope: Scope, limit: usize) -> Result<Vec<Card>, StoreError> {
    let limit = count(limit);
    let (status, public) = match scope {
        Scope::Mine(who) => {
            let sql = select_card!(
                "people JOIN tables ON tables.id = people.table_id WHERE people.player_id = $1 AND NOT closed \
                 ORDER BY status = 'over', touched DESC LIMIT $2"
            );
            return cards(readers, sql, &[&who.0, &limit]).await;
        }
        Scope::Finished { who, after } => {
            let sql = select_card!(
                "people JOIN tables ON tables.id = people.table_id WHERE people.player_id = $1 AND NOT closed \
                 AND status = 'over' AND ($2::text IS NULL \
                   OR (touched, id) < (SELECT last.touched, last.id FROM tables AS last WHERE last.code = $2)) \
                 ORDER BY touched DESC, id DESC LIMIT $3"
            );
            return cards(readers, sql, &[&who.0, &after, &limit]).await;
        }
        Scope::Open(public) => (Status::Lobby, public),
        Scope::Watch(public) => (Status::Playing, public),
    };
    // Tables whose host is unknown count as having different hosts.
    let sql = select_card!(
        "(SELECT *, row_number() OVER \
           (PARTITION BY CASE host WHEN 0 THEN -id ELSE host END ORDER BY touched DESC) AS nth FROM tables \
           WHERE listing = 'public' AND status = $1 AND NOT unlisted AND NOT closed \
           AND (touched >= $2 OR code = ANY($3) \
             OR code IN (SELECT unnest(attended) FROM nodes WHERE until > now()))) AS listed \
         WHERE nth <= $4 ORDER BY touched DESC LIMIT $5"
    );
    let (since, per_host) = (stamp(public.since), count(public.per_host));
    cards(readers, sql, &[&status_word(status), &since, &public.attended, &per_host, &limit]).await
}

pub(super) async fn unfinished(
    readers: &Readers,
    host: PlayerId,
    since: Millis,
) -> Result<usize, StoreError> {
    let sql =
        "SELECT count(*) FROM tables WHERE host = $1 AND status <> 'over' AND NOT closed AND touched >= $2";
    let found = number(&readers.rows(sql, &[&host.0, &stamp(since)]).await?)?;
    Ok(usize::try_from(found).unwrap_or_default())
}

/// The only number of the only row.
pub(super) fn number(rows: &[Row]) -> Result<i64, StoreError> {
    let row = rows.first().ok_or_else(|| StoreError::Corrupt("an empty answer".to_owned()))?;
    column(row, 0)
}

pub(super) async fn tables(pool: &Pool, limit: usize, public: bool) -> Result<Vec<WithheldCard>, StoreError> {
    let sql = select_card!(
        "tables WHERE NOT $1 OR (listing = 'public' AND NOT unlisted AND NOT closed) ORDER BY touched DESC LIMIT $2"
    );
    let line = |row: &Row| {
        Ok(WithheldCard { card: as_card(row)?, is_unlisted: column(row, 11)?, is_closed: column(row, 12)? })
    };
    pool.read(sql, &[&public, &count(limit)]).await?.iter().map(line).collect()
}

pub(super) async fn untouched_since(pool: &Pool, before: Millis) -> Result<Vec<Card>, StoreError> {
    let sql = select_card!("tables WHERE touched < $1 ORDER BY touched");
    pool.read(sql, &[&stamp(before)]).await?.iter().map(as_card).collect()
}
