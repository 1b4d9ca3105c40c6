//! A store in a Postgres database, which outlives a machine when it has a synchronous standby.
//!
//! Nothing of safety rests on who is connected or on clocks. Each table's row counts its claims (`epoch`) and its entries
//! (`length`). A server claims a table before it reads its journal, and each append checks both in the statement that adds
//! the entries: whoever claimed the table before can add nothing any more.
//!
//! A commit is durable when the database says so without a warning. If it answers late, or not at all, nobody knows
//! ([`StoreError::Unknown`]).

mod append;
mod archive;
mod link;
mod lock;
mod nodes;
mod open;
mod people;
mod pool;
mod read;
mod risk;
mod tables;
mod target;
mod upkeep;

use std::{net::SocketAddr, time::Duration};

use futures_util::future::BoxFuture;
use tokio::{
    sync::{Mutex, watch},
    task::JoinSet,
};
use townhall_table::journal::{Colour, Millis, Person, PlayerId};

pub(super) use self::archive::Archive;
use self::{
    append::Appender,
    link::Link,
    lock::Use,
    nodes::Membership,
    pool::{Pool, Readers},
    risk::Watched,
    target::Target,
};
use super::{
    Append, Card, DatabaseUrl, Device, DeviceCodeHash, DeviceId, Epoch, Login, NewDevice, NewTable,
    OpenError, Scope, SecretHash, Store, StoreError, StoredTable, TableId,
};

/// How many connections read.
const READERS: usize = 3;
/// How many connections claim tables and write whatever is no append.
const WRITERS: usize = 4;

/// A store in a Postgres database.
#[derive(Debug)]
pub struct PostgresStore {
    appender: Appender,
    writers: Pool,
    readers: Readers,
    /// A connection for what only the operator asks for, which may go through all that there is.
    upkeep: Pool,
    /// The task that keeps the server's lock, for as long as the store is open.
    lock: Mutex<JoinSet<()>>,
    /// Turns true when another server has the lock.
    lost: watch::Receiver<bool>,
    /// If the server is one of several.
    node: Option<Membership>,
}

impl PostgresStore {
    /// Connects to a database, which must be empty or ours, and brings its schema up to date. With `accept_loss`, the
    /// database may be one that could lose what it has acknowledged.
    ///
    /// # Errors
    /// It can't be reached, is something else, was written by a newer version, is in use by another server, or could
    /// lose what it has acknowledged.
    pub async fn open(url: &DatabaseUrl, accept_loss: bool) -> Result<Self, OpenError> {
        let (target, lock) = open::open(url, accept_loss, Use::Alone).await?;
        Ok(Self::with(target, lock, accept_loss, None))
    }

    /// The same for one of several servers, which the others reach at this address. It has no lease before it
    /// [joins](Self::join).
    ///
    /// # Errors
    /// As [`PostgresStore::open`]; others that use the database as nodes do not matter.
    pub async fn open_as_node(
        url: &DatabaseUrl,
        accept_loss: bool,
        address: SocketAddr,
        protocol: i64,
        lease: Duration,
    ) -> Result<Self, OpenError> {
        let (target, lock) = open::open(url, accept_loss, Use::AmongOthers).await?;
        let node = Membership::new(target.clone(), address, protocol, lease);
        Ok(Self::with(target, lock, accept_loss, Some(node)))
    }

    /// The same for somebody who only wants to know which nodes there are.
    ///
    /// # Errors
    /// As [`PostgresStore::open`]; a server that uses the database alone is in the way.
    pub async fn visit(url: &DatabaseUrl) -> Result<Self, OpenError> {
        let nowhere = SocketAddr::from(([0, 0, 0, 0], 0));
        Self::open_as_node(url, true, nowhere, 0, Duration::ZERO).await
    }

    fn with(target: Target, lock: Link, accept_loss: bool, node: Option<Membership>) -> Self {
        let by = if node.is_some() { Use::AmongOthers } else { Use::Alone };
        let (losing, lost) = watch::channel(false);
        let mut keeping = JoinSet::new();
        keeping.spawn(lock::keep(target.clone(), lock, by, Watched::new(accept_loss), losing));
        Self {
            appender: Appender::spawn(&target),
            writers: Pool::new(target.clone(), WRITERS),
            upkeep: Pool::patient(target.clone(), 1, upkeep::PATIENCE),
            readers: Readers::new(target, READERS),
            lock: Mutex::new(keeping),
            lost,
            node,
        }
    }
}

impl Store for PostgresStore {
    fn create_player(
        &self,
        device: NewDevice,
        name: String,
        colour: Colour,
    ) -> BoxFuture<'_, Result<Person, StoreError>> {
        Box::pin(async move { people::create(&self.writers, &device, name, colour).await })
    }

    fn login(&self, secret: SecretHash) -> BoxFuture<'_, Result<Option<Login>, StoreError>> {
        Box::pin(people::login(&self.readers, secret))
    }

    fn devices(&self, owner: PlayerId) -> BoxFuture<'_, Result<Vec<Device>, StoreError>> {
        Box::pin(people::devices(&self.readers, owner))
    }

    fn device_seen(&self, device: DeviceId, at: Millis) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(people::device_seen(&self.writers, device, at))
    }

    fn remove_device(&self, owner: PlayerId, device: DeviceId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(people::remove_device(&self.writers, owner, device))
    }

    fn offer_device_code(
        &self,
        code: DeviceCodeHash,
        owner: PlayerId,
        now: Millis,
        until: Millis,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(people::offer_code(&self.writers, code, owner, now, until))
    }

    fn redeem_device_code(
        &self,
        code: DeviceCodeHash,
        device: NewDevice,
    ) -> BoxFuture<'_, Result<Person, StoreError>> {
        Box::pin(async move { people::redeem_code(&self.writers, code, &device).await })
    }

    fn update_player(&self, person: Person) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { people::update(&self.writers, &person).await })
    }

    fn create_table(&self, table: NewTable) -> BoxFuture<'_, Result<TableId, StoreError>> {
        Box::pin(async move {
            let writing = self.writers.begin().await?;
            let inserted = tables::insert(writing.link(), &table).await;
            let Some(id) = inserted.map_err(link::Failure::before_commit)? else {
                writing.roll_back().await?;
                return Err(StoreError::CodeTaken);
            };
            writing.commit().await?;
            Ok(id)
        })
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.appender.append(append))
    }

    fn claim(&self, code: &str) -> BoxFuture<'_, Result<Option<StoredTable>, StoreError>> {
        let code = code.to_owned();
        Box::pin(async move { read::claim(&self.writers, self.node.as_ref(), &code).await })
    }

    fn release(&self, table: TableId, epoch: Epoch) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let Some(node) = &self.node else { return Ok(()) };
            let lease = self.writers.take().await?;
            node.release(lease.link(), table.0, epoch.0).await.map_err(link::Failure::at_commit)?;
            lease.finish();
            Ok(())
        })
    }

    fn load(&self, code: &str) -> BoxFuture<'_, Result<Option<StoredTable>, StoreError>> {
        let code = code.to_owned();
        Box::pin(async move { read::load(&self.readers, &code).await })
    }

    fn card(&self, code: &str) -> BoxFuture<'_, Result<Option<Card>, StoreError>> {
        let code = code.to_owned();
        Box::pin(async move { read::card(&self.readers, &code).await })
    }

    fn list(&self, scope: Scope, limit: usize) -> BoxFuture<'_, Result<Vec<Card>, StoreError>> {
        Box::pin(read::list(&self.readers, scope, limit))
    }

    fn unfinished(&self, host: PlayerId, since: Millis) -> BoxFuture<'_, Result<usize, StoreError>> {
        Box::pin(read::unfinished(&self.readers, host, since))
    }

    fn schema(&self) -> i64 {
        open::SCHEMA
    }

    fn lost(&self) -> BoxFuture<'_, ()> {
        let mut lost = self.lost.clone();
        Box::pin(async move {
            if lost.wait_for(|lost| *lost).await.is_err() {
                // The store was closed.
                std::future::pending().await
            }
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            self.appender.close().await;
            self.writers.close();
            self.upkeep.close();
            if let Some(node) = &self.node {
                node.close();
            }
            self.readers.close();
            self.lock.lock().await.shutdown().await;
        })
    }
}
