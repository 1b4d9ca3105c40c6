//! The Postgres engine: a store in a database, which outlives a machine when it has a synchronous standby.
//!
//! Correctness depends neither on locks nor on clocks. Each table's row counts its claims (`epoch`) and its
//! entries (`length`). A server claims a table before it reads its journal, and each append checks both in the statement that
//! adds the entries: under an earlier claim, nothing can be added any more.
//!
//! A commit is durable when the database says so without a warning. If it answers late, or not at all, the outcome is
//! unknown ([`StoreError::Unknown`]).

mod append;
mod journals;
pub(crate) mod leases;
pub(crate) mod link;
pub(crate) mod lock;
pub(crate) mod open;
mod pool;
mod risk;
pub(crate) mod rows;
mod tables;
mod target;

use std::{net::SocketAddr, time::Duration};

use futures_util::future::BoxFuture;
use tokio::{
    sync::{Mutex, watch},
    task::JoinSet,
};
use tokio_postgres::types::ToSql;

use self::{
    append::Appender,
    leases::{Membership, OtherNode},
    link::{Failure, LONG_STATEMENT_TIMEOUT, Link},
    lock::Use,
    pool::{Pool, Readers},
    risk::RiskMonitor,
    target::Target,
};
use crate::{
    data::DatabaseUrl,
    engine::statement::{Reach, Row, Value},
    error::{OpenError, StoreError},
};

/// The number of connections for reading.
const READ_CONNECTIONS: usize = 3;
/// The number of connections for claims and all writes except appends.
const WRITE_CONNECTIONS: usize = 4;

/// An open database.
#[derive(Debug)]
pub(crate) struct PostgresEngine {
    appender: Appender,
    writers: Pool,
    readers: Readers,
    /// A connection for the operator's statements, which may go through all rows.
    operator: Pool,
    /// The task that keeps the server's lock, for as long as the store is open.
    lock: Mutex<JoinSet<()>>,
    /// Turns true when another server has the lock.
    lost: watch::Receiver<bool>,
    /// The state of this node, if the server is one of several.
    node: Option<Membership>,
}

impl PostgresEngine {
    /// Connects to a database, which must be empty or ours, and brings its schema up to date. With `accept_loss`, the
    /// database may be one that could lose what it has acknowledged.
    pub(crate) async fn open(url: &DatabaseUrl, accept_loss: bool) -> Result<Self, OpenError> {
        let (target, lock) = open::open(url, accept_loss, Use::Alone).await?;
        Ok(Self::with(target, lock, accept_loss, None))
    }

    /// As [`PostgresEngine::open`] for one of several servers (nodes), which the others reach at this address. It has no lease before it
    /// [joins](Self::join), and then one of this duration.
    pub(crate) async fn open_as_node(
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

/// Runs a statement and returns its rows.
pub(crate) async fn query(link: &Link, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
    let rows = link.rows(sql, &parameters(values)).await.map_err(Failure::before_commit)?;
    Ok(as_rows(rows))
}

/// As [`query`] for a statement that is used once, and so is not kept prepared.
pub(crate) async fn query_once(link: &Link, sql: &str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
    let rows = link.rows_once(sql, &parameters(values)).await.map_err(Failure::before_commit)?;
    Ok(as_rows(rows))
}

fn parameters(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(Value::to_postgres).collect()
}

fn as_rows(rows: Vec<tokio_postgres::Row>) -> Vec<Row> {
    rows.into_iter().map(Row::Postgres).collect()
}

impl PostgresEngine {
    pub(crate) async fn read(&self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        self.readers.rows(sql, &parameters(values)).await.map(as_rows)
    }

    pub(crate) async fn scan(&self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        self.operator.read(sql, &parameters(values)).await.map(as_rows)
    }

    pub(crate) async fn write(
        &self,
        reach: Reach,
        sql: &'static str,
        values: &[Value],
    ) -> Result<Vec<Row>, StoreError> {
        self.writers(reach).write(sql, &parameters(values)).await.map(as_rows)
    }

    pub(crate) async fn transaction<T>(
        &self,
        reach: Reach,
        work: impl for<'c> FnOnce(&'c Link) -> BoxFuture<'c, Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let transaction = self.writers(reach).begin().await?;
        let done = work(transaction.link()).await;
        transaction.end(done).await
    }

    /// The connections for writes of this kind. Appends have their own, so that other writes never wait for them here.
    fn writers(&self, reach: Reach) -> &Pool {
        match reach {
            Reach::Subject | Reach::Journals => &self.writers,
            Reach::Everything => &self.operator,
        }
    }

    /// This server as a node.
    pub(crate) fn membership(&self) -> Result<&Membership, StoreError> {
        self.node.as_ref().ok_or(StoreError::NoLease)
    }

    /// The number of this node; 0 if there is one server only.
    pub(crate) fn node_id(&self) -> i64 {
        self.node.as_ref().map_or(0, Membership::id)
    }

    pub(crate) async fn other_nodes(&self) -> Result<Vec<OtherNode>, StoreError> {
        self.membership()?.others(&self.readers).await
    }

    /// Waits until another server has taken the database over.
    pub(crate) async fn lost(&self) {
        let mut lost = self.lost.clone();
        if lost.wait_for(|lost| *lost).await.is_err() {
            // The store was closed.
            std::future::pending().await
        }
    }

    pub(crate) async fn close(&self) {
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
