//! Adding to journals: several tasks with a connection each.
//!
//! All appends of one table go to the same task, so that they keep their order. Appends that arrive while a task waits
//! for a commit go into its next one. Most batches are one statement, which is a transaction by itself: one round trip and one
//! wait for the standby, however many tables there are. Each table's row decides whether its entries are added.

use std::collections::{HashMap, HashSet, VecDeque};

use metrics::{counter, histogram};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinSet,
    time::{Instant, timeout},
};
use tokio_postgres::types::ToSql;

use super::{
    link::{Failure, Link, STATEMENT_TIMEOUT},
    pool::Pool,
    rows::column,
    tables,
    target::Target,
};
use crate::{
    columns::{asked, count, stamp},
    error::StoreError,
    journal::{Append, Epoch, MAX_ENTRIES, TableId},
    metric_names,
};
use townhall_system::seldom;
use townhall_table::session::Change;

/// The number of tasks.
const TASKS: usize = 2;
/// The most appends that may wait for each task.
const MAX_WAITING: usize = 2048;
/// The most appends in one commit.
const MAX_BATCH: usize = 512;

/// Adds entries to journals whose row has the claim and the length that the append expects; returns the tables of these. Of
/// notices that are there, only the time of a reminder (kind 8) changes.
const APPEND: &str = "\
    WITH wanted AS ( \
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], \
          $7::bigint[]) \
        AS wanted (id, epoch, after, added, to_act, touched, due) \
    ), grown AS ( \
      UPDATE tables SET length = wanted.after + wanted.added, to_act = coalesce(wanted.to_act, tables.to_act), \
        touched = coalesce(wanted.touched, tables.touched), \
        due = CASE WHEN wanted.touched IS NULL THEN tables.due ELSE wanted.due END \
      FROM wanted \
      WHERE tables.id = wanted.id AND tables.epoch = wanted.epoch AND tables.length = wanted.after \
      RETURNING tables.id \
    ), written AS ( \
      INSERT INTO entries (table_id, number, body) \
      SELECT entry.table_id, entry.number, entry.body \
      FROM unnest($8::bigint[], $9::bigint[], $10::text[]) AS entry (table_id, number, body) \
      JOIN grown ON grown.id = entry.table_id \
    ), noticed AS ( \
      INSERT INTO notices (channel_id, table_id, kind, turn, at, due) \
      SELECT channels.id, notice.table_id, notice.kind, notice.turn, notice.at, notice.due \
      FROM unnest($11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[]) \
        AS notice (table_id, player_id, kind, turn, at, due) \
      JOIN grown ON grown.id = notice.table_id \
      JOIN channels ON channels.player_id = notice.player_id AND channels.kinds & notice.kind <> 0 \
      ON CONFLICT (channel_id, table_id, kind, turn) DO UPDATE SET due = excluded.due \
        WHERE notices.kind = 8 AND notices.state = 'waiting' \
    ) \
    SELECT id FROM grown";

/// The claims and the lengths of tables.
const CLAIMS: &str = "SELECT id, epoch, length FROM tables WHERE id = ANY($1)";

type Reply = oneshot::Sender<Result<(), StoreError>>;

/// An append and its reply.
#[derive(Debug)]
struct Job {
    append: Append,
    reply: Reply,
}

impl Job {
    fn answer(self, outcome: Result<(), StoreError>) {
        // The receiver may have been dropped already.
        let _ = self.reply.send(outcome);
    }
}

/// The handle by which appends are sent to the tasks.
#[derive(Debug)]
pub(crate) struct Appender {
    /// `None` ends a task.
    queues: Vec<mpsc::Sender<Option<Job>>>,
    tasks: tokio::sync::Mutex<JoinSet<()>>,
}

impl Appender {
    /// Starts the tasks. Each connects when it is first needed.
    pub(crate) fn spawn(target: &Target) -> Self {
        let mut tasks = JoinSet::new();
        let queues = (0..TASKS).map(|_| {
            let (queue, jobs) = mpsc::channel(MAX_WAITING);
            tasks.spawn(Task { pool: Pool::new(target.clone(), 1) }.work(jobs));
            queue
        });
        Self { queues: queues.collect(), tasks: tokio::sync::Mutex::new(tasks) }
    }

    /// Adds entries to a journal.
    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        if append.after + append.entries.len() as u64 > MAX_ENTRIES {
            return Err(StoreError::JournalFull);
        }
        let which = append.table.0.unsigned_abs() % self.queues.len() as u64;
        let queue = usize::try_from(which).ok().and_then(|which| self.queues.get(which));
        let (reply, replied) = oneshot::channel();
        let sent = queue.ok_or(StoreError::Closed)?.send(Some(Job { append, reply })).await;
        sent.map_err(|_| StoreError::Closed)?;
        // A task that ended without a reply may have sent it.
        replied.await.unwrap_or_else(|_| Err(StoreError::Unknown("the store was closed".to_owned())))
    }

    /// Finishes the appends that were sent, and ends the tasks. Tasks that wait for the database for longer than
    /// [`STATEMENT_TIMEOUT`] are aborted.
    pub(crate) async fn close(&self) {
        let mut tasks = self.tasks.lock().await;
        let finishing = async {
            for queue in &self.queues {
                // An error means that it was closed before.
                let _ = queue.send(None).await;
            }
            while tasks.join_next().await.is_some() {}
        };
        if timeout(STATEMENT_TIMEOUT, finishing).await.is_err() {
            tracing::warn!(
                "the database does not answer; it is not known whether the latest entries were kept"
            );
            tasks.shutdown().await;
        }
    }
}

/// A task that stores appends.
struct Task {
    /// Its only connection.
    pool: Pool,
}

/// The reason why nothing of a batch was stored, as far as is known.
enum Failed {
    /// The database refused something of it.
    Refused(StoreError),
    /// The database did not answer, so that the outcome may be unknown.
    Lost(StoreError),
}

impl From<Failure> for Failed {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(error) => Self::Refused(error),
            lost @ Failure::Lost(_) => Self::Lost(lost.before_commit()),
        }
    }
}

impl Task {
    async fn work(self, mut queue: mpsc::Receiver<Option<Job>>) {
        let mut arrived = Vec::with_capacity(MAX_BATCH);
        let mut open = true;
        while open && queue.recv_many(&mut arrived, MAX_BATCH).await > 0 {
            open = arrived.iter().all(Option::is_some);
            let mut waiting: VecDeque<Job> = arrived.drain(..).flatten().collect();
            while !waiting.is_empty() {
                let begun = Instant::now();
                let batch = one_of_each_table(&mut waiting);
                histogram!(metric_names::BATCH_SIZE).record(batch.len() as f64);
                self.store(batch).await;
                histogram!(metric_names::BATCH_SECONDS).record(begun.elapsed());
            }
        }
        self.pool.close();
    }

    /// Stores a batch and sends all replies. An append that opens another table is stored by itself, since a code that is
    /// taken must undo all of it.
    async fn store(&self, batch: Vec<Job>) {
        let (opening, others): (Vec<Job>, Vec<Job>) =
            batch.into_iter().partition(|job| job.append.opens.is_some());
        for group in opening.into_iter().map(|job| vec![job]).chain([others]) {
            if let Err((error, jobs)) = self.store_together(group).await {
                self.store_one_by_one(error, jobs).await;
            }
        }
    }

    /// Stores the appends of a refused batch one by one, so that the refused one does not affect other tables.
    async fn store_one_by_one(&self, refused: StoreError, jobs: Vec<Job>) {
        if jobs.len() == 1 {
            return jobs.into_iter().for_each(|job| job.answer(Err(refused.clone())));
        }
        for job in jobs {
            if let Err((error, jobs)) = self.store_together(vec![job]).await {
                jobs.into_iter().for_each(|job| job.answer(Err(error.clone())));
            }
        }
    }

    /// Stores appends of different tables in one transaction, and sends their replies. If the database refuses any of them,
    /// no reply is sent, and the appends are returned.
    async fn store_together(&self, jobs: Vec<Job>) -> Result<(), (StoreError, Vec<Job>)> {
        if jobs.is_empty() {
            return Ok(());
        }
        let appends: Vec<&Append> = jobs.iter().map(|job| &job.append).collect();
        let is_simple = |append: &&Append| append.change != Change::Everything && append.opens.is_none();
        let outcome = if appends.iter().all(is_simple) {
            self.commit_at_once(&appends).await
        } else {
            self.commit_whole(&appends).await
        };
        match outcome {
            Ok(grown) => self.answer(jobs, &grown).await,
            // Another code will be tried.
            Err(Failed::Refused(error @ StoreError::CodeTaken)) => return Err((error, jobs)),
            Err(Failed::Refused(error)) => {
                counter!(metric_names::FAILED_COMMITS).increment(1);
                seldom!(error, %error, "the database refused to store entries");
                return Err((error, jobs));
            }
            Err(Failed::Lost(error)) => {
                counter!(metric_names::FAILED_COMMITS).increment(1);
                seldom!(error, %error, "the database gave no answer to entries");
                jobs.into_iter().for_each(|job| job.answer(Err(error.clone())));
            }
        }
        Ok(())
    }

    /// Stores appends that change only journals and turns, the usual case, by one statement, which is committed by itself.
    async fn commit_at_once(&self, appends: &[&Append]) -> Result<HashSet<TableId>, Failed> {
        let lease = self.pool.take().await.map_err(Failed::Lost)?;
        let grown = append(lease.link(), appends).await.map_err(|failure| match failure {
            Failure::Refused(error) => Failed::Refused(error),
            lost @ Failure::Lost(_) => Failed::Lost(lost.at_commit()),
        })?;
        lease.finish();
        Ok(grown)
    }

    /// Stores appends that change more than the journal and the turn.
    async fn commit_whole(&self, appends: &[&Append]) -> Result<HashSet<TableId>, Failed> {
        let lease = self.pool.take().await.map_err(Failed::Lost)?;
        let link = lease.link();
        link.prepare(APPEND).await?;
        tables::prepare(link).await?;
        let (begun, grown) = tokio::join!(biased; link.run("BEGIN"), append(link, appends));
        begun?;
        let grown = grown?;
        let stored = appends.iter().filter(|append| grown.contains(&append.table));
        for opens in stored.clone().filter_map(|append| append.opens.as_ref()) {
            if tables::insert(link, opens).await?.is_none() {
                link.run("ROLLBACK").await?;
                lease.finish();
                return Err(Failed::Refused(StoreError::CodeTaken));
            }
        }
        let changed: Vec<_> = stored
            .filter(|append| append.change == Change::Everything)
            .map(|append| (append.table, &append.summary))
            .collect();
        let commit = link.run("COMMIT");
        tables::update_summaries(link, &changed, commit).await.map_err(|failure| match failure {
            Failure::Refused(error) => Failed::Refused(error),
            lost @ Failure::Lost(_) => Failed::Lost(lost.at_commit()),
        })?;
        lease.finish();
        Ok(grown)
    }

    /// Sends the replies after a commit: success for the tables in `grown`, and the reason for the others.
    async fn answer(&self, jobs: Vec<Job>, grown: &HashSet<TableId>) {
        let (stored, refused): (Vec<Job>, Vec<Job>) =
            jobs.into_iter().partition(|job| grown.contains(&job.append.table));
        stored.into_iter().for_each(|job| job.answer(Ok(())));
        if refused.is_empty() {
            return;
        }
        let found = self.claims(&refused).await;
        for job in refused {
            let why = match &found {
                Ok(found) => reason(&job.append, found.get(&job.append.table)),
                Err(error) => error.clone(),
            };
            job.answer(Err(why));
        }
    }

    /// The claims and the lengths of tables to which nothing was added.
    async fn claims(&self, jobs: &[Job]) -> Result<HashMap<TableId, (Epoch, u64)>, StoreError> {
        let lease = self.pool.take().await?;
        let ids: Vec<i64> = jobs.iter().map(|job| job.append.table.0).collect();
        let rows = lease.link().rows(CLAIMS, &[&ids]).await.map_err(Failure::before_commit)?;
        lease.finish();
        let found = rows.iter().map(|row| {
            let length: i64 = column(row, 2)?;
            Ok((TableId(column(row, 0)?), (Epoch(column(row, 1)?), length.unsigned_abs())))
        });
        found.collect()
    }
}

/// Takes the first append of each table out of a queue; those behind it stay, in their order.
fn one_of_each_table(waiting: &mut VecDeque<Job>) -> Vec<Job> {
    let mut tables = HashSet::with_capacity(waiting.len());
    let (batch, rest): (Vec<Job>, Vec<Job>) =
        waiting.drain(..).partition(|job| tables.insert(job.append.table));
    waiting.extend(rest);
    batch
}

/// Runs the statement [`APPEND`].
async fn append(link: &Link, appends: &[&Append]) -> Result<HashSet<TableId>, Failure> {
    let (mut ids, mut epochs, mut afters, mut added) = (vec![], vec![], vec![], vec![]);
    let (mut to_acts, mut touched, mut due) = (vec![], vec![], vec![]);
    let (mut tables, mut numbers, mut bodies) = (vec![], vec![], vec![]);
    let mut notices: [Vec<i64>; 6] = Default::default();
    for append in appends {
        ids.push(append.table.0);
        epochs.push(append.epoch.0);
        afters.push(stamp(append.after));
        added.push(count(append.entries.len()));
        let has_change = append.change != Change::Nothing;
        to_acts.push(has_change.then(|| asked(&append.summary)).transpose()?);
        touched.push(has_change.then(|| stamp(append.at)));
        due.push(append.summary.goes_on_at.map(stamp));
        for (number, body) in (append.after + 1..).zip(&append.entries) {
            tables.push(append.table.0);
            numbers.push(stamp(number));
            bodies.push(body.as_str());
        }
        for row in append.notice_rows() {
            std::iter::zip(&mut notices, row).for_each(|(column, value)| column.push(value));
        }
    }
    let mut values: Vec<&(dyn ToSql + Sync)> =
        vec![&ids, &epochs, &afters, &added, &to_acts, &touched, &due, &tables, &numbers, &bodies];
    values.extend(notices.iter().map(|column| column as &(dyn ToSql + Sync)));
    let rows = link.rows(APPEND, &values).await?;
    let grown = rows.iter().map(|row| Ok(TableId(column(row, 0)?)));
    Ok(grown.collect::<Result<_, StoreError>>()?)
}

/// The reason why nothing was added to a table, given its claim and length.
fn reason(append: &Append, found: Option<&(Epoch, u64)>) -> StoreError {
    match found {
        None => StoreError::Missing,
        Some((epoch, _)) if *epoch != append.epoch => StoreError::Superseded,
        Some((_, latest)) => StoreError::Conflict { expected: append.after, latest: *latest },
    }
}
