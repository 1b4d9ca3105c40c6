//! Guests: people who play, and the devices from which they play.

use serde::{Deserialize, Serialize};
use townhall_table::{
    forget::FORGOTTEN,
    journal::{Colour, Millis, Person, PlayerId},
};

use crate::{
    columns::{as_word, from_word},
    engine::{
        Transaction,
        statement::{Reach, Row, Sql, found, only_number, values},
    },
    error::StoreError,
    relations::{Copied, Key, Personal, Relation, bytes, number, person, text},
    store::Store,
};

/// The most devices that a person can have.
pub const MAX_DEVICES: u32 = 12;

/// The hash of the secret in a device's cookie.
pub type SecretHash = [u8; 32];

/// The hash of a code by which another device is added to a person.
pub type DeviceCodeHash = [u8; 32];

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

/// A device of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
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
    pub person: Person,
    /// The device whose cookie it is.
    pub device: DeviceId,
    /// When the device was last used, at most an hour too early.
    pub seen: Millis,
}

/// A guest as the operator sees them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guest {
    pub id: PlayerId,
    pub name: String,
    /// When they first came.
    pub since: Millis,
    /// The number of tables at which they sit, or sat until the end.
    pub tables: u64,
}

/// Inserts a person under a number that was never used. By itself, SQLite would give the number of a removed latest row
/// again.
const INSERT_PLAYER: Sql = Sql {
    sqlite: "INSERT INTO players (id, name, colour, since) VALUES (1 + max((SELECT coalesce(max(id), 0) FROM players), \
               coalesce((SELECT id FROM used_ids WHERE kind = 'players'), 0)), $1, $2, $3) RETURNING id",
    postgres: "INSERT INTO players (name, colour, since) VALUES ($1, $2, $3) RETURNING id",
};

/// A statement about people who came before the time `$1` and are at no table at which something has happened since.
macro_rules! idle {
    ($start:literal, $end:literal) => {
        concat!(
            $start,
            " players WHERE since < $1 AND NOT EXISTS (SELECT 1 FROM people \
             JOIN tables ON tables.id = people.table_id WHERE people.player_id = players.id AND touched >= $1)",
            $end
        )
    };
}

/// Storage of people and their devices.
impl Store {
    /// Adds a person and their first device.
    pub async fn create_player(
        &self,
        device: NewDevice,
        name: String,
        colour: Colour,
    ) -> Result<Person, StoreError> {
        let creating = self.engine.transaction(Reach::Subject, move |mut db| {
            Box::pin(async move {
                let values = values![name.as_str(), as_word(&colour)?, device.at];
                let id = PlayerId(only_number(&db.rows(INSERT_PLAYER, values).await?)?);
                insert_device(&mut db, id, device).await?;
                Ok(Person { id, name, colour })
            })
        });
        creating.await
    }

    /// The person and device to which a secret belongs; `None` if it is unknown.
    pub async fn login(&self, secret: SecretHash) -> Result<Option<Login>, StoreError> {
        let sql = "SELECT players.id, name, colour, devices.id, seen FROM devices \
                   JOIN players ON players.id = player_id WHERE secret = $1";
        let login = |row: &Row| {
            Ok(Login { person: as_person(row)?, device: DeviceId(row.get(3)?), seen: row.time(4)? })
        };
        self.engine.identify(sql, values![secret]).await?.first().map(login).transpose()
    }

    /// A person; [`StoreError::Missing`] if there is none of this number.
    pub async fn person(&self, id: PlayerId) -> Result<Person, StoreError> {
        let sql = "SELECT id, name, colour FROM players WHERE id = $1";
        as_person(found(&self.engine.read(sql, values![id]).await?)?)
    }

    /// Changes a person's name and colour; [`StoreError::Missing`] if there is no such person.
    pub async fn update_player(&self, person: Person) -> Result<(), StoreError> {
        let sql = "UPDATE players SET name = $2, colour = $3 WHERE id = $1 RETURNING id";
        let values = values![person.id, person.name, as_word(&person.colour)?];
        found(&self.engine.write(Reach::Subject, sql, values).await?).map(drop)
    }

    /// Removes a person with their devices, and the name from reports about them. Their number is never used again.
    pub async fn remove_player(&self, who: PlayerId) -> Result<(), StoreError> {
        let removing = self.engine.transaction(Reach::Journals, move |mut db| {
            Box::pin(async move {
                db.rows("UPDATE reports SET name = $2 WHERE about = $1", values![who, FORGOTTEN]).await?;
                db.rows("DELETE FROM people WHERE player_id = $1", values![who]).await?;
                let sql = "DELETE FROM players WHERE id = $1 RETURNING id";
                found(&db.rows(sql, values![who]).await?).map(drop)
            })
        });
        removing.await
    }

    /// A person's devices, the most recently used first.
    pub async fn devices(&self, owner: PlayerId) -> Result<Vec<Device>, StoreError> {
        let sql =
            "SELECT id, label, since, seen FROM devices WHERE player_id = $1 ORDER BY seen DESC, id DESC";
        let device = |row: &Row| {
            let id = DeviceId(row.get(0)?);
            Ok(Device { id, label: row.get(1)?, since: row.time(2)?, seen: row.time(3)? })
        };
        self.engine.read(sql, values![owner]).await?.iter().map(device).collect()
    }

    /// Records that a device was used.
    pub async fn device_seen(&self, device: DeviceId, at: Millis) -> Result<(), StoreError> {
        let sql = "UPDATE devices SET seen = $2 WHERE id = $1 AND seen < $2";
        self.engine.write(Reach::Subject, sql, values![device.0, at]).await.map(drop)
    }

    /// Removes a device of this person; [`StoreError::Missing`] if they have no such device.
    pub async fn remove_device(&self, owner: PlayerId, device: DeviceId) -> Result<(), StoreError> {
        let sql = "DELETE FROM devices WHERE id = $1 AND player_id = $2 RETURNING id";
        found(&self.engine.write(Reach::Subject, sql, values![device.0, owner]).await?).map(drop)
    }

    /// Stores a code by which a device can be added to a person until a time. Removes their earlier code, and all codes
    /// that have expired by `now`.
    pub async fn offer_device_code(
        &self,
        code: DeviceCodeHash,
        owner: PlayerId,
        now: Millis,
        until: Millis,
    ) -> Result<(), StoreError> {
        let offering = self.engine.transaction(Reach::Subject, move |mut db| {
            Box::pin(async move {
                let sql = "DELETE FROM device_codes WHERE player_id = $1 OR until <= $2";
                db.rows(sql, values![owner, now]).await?;
                let sql = "INSERT INTO device_codes (code, player_id, until) VALUES ($1, $2, $3)";
                db.rows(sql, values![code, owner, until]).await.map(drop)
            })
        });
        offering.await
    }

    /// Adds a device to the person for whom this code was stored, and removes the code. [`StoreError::Missing`] if there
    /// is no such code, or it has expired. If the person then has more than [`MAX_DEVICES`], the least recently used one
    /// is removed.
    pub async fn redeem_device_code(
        &self,
        code: DeviceCodeHash,
        device: NewDevice,
    ) -> Result<Person, StoreError> {
        let redeeming = self.engine.transaction(Reach::Subject, move |mut db| {
            Box::pin(async move {
                let sql = "DELETE FROM device_codes WHERE code = $1 AND until > $2 RETURNING player_id";
                let owner = found(&db.rows(sql, values![code, device.at]).await?)?.player(0)?;
                insert_device(&mut db, owner, device).await?;
                find_person(&mut db, owner).await
            })
        });
        redeeming.await
    }

    /// At most `limit` people in whose name this text occurs, in any case, the latest first.
    pub async fn find_players(&self, name: &str, limit: usize) -> Result<Vec<Guest>, StoreError> {
        // Names are compared here: SQLite ignores the case of ASCII letters only, and Postgres goes by its locale.
        let name = name.to_lowercase();
        let sql = "SELECT id, name, since, (SELECT count(*) FROM people WHERE player_id = players.id) \
                   FROM players ORDER BY id DESC";
        let guest = |row: &Row| {
            let (id, since, tables) = (row.player(0)?, row.time(2)?, row.count(3)?);
            Ok(Guest { id, name: row.get(1)?, since, tables })
        };
        let is_named = |guest: &Result<Guest, StoreError>| {
            guest.as_ref().map_or(true, |guest| guest.name.to_lowercase().contains(&name))
        };
        let rows = self.engine.scan(sql, values![]).await?;
        rows.iter().map(guest).filter(is_named).take(limit).collect()
    }

    /// The number of people who came before this time and are at no table at which something has happened since.
    pub async fn count_idle_players(&self, before: Millis) -> Result<u64, StoreError> {
        let rows = self.engine.scan(idle!("SELECT count(*) FROM", ""), values![before]).await?;
        Ok(only_number(&rows)?.unsigned_abs())
    }

    /// Removes these people, and reports from before that time; returns how many people were removed.
    pub async fn remove_idle_players(&self, before: Millis) -> Result<u64, StoreError> {
        let removing = self.engine.transaction(Reach::Everything, move |mut db| {
            Box::pin(async move {
                let sql = idle!("DELETE FROM people WHERE player_id IN (SELECT id FROM", ")");
                db.rows(sql, values![before]).await?;
                let removed = db.rows(idle!("DELETE FROM", " RETURNING id"), values![before]).await?;
                db.rows("DELETE FROM reports WHERE at < $1", values![before]).await?;
                Ok(removed.len() as u64)
            })
        });
        removing.await
    }
}

/// The person in the first three columns: number, name, colour.
fn as_person(row: &Row) -> Result<Person, StoreError> {
    Ok(Person { id: row.player(0)?, name: row.get(1)?, colour: from_word(row.get(2)?)? })
}

/// A person; [`StoreError::Missing`] if there is none of this number.
pub(crate) async fn find_person(db: &mut Transaction<'_>, id: PlayerId) -> Result<Person, StoreError> {
    let rows = db.rows("SELECT id, name, colour FROM players WHERE id = $1", values![id]).await?;
    found(&rows).and_then(as_person)
}

/// Adds a device. If the person then has more than [`MAX_DEVICES`], the least recently used one is removed.
pub(crate) async fn insert_device(
    db: &mut Transaction<'_>,
    owner: PlayerId,
    device: NewDevice,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO devices (player_id, secret, label, since, seen) VALUES ($1, $2, $3, $4, $4)";
    db.rows(sql, values![owner, device.secret, device.label, device.at]).await?;
    let sql = "DELETE FROM devices WHERE player_id = $1 AND id NOT IN \
               (SELECT id FROM devices WHERE player_id = $1 ORDER BY seen DESC, id DESC LIMIT $2)";
    db.rows(sql, values![owner, MAX_DEVICES]).await.map(drop)
}

/// The relations of this subject.
pub(crate) const RELATIONS: [Relation; 3] = [
    Relation {
        name: "players",
        columns: &[person("id"), text("name"), text("colour"), number("since")],
        key: Key::Numbered,
        copied: Copied::All,
        personal: Some(Personal::exported("/me")),
    },
    Relation {
        name: "devices",
        columns: &[
            number("id"),
            person("player_id"),
            bytes("secret"),
            text("label"),
            number("since"),
            number("seen"),
        ],
        key: Key::Numbered,
        copied: Copied::All,
        personal: Some(Personal::exported("/devices")),
    },
    Relation {
        name: "device_codes",
        columns: &[bytes("code"), person("player_id"), number("until")],
        key: Key::Columns(&["code"]),
        copied: Copied::Nothing,
        personal: Some(Personal::excluded("only the hash of a code that is valid for minutes is stored")),
    },
];
