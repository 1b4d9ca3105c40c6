//! A connection to the database, and the known outcome of the writes that were sent over it.

use std::{
    collections::HashMap,
    future::poll_fn,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use parking_lot::Mutex;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::timeout,
};
use tokio_postgres::{
    AsyncMessage, Client, Connection, NoTls, Row, SimpleQueryMessage, Socket, Statement,
    error::{Severity, SqlState},
    types::ToSql,
};
use townhall_system::seldom;

use super::target::{Host, Target};
use crate::error::StoreError;

/// The time limit for an answer of the database. The outcome of a commit that waits longer for a standby is unknown.
pub(crate) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);
/// The time limit for the operator's statements and migrations, some of which read all entries.
pub(crate) const LONG_STATEMENT_TIMEOUT: Duration = Duration::from_secs(600);
/// Sets up a session independent of the database's defaults: a commit waits until it is durable, and a statement waits for a
/// locked row at most as long as for an answer. Returns an identification of the server, which differs between servers at the
/// same address.
const SESSION: &str = "\
    SET synchronous_commit TO on; SET lock_timeout TO '4s'; SET client_min_messages TO warning; \
    SELECT concat_ws(' ', pg_postmaster_start_time(), inet_server_addr(), inet_server_port())";

/// The reason why a statement failed.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// The database reported an error before the commit, so the statement had no effect.
    Refused(StoreError),
    /// The connection broke, or the answer was late or came with a warning. The outcome of a commit is then unknown.
    Lost(String),
}

impl Failure {
    /// The error message.
    pub(crate) fn message(self) -> String {
        match self.before_commit() {
            StoreError::Database(why) => why,
            other => other.to_string(),
        }
    }

    /// The error of a statement that committed nothing.
    pub(crate) fn before_commit(self) -> StoreError {
        match self {
            Self::Refused(error) => error,
            Self::Lost(why) => StoreError::Database(why),
        }
    }

    /// The error of a statement that was to commit.
    pub(crate) fn at_commit(self) -> StoreError {
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
            // Only the conversion of a value fails before it is sent; all other errors concern the connection.
            return Self::Lost(explain(&error));
        };
        // `FATAL` and `PANIC` end the session, and can arrive while a commit waits for its standby.
        if inner.parsed_severity() != Some(Severity::Error) {
            return Self::Lost(inner.to_string());
        }
        Self::Refused(match inner.code() {
            &SqlState::DISK_FULL => StoreError::DiskFull,
            // The details may quote a row, which must not be logged.
            _ => StoreError::Database(format!("{}: {}", inner.severity(), inner.message())),
        })
    }
}

/// An error with its causes: the driver names only the outermost.
pub(crate) fn explain(error: &tokio_postgres::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

/// A connection to the database.
#[derive(Debug)]
pub(crate) struct Link {
    client: Client,
    /// Identifies the server: its host in the URL, the time of its start, and its own address.
    server: String,
    timeout: Duration,
    statements: Mutex<HashMap<&'static str, Statement>>,
    /// Whether the database sent a warning, or did not answer in time. A commit that was cancelled while it waited
    /// for a standby is reported as a success, after a warning.
    doubtful: Arc<AtomicBool>,
}

impl Link {
    /// Connects to the first host that answers in time and accepts writes. A host that accepts the TCP connection and does
    /// not answer is skipped after its timeout.
    pub(crate) async fn open(target: &Target) -> Result<Self, Failure> {
        let mut failures = Vec::new();
        for host in target.in_turn().await {
            let why = match timeout(host.timeout, Self::to(&host, target)).await {
                Ok(Ok(link)) => {
                    target.prefer(host);
                    return Ok(link);
                }
                Ok(Err(failure)) => failure.message(),
                Err(_) => format!("no answer within {:?}", host.timeout),
            };
            failures.push((host.name, why));
        }
        Err(Failure::Lost(match failures.as_slice() {
            [(_, why)] => why.clone(),
            several => {
                several.iter().map(|(name, why)| format!("{name}: {why}")).collect::<Vec<_>>().join("; ")
            }
        }))
    }

    async fn to(host: &Host, target: &Target) -> Result<Self, Failure> {
        let doubtful = Arc::new(AtomicBool::new(false));
        let client = match &target.tls {
            None => {
                let (client, connection) = host.config.connect(NoTls).await?;
                tokio::spawn(drive(connection, Arc::clone(&doubtful)));
                client
            }
            Some(tls) => {
                let (client, connection) = host.config.connect(tls.clone()).await?;
                tokio::spawn(drive(connection, Arc::clone(&doubtful)));
                client
            }
        };
        let answers = client.simple_query(SESSION).await?;
        let server = answers.iter().find_map(|answer| match answer {
            SimpleQueryMessage::Row(row) => row.get(0),
            _ => None,
        });
        let server = format!("{} {}", host.name, server.unwrap_or_default());
        Ok(Self { client, server, timeout: STATEMENT_TIMEOUT, statements: Mutex::default(), doubtful })
    }

    /// Changes the time limit for each answer.
    pub(crate) fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Whether another connection reaches the same server through the same host of the URL.
    pub(crate) fn is_beside(&self, other: &Self) -> bool {
        self.server == other.server
    }

    /// Runs a statement and returns its rows. Outside of a transaction, the statement is committed.
    pub(crate) async fn rows(
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

    /// As [`Link::rows`] for a statement that is used once, and so is not kept prepared.
    pub(crate) async fn rows_once(
        &self,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Failure> {
        self.in_time(self.client.query(sql, values)).await
    }

    /// Prepares a statement, so that it is sent at once when it is used.
    pub(crate) async fn prepare(&self, sql: &'static str) -> Result<(), Failure> {
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
    pub(crate) async fn run(&self, sql: &str) -> Result<(), Failure> {
        self.in_time(self.client.batch_execute(sql)).await
    }

    /// Waits, without a time limit, until everything that was sent over this connection was answered and no transaction is
    /// open, or the connection broke.
    pub(crate) async fn answered(&self) {
        // Answers arrive in order, so this one is the last.
        let _ = self.client.batch_execute("ROLLBACK").await;
    }

    /// Whether everything that was sent over this connection was answered in time and without a warning.
    pub(crate) fn is_sound(&self) -> bool {
        !self.client.is_closed() && !self.doubtful.load(Ordering::Acquire)
    }

    async fn in_time<T>(
        &self,
        task: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, Failure> {
        let Ok(done) = timeout(self.timeout, task).await else {
            self.doubtful.store(true, Ordering::Release);
            return Err(Failure::Lost(format!("no answer within {:?}", self.timeout)));
        };
        let done = done?;
        // A warning arrives before the end of the answer that it concerns.
        if self.doubtful.load(Ordering::Acquire) {
            return Err(Failure::Lost("the database warned of it".to_owned()));
        }
        Ok(done)
    }

    fn statements(&self) -> parking_lot::MutexGuard<'_, HashMap<&'static str, Statement>> {
        self.statements.lock()
    }
}

/// Drives the connection until the database or the client closes it.
async fn drive<S: AsyncRead + AsyncWrite + Unpin>(
    mut connection: Connection<Socket, S>,
    doubtful: Arc<AtomicBool>,
) {
    while let Some(message) = poll_fn(|cx| connection.poll_message(cx)).await {
        match message {
            Ok(AsyncMessage::Notice(notice)) => {
                doubtful.store(true, Ordering::Release);
                seldom!(warn, %notice, "the database warns");
            }
            Ok(_) => {}
            Err(error) => {
                seldom!(warn, error = explain(&error), "a connection to the database broke");
                return;
            }
        }
    }
}
