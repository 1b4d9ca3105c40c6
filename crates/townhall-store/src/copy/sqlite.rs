//! A file that is copied, or into which a copy is written.

use std::path::Path;

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use super::archive::{Archive, Latest, MAX_PAGE, Page, portions};
use crate::{
    engine::statement::Value,
    error::{OpenError, StoreError},
    relations::{Copied, Key, Relation, number, text},
    sqlite::{
        Lock, open_alone,
        statement::{execute, latest_id, rows},
    },
};

/// The entries of journals as a file has them: the key is the table's number times 2^20 plus the entry's number.
pub(crate) const KEYED_ENTRIES: Relation = Relation {
    name: "entries",
    columns: &[number("key"), text("body")],
    key: Key::Columns(&["key"]),
    copied: Copied::All,
    personal: None,
};

#[derive(Debug)]
pub(super) struct SqliteArchive {
    connection: SqliteConnection,
    _lock: Lock,
}

impl SqliteArchive {
    /// Opens a file that `exists`, or else makes one.
    pub(super) async fn open(path: &Path, exists: bool) -> Result<Self, OpenError> {
        let (connection, lock) = open_alone(path, exists).await?;
        Ok(Self { connection, _lock: lock })
    }
}

/// The key of an entry from the numbers of its table and of the entry itself.
fn joined(mut key: Vec<Value>) -> Vec<Value> {
    if let [Value::Number(Some(table)), Value::Number(Some(number)), ..] = key[..] {
        key.splice(..2, [Value::from((table << 20) + number)]);
    }
    key
}

/// The numbers of an entry's table and of the entry itself from its key.
fn parted(mut row: Vec<Value>) -> Vec<Value> {
    if let [Value::Number(Some(key)), ..] = row[..] {
        row.splice(..1, [Value::from(key >> 20), Value::from(key & 0xF_FFFF)]);
    }
    row
}

#[async_trait]
impl Archive for SqliteArchive {
    async fn begin(&mut self) -> Result<(), StoreError> {
        execute(&mut self.connection, "BEGIN IMMEDIATE").await
    }

    async fn commit(&mut self) -> Result<(), StoreError> {
        execute(&mut self.connection, "COMMIT").await
    }

    async fn page(&mut self, relation: &Relation, after: Option<Vec<Value>>) -> Result<Page, StoreError> {
        let is_keyed = relation.name == KEYED_ENTRIES.name;
        let (relation, after) =
            if is_keyed { (&KEYED_ENTRIES, after.map(joined)) } else { (relation, after) };
        let sql = AssertSqlSafe(relation.select(after.is_none(), MAX_PAGE));
        let found = rows(&mut self.connection, sql, after.unwrap_or_default()).await?;
        let page = found.iter().map(|row| relation.values(row));
        if is_keyed { page.map(|row| row.map(parted)).collect() } else { page.collect() }
    }

    async fn put(&mut self, relation: &Relation, mut page: Page) -> Result<(), StoreError> {
        let mut relation = relation;
        if relation.name == KEYED_ENTRIES.name {
            relation = &KEYED_ENTRIES;
            page = page.into_iter().map(joined).collect();
        }
        let group = format!("({})", vec!["?"; relation.columns.len()].join(","));
        for portion in portions(&page) {
            let groups = vec![group.as_str(); portion.len()].join(",");
            let (name, columns) = (relation.name, relation.column_list());
            let sql = AssertSqlSafe(format!("INSERT INTO {name} ({columns}) VALUES {groups}"));
            rows(&mut self.connection, sql, portion.concat()).await?;
        }
        Ok(())
    }

    async fn latest(&mut self) -> Result<Latest, StoreError> {
        let sql = format!("SELECT {}, {}", latest_id("players"), latest_id("tables"));
        Ok(sqlx::query_as(AssertSqlSafe(sql)).fetch_one(&mut self.connection).await?)
    }

    async fn set_latest(&mut self, (player, table): Latest) -> Result<(), StoreError> {
        let sql = "INSERT INTO used_ids (kind, id) VALUES ('players', ?), ('tables', ?) \
                   ON CONFLICT (kind) DO UPDATE SET id = excluded.id";
        sqlx::query(sql).bind(player).bind(table).execute(&mut self.connection).await?;
        Ok(())
    }

    async fn close(self: Box<Self>) {
        if let Err(error) = self.connection.close().await {
            tracing::warn!(%error, "could not close the file");
        }
    }
}
