//! An open store.

use std::{net::SocketAddr, time::Duration};

use townhall_table::journal::Millis;

use crate::{
    data::{Data, DatabaseUrl},
    engine::{
        Engine,
        statement::{Reach, Sql, only_number, values},
    },
    error::{OpenError, StoreError},
    postgres::PostgresEngine,
    relations::{Copied, Key, Relation, number},
    sqlite::SqliteEngine,
};

/// An open store: a file or a database.
///
/// When a method that writes has returned, the write is durable: it survives the loss of power. When it fails, nothing
/// was written, unless the error is [`StoreError::Unknown`].
#[derive(Debug)]
pub struct Store {
    pub(crate) engine: Engine,
}

const BYTES: Sql = Sql {
    sqlite: "SELECT (page_count - freelist_count) * page_size \
             FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()",
    postgres: "SELECT pg_database_size(current_database())",
};

impl Store {
    /// Opens a file, or makes one that only this user can read; or connects to a database, which must be empty or ours. Brings
    /// the schema up to date. With `accept_loss`, a database may be one that could lose what it has acknowledged.
    ///
    /// # Errors
    /// It can't be opened or reached, is something else, was written by a newer version, is in use by another server, or could
    /// lose what it has acknowledged.
    pub async fn open(data: &Data, accept_loss: bool) -> Result<Self, OpenError> {
        let engine = match data {
            Data::File(path) => Engine::Sqlite(SqliteEngine::open(path).await?),
            Data::Postgres(url) => Engine::Postgres(PostgresEngine::open(url, accept_loss).await?),
        };
        Ok(Self { engine })
    }

    /// Opens a file that exists, or a database even if it could lose what it has acknowledged. From then on only the owner of
    /// the file can read it.
    ///
    /// # Errors
    /// As [`Store::open`]; or there is no such file.
    pub async fn open_existing(data: &Data) -> Result<Self, OpenError> {
        match data {
            Data::File(path) => Ok(Self { engine: Engine::Sqlite(SqliteEngine::open_existing(path).await?) }),
            Data::Postgres(_) => Self::open(data, true).await,
        }
    }

    /// Connects to a database for one of several servers (nodes), which the others reach at this address. It has no lease before
    /// it [joins](Self::join), and then one of this duration.
    ///
    /// # Errors
    /// As [`Store::open`], except that other nodes may use the database.
    pub async fn open_as_node(
        url: &DatabaseUrl,
        accept_loss: bool,
        address: SocketAddr,
        protocol: i64,
        lease: Duration,
    ) -> Result<Self, OpenError> {
        let opening = PostgresEngine::open_as_node(url, accept_loss, address, protocol, lease);
        Ok(Self { engine: Engine::Postgres(opening.await?) })
    }

    /// Connects to a database for a process that only lists the nodes.
    ///
    /// # Errors
    /// As [`Store::open_as_node`]; a server uses the database alone.
    pub async fn visit(url: &DatabaseUrl) -> Result<Self, OpenError> {
        let nowhere = SocketAddr::from(([0, 0, 0, 0], 0));
        Self::open_as_node(url, true, nowhere, 0, Duration::ZERO).await
    }

    /// The version of the database schema.
    #[must_use]
    pub fn schema(&self) -> i64 {
        self.engine.schema()
    }

    /// Writes one row, to find out whether the store can be written.
    pub async fn probe(&self, now: Millis) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO health (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at";
        self.engine.write(Reach::Subject, sql, values![now]).await.map(drop)
    }

    /// How many bytes the data takes.
    pub async fn bytes(&self) -> Result<u64, StoreError> {
        Ok(only_number(&self.engine.read(BYTES, values![]).await?)?.unsigned_abs())
    }

    /// Removes copies of deleted and rewritten data that the engine may still have, such as a write-ahead log. Postgres does
    /// so by itself (autovacuum).
    pub async fn settle(&self) -> Result<(), StoreError> {
        self.engine.settle().await
    }

    /// Waits until another server has taken the store over, which the lock of a file prevents.
    pub async fn lost(&self) {
        self.engine.lost().await;
    }

    /// Finishes pending writes and closes files and connections.
    pub async fn close(&self) {
        self.engine.close().await;
    }
}

/// The relation of the row that [`Store::probe`] writes.
pub(crate) const RELATIONS: [Relation; 1] = [Relation {
    name: "health",
    columns: &[number("id"), number("at")],
    key: Key::Columns(&["id"]),
    copied: Copied::Nothing,
    personal: None,
}];
