//! The room's promises, through what an actor uses of it: decide, apply, tasks, tick, view.

mod desk;
mod games;
mod lobby;
mod moves;
