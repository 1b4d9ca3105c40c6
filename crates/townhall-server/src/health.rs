//! Whether the server can write to its database.

use std::time::{Duration, Instant};

use tokio::{sync::Mutex, time::timeout};

use townhall_store::{Data, Store, StoreError};
use townhall_system::{clock, seldom};

/// How long a result is reused, so that frequent requests don't cause more writes.
const RESULT_REUSED_FOR: Duration = Duration::from_secs(5);
/// How long writing a row may take.
const WRITE_TIMEOUT: Duration = Duration::from_secs(4);

/// The latest result of writing a row, and when it was written.
#[derive(Debug, Default)]
pub(crate) struct Health(Mutex<Option<(Instant, Verdict)>>);

/// `Err` with the problem, in a few words for the operator.
pub(crate) type Verdict = Result<(), &'static str>;

impl Health {
    /// Writes a row, unless that was done within the last few seconds, and returns whether it worked.
    pub(crate) async fn verdict(&self, store: &Store, data: &Data) -> Verdict {
        let (late, failed) = match data {
            Data::File(_) => ("the file does not answer in time", "the file can't be written"),
            Data::Postgres(_) => ("the database does not answer in time", "the database can't be written"),
        };
        // Concurrent requests wait for the same answer.
        let mut last = self.0.lock().await;
        if let Some((at, verdict)) = *last
            && at.elapsed() < RESULT_REUSED_FOR
        {
            return verdict;
        }
        let verdict = match timeout(WRITE_TIMEOUT, store.probe(clock::now())).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                seldom!(error, %error, "{failed}");
                Err(match error {
                    StoreError::DiskFull => "the disk is full",
                    StoreError::Closed => "the server stops",
                    _ => failed,
                })
            }
            Err(_) => {
                seldom!(error, "writing one row takes longer than {WRITE_TIMEOUT:?}");
                Err(late)
            }
        };
        *last = Some((Instant::now(), verdict));
        verdict
    }
}
