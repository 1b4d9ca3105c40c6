//! Recovery: how people sign in again after they have lost all their devices, by codes or passkeys.

pub(crate) mod postgres;
pub(crate) mod sqlite;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use townhall_table::journal::{Millis, Person, PlayerId};

use crate::{copy::part::Part, error::StoreError, guests::NewDevice};

/// The most passkeys that a person can have.
pub const MAX_PASSKEYS: u32 = 10;

/// How many of a person's latest events are kept.
pub const RECOVERY_EVENTS_KEPT: u32 = 50;

/// The hash of a code by which a person signs in again.
pub type RecoveryCodeHash = [u8; 32];

/// The random bytes that an authenticator signs.
pub type Challenge = [u8; 32];

/// The number of a passkey in the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PasskeyId(pub i64);

/// A passkey to be added to a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewPasskey {
    /// The person.
    pub owner: PlayerId,
    /// The identifier that its authenticator gave it.
    pub credential: Vec<u8>,
    /// Its public key: the DER of a `SubjectPublicKeyInfo`.
    pub public_key: Vec<u8>,
    /// The host for which the authenticator made it (the ID of the relying party).
    pub site: String,
    /// The authenticator's counter of signatures; 0 if it has none.
    pub counter: u32,
    /// The label by which its owner recognises it, such as `Firefox, Android`; empty if unknown.
    pub label: String,
    /// When it is added.
    pub at: Millis,
}

/// A passkey of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passkey {
    /// Its number.
    pub id: PasskeyId,
    /// The identifier that its authenticator gave it.
    pub credential: Vec<u8>,
    /// Its public key: the DER of a `SubjectPublicKeyInfo`.
    pub public_key: Vec<u8>,
    /// The host for which the authenticator made it.
    pub site: String,
    /// The label by which its owner recognises it; empty if unknown.
    pub label: String,
    /// When it was added.
    pub since: Millis,
    /// When it was last used, or else when it was added.
    pub seen: Millis,
}

/// Something that happened with a person's codes and passkeys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecoveryStep {
    /// New paper codes were made, and the earlier ones became void.
    CodesMade,
    /// A device was signed in by a paper code.
    CodeUsed,
    /// The operator made a link.
    LinkMade,
    /// A device was signed in by the operator's link.
    LinkUsed,
    /// A passkey was added.
    PasskeyAdded,
    /// A device was signed in by a passkey.
    PasskeyUsed,
    /// A passkey was removed.
    PasskeyRemoved,
}

/// What happened with a person's codes and passkeys, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RecoveryEvent {
    /// When it happened.
    pub at: Millis,
    /// What happened.
    pub what: RecoveryStep,
}

/// A person's means to sign in again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Means {
    /// How many paper codes are unused.
    pub codes_left: u32,
    /// The passkeys, the oldest first.
    pub passkeys: Vec<Passkey>,
    /// What happened, the latest first; at most [`RECOVERY_EVENTS_KEPT`].
    pub events: Vec<RecoveryEvent>,
}

/// Storage of the means by which people sign in again. Each method that changes something also stores the event.
#[async_trait]
pub trait Recovery: Send + Sync {
    /// A person's means to sign in again.
    async fn means(&self, owner: PlayerId) -> Result<Means, StoreError>;
    /// Stores a person's paper codes in the place of the earlier ones.
    async fn set_recovery_codes(
        &self,
        owner: PlayerId,
        codes: Vec<RecoveryCodeHash>,
        at: Millis,
    ) -> Result<(), StoreError>;
    /// Stores the code of the operator's link, which is valid until a time, in the place of an earlier one; returns the
    /// person, or [`StoreError::Missing`] if there is none.
    async fn offer_recovery_link(
        &self,
        owner: PlayerId,
        code: RecoveryCodeHash,
        now: Millis,
        until: Millis,
    ) -> Result<Person, StoreError>;
    /// Adds a device to the person whose code this is, and removes the code. [`StoreError::Missing`] if there is no such
    /// code, or it has expired. See [`MAX_DEVICES`](crate::MAX_DEVICES).
    async fn redeem_recovery_code(
        &self,
        code: RecoveryCodeHash,
        device: NewDevice,
    ) -> Result<Person, StoreError>;

    /// Stores a challenge for a person who adds a passkey, or for a sign-in, until a time. Removes all that have expired by
    /// `now`.
    async fn offer_challenge(
        &self,
        challenge: Challenge,
        owner: Option<PlayerId>,
        now: Millis,
        until: Millis,
    ) -> Result<(), StoreError>;
    /// Removes a challenge. [`StoreError::Missing`] if it was not stored for this person or purpose, or has expired.
    async fn take_challenge(
        &self,
        challenge: Challenge,
        owner: Option<PlayerId>,
        now: Millis,
    ) -> Result<(), StoreError>;
    /// Adds a passkey. [`StoreError::CodeTaken`] if the credential is known already, or its person has [`MAX_PASSKEYS`];
    /// [`StoreError::Missing`] if there is no such person.
    async fn add_passkey(&self, passkey: NewPasskey) -> Result<(), StoreError>;
    /// The passkey of this credential.
    async fn passkey(&self, credential: Vec<u8>) -> Result<Option<Passkey>, StoreError>;
    /// Adds a device to the person whose passkey this is. [`StoreError::Missing`] if there is no such passkey, or its
    /// authenticator's counter has not grown, so that the authenticator may have been copied.
    async fn sign_in_by_passkey(
        &self,
        passkey: PasskeyId,
        counter: u32,
        device: NewDevice,
    ) -> Result<Person, StoreError>;
    /// Removes a passkey of this person; [`StoreError::Missing`] if they have no such passkey.
    async fn remove_passkey(&self, owner: PlayerId, passkey: PasskeyId, at: Millis)
    -> Result<(), StoreError>;
}

/// The rows of this subject that are copied from one engine to the other. Challenges, which are valid for minutes, are not
/// among them.
pub(crate) static PARTS: [Part; 3] = [
    Part { table: "recovery_codes", has_sequence: true, sqlite: sqlite::CODES, postgres: postgres::CODES },
    Part { table: "passkeys", has_sequence: true, sqlite: sqlite::PASSKEYS, postgres: postgres::PASSKEYS },
    Part { table: "recovery_events", has_sequence: true, sqlite: sqlite::EVENTS, postgres: postgres::EVENTS },
];
