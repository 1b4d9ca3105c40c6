//! This server as one of the nodes.

use std::{
    collections::HashMap,
    fmt,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    http::{Request, Response},
};
use futures_util::future::BoxFuture;
use tokio::{
    net::TcpListener,
    sync::watch,
    time::{Instant, sleep},
};
use townhall_server::hub::{ClusterEvent, Hub, OutboxReceiver, Place, Placement, SocketRequest, Unconnected};
use townhall_store::{Store, StoreError};
use townhall_system::{lock, seldom};
use townhall_table::{
    TableCode,
    journal::PlayerId,
    protocol::{Code, Refusal},
};

use crate::{
    NodeError, NodeSecret, PROTOCOL, alpn,
    link::{ANSWER_TIMEOUT, Link, LinkError},
    secret::Tls,
    serve,
};

/// How long, beyond half of a lease, a joining node waits for its address. After that, the node that has it must be alive.
const ADDRESS_GRACE: Duration = Duration::from_secs(1);
/// The delay after a failure before a node is connected to again.
const RECONNECT_DELAY: Duration = Duration::from_millis(200);

/// The connection to a node, if there is one, and when it was last tried.
type Slot = Arc<tokio::sync::Mutex<(Option<Link>, Option<Instant>)>>;

/// This server as one of the nodes of a cluster.
pub(crate) struct Node {
    pub(crate) store: Arc<Store>,
    tls: Tls,
    /// Where other nodes connect, until the server runs.
    listener: Mutex<Option<TcpListener>>,
    links: Mutex<HashMap<SocketAddr, Slot>>,
    pub(crate) lease: Duration,
    /// The lease was last renewed at this time or later.
    pub(crate) renewed: Mutex<Instant>,
    /// Becomes true when this node no longer answers for the tables that it claimed under its latest lease.
    pub(crate) tenure: Mutex<watch::Receiver<bool>>,
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Node").finish_non_exhaustive()
    }
}

impl Node {
    /// Joins the nodes on a database, which reach this one at `address`. It has no tenure before [`Placement::run`].
    pub(crate) async fn join(
        store: Arc<Store>,
        listener: TcpListener,
        address: SocketAddr,
        secret: &NodeSecret,
        lease: Duration,
    ) -> Result<Self, NodeError> {
        let tls = secret.tls(&alpn());
        for node in store.other_nodes().await? {
            if node.protocol != PROTOCOL {
                return Err(NodeError::OtherVersion { node: node.address, theirs: node.protocol });
            }
            match Link::connect(node.address, &tls).await {
                Ok(_) => {}
                Err(LinkError::OtherSecret) => return Err(NodeError::OtherSecret { node: node.address }),
                // It may have been killed, or be about to start.
                Err(error) => tracing::warn!(node = %node.address, %error, "a node can't be reached"),
            }
        }
        // If the node that had the address was killed, the address is free by the time at which a live node would have renewed
        // its lease.
        let begun = Instant::now();
        let joined = loop {
            let joined = Instant::now();
            if store.join().await? {
                break joined;
            }
            if begun.elapsed() > lease / 2 + ADDRESS_GRACE {
                return Err(NodeError::AddressInUse { address });
            }
            sleep(lease / 50).await;
        };
        let (_, over) = watch::channel(true);
        Ok(Self {
            store,
            tls,
            listener: Mutex::new(Some(listener)),
            links: Mutex::default(),
            lease,
            renewed: Mutex::new(joined),
            tenure: Mutex::new(over),
        })
    }

    /// The time at which half of the lease has passed since its last renewal.
    pub(crate) fn answers_until(&self) -> Instant {
        *lock(&self.renewed) + self.lease / 2
    }

    /// The connection to a node, which is made if there is none. None if it can't be reached.
    async fn link(&self, node: SocketAddr) -> Option<Link> {
        let slot = Arc::clone(lock(&self.links).entry(node).or_default());
        // Other callers wait for the same attempt.
        let mut slot = slot.lock().await;
        let (link, tried) = &mut *slot;
        if let Some(link) = link.as_ref().filter(|link| !link.is_broken()) {
            return Some(link.clone());
        }
        if tried.is_some_and(|tried| tried.elapsed() < RECONNECT_DELAY) {
            return None;
        }
        *link = match Link::connect(node, &self.tls).await {
            Ok(link) => Some(link),
            Err(error) => {
                seldom!(warn, %node, %error, "a node can't be reached");
                None
            }
        };
        *tried = Some(Instant::now());
        link.clone()
    }
}

impl Placement for Node {
    fn is_local(&self) -> bool {
        false
    }

    fn tenure(&self) -> Option<watch::Receiver<bool>> {
        Some(lock(&self.tenure).clone())
    }

    /// A process that was suspended notices here, before the task of its lease could, that half of the lease has passed.
    fn may_answer(&self) -> bool {
        Instant::now() <= self.answers_until()
    }

    fn reaches(&self, node: SocketAddr) -> BoxFuture<'_, bool> {
        Box::pin(async move { self.link(node).await.is_some() })
    }

    fn connect(
        &self,
        node: SocketAddr,
        socket: SocketRequest,
        outbox_bytes: usize,
    ) -> BoxFuture<'_, Result<(Place, OutboxReceiver), Unconnected>> {
        Box::pin(async move {
            let link = self.link(node).await.ok_or(Unconnected::NotServedThere)?;
            link.open(&socket, outbox_bytes).await
        })
    }

    fn forward(
        &self,
        node: SocketAddr,
        client: SocketAddr,
        request: Request<Body>,
    ) -> BoxFuture<'_, Result<Response<Body>, Refusal>> {
        Box::pin(async move {
            let unreachable = || Refusal::new(Code::Busy, "the server that has this table can't be reached");
            self.link(node).await.ok_or_else(unreachable)?.forward(client, request).await
        })
    }

    fn forget(&self, node: SocketAddr, code: TableCode, who: PlayerId) -> BoxFuture<'_, Option<bool>> {
        Box::pin(async move { self.link(node).await?.ask(serve::FORGET, &(code, who), ANSWER_TIMEOUT).await })
    }

    fn in_memory(&self) -> BoxFuture<'_, Result<Vec<TableCode>, StoreError>> {
        Box::pin(async move {
            let mut codes: Vec<TableCode> = Vec::new();
            for node in self.store.other_nodes().await? {
                let theirs: Option<Vec<TableCode>> = match self.link(node.address).await {
                    Some(link) => link.ask(serve::IN_MEMORY, &(), ANSWER_TIMEOUT).await,
                    None => None,
                };
                match theirs {
                    Some(theirs) => codes.extend(theirs),
                    None => seldom!(warn, node = %node.address, "a node does not list its tables"),
                }
            }
            Ok(codes)
        })
    }

    /// Best effort: failures are logged and not retried.
    fn announce(&self, event: ClusterEvent) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let others = match self.store.other_nodes().await {
                Ok(others) => others,
                Err(error) => return seldom!(warn, %error, "an event has reached no other node"),
            };
            for node in others {
                let has_reached: Option<()> = match self.link(node.address).await {
                    Some(link) => link.ask(serve::EVENT, &event, ANSWER_TIMEOUT).await,
                    None => None,
                };
                if has_reached.is_none() {
                    seldom!(warn, node = %node.address, "an event has not reached a node");
                }
            }
        })
    }

    fn run(
        self: Arc<Self>,
        hub: Arc<Hub>,
        router: Router,
        stopping: watch::Receiver<bool>,
    ) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            let listener = lock(&self.listener).take();
            let serving = async {
                if let Some(listener) = listener {
                    let server = Arc::clone(&self.tls.server);
                    serve::serve(listener, server, serve::router(Arc::clone(&hub), router), stopping.clone())
                        .await;
                }
            };
            tokio::join!(serving, self.keep_lease(&hub, stopping.clone()));
        })
    }
}
