//! Recovery in an SQLite file.

use async_trait::async_trait;
use sqlx::SqliteConnection;
use townhall_table::journal::{Millis, Person, PlayerId};

use super::{
    Challenge, MAX_PASSKEYS, Means, NewPasskey, Passkey, PasskeyId, RECOVERY_EVENTS_KEPT, Recovery,
    RecoveryCodeHash, RecoveryEvent, RecoveryStep,
};
use crate::{
    columns::{as_word, from_word, stamp},
    copy::part::Queries,
    error::StoreError,
    guests::{
        NewDevice,
        sqlite::{insert_device, person},
    },
    sqlite::{SqliteStore, statement::found},
};

type PasskeyRow = (i64, Vec<u8>, Vec<u8>, String, String, i64, i64);

fn as_passkey((id, credential, public_key, site, label, since, seen): PasskeyRow) -> Passkey {
    let (since, seen) = (since.unsigned_abs(), seen.unsigned_abs());
    Passkey { id: PasskeyId(id), credential, public_key, site, label, since, seen }
}

#[async_trait]
impl Recovery for SqliteStore {
    async fn means(&self, owner: PlayerId) -> Result<Means, StoreError> {
        let sql = "SELECT count(*) FROM recovery_codes WHERE player_id = ? AND until IS NULL";
        let codes_left = sqlx::query_scalar(sql).bind(owner.0).fetch_one(&self.readers).await?;
        let sql = "SELECT id, credential, public_key, site, label, since, seen FROM passkeys \
                   WHERE player_id = ? ORDER BY id";
        let passkeys: Vec<PasskeyRow> = sqlx::query_as(sql).bind(owner.0).fetch_all(&self.readers).await?;
        let sql = "SELECT at, what FROM recovery_events WHERE player_id = ? ORDER BY id DESC LIMIT ?";
        let events: Vec<(i64, String)> =
            sqlx::query_as(sql).bind(owner.0).bind(RECOVERY_EVENTS_KEPT).fetch_all(&self.readers).await?;
        let event =
            |(at, what): (i64, String)| Ok(RecoveryEvent { at: at.unsigned_abs(), what: from_word(&what)? });
        let events = events.into_iter().map(event).collect::<Result<_, StoreError>>()?;
        Ok(Means { codes_left, passkeys: passkeys.into_iter().map(as_passkey).collect(), events })
    }

    async fn set_recovery_codes(
        &self,
        owner: PlayerId,
        codes: Vec<RecoveryCodeHash>,
        at: Millis,
    ) -> Result<(), StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                person(db, owner).await?;
                sqlx::query("DELETE FROM recovery_codes WHERE player_id = ? AND until IS NULL")
                    .bind(owner.0)
                    .execute(&mut *db)
                    .await?;
                for code in codes {
                    let query = sqlx::query("INSERT INTO recovery_codes (player_id, code) VALUES (?, ?)");
                    query.bind(owner.0).bind(code.to_vec()).execute(&mut *db).await?;
                }
                note(db, owner, RecoveryStep::CodesMade, at).await
            })
        });
        write.await
    }

    async fn offer_recovery_link(
        &self,
        owner: PlayerId,
        code: RecoveryCodeHash,
        now: Millis,
        until: Millis,
    ) -> Result<Person, StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let person = person(db, owner).await?;
                sqlx::query(
                    "DELETE FROM recovery_codes WHERE until <= ?2 OR player_id = ?1 AND until IS NOT NULL",
                )
                .bind(owner.0)
                .bind(stamp(now))
                .execute(&mut *db)
                .await?;
                sqlx::query("INSERT INTO recovery_codes (player_id, code, until) VALUES (?, ?, ?)")
                    .bind(owner.0)
                    .bind(code.to_vec())
                    .bind(stamp(until))
                    .execute(&mut *db)
                    .await?;
                note(db, owner, RecoveryStep::LinkMade, now).await?;
                Ok(person)
            })
        });
        write.await
    }

    async fn redeem_recovery_code(
        &self,
        code: RecoveryCodeHash,
        device: NewDevice,
    ) -> Result<Person, StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let sql = "DELETE FROM recovery_codes WHERE code = ? AND (until IS NULL OR until > ?) \
                           RETURNING player_id, until";
                let used: Option<(i64, Option<i64>)> = sqlx::query_as(sql)
                    .bind(code.to_vec())
                    .bind(stamp(device.at))
                    .fetch_optional(&mut *db)
                    .await?;
                let (owner, until) = used.ok_or(StoreError::Missing)?;
                let step = until.map_or(RecoveryStep::CodeUsed, |_| RecoveryStep::LinkUsed);
                sign_in(db, PlayerId(owner), step, device).await
            })
        });
        write.await
    }

    async fn offer_challenge(
        &self,
        challenge: Challenge,
        owner: Option<PlayerId>,
        now: Millis,
        until: Millis,
    ) -> Result<(), StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                sqlx::query("DELETE FROM passkey_challenges WHERE until <= ?")
                    .bind(stamp(now))
                    .execute(&mut *db)
                    .await?;
                sqlx::query("INSERT INTO passkey_challenges (challenge, player_id, until) VALUES (?, ?, ?)")
                    .bind(challenge.to_vec())
                    .bind(owner.map(|owner| owner.0))
                    .bind(stamp(until))
                    .execute(db)
                    .await?;
                Ok(())
            })
        });
        write.await
    }

    async fn take_challenge(
        &self,
        challenge: Challenge,
        owner: Option<PlayerId>,
        now: Millis,
    ) -> Result<(), StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let sql =
                    "DELETE FROM passkey_challenges WHERE challenge = ? AND player_id IS ? AND until > ?";
                let query = sqlx::query(sql).bind(challenge.to_vec()).bind(owner.map(|owner| owner.0));
                found(query.bind(stamp(now)).execute(db).await?)
            })
        });
        write.await
    }

    async fn add_passkey(&self, passkey: NewPasskey) -> Result<(), StoreError> {
        self.writer.write(move |db| Box::pin(add_passkey(db, passkey))).await
    }

    async fn passkey(&self, credential: Vec<u8>) -> Result<Option<Passkey>, StoreError> {
        let sql =
            "SELECT id, credential, public_key, site, label, since, seen FROM passkeys WHERE credential = ?";
        let row = sqlx::query_as(sql).bind(credential).fetch_optional(&self.readers).await?;
        Ok(row.map(as_passkey))
    }

    async fn sign_in_by_passkey(
        &self,
        passkey: PasskeyId,
        counter: u32,
        device: NewDevice,
    ) -> Result<Person, StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let sql = "UPDATE passkeys SET counter = ?2, seen = max(seen, ?3) \
                           WHERE id = ?1 AND (counter < ?2 OR counter = 0 AND ?2 = 0) RETURNING player_id";
                let owner: Option<i64> = sqlx::query_scalar(sql)
                    .bind(passkey.0)
                    .bind(counter)
                    .bind(stamp(device.at))
                    .fetch_optional(&mut *db)
                    .await?;
                let owner = PlayerId(owner.ok_or(StoreError::Missing)?);
                sign_in(db, owner, RecoveryStep::PasskeyUsed, device).await
            })
        });
        write.await
    }

    async fn remove_passkey(
        &self,
        owner: PlayerId,
        passkey: PasskeyId,
        at: Millis,
    ) -> Result<(), StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM passkeys WHERE id = ? AND player_id = ?");
                found(query.bind(passkey.0).bind(owner.0).execute(&mut *db).await?)?;
                note(db, owner, RecoveryStep::PasskeyRemoved, at).await
            })
        });
        write.await
    }
}

async fn add_passkey(db: &mut SqliteConnection, passkey: NewPasskey) -> Result<(), StoreError> {
    let NewPasskey { owner, credential, public_key, site, counter, label, at } = passkey;
    person(db, owner).await?;
    let sql = "SELECT EXISTS (SELECT 1 FROM passkeys WHERE credential = ?1) \
               OR (SELECT count(*) FROM passkeys WHERE player_id = ?2) >= ?3";
    let query = sqlx::query_scalar(sql).bind(credential.clone()).bind(owner.0).bind(MAX_PASSKEYS);
    if query.fetch_one(&mut *db).await? {
        return Err(StoreError::CodeTaken);
    }
    sqlx::query(
        "INSERT INTO passkeys (player_id, credential, public_key, site, counter, label, since, seen) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)",
    )
    .bind(owner.0)
    .bind(credential)
    .bind(public_key)
    .bind(site)
    .bind(counter)
    .bind(label)
    .bind(stamp(at))
    .execute(&mut *db)
    .await?;
    note(db, owner, RecoveryStep::PasskeyAdded, at).await
}

/// Adds a device to a person who has proved who they are.
async fn sign_in(
    db: &mut SqliteConnection,
    owner: PlayerId,
    step: RecoveryStep,
    device: NewDevice,
) -> Result<Person, StoreError> {
    let at = device.at;
    insert_device(db, owner, device).await?;
    note(db, owner, step, at).await?;
    person(db, owner).await
}

/// Stores an event, and removes the oldest one if there are too many.
async fn note(
    db: &mut SqliteConnection,
    owner: PlayerId,
    what: RecoveryStep,
    at: Millis,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO recovery_events (player_id, at, what) VALUES (?, ?, ?)")
        .bind(owner.0)
        .bind(stamp(at))
        .bind(as_word(&what)?)
        .execute(&mut *db)
        .await?;
    sqlx::query(
        "DELETE FROM recovery_events WHERE player_id = ?1 AND id NOT IN \
         (SELECT id FROM recovery_events WHERE player_id = ?1 ORDER BY id DESC LIMIT ?2)",
    )
    .bind(owner.0)
    .bind(RECOVERY_EVENTS_KEPT)
    .execute(db)
    .await?;
    Ok(())
}

/// See [`Queries`].
pub(super) const CODES: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'player_id', player_id, 'code', lower(hex(code)), 'until', until) \
           FROM recovery_codes WHERE id > ? ORDER BY id LIMIT ?",
    put: &["INSERT INTO recovery_codes (id, player_id, code, until) \
            SELECT value->>'id', value->>'player_id', unhex(value->>'code'), value->>'until' FROM json_each(?)"],
};

/// See [`Queries`].
pub(super) const PASSKEYS: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'player_id', player_id, 'credential', lower(hex(credential)), \
             'public_key', lower(hex(public_key)), 'site', site, 'counter', counter, 'label', label, \
             'since', since, 'seen', seen) FROM passkeys WHERE id > ? ORDER BY id LIMIT ?",
    put: &[
        "INSERT INTO passkeys (id, player_id, credential, public_key, site, counter, label, since, seen) \
            SELECT value->>'id', value->>'player_id', unhex(value->>'credential'), unhex(value->>'public_key'), \
              value->>'site', value->>'counter', value->>'label', value->>'since', value->>'seen' \
            FROM json_each(?)",
    ],
};

/// See [`Queries`].
pub(super) const EVENTS: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'player_id', player_id, 'at', at, 'what', what) FROM recovery_events \
           WHERE id > ? ORDER BY id LIMIT ?",
    put: &["INSERT INTO recovery_events (id, player_id, at, what) \
            SELECT value->>'id', value->>'player_id', value->>'at', value->>'what' FROM json_each(?)"],
};
