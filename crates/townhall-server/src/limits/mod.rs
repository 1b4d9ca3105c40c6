//! Limits on clients: how often they may do something, and how many sockets they may have.

mod address;
mod bucket;
mod log;
mod sockets;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use self::{
    address::{Address, Network},
    bucket::{BucketsByAddress, TokenBucket, TokenBuckets},
    log::SeldomLog,
    sockets::{Permit, SocketLimiter},
};

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
