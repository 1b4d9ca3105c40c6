//! This server as one of several, which share a database: the nodes.
//!
//! Any node takes any socket. Each table is answered for by one node at a time: the one that claimed it last, for as long as it
//! has a lease ([`lease`]). Who may add to a journal does not depend on that, but on the claim's epoch alone.

mod lease;
mod secret;

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

pub use self::secret::{NodeSecret, ShortSecret};
use crate::store::{Data, PostgresStore, StoreError};

/// The version of what nodes say to each other. Nodes of different versions can't work together.
pub(crate) const PROTOCOL: i64 = 1;

/// How long after half of its lease a node's address may still be its own, which is only late.
const GRACE: Duration = Duration::from_secs(1);

/// Why a server can't be a node.
#[derive(Debug, thiserror::Error)]
pub enum NodeError {
    /// A file has one user.
    #[error("a node needs a Postgres database, which several servers can use; {data} is a file")]
    File {
        /// The file.
        data: Data,
    },
    /// There is no secret.
    #[error(
        "a node needs the secret that all nodes share: set TOWNHALL_NODE_SECRET, or name a file by --node-secret-file"
    )]
    NoSecret,
    /// The address is one that means any.
    #[error("other nodes can't reach {address}: name the address that this machine has for them")]
    Unreachable {
        /// The address.
        address: SocketAddr,
    },
    /// Another node has the address.
    #[error("another node has the address {address}: each node needs one of its own")]
    AddressInUse {
        /// The address.
        address: SocketAddr,
    },
    /// A node speaks another version of the protocol.
    #[error(
        "the node at {node} speaks version {theirs} of the nodes' protocol, and this program version {PROTOCOL}: stop all \
         nodes before you start others of this program"
    )]
    OtherVersion {
        /// The node.
        node: SocketAddr,
        /// Its version.
        theirs: i64,
    },
    /// The database failed.
    #[error("can't join the other nodes: {0}")]
    Store(#[from] StoreError),
}

/// This server as one of the nodes.
pub(crate) struct Nodes {
    store: Arc<PostgresStore>,
    lease: Duration,
    /// When it joined, at the latest.
    joined: Instant,
    /// Turns true when this node no longer answers for the tables that it claimed under its latest lease.
    tenure: Mutex<watch::Receiver<bool>>,
}

impl std::fmt::Debug for Nodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Nodes").finish_non_exhaustive()
    }
}

impl Nodes {
    /// Joins the nodes on a database, which the others reach at an address. It has no tenure before its lease is
    /// [kept](Self::keep).
    pub(crate) async fn join(
        store: Arc<PostgresStore>,
        address: SocketAddr,
        lease: Duration,
    ) -> Result<Arc<Self>, NodeError> {
        for node in store.other_nodes().await? {
            if node.protocol != PROTOCOL {
                return Err(NodeError::OtherVersion { node: node.address, theirs: node.protocol });
            }
        }
        // Whoever had the address may have been killed: then it is free when a living node would have renewed its lease.
        let begun = Instant::now();
        let joined = loop {
            let joined = Instant::now();
            if store.join().await? {
                break joined;
            }
            if begun.elapsed() > lease / 2 + GRACE {
                return Err(NodeError::AddressInUse { address });
            }
            sleep(lease / 50).await;
        };
        let (_, none) = watch::channel(true);
        Ok(Arc::new(Self { store, lease, joined, tenure: Mutex::new(none) }))
    }

    /// Turns true when this node no longer answers for the tables that it claims from now on.
    pub(crate) fn tenure(&self) -> watch::Receiver<bool> {
        self.tenure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
