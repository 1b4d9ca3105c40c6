//! People and their devices.

use tokio_postgres::Row;
use townhall_table::journal::{Colour, Millis, Person, PlayerId};

use super::{
    pool::{Pool, Readers, Transaction},
    read::column,
};
use crate::{
    Device, DeviceCodeHash, DeviceId, Login, MAX_DEVICES, NewDevice, SecretHash, StoreError,
    columns::{as_word, from_word, stamp},
};

pub(super) async fn create(
    pool: &Pool,
    device: &NewDevice,
    name: String,
    colour: Colour,
) -> Result<Person, StoreError> {
    let writing = pool.begin().await?;
    let sql = "INSERT INTO players (name, colour, since) VALUES ($1, $2, $3) RETURNING id";
    let rows = writing.rows(sql, &[&name, &as_word(&colour)?, &stamp(device.at)]).await?;
    let id = PlayerId(super::read::number(&rows)?);
    insert_device(&writing, id, device).await?;
    writing.commit().await?;
    Ok(Person { id, name, colour })
}

pub(super) async fn update(pool: &Pool, person: &Person) -> Result<(), StoreError> {
    let sql = "UPDATE players SET name = $2, colour = $3 WHERE id = $1 RETURNING id";
    some(&pool.write(sql, &[&person.id.0, &person.name, &as_word(&person.colour)?]).await?)
}

/// [`StoreError::Missing`] if a statement returned no row.
pub(super) fn some(rows: &[Row]) -> Result<(), StoreError> {
    if rows.is_empty() { Err(StoreError::Missing) } else { Ok(()) }
}

pub(super) async fn login(readers: &Readers, secret: SecretHash) -> Result<Option<Login>, StoreError> {
    let sql = "SELECT players.id, name, colour, devices.id, seen FROM devices \
               JOIN players ON players.id = player_id WHERE secret = $1";
    let rows = readers.rows(sql, &[&secret.as_slice()]).await?;
    let login = |row: &Row| {
        let person = Person {
            id: PlayerId(column(row, 0)?),
            name: column(row, 1)?,
            colour: from_word(column(row, 2)?)?,
        };
        Ok(Login { person, device: DeviceId(column(row, 3)?), seen: column::<i64>(row, 4)?.unsigned_abs() })
    };
    rows.first().map(login).transpose()
}

pub(super) async fn devices(readers: &Readers, owner: PlayerId) -> Result<Vec<Device>, StoreError> {
    let sql = "SELECT id, label, since, seen FROM devices WHERE player_id = $1 ORDER BY seen DESC, id DESC";
    let device = |row: &Row| {
        Ok(Device {
            id: DeviceId(column(row, 0)?),
            label: column(row, 1)?,
            since: column::<i64>(row, 2)?.unsigned_abs(),
            seen: column::<i64>(row, 3)?.unsigned_abs(),
        })
    };
    readers.rows(sql, &[&owner.0]).await?.iter().map(device).collect()
}

pub(super) async fn device_seen(pool: &Pool, device: DeviceId, at: Millis) -> Result<(), StoreError> {
    let sql = "UPDATE devices SET seen = greatest(seen, $2) WHERE id = $1";
    pool.write(sql, &[&device.0, &stamp(at)]).await.map(drop)
}

pub(super) async fn remove_device(pool: &Pool, owner: PlayerId, device: DeviceId) -> Result<(), StoreError> {
    let sql = "DELETE FROM devices WHERE id = $1 AND player_id = $2 RETURNING id";
    some(&pool.write(sql, &[&device.0, &owner.0]).await?)
}

/// Stores a code. Removes the person's earlier one, and all that have expired.
pub(super) async fn offer_code(
    pool: &Pool,
    code: DeviceCodeHash,
    owner: PlayerId,
    now: Millis,
    until: Millis,
) -> Result<(), StoreError> {
    let writing = pool.begin().await?;
    let sql = "DELETE FROM device_codes WHERE player_id = $1 OR until <= $2";
    writing.rows(sql, &[&owner.0, &stamp(now)]).await?;
    let sql = "INSERT INTO device_codes (code, player_id, until) VALUES ($1, $2, $3)";
    writing.rows(sql, &[&code.as_slice(), &owner.0, &stamp(until)]).await?;
    writing.commit().await
}

/// Removes a code, and adds the device to the person who was given it.
pub(super) async fn redeem_code(
    pool: &Pool,
    code: DeviceCodeHash,
    device: &NewDevice,
) -> Result<Person, StoreError> {
    let writing = pool.begin().await?;
    let sql = "DELETE FROM device_codes USING players WHERE code = $1 AND until > $2 AND players.id = player_id \
               RETURNING player_id, name, colour";
    let rows = writing.rows(sql, &[&code.as_slice(), &stamp(device.at)]).await?;
    let Some(row) = rows.first() else {
        writing.roll_back().await?;
        return Err(StoreError::Missing);
    };
    let owner =
        Person { id: PlayerId(column(row, 0)?), name: column(row, 1)?, colour: from_word(column(row, 2)?)? };
    insert_device(&writing, owner.id, device).await?;
    writing.commit().await?;
    Ok(owner)
}

/// Adds a device. If the person then has more than [`MAX_DEVICES`], the one that was used longest ago is removed.
async fn insert_device(
    writing: &Transaction<'_>,
    owner: PlayerId,
    device: &NewDevice,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO devices (player_id, secret, label, since, seen) VALUES ($1, $2, $3, $4, $4)";
    let secret = device.secret.as_slice();
    writing.rows(sql, &[&owner.0, &secret, &device.label, &stamp(device.at)]).await?;
    let sql = "DELETE FROM devices WHERE player_id = $1 AND id NOT IN \
               (SELECT id FROM devices WHERE player_id = $1 ORDER BY seen DESC, id DESC LIMIT $2)";
    writing.rows(sql, &[&owner.0, &i64::from(MAX_DEVICES)]).await.map(drop)
}
