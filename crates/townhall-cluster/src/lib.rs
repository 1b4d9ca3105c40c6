//! Several Townhall servers (nodes) on one Postgres database.
//!
//! Any node accepts any socket. Each table is served by one node at a time: the one that claimed it last, for as long as it
//! has a lease. Safety does not depend on leases: only the epoch of the latest claim allows appending to a journal.
//!
//! | module | contents |
//! |---|---|
//! | `node` | the server as one of several: its [`Placement`], joining, connections to others |
//! | `lease` | renewing the lease, and not answering for tables without it |
//! | `secret` | the shared secret, and the mutual TLS that follows from it |
//! | `link` | a connection to another node: HTTP/2 over TLS |
//! | `socket` | the stream of a socket whose table another node has |
//! | `serve` | the endpoints of a node for others |
//! | `order` | operators' orders, which any node carries out |

mod lease;
mod link;
mod node;
mod order;
mod secret;
mod serve;
mod socket;
#[cfg(test)]
mod tests;

use std::{net::SocketAddr, sync::Arc};

use rust_embed::RustEmbed;
use tokio::net::TcpListener;
use townhall_server::{Config, Server, StartError, http::WebClient, hub::Placement, server::Opened};
use townhall_store::{Data, OpenError, Store, StoreError};
use townhall_table::Catalogue;

use self::node::Node;
pub use self::{
    order::{ClusterOrderError, order},
    secret::{NodeSecret, WeakSecret},
};

/// The version of the protocol between nodes. Nodes of different versions can't work together.
pub const PROTOCOL: i64 = 3;

/// The name of the protocol, by which nodes agree on its version in the TLS handshake.
pub(crate) fn alpn() -> String {
    format!("townhall-node/{PROTOCOL}")
}

/// The configuration of a node, besides that of every server.
#[derive(Clone, Debug)]
pub struct NodeConfig {
    /// The address at which the other nodes reach this one. Port 0 means any free port, unless `listen` is set.
    pub address: SocketAddr,
    /// The address to listen on, if it differs from `address`, such as behind a tunnel.
    pub listen: Option<SocketAddr>,
    /// The secret that all nodes share.
    pub secret: Option<NodeSecret>,
}

/// The reason why a server can't be a node.
#[derive(Debug, thiserror::Error)]
pub enum NodeError {
    /// The server can't start, as a node or not.
    #[error(transparent)]
    Server(#[from] StartError),
    /// A file can only be used by one server.
    #[error("a node needs a Postgres database, which several servers can use; {data} is a file")]
    File { data: Data },
    /// The secret is missing.
    #[error(
        "a node needs the secret that all nodes share: set TOWNHALL_NODE_SECRET, or name a file by --node-secret-file"
    )]
    NoSecret,
    /// The address means any address of this machine.
    #[error("other nodes can't reach {address}: name the address that this machine has for them")]
    Unreachable { address: SocketAddr },
    /// Another node has the address.
    #[error("another node has the address {address}: each node needs one of its own")]
    AddressInUse { address: SocketAddr },
    /// Another node has another version of the protocol.
    #[error(
        "the node at {node} speaks version {theirs} of the nodes' protocol, and this program version {PROTOCOL}: stop all \
         nodes before you start others of this program"
    )]
    OtherVersion {
        node: SocketAddr,
        /// Its version.
        theirs: i64,
    },
    /// Another node has another secret.
    #[error("the node at {node} has another secret")]
    OtherSecret { node: SocketAddr },
    #[error("can't join the other nodes: {0}")]
    Store(#[from] StoreError),
}

impl From<OpenError> for NodeError {
    fn from(error: OpenError) -> Self {
        Self::Server(error.into())
    }
}

/// Starts a server as a node.
///
/// # Errors
/// See [`NodeError`].
pub async fn start(config: Config, node: NodeConfig, catalogue: Catalogue) -> Result<Server, NodeError> {
    start_with_client::<WebClient>(config, node, catalogue).await
}

/// Starts a node with another client than the program's own.
///
/// # Errors
/// As [`start`].
pub async fn start_with_client<C: RustEmbed + 'static>(
    config: Config,
    node: NodeConfig,
    catalogue: Catalogue,
) -> Result<Server, NodeError> {
    let (data, accept_loss, lease) = (config.data.clone(), config.accept_loss, config.times.lease);
    let joining = async move {
        let Data::Postgres(url) = &data else { return Err(NodeError::File { data }) };
        let secret = node.secret.ok_or(NodeError::NoSecret)?;
        let mut address = node.address;
        if address.ip().is_unspecified() {
            return Err(NodeError::Unreachable { address });
        }
        let listen = node.listen.unwrap_or(address);
        let cant_listen = |error| StartError::Listen { address: listen, error };
        let listener = TcpListener::bind(listen).await.map_err(cant_listen)?;
        if node.listen.is_none() {
            // Port 0 was replaced by the port that the system assigned.
            address = listener.local_addr().map_err(cant_listen)?;
        }
        let store = Arc::new(Store::open_as_node(url, accept_loss, address, PROTOCOL, lease).await?);
        let node = Node::join(Arc::clone(&store), listener, address, &secret, lease).await?;
        Ok(Opened { store, placement: Arc::new(node) as Arc<dyn Placement> })
    };
    Server::start_opened::<C, _>(config, catalogue, joining).await
}
