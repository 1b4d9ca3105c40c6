//! Guests: people who play, and the devices from which they play.

pub(crate) mod postgres;
pub(crate) mod sqlite;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use townhall_table::journal::{Colour, Millis, Person, PlayerId};

use crate::{copy::part::Part, error::StoreError};

/// The most devices that a person can have.
pub const MAX_DEVICES: u32 = 12;

/// The hash of the secret in a device's cookie.
pub type SecretHash = [u8; 32];

/// The hash of a code by which another device is added to a person.
pub type DeviceCodeHash = [u8; 32];

/// The number of a device in the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DeviceId(pub i64);

/// A device to be added to a person.
#[derive(Clone, Debug)]
pub struct NewDevice {
    /// The hash of the secret in its cookie.
    pub secret: SecretHash,
    /// The label by which its owner recognises it, such as `Firefox, Android`; empty if unknown.
    pub label: String,
    /// When it is added.
    pub at: Millis,
}

/// A device of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// Its number.
    pub id: DeviceId,
    /// The label by which its owner recognises it; empty if unknown.
    pub label: String,
    /// When it was added.
    pub since: Millis,
    /// When it was last used, at most an hour too early.
    pub seen: Millis,
}

/// The person and the device that the secret in a cookie identifies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Login {
    /// The person.
    pub person: Person,
    /// The device whose cookie it is.
    pub device: DeviceId,
    /// When the device was last used, at most an hour too early.
    pub seen: Millis,
}

/// A guest as the operator sees them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guest {
    /// The guest's number.
    pub id: PlayerId,
    /// The guest's name.
    pub name: String,
    /// When they first came.
    pub since: Millis,
    /// The number of tables at which they sit, or sat until the end.
    pub tables: u64,
}

/// Storage of people and their devices.
#[async_trait]
pub trait Guests: Send + Sync {
    /// Adds a person and their first device.
    async fn create_player(
        &self,
        device: NewDevice,
        name: String,
        colour: Colour,
    ) -> Result<Person, StoreError>;
    /// The person and device to which a secret belongs; `None` if it is unknown.
    async fn login(&self, secret: SecretHash) -> Result<Option<Login>, StoreError>;
    /// Changes a person's name and colour; [`StoreError::Missing`] if there is no such person.
    async fn update_player(&self, person: Person) -> Result<(), StoreError>;
    /// Removes a person with their devices, and the name from reports about them. Their number is never used again.
    async fn remove_player(&self, who: PlayerId) -> Result<(), StoreError>;

    /// A person's devices, the most recently used first.
    async fn devices(&self, owner: PlayerId) -> Result<Vec<Device>, StoreError>;
    /// Records that a device was used.
    async fn device_seen(&self, device: DeviceId, at: Millis) -> Result<(), StoreError>;
    /// Removes a device of this person; [`StoreError::Missing`] if they have no such device.
    async fn remove_device(&self, owner: PlayerId, device: DeviceId) -> Result<(), StoreError>;
    /// Stores a code by which a device can be added to a person until a time. Removes their earlier code, and all codes
    /// that have expired by `now`.
    async fn offer_device_code(
        &self,
        code: DeviceCodeHash,
        owner: PlayerId,
        now: Millis,
        until: Millis,
    ) -> Result<(), StoreError>;
    /// Adds a device to the person for whom this code was stored, and removes the code. [`StoreError::Missing`] if there
    /// is no such code, or it has expired. If the person then has more than [`MAX_DEVICES`], the least recently used one
    /// is removed.
    async fn redeem_device_code(&self, code: DeviceCodeHash, device: NewDevice)
    -> Result<Person, StoreError>;

    /// At most `limit` people in whose name this text occurs, in any case, the latest first.
    async fn find_players(&self, name: &str, limit: usize) -> Result<Vec<Guest>, StoreError>;
    /// The number of people who came before this time and are at no table at which something has happened since.
    async fn count_idle_players(&self, before: Millis) -> Result<u64, StoreError>;
    /// Removes these people, and reports from before that time; returns how many people were removed.
    async fn remove_idle_players(&self, before: Millis) -> Result<u64, StoreError>;
}

/// The rows of this subject that are copied from one engine to the other. Codes for other devices, which are valid for
/// minutes, are not among them.
pub(crate) static PARTS: [Part; 2] = [
    Part { table: "players", has_sequence: true, sqlite: sqlite::PLAYERS, postgres: postgres::PLAYERS },
    Part { table: "devices", has_sequence: true, sqlite: sqlite::DEVICES, postgres: postgres::DEVICES },
];
