//! The server as its clients see it.

// Helpers of tests panic as tests do.
#![allow(clippy::unwrap_used)]

#[cfg(target_os = "linux")]
mod attack;
mod channels;
mod clock_use;
mod correspondence;
mod devices;
mod digest;
mod disk;
#[allow(dead_code, reason = "shared with the tests of the store")]
#[path = "../../../townhall-store/tests/store/engine.rs"]
mod engine;
mod figures;
mod high_card;
mod hint;
mod inbox;
mod invitations;
mod lobby;
mod mail;
mod migrate;
mod notices;
mod personal_data;
mod play;
mod postgres;
mod preview;
mod receiver;
mod records;
mod recovery;
mod restart;
mod rude;
mod score;
mod secrecy;
mod thinking;
mod town;
mod upgrade;
