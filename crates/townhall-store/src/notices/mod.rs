//! Notifications: the channels over which guests get them, and those that are due.
//!
//! The statement that adds entries to a journal also writes what is to be sent because of them, one row for each channel of
//! each person. Those without a channel cost nothing. A worker of the server takes the rows that are due, and says what became
//! of each. Rows that were taken become due again later, in case the worker ends before it has said so.

mod postgres;
pub(crate) mod sqlite;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use townhall_table::{
    journal::{Millis, PlayerId},
    session::{Notice, NoticeKind},
};

use crate::{
    columns::stamp,
    copy::part::Part,
    error::StoreError,
    guests::DeviceId,
    tables::{Append, NewTable, TableId},
};

/// For how long it is kept what was sent, in milliseconds: 14 days.
pub const NOTICES_KEPT: Millis = 14 * 86_400_000;

/// Every kind of notices.
pub const ALL_KINDS: [NoticeKind; 5] =
    [NoticeKind::Turn, NoticeKind::Late, NoticeKind::Started, NoticeKind::Over, NoticeKind::Invited];

/// The number of a channel in the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChannelId(pub i64);

/// A set of kinds of notices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kinds(pub(crate) i64);

impl Kinds {
    /// The bit of a kind. It is stored, and never changes.
    pub(crate) const fn bit(kind: NoticeKind) -> i64 {
        match kind {
            NoticeKind::Turn => 1,
            NoticeKind::Started => 2,
            NoticeKind::Over => 4,
            NoticeKind::Late => 8,
            NoticeKind::Invited => 16,
        }
    }

    /// Whether a kind is in the set.
    #[must_use]
    pub const fn contains(self, kind: NoticeKind) -> bool {
        self.0 & Self::bit(kind) != 0
    }
}

impl FromIterator<NoticeKind> for Kinds {
    fn from_iter<T: IntoIterator<Item = NoticeKind>>(kinds: T) -> Self {
        Self(kinds.into_iter().fold(0, |bits, kind| bits | Self::bit(kind)))
    }
}

/// The kind of this stored bit.
fn kind_of(bit: i64) -> Result<NoticeKind, StoreError> {
    let kind = ALL_KINDS.into_iter().find(|kind| Kinds::bit(*kind) == bit);
    kind.ok_or_else(|| StoreError::Corrupt(format!("no kind of notices has the bit {bit}")))
}

/// Hours in which nothing is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Quiet {
    /// The minute of the day at which they begin.
    pub from: u16,
    /// The minute of the day at which they end; an earlier one is on the next day.
    pub to: u16,
    /// The name of the time zone, such as `Europe/Berlin`.
    pub zone: String,
}

/// When the turns that wait for a person are sent together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Digest {
    /// The minutes of the day, one or two.
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
    /// By email.
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

    /// The medium of a stored word and device.
    fn read(word: &str, device: Option<i64>) -> Result<Self, StoreError> {
        match (word, device) {
            ("push", Some(device)) => Ok(Self::Push(DeviceId(device))),
            ("webhook", None) => Ok(Self::Webhook),
            ("email", None) => Ok(Self::Email),
            _ => Err(StoreError::Corrupt(format!("no medium of notices is called {word:?}"))),
        }
    }
}

/// Where a person is notified, and what they want to be sent there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Channel {
    /// The person.
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
    /// The language of the page.
    pub language: String,
    /// The kinds that are sent.
    pub kinds: Kinds,
    /// When nothing is sent.
    pub quiet: Option<Quiet>,
    /// When turns at correspondence tables are sent together; `None` if each of them is sent for itself.
    pub digest: Option<Digest>,
    /// When it was added.
    pub since: Millis,
    /// Why nothing is sent over it any more, until it is added again; empty if nothing is wrong.
    pub problem: String,
}

/// A notice that a worker took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueNotice {
    /// Its number.
    pub id: i64,
    /// The number of the channel.
    pub channel_id: ChannelId,
    /// The channel.
    pub channel: Channel,
    /// The code of the table.
    pub code: String,
    /// The reason.
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

/// What became of a notice that was taken.
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
    /// The person.
    pub owner: PlayerId,
    /// The host of the push service, webhook or email address.
    pub service: String,
    /// The label of the device; empty for a webhook or an email address.
    pub device: String,
    /// The code of the table.
    pub code: String,
    /// The reason.
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

/// The rows of an append's notices: table, person, kind, turn, when the reason arose, when it is due.
pub(crate) fn notice_rows(append: &Append) -> impl Iterator<Item = [i64; 6]> + '_ {
    rows_of(append.table, &append.notices, append.at, append.notify_at)
}

/// The same rows of the notices about a table that is opened.
pub(crate) fn invitation_rows(id: TableId, table: &NewTable) -> impl Iterator<Item = [i64; 6]> + '_ {
    rows_of(id, &table.notices, table.at, table.notify_at)
}

fn rows_of(
    TableId(table): TableId,
    notices: &[Notice],
    at: Millis,
    due: Millis,
) -> impl Iterator<Item = [i64; 6]> + '_ {
    let (at, due) = (stamp(at), stamp(due));
    let row = move |notice: &Notice| {
        let due = notice.due.map_or(due, stamp);
        [table, notice.who.0, Kinds::bit(notice.kind), i64::from(notice.turn), at, due]
    };
    notices.iter().map(row)
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
    }
}

/// The host in a URL or an email address.
fn host_of(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    authority.rsplit('@').next().unwrap_or_default().to_owned()
}

/// Storage of channels and notices.
#[async_trait]
pub trait Notices: Send + Sync {
    /// Adds the channel of a device, or changes it. [`StoreError::Missing`] if the device was signed out, or the channel
    /// belongs to no device.
    async fn set_channel(&self, channel: Channel) -> Result<ChannelId, StoreError>;
    /// Adds a channel that belongs to no device, or replaces the person's channel of the same address. `None` if the person has
    /// `limit` others, or does not exist.
    async fn add_channel(&self, channel: Channel, limit: usize) -> Result<Option<ChannelId>, StoreError>;
    /// Changes what a person is sent over a channel that belongs to no device. [`StoreError::Missing`] if they have no such
    /// channel.
    async fn change_channel(
        &self,
        owner: PlayerId,
        channel: ChannelId,
        kinds: Kinds,
        quiet: Option<Quiet>,
        digest: Option<Digest>,
    ) -> Result<(), StoreError>;
    /// The channel of a device.
    async fn channel(&self, device: DeviceId) -> Result<Option<Channel>, StoreError>;
    /// All channels of a person, in the order in which they were added.
    async fn channels(&self, owner: PlayerId) -> Result<Vec<(ChannelId, Channel)>, StoreError>;
    /// Keeps the code by which a person shows until this time that an email address is theirs, for so many attempts. An earlier
    /// code is void.
    async fn offer_email_code(
        &self,
        owner: PlayerId,
        address: &str,
        code: &str,
        until: Millis,
        attempts: u32,
    ) -> Result<(), StoreError>;
    /// The email address whose code this is. Every attempt is counted. `None` if the code is another one, has expired or was
    /// entered too often; a right one can't be used again.
    async fn redeem_email_code(
        &self,
        owner: PlayerId,
        code: &str,
        now: Millis,
    ) -> Result<Option<String>, StoreError>;
    /// Removes the channel of a device, if it has one.
    async fn remove_channel_of(&self, device: DeviceId) -> Result<(), StoreError>;
    /// Removes a channel, unless it has another address by now.
    async fn remove_channel(&self, channel: ChannelId, address: &str) -> Result<(), StoreError>;
    /// Notes why nothing can be sent over a channel any more, unless it has another address by now.
    async fn fail_channel(&self, channel: ChannelId, address: &str, problem: &str) -> Result<(), StoreError>;
    /// Takes a kind out of what is sent over a channel.
    async fn mute(&self, channel: ChannelId, kind: NoticeKind) -> Result<(), StoreError>;
    /// The key by which push services know this server. `fresh` becomes the key if there is none yet.
    async fn push_key(&self, fresh: &str) -> Result<String, StoreError>;
    /// Takes at most `limit` notices that are due, the earliest first. They become due again at `again`. Those of tables that
    /// another node has are left to it. Beside these, all collected notices that are due of at most `limit` channels are taken,
    /// wherever their tables are; those of one channel are never taken by several workers.
    async fn take_notices(
        &self,
        now: Millis,
        again: Millis,
        limit: usize,
    ) -> Result<Vec<DueNotice>, StoreError>;
    /// Notes what became of a notice.
    async fn settle_notice(&self, id: i64, outcome: DeliveryOutcome) -> Result<(), StoreError>;
    /// Makes a notice due at `to` instead of `from`, unless it was taken or its time was changed meanwhile.
    async fn hasten_notice(&self, id: i64, from: Millis, to: Millis) -> Result<(), StoreError>;
    /// At most `limit` notices, the latest first: of one person, or of all.
    async fn notices(&self, owner: Option<PlayerId>, limit: usize) -> Result<Vec<LoggedNotice>, StoreError>;
    /// Removes notices that were due before this time, and those whose table or channel is gone.
    async fn prune_notices(&self, before: Millis) -> Result<(), StoreError>;
}

/// The rows of this subject that are copied from one engine to the other.
pub(crate) static PARTS: [Part; 3] = [
    Part { table: "channels", has_sequence: true, sqlite: sqlite::CHANNELS, postgres: postgres::CHANNELS },
    Part { table: "notices", has_sequence: true, sqlite: sqlite::NOTICES, postgres: postgres::NOTICES },
    Part { table: "push_keys", has_sequence: false, sqlite: sqlite::KEYS, postgres: postgres::KEYS },
];
