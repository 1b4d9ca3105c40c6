//! Orders of the operator: whichever node can be reached carries them out, and tells the others what they have to know.

use std::{net::SocketAddr, time::Duration};

use super::{Link, NodeSecret, Question, greeting::Stranger};
use crate::{
    operator::{Order, Outcome},
    store::{PostgresStore, Store, StoreError},
};

/// How long carrying an order out may take: removing many tables takes a while.
const PATIENCE: Duration = Duration::from_secs(600);

/// Why no node carries an order out.
#[derive(Debug, thiserror::Error)]
pub enum NodesOrderError {
    /// Another server has the database alone, or all nodes have just been stopped.
    #[error("the database is in use, but by no node with a lease; try again")]
    NoNode,
    /// The nodes have another secret.
    #[error("the node at {node} has another secret")]
    OtherSecret {
        /// One of the nodes.
        node: SocketAddr,
    },
    /// None of the nodes can be reached.
    #[error("the node at {node} can't be reached: {why}")]
    Unreachable {
        /// The last that was tried.
        node: SocketAddr,
        /// Why.
        why: String,
    },
    /// The node did not answer. The order may have been carried out.
    #[error("the node at {node} did not answer; it may have carried the order out")]
    NoAnswer {
        /// The node.
        node: SocketAddr,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Has an order carried out by one of the nodes on a database.
pub(crate) async fn order(
    store: PostgresStore,
    secret: &NodeSecret,
    order: Order,
) -> Result<Outcome, NodesOrderError> {
    let nodes = store.other_nodes().await;
    store.close().await;
    let mut failed = NodesOrderError::NoNode;
    for node in nodes?.into_iter().map(|node| node.address) {
        match Link::connect(node, secret).await {
            Ok(link) => {
                let reply = link.ask(Question::Order(order), PATIENCE).await;
                let outcome = reply.and_then(|reply| serde_json::from_slice(&reply).ok());
                return outcome.ok_or(NodesOrderError::NoAnswer { node });
            }
            Err(Stranger::WrongSecret) => failed = NodesOrderError::OtherSecret { node },
            Err(error) => failed = NodesOrderError::Unreachable { node, why: error.to_string() },
        }
    }
    Err(failed)
}
