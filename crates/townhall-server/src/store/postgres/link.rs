//! Connections to the database, and what can be known of a write that went over one.

use std::{
    collections::HashMap,
    future::poll_fn,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tokio_postgres::{
    AsyncMessage, Client, Connection, NoTls, Row, Socket, Statement,
    error::{Severity, SqlState},
    types::ToSql,
};

use super::target::Target;
use crate::store::StoreError;

/// How long the database may take to answer. A commit that waits longer for a standby counts as unknown.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// What every session is set to: whatever the database's default is, a commit waits until it is durable, and a row that
/// somebody else has locked is waited for no longer than the answer is.
const SESSION: &str =
    "SET synchronous_commit TO on; SET lock_timeout TO '4s'; SET client_min_messages TO warning";

/// Why a statement failed.
#[derive(Clone, Debug)]
pub(super) enum Failure {
    /// The database refused it: it had no effect.
    Refused(StoreError),
    /// There is no answer. If it was to commit, it may have.
    Lost(String),
}

impl Failure {
    /// The error of a statement that committed nothing.
    pub(super) fn before_commit(self) -> StoreError {
        match self {
            Self::Refused(error) => error,
            Self::Lost(why) => StoreError::Database(why),
        }
    }

    /// The error of a statement that was to commit.
    pub(super) fn at_commit(self) -> StoreError {
        match self {
            Self::Refused(error) => error,
            Self::Lost(why) => StoreError::Unknown(why),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Refused(error)
    }
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(inner) = error.as_db_error() else {
            // A value that can't be sent was refused here; anything else concerns the connection.
            return Self::Lost(explain(&error));
        };
        // After `FATAL` and `PANIC` the session is gone, and they may come while a commit waits for its standby.
        if inner.parsed_severity() != Some(Severity::Error) {
            return Self::Lost(inner.to_string());
        }
        Self::Refused(match inner.code() {
            &SqlState::DISK_FULL => StoreError::DiskFull,
            _ => StoreError::Database(inner.to_string()),
        })
    }
}

/// An error with its causes: the driver names only the outermost.
pub(super) fn explain(error: &tokio_postgres::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

/// One connection.
#[derive(Debug)]
pub(super) struct Link {
    client: Client,
    statements: Mutex<HashMap<&'static str, Statement>>,
    /// Whether the database warned of something, or has not answered in time. A commit that was cancelled while it waited
    /// for a standby is reported as a success, after a warning.
    doubtful: Arc<AtomicBool>,
}

impl Link {
    /// Connects.
    pub(super) async fn open(target: &Target) -> Result<Self, Failure> {
        let doubtful = Arc::new(AtomicBool::new(false));
        let client = match &target.tls {
            None => {
                let (client, connection) = target.config.connect(NoTls).await?;
                tokio::spawn(drive(connection, Arc::clone(&doubtful)));
                client
            }
            Some(tls) => {
                let (client, connection) = target.config.connect(tls.clone()).await?;
                tokio::spawn(drive(connection, Arc::clone(&doubtful)));
                client
            }
        };
        let link = Self { client, statements: Mutex::default(), doubtful };
        link.run(SESSION).await?;
        Ok(link)
    }

    /// The rows that a statement returns. If it is no part of a transaction, it is committed.
    pub(super) async fn rows(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Failure> {
        self.in_time(async {
            let known = self.statements().get(sql).cloned();
            let statement = match known {
                Some(statement) => statement,
                None => self.prepared(sql).await?,
            };
            self.client.query(&statement, values).await
        })
        .await
    }

    /// Prepares a statement, so that it is sent at once when it is used.
    pub(super) async fn prepare(&self, sql: &'static str) -> Result<(), Failure> {
        if self.statements().contains_key(sql) {
            return Ok(());
        }
        self.in_time(self.prepared(sql)).await.map(drop)
    }

    async fn prepared(&self, sql: &'static str) -> Result<Statement, tokio_postgres::Error> {
        let statement = self.client.prepare(sql).await?;
        self.statements().insert(sql, statement.clone());
        Ok(statement)
    }

    /// Runs statements without values, such as `COMMIT`.
    pub(super) async fn run(&self, sql: &str) -> Result<(), Failure> {
        self.in_time(self.client.batch_execute(sql)).await
    }

    /// Whether everything that was sent over this connection was answered, and without a warning.
    pub(super) fn is_sound(&self) -> bool {
        !self.client.is_closed() && !self.doubtful.load(Ordering::Acquire)
    }

    async fn in_time<T>(
        &self,
        task: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, Failure> {
        let Ok(done) = timeout(PATIENCE, task).await else {
            self.doubtful.store(true, Ordering::Release);
            return Err(Failure::Lost(format!("no answer within {PATIENCE:?}")));
        };
        let done = done?;
        // A warning arrives before the end of the answer that it concerns.
        if self.doubtful.load(Ordering::Acquire) {
            return Err(Failure::Lost("the database warned of it".to_owned()));
        }
        Ok(done)
    }

    fn statements(&self) -> std::sync::MutexGuard<'_, HashMap<&'static str, Statement>> {
        self.statements.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Passes messages on between the database and a client until either is gone.
async fn drive<S: AsyncRead + AsyncWrite + Unpin>(
    mut connection: Connection<Socket, S>,
    doubtful: Arc<AtomicBool>,
) {
    while let Some(message) = poll_fn(|cx| connection.poll_message(cx)).await {
        match message {
            Ok(AsyncMessage::Notice(notice)) => {
                doubtful.store(true, Ordering::Release);
                tracing::warn!(%notice, "the database warns");
            }
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(error = explain(&error), "a connection to the database broke");
                return;
            }
        }
    }
}

/// Connections of which each is used for one thing at a time.
#[derive(Debug)]
pub(super) struct Pool {
    target: Target,
    idle: Mutex<Vec<Link>>,
    room: Arc<Semaphore>,
}

/// A connection of a pool. It goes back when it is [finished](Lease::finish) with. If it is dropped before, as when an answer
/// is late or a transaction is not ended, it is closed once the database has answered, and only then makes room for
/// another: while a standby is away, commits that nobody waits for any more keep the database's own connections.
#[derive(Debug)]
pub(super) struct Lease<'p> {
    pool: &'p Pool,
    /// Both are there until the end.
    held: Option<(Link, OwnedSemaphorePermit)>,
}

impl Pool {
    /// At most this many connections; each is opened when it is needed.
    pub(super) fn new(target: Target, most: usize) -> Self {
        Self { target, idle: Mutex::default(), room: Arc::new(Semaphore::new(most)) }
    }

    /// Waits for a connection.
    ///
    /// # Errors
    /// The pool was closed, or the database can't be reached or has not answered others for a while.
    pub(super) async fn take(&self) -> Result<Lease<'_>, StoreError> {
        let Ok(permit) = timeout(PATIENCE, Arc::clone(&self.room).acquire_owned()).await else {
            return Err(StoreError::Database("it does not answer, on any connection".to_owned()));
        };
        let permit = permit.map_err(|_| StoreError::Closed)?;
        let mut idle = std::iter::from_fn(|| self.idle().pop());
        let link = match idle.find(Link::is_sound) {
            Some(link) => link,
            None => Link::open(&self.target).await.map_err(Failure::before_commit)?,
        };
        Ok(Lease { pool: self, held: Some((link, permit)) })
    }

    /// Waits for a connection and begins a transaction on it.
    pub(super) async fn begin(&self) -> Result<Transaction<'_>, StoreError> {
        let lease = self.take().await?;
        lease.link().run("BEGIN").await.map_err(Failure::before_commit)?;
        Ok(Transaction(lease))
    }

    /// Runs one statement, which is committed by itself.
    pub(super) async fn write(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        let lease = self.take().await?;
        let rows = lease.link().rows(sql, values).await.map_err(Failure::at_commit)?;
        lease.finish();
        Ok(rows)
    }

    /// Closes all connections that nobody uses; those in use are closed when they are finished with.
    pub(super) fn close(&self) {
        self.room.close();
        self.idle().clear();
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Link>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lease<'_> {
    /// The connection.
    pub(super) fn link(&self) -> &Link {
        let (link, _) = self.held.as_ref().expect("only the end takes it");
        link
    }

    /// Gives the connection back for others to use.
    pub(super) fn finish(mut self) {
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
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                // The answer comes after those to everything that was sent before; none, if the connection broke.
                let _ = link.client.batch_execute("ROLLBACK").await;
                drop((link, permit));
            });
        }
    }
}

/// A transaction. If it is dropped before it is committed, its connection is closed and nothing is kept.
#[derive(Debug)]
pub(super) struct Transaction<'p>(Lease<'p>);

impl Transaction<'_> {
    /// The connection, on which everything is part of this transaction.
    pub(super) fn link(&self) -> &Link {
        self.0.link()
    }

    /// The rows that a statement returns.
    pub(super) async fn rows(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        self.0.link().rows(sql, values).await.map_err(Failure::before_commit)
    }

    /// Commits.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] if nobody knows whether it is durable.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        self.0.link().run("COMMIT").await.map_err(Failure::at_commit)?;
        self.0.finish();
        Ok(())
    }

    /// Ends the transaction without a change.
    pub(super) async fn roll_back(self) -> Result<(), StoreError> {
        self.0.link().run("ROLLBACK").await.map_err(Failure::before_commit)?;
        self.0.finish();
        Ok(())
    }
}

/// Connections that only read, which all use at the same time: the answers come in the order of the questions.
#[derive(Debug)]
pub(super) struct Readers {
    target: Target,
    links: Vec<tokio::sync::Mutex<Option<Arc<Link>>>>,
    next: AtomicUsize,
}

impl Readers {
    /// So many connections; each is opened when it is needed.
    pub(super) fn new(target: Target, number: usize) -> Self {
        let links = std::iter::repeat_with(tokio::sync::Mutex::default).take(number).collect();
        Self { target, links, next: AtomicUsize::new(0) }
    }

    /// The rows that a query finds. If the connection broke since it was last used, another is opened.
    pub(super) async fn rows(
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

    /// Closes the connections, once the queries that are under way are answered.
    pub(super) async fn close(&self) {
        for slot in &self.links {
            slot.lock().await.take();
        }
    }
}
