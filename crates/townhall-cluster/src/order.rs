//! Orders of the operator: any node that can be reached carries them out, and notifies the others.

use std::{net::SocketAddr, time::Duration};

use townhall_operator::{Order, OrderError, OrderOutcome};
use townhall_store::{Data, OpenError, Store, StoreError};
use townhall_table::Catalogue;

use crate::{
    NodeSecret, alpn,
    link::{Link, LinkError},
    serve,
};

/// The time limit for carrying out an order: removing many tables takes minutes.
const ORDER_TIMEOUT: Duration = Duration::from_secs(600);

/// The reason why an order is not carried out.
#[derive(Debug, thiserror::Error)]
pub enum ClusterOrderError {
    /// It can't be carried out here, nor handed to a server that uses the data alone.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// Another server uses the database alone, or all nodes have just been stopped.
    #[error("the database is in use, but by no node with a lease; try again")]
    NoNode,
    /// The nodes have another secret.
    #[error("the node at {node} has another secret")]
    OtherSecret {
        /// The address of a node.
        node: SocketAddr,
    },
    /// None of the nodes can be reached.
    #[error("the node at {node} can't be reached: {why}")]
    Unreachable {
        /// The last that was tried.
        node: SocketAddr,
        why: String,
    },
    /// The node did not answer. The order may have been carried out.
    #[error("the node at {node} did not answer; it may have carried the order out")]
    NoAnswer { node: SocketAddr },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Sends an order to one of the nodes that use the database, which accept orders from any client with their secret. Without
/// nodes, the same as [`townhall_operator::order`].
///
/// # Errors
/// The file or database can't be opened, or the server or the nodes don't answer.
pub async fn order(
    data: &Data,
    catalogue: Catalogue,
    secret: Option<&NodeSecret>,
    order: Order,
) -> Result<OrderOutcome, ClusterOrderError> {
    match (townhall_operator::order(data, catalogue, order.clone()).await, data, secret) {
        (Err(OrderError::Open(OpenError::InUse { .. })), Data::Postgres(url), Some(secret)) => {
            let store = Store::visit(url).await.map_err(OrderError::Open)?;
            let nodes = store.other_nodes().await;
            store.close().await;
            let nodes = nodes?.into_iter().map(|node| node.address).collect();
            by_one_of(nodes, secret, &order).await
        }
        (done, ..) => Ok(done?),
    }
}

async fn by_one_of(
    nodes: Vec<SocketAddr>,
    secret: &NodeSecret,
    order: &Order,
) -> Result<OrderOutcome, ClusterOrderError> {
    let tls = secret.tls(&alpn());
    let mut failed = ClusterOrderError::NoNode;
    for node in nodes {
        match Link::connect(node, &tls).await {
            Ok(link) => {
                let outcome = link.ask(serve::ORDER, order, ORDER_TIMEOUT).await;
                return outcome.ok_or(ClusterOrderError::NoAnswer { node });
            }
            Err(LinkError::OtherSecret) => failed = ClusterOrderError::OtherSecret { node },
            Err(error) => failed = ClusterOrderError::Unreachable { node, why: error.to_string() },
        }
    }
    Err(failed)
}
