//! Channels and notices in an SQLite file.

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Row, SqliteConnection, sqlite::SqliteRow};
use townhall_table::{
    journal::{Millis, PlayerId},
    session::NoticeKind,
};

use super::{
    Channel, ChannelId, DeliveryOutcome, Digest, DueNotice, Kinds, LoggedNotice, Medium, Notices, Quiet,
    host_of, kind_of,
};
use crate::{
    columns::{as_json, count, from_json, from_word, stamp},
    copy::part::Queries,
    error::StoreError,
    guests::DeviceId,
    sqlite::{SqliteStore, statement::found},
};

/// The columns of a channel, which [`as_channel`] reads.
const CHANNEL: &str = "channels.id AS channel, channels.player_id AS player_id, medium, device_id, address, keys, site, \
    language, kinds, quiet, digest, since, problem";

fn as_channel(row: &SqliteRow) -> Result<(ChannelId, Channel), StoreError> {
    let channel = Channel {
        owner: PlayerId(row.try_get("player_id")?),
        medium: Medium::read(row.try_get("medium")?, row.try_get("device_id")?)?,
        address: row.try_get("address")?,
        keys: row.try_get("keys")?,
        site: row.try_get("site")?,
        language: row.try_get("language")?,
        kinds: Kinds(row.try_get("kinds")?),
        quiet: row.try_get::<Option<&str>, _>("quiet")?.map(from_json).transpose()?,
        digest: row.try_get::<Option<&str>, _>("digest")?.map(from_json).transpose()?,
        since: row.try_get::<i64, _>("since")?.unsigned_abs(),
        problem: row.try_get("problem")?,
    };
    Ok((ChannelId(row.try_get("channel")?), channel))
}

#[async_trait]
impl Notices for SqliteStore {
    async fn set_channel(&self, channel: Channel) -> Result<ChannelId, StoreError> {
        self.writer.write(move |db| Box::pin(set_channel(db, channel))).await
    }

    async fn channel(&self, device: DeviceId) -> Result<Option<Channel>, StoreError> {
        let sql = format!("SELECT {CHANNEL} FROM channels WHERE device_id = ?");
        let row = sqlx::query(AssertSqlSafe(sql)).bind(device.0).fetch_optional(&self.readers).await?;
        Ok(row.as_ref().map(as_channel).transpose()?.map(|(_, channel)| channel))
    }

    async fn channels(&self, owner: PlayerId) -> Result<Vec<(ChannelId, Channel)>, StoreError> {
        let sql = format!("SELECT {CHANNEL} FROM channels WHERE player_id = ? ORDER BY id");
        let rows = sqlx::query(AssertSqlSafe(sql)).bind(owner.0).fetch_all(&self.readers).await?;
        rows.iter().map(as_channel).collect()
    }

    async fn add_channel(&self, channel: Channel, limit: usize) -> Result<Option<ChannelId>, StoreError> {
        self.writer.write(move |db| Box::pin(add_channel(db, channel, limit))).await
    }

    async fn change_channel(
        &self,
        owner: PlayerId,
        channel: ChannelId,
        kinds: Kinds,
        quiet: Option<Quiet>,
        digest: Option<Digest>,
    ) -> Result<(), StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query(
                    "UPDATE channels SET kinds = ?, quiet = ?, digest = ? \
                     WHERE id = ? AND player_id = ? AND device_id IS NULL",
                );
                let query = query.bind(kinds.0).bind(quiet.as_ref().map(as_json).transpose()?);
                let query = query.bind(digest.as_ref().map(as_json).transpose()?);
                found(query.bind(channel.0).bind(owner.0).execute(db).await?)
            })
        });
        write.await
    }

    async fn offer_email_code(
        &self,
        owner: PlayerId,
        address: &str,
        code: &str,
        until: Millis,
        attempts: u32,
    ) -> Result<(), StoreError> {
        let (address, code) = (address.to_owned(), code.to_owned());
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let sql = "INSERT OR REPLACE INTO email_codes (player_id, address, code, until, attempts) \
                           SELECT id, ?, ?, ?, ? FROM players WHERE id = ?";
                let query = sqlx::query(sql).bind(address).bind(code).bind(stamp(until)).bind(attempts);
                found(query.bind(owner.0).execute(db).await?)
            })
        });
        write.await
    }

    async fn redeem_email_code(
        &self,
        owner: PlayerId,
        code: &str,
        now: Millis,
    ) -> Result<Option<String>, StoreError> {
        let code = code.to_owned();
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let sql = "UPDATE email_codes SET attempts = attempts - 1 \
                           WHERE player_id = ? AND until > ? AND attempts > 0 RETURNING address, code = ?";
                let query = sqlx::query_as(sql).bind(owner.0).bind(stamp(now)).bind(code);
                let found: Option<(String, bool)> = query.fetch_optional(&mut *db).await?;
                let Some((address, true)) = found else { return Ok(None) };
                sqlx::query("DELETE FROM email_codes WHERE player_id = ?").bind(owner.0).execute(db).await?;
                Ok(Some(address))
            })
        });
        write.await
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

    async fn fail_channel(&self, channel: ChannelId, address: &str, problem: &str) -> Result<(), StoreError> {
        let (address, problem) = (address.to_owned(), problem.to_owned());
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("UPDATE channels SET problem = ? WHERE id = ? AND address = ?");
                query.bind(problem).bind(channel.0).bind(address).execute(db).await?;
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

    async fn settle_notice(&self, id: i64, outcome: DeliveryOutcome) -> Result<(), StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let query = match outcome {
                    DeliveryOutcome::Sent => {
                        sqlx::query("UPDATE notices SET state = 'sent', detail = '' WHERE id = ?")
                    }
                    DeliveryOutcome::Needless => sqlx::query("DELETE FROM notices WHERE id = ?"),
                    DeliveryOutcome::Failed(why) => {
                        sqlx::query("UPDATE notices SET state = 'failed', detail = ? WHERE id = ?").bind(why)
                    }
                    DeliveryOutcome::Collected(at) => sqlx::query(
                        "UPDATE notices SET due = ?, collected = 1, attempts = attempts - 1 WHERE id = ?",
                    )
                    .bind(stamp(at)),
                    DeliveryOutcome::Again(at, Some(why)) => {
                        sqlx::query("UPDATE notices SET due = ?, detail = ? WHERE id = ?")
                            .bind(stamp(at))
                            .bind(why)
                    }
                    DeliveryOutcome::Again(at, None) => {
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

    async fn hasten_notice(&self, id: i64, from: Millis, to: Millis) -> Result<(), StoreError> {
        let write = self.writer.write(move |db| {
            Box::pin(async move {
                let sql = "UPDATE notices SET due = ? WHERE id = ? AND due = ? AND state = 'waiting'";
                sqlx::query(sql).bind(stamp(to)).bind(id).bind(stamp(from)).execute(db).await?;
                Ok(())
            })
        });
        write.await
    }

    async fn notices(&self, owner: Option<PlayerId>, limit: usize) -> Result<Vec<LoggedNotice>, StoreError> {
        let sql = "SELECT channels.player_id, address, code, kind, at, attempts, state, detail, coalesce(label, ''), \
                     collected FROM notices \
                   JOIN channels ON channels.id = channel_id JOIN tables ON tables.id = table_id \
                   LEFT JOIN devices ON devices.id = device_id \
                   WHERE ?1 IS NULL OR channels.player_id = ?1 ORDER BY at DESC, notices.id DESC LIMIT ?2";
        let query = sqlx::query(sql).bind(owner.map(|owner| owner.0)).bind(count(limit));
        let line = |row: &SqliteRow| {
            Ok(LoggedNotice {
                owner: PlayerId(row.try_get(0)?),
                service: host_of(row.try_get(1)?),
                code: row.try_get(2)?,
                kind: kind_of(row.try_get(3)?)?,
                at: row.try_get::<i64, _>(4)?.unsigned_abs(),
                attempts: row.try_get(5)?,
                state: from_word(row.try_get(6)?)?,
                detail: row.try_get(7)?,
                device: row.try_get(8)?,
                is_collected: row.try_get(9)?,
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
    let device = channel.medium.device();
    // A browser whose guest changed keeps its subscription.
    sqlx::query("DELETE FROM channels WHERE address = ? AND device_id <> ?")
        .bind(channel.address.clone())
        .bind(device)
        .execute(&mut *db)
        .await?;
    let id = sqlx::query_scalar(
        "INSERT INTO channels (player_id, medium, device_id, address, keys, site, language, kinds, quiet, digest, since) \
         SELECT player_id, 'push', id, ?, ?, ?, ?, ?, ?, ?, ? FROM devices WHERE id = ? AND player_id = ? \
         ON CONFLICT (device_id) DO UPDATE SET address = excluded.address, keys = excluded.keys, \
           site = excluded.site, language = excluded.language, kinds = excluded.kinds, quiet = excluded.quiet, \
           digest = excluded.digest RETURNING id",
    )
    .bind(channel.address)
    .bind(channel.keys)
    .bind(channel.site)
    .bind(channel.language)
    .bind(channel.kinds.0)
    .bind(channel.quiet.as_ref().map(as_json).transpose()?)
    .bind(channel.digest.as_ref().map(as_json).transpose()?)
    .bind(stamp(channel.since))
    .bind(device)
    .bind(channel.owner.0)
    .fetch_optional(db)
    .await?;
    id.map(ChannelId).ok_or(StoreError::Missing)
}

async fn add_channel(
    db: &mut SqliteConnection,
    channel: Channel,
    limit: usize,
) -> Result<Option<ChannelId>, StoreError> {
    let id: Option<i64> = sqlx::query_scalar(
        "INSERT INTO channels (player_id, medium, device_id, address, keys, site, language, kinds, quiet, digest, since) \
         SELECT id, ?2, NULL, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM players WHERE id = ?1 AND \
           (SELECT count(*) FROM channels WHERE player_id = ?1 AND device_id IS NULL AND address <> ?3) < ?11 \
         ON CONFLICT (player_id, address) WHERE device_id IS NULL DO UPDATE SET medium = excluded.medium, \
           keys = excluded.keys, site = excluded.site, language = excluded.language, kinds = excluded.kinds, \
           quiet = excluded.quiet, digest = excluded.digest, problem = '' RETURNING id",
    )
    .bind(channel.owner.0)
    .bind(channel.medium.word())
    .bind(channel.address)
    .bind(channel.keys)
    .bind(channel.site)
    .bind(channel.language)
    .bind(channel.kinds.0)
    .bind(channel.quiet.as_ref().map(as_json).transpose()?)
    .bind(channel.digest.as_ref().map(as_json).transpose()?)
    .bind(stamp(channel.since))
    .bind(count(limit))
    .fetch_optional(db)
    .await?;
    Ok(id.map(ChannelId))
}

async fn take_notices(
    db: &mut SqliteConnection,
    now: Millis,
    again: Millis,
    limit: usize,
) -> Result<Vec<DueNotice>, StoreError> {
    let ids: Vec<i64> = sqlx::query_scalar(
        "UPDATE notices SET due = ?2, attempts = attempts + 1 WHERE id IN \
           (SELECT id FROM (SELECT notices.id FROM notices JOIN tables ON tables.id = table_id \
              WHERE state = 'waiting' AND collected = 0 AND notices.due <= ?1 ORDER BY notices.due LIMIT ?3) \
            UNION ALL SELECT id FROM notices WHERE state = 'waiting' AND collected = 1 AND due <= ?1 AND channel_id IN \
              (SELECT DISTINCT channel_id FROM notices \
               WHERE state = 'waiting' AND collected = 1 AND due <= ?1 LIMIT ?3)) RETURNING id",
    )
    .bind(stamp(now))
    .bind(stamp(again))
    .bind(count(limit))
    .fetch_all(&mut *db)
    .await?;
    let sql = format!(
        "SELECT notices.id AS notice, code, kind, notices.at AS at, notices.turn AS turn, attempts, collected, \
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
    let (channel_id, channel) = as_channel(row)?;
    Ok(DueNotice {
        id: row.try_get("notice")?,
        channel_id,
        channel,
        code: row.try_get("code")?,
        kind: kind_of(row.try_get("kind")?)?,
        turn: row.try_get("turn")?,
        at: row.try_get::<i64, _>("at")?.unsigned_abs(),
        is_outdated: row.try_get("outdated")?,
        attempts: row.try_get("attempts")?,
        is_collected: row.try_get("collected")?,
    })
}

/// See [`Queries`].
pub(super) const CHANNELS: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'player_id', player_id, 'medium', medium, 'device_id', device_id, \
             'address', address, \
             'keys', keys, 'site', site, 'language', language, 'kinds', kinds, 'quiet', quiet, 'digest', digest, 'since', since, 'problem', problem) \
           FROM channels WHERE id > ? ORDER BY id LIMIT ?",
    put: &[
        "INSERT INTO channels (id, player_id, medium, device_id, address, keys, site, language, kinds, quiet, digest, since, problem) \
            SELECT value->>'id', value->>'player_id', value->>'medium', value->>'device_id', value->>'address', value->>'keys', \
              value->>'site', value->>'language', value->>'kinds', value->>'quiet', value->>'digest', value->>'since', value->>'problem' \
            FROM json_each(?)",
    ],
};

/// See [`Queries`].
pub(super) const NOTICES: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'channel_id', channel_id, 'table_id', table_id, 'kind', kind, \
             'turn', turn, 'at', at, 'due', due, 'attempts', attempts, 'state', state, 'collected', collected, \
             'detail', detail) \
           FROM notices WHERE id > ? ORDER BY id LIMIT ?",
    put: &[
        "INSERT INTO notices (id, channel_id, table_id, kind, turn, at, due, attempts, state, collected, detail) \
            SELECT value->>'id', value->>'channel_id', value->>'table_id', value->>'kind', value->>'turn', \
              value->>'at', value->>'due', value->>'attempts', value->>'state', value->>'collected', value->>'detail' \
            FROM json_each(?)",
    ],
};

/// See [`Queries`].
pub(super) const KEYS: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'key', key) FROM push_keys WHERE id > ? ORDER BY id LIMIT ?",
    put: &["INSERT INTO push_keys (id, key) SELECT value->>'id', value->>'key' FROM json_each(?)"],
};
