//! Databases for tests, in the Postgres that `cargo verify` starts.

use std::{
    process,
    sync::atomic::{AtomicU32, Ordering},
};

use tokio_postgres::{Client, NoTls};
use townhall_store::{Data, DatabaseUrl, OpenError, Store};

/// Where a Postgres listens for tests: a URL of its database `postgres`, for a user with the right to create databases.
const SERVER: &str = "POSTGRES_FOR_TESTS";

/// A database of one test's own.
pub(crate) struct Database {
    pub(crate) url: DatabaseUrl,
}

impl Database {
    pub(crate) async fn create() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let server = std::env::var(SERVER).expect("a Postgres to test with: run `cargo verify postgres`");
        let name = format!("town_{}_{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        connect(&server).await.batch_execute(&format!("CREATE DATABASE {name}")).await.unwrap();
        match Data::new(&server.replace("/postgres?", &format!("/{name}?"))) {
            Data::Postgres(url) => Self { url },
            Data::File(_) => panic!("{server} is not the URL of a database"),
        }
    }

    /// Opens the store; the Postgres for tests syncs nothing.
    pub(crate) async fn open(&self) -> Store {
        open(&self.url, true).await.unwrap()
    }

    /// Another client of the database.
    pub(crate) async fn client(&self) -> Client {
        connect(self.url.reveal()).await
    }
}

async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

pub(crate) async fn open(url: &DatabaseUrl, accept_loss: bool) -> Result<Store, OpenError> {
    Store::open(&Data::Postgres(url.clone()), accept_loss).await
}
