//! The interface of the engines, over which each subject is written once: reads, writes and transactions of statements, and
//! journals.
//!
//! The engines know no subject, and the subjects know no engine. Where the two dialects of SQL differ, a subject has the
//! statement in both ([`statement::Sql`]).

pub(crate) mod statement;

use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;
use townhall_table::TableCode;

use self::statement::{Reach, Row, Sql, Value};
use crate::{
    error::StoreError,
    journal::{Append, Epoch, NewTable, Rewrite, StoredTable, TableId},
    migrations,
    postgres::{PostgresEngine, link::Link, query},
    sqlite::{SqliteEngine, statement::rows},
};

/// An open file or database.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one for each server")]
pub(crate) enum Engine {
    Sqlite(SqliteEngine),
    Postgres(PostgresEngine),
}

/// A transaction in which statements are run.
#[derive(Debug)]
pub(crate) enum Transaction<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c Link),
}

impl Transaction<'_> {
    /// Runs a statement and returns its rows.
    pub(crate) async fn rows(
        &mut self,
        sql: impl Into<Sql>,
        values: Vec<Value>,
    ) -> Result<Vec<Row>, StoreError> {
        match self {
            Self::Sqlite(db) => rows(&mut **db, sql.into().sqlite, values).await,
            Self::Postgres(link) => query(link, sql.into().postgres, &values).await,
        }
    }
}

/// Calls a method that both engines have.
macro_rules! either {
    ($engine:expr, $method:ident($($argument:expr),*)) => {
        match $engine {
            Engine::Sqlite(engine) => engine.$method($($argument),*).await,
            Engine::Postgres(engine) => engine.$method($($argument),*).await,
        }
    };
}

impl Engine {
    /// Runs a query and returns its rows.
    pub(crate) async fn read(&self, sql: impl Into<Sql>, values: Vec<Value>) -> Result<Vec<Row>, StoreError> {
        match self {
            Self::Sqlite(engine) => engine.read(sql.into().sqlite, values).await,
            Self::Postgres(engine) => engine.read(sql.into().postgres, &values).await,
        }
    }

    /// As [`Engine::read`], for the query by which each request identifies its guest: no other query delays it.
    pub(crate) async fn identify(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<Vec<Row>, StoreError> {
        match self {
            Self::Sqlite(engine) => engine.identify(sql, values).await,
            Self::Postgres(engine) => engine.read(sql, &values).await,
        }
    }

    /// As [`Engine::read`], for queries that may go through all rows. They do not delay others.
    pub(crate) async fn scan(&self, sql: impl Into<Sql>, values: Vec<Value>) -> Result<Vec<Row>, StoreError> {
        match self {
            Self::Sqlite(engine) => engine.read(sql.into().sqlite, values).await,
            Self::Postgres(engine) => engine.scan(sql.into().postgres, &values).await,
        }
    }

    /// Runs one statement as a transaction of its own, and returns the rows of its `RETURNING`.
    pub(crate) async fn write(
        &self,
        reach: Reach,
        sql: impl Into<Sql>,
        values: Vec<Value>,
    ) -> Result<Vec<Row>, StoreError> {
        match self {
            Self::Sqlite(engine) => {
                let sql = sql.into().sqlite;
                engine.write(reach, move |db| Box::pin(rows(db, sql, values))).await
            }
            Self::Postgres(engine) => engine.write(reach, sql.into().postgres, &values).await,
        }
    }

    /// Runs a closure in a transaction, which is committed if the closure succeeds. It must not have written anything when it
    /// returns an error other than the engine's: in a file, the transaction goes on with the writes of others.
    pub(crate) async fn transaction<T: Send + 'static>(
        &self,
        reach: Reach,
        work: impl for<'c> FnOnce(Transaction<'c>) -> BoxFuture<'c, Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        match self {
            Self::Sqlite(engine) => engine.write(reach, move |db| work(Transaction::Sqlite(db))).await,
            Self::Postgres(engine) => {
                engine.transaction(reach, move |link| work(Transaction::Postgres(link))).await
            }
        }
    }

    /// The number of this server among several on one database; 0 if it is alone.
    pub(crate) fn node(&self) -> i64 {
        match self {
            Self::Sqlite(_) => 0,
            Self::Postgres(engine) => engine.node_id(),
        }
    }

    /// The database, if that is what it is: only a database has leases.
    pub(crate) fn database(&self) -> Result<&PostgresEngine, StoreError> {
        match self {
            Self::Sqlite(_) => Err(StoreError::NoLease),
            Self::Postgres(engine) => Ok(engine),
        }
    }

    /// The version of the schema.
    pub(crate) fn schema(&self) -> i64 {
        migrations::schema(match self {
            Self::Sqlite(_) => &migrations::SQLITE,
            Self::Postgres(_) => &migrations::POSTGRES,
        })
    }

    pub(crate) async fn create_table(&self, table: NewTable) -> Result<TableId, StoreError> {
        either!(self, create_table(table))
    }

    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        either!(self, append(append))
    }

    pub(crate) async fn claim(&self, code: TableCode) -> Result<Option<StoredTable>, StoreError> {
        match self {
            // A file has one user only.
            Self::Sqlite(engine) => engine.load(code).await,
            Self::Postgres(engine) => engine.claim(code).await,
        }
    }

    pub(crate) async fn release(&self, table: TableId, epoch: Epoch) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(engine) => engine.release(table, epoch).await,
        }
    }

    pub(crate) async fn load(&self, code: TableCode) -> Result<Option<StoredTable>, StoreError> {
        either!(self, load(code))
    }

    pub(crate) async fn rewrite(&self, rewrite: Rewrite) -> Result<(), StoreError> {
        either!(self, rewrite(rewrite))
    }

    pub(crate) async fn settle(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(engine) => engine.settle().await,
            Self::Postgres(_) => Ok(()),
        }
    }

    pub(crate) async fn lost(&self) {
        match self {
            Self::Sqlite(_) => std::future::pending().await,
            Self::Postgres(engine) => engine.lost().await,
        }
    }

    pub(crate) async fn close(&self) {
        either!(self, close());
    }
}
