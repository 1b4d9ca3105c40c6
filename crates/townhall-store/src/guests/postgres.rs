//! Guests and devices in a Postgres database.

use async_trait::async_trait;
use tokio_postgres::Row;
use townhall_table::{
    forget::FORGOTTEN,
    journal::{Colour, Millis, Person, PlayerId},
};

use super::{Device, DeviceCodeHash, DeviceId, Guest, Guests, Login, MAX_DEVICES, NewDevice, SecretHash};
use crate::{
    columns::{as_word, from_word, stamp},
    copy::part::Queries,
    error::StoreError,
    postgres::{
        PostgresStore,
        pool::Transaction,
        rows::{column, found, number},
    },
};

/// A statement about people who came before the time `$1` and are at no table at which something has happened since.
macro_rules! idle {
    ($start:literal, $end:literal) => {
        concat!(
            $start,
            " FROM players WHERE since < $1 AND NOT EXISTS (SELECT FROM people \
             JOIN tables ON tables.id = people.table_id WHERE people.player_id = players.id AND touched >= $1)",
            $end
        )
    };
}

#[async_trait]
impl Guests for PostgresStore {
    async fn create_player(
        &self,
        device: NewDevice,
        name: String,
        colour: Colour,
    ) -> Result<Person, StoreError> {
        let transaction = self.writers.begin().await?;
        let sql = "INSERT INTO players (name, colour, since) VALUES ($1, $2, $3) RETURNING id";
        let rows = transaction.rows(sql, &[&name, &as_word(&colour)?, &stamp(device.at)]).await?;
        let id = PlayerId(number(&rows)?);
        insert_device(&transaction, id, &device).await?;
        transaction.commit().await?;
        Ok(Person { id, name, colour })
    }

    async fn login(&self, secret: SecretHash) -> Result<Option<Login>, StoreError> {
        let sql = "SELECT players.id, name, colour, devices.id, seen FROM devices \
                   JOIN players ON players.id = player_id WHERE secret = $1";
        let rows = self.readers.rows(sql, &[&secret.as_slice()]).await?;
        let login = |row: &Row| {
            let seen = column::<i64>(row, 4)?.unsigned_abs();
            Ok(Login { person: as_person(row)?, device: DeviceId(column(row, 3)?), seen })
        };
        rows.first().map(login).transpose()
    }

    async fn update_player(&self, person: Person) -> Result<(), StoreError> {
        let sql = "UPDATE players SET name = $2, colour = $3 WHERE id = $1 RETURNING id";
        found(&self.writers.write(sql, &[&person.id.0, &person.name, &as_word(&person.colour)?]).await?)
    }

    async fn remove_player(&self, who: PlayerId) -> Result<(), StoreError> {
        let transaction = self.writers.begin().await?;
        transaction.rows("UPDATE reports SET name = $2 WHERE about = $1", &[&who.0, &FORGOTTEN]).await?;
        transaction.rows("DELETE FROM people WHERE player_id = $1", &[&who.0]).await?;
        found(&transaction.rows("DELETE FROM players WHERE id = $1 RETURNING id", &[&who.0]).await?)?;
        transaction.commit().await
    }

    async fn devices(&self, owner: PlayerId) -> Result<Vec<Device>, StoreError> {
        let sql =
            "SELECT id, label, since, seen FROM devices WHERE player_id = $1 ORDER BY seen DESC, id DESC";
        let device = |row: &Row| {
            Ok(Device {
                id: DeviceId(column(row, 0)?),
                label: column(row, 1)?,
                since: column::<i64>(row, 2)?.unsigned_abs(),
                seen: column::<i64>(row, 3)?.unsigned_abs(),
            })
        };
        self.readers.rows(sql, &[&owner.0]).await?.iter().map(device).collect()
    }

    async fn device_seen(&self, device: DeviceId, at: Millis) -> Result<(), StoreError> {
        let sql = "UPDATE devices SET seen = greatest(seen, $2) WHERE id = $1";
        self.writers.write(sql, &[&device.0, &stamp(at)]).await.map(drop)
    }

    async fn remove_device(&self, owner: PlayerId, device: DeviceId) -> Result<(), StoreError> {
        let sql = "DELETE FROM devices WHERE id = $1 AND player_id = $2 RETURNING id";
        found(&self.writers.write(sql, &[&device.0, &owner.0]).await?)
    }

    async fn offer_device_code(
        &self,
        code: DeviceCodeHash,
        owner: PlayerId,
        now: Millis,
        until: Millis,
    ) -> Result<(), StoreError> {
        let transaction = self.writers.begin().await?;
        let sql = "DELETE FROM device_codes WHERE player_id = $1 OR until <= $2";
        transaction.rows(sql, &[&owner.0, &stamp(now)]).await?;
        let sql = "INSERT INTO device_codes (code, player_id, until) VALUES ($1, $2, $3)";
        transaction.rows(sql, &[&code.as_slice(), &owner.0, &stamp(until)]).await?;
        transaction.commit().await
    }

    async fn redeem_device_code(
        &self,
        code: DeviceCodeHash,
        device: NewDevice,
    ) -> Result<Person, StoreError> {
        let transaction = self.writers.begin().await?;
        let sql = "DELETE FROM device_codes USING players WHERE code = $1 AND until > $2 AND players.id = player_id \
                   RETURNING player_id, name, colour";
        let rows = transaction.rows(sql, &[&code.as_slice(), &stamp(device.at)]).await?;
        let Some(row) = rows.first() else {
            transaction.roll_back().await?;
            return Err(StoreError::Missing);
        };
        let owner = as_person(row)?;
        insert_device(&transaction, owner.id, &device).await?;
        transaction.commit().await?;
        Ok(owner)
    }

    async fn find_players(&self, name: &str, limit: usize) -> Result<Vec<Guest>, StoreError> {
        // Names are compared here, so that case is ignored as in a file, whatever the database's locale is.
        let name = name.to_lowercase();
        let sql = "SELECT id, name, since, (SELECT count(*) FROM people WHERE player_id = players.id) \
                   FROM players ORDER BY id DESC";
        let guest = |row: &Row| {
            let (id, since, tables) = (column(row, 0)?, column::<i64>(row, 2)?, column::<i64>(row, 3)?);
            let (since, tables) = (since.unsigned_abs(), tables.unsigned_abs());
            Ok(Guest { id: PlayerId(id), name: column(row, 1)?, since, tables })
        };
        let rows = self.operator.read(sql, &[]).await?;
        let named = |guest: &Result<Guest, StoreError>| {
            guest.as_ref().map_or(true, |guest| guest.name.to_lowercase().contains(&name))
        };
        rows.iter().map(guest).filter(named).take(limit).collect()
    }

    async fn count_idle_players(&self, before: Millis) -> Result<u64, StoreError> {
        let rows = self.operator.read(idle!("SELECT count(*)", ""), &[&stamp(before)]).await?;
        Ok(number(&rows)?.unsigned_abs())
    }

    async fn remove_idle_players(&self, before: Millis) -> Result<u64, StoreError> {
        let transaction = self.operator.begin().await?;
        let sql = idle!(
            "WITH removed AS (DELETE",
            " RETURNING id), gone AS (DELETE FROM people USING removed WHERE people.player_id = removed.id) \
             SELECT count(*) FROM removed"
        );
        let removed = number(&transaction.rows(sql, &[&stamp(before)]).await?)?;
        transaction.rows("DELETE FROM reports WHERE at < $1", &[&stamp(before)]).await?;
        transaction.commit().await?;
        Ok(removed.unsigned_abs())
    }
}

/// The person in the first three columns: number, name, colour.
fn as_person(row: &Row) -> Result<Person, StoreError> {
    Ok(Person { id: PlayerId(column(row, 0)?), name: column(row, 1)?, colour: from_word(column(row, 2)?)? })
}

/// A person; [`StoreError::Missing`] if there is none of this number.
pub(crate) async fn person(transaction: &Transaction<'_>, id: PlayerId) -> Result<Person, StoreError> {
    let rows = transaction.rows("SELECT id, name, colour FROM players WHERE id = $1", &[&id.0]).await?;
    rows.first().map_or(Err(StoreError::Missing), as_person)
}

/// Adds a device. If the person then has more than [`MAX_DEVICES`], the least recently used one is removed.
pub(crate) async fn insert_device(
    transaction: &Transaction<'_>,
    owner: PlayerId,
    device: &NewDevice,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO devices (player_id, secret, label, since, seen) VALUES ($1, $2, $3, $4, $4)";
    let secret = device.secret.as_slice();
    transaction.rows(sql, &[&owner.0, &secret, &device.label, &stamp(device.at)]).await?;
    let sql = "DELETE FROM devices WHERE player_id = $1 AND id NOT IN \
               (SELECT id FROM devices WHERE player_id = $1 ORDER BY seen DESC, id DESC LIMIT $2)";
    transaction.rows(sql, &[&owner.0, &i64::from(MAX_DEVICES)]).await.map(drop)
}

/// See [`Queries`].
pub(super) const PLAYERS: Queries = Queries {
    page: "SELECT id, json_build_object('id', id, 'name', name, 'colour', colour, 'since', since)::text \
           FROM players WHERE id > $1 ORDER BY id LIMIT $2",
    put: &["INSERT INTO players (id, name, colour, since) \
            SELECT id, name, colour, since FROM json_populate_recordset(NULL::players, $1::text::json)"],
};

/// See [`Queries`].
pub(super) const DEVICES: Queries = Queries {
    page: "SELECT id, json_build_object('id', id, 'player_id', player_id, 'secret', encode(secret, 'hex'), \
             'label', label, 'since', since, 'seen', seen)::text FROM devices WHERE id > $1 ORDER BY id LIMIT $2",
    put: &["INSERT INTO devices (id, player_id, secret, label, since, seen) \
            SELECT id, player_id, decode(secret, 'hex'), label, since, seen \
            FROM json_to_recordset($1::text::json) AS device \
              (id bigint, player_id bigint, secret text, label text, since bigint, seen bigint)"],
};
