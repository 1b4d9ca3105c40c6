//! A connection to the database, and what is known about a write that was sent over it.

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

use super::target::{Host, Target};
use crate::error::StoreError;

/// How long the database may take to answer. A commit that waits longer for a standby counts as unknown.
pub(crate) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);
/// The same for the operator's statements and migrations, some of which go through all entries.
pub(crate) const LONG_STATEMENT_TIMEOUT: Duration = Duration::from_secs(600);
/// Sets up a session: whatever the database's defaults are, a commit waits until it is durable, and a statement does not wait
/// for a locked row longer than for an answer. Returns an identification of the server, which differs from that of others at
/// the same address.
const SESSION: &str = "\
    SET synchronous_commit TO on; SET lock_timeout TO '4s'; SET client_min_messages TO warning; \
    SELECT concat_ws(' ', pg_postmaster_start_time(), inet_server_addr(), inet_server_port())";

/// The reason why a statement failed.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// The database refused it: it had no effect.
    Refused(StoreError),
    /// There is no answer. A commit may have succeeded.
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
            // A value that can't be sent was refused here; anything else concerns the connection.
            return Self::Lost(explain(&error));
        };
        // After `FATAL` and `PANIC` the session is gone, and they may come while a commit waits for its standby.
        if inner.parsed_severity() != Some(Severity::Error) {
            return Self::Lost(inner.to_string());
        }
        Self::Refused(match inner.code() {
            &SqlState::DISK_FULL => StoreError::DiskFull,
            // Its details may quote a row, which the log must not hold.
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

/// One connection.
#[derive(Debug)]
pub(crate) struct Link {
    client: Client,
    /// Which server this is: its host in the URL, when it was started, and its own address.
    server: String,
    timeout: Duration,
    statements: Mutex<HashMap<&'static str, Statement>>,
    /// Whether the database warned of something, or has not answered in time. A commit that was cancelled while it waited
    /// for a standby is reported as a success, after a warning.
    doubtful: Arc<AtomicBool>,
}

impl Link {
    /// Connects to the first host that answers in time and can be written. A host that accepts the connection
    /// and then stays silent is given up after its timeout.
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

    /// The same connection, on which the database may take this long to answer.
    pub(crate) fn with_timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Whether another connection leads to the same server, by the same way.
    pub(crate) fn is_beside(&self, other: &Self) -> bool {
        self.server == other.server
    }

    /// The rows that a statement returns. Outside a transaction, the statement is committed.
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

    /// Waits, for as long as it takes, until everything that was sent over this connection was answered and no transaction
    /// is open, or the connection broke.
    pub(crate) async fn answered(&self) {
        // The answer comes after those to everything that was sent before.
        let _ = self.client.batch_execute("ROLLBACK").await;
    }

    /// Whether everything that was sent over this connection was answered, and without a warning.
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
