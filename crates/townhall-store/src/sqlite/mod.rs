//! A store in one SQLite file.
//!
//! Writes go through one task, the [writer](self::writer), which commits those of many tables at once;
//! reads go to a few connections of their own. Beside the file lies a lock, so that no second server
//! opens it.

mod archive;
mod devices;
mod open;
mod operations;
mod read;
mod snapshot;
mod statements;
mod upkeep;
mod writer;

use std::{fs::File, path::Path};

use futures_util::future::BoxFuture;
use sqlx::SqlitePool;
use tokio::sync::Mutex;

pub(super) use self::archive::Archive;
use self::{
    open::SCHEMA,
    writer::{Job, Writer},
};
pub use self::{
    open::resolved,
    snapshot::{ListedTable, Snapshot},
};
use super::{
    Append, Card, Device, DeviceCodeHash, DeviceId, Login, NewDevice, NewTable, OpenError, Scope, SecretHash,
    Store, StoreError, StoredTable, TableId, columns,
};
use townhall_table::journal::{Colour, Millis, Person, PlayerId};

/// How many connections read.
const READERS: u32 = 3;

/// A store in one SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    writer: Writer,
    readers: SqlitePool,
    /// Held for as long as the store is open.
    lock: Mutex<Option<File>>,
}

impl SqliteStore {
    /// Opens a file, or makes one that only this user can read.
    ///
    /// # Errors
    /// It can't be opened, is something else, was written by a newer version, or is in use.
    pub async fn open(path: &Path) -> Result<Self, OpenError> {
        open::create(path)?;
        Self::open_existing(path).await
    }

    /// Opens a file that is there. From then on only its owner can read it.
    ///
    /// # Errors
    /// As [`SqliteStore::open`]; or there is no such file.
    pub async fn open_existing(path: &Path) -> Result<Self, OpenError> {
        let path = &resolved(path).map_err(|error| OpenError::File { path: path.to_owned(), error })?;
        let lock = open::lock(path)?;
        let (connection, readers) = open::connect(path).await?;
        open::keep_private(path);
        Ok(Self { writer: Writer::spawn(connection), readers, lock: Mutex::new(Some(lock)) })
    }
}

impl Store for SqliteStore {
    fn create_player(
        &self,
        device: NewDevice,
        name: String,
        colour: Colour,
    ) -> BoxFuture<'_, Result<Person, StoreError>> {
        Box::pin(self.writer.run(move |answer| Job::CreatePlayer { device, name, colour, answer }))
    }

    fn login(&self, secret: SecretHash) -> BoxFuture<'_, Result<Option<Login>, StoreError>> {
        Box::pin(devices::login(&self.readers, secret))
    }

    fn devices(&self, owner: PlayerId) -> BoxFuture<'_, Result<Vec<Device>, StoreError>> {
        Box::pin(devices::of(&self.readers, owner))
    }

    fn device_seen(&self, device: DeviceId, at: Millis) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.run(move |answer| Job::DeviceSeen { device, at, answer }))
    }

    fn remove_device(&self, owner: PlayerId, device: DeviceId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.run(move |answer| Job::RemoveDevice { owner, device, answer }))
    }

    fn offer_device_code(
        &self,
        code: DeviceCodeHash,
        owner: PlayerId,
        now: Millis,
        until: Millis,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.run(move |answer| Job::OfferDeviceCode { code, owner, now, until, answer }))
    }

    fn redeem_device_code(
        &self,
        code: DeviceCodeHash,
        device: NewDevice,
    ) -> BoxFuture<'_, Result<Person, StoreError>> {
        Box::pin(self.writer.run(move |answer| Job::RedeemDeviceCode { code, device, answer }))
    }

    fn update_player(&self, person: Person) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.run(move |answer| Job::UpdatePlayer { person, answer }))
    }

    fn create_table(&self, table: NewTable) -> BoxFuture<'_, Result<TableId, StoreError>> {
        Box::pin(self.writer.run(move |answer| Job::CreateTable { table, answer }))
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.run(move |answer| Job::Append { append, answer }))
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
        SCHEMA
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            self.readers.close().await;
            self.writer.close().await;
            self.lock.lock().await.take();
        })
    }
}

/// The first of the keys of a table's journal; its entries' numbers are added to it.
const fn first_key(table: TableId) -> i64 {
    table.0 << 20
}

/// The key of an entry.
fn key(table: TableId, number: u64) -> i64 {
    first_key(table) + i64::try_from(number).expect("journals end before 2^20")
}
