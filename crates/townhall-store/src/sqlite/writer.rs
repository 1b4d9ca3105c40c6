//! The writer: the only task that writes to the database.
//!
//! Group commit: all jobs that arrive while one transaction is being committed share the next one, so that they need
//! one sync of the disk together. Each job is answered after the commit.
//!
//! The writer caches how long each journal is. Since nothing else writes, it finds a conflict before anything is sent
//! to the database, so that the other jobs of the transaction are not affected.

use std::{
    collections::{HashMap, hash_map},
    time::{Duration, Instant},
    vec,
};

use metrics::{counter, histogram};
use sqlx::{Connection, SqliteConnection};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
    time,
};

use townhall_table::journal::{Colour, Millis, Person, PlayerId};

use super::{
    Append, DeviceCodeHash, DeviceId, NewDevice, NewTable, StoreError, TableId,
    columns::as_json,
    devices, key,
    operations::{self, Operation},
    statements::{self, Turn},
};
use crate::{Change, MAX_ENTRIES, metric_names};

/// How many jobs may wait for the writer.
const QUEUE: usize = 4096;
/// How many jobs go into one transaction at most.
const BATCH: usize = 1024;
/// The least time from the beginning of one transaction to that of the next. On a quiet server a job finds the last one
/// long past, and does not wait; under load more jobs share one transaction, its sync of the disk, and all that happens
/// at once when they are answered.
const PACE: Duration = Duration::from_millis(6);
/// How many journals' lengths are remembered.
const REMEMBERED: usize = 100_000;

type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// Something to write.
pub(super) enum Job {
    CreatePlayer {
        device: NewDevice,
        name: String,
        colour: Colour,
        answer: Answer<Person>,
    },
    DeviceSeen {
        device: DeviceId,
        at: Millis,
        answer: Answer<()>,
    },
    RemoveDevice {
        owner: PlayerId,
        device: DeviceId,
        answer: Answer<()>,
    },
    OfferDeviceCode {
        code: DeviceCodeHash,
        owner: PlayerId,
        now: Millis,
        until: Millis,
        answer: Answer<()>,
    },
    RedeemDeviceCode {
        code: DeviceCodeHash,
        device: NewDevice,
        answer: Answer<Person>,
    },
    UpdatePlayer {
        person: Person,
        answer: Answer<()>,
    },
    CreateTable {
        table: NewTable,
        answer: Answer<TableId>,
    },
    Append {
        append: Append,
        answer: Answer<()>,
    },
    /// Carry an operation of the operator out; the answer is how many rows it affected.
    Operate {
        operation: Operation,
        answer: Answer<u64>,
    },
    /// Move the write-ahead log into the file (checkpoint) and truncate it.
    Settle {
        answer: Answer<()>,
    },
    /// Close the connection.
    Close {
        answer: Answer<()>,
    },
}

/// The handle by which jobs are sent to the writer.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the writer.
    pub(super) fn spawn(connection: SqliteConnection) -> Self {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let task = tokio::spawn(work(connection, queue));
        Self { jobs, task: tokio::sync::Mutex::new(Some(task)) }
    }

    /// Sends a job to the writer and waits for its answer.
    pub(super) async fn run<T>(&self, job: impl FnOnce(Answer<T>) -> Job) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.jobs.send(job(answer)).await.map_err(|_| StoreError::Closed)?;
        answered.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Finishes the jobs that were sent, and closes the connection.
    pub(super) async fn close(&self) {
        if let Some(task) = self.task.lock().await.take() {
            // An error means that it was closed before.
            let _ = self.run(|answer| Job::Close { answer }).await;
            let _ = task.await;
        }
    }
}

async fn work(connection: SqliteConnection, mut queue: mpsc::Receiver<Job>) {
    let mut work = Work { connection, lengths: HashMap::new(), unsettled: false };
    let mut jobs = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut jobs, BATCH).await > 0 {
        let begun = time::Instant::now();
        if work.batch(&mut jobs).await {
            break;
        }
        time::sleep_until(begun + PACE).await;
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
    unsettled: bool,
}

/// Answers a job with the result of the commit.
type Told = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// The rows that the appends of a batch will write.
#[derive(Default)]
struct Rows {
    entries: Vec<(i64, String)>,
    turns: HashMap<TableId, Turn>,
}

impl Work {
    /// Runs some jobs in one transaction; returns whether to stop.
    async fn batch(&mut self, jobs: &mut Vec<Job>) -> bool {
        let begun = Instant::now();
        let mut close = None;
        let mut told: Vec<Told> = Vec::with_capacity(jobs.len());
        let mut queue = jobs.drain(..);
        let outcome = match statements::execute(&mut self.connection, "BEGIN IMMEDIATE").await {
            Ok(()) => self.transact(&mut queue, &mut told, &mut close).await,
            Err(error) => Err(error),
        };
        let outcome = match outcome {
            Ok(()) => statements::execute(&mut self.connection, "COMMIT").await,
            Err(error) => Err(error),
        };
        if let Err(error) = &outcome {
            tracing::error!(%error, "could not write; nothing of this batch was kept");
            counter!(metric_names::FAILED_COMMITS).increment(1);
            // After some errors SQLite has already rolled back; then this statement fails, which does no harm.
            let _ = statements::execute(&mut self.connection, "ROLLBACK").await;
            self.lengths.clear();
        }
        if self.lengths.len() > REMEMBERED {
            self.lengths.clear();
        }
        if std::mem::take(&mut self.unsettled) {
            // Pages that a reader still needs stay in the log; the next checkpoint moves them.
            if let Err(error) =
                statements::execute(&mut self.connection, "PRAGMA wal_checkpoint(TRUNCATE)").await
            {
                tracing::warn!(%error, "the log could not be emptied");
            }
        }
        histogram!(metric_names::BATCH_SIZE).record(told.len() as f64);
        histogram!(metric_names::BATCH_SECONDS).record(begun.elapsed());
        for tell in told {
            tell(outcome.clone());
        }
        // Jobs that were not reached learn of the failure by their dropped senders, but a request to close must be
        // obeyed.
        for job in queue {
            if let Job::Close { answer } = job {
                close = Some(answer);
            }
        }
        match close {
            Some(answer) => {
                let _: Result<_, _> = Answer::send(answer, Ok(()));
                true
            }
            None => false,
        }
    }

    async fn transact(
        &mut self,
        jobs: &mut vec::Drain<'_, Job>,
        told: &mut Vec<Told>,
        close: &mut Option<Answer<()>>,
    ) -> Result<(), StoreError> {
        let mut rows = Rows::default();
        for job in jobs {
            match job {
                Job::CreatePlayer { device, name, colour, answer } => {
                    let done = statements::create_player(&mut self.connection, &device, name, colour).await;
                    tell(told, answer, done)?;
                }
                Job::DeviceSeen { device, at, answer } => {
                    let done = devices::update_seen(&mut self.connection, device, at).await;
                    tell(told, answer, done)?;
                }
                Job::RemoveDevice { owner, device, answer } => {
                    let done = devices::delete(&mut self.connection, owner, device).await;
                    tell(told, answer, done)?;
                }
                Job::OfferDeviceCode { code, owner, now, until, answer } => {
                    let done = devices::insert_code(&mut self.connection, code, owner, now, until).await;
                    tell(told, answer, done)?;
                }
                Job::RedeemDeviceCode { code, device, answer } => {
                    let done = devices::redeem(&mut self.connection, code, &device).await;
                    tell(told, answer, done)?;
                }
                Job::UpdatePlayer { person, answer } => {
                    let done = statements::update_player(&mut self.connection, &person).await;
                    tell(told, answer, done)?;
                }
                Job::CreateTable { table, answer } => {
                    let done = self.create_table(&table).await;
                    tell(told, answer, done)?;
                }
                Job::Append { append, answer } => {
                    let done = self.append(append, &mut rows).await;
                    tell(told, answer, done)?;
                }
                Job::Operate { operation, answer } => {
                    // Earlier appends have to be written first: the operation may depend on them, or remove their
                    // table.
                    self.write(std::mem::take(&mut rows)).await?;
                    self.lengths.clear();
                    let done = operations::carry_out(&mut self.connection, operation).await;
                    tell(told, answer, done)?;
                }
                Job::Settle { answer } => {
                    self.unsettled = true;
                    tell(told, answer, Ok(()))?;
                }
                Job::Close { answer } => *close = Some(answer),
            }
        }
        self.write(rows).await
    }

    /// Writes the rows that appends have collected.
    async fn write(&mut self, rows: Rows) -> Result<(), StoreError> {
        statements::insert_entries(&mut self.connection, &rows.entries).await?;
        statements::update_turns(&mut self.connection, &rows.turns).await
    }

    /// Inserts a table and its first entries.
    async fn create_table(&mut self, table: &NewTable) -> Result<TableId, StoreError> {
        let id = statements::insert_table(&mut self.connection, table).await?;
        let entries = (1..).zip(&table.entries);
        let rows: Vec<_> = entries.map(|(number, entry)| (key(id, number), entry.clone())).collect();
        statements::insert_entries(&mut self.connection, &rows).await?;
        self.lengths.insert(id, rows.len() as u64);
        Ok(id)
    }

    /// Checks an append and puts it into `rows`.
    async fn append(&mut self, append: Append, rows: &mut Rows) -> Result<(), StoreError> {
        // Only this process writes to the file, so that there is one claim.
        let Append { table, epoch: _, after, entries, at, summary, change, opens } = append;
        let found = self.length(table).await?;
        if found != after {
            return Err(StoreError::Conflict { expected: after, latest: found });
        }
        let length = after + entries.len() as u64;
        if length > MAX_ENTRIES {
            return Err(StoreError::JournalFull);
        }
        if let Some(opens) = opens {
            self.create_table(&opens).await?;
        }
        if change == Change::Everything {
            statements::update_summary(&mut self.connection, table, &summary).await?;
        }
        if change != Change::Nothing {
            let turn = (as_json(&summary.to_act)?, at);
            rows.turns.insert(table, turn);
        }
        rows.entries.extend((after + 1..).zip(entries).map(|(number, entry)| (key(table, number), entry)));
        self.lengths.insert(table, length);
        Ok(())
    }

    /// How many entries a journal has.
    async fn length(&mut self, table: TableId) -> Result<u64, StoreError> {
        match self.lengths.entry(table) {
            hash_map::Entry::Occupied(known) => Ok(*known.get()),
            hash_map::Entry::Vacant(unknown) => {
                let found = statements::count_entries(&mut self.connection, table).await?;
                Ok(*unknown.insert(found))
            }
        }
    }
}

/// Prepares the answer of a job, which is its result, or an error if the commit fails.
///
/// A job that is refused does not affect the others. If the database itself fails, the job may be half done, so the
/// whole transaction must be rolled back.
fn tell<T: Send + 'static>(
    told: &mut Vec<Told>,
    answer: Answer<T>,
    done: Result<T, StoreError>,
) -> Result<(), StoreError> {
    let failed = match &done {
        Err(error @ (StoreError::DiskFull | StoreError::Database(_) | StoreError::Closed)) => {
            Err(error.clone())
        }
        _ => Ok(()),
    };
    told.push(Box::new(move |committed| {
        // The receiver may have been dropped already.
        let _ = answer.send(committed.and(done));
    }));
    failed
}

#[cfg(test)]
mod tests;
