//! Notifications: the channels over which guests get them, and those that are due.
//!
//! The statement that adds entries to a journal also writes what is to be sent because of them, one row for each channel of
//! each person. A person without a channel costs nothing. A worker of the server takes the rows that are due, and says what became
//! of each. Rows that were taken become due again later, in case the worker ends before it has said so.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use townhall_table::{
    TableCode,
    journal::{Millis, PlayerId},
    session::NoticeKind,
};

use crate::{
    columns::{as_json, from_json, from_word, kind_bit},
    engine::statement::{Reach, Row, Sql, Value, found, only_number, values},
    error::StoreError,
    guests::DeviceId,
    relations::{Copied, Key, Personal, Relation, number, person, text},
    store::Store,
};

/// How long sent notices are kept, in milliseconds: 14 days.
pub const NOTICES_KEPT: Millis = 14 * 86_400_000;

/// Every kind of notices.
pub const ALL_KINDS: [NoticeKind; 6] = [
    NoticeKind::Turn,
    NoticeKind::Late,
    NoticeKind::Started,
    NoticeKind::Over,
    NoticeKind::Invited,
    NoticeKind::Soon,
];

/// The number of a channel in the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChannelId(pub i64);

/// A set of kinds of notices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kinds(i64);

impl Kinds {
    /// Whether a kind is in the set.
    #[must_use]
    pub const fn contains(self, kind: NoticeKind) -> bool {
        self.0 & kind_bit(kind) != 0
    }
}

impl FromIterator<NoticeKind> for Kinds {
    fn from_iter<T: IntoIterator<Item = NoticeKind>>(kinds: T) -> Self {
        Self(kinds.into_iter().fold(0, |bits, kind| bits | kind_bit(kind)))
    }
}

/// The kind of this stored bit.
fn kind_of(bit: i64) -> Result<NoticeKind, StoreError> {
    let kind = ALL_KINDS.into_iter().find(|kind| kind_bit(*kind) == bit);
    kind.ok_or_else(|| StoreError::Corrupt(format!("no kind of notices has the bit {bit}")))
}

/// Hours in which nothing is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct QuietHours {
    /// The minute of the day at which they begin, 0 to 1439.
    pub from: u16,
    /// The minute of the day at which they end, 0 to 1439. An earlier one is on the next day.
    pub to: u16,
    /// The name of the time zone, such as `Europe/Berlin`.
    pub zone: String,
}

/// When turns at correspondence tables are sent together, as one message a time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct DigestTimes {
    /// One or two minutes of the day, 0 to 1439.
    pub times: Vec<u16>,
    /// The name of the time zone, such as `Europe/Berlin`.
    pub zone: String,
}

/// How a channel's notices are sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Medium {
    /// By the push service of the browser of this device, which has at most one such channel.
    Push(DeviceId),
    /// By a request to a URL.
    Webhook,
    Email,
}

impl Medium {
    /// The device whose browser it is.
    pub(crate) const fn device(self) -> Option<i64> {
        match self {
            Self::Push(device) => Some(device.0),
            Self::Webhook | Self::Email => None,
        }
    }

    /// The stored word, which never changes: `push`, `webhook` or `email`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Push(_) => "push",
            Self::Webhook => "webhook",
            Self::Email => "email",
        }
    }

    /// The words of all media.
    pub const WORDS: [&str; 3] = ["push", "webhook", "email"];

    /// The word of a stored text.
    fn known(word: &str) -> Result<&'static str, StoreError> {
        Self::WORDS.into_iter().find(|known| *known == word).ok_or_else(|| unknown_medium(word))
    }

    /// The medium of a stored word and device.
    fn read(word: &str, device: Option<i64>) -> Result<Self, StoreError> {
        match (word, device) {
            ("push", Some(device)) => Ok(Self::Push(DeviceId(device))),
            ("webhook", None) => Ok(Self::Webhook),
            ("email", None) => Ok(Self::Email),
            _ => Err(unknown_medium(word)),
        }
    }
}

fn unknown_medium(word: &str) -> StoreError {
    StoreError::Corrupt(format!("no medium of notices is called {word:?}"))
}

/// Where a person is notified, and what they want to be sent there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Channel {
    pub owner: PlayerId,
    /// How notices are sent.
    pub medium: Medium,
    /// The URL of a subscription or webhook, or an email address. Only one channel has the URL of a subscription; each
    /// person has another address only once.
    pub address: String,
    /// The keys of a subscription, or the format and the secret of a webhook, as the server writes them.
    pub keys: String,
    /// The origin of the page on which the channel was added, such as `https://play.example`.
    pub site: String,
    pub language: String,
    pub kinds: Kinds,
    /// When nothing is sent.
    pub quiet: Option<QuietHours>,
    /// When turns at correspondence tables are sent together; `None` if each of them is sent for itself.
    pub digest: Option<DigestTimes>,
    /// When it was added.
    pub since: Millis,
    /// Why nothing is sent over it any more, until it is added again; empty if nothing is wrong.
    pub problem: String,
}

/// A notice that is due, or the notices of a channel that were collected, before a worker takes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingNotice {
    /// The number of the notice, or of one of those that were collected.
    pub id: i64,
    pub channel_id: ChannelId,
    /// The person whose channel it is.
    pub owner: PlayerId,
    /// The word of the medium.
    pub medium: &'static str,
    /// The medium and the host to which it goes.
    pub target: String,
    /// When it became due.
    pub due: Millis,
    /// Whether it is sent together with the others of its channel that were collected.
    pub is_collected: bool,
}

/// A notice that a worker took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueNotice {
    pub id: i64,
    pub channel_id: ChannelId,
    pub channel: Channel,
    pub code: TableCode,
    pub kind: NoticeKind,
    /// The number of the turn; 0 for kinds that are not about one.
    pub turn: u32,
    /// When the reason arose.
    pub at: Millis,
    /// Whether the same person was notified, or is to be notified, of a later turn at this table.
    pub is_outdated: bool,
    /// How many times it was taken, this time included.
    pub attempts: u32,
    /// Whether it is sent together with the others of its channel that were collected.
    pub is_collected: bool,
}

/// The outcome of an attempt to deliver a notice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeliveryOutcome {
    /// The service accepted it.
    Sent,
    /// It is not needed any more, and is removed.
    Needless,
    /// It is tried again at this time. The text says why; without one, it was not tried yet.
    Again(Millis, Option<String>),
    /// It is sent at this time, together with the others of its channel that are collected for then.
    Collected(Millis),
    /// It is given up for this reason.
    Failed(String),
}

/// How far the delivery of a notice has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeliveryState {
    /// It is still to be sent.
    Waiting,
    /// The service accepted it.
    Sent,
    /// It was given up.
    Failed,
}

impl DeliveryState {
    /// The stored word, which never changes: `waiting`, `sent` or `failed`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sent => "sent",
            Self::Failed => "failed",
        }
    }
}

/// A line of the log of deliveries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoggedNotice {
    pub owner: PlayerId,
    /// The host of the push service, webhook or email address.
    pub service: String,
    /// The label of the device; empty for a webhook or an email address.
    pub device: String,
    pub code: TableCode,
    pub kind: NoticeKind,
    /// When the reason arose.
    pub at: Millis,
    /// How often it was taken by a worker.
    pub attempts: u32,
    /// How far the delivery has come.
    pub state: DeliveryState,
    /// Whether it is, or was, sent together with others.
    pub is_collected: bool,
    /// Why the last attempt failed.
    pub detail: String,
}

/// The word of a kind.
#[must_use]
pub const fn kind_word(kind: NoticeKind) -> &'static str {
    match kind {
        NoticeKind::Turn => "turn",
        NoticeKind::Started => "started",
        NoticeKind::Over => "over",
        NoticeKind::Late => "late",
        NoticeKind::Invited => "invited",
        NoticeKind::Soon => "soon",
    }
}

/// The host in a URL or an email address.
fn host_of(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    authority.rsplit('@').next().unwrap_or_default().to_owned()
}

/// The medium and the host to which messages go: by one mail server, or to the host in a URL, whatever its port is.
fn target_of(medium: Medium, address: &str) -> String {
    let authority = host_of(address).to_lowercase();
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let host =
        authority.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(&*authority, |(host, _)| host);
    match medium {
        Medium::Email => medium.word().to_owned(),
        Medium::Push(_) | Medium::Webhook => format!("{} {}", medium.word(), host.trim_end_matches('.')),
    }
}

/// A query for channels, with the columns in the order in which [`as_channel`] reads them, and then others.
macro_rules! select_channel {
    ($($rest:literal),+) => {
        concat!(
            "SELECT channels.player_id, medium, device_id, address, keys, site, language, kinds, quiet, digest, since, \
             problem, channels.id",
            $($rest),+
        )
    };
}

/// The channel in the first thirteen columns.
fn as_channel(row: &Row) -> Result<(ChannelId, Channel), StoreError> {
    let channel = Channel {
        owner: row.player(0)?,
        medium: Medium::read(row.get(1)?, row.get(2)?)?,
        address: row.get(3)?,
        keys: row.get(4)?,
        site: row.get(5)?,
        language: row.get(6)?,
        kinds: Kinds(row.get(7)?),
        quiet: row.get::<Option<&str>>(8)?.map(from_json).transpose()?,
        digest: row.get::<Option<&str>>(9)?.map(from_json).transpose()?,
        since: row.time(10)?,
        problem: row.get(11)?,
    };
    Ok((ChannelId(row.get(12)?), channel))
}

/// Finds what is due at targets that are not closed: of each target at most so many, and first one of each person, then another one
/// of each. `$closed` reads the closed targets, and `$here` is a condition for those that this node may take.
macro_rules! select_waiting {
    ($closed:literal, $here:literal) => {
        concat!(
            "SELECT id, channel_id, player_id, medium, target, due, collected FROM \
               (SELECT *, row_number() OVER (PARTITION BY target ORDER BY turn, due) AS place FROM \
                  (SELECT notices.id, channel_id, channels.player_id, medium, target, notices.due, collected, \
                     row_number() OVER (PARTITION BY target, channels.player_id ORDER BY notices.due) AS turn \
                   FROM notices JOIN channels ON channels.id = channel_id JOIN tables ON tables.id = table_id \
                   WHERE state = 'waiting' AND notices.due <= $1 AND target NOT IN (",
            $closed,
            ") AND ",
            $here,
            ") AS waiting) AS placed WHERE place <= $3 ORDER BY place, due LIMIT $4"
        )
    };
}

/// In a database, the notices about tables of another node with a lease are left to it, except those that were collected.
const WAITING: Sql = Sql {
    sqlite: select_waiting!("SELECT value FROM json_each($2)", "1 = 1"),
    postgres: select_waiting!(
        "SELECT json_array_elements_text($2::text::json)",
        "(collected = 1 OR NOT EXISTS \
           (SELECT FROM nodes WHERE nodes.id = owner AND until > now() AND nodes.id <> $5))"
    ),
};

/// Takes these notices, and those of these channels that were collected, as far as they are still due. In a database only one worker
/// has the lock of a row: one that gets it later finds that it is not due.
const TAKE: Sql = Sql {
    sqlite: "UPDATE notices SET due = $2, attempts = attempts + 1 WHERE id IN \
               (SELECT notices.id FROM json_each($3) AS given CROSS JOIN notices ON notices.id = given.value \
                  WHERE state = 'waiting' AND collected = 0 AND due <= $1 \
                UNION ALL SELECT notices.id FROM json_each($4) AS given \
                  CROSS JOIN notices ON channel_id = given.value \
                  WHERE state = 'waiting' AND collected = 1 AND due <= $1) RETURNING id",
    postgres: "WITH taken AS (UPDATE notices SET due = $2, attempts = attempts + 1 WHERE id IN \
         (SELECT id FROM notices WHERE id IN (SELECT json_array_elements_text($3::text::json)::bigint) \
            AND state = 'waiting' AND collected = 0 AND due <= $1 FOR UPDATE SKIP LOCKED) RETURNING id), \
       locked AS MATERIALIZED (SELECT id FROM channels \
         WHERE id IN (SELECT json_array_elements_text($4::text::json)::bigint) FOR NO KEY UPDATE SKIP LOCKED), \
       together AS (UPDATE notices SET due = $2, attempts = attempts + 1 \
         WHERE state = 'waiting' AND collected = 1 AND due <= $1 AND channel_id IN (SELECT id FROM locked) \
         RETURNING id) \
       SELECT id FROM taken UNION ALL SELECT id FROM together",
};

/// Selects notices by a list of their numbers.
macro_rules! select_due {
    ($numbers:literal) => {
        select_channel!(
            ", notices.id, code, kind, notices.at, attempts, \
             EXISTS (SELECT 1 FROM notices AS later WHERE later.channel_id = notices.channel_id \
               AND later.table_id = notices.table_id AND later.kind = notices.kind AND later.turn > notices.turn), \
             notices.turn, collected \
             FROM notices JOIN channels ON channels.id = channel_id JOIN tables ON tables.id = table_id \
             WHERE notices.id IN (",
            $numbers,
            ") ORDER BY notices.id"
        )
    };
}

const TAKEN: Sql = Sql {
    sqlite: select_due!("SELECT value FROM json_each($1)"),
    postgres: select_due!("SELECT json_array_elements_text($1::text::json)::bigint"),
};

fn as_due(row: &Row) -> Result<DueNotice, StoreError> {
    let (channel_id, channel) = as_channel(row)?;
    Ok(DueNotice {
        id: row.get(13)?,
        channel_id,
        channel,
        code: row.code(14)?,
        kind: kind_of(row.get(15)?)?,
        at: row.time(16)?,
        attempts: row.count(17)?,
        is_outdated: row.get(18)?,
        turn: row.count(19)?,
        is_collected: row.get::<i64>(20)? == 1,
    })
}

/// Statements that remove the notices of channels, and the channels: Postgres does not tie the former to the latter, so that no
/// move is refused because a channel is removed at that moment.
macro_rules! remove_where {
    ($condition:literal) => {
        [
            concat!(
                "DELETE FROM notices WHERE channel_id IN (SELECT id FROM channels WHERE ",
                $condition,
                ")"
            ),
            concat!("DELETE FROM channels WHERE ", $condition),
        ]
    };
}

/// An optional value as JSON.
fn optional<T: Serialize>(value: Option<&T>) -> Result<Option<String>, StoreError> {
    value.map(as_json).transpose()
}

/// Storage of channels and notices.
impl Store {
    /// Adds the channel of a device, or changes it. [`StoreError::Missing`] if the device was signed out, or the channel
    /// belongs to no device.
    pub async fn set_channel(&self, channel: Channel) -> Result<ChannelId, StoreError> {
        let Channel { owner, medium, address, keys, site, language, kinds, quiet, digest, since, .. } =
            channel;
        let device = medium.device().ok_or(StoreError::Missing)?;
        let target = target_of(medium, &address);
        let (quiet, digest) = (optional(quiet.as_ref())?, optional(digest.as_ref())?);
        let setting = self.engine.transaction(Reach::Subject, move |mut db| {
            Box::pin(async move {
                let sql = "SELECT id FROM devices WHERE id = $1 AND player_id = $2";
                found(&db.rows(sql, values![device, owner]).await?)?;
                // A browser whose guest changed keeps its subscription.
                let sql = "DELETE FROM channels WHERE address = $1 AND device_id <> $2";
                db.rows(sql, values![address.as_str(), device]).await?;
                let sql = "INSERT INTO channels \
                             (player_id, medium, device_id, address, keys, site, language, kinds, quiet, digest, since, \
                              target) \
                           VALUES ($1, 'push', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
                           ON CONFLICT (device_id) DO UPDATE SET address = excluded.address, keys = excluded.keys, \
                             site = excluded.site, language = excluded.language, kinds = excluded.kinds, \
                             quiet = excluded.quiet, digest = excluded.digest, target = excluded.target RETURNING id";
                let values = values![
                    owner, device, address, keys, site, language, kinds.0, quiet, digest, since, target
                ];
                only_number(&db.rows(sql, values).await?).map(ChannelId)
            })
        });
        setting.await
    }

    /// Adds a channel that belongs to no device, or replaces the person's channel of the same address. `None` if the person has
    /// `limit` others, or does not exist.
    pub async fn add_channel(&self, channel: Channel, limit: usize) -> Result<Option<ChannelId>, StoreError> {
        let Channel { owner, medium, address, keys, site, language, kinds, quiet, digest, since, problem } =
            channel;
        let target = target_of(medium, &address);
        let (quiet, digest) = (optional(quiet.as_ref())?, optional(digest.as_ref())?);
        let sql = "INSERT INTO channels \
                     (player_id, medium, device_id, address, keys, site, language, kinds, quiet, digest, since, target, \
                      problem) \
                   SELECT id, $2, NULL, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13 FROM players WHERE id = $1 AND \
                     (SELECT count(*) FROM channels WHERE player_id = $1 AND device_id IS NULL AND address <> $3) < $11 \
                   ON CONFLICT (player_id, address) WHERE device_id IS NULL DO UPDATE SET medium = excluded.medium, \
                     keys = excluded.keys, site = excluded.site, language = excluded.language, kinds = excluded.kinds, \
                     quiet = excluded.quiet, digest = excluded.digest, target = excluded.target, \
                     problem = excluded.problem, doubted = NULL RETURNING id";
        let medium = medium.word();
        let values = values![
            owner, medium, address, keys, site, language, kinds.0, quiet, digest, since, limit, target,
            problem
        ];
        let rows = self.engine.write(Reach::Subject, sql, values).await?;
        rows.first().map(|row| row.get(0).map(ChannelId)).transpose()
    }

    /// Changes what a person is sent over a channel that belongs to no device. [`StoreError::Missing`] if they have no such
    /// channel.
    pub async fn change_channel(
        &self,
        owner: PlayerId,
        channel: ChannelId,
        kinds: Kinds,
        quiet: Option<QuietHours>,
        digest: Option<DigestTimes>,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE channels SET kinds = $1, quiet = $2, digest = $3 \
                   WHERE id = $4 AND player_id = $5 AND device_id IS NULL RETURNING id";
        let (quiet, digest) = (optional(quiet.as_ref())?, optional(digest.as_ref())?);
        let values = values![kinds.0, quiet, digest, channel.0, owner];
        found(&self.engine.write(Reach::Subject, sql, values).await?).map(drop)
    }

    /// The channel of a device.
    pub async fn channel(&self, device: DeviceId) -> Result<Option<Channel>, StoreError> {
        let sql = select_channel!(" FROM channels WHERE device_id = $1");
        let rows = self.engine.read(sql, values![device.0]).await?;
        Ok(rows.first().map(as_channel).transpose()?.map(|(_, channel)| channel))
    }

    /// All channels of a person, in the order in which they were added.
    pub async fn channels(&self, owner: PlayerId) -> Result<Vec<(ChannelId, Channel)>, StoreError> {
        let sql = select_channel!(" FROM channels WHERE player_id = $1 ORDER BY id");
        self.engine.read(sql, values![owner]).await?.iter().map(as_channel).collect()
    }

    /// Keeps the code by which a person shows until this time that an email address is theirs, for so many attempts. An earlier
    /// code is void.
    pub async fn offer_email_code(
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
        let values = values![owner, address, code, until, attempts];
        found(&self.engine.write(Reach::Subject, sql, values).await?).map(drop)
    }

    /// The email address whose code this is. Every attempt is counted. `None` if the code is another one, has expired or was
    /// entered too often; a right one can't be used again.
    pub async fn redeem_email_code(
        &self,
        owner: PlayerId,
        code: &str,
        now: Millis,
    ) -> Result<Option<String>, StoreError> {
        let values = values![owner, now, code];
        let redeeming = self.engine.transaction(Reach::Subject, move |mut db| {
            Box::pin(async move {
                let sql = "UPDATE email_codes SET attempts = attempts - 1 \
                           WHERE player_id = $1 AND until > $2 AND attempts > 0 RETURNING address, code = $3";
                let rows = db.rows(sql, values).await?;
                let Some(row) = rows.first() else { return Ok(None) };
                if !row.get(1)? {
                    return Ok(None);
                }
                db.rows("DELETE FROM email_codes WHERE player_id = $1", values![owner]).await?;
                row.get(0).map(Some)
            })
        });
        redeeming.await
    }

    /// Removes the channel of a device, if it has one.
    pub async fn remove_channel_of(&self, device: DeviceId) -> Result<(), StoreError> {
        self.remove_channels(remove_where!("device_id = $1"), values![device.0]).await
    }

    /// Removes a channel, unless it has another address by now.
    pub async fn remove_channel(&self, channel: ChannelId, address: &str) -> Result<(), StoreError> {
        self.remove_channels(remove_where!("id = $1 AND address = $2"), values![channel.0, address]).await
    }

    /// Removes notices and then their channels, both of which the statements select by these values.
    async fn remove_channels(
        &self,
        statements: [&'static str; 2],
        values: Vec<Value>,
    ) -> Result<(), StoreError> {
        let removing = self.engine.transaction(Reach::Journals, move |mut db| {
            Box::pin(async move {
                for sql in statements {
                    db.rows(sql, values.clone()).await?;
                }
                Ok(())
            })
        });
        removing.await
    }

    /// Notes why nothing can be sent over a channel any more, or with an empty text that nothing is wrong, unless it has another
    /// address by now.
    pub async fn fail_channel(
        &self,
        channel: ChannelId,
        address: &str,
        problem: &str,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE channels SET problem = $3 WHERE id = $1 AND address = $2";
        self.engine.write(Reach::Subject, sql, values![channel.0, address, problem]).await.map(drop)
    }

    /// Takes a kind out of what is sent over a channel.
    pub async fn mute(&self, channel: ChannelId, kind: NoticeKind) -> Result<(), StoreError> {
        let sql = "UPDATE channels SET kinds = kinds & ~CAST($1 AS bigint) WHERE id = $2 RETURNING id";
        found(&self.engine.write(Reach::Subject, sql, values![kind_bit(kind), channel.0]).await?).map(drop)
    }

    /// The key by which push services know this server. `fresh` becomes the key if there is none yet.
    pub async fn push_key(&self, fresh: &str) -> Result<String, StoreError> {
        let fresh = fresh.to_owned();
        let choosing = self.engine.transaction(Reach::Subject, move |mut db| {
            Box::pin(async move {
                // Several servers may start at once.
                let sql = "INSERT INTO push_keys (id, key) VALUES (1, $1) ON CONFLICT DO NOTHING";
                db.rows(sql, values![fresh]).await?;
                found(&db.rows("SELECT key FROM push_keys", values![]).await?)?.get(0)
            })
        });
        choosing.await
    }

    /// When the oldest notice of each medium became due that is due and that nobody has taken: the words of the media, with the times.
    pub async fn overdue_notices(&self, now: Millis) -> Result<Vec<(&'static str, Millis)>, StoreError> {
        let sql = "SELECT medium, min(notices.due) FROM notices JOIN channels ON channels.id = channel_id \
                   WHERE state = 'waiting' AND notices.due <= $1 GROUP BY medium";
        let rows = self.engine.read(sql, values![now]).await?;
        rows.iter().map(|row| Ok((Medium::known(row.get(0)?)?, row.time(1)?))).collect()
    }

    /// The due notices, and channels with collected ones, whose target is none of those that are `closed`: at most `each` of one
    /// target and `most` in total. Each person comes first once, then once more, and so on. Notices of tables that another node has
    /// are left to that node, unless they were collected.
    pub async fn waiting_notices(
        &self,
        now: Millis,
        closed: &[String],
        each: usize,
        most: usize,
    ) -> Result<Vec<WaitingNotice>, StoreError> {
        let values = values![now, as_json(closed)?, each, most, self.engine.node()];
        let rows = self.engine.read(WAITING, values).await?;
        let mut channels = BTreeSet::new();
        let mut waiting = Vec::with_capacity(rows.len());
        for row in &rows {
            let notice = WaitingNotice {
                id: row.get(0)?,
                channel_id: ChannelId(row.get(1)?),
                owner: row.player(2)?,
                medium: Medium::known(row.get(3)?)?,
                target: row.get(4)?,
                due: row.time(5)?,
                is_collected: row.get::<i64>(6)? == 1,
            };
            if !notice.is_collected || channels.insert(notice.channel_id.0) {
                waiting.push(notice);
            }
        }
        Ok(waiting)
    }

    /// Takes notices that are still due, and of channels with collected ones all that are due. They become due again at `again`.
    /// Several workers never take the same ones.
    pub async fn take_notices(
        &self,
        now: Millis,
        again: Millis,
        waiting: &[WaitingNotice],
    ) -> Result<Vec<DueNotice>, StoreError> {
        let single = waiting.iter().filter(|notice| !notice.is_collected).map(|notice| notice.id);
        let single: Vec<i64> = single.collect();
        let together = waiting.iter().filter(|notice| notice.is_collected).map(|notice| notice.channel_id.0);
        let together: Vec<i64> = together.collect();
        let values = values![now, again, as_json(&single)?, as_json(&together)?];
        let rows = self.engine.write(Reach::Subject, TAKE, values).await?;
        let numbers = rows.iter().map(|row| row.get(0)).collect::<Result<Vec<i64>, _>>()?;
        let taken = self.engine.read(TAKEN, values![as_json(&numbers)?]).await?;
        taken.iter().map(as_due).collect()
    }

    /// Gives up for this reason what has been due at these targets since before this time, and returns how many notices that were.
    pub async fn give_up_notices(
        &self,
        before: Millis,
        targets: &[String],
        why: &str,
    ) -> Result<usize, StoreError> {
        let sql = Sql {
            sqlite: "UPDATE notices SET state = 'failed', detail = $3 WHERE state = 'waiting' AND due < $1 AND channel_id IN \
                       (SELECT id FROM channels WHERE target IN (SELECT value FROM json_each($2))) RETURNING id",
            postgres: "UPDATE notices SET state = 'failed', detail = $3 WHERE state = 'waiting' AND due < $1 AND channel_id IN \
                         (SELECT id FROM channels WHERE target IN (SELECT json_array_elements_text($2::text::json))) \
                       RETURNING id",
        };
        let values = values![before, as_json(targets)?, why];
        Ok(self.engine.write(Reach::Subject, sql, values).await?.len())
    }

    /// Notes that the mail server refused a channel's address without a reason, and returns when it first did.
    pub async fn doubt_channel(&self, channel: ChannelId, now: Millis) -> Result<Millis, StoreError> {
        let sql = "UPDATE channels SET doubted = coalesce(doubted, $2) WHERE id = $1 RETURNING doubted";
        let rows = self.engine.write(Reach::Subject, sql, values![channel.0, now]).await?;
        found(&rows)?.time(0)
    }

    /// Notes that the mail server accepted a message to a channel's address.
    pub async fn trust_channel(&self, channel: ChannelId) -> Result<(), StoreError> {
        // Usually there is no doubt, and then nothing is written.
        let doubt = "SELECT id FROM channels WHERE id = $1 AND doubted IS NOT NULL";
        if self.engine.read(doubt, values![channel.0]).await?.is_empty() {
            return Ok(());
        }
        let sql = "UPDATE channels SET doubted = NULL WHERE id = $1";
        self.engine.write(Reach::Subject, sql, values![channel.0]).await.map(drop)
    }

    /// Sends emails again to all addresses that had been given up, and returns their number.
    pub async fn revive_channels(&self) -> Result<usize, StoreError> {
        let sql = "UPDATE channels SET problem = '', doubted = NULL WHERE medium = 'email' AND problem <> '' RETURNING id";
        Ok(self.engine.write(Reach::Subject, sql, values![]).await?.len())
    }

    /// Removes codes for email addresses that have expired.
    pub async fn prune_email_codes(&self, now: Millis) -> Result<(), StoreError> {
        let sql = "DELETE FROM email_codes WHERE until <= $1";
        self.engine.write(Reach::Subject, sql, values![now]).await.map(drop)
    }

    /// The email address to which a guest was sent a code that is still valid.
    pub async fn address_of_code(&self, owner: PlayerId, now: Millis) -> Result<Option<String>, StoreError> {
        let sql = "SELECT address FROM email_codes WHERE player_id = $1 AND until > $2";
        self.engine.read(sql, values![owner, now]).await?.first().map(|row| row.get(0)).transpose()
    }

    /// Stores the outcome of an attempt to deliver a notice.
    pub async fn settle_notice(&self, id: i64, outcome: DeliveryOutcome) -> Result<(), StoreError> {
        let (sql, values) = match outcome {
            DeliveryOutcome::Sent => {
                ("UPDATE notices SET state = 'sent', detail = '' WHERE id = $1", values![id])
            }
            DeliveryOutcome::Needless => ("DELETE FROM notices WHERE id = $1", values![id]),
            DeliveryOutcome::Failed(why) => {
                ("UPDATE notices SET state = 'failed', detail = $2 WHERE id = $1", values![id, why])
            }
            DeliveryOutcome::Collected(at) => (
                "UPDATE notices SET due = $2, collected = 1, attempts = attempts - 1 WHERE id = $1",
                values![id, at],
            ),
            DeliveryOutcome::Again(at, Some(why)) => {
                ("UPDATE notices SET due = $2, detail = $3 WHERE id = $1", values![id, at, why])
            }
            DeliveryOutcome::Again(at, None) => {
                ("UPDATE notices SET due = $2, attempts = attempts - 1 WHERE id = $1", values![id, at])
            }
        };
        self.engine.write(Reach::Subject, sql, values).await.map(drop)
    }

    /// Makes a notice due at `to` instead of `from`, unless it was taken or its time was changed meanwhile.
    pub async fn hasten_notice(&self, id: i64, from: Millis, to: Millis) -> Result<(), StoreError> {
        let sql = "UPDATE notices SET due = $3 WHERE id = $1 AND due = $2 AND state = 'waiting'";
        self.engine.write(Reach::Subject, sql, values![id, from, to]).await.map(drop)
    }

    /// At most `limit` notices, the latest first: of one person, or of all.
    pub async fn notices(
        &self,
        owner: Option<PlayerId>,
        limit: usize,
    ) -> Result<Vec<LoggedNotice>, StoreError> {
        let sql = "SELECT channels.player_id, address, code, kind, at, attempts, state, detail, coalesce(label, ''), \
                     collected FROM notices \
                   JOIN channels ON channels.id = channel_id JOIN tables ON tables.id = table_id \
                   LEFT JOIN devices ON devices.id = device_id \
                   WHERE CAST($1 AS bigint) IS NULL OR channels.player_id = $1 \
                   ORDER BY at DESC, notices.id DESC LIMIT $2";
        let line = |row: &Row| {
            Ok(LoggedNotice {
                owner: row.player(0)?,
                service: host_of(row.get(1)?),
                code: row.code(2)?,
                kind: kind_of(row.get(3)?)?,
                at: row.time(4)?,
                attempts: row.count(5)?,
                state: from_word(row.get(6)?)?,
                detail: row.get(7)?,
                device: row.get(8)?,
                is_collected: row.get::<i64>(9)? == 1,
            })
        };
        self.engine.read(sql, values![owner, limit]).await?.iter().map(line).collect()
    }

    /// Removes notices that were due before this time, and those whose table or channel is gone.
    pub async fn prune_notices(&self, before: Millis) -> Result<(), StoreError> {
        let sql = "DELETE FROM notices WHERE due < $1 \
                   OR NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = table_id) \
                   OR NOT EXISTS (SELECT 1 FROM channels WHERE channels.id = channel_id)";
        self.engine.write(Reach::Journals, sql, values![before]).await.map(drop)
    }
}

/// The relations of this subject.
pub(crate) const RELATIONS: [Relation; 4] = [
    Relation {
        name: "channels",
        columns: &[
            number("id"),
            person("player_id"),
            text("medium"),
            number("device_id"),
            text("address"),
            text("keys"),
            text("site"),
            text("language"),
            number("kinds"),
            text("quiet"),
            text("digest"),
            number("since"),
            text("problem"),
            text("target"),
            number("doubted"),
        ],
        key: Key::Numbered,
        copied: Copied::All,
        personal: Some(Personal::exported("/channels")),
    },
    Relation {
        name: "notices",
        columns: &[
            number("id"),
            number("channel_id"),
            number("table_id"),
            number("kind"),
            number("turn"),
            number("at"),
            number("due"),
            number("attempts"),
            text("state"),
            number("collected"),
            text("detail"),
        ],
        key: Key::Numbered,
        copied: Copied::Where("EXISTS (SELECT 1 FROM channels WHERE channels.id = channel_id)"),
        personal: None,
    },
    Relation {
        name: "push_keys",
        columns: &[number("id"), text("key")],
        key: Key::Columns(&["id"]),
        copied: Copied::All,
        personal: None,
    },
    Relation {
        name: "email_codes",
        columns: &[person("player_id"), text("address"), text("code"), number("until"), number("attempts")],
        key: Key::Columns(&["player_id"]),
        copied: Copied::Nothing,
        personal: Some(Personal::exported("/unconfirmed_email")),
    },
];
