//! The rules of a table, tested through the public API of sessions and rooms.

mod absence;
mod correspondence;
mod forget;
mod games;
pub(crate) mod harness;
mod lobby;
pub(crate) mod moves;
mod negotiation;
pub(crate) mod plans;
mod play;
mod replay;
mod secrecy;
mod storm;
mod talk;
