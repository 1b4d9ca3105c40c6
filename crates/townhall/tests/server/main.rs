//! The program as a server that is killed and started again.

mod chaos;
mod crash;
mod database;
#[allow(clippy::unwrap_used, dead_code, reason = "shared with the tests of the server")]
#[path = "../../../townhall-server/tests/server/inbox.rs"]
mod inbox;
#[cfg(feature = "load")]
mod load;
mod lock;
mod log;
mod mail;
mod operator;
mod program;
