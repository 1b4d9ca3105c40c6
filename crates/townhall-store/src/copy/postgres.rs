//! A database that is copied, or into which a copy is written.

use async_trait::async_trait;

use super::archive::{Archive, Latest, MAX_PAGE, Page, portions};
use crate::{
    data::DatabaseUrl,
    engine::statement::Value,
    error::{OpenError, StoreError},
    postgres::{
        link::{Failure, LONG_STATEMENT_TIMEOUT, Link},
        lock::Use,
        open, query_once,
        rows::number,
    },
    relations::{Key, Relation},
    schema::relations,
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

    async fn page(&mut self, relation: &Relation, after: Option<Vec<Value>>) -> Result<Page, StoreError> {
        let sql = relation.select(after.is_none(), MAX_PAGE);
        let rows = query_once(&self.0, &sql, &after.unwrap_or_default()).await?;
        rows.iter().map(|row| relation.values(row)).collect()
    }

    async fn put(&mut self, relation: &Relation, page: Page) -> Result<(), StoreError> {
        // The lengths of the journals are counted when everything is copied.
        let own = if relation.name == "tables" { (", length", ", 0") } else { ("", "") };
        for portion in portions(&page) {
            let mut numbers = 1..;
            let mut group = |row: &Vec<Value>| {
                let values: Vec<_> = numbers.by_ref().take(row.len()).map(|n| format!("${n}")).collect();
                format!("({}{})", values.join(","), own.1)
            };
            let groups: Vec<_> = portion.iter().map(&mut group).collect();
            let (name, columns) = (relation.name, relation.column_list());
            let sql = format!("INSERT INTO {name} ({columns}{}) VALUES {}", own.0, groups.join(","));
            query_once(&self.0, &sql, &portion.concat()).await?;
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
        for Relation { name, .. } in relations().filter(|relation| matches!(relation.key, Key::Numbered)) {
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
