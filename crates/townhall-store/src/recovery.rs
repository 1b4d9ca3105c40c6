//! Recovery: how people sign in again after they have lost all their devices, by codes or passkeys.

use serde::{Deserialize, Serialize};
use townhall_table::journal::{Millis, Person, PlayerId};

use crate::{
    columns::{as_word, from_word},
    engine::{
        Transaction,
        statement::{Reach, Row, found, only_number, values},
    },
    error::StoreError,
    guests::{NewDevice, find_person, insert_device},
    relations::{Copied, Key, Personal, Relation, bytes, number, person, text},
    store::Store,
};

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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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

/// A change of a person's codes and passkeys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RecoveryEvent {
    /// When it happened, in milliseconds since 1970.
    pub at: Millis,
    pub what: RecoveryStep,
}

/// A person's means to sign in again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Means {
    /// How many paper codes are unused.
    pub codes_left: u32,
    /// The passkeys, the oldest first.
    pub passkeys: Vec<Passkey>,
    /// The latest events, the latest first; at most [`RECOVERY_EVENTS_KEPT`].
    pub events: Vec<RecoveryEvent>,
}

/// A query for passkeys, with the columns in the order in which [`as_passkey`] reads them.
macro_rules! select_passkey {
    ($condition:literal) => {
        concat!(
            "SELECT id, credential, public_key, site, label, since, seen FROM passkeys WHERE ",
            $condition
        )
    };
}

fn as_passkey(row: &Row) -> Result<Passkey, StoreError> {
    Ok(Passkey {
        id: PasskeyId(row.get(0)?),
        credential: row.get(1)?,
        public_key: row.get(2)?,
        site: row.get(3)?,
        label: row.get(4)?,
        since: row.time(5)?,
        seen: row.time(6)?,
    })
}

/// Storage of the means by which people sign in again. Each method that changes something also stores the event.
impl Store {
    /// A person's means to sign in again.
    pub async fn means(&self, owner: PlayerId) -> Result<Means, StoreError> {
        let sql = "SELECT count(*) FROM recovery_codes WHERE player_id = $1 AND until IS NULL";
        let codes_left = only_number(&self.engine.read(sql, values![owner]).await?)?;
        let passkeys = select_passkey!("player_id = $1 ORDER BY id");
        let passkeys = self.engine.read(passkeys, values![owner]).await?;
        let sql = "SELECT at, what FROM recovery_events WHERE player_id = $1 ORDER BY id DESC LIMIT $2";
        let events = self.engine.read(sql, values![owner, RECOVERY_EVENTS_KEPT]).await?;
        let event = |row: &Row| Ok(RecoveryEvent { at: row.time(0)?, what: from_word(row.get(1)?)? });
        Ok(Means {
            codes_left: u32::try_from(codes_left).unwrap_or_default(),
            passkeys: passkeys.iter().map(as_passkey).collect::<Result<_, _>>()?,
            events: events.iter().map(event).collect::<Result<_, StoreError>>()?,
        })
    }

    /// Stores a person's paper codes in the place of the earlier ones.
    pub async fn set_recovery_codes(
        &self,
        owner: PlayerId,
        codes: Vec<RecoveryCodeHash>,
        at: Millis,
    ) -> Result<(), StoreError> {
        let setting = self.engine.transaction(Reach::Subject, move |mut db| {
            Box::pin(async move {
                // The change locks the row: two requests at once take turns, and the codes of the later one are valid.
                let sql = "UPDATE players SET since = since WHERE id = $1 RETURNING id";
                found(&db.rows(sql, values![owner]).await?)?;
                let sql = "DELETE FROM recovery_codes WHERE player_id = $1 AND until IS NULL";
                db.rows(sql, values![owner]).await?;
                for code in codes {
                    let sql = "INSERT INTO recovery_codes (player_id, code) VALUES ($1, $2)";
                    db.rows(sql, values![owner, code]).await?;
                }
                note(&mut db, owner, RecoveryStep::CodesMade, at).await
            })
        });
        setting.await
    }

    /// Stores the code of the operator's link, which is valid until a time, in the place of an earlier one; returns the
    /// person, or [`StoreError::Missing`] if there is none.
    pub async fn offer_recovery_link(
        &self,
        owner: PlayerId,
        code: RecoveryCodeHash,
        now: Millis,
        until: Millis,
    ) -> Result<Person, StoreError> {
        let offering = self.engine.transaction(Reach::Subject, move |mut db| {
            Box::pin(async move {
                let person = find_person(&mut db, owner).await?;
                let sql =
                    "DELETE FROM recovery_codes WHERE until <= $2 OR player_id = $1 AND until IS NOT NULL";
                db.rows(sql, values![owner, now]).await?;
                let sql = "INSERT INTO recovery_codes (player_id, code, until) VALUES ($1, $2, $3)";
                db.rows(sql, values![owner, code, until]).await?;
                note(&mut db, owner, RecoveryStep::LinkMade, now).await?;
                Ok(person)
            })
        });
        offering.await
    }

    /// Adds a device to the person whose code this is, and removes the code. [`StoreError::Missing`] if there is no such
    /// code, or it has expired. See [`MAX_DEVICES`](crate::MAX_DEVICES).
    pub async fn redeem_recovery_code(
        &self,
        code: RecoveryCodeHash,
        device: NewDevice,
    ) -> Result<Person, StoreError> {
        let redeeming = self.engine.transaction(Reach::Subject, move |mut db| {
            Box::pin(async move {
                let sql = "DELETE FROM recovery_codes WHERE code = $1 AND (until IS NULL OR until > $2) \
                           RETURNING player_id, until IS NULL";
                let rows = db.rows(sql, values![code, device.at]).await?;
                let used = found(&rows)?;
                let step = if used.get(1)? { RecoveryStep::CodeUsed } else { RecoveryStep::LinkUsed };
                sign_in(&mut db, used.player(0)?, step, device).await
            })
        });
        redeeming.await
    }

    /// Stores a challenge for a person who adds a passkey, or for a sign-in, until a time. Removes all that have expired by
    /// `now`.
    pub async fn offer_challenge(
        &self,
        challenge: Challenge,
        owner: Option<PlayerId>,
        now: Millis,
        until: Millis,
    ) -> Result<(), StoreError> {
        let offering = self.engine.transaction(Reach::Subject, move |mut db| {
            Box::pin(async move {
                db.rows("DELETE FROM passkey_challenges WHERE until <= $1", values![now]).await?;
                let sql = "INSERT INTO passkey_challenges (challenge, player_id, until) VALUES ($1, $2, $3)";
                db.rows(sql, values![challenge, owner, until]).await.map(drop)
            })
        });
        offering.await
    }

    /// Removes a challenge. [`StoreError::Missing`] if it was not stored for this person or purpose, or has expired.
    pub async fn take_challenge(
        &self,
        challenge: Challenge,
        owner: Option<PlayerId>,
        now: Millis,
    ) -> Result<(), StoreError> {
        let sql = "DELETE FROM passkey_challenges WHERE challenge = $1 AND player_id IS NOT DISTINCT FROM $2 \
                   AND until > $3 RETURNING until";
        found(&self.engine.write(Reach::Subject, sql, values![challenge, owner, now]).await?).map(drop)
    }

    /// Adds a passkey. [`StoreError::KnownPasskey`] if there is one of this credential, [`StoreError::TooManyPasskeys`] if its person
    /// has [`MAX_PASSKEYS`], and [`StoreError::Missing`] if there is no such person.
    pub async fn add_passkey(&self, passkey: NewPasskey) -> Result<(), StoreError> {
        let NewPasskey { owner, credential, public_key, site, counter, label, at } = passkey;
        let adding = self.engine.transaction(Reach::Subject, move |mut db| {
            Box::pin(async move {
                find_person(&mut db, owner).await?;
                let sql = "SELECT 1 FROM passkeys WHERE credential = $1";
                if !db.rows(sql, values![credential.clone()]).await?.is_empty() {
                    return Err(StoreError::KnownPasskey);
                }
                let sql = "INSERT INTO passkeys \
                             (player_id, credential, public_key, site, counter, label, since, seen) \
                           SELECT $1, $2, $3, $4, $5, $6, $7, $7 \
                           WHERE (SELECT count(*) FROM passkeys WHERE player_id = $1) < $8 \
                           ON CONFLICT DO NOTHING RETURNING id";
                let values = values![owner, credential, public_key, site, counter, label, at, MAX_PASSKEYS];
                found(&db.rows(sql, values).await?).map_err(|_| StoreError::TooManyPasskeys)?;
                note(&mut db, owner, RecoveryStep::PasskeyAdded, at).await
            })
        });
        adding.await
    }

    pub async fn passkey(&self, credential: Vec<u8>) -> Result<Option<Passkey>, StoreError> {
        let sql = select_passkey!("credential = $1");
        self.engine.read(sql, values![credential]).await?.first().map(as_passkey).transpose()
    }

    /// Adds a device to the person whose passkey this is. [`StoreError::Missing`] if there is no such passkey, or its
    /// authenticator's counter has not grown, so that the authenticator may have been copied.
    pub async fn sign_in_by_passkey(
        &self,
        passkey: PasskeyId,
        counter: u32,
        device: NewDevice,
    ) -> Result<Person, StoreError> {
        let signing_in = self.engine.transaction(Reach::Subject, move |mut db| {
            Box::pin(async move {
                let sql = "UPDATE passkeys SET counter = $2, seen = CASE WHEN seen < $3 THEN $3 ELSE seen END \
                           WHERE id = $1 AND (counter < $2 OR counter = 0 AND $2 = 0) RETURNING player_id";
                let owner = found(&db.rows(sql, values![passkey.0, counter, device.at]).await?)?.player(0)?;
                sign_in(&mut db, owner, RecoveryStep::PasskeyUsed, device).await
            })
        });
        signing_in.await
    }

    /// Removes a passkey of this person; [`StoreError::Missing`] if they have no such passkey.
    pub async fn remove_passkey(
        &self,
        owner: PlayerId,
        passkey: PasskeyId,
        at: Millis,
    ) -> Result<(), StoreError> {
        let removing = self.engine.transaction(Reach::Subject, move |mut db| {
            Box::pin(async move {
                let sql = "DELETE FROM passkeys WHERE id = $1 AND player_id = $2 RETURNING id";
                found(&db.rows(sql, values![passkey.0, owner]).await?)?;
                note(&mut db, owner, RecoveryStep::PasskeyRemoved, at).await
            })
        });
        removing.await
    }
}

/// Adds a device to a person who has proved who they are.
async fn sign_in(
    db: &mut Transaction<'_>,
    owner: PlayerId,
    step: RecoveryStep,
    device: NewDevice,
) -> Result<Person, StoreError> {
    let person = find_person(db, owner).await?;
    note(db, owner, step, device.at).await?;
    insert_device(db, owner, device).await?;
    Ok(person)
}

/// Stores an event, and removes the oldest one if there are too many.
async fn note(
    db: &mut Transaction<'_>,
    owner: PlayerId,
    what: RecoveryStep,
    at: Millis,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO recovery_events (player_id, at, what) VALUES ($1, $2, $3)";
    db.rows(sql, values![owner, at, as_word(&what)?]).await?;
    let sql = "DELETE FROM recovery_events WHERE player_id = $1 AND id NOT IN \
               (SELECT id FROM recovery_events WHERE player_id = $1 ORDER BY id DESC LIMIT $2)";
    db.rows(sql, values![owner, RECOVERY_EVENTS_KEPT]).await.map(drop)
}

/// The relations of this subject.
pub(crate) const RELATIONS: [Relation; 4] = [
    Relation {
        name: "recovery_codes",
        columns: &[number("id"), person("player_id"), bytes("code"), number("until")],
        key: Key::Numbered,
        copied: Copied::All,
        personal: Some(Personal::exported("/recovery/codes_left")),
    },
    Relation {
        name: "passkeys",
        columns: &[
            number("id"),
            person("player_id"),
            bytes("credential"),
            bytes("public_key"),
            text("site"),
            number("counter"),
            text("label"),
            number("since"),
            number("seen"),
        ],
        key: Key::Numbered,
        copied: Copied::All,
        personal: Some(Personal::exported("/recovery/passkeys")),
    },
    Relation {
        name: "passkey_challenges",
        columns: &[bytes("challenge"), person("player_id"), number("until")],
        key: Key::Columns(&["challenge"]),
        copied: Copied::Nothing,
        personal: Some(Personal::excluded("a challenge is random bytes that are valid for minutes")),
    },
    Relation {
        name: "recovery_events",
        columns: &[number("id"), person("player_id"), number("at"), text("what")],
        key: Key::Numbered,
        copied: Copied::All,
        personal: Some(Personal::exported("/recovery/events")),
    },
];
