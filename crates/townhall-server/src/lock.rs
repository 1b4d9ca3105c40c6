//! Locking without panics.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex. If a thread panicked while it held the lock, that costs this thread nothing: what our locks guard is whole
/// after each change.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
