//! The writer: the only task that writes to the database.
//!
//! Group commit: all jobs that arrive while one transaction is being committed share the next one, so that they need
//! one sync of the disk together. Each job is answered after the commit.
//!
//! A job is an append, or any other write as a closure over the connection. Appends are the bulk of the work: those of a
//! batch are inserted together by one statement. For them the writer caches the length of each journal. Since nothing else
//! writes, it finds a conflict before anything is sent to the database, so that the other jobs of the transaction are not
//! affected.

use std::{
    collections::{HashMap, hash_map},
    time::{Duration, Instant},
    vec,
};

use futures_util::future::BoxFuture;
use metrics::{counter, histogram};
use parking_lot::Mutex;
use sqlx::{Connection, SqliteConnection};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
    time,
};
use townhall_system::seldom;
use townhall_table::session::Change;

use super::{
    rows::{self, Turn, key},
    statement::execute,
};
use crate::{
    columns::asked,
    engine::statement::Reach,
    error::StoreError,
    journal::{Append, MAX_ENTRIES, NoticeRow, TableId},
    metric_names,
};

/// The most jobs that may wait for the writer.
const MAX_WAITING: usize = 4096;
/// The most jobs in one transaction.
const MAX_BATCH: usize = 1024;
/// The least time from the beginning of one transaction to that of the next. On a quiet server the last one was long ago, and
/// a job does not wait; under load more jobs share one transaction, its sync of the disk, and all that happens at once when
/// they are answered.
const BATCH_INTERVAL: Duration = Duration::from_millis(6);
/// The most journals whose lengths are cached.
const MAX_CACHED_LENGTHS: usize = 100_000;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Sends the reply to a job, given the outcome of the commit.
type PendingReply = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// A write: returns its pending reply, and the error if the database itself failed.
type Write = Box<
    dyn for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, (PendingReply, Result<(), StoreError>)>
        + Send,
>;

/// Something to write.
#[expect(
    clippy::large_enum_variant,
    reason = "most jobs are appends, which a box would cost an allocation each"
)]
enum Job {
    /// Add entries to a journal.
    Append(Append, Reply<()>),
    /// Write something that does not depend on appends.
    Write(Write),
    /// Write something that may depend on earlier appends, or change what they have written.
    WriteAfterAppends(Write),
    /// Move the write-ahead log into the file (checkpoint) after the batch, and truncate it.
    Checkpoint(Reply<()>),
}

/// The handle by which jobs are sent to the writer.
#[derive(Debug)]
pub(crate) struct Writer {
    /// `None` once it is closed.
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the writer.
    pub(super) fn spawn(connection: SqliteConnection) -> Self {
        let (jobs, queue) = mpsc::channel(MAX_WAITING);
        let task = tokio::spawn(work(connection, queue));
        Self { jobs: Mutex::new(Some(jobs)), task: tokio::sync::Mutex::new(Some(task)) }
    }

    /// Adds entries to a journal.
    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.run(|reply| Job::Append(append, reply)).await
    }

    /// Runs a closure on the connection within the transaction of a batch. If it may depend on earlier appends, or change what
    /// they have written, these are written first. Errors other than those of the database don't roll back; a closure that
    /// returns one has not written anything.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        reach: Reach,
        write: impl for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        let job = |reply| match reach {
            Reach::Subject => Job::Write(boxed(write, reply)),
            Reach::Journals | Reach::Everything => Job::WriteAfterAppends(boxed(write, reply)),
        };
        self.run(job).await
    }

    /// Moves the write-ahead log into the file and truncates it.
    pub(super) async fn checkpoint(&self) -> Result<(), StoreError> {
        self.run(Job::Checkpoint).await
    }

    /// Sends a job to the writer and waits for its reply.
    async fn run<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let jobs = self.jobs.lock().clone().ok_or(StoreError::Closed)?;
        let (reply, replied) = oneshot::channel();
        jobs.send(job(reply)).await.map_err(|_| StoreError::Closed)?;
        drop(jobs);
        replied.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Finishes the jobs that were sent, and closes the connection.
    pub(super) async fn close(&self) {
        self.jobs.lock().take();
        if let Some(task) = self.task.lock().await.take() {
            // An error means that the task panicked, which has been logged.
            let _ = task.await;
        }
    }
}

fn boxed<T: Send + 'static>(
    write: impl for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreError>> + Send + 'static,
    reply: Reply<T>,
) -> Write {
    Box::new(move |db| Box::pin(async move { pending(reply, write(db).await) }))
}

async fn work(connection: SqliteConnection, mut queue: mpsc::Receiver<Job>) {
    let mut work = Work::new(connection);
    let mut jobs = Vec::with_capacity(MAX_BATCH);
    // It ends when the handle is closed and no job is left.
    while queue.recv_many(&mut jobs, MAX_BATCH).await > 0 {
        let begun = time::Instant::now();
        work.batch(&mut jobs).await;
        time::sleep_until(begun + BATCH_INTERVAL).await;
    }
    if let Err(error) = work.connection.close().await {
        tracing::warn!(%error, "could not close the database");
    }
}

struct Work {
    connection: SqliteConnection,
    /// A cache of the number of the latest entry of each journal.
    lengths: HashMap<TableId, u64>,
    /// Whether to checkpoint and truncate the write-ahead log after this batch.
    checkpoint: bool,
}

/// The rows that the appends of a batch will write.
#[derive(Default)]
struct Rows {
    entries: Vec<(i64, String)>,
    turns: HashMap<TableId, Turn>,
    notices: Vec<NoticeRow>,
}

impl Work {
    fn new(connection: SqliteConnection) -> Self {
        Self { connection, lengths: HashMap::new(), checkpoint: false }
    }

    /// Runs some jobs in one transaction, and sends their replies. Jobs that were not reached when the database failed learn
    /// of it by their dropped senders.
    async fn batch(&mut self, jobs: &mut Vec<Job>) {
        let begun = Instant::now();
        let mut replies = Vec::with_capacity(jobs.len());
        let outcome = self.commit(jobs.drain(..), &mut replies).await;
        if let Err(error) = &outcome {
            seldom!(error, %error, "could not write; nothing of this batch was kept");
            counter!(metric_names::FAILED_COMMITS).increment(1);
            // After some errors SQLite has already rolled back; then this statement fails, which does no harm.
            let _ = execute(&mut self.connection, "ROLLBACK").await;
            self.lengths.clear();
        }
        if self.lengths.len() > MAX_CACHED_LENGTHS {
            self.lengths.clear();
        }
        if std::mem::take(&mut self.checkpoint) {
            // Pages that a reader still needs stay in the log; the next checkpoint moves them.
            if let Err(error) = execute(&mut self.connection, "PRAGMA wal_checkpoint(TRUNCATE)").await {
                seldom!(warn, %error, "the log could not be emptied");
            }
        }
        histogram!(metric_names::BATCH_SIZE).record(replies.len() as f64);
        histogram!(metric_names::BATCH_SECONDS).record(begun.elapsed());
        for reply in replies {
            reply(outcome.clone());
        }
    }

    async fn commit(
        &mut self,
        jobs: vec::Drain<'_, Job>,
        replies: &mut Vec<PendingReply>,
    ) -> Result<(), StoreError> {
        execute(&mut self.connection, "BEGIN IMMEDIATE").await?;
        let mut rows = Rows::default();
        for job in jobs {
            let (reply, outcome) = match job {
                Job::Append(append, reply) => pending(reply, self.append(append, &mut rows).await),
                Job::Write(write) => write(&mut self.connection).await,
                Job::WriteAfterAppends(write) => {
                    self.write(std::mem::take(&mut rows)).await?;
                    self.lengths.clear();
                    write(&mut self.connection).await
                }
                Job::Checkpoint(reply) => {
                    self.checkpoint = true;
                    pending(reply, Ok(()))
                }
            };
            replies.push(reply);
            outcome?;
        }
        self.write(rows).await?;
        execute(&mut self.connection, "COMMIT").await
    }

    /// Writes the rows that appends have collected.
    async fn write(&mut self, rows: Rows) -> Result<(), StoreError> {
        rows::insert_entries(&mut self.connection, &rows.entries).await?;
        rows::update_turns(&mut self.connection, &rows.turns).await?;
        rows::insert_notices(&mut self.connection, &rows.notices).await
    }

    /// Checks an append and puts it into `rows`.
    async fn append(&mut self, append: Append, rows: &mut Rows) -> Result<(), StoreError> {
        let notices: Vec<_> = append.notice_rows().collect();
        // Only this process writes to the file, so that there is one claim.
        let Append { table, after, entries, at, summary, change, opens, .. } = append;
        let latest = self.length(table).await?;
        if latest != after {
            return Err(StoreError::Conflict { expected: after, latest });
        }
        let length = after + entries.len() as u64;
        if length > MAX_ENTRIES {
            return Err(StoreError::JournalFull);
        }
        if let Some(opens) = opens {
            rows::insert_table(&mut self.connection, *opens).await?;
        }
        if change == Change::Everything {
            rows::update_summary(&mut self.connection, table, &summary).await?;
        }
        if change != Change::Nothing {
            let turn = (asked(&summary)?, at, summary.goes_on_at);
            rows.turns.insert(table, turn);
        }
        rows.entries.extend((after + 1..).zip(entries).map(|(number, entry)| (key(table, number), entry)));
        rows.notices.extend(notices);
        self.lengths.insert(table, length);
        Ok(())
    }

    /// The number of entries of a journal.
    async fn length(&mut self, table: TableId) -> Result<u64, StoreError> {
        match self.lengths.entry(table) {
            hash_map::Entry::Occupied(known) => Ok(*known.get()),
            hash_map::Entry::Vacant(unknown) => {
                let length = rows::count_entries(&mut self.connection, table).await?;
                Ok(*unknown.insert(length))
            }
        }
    }
}

/// Prepares the reply to a job, which is its result, or an error if the commit fails.
///
/// A job that is refused does not affect the others. If the database itself fails, the job may be half done, so the
/// whole transaction must be rolled back.
fn pending<T: Send + 'static>(
    reply: Reply<T>,
    done: Result<T, StoreError>,
) -> (PendingReply, Result<(), StoreError>) {
    let failed = match &done {
        Err(error @ (StoreError::DiskFull | StoreError::Database(_) | StoreError::Closed)) => {
            Err(error.clone())
        }
        _ => Ok(()),
    };
    let reply = Box::new(move |committed: Result<(), StoreError>| {
        // The receiver may have been dropped already.
        let _ = reply.send(committed.and(done));
    });
    (reply, failed)
}

#[cfg(test)]
#[path = "writer_tests.rs"]
mod tests;
