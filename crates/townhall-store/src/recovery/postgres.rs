//! Recovery in a Postgres database.

use async_trait::async_trait;
use tokio_postgres::Row;
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
        postgres::{insert_device, person},
    },
    postgres::{
        PostgresStore,
        pool::Transaction,
        rows::{column, found, number},
    },
};

fn as_passkey(row: &Row) -> Result<Passkey, StoreError> {
    Ok(Passkey {
        id: PasskeyId(column(row, 0)?),
        credential: column(row, 1)?,
        public_key: column(row, 2)?,
        site: column(row, 3)?,
        label: column(row, 4)?,
        since: column::<i64>(row, 5)?.unsigned_abs(),
        seen: column::<i64>(row, 6)?.unsigned_abs(),
    })
}

#[async_trait]
impl Recovery for PostgresStore {
    async fn means(&self, owner: PlayerId) -> Result<Means, StoreError> {
        let sql = "SELECT count(*) FROM recovery_codes WHERE player_id = $1 AND until IS NULL";
        let codes_left = number(&self.readers.rows(sql, &[&owner.0]).await?)?;
        let sql = "SELECT id, credential, public_key, site, label, since, seen FROM passkeys \
                   WHERE player_id = $1 ORDER BY id";
        let passkeys = self.readers.rows(sql, &[&owner.0]).await?;
        let sql = "SELECT at, what FROM recovery_events WHERE player_id = $1 ORDER BY id DESC LIMIT $2";
        let events = self.readers.rows(sql, &[&owner.0, &i64::from(RECOVERY_EVENTS_KEPT)]).await?;
        let event = |row: &Row| {
            Ok(RecoveryEvent { at: column::<i64>(row, 0)?.unsigned_abs(), what: from_word(column(row, 1)?)? })
        };
        Ok(Means {
            codes_left: u32::try_from(codes_left).unwrap_or_default(),
            passkeys: passkeys.iter().map(as_passkey).collect::<Result<_, _>>()?,
            events: events.iter().map(event).collect::<Result<_, StoreError>>()?,
        })
    }

    async fn set_recovery_codes(
        &self,
        owner: PlayerId,
        codes: Vec<RecoveryCodeHash>,
        at: Millis,
    ) -> Result<(), StoreError> {
        let transaction = self.writers.begin().await?;
        let done = async {
            // Two requests at once take turns, and the codes of the later one are valid.
            let sql = "SELECT id FROM players WHERE id = $1 FOR NO KEY UPDATE";
            found(&transaction.rows(sql, &[&owner.0]).await?)?;
            let sql = "DELETE FROM recovery_codes WHERE player_id = $1 AND until IS NULL";
            transaction.rows(sql, &[&owner.0]).await?;
            for code in codes {
                let sql = "INSERT INTO recovery_codes (player_id, code) VALUES ($1, $2)";
                transaction.rows(sql, &[&owner.0, &code.as_slice()]).await?;
            }
            note(&transaction, owner, RecoveryStep::CodesMade, at).await
        };
        let done = done.await;
        transaction.end(done).await
    }

    async fn offer_recovery_link(
        &self,
        owner: PlayerId,
        code: RecoveryCodeHash,
        now: Millis,
        until: Millis,
    ) -> Result<Person, StoreError> {
        let transaction = self.writers.begin().await?;
        let done = async {
            let person = person(&transaction, owner).await?;
            let sql = "DELETE FROM recovery_codes WHERE until <= $2 OR player_id = $1 AND until IS NOT NULL";
            transaction.rows(sql, &[&owner.0, &stamp(now)]).await?;
            let sql = "INSERT INTO recovery_codes (player_id, code, until) VALUES ($1, $2, $3)";
            transaction.rows(sql, &[&owner.0, &code.as_slice(), &stamp(until)]).await?;
            note(&transaction, owner, RecoveryStep::LinkMade, now).await?;
            Ok(person)
        };
        let done = done.await;
        transaction.end(done).await
    }

    async fn redeem_recovery_code(
        &self,
        code: RecoveryCodeHash,
        device: NewDevice,
    ) -> Result<Person, StoreError> {
        let transaction = self.writers.begin().await?;
        let done = async {
            let sql = "DELETE FROM recovery_codes WHERE code = $1 AND (until IS NULL OR until > $2) \
                       RETURNING player_id, until IS NULL";
            let rows = transaction.rows(sql, &[&code.as_slice(), &stamp(device.at)]).await?;
            let row = rows.first().ok_or(StoreError::Missing)?;
            let step = if column(row, 1)? { RecoveryStep::CodeUsed } else { RecoveryStep::LinkUsed };
            sign_in(&transaction, PlayerId(column(row, 0)?), step, device).await
        };
        let done = done.await;
        transaction.end(done).await
    }

    async fn offer_challenge(
        &self,
        challenge: Challenge,
        owner: Option<PlayerId>,
        now: Millis,
        until: Millis,
    ) -> Result<(), StoreError> {
        let sql = "WITH expired AS (DELETE FROM passkey_challenges WHERE until <= $3) \
                   INSERT INTO passkey_challenges (challenge, player_id, until) VALUES ($1, $2, $4) \
                   RETURNING until";
        let owner = owner.map(|owner| owner.0);
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 4] =
            [&challenge.as_slice(), &owner, &stamp(now), &stamp(until)];
        self.writers.write(sql, &values).await.map(drop)
    }

    async fn take_challenge(
        &self,
        challenge: Challenge,
        owner: Option<PlayerId>,
        now: Millis,
    ) -> Result<(), StoreError> {
        let sql = "DELETE FROM passkey_challenges WHERE challenge = $1 AND player_id IS NOT DISTINCT FROM $2 \
                   AND until > $3 RETURNING until";
        let owner = owner.map(|owner| owner.0);
        found(&self.writers.write(sql, &[&challenge.as_slice(), &owner, &stamp(now)]).await?)
    }

    async fn add_passkey(&self, passkey: NewPasskey) -> Result<(), StoreError> {
        let NewPasskey { owner, credential, public_key, site, counter, label, at } = passkey;
        let transaction = self.writers.begin().await?;
        let done = async {
            person(&transaction, owner).await?;
            let sql = "INSERT INTO passkeys \
                         (player_id, credential, public_key, site, counter, label, since, seen) \
                       SELECT $1, $2, $3, $4, $5, $6, $7, $7 \
                       WHERE (SELECT count(*) FROM passkeys WHERE player_id = $1) < $8 \
                       ON CONFLICT DO NOTHING RETURNING id";
            let (counter, most) = (i64::from(counter), i64::from(MAX_PASSKEYS));
            let rows = transaction
                .rows(sql, &[&owner.0, &credential, &public_key, &site, &counter, &label, &stamp(at), &most])
                .await?;
            found(&rows).map_err(|_| StoreError::CodeTaken)?;
            note(&transaction, owner, RecoveryStep::PasskeyAdded, at).await
        };
        let done = done.await;
        transaction.end(done).await
    }

    async fn passkey(&self, credential: Vec<u8>) -> Result<Option<Passkey>, StoreError> {
        let sql =
            "SELECT id, credential, public_key, site, label, since, seen FROM passkeys WHERE credential = $1";
        self.readers.rows(sql, &[&credential]).await?.first().map(as_passkey).transpose()
    }

    async fn sign_in_by_passkey(
        &self,
        passkey: PasskeyId,
        counter: u32,
        device: NewDevice,
    ) -> Result<Person, StoreError> {
        let transaction = self.writers.begin().await?;
        let done = async {
            let sql = "UPDATE passkeys SET counter = $2, seen = greatest(seen, $3) \
                       WHERE id = $1 AND (counter < $2 OR counter = 0 AND $2 = 0) RETURNING player_id";
            let values = (i64::from(counter), stamp(device.at));
            let rows = transaction.rows(sql, &[&passkey.0, &values.0, &values.1]).await?;
            let owner = PlayerId(column(rows.first().ok_or(StoreError::Missing)?, 0)?);
            sign_in(&transaction, owner, RecoveryStep::PasskeyUsed, device).await
        };
        let done = done.await;
        transaction.end(done).await
    }

    async fn remove_passkey(
        &self,
        owner: PlayerId,
        passkey: PasskeyId,
        at: Millis,
    ) -> Result<(), StoreError> {
        let transaction = self.writers.begin().await?;
        let done = async {
            let sql = "DELETE FROM passkeys WHERE id = $1 AND player_id = $2 RETURNING id";
            found(&transaction.rows(sql, &[&passkey.0, &owner.0]).await?)?;
            note(&transaction, owner, RecoveryStep::PasskeyRemoved, at).await
        };
        let done = done.await;
        transaction.end(done).await
    }
}

/// Adds a device to a person who has proved who they are.
async fn sign_in(
    transaction: &Transaction<'_>,
    owner: PlayerId,
    step: RecoveryStep,
    device: NewDevice,
) -> Result<Person, StoreError> {
    let person = person(transaction, owner).await?;
    insert_device(transaction, owner, &device).await?;
    note(transaction, owner, step, device.at).await?;
    Ok(person)
}

/// Stores an event, and removes the oldest one if there are too many.
async fn note(
    transaction: &Transaction<'_>,
    owner: PlayerId,
    what: RecoveryStep,
    at: Millis,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO recovery_events (player_id, at, what) VALUES ($1, $2, $3)";
    transaction.rows(sql, &[&owner.0, &stamp(at), &as_word(&what)?]).await?;
    let sql = "DELETE FROM recovery_events WHERE player_id = $1 AND id NOT IN \
               (SELECT id FROM recovery_events WHERE player_id = $1 ORDER BY id DESC LIMIT $2)";
    transaction.rows(sql, &[&owner.0, &i64::from(RECOVERY_EVENTS_KEPT)]).await.map(drop)
}

/// See [`Queries`].
pub(super) const CODES: Queries = Queries {
    page: "SELECT id, json_build_object('id', id, 'player_id', player_id, 'code', encode(code, 'hex'), \
             'until', until)::text FROM recovery_codes WHERE id > $1 ORDER BY id LIMIT $2",
    put: &["INSERT INTO recovery_codes (id, player_id, code, until) \
            SELECT id, player_id, decode(code, 'hex'), until FROM json_to_recordset($1::text::json) AS made \
              (id bigint, player_id bigint, code text, until bigint)"],
};

/// See [`Queries`].
pub(super) const PASSKEYS: Queries = Queries {
    page: "SELECT id, json_build_object('id', id, 'player_id', player_id, \
             'credential', encode(credential, 'hex'), 'public_key', encode(public_key, 'hex'), 'site', site, \
             'counter', counter, 'label', label, 'since', since, 'seen', seen)::text \
           FROM passkeys WHERE id > $1 ORDER BY id LIMIT $2",
    put: &[
        "INSERT INTO passkeys (id, player_id, credential, public_key, site, counter, label, since, seen) \
            SELECT id, player_id, decode(credential, 'hex'), decode(public_key, 'hex'), site, counter, label, \
              since, seen FROM json_to_recordset($1::text::json) AS passkey \
              (id bigint, player_id bigint, credential text, public_key text, site text, counter bigint, \
               label text, since bigint, seen bigint)",
    ],
};

/// See [`Queries`].
pub(super) const EVENTS: Queries = Queries {
    page: "SELECT id, json_build_object('id', id, 'player_id', player_id, 'at', at, 'what', what)::text \
           FROM recovery_events WHERE id > $1 ORDER BY id LIMIT $2",
    put: &["INSERT INTO recovery_events (id, player_id, at, what) SELECT id, player_id, at, what \
            FROM json_populate_recordset(NULL::recovery_events, $1::text::json)"],
};
