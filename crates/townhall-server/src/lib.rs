//! Serves the tables of [`townhall_table`] to browsers, over HTTP and WebSockets.
//!
//! # Code map
//!
//! - `server.rs`, `app.rs`, `config.rs`: starting and stopping, the state that all requests share, everything that can be
//!   set. To stop, the server tells its sockets, lets requests finish, cancels all thoughts and closes the store.
//! - `connections/`: TCP connections, their limits, and slow clients.
//! - `http/`: one module for each resource. `guard.rs` has the security headers, the check of `Origin` and rate limits,
//!   `extract.rs` has the extractors of guest, client and table, `refused.rs` turns refusals into responses, `assets.rs` has the
//!   client (a debug build reads `web/dist`).
//! - `socket.rs`: the task of one WebSocket. docs/protocol.md has the close codes.
//! - `identity/`: the cookie of a device, codes for further devices, passkeys.
//! - `hub/`: the tables in memory. `message.rs` has the messages to a table, `table.rs` claims a table and starts its actor,
//!   `actor.rs` runs a session, `place.rs` connects sockets to tables, `outbox.rs` queues frames for a socket, `thinking/` runs
//!   bots on threads of their own, `listed.rs` has the tables that public lists may show, `due.rs` wakes tables at which something
//!   is due, `quota.rs` counts stored bytes, `outages.rs` notes when no server was there, `operator.rs` closes and removes tables and
//!   forgets people, `blocks.rs` has what the operator has blocked, `placement.rs` is the boundary to other servers on the same
//!   database, which the crate `townhall-cluster` implements.
//! - `limits/`, `refusal_log.rs`: token buckets, limits on sockets, rate-limited log lines.
//! - `metrics/`, `health.rs`: metrics, and whether the server can write.
//!
//! Notifications are sent by the crate `townhall-notices`, to which the hub says who looks at a table. The operator's commands are in
//! `townhall-operator`, above this crate.
//!
//! Tests: `tests/server/` runs real servers and clients. `cargo verify postgres` starts a Postgres for those that need one.

mod app;
pub mod config;
mod connections;
mod failure;
mod health;
pub mod http;
pub mod hub;
pub mod identity;
pub mod limits;
pub mod metrics;
mod refusal_log;
pub mod server;
mod socket;

pub use self::{
    config::Config,
    server::{Server, StartError},
};
