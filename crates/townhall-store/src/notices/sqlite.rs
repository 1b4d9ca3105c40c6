//! Channels and notices in an SQLite file.

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, FromRow, Row, SqliteConnection, sqlite::SqliteRow};
use townhall_table::{
    journal::{Millis, PlayerId},
    session::NoticeKind,
};

use super::{
    Channel, ChannelId, DueNotice, Kinds, LoggedNotice, Notices, Outcome, host_of, kind_of, kind_word,
};
use crate::{
    columns::{as_json, count, from_json, stamp},
    copy::part::Queries,
    error::StoreError,
    guests::DeviceId,
    sqlite::{SqliteStore, statement::found},
};

/// The columns of a channel, in the order of [`ChannelRow`].
const CHANNEL: &str =
    "channels.player_id, channels.device_id, address, keys, site, language, kinds, quiet, since";
type ChannelRow = (i64, i64, String, String, String, String, i64, Option<String>, i64);

fn as_channel(row: ChannelRow) -> Result<Channel, StoreError> {
    let (owner, device, address, keys, site, language, kinds, quiet, since) = row;
    let quiet = quiet.as_deref().map(from_json).transpose()?;
    let (owner, device, kinds) = (PlayerId(owner), DeviceId(device), Kinds(kinds));
    Ok(Channel { owner, device, address, keys, site, language, kinds, quiet, since: since.unsigned_abs() })
}

#[async_trait]
impl Notices for SqliteStore {
    async fn set_channel(&self, channel: Channel) -> Result<ChannelId, StoreError> {
        self.writer.write(move |db| Box::pin(set_channel(db, channel))).await
    }

    async fn channel(&self, device: DeviceId) -> Result<Option<Channel>, StoreError> {
        let sql = format!("SELECT {CHANNEL} FROM channels WHERE device_id = ?");
        let row = sqlx::query_as(AssertSqlSafe(sql)).bind(device.0).fetch_optional(&self.readers).await?;
        row.map(as_channel).transpose()
    }

    async fn channels(&self, owner: PlayerId) -> Result<Vec<Channel>, StoreError> {
        let sql = format!("SELECT {CHANNEL} FROM channels WHERE player_id = ? ORDER BY id");
        let rows = sqlx::query_as(AssertSqlSafe(sql)).bind(owner.0).fetch_all(&self.readers).await?;
        rows.into_iter().map(as_channel).collect()
    }

    async fn remove_channel_of(&self, device: DeviceId) -> Result<(), StoreError> {
        let write = self.writer.write_after_appends(move |db| {
            Box::pin(async move {
                sqlx::query("DELETE FROM channels WHERE device_id = ?").bind(device.0).execute(db).await?;
                Ok(())
            })
        });
        write.await
    }

    async fn remove_channel(&self, channel: ChannelId, address: &str) -> Result<(), StoreError> {
        let address = address.to_owned();
        let write = self.writer.write_after_appends(move |db| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM channels WHERE id = ? AND address = ?");
                query.bind(channel.0).bind(address).execute(db).await?;
                Ok(())
            })
        });
        write.await
    }

    async fn mute(&self, channel: ChannelId, kind: NoticeKind) -> Result<(), StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("UPDATE channels SET kinds = kinds & ~? WHERE id = ?");
                found(query.bind(Kinds::bit(kind)).bind(channel.0).execute(db).await?)
            })
        });
        write.await
    }

    async fn push_key(&self, fresh: &str) -> Result<String, StoreError> {
        let fresh = fresh.to_owned();
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("INSERT OR IGNORE INTO push_keys (id, key) VALUES (1, ?)");
                query.bind(fresh).execute(&mut *db).await?;
                Ok(sqlx::query_scalar("SELECT key FROM push_keys").fetch_one(db).await?)
            })
        });
        write.await
    }

    async fn take_notices(
        &self,
        now: Millis,
        again: Millis,
        limit: usize,
    ) -> Result<Vec<DueNotice>, StoreError> {
        // Usually nothing is due, and then nothing is written.
        let any =
            sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM notices WHERE state = 'waiting' AND due <= ?)");
        if !any.bind(stamp(now)).fetch_one(&self.readers).await? {
            return Ok(Vec::new());
        }
        self.writer.write(move |db| Box::pin(take_notices(db, now, again, limit))).await
    }

    async fn settle_notice(&self, id: i64, outcome: Outcome) -> Result<(), StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let query = match outcome {
                    Outcome::Sent => {
                        sqlx::query("UPDATE notices SET state = 'sent', detail = '' WHERE id = ?")
                    }
                    Outcome::Needless => sqlx::query("DELETE FROM notices WHERE id = ?"),
                    Outcome::Failed(why) => {
                        sqlx::query("UPDATE notices SET state = 'failed', detail = ? WHERE id = ?").bind(why)
                    }
                    Outcome::Again(at, Some(why)) => {
                        sqlx::query("UPDATE notices SET due = ?, detail = ? WHERE id = ?")
                            .bind(stamp(at))
                            .bind(why)
                    }
                    Outcome::Again(at, None) => {
                        sqlx::query("UPDATE notices SET due = ?, attempts = attempts - 1 WHERE id = ?")
                            .bind(stamp(at))
                    }
                };
                query.bind(id).execute(db).await?;
                Ok(())
            })
        });
        write.await
    }

    async fn notices(&self, owner: Option<PlayerId>, limit: usize) -> Result<Vec<LoggedNotice>, StoreError> {
        let sql = "SELECT channels.player_id, address, code, kind, at, attempts, state, detail, label FROM notices \
                   JOIN channels ON channels.id = channel_id JOIN tables ON tables.id = table_id \
                   JOIN devices ON devices.id = device_id \
                   WHERE ?1 IS NULL OR channels.player_id = ?1 ORDER BY at DESC, notices.id DESC LIMIT ?2";
        let query = sqlx::query(sql).bind(owner.map(|owner| owner.0)).bind(count(limit));
        let line = |row: &SqliteRow| {
            Ok(LoggedNotice {
                owner: PlayerId(row.try_get(0)?),
                service: host_of(row.try_get(1)?),
                code: row.try_get(2)?,
                kind: kind_word(kind_of(row.try_get(3)?)?).to_owned(),
                at: row.try_get::<i64, _>(4)?.unsigned_abs(),
                attempts: row.try_get(5)?,
                state: row.try_get(6)?,
                detail: row.try_get(7)?,
                device: row.try_get(8)?,
            })
        };
        query.fetch_all(&self.readers).await?.iter().map(line).collect()
    }

    async fn prune_notices(&self, before: Millis) -> Result<(), StoreError> {
        let write = self.writer.write_after_appends(move |db| {
            Box::pin(async move {
                let sql = "DELETE FROM notices WHERE due < ? \
                           OR NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = table_id)";
                sqlx::query(sql).bind(stamp(before)).execute(db).await?;
                Ok(())
            })
        });
        write.await
    }
}

async fn set_channel(db: &mut SqliteConnection, channel: Channel) -> Result<ChannelId, StoreError> {
    // A browser whose guest changed keeps its subscription.
    sqlx::query("DELETE FROM channels WHERE address = ? AND device_id <> ?")
        .bind(channel.address.clone())
        .bind(channel.device.0)
        .execute(&mut *db)
        .await?;
    let id = sqlx::query_scalar(
        "INSERT INTO channels (player_id, device_id, address, keys, site, language, kinds, quiet, since) \
         SELECT player_id, id, ?, ?, ?, ?, ?, ?, ? FROM devices WHERE id = ? AND player_id = ? \
         ON CONFLICT (device_id) DO UPDATE SET address = excluded.address, keys = excluded.keys, \
           site = excluded.site, language = excluded.language, kinds = excluded.kinds, quiet = excluded.quiet \
         RETURNING id",
    )
    .bind(channel.address)
    .bind(channel.keys)
    .bind(channel.site)
    .bind(channel.language)
    .bind(channel.kinds.0)
    .bind(channel.quiet.as_ref().map(as_json).transpose()?)
    .bind(stamp(channel.since))
    .bind(channel.device.0)
    .bind(channel.owner.0)
    .fetch_optional(db)
    .await?;
    id.map(ChannelId).ok_or(StoreError::Missing)
}

async fn take_notices(
    db: &mut SqliteConnection,
    now: Millis,
    again: Millis,
    limit: usize,
) -> Result<Vec<DueNotice>, StoreError> {
    let ids: Vec<i64> = sqlx::query_scalar(
        "UPDATE notices SET due = ?2, attempts = attempts + 1 WHERE id IN \
           (SELECT notices.id FROM notices JOIN tables ON tables.id = table_id \
            WHERE state = 'waiting' AND notices.due <= ?1 ORDER BY notices.due LIMIT ?3) RETURNING id",
    )
    .bind(stamp(now))
    .bind(stamp(again))
    .bind(count(limit))
    .fetch_all(&mut *db)
    .await?;
    let sql = format!(
        "SELECT notices.id AS notice, channel_id, code, kind, turn, attempts, \
           EXISTS (SELECT 1 FROM notices AS later WHERE later.channel_id = notices.channel_id \
             AND later.table_id = notices.table_id AND later.kind = notices.kind AND later.turn > notices.turn) \
             AS outdated, {CHANNEL} \
         FROM notices JOIN channels ON channels.id = channel_id JOIN tables ON tables.id = table_id \
         WHERE notices.id IN (SELECT value FROM json_each(?)) ORDER BY notices.id"
    );
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(as_json(&ids)?).fetch_all(db).await?;
    rows.iter().map(as_due).collect()
}

fn as_due(row: &SqliteRow) -> Result<DueNotice, StoreError> {
    let channel = (
        row.try_get(7)?,
        row.try_get(8)?,
        row.try_get(9)?,
        row.try_get(10)?,
        row.try_get(11)?,
        row.try_get(12)?,
        row.try_get(13)?,
        row.try_get(14)?,
        row.try_get(15)?,
    );
    let (id, channel_id, code, kind, turn, attempts, is_outdated) = FromRow::from_row(row)?;
    let (channel_id, kind) = (ChannelId(channel_id), kind_of(kind)?);
    Ok(DueNotice { id, channel_id, channel: as_channel(channel)?, code, kind, turn, is_outdated, attempts })
}

/// See [`Queries`].
pub(super) const CHANNELS: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'player_id', player_id, 'device_id', device_id, 'address', address, \
             'keys', keys, 'site', site, 'language', language, 'kinds', kinds, 'quiet', quiet, 'since', since) \
           FROM channels WHERE id > ? ORDER BY id LIMIT ?",
    put: &[
        "INSERT INTO channels (id, player_id, device_id, address, keys, site, language, kinds, quiet, since) \
            SELECT value->>'id', value->>'player_id', value->>'device_id', value->>'address', value->>'keys', \
              value->>'site', value->>'language', value->>'kinds', value->>'quiet', value->>'since' \
            FROM json_each(?)",
    ],
};

/// See [`Queries`].
pub(super) const NOTICES: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'channel_id', channel_id, 'table_id', table_id, 'kind', kind, \
             'turn', turn, 'at', at, 'due', due, 'attempts', attempts, 'state', state, 'detail', detail) \
           FROM notices WHERE id > ? ORDER BY id LIMIT ?",
    put: &["INSERT INTO notices (id, channel_id, table_id, kind, turn, at, due, attempts, state, detail) \
            SELECT value->>'id', value->>'channel_id', value->>'table_id', value->>'kind', value->>'turn', \
              value->>'at', value->>'due', value->>'attempts', value->>'state', value->>'detail' \
            FROM json_each(?)"],
};

/// See [`Queries`].
pub(super) const KEYS: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'key', key) FROM push_keys WHERE id > ? ORDER BY id LIMIT ?",
    put: &["INSERT INTO push_keys (id, key) SELECT value->>'id', value->>'key' FROM json_each(?)"],
};
