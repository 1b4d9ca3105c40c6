//! The refusals of requests that failed in the store: the same for HTTP and for the sockets of tables.

use townhall_table::protocol::{Code, Refusal};

use townhall_store::{MAX_PASSKEYS, StoreError};
use townhall_system::seldom;

/// The refusal that a client gets when the store returned an error. Errors that an operator has to know about are
/// logged; a client only learns whether its change may have been stored.
pub(crate) fn store_refusal(error: StoreError) -> Refusal {
    match error {
        StoreError::Conflict { .. } => Refusal::new(Code::Stale, "the table has gone on since"),
        StoreError::CodeTaken => Refusal::new(Code::Taken, "the code is taken"),
        StoreError::KnownPasskey => Refusal::new(Code::Taken, "this passkey was added before"),
        StoreError::TooManyPasskeys => {
            Refusal::new(Code::TooMany, "you have too many passkeys").with("most", MAX_PASSKEYS)
        }
        StoreError::JournalFull => Refusal::new(Code::TooMany, "this table's journal is full"),
        StoreError::Missing => Refusal::new(Code::NoTable, "there is no such table or guest"),
        StoreError::Unknown(_) => {
            seldom!(warn, %error, "the store gave no answer");
            Refusal::new(Code::Internal, "the server failed; it is not known whether the change was stored")
        }
        StoreError::DiskFull => {
            seldom!(error, "the disk is full");
            Refusal::new(Code::Full, "the server's disk is full; nothing was changed")
        }
        error => {
            seldom!(error, %error, "the store failed");
            server_failed()
        }
    }
}

/// The refusal for a request that failed in the server and changed nothing. The cause is only logged.
pub(crate) fn server_failed() -> Refusal {
    Refusal::new(Code::Internal, "the server failed; nothing was changed")
}
