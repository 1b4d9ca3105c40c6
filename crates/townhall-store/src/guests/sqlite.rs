//! Guests and devices in an SQLite file.

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, SqliteConnection};
use townhall_table::{
    forget::FORGOTTEN,
    journal::{Colour, Millis, Person, PlayerId},
};

use super::{Device, DeviceCodeHash, DeviceId, Guest, Guests, Login, MAX_DEVICES, NewDevice, SecretHash};
use crate::{
    columns::{as_word, from_word, stamp},
    copy::part::Queries,
    error::StoreError,
    sqlite::{
        SqliteStore,
        statement::{found, fresh_id},
    },
};

/// The SQL condition for people who came before a time and are at no table at which something has happened since.
const IDLE: &str = "since < ?1 AND NOT EXISTS (SELECT 1 FROM people \
    JOIN tables ON tables.id = people.table_id WHERE people.player_id = players.id AND touched >= ?1)";

#[async_trait]
impl Guests for SqliteStore {
    async fn create_player(
        &self,
        device: NewDevice,
        name: String,
        colour: Colour,
    ) -> Result<Person, StoreError> {
        self.writer.write(move |db| Box::pin(create_player(db, device, name, colour))).await
    }

    async fn login(&self, secret: SecretHash) -> Result<Option<Login>, StoreError> {
        let row: Option<(i64, String, String, i64, i64)> = sqlx::query_as(
            "SELECT players.id, name, colour, devices.id, seen FROM devices JOIN players ON players.id = player_id \
             WHERE secret = ?",
        )
        .bind(secret.to_vec())
        .fetch_optional(&self.logins)
        .await?;
        row.map(|(id, name, colour, device, seen)| {
            let person = Person { id: PlayerId(id), name, colour: from_word(&colour)? };
            Ok(Login { person, device: DeviceId(device), seen: seen.unsigned_abs() })
        })
        .transpose()
    }

    async fn update_player(&self, person: Person) -> Result<(), StoreError> {
        let colour = as_word(&person.colour)?;
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("UPDATE players SET name = ?, colour = ? WHERE id = ?");
                found(query.bind(person.name).bind(colour).bind(person.id.0).execute(db).await?)
            })
        });
        write.await
    }

    async fn remove_player(&self, who: PlayerId) -> Result<(), StoreError> {
        let write = self.writer.write_after_appends(move |db| {
            Box::pin(async move {
                sqlx::query("UPDATE reports SET name = ? WHERE about = ?")
                    .bind(FORGOTTEN)
                    .bind(who.0)
                    .execute(&mut *db)
                    .await?;
                sqlx::query("DELETE FROM people WHERE player_id = ?").bind(who.0).execute(&mut *db).await?;
                found(sqlx::query("DELETE FROM players WHERE id = ?").bind(who.0).execute(db).await?)
            })
        });
        write.await
    }

    async fn devices(&self, owner: PlayerId) -> Result<Vec<Device>, StoreError> {
        let rows: Vec<(i64, String, i64, i64)> = sqlx::query_as(
            "SELECT id, label, since, seen FROM devices WHERE player_id = ? ORDER BY seen DESC, id DESC",
        )
        .bind(owner.0)
        .fetch_all(&self.readers)
        .await?;
        let device = |(id, label, since, seen): (i64, String, i64, i64)| Device {
            id: DeviceId(id),
            label,
            since: since.unsigned_abs(),
            seen: seen.unsigned_abs(),
        };
        Ok(rows.into_iter().map(device).collect())
    }

    async fn device_seen(&self, device: DeviceId, at: Millis) -> Result<(), StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("UPDATE devices SET seen = max(seen, ?) WHERE id = ?");
                query.bind(stamp(at)).bind(device.0).execute(db).await?;
                Ok(())
            })
        });
        write.await
    }

    async fn remove_device(&self, owner: PlayerId, device: DeviceId) -> Result<(), StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM devices WHERE id = ? AND player_id = ?");
                found(query.bind(device.0).bind(owner.0).execute(db).await?)
            })
        });
        write.await
    }

    async fn offer_device_code(
        &self,
        code: DeviceCodeHash,
        owner: PlayerId,
        now: Millis,
        until: Millis,
    ) -> Result<(), StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                sqlx::query("DELETE FROM device_codes WHERE player_id = ? OR until <= ?")
                    .bind(owner.0)
                    .bind(stamp(now))
                    .execute(&mut *db)
                    .await?;
                let query = sqlx::query("INSERT INTO device_codes (code, player_id, until) VALUES (?, ?, ?)");
                query.bind(code.to_vec()).bind(owner.0).bind(stamp(until)).execute(db).await?;
                Ok(())
            })
        });
        write.await
    }

    async fn redeem_device_code(
        &self,
        code: DeviceCodeHash,
        device: NewDevice,
    ) -> Result<Person, StoreError> {
        self.writer.write(move |db| Box::pin(redeem_device_code(db, code, device))).await
    }

    async fn find_players(&self, name: &str, limit: usize) -> Result<Vec<Guest>, StoreError> {
        // SQLite ignores the case of ASCII letters only, so the names are compared here.
        let name = name.to_lowercase();
        let rows: Vec<(i64, String, i64, i64)> = sqlx::query_as(
            "SELECT id, name, since, (SELECT count(*) FROM people WHERE player_id = players.id) \
             FROM players ORDER BY id DESC",
        )
        .fetch_all(&self.readers)
        .await?;
        let guest = |(id, name, since, tables): (i64, String, i64, i64)| Guest {
            id: PlayerId(id),
            name,
            since: since.unsigned_abs(),
            tables: tables.unsigned_abs(),
        };
        let named = rows.into_iter().map(guest).filter(|guest| guest.name.to_lowercase().contains(&name));
        Ok(named.take(limit).collect())
    }

    async fn count_idle_players(&self, before: Millis) -> Result<u64, StoreError> {
        let sql = AssertSqlSafe(format!("SELECT count(*) FROM players WHERE {IDLE}"));
        let count: i64 = sqlx::query_scalar(sql).bind(stamp(before)).fetch_one(&self.readers).await?;
        Ok(count.unsigned_abs())
    }

    async fn remove_idle_players(&self, before: Millis) -> Result<u64, StoreError> {
        let write = self.writer.write_after_appends(move |db| {
            Box::pin(async move {
                let sql = AssertSqlSafe(format!("DELETE FROM players WHERE {IDLE}"));
                let done = sqlx::query(sql).bind(stamp(before)).execute(&mut *db).await?;
                sqlx::query("DELETE FROM reports WHERE at < ?").bind(stamp(before)).execute(db).await?;
                Ok(done.rows_affected())
            })
        });
        write.await
    }
}

/// Inserts a player and their first device.
pub(crate) async fn create_player(
    db: &mut SqliteConnection,
    device: NewDevice,
    name: String,
    colour: Colour,
) -> Result<Person, StoreError> {
    let sql =
        format!("INSERT INTO players (id, name, colour, since) VALUES ({}, ?, ?, ?)", fresh_id("players"));
    let done = sqlx::query(AssertSqlSafe(sql))
        .bind(name.clone())
        .bind(as_word(&colour)?)
        .bind(stamp(device.at))
        .execute(&mut *db)
        .await?;
    let id = PlayerId(done.last_insert_rowid());
    insert_device(db, id, device).await?;
    Ok(Person { id, name, colour })
}

/// Adds a device. If the person then has more than [`MAX_DEVICES`], the least recently used one is removed.
pub(crate) async fn insert_device(
    db: &mut SqliteConnection,
    owner: PlayerId,
    device: NewDevice,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO devices (player_id, secret, label, since, seen) VALUES (?, ?, ?, ?, ?)")
        .bind(owner.0)
        .bind(device.secret.to_vec())
        .bind(device.label)
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

async fn redeem_device_code(
    db: &mut SqliteConnection,
    code: DeviceCodeHash,
    device: NewDevice,
) -> Result<Person, StoreError> {
    let owner: Option<i64> =
        sqlx::query_scalar("DELETE FROM device_codes WHERE code = ? AND until > ? RETURNING player_id")
            .bind(code.to_vec())
            .bind(stamp(device.at))
            .fetch_optional(&mut *db)
            .await?;
    let owner = PlayerId(owner.ok_or(StoreError::Missing)?);
    insert_device(db, owner, device).await?;
    person(db, owner).await
}

/// A person; [`StoreError::Missing`] if there is none of this number.
pub(crate) async fn person(db: &mut SqliteConnection, id: PlayerId) -> Result<Person, StoreError> {
    let (name, colour): (String, String) =
        sqlx::query_as("SELECT name, colour FROM players WHERE id = ?").bind(id.0).fetch_one(db).await?;
    Ok(Person { id, name, colour: from_word(&colour)? })
}

/// See [`Queries`].
pub(super) const PLAYERS: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'name', name, 'colour', colour, 'since', since) FROM players \
           WHERE id > ? ORDER BY id LIMIT ?",
    put: &["INSERT INTO players (id, name, colour, since) \
            SELECT value->>'id', value->>'name', value->>'colour', value->>'since' FROM json_each(?)"],
};

/// See [`Queries`].
pub(super) const DEVICES: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'player_id', player_id, 'secret', lower(hex(secret)), 'label', label, \
             'since', since, 'seen', seen) FROM devices WHERE id > ? ORDER BY id LIMIT ?",
    put: &["INSERT INTO devices (id, player_id, secret, label, since, seen) \
            SELECT value->>'id', value->>'player_id', unhex(value->>'secret'), value->>'label', value->>'since', \
              value->>'seen' FROM json_each(?)"],
};
