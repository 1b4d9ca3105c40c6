//! Tables and their journals in a database.

use tokio_postgres::Row;
use townhall_table::TableCode;

use super::{
    PostgresEngine,
    link::{Failure, Link},
    rows::{column, number},
    tables,
};
use crate::{
    columns::{count, stamp},
    error::StoreError,
    journal::{Append, Epoch, NewTable, Rewrite, StoredTable, TableId},
};

/// A table and its journal. One statement, so that they belong together.
const TABLE: &str = "SELECT id, epoch, closed, length, \
    array(SELECT body FROM entries WHERE table_id = tables.id ORDER BY number) FROM tables WHERE code = $1";

impl PostgresEngine {
    pub(crate) async fn create_table(&self, table: NewTable) -> Result<TableId, StoreError> {
        let transaction = self.writers.begin().await?;
        let inserted = tables::insert(transaction.link(), &table).await;
        let Some(id) = inserted.map_err(Failure::before_commit)? else {
            transaction.roll_back().await?;
            return Err(StoreError::CodeTaken);
        };
        transaction.commit().await?;
        Ok(id)
    }

    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.appender.append(append).await
    }

    /// Claims a table, and reads it once the claim is durable. Everything that was committed before the claim is durable
    /// then, because a standby takes commits in their order. Later entries were added under this claim.
    pub(crate) async fn claim(&self, code: TableCode) -> Result<Option<StoredTable>, StoreError> {
        let lease = self.writers.take().await?;
        let claimed = match &self.node {
            Some(node) => node.claim(lease.link(), code).await,
            None => claim_alone(lease.link(), code).await,
        };
        let table = match claimed {
            Ok(Some(epoch)) => {
                let rows =
                    lease.link().rows(TABLE, &[&code.to_string()]).await.map_err(Failure::before_commit)?;
                Ok(as_table(&rows, code)?.map(|table| StoredTable { epoch, ..table }))
            }
            other => other.map(|_| None),
        };
        lease.finish();
        table
    }

    pub(crate) async fn release(&self, table: TableId, epoch: Epoch) -> Result<(), StoreError> {
        let Some(node) = &self.node else { return Ok(()) };
        let lease = self.writers.take().await?;
        node.release(lease.link(), table.0, epoch.0).await.map_err(Failure::at_commit)?;
        lease.finish();
        Ok(())
    }

    pub(crate) async fn load(&self, code: TableCode) -> Result<Option<StoredTable>, StoreError> {
        as_table(&self.readers.rows(TABLE, &[&code.to_string()]).await?, code)
    }

    /// A new epoch: a server that has the table in memory has to read it again.
    pub(crate) async fn rewrite(&self, rewrite: Rewrite) -> Result<(), StoreError> {
        let Rewrite { table, length, entries, summary } = rewrite;
        let transaction = self.writers.begin().await?;
        let sql = "UPDATE tables SET epoch = epoch + 1 WHERE id = $1 RETURNING length";
        let rows = transaction.rows(sql, &[&table.0]).await?;
        if rows.is_empty() {
            return Err(StoreError::Missing);
        }
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
            tables::update_summaries(transaction.link(), &[(table, &summary)], async { Ok(()) }).await;
        updated.map_err(Failure::before_commit)?;
        transaction.commit().await
    }
}

async fn claim_alone(link: &Link, code: TableCode) -> Result<Option<Epoch>, StoreError> {
    let sql = "UPDATE tables SET epoch = epoch + 1 WHERE code = $1 RETURNING epoch";
    let claimed = link.rows(sql, &[&code.to_string()]).await.map_err(Failure::at_commit)?;
    claimed.first().map(|row| Ok(Epoch(column(row, 0)?))).transpose()
}

fn as_table(rows: &[Row], code: TableCode) -> Result<Option<StoredTable>, StoreError> {
    let Some(row) = rows.first() else { return Ok(None) };
    let (length, entries): (i64, Vec<String>) = (column(row, 3)?, column(row, 4)?);
    if count(entries.len()) != length {
        return Err(StoreError::Corrupt(format!("an entry of table {code} is missing")));
    }
    let (id, epoch, is_closed) = (TableId(column(row, 0)?), Epoch(column(row, 1)?), column(row, 2)?);
    Ok(Some(StoredTable { id, epoch, is_closed, entries }))
}
