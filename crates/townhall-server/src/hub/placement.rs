//! Which server has a table: the boundary between the hub and other servers on the same database.

use std::{
    fmt,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::Body,
    http::{Request, Response},
};
use futures_util::future::{BoxFuture, ready};
use serde::{Deserialize, Serialize};
use tokio::{sync::watch, time::sleep};
use townhall_store::StoreError;
use townhall_table::{
    TableCode,
    journal::{Person, PlayerId},
    protocol::{Code, Refusal},
};

use super::{Hub, OutboxReceiver, Place};
use crate::limits::Address;

/// The time limit for claiming or reaching a table whose server does not answer. The lease of a killed server lasts for up
/// to `times.lease`.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(15);
/// The delay before the second attempt to claim it, which doubles with each attempt. Meanwhile the server that had it may
/// have stopped, and released it.
const FIRST_DELAY: Duration = Duration::from_millis(50);
/// The longest delay between two attempts.
const LONGEST_DELAY: Duration = Duration::from_secs(1);

/// A socket to be connected to a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SocketRequest {
    pub code: TableCode,
    /// The guest whose socket it is.
    pub person: Option<Person>,
    /// The table's version that the client has seen: log and talk begin after it.
    pub since: u64,
    /// The client's address, to which the thinking of bots is charged.
    pub address: Address,
}

/// A change that affects every server on the database.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClusterEvent {
    /// The device of this number was signed out: its sockets are closed.
    SignedOut(i64),
    /// A guest has another name or colour.
    Renamed(Person),
    /// The operator closed, opened or removed the table of this code: it is dropped from memory.
    Withheld(TableCode),
    /// The operator has blocked or unblocked something.
    Blocked,
    /// The operator says that the machines' clocks are right.
    ClockConfirmed,
}

/// The reason why a socket is not connected to a table of another server.
#[derive(Clone, PartialEq, Debug)]
pub enum Unconnected {
    /// The other server does not have the table, or does not answer.
    NotServedThere,
    /// There is no such table, or it can't be read.
    Refused(Refusal),
}

/// The other servers on the same database, each known by its address.
///
/// Which of them has a table is decided by the store: [`Store::claim`](townhall_store::Store::claim) returns the address of
/// a server that has it. The default methods are those of a server that uses its store alone.
pub trait Placement: fmt::Debug + Send + Sync + 'static {
    /// Whether this server has all tables, because there are no others.
    fn is_local(&self) -> bool {
        true
    }

    /// Becomes true when this server no longer answers for the tables that it claims from now on. None: it does until it
    /// stops.
    fn tenure(&self) -> Option<watch::Receiver<bool>> {
        None
    }

    /// Whether this server may answer for its tables at this moment.
    fn may_answer(&self) -> bool {
        true
    }

    /// Whether another server can be reached.
    fn reaches(&self, _server: SocketAddr) -> BoxFuture<'_, bool> {
        Box::pin(ready(false))
    }

    /// Connects a socket to a table of another server.
    fn connect(
        &self,
        _server: SocketAddr,
        _socket: SocketRequest,
        _outbox_bytes: usize,
    ) -> BoxFuture<'_, Result<(Place, OutboxReceiver), Unconnected>> {
        Box::pin(ready(Err(Unconnected::NotServedThere)))
    }

    /// Forwards a client's request to another server, and returns its response.
    fn forward(
        &self,
        _server: SocketAddr,
        _client: SocketAddr,
        _request: Request<Body>,
    ) -> BoxFuture<'_, Result<Response<Body>, Refusal>> {
        Box::pin(ready(Err(Refusal::new(Code::Busy, "the server that has this table can't be reached"))))
    }

    /// Forgets a guest at a table of another server. Returns whether the table named them; none if that server failed.
    fn forget(&self, _server: SocketAddr, _code: TableCode, _who: PlayerId) -> BoxFuture<'_, Option<bool>> {
        Box::pin(ready(None))
    }

    /// The codes of the tables that other servers have in memory.
    fn in_memory(&self) -> BoxFuture<'_, Result<Vec<TableCode>, StoreError>> {
        Box::pin(ready(Ok(Vec::new())))
    }

    /// Tells the other servers of an event.
    fn announce(&self, _event: ClusterEvent) -> BoxFuture<'_, ()> {
        Box::pin(ready(()))
    }

    /// Runs until the server stops. `router` is the HTTP interface, which answers requests that other servers forward.
    fn run(
        self: Arc<Self>,
        _hub: Arc<Hub>,
        _router: Router,
        _stopping: watch::Receiver<bool>,
    ) -> BoxFuture<'static, ()> {
        Box::pin(ready(()))
    }
}

/// The placement of a server that uses its store alone.
#[derive(Clone, Copy, Debug)]
pub struct Local;

impl Placement for Local {}

/// The attempts to claim or reach a table.
pub(super) struct Search {
    begun: Instant,
    delay: Duration,
}

impl Search {
    pub(super) fn new() -> Self {
        Self { begun: Instant::now(), delay: FIRST_DELAY }
    }

    /// Waits for the next attempt. `lease`: after this time the table can be claimed if its server does not come back.
    ///
    /// # Errors
    /// The time limit is over.
    pub(super) async fn wait(&mut self, lease: Option<Duration>) -> Result<(), Refusal> {
        if self.begun.elapsed() > SEARCH_TIMEOUT {
            return Err(Refusal::new(Code::Busy, "the server that has this table does not answer"));
        }
        sleep(lease.map_or(self.delay, |lease| self.delay.min(lease + FIRST_DELAY / 2))).await;
        self.delay = (self.delay * 2).min(LONGEST_DELAY);
        Ok(())
    }
}
