//! Channels and notices in a Postgres database.

use async_trait::async_trait;
use tokio_postgres::Row;
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
    leases::postgres::Membership,
    postgres::{
        PostgresStore,
        rows::{column, found, number},
    },
};

/// A statement that selects the columns of channels, in the order of [`as_channel`], and then others.
macro_rules! select_channel {
    ($rest:literal) => {
        select_channel!("", $rest)
    };
    ($with:literal, $rest:literal) => {
        concat!(
            $with,
            "SELECT channels.player_id, medium, device_id, address, keys, site, language, kinds, quiet, digest, since, problem, channels.id",
            $rest
        )
    };
}

/// The channel in the first thirteen columns.
fn as_channel(row: &Row) -> Result<(ChannelId, Channel), StoreError> {
    let channel = Channel {
        owner: PlayerId(column(row, 0)?),
        medium: Medium::read(column(row, 1)?, column(row, 2)?)?,
        address: column(row, 3)?,
        keys: column(row, 4)?,
        site: column(row, 5)?,
        language: column(row, 6)?,
        kinds: Kinds(column(row, 7)?),
        quiet: column::<Option<&str>>(row, 8)?.map(from_json).transpose()?,
        digest: column::<Option<&str>>(row, 9)?.map(from_json).transpose()?,
        since: column::<i64>(row, 10)?.unsigned_abs(),
        problem: column(row, 11)?,
    };
    Ok((ChannelId(column(row, 12)?), channel))
}

/// A number that is never negative.
fn times(row: &Row, index: usize) -> Result<u32, StoreError> {
    Ok(u32::try_from(column::<i64>(row, index)?).unwrap_or_default())
}

#[async_trait]
impl Notices for PostgresStore {
    async fn set_channel(&self, channel: Channel) -> Result<ChannelId, StoreError> {
        let Channel { owner, medium, address, keys, site, language, kinds, quiet, digest, since, .. } =
            channel;
        let device = medium.device().ok_or(StoreError::Missing)?;
        let quiet = quiet.as_ref().map(as_json).transpose()?;
        let digest = digest.as_ref().map(as_json).transpose()?;
        let transaction = self.writers.begin().await?;
        // A browser whose guest changed keeps its subscription.
        let sql = "DELETE FROM channels WHERE address = $1 AND device_id <> $2";
        transaction.rows(sql, &[&address, &device]).await?;
        let sql = "INSERT INTO channels (player_id, medium, device_id, address, keys, site, language, kinds, quiet, digest, since) \
                   SELECT player_id, 'push', id, $1, $2, $3, $4, $5, $6, $7, $8 FROM devices WHERE id = $9 AND player_id = $10 \
                   ON CONFLICT (device_id) DO UPDATE SET address = excluded.address, keys = excluded.keys, \
                     site = excluded.site, language = excluded.language, kinds = excluded.kinds, \
                     quiet = excluded.quiet, digest = excluded.digest RETURNING id";
        let rows = transaction
            .rows(
                sql,
                &[
                    &address,
                    &keys,
                    &site,
                    &language,
                    &kinds.0,
                    &quiet,
                    &digest,
                    &stamp(since),
                    &device,
                    &owner.0,
                ],
            )
            .await?;
        found(&rows)?;
        transaction.commit().await?;
        Ok(ChannelId(number(&rows)?))
    }

    async fn channel(&self, device: DeviceId) -> Result<Option<Channel>, StoreError> {
        let sql = select_channel!(" FROM channels WHERE device_id = $1");
        let found = self.readers.rows(sql, &[&device.0]).await?.first().map(as_channel).transpose()?;
        Ok(found.map(|(_, channel)| channel))
    }

    async fn add_channel(&self, channel: Channel, limit: usize) -> Result<Option<ChannelId>, StoreError> {
        let Channel { owner, medium, address, keys, site, language, kinds, quiet, digest, since, .. } =
            channel;
        let quiet = quiet.as_ref().map(as_json).transpose()?;
        let digest = digest.as_ref().map(as_json).transpose()?;
        let sql = "INSERT INTO channels (player_id, medium, device_id, address, keys, site, language, kinds, quiet, digest, since) \
                   SELECT id, $2, NULL, $3, $4, $5, $6, $7, $8, $9, $10 FROM players WHERE id = $1 AND \
                     (SELECT count(*) FROM channels WHERE player_id = $1 AND device_id IS NULL AND address <> $3) < $11 \
                   ON CONFLICT (player_id, address) WHERE device_id IS NULL DO UPDATE SET medium = excluded.medium, \
                     keys = excluded.keys, site = excluded.site, language = excluded.language, kinds = excluded.kinds, \
                     quiet = excluded.quiet, digest = excluded.digest, problem = '' RETURNING id";
        let (medium, since, limit) = (medium.word(), stamp(since), count(limit));
        let rows = self
            .writers
            .write(
                sql,
                &[
                    &owner.0, &medium, &address, &keys, &site, &language, &kinds.0, &quiet, &digest, &since,
                    &limit,
                ],
            )
            .await?;
        rows.first().map(|row| column(row, 0).map(ChannelId)).transpose()
    }

    async fn change_channel(
        &self,
        owner: PlayerId,
        channel: ChannelId,
        kinds: Kinds,
        quiet: Option<Quiet>,
        digest: Option<Digest>,
    ) -> Result<(), StoreError> {
        let quiet = quiet.as_ref().map(as_json).transpose()?;
        let digest = digest.as_ref().map(as_json).transpose()?;
        let sql = "UPDATE channels SET kinds = $1, quiet = $2, digest = $3 \
                   WHERE id = $4 AND player_id = $5 AND device_id IS NULL RETURNING id";
        found(&self.writers.write(sql, &[&kinds.0, &quiet, &digest, &channel.0, &owner.0]).await?)
    }

    async fn offer_email_code(
        &self,
        owner: PlayerId,
        address: &str,
        code: &str,
        until: Millis,
        attempts: u32,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO email_codes (player_id, address, code, until, attempts) \
                   SELECT id, $2, $3, $4, $5 FROM players WHERE id = $1 \
                   ON CONFLICT (player_id) DO UPDATE SET address = excluded.address, code = excluded.code, \
                     until = excluded.until, attempts = excluded.attempts RETURNING player_id";
        let values = (stamp(until), i64::from(attempts));
        found(&self.writers.write(sql, &[&owner.0, &address, &code, &values.0, &values.1]).await?)
    }

    async fn redeem_email_code(
        &self,
        owner: PlayerId,
        code: &str,
        now: Millis,
    ) -> Result<Option<String>, StoreError> {
        let sql = "UPDATE email_codes SET attempts = attempts - 1 \
                   WHERE player_id = $1 AND until > $2 AND attempts > 0 RETURNING address, code = $3";
        let rows = self.writers.write(sql, &[&owner.0, &stamp(now), &code]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        if !column::<bool>(row, 1)? {
            return Ok(None);
        }
        let sql = "DELETE FROM email_codes WHERE player_id = $1 AND code = $2 RETURNING player_id";
        let used = self.writers.write(sql, &[&owner.0, &code]).await?;
        if used.is_empty() { Ok(None) } else { column(row, 0).map(Some) }
    }

    async fn channels(&self, owner: PlayerId) -> Result<Vec<(ChannelId, Channel)>, StoreError> {
        let sql = select_channel!(" FROM channels WHERE player_id = $1 ORDER BY id");
        self.readers.rows(sql, &[&owner.0]).await?.iter().map(as_channel).collect()
    }

    async fn remove_channel_of(&self, device: DeviceId) -> Result<(), StoreError> {
        let sql = "WITH removed AS (DELETE FROM channels WHERE device_id = $1 RETURNING id) \
                   DELETE FROM notices USING removed WHERE channel_id = removed.id RETURNING notices.id";
        self.writers.write(sql, &[&device.0]).await.map(drop)
    }

    async fn remove_channel(&self, channel: ChannelId, address: &str) -> Result<(), StoreError> {
        let sql = "WITH removed AS (DELETE FROM channels WHERE id = $1 AND address = $2 RETURNING id) \
                   DELETE FROM notices USING removed WHERE channel_id = removed.id RETURNING notices.id";
        self.writers.write(sql, &[&channel.0, &address]).await.map(drop)
    }

    async fn fail_channel(&self, channel: ChannelId, address: &str, problem: &str) -> Result<(), StoreError> {
        let sql = "UPDATE channels SET problem = $3 WHERE id = $1 AND address = $2 RETURNING id";
        self.writers.write(sql, &[&channel.0, &address, &problem]).await.map(drop)
    }

    async fn mute(&self, channel: ChannelId, kind: NoticeKind) -> Result<(), StoreError> {
        let sql = "UPDATE channels SET kinds = kinds & ~$1::bigint WHERE id = $2 RETURNING id";
        found(&self.writers.write(sql, &[&Kinds::bit(kind), &channel.0]).await?)
    }

    async fn push_key(&self, fresh: &str) -> Result<String, StoreError> {
        // Several servers may start at once.
        let sql = "INSERT INTO push_keys (id, key) VALUES (1, $1) ON CONFLICT DO NOTHING RETURNING id";
        self.writers.write(sql, &[&fresh]).await?;
        let rows = self.readers.rows("SELECT key FROM push_keys", &[]).await?;
        rows.first().map_or(Err(StoreError::Missing), |row| column(row, 0))
    }

    async fn take_notices(
        &self,
        now: Millis,
        again: Millis,
        limit: usize,
    ) -> Result<Vec<DueNotice>, StoreError> {
        // Usually nothing is due, and then nothing is written.
        let any = "SELECT count(*) FROM \
                   (SELECT FROM notices WHERE state = 'waiting' AND due <= $1 LIMIT 1) AS first";
        if number(&self.readers.rows(any, &[&stamp(now)]).await?)? == 0 {
            return Ok(Vec::new());
        }
        let own = self.node.as_ref().map_or(0, Membership::id);
        let rows = self.writers.write(TAKE, &[&stamp(now), &stamp(again), &count(limit), &own]).await?;
        let due = |row: &Row| {
            let (channel_id, channel) = as_channel(row)?;
            Ok(DueNotice {
                id: column(row, 13)?,
                channel_id,
                channel,
                code: column(row, 14)?,
                kind: kind_of(column(row, 15)?)?,
                at: column::<i64>(row, 16)?.unsigned_abs(),
                attempts: times(row, 17)?,
                is_outdated: column(row, 18)?,
                turn: times(row, 19)?,
                is_collected: column::<i64>(row, 20)? == 1,
            })
        };
        rows.iter().map(due).collect()
    }

    async fn settle_notice(&self, id: i64, outcome: DeliveryOutcome) -> Result<(), StoreError> {
        let settled = match outcome {
            DeliveryOutcome::Sent => {
                let sql = "UPDATE notices SET state = 'sent', detail = '' WHERE id = $1 RETURNING id";
                self.writers.write(sql, &[&id]).await
            }
            DeliveryOutcome::Needless => {
                self.writers.write("DELETE FROM notices WHERE id = $1 RETURNING id", &[&id]).await
            }
            DeliveryOutcome::Failed(why) => {
                let sql = "UPDATE notices SET state = 'failed', detail = $2 WHERE id = $1 RETURNING id";
                self.writers.write(sql, &[&id, &why]).await
            }
            DeliveryOutcome::Collected(at) => {
                let sql = "UPDATE notices SET due = $2, collected = 1, attempts = attempts - 1 \
                           WHERE id = $1 RETURNING id";
                self.writers.write(sql, &[&id, &stamp(at)]).await
            }
            DeliveryOutcome::Again(at, Some(why)) => {
                let sql = "UPDATE notices SET due = $2, detail = $3 WHERE id = $1 RETURNING id";
                self.writers.write(sql, &[&id, &stamp(at), &why]).await
            }
            DeliveryOutcome::Again(at, None) => {
                let sql = "UPDATE notices SET due = $2, attempts = attempts - 1 WHERE id = $1 RETURNING id";
                self.writers.write(sql, &[&id, &stamp(at)]).await
            }
        };
        settled.map(drop)
    }

    async fn hasten_notice(&self, id: i64, from: Millis, to: Millis) -> Result<(), StoreError> {
        let sql = "UPDATE notices SET due = $3 WHERE id = $1 AND due = $2 AND state = 'waiting' RETURNING id";
        self.writers.write(sql, &[&id, &stamp(from), &stamp(to)]).await.map(drop)
    }

    async fn notices(&self, owner: Option<PlayerId>, limit: usize) -> Result<Vec<LoggedNotice>, StoreError> {
        let sql = "SELECT channels.player_id, address, code, kind, at, attempts, state, detail, coalesce(label, ''), \
                     collected FROM notices \
                   JOIN channels ON channels.id = channel_id JOIN tables ON tables.id = table_id \
                   LEFT JOIN devices ON devices.id = device_id \
                   WHERE $1::bigint IS NULL OR channels.player_id = $1 ORDER BY at DESC, notices.id DESC LIMIT $2";
        let line = |row: &Row| {
            Ok(LoggedNotice {
                owner: PlayerId(column(row, 0)?),
                service: host_of(column(row, 1)?),
                code: column(row, 2)?,
                kind: kind_of(column(row, 3)?)?,
                at: column::<i64>(row, 4)?.unsigned_abs(),
                attempts: times(row, 5)?,
                state: from_word(column(row, 6)?)?,
                detail: column(row, 7)?,
                device: column(row, 8)?,
                is_collected: column::<i64>(row, 9)? == 1,
            })
        };
        let owner = owner.map(|owner| owner.0);
        self.readers.rows(sql, &[&owner, &count(limit)]).await?.iter().map(line).collect()
    }

    async fn prune_notices(&self, before: Millis) -> Result<(), StoreError> {
        let sql = "DELETE FROM notices WHERE due < $1 \
                   OR NOT EXISTS (SELECT FROM tables WHERE tables.id = table_id) \
                   OR NOT EXISTS (SELECT FROM channels WHERE channels.id = channel_id) RETURNING id";
        self.writers.write(sql, &[&stamp(before)]).await.map(drop)
    }
}

/// Takes notices that are due, unless another node with a lease has the table, and those that were collected. Only one worker
/// has the lock of a channel. One that gets it later finds that nothing is due.
const TAKE: &str = select_channel!(
    "WITH taken AS (UPDATE notices SET due = $2, attempts = attempts + 1 WHERE id IN \
       (SELECT notices.id FROM notices JOIN tables ON tables.id = table_id \
          JOIN channels ON channels.id = channel_id \
        WHERE state = 'waiting' AND collected = 0 AND notices.due <= $1 AND NOT EXISTS \
          (SELECT FROM nodes WHERE nodes.id = owner AND until > now() AND nodes.id <> $4) \
        ORDER BY notices.due LIMIT $3 FOR UPDATE OF notices SKIP LOCKED) RETURNING *), \
     locked AS MATERIALIZED (SELECT id FROM channels WHERE id IN (SELECT channel_id FROM notices \
         WHERE state = 'waiting' AND collected = 1 AND due <= $1) LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED), \
     together AS (UPDATE notices SET due = $2, attempts = attempts + 1 \
       WHERE state = 'waiting' AND collected = 1 AND due <= $1 AND channel_id IN (SELECT id FROM locked) \
       RETURNING *), \
     found AS (SELECT * FROM taken UNION ALL SELECT * FROM together) ",
    ", found.id, code, kind, found.at, attempts, \
     EXISTS (SELECT FROM notices AS later WHERE later.channel_id = found.channel_id \
       AND later.table_id = found.table_id AND later.kind = found.kind AND later.turn > found.turn), found.turn, collected \
     FROM found JOIN channels ON channels.id = channel_id JOIN tables ON tables.id = table_id \
     ORDER BY found.id"
);

/// See [`Queries`].
pub(super) const CHANNELS: Queries = Queries {
    page: "SELECT id, json_build_object('id', id, 'player_id', player_id, 'medium', medium, 'device_id', device_id, 'address', address, \
             'keys', keys, 'site', site, 'language', language, 'kinds', kinds, 'quiet', quiet, 'digest', digest, 'since', since, 'problem', problem)::text \
           FROM channels WHERE id > $1 ORDER BY id LIMIT $2",
    put: &[
        "INSERT INTO channels (id, player_id, medium, device_id, address, keys, site, language, kinds, quiet, digest, since, problem) \
            SELECT id, player_id, medium, device_id, address, keys, site, language, kinds, quiet, digest, since, problem \
            FROM json_populate_recordset(NULL::channels, $1::text::json)",
    ],
};

/// See [`Queries`]. Those whose channel is gone are not copied.
pub(super) const NOTICES: Queries = Queries {
    page: "SELECT id, json_build_object('id', id, 'channel_id', channel_id, 'table_id', table_id, 'kind', kind, \
             'turn', turn, 'at', at, 'due', due, 'attempts', attempts, 'state', state, 'collected', collected, \
             'detail', detail)::text \
           FROM notices WHERE id > $1 AND EXISTS (SELECT FROM channels WHERE channels.id = channel_id) \
           ORDER BY id LIMIT $2",
    put: &[
        "INSERT INTO notices (id, channel_id, table_id, kind, turn, at, due, attempts, state, collected, detail) \
            SELECT id, channel_id, table_id, kind, turn, at, due, attempts, state, collected, detail \
            FROM json_populate_recordset(NULL::notices, $1::text::json)",
    ],
};

/// See [`Queries`].
pub(super) const KEYS: Queries = Queries {
    page: "SELECT id, json_build_object('id', id, 'key', key)::text FROM push_keys WHERE id > $1 \
           ORDER BY id LIMIT $2",
    put: &["INSERT INTO push_keys (id, key) \
            SELECT id, key FROM json_populate_recordset(NULL::push_keys, $1::text::json)"],
};
