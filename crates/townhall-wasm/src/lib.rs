//! Townhall's tables in a browser: both games, all bots and the table itself, for WebAssembly.
//!
//! An [`Engine`] takes an [`EngineRequest`] and returns an [`EngineAnswer`], both as JSON. It does no I/O and reads no
//! clock: time and entropy come with each request, and each answer contains what has to be stored or sent. A browser's
//! worker runs one for each table, and one for each bot that thinks. The tables are those of `townhall-table`, so a
//! table in a browser is the same as one on a server.
//!
//! A panic ends the instance. Its worker starts another one, which restores the table from its journal; a simpler bot
//! then makes the bot's move. So a panic costs one table or one thought at most.
//!
//! # Code map
//!
//! - `request.rs`, `answer.rs`: the requests of a worker and the answers to them, as JSON.
//! - `engine.rs` answers requests. `local.rs` runs a table, as an actor of the server does.
//! - `analyst.rs` analyses a finished game in slices, with the same result as `townhall analyse` with the same budget.
//! - `abi.rs` has the five functions by which JavaScript calls the engine, with text in the memory of the instance.
//! - `examples/native_engine.rs` is this engine as a native program. `web/tests/engine.spec.ts` compares the answers of
//!   both byte by byte.
//!
//! `cargo xtask engine` builds it with the profile `engine`: bots and analysis for speed, the rest for size. Every type of
//! `BTreeMap` or sort of the standard library adds 1 KB to the download, `str::parse` of a float 13 KB, and
//! `to_lowercase` or other tables of Unicode 3 to 8 KB each.

#[cfg(target_arch = "wasm32")]
mod abi;
mod analyst;
mod answer;
mod engine;
mod local;
mod request;
#[cfg(feature = "typescript")]
pub mod typescript;

pub use analyst::{Analysed, AnalysedSeat, Hindsight, Judged};
pub use answer::{Card, Commit, Effects, EngineAnswer, Sent, Stored};
pub use engine::Engine;
pub use request::{EngineRequest, Moment, NewTable, Player, ToThink};
