//! Tests that set the clock forward run alone: all tests of a process share its clock.
//!
//! nextest runs each test in a process of its own, but `cargo test` runs all of them in one.

use std::sync::{Condvar, Mutex};

/// The towns of this process.
struct Users {
    sharing: usize,
    alone: bool,
}

static USERS: Mutex<Users> = Mutex::new(Users { sharing: 0, alone: false });
static LEFT: Condvar = Condvar::new();

/// How a town uses the clock, until it is dropped. Waiting blocks the test's thread, on which nothing else runs.
pub(crate) enum ClockUse {
    Shared,
    Alone,
}

impl ClockUse {
    /// Waits until no test sets the clock forward.
    pub(crate) fn shared() -> Self {
        let mut users = LEFT.wait_while(USERS.lock().unwrap(), |users| users.alone).unwrap();
        users.sharing += 1;
        Self::Shared
    }

    /// Waits until all towns but those of this test have ended. `towns` is the number of towns that this test runs.
    pub(crate) fn alone(towns: usize) -> Self {
        let in_use = |users: &mut Users| users.alone || users.sharing > towns;
        LEFT.wait_while(USERS.lock().unwrap(), in_use).unwrap().alone = true;
        Self::Alone
    }
}

impl Drop for ClockUse {
    fn drop(&mut self) {
        let mut users = USERS.lock().unwrap();
        match self {
            Self::Shared => users.sharing -= 1,
            Self::Alone => users.alone = false,
        }
        LEFT.notify_all();
    }
}
