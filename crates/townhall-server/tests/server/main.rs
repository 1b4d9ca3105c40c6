//! The server as its clients see it, and the store as the server sees it.

// Helpers of tests panic as tests do.
#![allow(clippy::unwrap_used)]

mod devices;
mod disk;
mod engine;
mod figures;
mod high_card;
mod hint;
mod lobby;
mod migrate;
mod play;
mod postgres;
mod preview;
mod records;
mod restart;
mod rude;
mod score;
mod secrecy;
mod store;
mod thinking;
mod town;
mod upgrade;
