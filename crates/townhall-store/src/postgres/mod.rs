//! The Postgres engine: a store in a database, which outlives a machine when it has a synchronous standby.
//!
//! Correctness depends neither on locks nor on clocks. Each table's row counts its claims (`epoch`) and its
//! entries (`length`). A server claims a table before it reads its journal, and each append checks both in the statement that
//! adds the entries: under an earlier claim, nothing can be added any more.
//!
//! A commit is durable when the database says so without a warning. If it answers late, or not at all, the outcome is
//! unknown ([`StoreError::Unknown`]).

pub(crate) mod link;
pub(crate) mod lock;
pub(crate) mod open;
pub(crate) mod pool;
mod risk;
pub(crate) mod rows;
pub(crate) mod target;

use std::{net::SocketAddr, time::Duration};

use async_trait::async_trait;
use tokio::{
    sync::{Mutex, watch},
    task::JoinSet,
};
use townhall_table::journal::Millis;

use self::{
    link::{LONG_STATEMENT_TIMEOUT, Link},
    lock::Use,
    pool::{Pool, Readers},
    risk::RiskMonitor,
    target::Target,
};
use crate::{
    Store,
    columns::stamp,
    data::DatabaseUrl,
    error::{OpenError, StoreError},
    leases::postgres::Membership,
    migrations::{self, schema},
    tables::postgres::append::Appender,
};

/// The number of connections for reading.
const READ_CONNECTIONS: usize = 3;
/// The number of connections for claims and all writes except appends.
const WRITE_CONNECTIONS: usize = 4;

/// A store in a Postgres database.
#[derive(Debug)]
pub struct PostgresStore {
    pub(crate) appender: Appender,
    pub(crate) writers: Pool,
    pub(crate) readers: Readers,
    /// A connection for the operator's statements, which may go through all rows.
    pub(crate) operator: Pool,
    /// The task that keeps the server's lock, for as long as the store is open.
    lock: Mutex<JoinSet<()>>,
    /// Turns true when another server has the lock.
    lost: watch::Receiver<bool>,
    /// The state of this node, if the server is one of several.
    pub(crate) node: Option<Membership>,
}

impl PostgresStore {
    /// Connects to a database, which must be empty or ours, and brings its schema up to date. With `accept_loss`, the
    /// database may be one that could lose what it has acknowledged.
    ///
    /// # Errors
    /// It can't be reached, is something else, was written by a newer version, is in use by another server, or could
    /// lose what it has acknowledged.
    pub async fn open(url: &DatabaseUrl, accept_loss: bool) -> Result<Self, OpenError> {
        let (target, lock) = open::open(url, accept_loss, Use::Alone).await?;
        Ok(Self::with(target, lock, accept_loss, None))
    }

    /// The same for one of several servers (nodes), which the others reach at this address. It has no lease before it
    /// [joins](Self::join), and then one of this duration.
    ///
    /// # Errors
    /// As [`PostgresStore::open`], except that other nodes may use the database.
    pub async fn open_as_node(
        url: &DatabaseUrl,
        accept_loss: bool,
        address: SocketAddr,
        protocol: i64,
        lease: Duration,
    ) -> Result<Self, OpenError> {
        let (target, lock) = open::open(url, accept_loss, Use::AmongOthers).await?;
        let node = Membership::new(target.clone(), address, protocol, lease);
        Ok(Self::with(target, lock, accept_loss, Some(node)))
    }

    /// The same for a process that only lists the nodes.
    ///
    /// # Errors
    /// As [`PostgresStore::open_as_node`]; a server uses the database alone.
    pub async fn visit(url: &DatabaseUrl) -> Result<Self, OpenError> {
        let nowhere = SocketAddr::from(([0, 0, 0, 0], 0));
        Self::open_as_node(url, true, nowhere, 0, Duration::ZERO).await
    }

    fn with(target: Target, lock: Link, accept_loss: bool, node: Option<Membership>) -> Self {
        let by = if node.is_some() { Use::AmongOthers } else { Use::Alone };
        let (losing, lost) = watch::channel(false);
        let mut keeping = JoinSet::new();
        keeping.spawn(lock::keep(target.clone(), lock, by, RiskMonitor::new(accept_loss), losing));
        Self {
            appender: Appender::spawn(&target),
            writers: Pool::new(target.clone(), WRITE_CONNECTIONS),
            operator: Pool::with_timeout(target.clone(), 1, LONG_STATEMENT_TIMEOUT),
            readers: Readers::new(target, READ_CONNECTIONS),
            lock: Mutex::new(keeping),
            lost,
            node,
        }
    }
}

#[async_trait]
impl Store for PostgresStore {
    fn schema(&self) -> i64 {
        schema(&migrations::POSTGRES)
    }

    async fn probe(&self, now: Millis) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO health (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at";
        self.writers.write(sql, &[&stamp(now)]).await.map(drop)
    }

    async fn bytes(&self) -> Result<u64, StoreError> {
        let rows = self.readers.rows("SELECT pg_database_size(current_database())", &[]).await?;
        Ok(rows::number(&rows)?.unsigned_abs())
    }

    async fn lost(&self) {
        let mut lost = self.lost.clone();
        if lost.wait_for(|lost| *lost).await.is_err() {
            // The store was closed.
            std::future::pending().await
        }
    }

    async fn close(&self) {
        self.appender.close().await;
        self.writers.close();
        self.operator.close();
        if let Some(node) = &self.node {
            node.close();
        }
        self.readers.close();
        self.lock.lock().await.shutdown().await;
    }
}
