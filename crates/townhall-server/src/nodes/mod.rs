//! This server as one of several, which share a database: the nodes.
//!
//! Any node takes any socket. Each table is answered for by one node at a time: the one that claimed it last, for as long as it
//! has a lease (`lease.rs`). Who may add to a journal does not depend on that, but on the claim's epoch alone.

mod forward;
mod frame;
mod greeting;
mod lease;
mod link;
mod order;
mod secret;
mod serve;
mod wire;

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

use self::greeting::Stranger;
pub(crate) use self::{
    forward::forward,
    frame::{Notice, Opening, Question},
    link::{ANSWERING, Forwarded, Link, NotOpen},
    order::order,
    serve::{CameByNode, Service, serve},
};
pub use self::{
    order::NodesOrderError,
    secret::{NodeSecret, ShortSecret},
};
use crate::{
    lock::lock,
    store::{Data, PostgresStore, StoreError},
};

/// The version of what nodes say to each other. Nodes of different versions can't work together.
pub(crate) const PROTOCOL: i64 = 1;

/// How long after half of its lease a node's address may still be its own, which is only late.
const GRACE: Duration = Duration::from_secs(1);

/// How soon after it was tried in vain a node is connected to again.
const RETRY: Duration = Duration::from_millis(200);

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
    /// A node has another secret.
    #[error("the node at {node} has another secret")]
    OtherSecret {
        /// The node.
        node: SocketAddr,
    },
    /// The database failed.
    #[error("can't join the other nodes: {0}")]
    Store(#[from] StoreError),
}

/// The connection to a node, if there is one, and when it was tried last.
type Slot = Arc<tokio::sync::Mutex<(Option<Arc<Link>>, Option<Instant>)>>;

/// This server as one of the nodes.
pub(crate) struct Nodes {
    store: Arc<PostgresStore>,
    secret: NodeSecret,
    links: Mutex<HashMap<SocketAddr, Slot>>,
    lease: Duration,
    /// When the lease was renewed last, at the latest.
    renewed: Mutex<Instant>,
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
        secret: NodeSecret,
        lease: Duration,
    ) -> Result<Arc<Self>, NodeError> {
        for node in store.other_nodes().await? {
            if node.protocol != PROTOCOL {
                return Err(NodeError::OtherVersion { node: node.address, theirs: node.protocol });
            }
            match Link::connect(node.address, &secret).await {
                Ok(_) => {}
                Err(Stranger::WrongSecret) => return Err(NodeError::OtherSecret { node: node.address }),
                // It may have been killed, or be about to start.
                Err(error) => tracing::warn!(node = %node.address, %error, "a node can't be reached"),
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
        let (links, renewed, tenure) = (Mutex::default(), Mutex::new(joined), Mutex::new(none));
        Ok(Arc::new(Self { store, secret, links, lease, renewed, tenure }))
    }

    /// Whether half of the lease has passed without a renewal, so that this node must not answer for its tables. It says
    /// so at once when a process that was stopped goes on, before the lease's task could notice.
    pub(crate) fn is_late(&self) -> bool {
        Instant::now() > self.answers_until()
    }

    fn answers_until(&self) -> Instant {
        *lock(&self.renewed) + self.lease / 2
    }

    /// The connection to a node, which is made if there is none. None if it can't be reached.
    pub(crate) async fn link(&self, node: SocketAddr) -> Option<Arc<Link>> {
        let slot = Arc::clone(lock(&self.links).entry(node).or_default());
        // Whoever comes meanwhile waits for the same attempt.
        let mut slot = slot.lock().await;
        let (link, tried) = &mut *slot;
        if let Some(link) = link.as_ref().filter(|link| !link.is_broken()) {
            return Some(Arc::clone(link));
        }
        if tried.is_some_and(|tried| tried.elapsed() < RETRY) {
            return None;
        }
        *link = match Link::connect(node, &self.secret).await {
            Ok(link) => Some(link),
            Err(error) => {
                tracing::warn!(%node, %error, "a node can't be reached");
                None
            }
        };
        *tried = Some(Instant::now());
        link.clone()
    }

    /// Tells all other nodes something. What one of them can't be told now, it is not told later.
    pub(crate) async fn tell_all(&self, notice: Notice) {
        let others = match self.store.other_nodes().await {
            Ok(others) => others,
            Err(error) => {
                return tracing::warn!(%error, "the other nodes are not known, and were not told something");
            }
        };
        for node in others {
            let told = match self.link(node.address).await {
                Some(link) => link.tell(notice.clone()).await,
                None => false,
            };
            if !told {
                tracing::warn!(node = %node.address, "a node could not be told something");
            }
        }
    }

    /// The codes of the tables that the other nodes have in memory.
    pub(crate) async fn in_memory(&self) -> Result<Vec<String>, StoreError> {
        let mut codes: Vec<String> = Vec::new();
        for node in self.store.other_nodes().await? {
            let reply = match self.link(node.address).await {
                Some(link) => link.ask(Question::InMemory, ANSWERING).await,
                None => None,
            };
            match reply.and_then(|reply| serde_json::from_slice::<Vec<String>>(&reply).ok()) {
                Some(theirs) => codes.extend(theirs),
                None => tracing::warn!(node = %node.address, "a node does not say which tables it has"),
            }
        }
        Ok(codes)
    }

    /// Turns true when this node no longer answers for the tables that it claims from now on.
    pub(crate) fn tenure(&self) -> watch::Receiver<bool> {
        lock(&self.tenure).clone()
    }
}
