//! Devices: the browsers from which a person plays.

use townhall_table::journal::{Millis, Person};

use super::SecretHash;

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

/// One of somebody's devices.
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

/// The hash of a code by which another device is added to a person.
pub type DeviceCodeHash = [u8; 32];
