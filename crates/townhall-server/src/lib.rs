//! Serves the tables of [`townhall_table`] to browsers, over HTTP and WebSockets.
//!
//! # Code map
//!
//! - `server.rs`, `app.rs`, `config.rs`: starting and stopping, the state that all requests share, everything that can be
//!   set. To stop, the server tells its sockets, lets requests finish, cancels all thoughts and closes the store.
//! - `connections.rs`, `guarded.rs`, `descriptors.rs`: TCP connections, their limits, and slow clients.
//! - `http/`: one module for each resource. `guard.rs` has the security headers, the check of `Origin` and rate limits,
//!   `extract.rs` has the extractors of guest, client and table, `refused.rs` turns refusals into responses, `assets.rs` has the
//!   client (a debug build reads `web/dist`).
//! - `socket.rs`: the task of one WebSocket. docs/protocol.md has the close codes.
//! - `identity/`: the cookie of a device, and codes for further devices.
//! - `hub/`: the tables in memory. `table.rs` claims a table and starts its actor, `actor.rs` runs a session, `outbox.rs` queues
//!   frames for a socket, `thinking/` runs bots on threads of their own, `listed.rs` has the tables that public lists may show,
//!   `due.rs` wakes tables at which something is due, `quota.rs` counts stored bytes, `placement.rs` is the boundary to other servers on the same
//!   database, which the crate `townhall-cluster` implements.
//! - `notices/`: notifications: what is due (`mod.rs`), Web Push (`push.rs`), webhooks (`webhook.rs`), emails (`mail.rs`), requests to
//!   push services and webhooks (`post.rs`), words (`text.rs`).
//! - `operator/`: the operator's commands, through a Unix socket (`control.rs`) or directly on the file.
//! - `reused.rs`: the lists of public tables, which are reused for a second.
//! - `blocks.rs`: what the operator has blocked.
//! - `limits/`, `refusal_log.rs`: token buckets, limits on sockets, rate-limited log lines.
//! - `clock.rs`, `entropy.rs`, `lock.rs`, `health.rs`, `metrics.rs`, `vitals.rs`: time, random bytes, locking, health, metrics.
//!
//! Tests: `tests/server/` runs real servers and clients. `cargo verify postgres` starts a Postgres for those that need one.

mod app;
pub mod blocks;
pub mod clock;
pub mod config;
mod connections;
mod descriptors;
pub mod entropy;
mod failure;
mod guarded;
mod health;
pub mod http;
pub mod hub;
mod identity;
pub mod limits;
pub mod lock;
pub mod metrics;
mod notices;
pub mod operator;
mod refusal_log;
mod reused;
pub mod server;
mod socket;
mod vitals;

pub use townhall_store as store;

pub use self::{
    config::Config,
    server::{Server, StartError},
};
