#![doc = include_str!("../README.md")]
//!
//! # Code map
//!
//! ```text
//! command ──────decide────────▶ ┐
//! bot's reply ──accept_reply──▶ ├ entries ──apply──▶ store ──▶ a view for each viewer
//! time ─────────tick──────────▶ ┘
//! ```
//!
//! - `journal/`: the stored entries, their text with its version (`stored.rs`), and the types of version 1 (`v1.rs`), which are
//!   read and never written.
//! - `protocol/`: the messages between client and server. `fold.rs` applies the frames that a client gets.
//! - `days.rs`: the clock of a correspondence table.
//! - `seen.rs`: the table as viewers see it, in parts that a session compares. `task.rs`: a bot's task and its reply, and other
//!   computations that run outside of the table. `code.rs`: the codes of tables.
//! - `room.rs`: a table of any game without its types (`Room`). `table/`: `Table<G>`, which implements it for every game.
//!   `table/match_state.rs` is the game without people; `lobby.rs`, `play.rs`, `talk.rs` and `absence.rs` decide, `turns.rs`
//!   follows turns and clocks, `fold.rs`
//!   applies entries, `view.rs` makes views, `bots.rs` makes tasks for bots and handles their replies, `negotiation.rs`
//!   says when they act. `replay.rs` shows a record step by step, also for looking back in a running game.
//! - `catalogue.rs`: the games that can be played, without their types.
//! - `recorded.rs`: games that were played elsewhere. A table of one has a journal of two entries and a code that
//!   follows from the record. `forget.rs`: a journal without a person's name and words.
//! - `session/`: one table in use. `commit.rs` processes events, `shown.rs` has the state that viewers were sent
//!   last, `presence.rs` the connected people, `outgoing.rs` the frames to send.
//!
//! Each item of this list imports only from the items above it.
//!
//! Tests: `tests/table/room/` states the rules of a table through a `Session`, `tests/table/secrets.rs` compares the views at
//! a table with those of the rules, `tests/table/journals.rs` reads stored journals of every mode and version.

#![warn(missing_docs)]

pub mod catalogue;
mod code;
mod days;
pub mod forget;
pub mod journal;
mod json;
pub mod protocol;
pub mod recorded;
pub mod room;
pub mod seen;
pub mod session;
pub mod table;
pub mod task;

#[cfg(feature = "net")]
pub use self::days::{LocalTime, daily, local_time, minute_of_day, timestamp};
pub use self::{
    catalogue::Catalogue,
    code::{CODE_LETTERS, NoCode, TableCode},
    session::Session,
};
pub use townhall_bots::Json;
