//! The room's promises, through what an actor uses of it: decide, apply, tasks, tick, view.

mod absence;
mod forget;
mod games;
pub(crate) mod harness;
mod lobby;
pub(crate) mod moves;
mod play;
mod replay;
mod secrecy;
mod storm;
mod talk;
