//! The TCP connections of clients, for requests and for sockets.
//!
//! They are counted in total and for each address. When there are too many, the server closes the connection that has
//! been idle for longest, among those of the address with the most connections. So a client that opens many connections
//! and reads nothing loses its own connections, and others are served.

pub(crate) mod guarded;

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Instant,
};

use metrics::{counter, gauge};
use tokio::sync::Notify;
use townhall_system::{SeldomLog, lock};

use crate::{
    limits::{Address, Network},
    metrics::names,
};

/// The connections that are open.
#[derive(Debug)]
pub(crate) struct Connections {
    /// The limit in total.
    most: usize,
    /// The limit for one address; `None` (no limit) behind a proxy, whose address all connections share.
    per_address: Option<usize>,
    /// How many times the limit of one address a wide network has.
    factor: usize,
    begun: Instant,
    open: Mutex<Open>,
    log: SeldomLog,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_network: HashMap<Network, Vec<Arc<Connection>>>,
}

#[derive(Debug)]
pub(crate) struct Connection {
    address: Address,
    begun: Instant,
    /// When bytes were last sent or received, in milliseconds after the server's start.
    active: AtomicU64,
    /// Whether it has become the WebSocket of a table, which has its own limits.
    is_socket: AtomicBool,
    close: Notify,
}

impl Connection {
    /// Marks the connection as a WebSocket, which is never closed to make room for others.
    pub(crate) fn becomes_socket(&self) {
        self.is_socket.store(true, Ordering::Relaxed);
    }

    /// Waits until it has to be closed to make room for another connection.
    pub(crate) async fn closed(&self) {
        self.close.notified().await;
    }

    /// Whether it is the WebSocket of a table.
    pub(crate) fn is_socket(&self) -> bool {
        self.is_socket.load(Ordering::Relaxed)
    }

    /// Notes that bytes were sent or received.
    pub(crate) fn touch(&self) {
        let now = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.active.store(now, Ordering::Relaxed);
    }
}

impl Connections {
    /// No open connections; allows `most` in total, `per_address` from one address, and `factor` times as many from a
    /// wide network.
    pub(crate) fn new(most: usize, per_address: Option<usize>, factor: usize) -> Arc<Self> {
        let (open, log) = (Mutex::default(), SeldomLog::new());
        Arc::new(Self { most, per_address, factor, begun: Instant::now(), open, log })
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        lock(&self.open)
    }

    /// Counts one more connection. If there are too many, another one is closed; if none can be closed, the new one is
    /// not admitted and the result is `None`.
    pub(crate) fn admit(self: &Arc<Self>, address: Address) -> Option<Admission> {
        let mut open = self.lock();
        let full = |open: &Open, network: Network| {
            let here = open.by_network.get(&network).map_or(0, Vec::len);
            self.per_address.is_some_and(|limit| here >= network.scaled(limit, self.factor))
        };
        for network in address.networks() {
            if full(&open, network) {
                let found = open.by_network.get(&network).and_then(|all| quietest(all));
                self.make_room(&mut open, found, address)?;
            }
        }
        if open.all >= self.most {
            let busiest = open.by_network.iter().filter_map(|(network, all)| match network {
                Network::One(_) => Some((all.len(), quietest(all)?)),
                Network::Wide(_) => None,
            });
            let found = busiest.max_by_key(|(number, _)| *number).map(|(_, found)| found);
            self.make_room(&mut open, found, address)?;
        }
        let connection = Arc::new(Connection {
            address,
            begun: self.begun,
            active: AtomicU64::default(),
            is_socket: AtomicBool::new(false),
            close: Notify::new(),
        });
        connection.touch();
        open.all += 1;
        for network in address.networks() {
            open.by_network.entry(network).or_default().push(Arc::clone(&connection));
        }
        gauge!(names::CONNECTIONS).increment(1);
        Some(Admission { connections: Arc::clone(self), connection })
    }

    /// Closes a connection to make room for the new one; `None` if none can be closed.
    fn make_room(&self, open: &mut Open, found: Option<Arc<Connection>>, whom: Address) -> Option<()> {
        let what = if found.is_some() { "closed" } else { "refused" };
        counter!(names::CONNECTIONS_REFUSED, "what" => what).increment(1);
        if let Some(times) = self.log.count() {
            let (of, open) = (found.as_ref().map_or(whom, |found| found.address), open.all);
            tracing::warn!(%of, what, open, times, "too many connections: an idle one is closed, or a new one refused");
        }
        let found = found?;
        open.remove(&found);
        found.close.notify_one();
        Some(())
    }
}

/// The connection that has been idle for longest, WebSockets excluded.
fn quietest(all: &[Arc<Connection>]) -> Option<Arc<Connection>> {
    let plain = all.iter().filter(|connection| !connection.is_socket());
    plain.min_by_key(|connection| connection.active.load(Ordering::Relaxed)).cloned()
}

impl Open {
    /// Removes a connection from the counts.
    fn remove(&mut self, connection: &Arc<Connection>) {
        let mut was_there = false;
        for network in connection.address.networks() {
            let Some(all) = self.by_network.get_mut(&network) else { continue };
            let place = all.iter().position(|other| Arc::ptr_eq(other, connection));
            was_there |= place.map(|place| all.swap_remove(place)).is_some();
            if all.is_empty() {
                self.by_network.remove(&network);
            }
        }
        if was_there {
            self.all -= 1;
            gauge!(names::CONNECTIONS).decrement(1);
        }
    }
}

/// One counted connection, until it is dropped.
#[derive(Debug)]
pub(crate) struct Admission {
    connections: Arc<Connections>,
    connection: Arc<Connection>,
}

impl Admission {
    pub(crate) fn connection(&self) -> Arc<Connection> {
        Arc::clone(&self.connection)
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.connections.lock().remove(&self.connection);
    }
}

#[cfg(test)]
mod tests {
    use std::{net::IpAddr, time::Duration};

    use super::*;

    fn address(last: u8) -> Address {
        Address::from(IpAddr::from([192, 0, 2, last]))
    }

    async fn is_closed(admission: &Admission) -> bool {
        tokio::time::timeout(Duration::from_millis(1), admission.connection.closed()).await.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn the_address_with_most_connections_loses_one() {
        let connections = Connections::new(4, Some(3), 8);
        let first = connections.admit(address(1)).unwrap();
        let second = connections.admit(address(1)).unwrap();
        let socket = connections.admit(address(1)).unwrap();
        socket.connection().becomes_socket();
        let other = connections.admit(address(2)).unwrap();
        second.connection.active.store(0, Ordering::Relaxed);
        first.connection.active.store(1, Ordering::Relaxed);
        other.connection.active.store(0, Ordering::Relaxed);
        // The limit in total is four: the first address has most of them.
        let third = connections.admit(address(3)).unwrap();
        assert!(is_closed(&second).await && !is_closed(&first).await);
        assert!(!is_closed(&other).await && !is_closed(&third).await);
        // It is no longer counted, and only once.
        drop(second);
        assert_eq!(connections.lock().all, 4);
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_at_its_limit_loses_its_own_idle_connection() {
        let connections = Connections::new(100, Some(2), 8);
        let first = connections.admit(address(1)).unwrap();
        let second = connections.admit(address(1)).unwrap();
        let other = connections.admit(address(2)).unwrap();
        first.connection.active.store(0, Ordering::Relaxed);
        let third = connections.admit(address(1)).unwrap();
        assert!(is_closed(&first).await && !is_closed(&other).await);
        // WebSockets are not closed to make room: they have limits of their own.
        second.connection().becomes_socket();
        third.connection().becomes_socket();
        assert!(connections.admit(address(1)).is_none());
        assert!(connections.admit(address(2)).is_some());
    }
}
