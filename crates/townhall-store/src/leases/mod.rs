//! Leases: several servers (nodes) on one database, and which of them may claim a table.
//!
//! Only a Postgres database can have several servers, so the operations are methods of
//! [`PostgresStore`](crate::PostgresStore) rather than a trait.

pub(crate) mod postgres;

use std::net::SocketAddr;

/// Another node that has a lease.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherNode {
    /// Where it is reached.
    pub address: SocketAddr,
    /// The version of the protocol that it speaks with others.
    pub protocol: i64,
}
