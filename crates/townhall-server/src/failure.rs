//! The refusals of requests that failed in the store: the same for HTTP and for the sockets of tables.

use townhall_table::protocol::{Code, Refusal};

use townhall_store::StoreError;
use townhall_system::SeldomLog;

/// A store that fails does so for each request, so these lines are rate-limited.
static DISK_FULL: SeldomLog = SeldomLog::new();
static FAILED: SeldomLog = SeldomLog::new();
static NO_ANSWER: SeldomLog = SeldomLog::new();

/// The refusal that a client gets when the store returned an error. Errors that an operator has to know about are
/// logged; a client only learns whether its change may have been stored.
pub(crate) fn store_refusal(error: StoreError) -> Refusal {
    match error {
        StoreError::Conflict { .. } => Refusal::new(Code::Stale, "the table has gone on since"),
        StoreError::CodeTaken => Refusal::new(Code::Taken, "the code is taken"),
        StoreError::JournalFull => Refusal::new(Code::TooMany, "this table's journal is full"),
        StoreError::Missing => Refusal::new(Code::NoTable, "there is no such table or guest"),
        StoreError::Unknown(_) => {
            log(&NO_ANSWER, |times| tracing::warn!(%error, times, "the store gave no answer"));
            Refusal::new(Code::Internal, "the server failed; it is not known whether the change was stored")
        }
        StoreError::DiskFull => {
            log(&DISK_FULL, |times| tracing::error!(times, "the disk is full"));
            Refusal::new(Code::Full, "the server's disk is full; nothing was changed")
        }
        error => {
            log(&FAILED, |times| tracing::error!(%error, times, "the store failed"));
            server_failed()
        }
    }
}

/// Logs a line if one is due.
fn log(seldom: &SeldomLog, line: impl FnOnce(u64)) {
    if let Some(times) = seldom.count() {
        line(times);
    }
}

/// The refusal for a request that failed in the server and changed nothing. The cause is only logged.
pub(crate) fn server_failed() -> Refusal {
    Refusal::new(Code::Internal, "the server failed; nothing was changed")
}
