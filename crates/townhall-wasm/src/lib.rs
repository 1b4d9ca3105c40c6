//! Townhall's tables in a browser: both games, all bots and the table itself, for WebAssembly.
//!
//! An [`Engine`] takes a [`Request`] and returns an [`Answer`], both as JSON. It does no I/O and reads no clock of its
//! own: time and entropy come with each request, what has to be stored or sent goes out with each answer. A browser's
//! worker runs one for each table, and one for each bot that thinks. The tables are those of `townhall-table`, so a
//! table in a browser is the same as one on a server.
//!
//! `abi` is how JavaScript calls it: text in, text out, through the memory of the instance. A panic ends the instance;
//! whoever runs it reads its journal again by another one, so it costs one table at most, or one thought.

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
pub use answer::{Answer, Card, Commit, Effects, Sent, Stored};
pub use engine::Engine;
pub use request::{Moment, NewTable, Player, Request, ToThink};
