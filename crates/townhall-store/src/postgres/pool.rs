//! Pools of connections: exclusive ones, leased for one transaction or statement at a time, and shared ones for pipelined
//! reads.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use parking_lot::Mutex;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{sleep, timeout},
};
use tokio_postgres::{Row, types::ToSql};

use super::{
    link::{Failure, Link, STATEMENT_TIMEOUT},
    target::Target,
};
use crate::error::StoreError;

/// A pool of connections, each of which has one user at a time.
#[derive(Debug)]
pub(crate) struct Pool {
    target: Target,
    /// The time limit for each answer of the database.
    timeout: Duration,
    idle: Mutex<Vec<Link>>,
    room: Arc<Semaphore>,
}

/// The exclusive use of a connection of a pool. [`Lease::finish`] returns the connection to the pool.
///
/// If the lease is dropped without that, after a late answer or within a transaction, the connection is closed, but only once
/// the database has answered everything. Until then it keeps its place in the pool, because commits that wait for a standby
/// still occupy connections of the database after their callers have given up. If the server never answers, the connection
/// is dropped when new connections reach another server.
#[derive(Debug)]
pub(crate) struct Lease<'p> {
    pool: &'p Pool,
    /// Both are `Some` until the lease is finished or dropped.
    held: Option<(Link, OwnedSemaphorePermit)>,
}

impl Pool {
    /// A pool of at most this many connections, which are opened on demand.
    pub(crate) fn new(target: Target, most: usize) -> Self {
        Self::with_timeout(target, most, STATEMENT_TIMEOUT)
    }

    /// A pool whose connections wait this long for each answer.
    pub(crate) fn with_timeout(target: Target, most: usize, timeout: Duration) -> Self {
        Self { target, timeout, idle: Mutex::default(), room: Arc::new(Semaphore::new(most)) }
    }

    /// Waits for a free connection.
    ///
    /// # Errors
    /// The pool was closed, or the database can't be reached or has not answered others for a while.
    pub(crate) async fn take(&self) -> Result<Lease<'_>, StoreError> {
        let Ok(permit) = timeout(self.timeout, Arc::clone(&self.room).acquire_owned()).await else {
            return Err(StoreError::Database("it does not answer, on any connection".to_owned()));
        };
        let permit = permit.map_err(|_| StoreError::Closed)?;
        let mut idle = std::iter::from_fn(|| self.idle().pop());
        let link = match idle.find(Link::is_sound) {
            Some(link) => link,
            None => {
                let link = Link::open(&self.target).await.map_err(Failure::before_commit)?;
                link.with_timeout(self.timeout)
            }
        };
        Ok(Lease { pool: self, held: Some((link, permit)) })
    }

    /// Waits for a connection and begins a transaction on it.
    pub(crate) async fn begin(&self) -> Result<Transaction<'_>, StoreError> {
        let lease = self.take().await?;
        lease.link().run("BEGIN").await.map_err(Failure::before_commit)?;
        Ok(Transaction(lease))
    }

    /// Runs one statement as its own transaction.
    pub(crate) async fn write(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        self.rows(sql, values, Failure::at_commit).await
    }

    /// Runs a query and returns its rows.
    pub(crate) async fn read(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        self.rows(sql, values, Failure::before_commit).await
    }

    async fn rows(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
        error_of: fn(Failure) -> StoreError,
    ) -> Result<Vec<Row>, StoreError> {
        let lease = self.take().await?;
        let rows = lease.link().rows(sql, values).await.map_err(error_of)?;
        lease.finish();
        Ok(rows)
    }

    /// Closes all idle connections. Leased ones are closed when their lease ends.
    pub(crate) fn close(&self) {
        self.room.close();
        self.idle().clear();
    }

    fn idle(&self) -> parking_lot::MutexGuard<'_, Vec<Link>> {
        self.idle.lock()
    }
}

impl Lease<'_> {
    /// The connection, which no other task uses meanwhile.
    pub(crate) fn link(&self) -> &Link {
        let (link, _) = self.held.as_ref().expect("only the end takes it");
        link
    }

    /// Returns the connection to the pool.
    pub(crate) fn finish(mut self) {
        if self.link().is_sound()
            && !self.pool.room.is_closed()
            && let Some((link, _permit)) = self.held.take()
        {
            self.pool.idle().push(link);
        }
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let Some((link, permit)) = self.held.take() else { return };
        let target = self.pool.target.clone();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::select! {
                    biased;
                    () = link.answered() => {}
                    () = superseded(&link, &target) => {}
                }
                drop((link, permit));
            });
        }
    }
}

/// Waits until new connections reach another server than this connection, such as a promoted standby.
async fn superseded(link: &Link, target: &Target) {
    let mut pause = STATEMENT_TIMEOUT / 5;
    loop {
        sleep(pause).await;
        if Link::open(target).await.is_ok_and(|fresh| !fresh.is_beside(link)) {
            return;
        }
        pause = (2 * pause).min(4 * STATEMENT_TIMEOUT);
    }
}

/// A transaction. If it is dropped before the commit, its connection is closed and the transaction is rolled back.
#[derive(Debug)]
pub(crate) struct Transaction<'p>(Lease<'p>);

impl Transaction<'_> {
    /// The connection. Every statement on it is part of this transaction.
    pub(crate) fn link(&self) -> &Link {
        self.0.link()
    }

    /// The rows that a statement returns.
    pub(crate) async fn rows(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        self.0.link().rows(sql, values).await.map_err(Failure::before_commit)
    }

    /// Commits the transaction.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] if it is not known whether the transaction is durable.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        self.0.link().run("COMMIT").await.map_err(Failure::at_commit)?;
        self.0.finish();
        Ok(())
    }

    /// Commits if its statements succeeded, and else rolls back.
    ///
    /// # Errors
    /// The statements or the commit failed.
    pub(crate) async fn end<T>(self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        match done {
            Ok(value) => self.commit().await.map(|()| value),
            Err(
                error @ (StoreError::Missing
                | StoreError::CodeTaken
                | StoreError::KnownPasskey
                | StoreError::TooManyPasskeys),
            ) => {
                self.roll_back().await?;
                Err(error)
            }
            // The connection may have failed.
            Err(error) => Err(error),
        }
    }

    pub(crate) async fn roll_back(self) -> Result<(), StoreError> {
        self.0.link().run("ROLLBACK").await.map_err(Failure::before_commit)?;
        self.0.finish();
        Ok(())
    }
}

/// Connections for reading that all callers share: queries are pipelined, and answered in their order.
#[derive(Debug)]
pub(crate) struct Readers {
    target: Target,
    links: Vec<tokio::sync::Mutex<Option<Arc<Link>>>>,
    next: AtomicUsize,
}

impl Readers {
    /// A pool of this many connections, which are opened on demand.
    pub(crate) fn new(target: Target, number: usize) -> Self {
        let links = std::iter::repeat_with(tokio::sync::Mutex::default).take(number).collect();
        Self { target, links, next: AtomicUsize::new(0) }
    }

    /// Runs a query and returns its rows. A connection that broke since its last use is replaced.
    pub(crate) async fn rows(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        let link = self.link().await?;
        link.rows(sql, values).await.map_err(Failure::before_commit)
    }

    async fn link(&self) -> Result<Arc<Link>, StoreError> {
        let turn = self.next.fetch_add(1, Ordering::Relaxed) % self.links.len();
        let mut slot = self.links[turn].lock().await;
        if let Some(link) = slot.as_ref().filter(|link| link.is_sound()) {
            return Ok(Arc::clone(link));
        }
        let link = Arc::new(Link::open(&self.target).await.map_err(Failure::before_commit)?);
        *slot = Some(Arc::clone(&link));
        Ok(link)
    }

    /// Closes the connections once the running queries are answered. Does not wait for connections that are being opened.
    pub(crate) fn close(&self) {
        for slot in &self.links {
            if let Ok(mut slot) = slot.try_lock() {
                slot.take();
            }
        }
    }
}
