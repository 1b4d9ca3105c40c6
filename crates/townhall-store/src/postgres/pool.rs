//! Connections that are shared: those of which each is used for one thing at a time, and those that only read.

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

/// Connections of which each is used for one thing at a time.
#[derive(Debug)]
pub(crate) struct Pool {
    target: Target,
    /// How long the database may take to answer on one of them.
    timeout: Duration,
    idle: Mutex<Vec<Link>>,
    room: Arc<Semaphore>,
}

/// A connection of a pool. It goes back when it is [finished](Lease::finish) with. If it is dropped before, as when an answer
/// is late or a transaction is not ended, it is closed once the database has answered, and only then makes room for
/// another: while a standby is away, commits whose callers have given up still occupy connections of the database. If the server
/// never answers, the connection is dropped once new connections lead to another server.
#[derive(Debug)]
pub(crate) struct Lease<'p> {
    pool: &'p Pool,
    /// Both are there until the end.
    held: Option<(Link, OwnedSemaphorePermit)>,
}

impl Pool {
    /// At most this many connections; each is opened when it is needed.
    pub(crate) fn new(target: Target, most: usize) -> Self {
        Self::with_timeout(target, most, STATEMENT_TIMEOUT)
    }

    /// The same for statements that may take this long.
    pub(crate) fn with_timeout(target: Target, most: usize, timeout: Duration) -> Self {
        Self { target, timeout, idle: Mutex::default(), room: Arc::new(Semaphore::new(most)) }
    }

    /// Waits for a connection.
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

    /// Runs one statement, which is committed by itself.
    pub(crate) async fn write(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        self.rows(sql, values, Failure::at_commit).await
    }

    /// The rows that a query finds.
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

    /// Closes all idle connections; those in use are closed when they are finished with.
    pub(crate) fn close(&self) {
        self.room.close();
        self.idle().clear();
    }

    fn idle(&self) -> parking_lot::MutexGuard<'_, Vec<Link>> {
        self.idle.lock()
    }
}

impl Lease<'_> {
    /// The connection.
    pub(crate) fn link(&self) -> &Link {
        let (link, _) = self.held.as_ref().expect("only the end takes it");
        link
    }

    /// Gives the connection back for others to use.
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

/// Waits until connections lead to another server than this one does, such as a standby that was promoted.
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

/// A transaction. If it is dropped before it is committed, its connection is closed and nothing is kept.
#[derive(Debug)]
pub(crate) struct Transaction<'p>(Lease<'p>);

impl Transaction<'_> {
    /// The connection, on which everything is part of this transaction.
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

    /// Commits.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] if it is not known whether the transaction is durable.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        self.0.link().run("COMMIT").await.map_err(Failure::at_commit)?;
        self.0.finish();
        Ok(())
    }

    /// Ends the transaction without a change.
    pub(crate) async fn roll_back(self) -> Result<(), StoreError> {
        self.0.link().run("ROLLBACK").await.map_err(Failure::before_commit)?;
        self.0.finish();
        Ok(())
    }
}

/// Connections that only read, which all use at the same time: the answers come in the order of the questions.
#[derive(Debug)]
pub(crate) struct Readers {
    target: Target,
    links: Vec<tokio::sync::Mutex<Option<Arc<Link>>>>,
    next: AtomicUsize,
}

impl Readers {
    /// So many connections; each is opened when it is needed.
    pub(crate) fn new(target: Target, number: usize) -> Self {
        let links = std::iter::repeat_with(tokio::sync::Mutex::default).take(number).collect();
        Self { target, links, next: AtomicUsize::new(0) }
    }

    /// The rows that a query finds. If the connection broke since it was last used, another is opened.
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

    /// Closes the connections, once the queries that are under way are answered. One that is being opened is not waited for.
    pub(crate) fn close(&self) {
        for slot in &self.links {
            if let Ok(mut slot) = slot.try_lock() {
                slot.take();
            }
        }
    }
}
