//! Leases: several servers (nodes) on one database, and which of them may claim a table.
//!
//! Only a Postgres database can have several servers, so the operations are methods of
//! [`PostgresStore`](crate::PostgresStore) rather than a trait.

pub(crate) mod postgres;

use std::net::SocketAddr;

/// Another node that has a lease.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherNode {
    /// The address at which other nodes reach it.
    pub address: SocketAddr,
    /// Its version of the protocol between nodes.
    pub protocol: i64,
}
