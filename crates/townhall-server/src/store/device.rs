//! The browsers from which a person plays.

use townhall_table::journal::{Millis, Person};

use super::SecretHash;

/// The number of a device in the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DeviceId(pub i64);

/// A device that is about to be somebody's.
#[derive(Clone, Debug)]
pub struct NewDevice {
    /// The hash of the secret in its cookie.
    pub secret: SecretHash,
    /// What its owner knows it by, such as `Firefox, Android`; empty if unknown.
    pub label: String,
    /// When it became theirs.
    pub at: Millis,
}

/// One of somebody's devices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// Its number.
    pub id: DeviceId,
    /// What its owner knows it by; empty if unknown.
    pub label: String,
    /// When it became theirs.
    pub since: Millis,
    /// When it was last used, at most an hour too early.
    pub seen: Millis,
}

/// Who somebody is by the secret in their cookie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Login {
    /// The person.
    pub person: Person,
    /// The device whose cookie it is.
    pub device: DeviceId,
    /// When the device was last used, at most an hour too early.
    pub seen: Millis,
}

/// The hash of a code by which another device becomes somebody's.
pub type DeviceCodeHash = [u8; 32];
