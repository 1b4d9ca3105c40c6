//! The program as a server that is killed and started again.

mod chaos;
mod crash;
mod database;
#[cfg(feature = "load")]
mod load;
mod lock;
mod log;
mod operator;
mod program;
