//! A database that is copied, or into which a copy is written.

use async_trait::async_trait;

use super::{
    archive::{Archive, Latest, MAX_PAGE, Page},
    part::Part,
    parts,
};
use crate::{
    data::DatabaseUrl,
    error::{OpenError, StoreError},
    postgres::{
        link::{Failure, LONG_STATEMENT_TIMEOUT, Link},
        lock::Use,
        open,
        rows::{column, number},
    },
};

#[derive(Debug)]
pub(super) struct PostgresArchive(Link);

impl PostgresArchive {
    pub(super) async fn open(url: &DatabaseUrl) -> Result<Self, OpenError> {
        let (_, link) = open::open(url, true, Use::Alone).await?;
        Ok(Self(link.with_timeout(LONG_STATEMENT_TIMEOUT)))
    }

    async fn run(&self, sql: &str) -> Result<(), StoreError> {
        self.0.run(sql).await.map_err(Failure::at_commit)
    }
}

#[async_trait]
impl Archive for PostgresArchive {
    async fn begin(&mut self) -> Result<(), StoreError> {
        self.run("BEGIN").await
    }

    async fn commit(&mut self) -> Result<(), StoreError> {
        self.run("COMMIT").await
    }

    async fn page(&mut self, part: &Part, after: i64) -> Result<Page, StoreError> {
        let rows =
            self.0.rows(part.postgres.page, &[&after, &MAX_PAGE]).await.map_err(Failure::before_commit)?;
        rows.iter().map(|row| Ok((column(row, 0)?, column(row, 1)?))).collect()
    }

    async fn put(&mut self, part: &Part, rows: String) -> Result<(), StoreError> {
        for sql in part.postgres.put {
            self.0.rows(sql, &[&rows]).await.map_err(Failure::before_commit)?;
        }
        Ok(())
    }

    async fn latest(&mut self) -> Result<Latest, StoreError> {
        let latest = async |sql| number(&self.0.rows(sql, &[]).await.map_err(Failure::before_commit)?);
        let player =
            latest("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM players_id_seq").await?;
        let table =
            latest("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM tables_id_seq").await?;
        Ok((player, table))
    }

    /// Also counts the entries of each journal. A journal that misses an entry gets a length that differs from its number of
    /// entries, so that it can't be read here either.
    async fn set_latest(&mut self, (player, table): Latest) -> Result<(), StoreError> {
        self.run(
            "UPDATE tables SET length = counted.latest FROM \
             (SELECT table_id, max(number) AS latest FROM entries GROUP BY table_id) AS counted \
             WHERE id = counted.table_id",
        )
        .await?;
        for Part { table: name, .. } in parts().filter(|part| part.has_sequence) {
            let latest = match *name {
                "players" => player.to_string(),
                "tables" => table.to_string(),
                other => format!("(SELECT coalesce(max(id), 0) FROM {other})"),
            };
            let sql = format!(
                "SELECT setval('{name}_id_seq', greatest(latest, 1), latest > 0) FROM (SELECT {latest} AS latest) AS _"
            );
            self.run(&sql).await?;
        }
        Ok(())
    }

    async fn close(self: Box<Self>) {}
}
