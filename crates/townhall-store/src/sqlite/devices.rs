//! The SQL statements about devices.

use sqlx::{SqliteConnection, SqlitePool};
use townhall_table::journal::{Millis, Person, PlayerId};

use super::{
    SecretHash, StoreError,
    columns::{from_word, stamp},
};
use crate::{Device, DeviceCodeHash, DeviceId, Login, MAX_DEVICES, NewDevice};

/// The person and device to whom a secret belongs; `None` if it is unknown.
pub(super) async fn login(pool: &SqlitePool, secret: SecretHash) -> Result<Option<Login>, StoreError> {
    let row: Option<(i64, String, String, i64, i64)> = sqlx::query_as(
        "SELECT players.id, name, colour, devices.id, seen FROM devices JOIN players ON players.id = player_id \
         WHERE secret = ?",
    )
    .bind(secret.to_vec())
    .fetch_optional(pool)
    .await?;
    row.map(|(id, name, colour, device, seen)| {
        let person = Person { id: PlayerId(id), name, colour: from_word(&colour)? };
        Ok(Login { person, device: DeviceId(device), seen: seen.unsigned_abs() })
    })
    .transpose()
}

/// A person's devices, the one that was used last first.
pub(super) async fn of(pool: &SqlitePool, owner: PlayerId) -> Result<Vec<Device>, StoreError> {
    let rows: Vec<(i64, String, i64, i64)> = sqlx::query_as(
        "SELECT id, label, since, seen FROM devices WHERE player_id = ? ORDER BY seen DESC, id DESC",
    )
    .bind(owner.0)
    .fetch_all(pool)
    .await?;
    let device = |(id, label, since, seen): (i64, String, i64, i64)| Device {
        id: DeviceId(id),
        label,
        since: since.unsigned_abs(),
        seen: seen.unsigned_abs(),
    };
    Ok(rows.into_iter().map(device).collect())
}

/// Adds a device. If the person then has more than [`MAX_DEVICES`], the one that was used longest ago is removed.
pub(super) async fn insert(
    db: &mut SqliteConnection,
    owner: PlayerId,
    device: &NewDevice,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO devices (player_id, secret, label, since, seen) VALUES (?, ?, ?, ?, ?)")
        .bind(owner.0)
        .bind(device.secret.to_vec())
        .bind(device.label.clone())
        .bind(stamp(device.at))
        .bind(stamp(device.at))
        .execute(&mut *db)
        .await?;
    sqlx::query(
        "DELETE FROM devices WHERE player_id = ? AND id NOT IN \
         (SELECT id FROM devices WHERE player_id = ? ORDER BY seen DESC, id DESC LIMIT ?)",
    )
    .bind(owner.0)
    .bind(owner.0)
    .bind(MAX_DEVICES)
    .execute(&mut *db)
    .await?;
    Ok(())
}

/// Notes that a device was used.
pub(super) async fn update_seen(
    db: &mut SqliteConnection,
    device: DeviceId,
    at: Millis,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE devices SET seen = max(seen, ?) WHERE id = ?")
        .bind(stamp(at))
        .bind(device.0)
        .execute(&mut *db)
        .await?;
    Ok(())
}

/// Removes a device of this person.
///
/// # Errors
/// They have no such device, or the database failed.
pub(super) async fn delete(
    db: &mut SqliteConnection,
    owner: PlayerId,
    device: DeviceId,
) -> Result<(), StoreError> {
    let done = sqlx::query("DELETE FROM devices WHERE id = ? AND player_id = ?")
        .bind(device.0)
        .bind(owner.0)
        .execute(&mut *db)
        .await?;
    if done.rows_affected() == 0 { Err(StoreError::Missing) } else { Ok(()) }
}

/// Stores a code by which a device can be added to a person until a time. Removes their earlier code, and all codes
/// that have expired by `now`.
pub(super) async fn insert_code(
    db: &mut SqliteConnection,
    code: DeviceCodeHash,
    owner: PlayerId,
    now: Millis,
    until: Millis,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM device_codes WHERE player_id = ? OR until <= ?")
        .bind(owner.0)
        .bind(stamp(now))
        .execute(&mut *db)
        .await?;
    sqlx::query("INSERT INTO device_codes (code, player_id, until) VALUES (?, ?, ?)")
        .bind(code.to_vec())
        .bind(owner.0)
        .bind(stamp(until))
        .execute(&mut *db)
        .await?;
    Ok(())
}

/// Removes a code, and adds the device to the person who was given it.
///
/// # Errors
/// [`StoreError::Missing`]: there is no such code, or it has expired; or the database failed.
pub(super) async fn redeem(
    db: &mut SqliteConnection,
    code: DeviceCodeHash,
    device: &NewDevice,
) -> Result<Person, StoreError> {
    let owner: Option<i64> =
        sqlx::query_scalar("DELETE FROM device_codes WHERE code = ? AND until > ? RETURNING player_id")
            .bind(code.to_vec())
            .bind(stamp(device.at))
            .fetch_optional(&mut *db)
            .await?;
    let owner = PlayerId(owner.ok_or(StoreError::Missing)?);
    insert(db, owner, device).await?;
    let (name, colour): (String, String) = sqlx::query_as("SELECT name, colour FROM players WHERE id = ?")
        .bind(owner.0)
        .fetch_one(&mut *db)
        .await?;
    Ok(Person { id: owner, name, colour: from_word(&colour)? })
}
