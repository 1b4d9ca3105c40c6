//! Tables, rooms and journals, through what the crate offers to servers and to browsers. One program: the games are
//! compiled into it once.

#![allow(clippy::unwrap_used)]

mod journals;
mod room;
mod secrets;
