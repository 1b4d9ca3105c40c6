//! The program as a server that is killed and started again.

mod chaos;
mod crash;
#[cfg(feature = "load")]
mod load;
mod log;
mod operator;
mod program;
