//! A guest's choice of what is sent to each device, webhook and email address.

use serde::{Deserialize, Serialize};
use townhall_notices::DAY_MINUTES;
use townhall_store::{ALL_KINDS, Channel, ChannelId, DigestTimes, Kinds, Medium, QuietHours, StoreError};
use townhall_system::clock;
use townhall_table::{
    journal::PlayerId,
    minute_of_day,
    protocol::{Code, Refusal},
    session::NoticeKind,
};

use crate::app::App;

/// The longest URL of a subscription or webhook, in bytes.
pub(super) const ADDRESS_BYTES: usize = 1024;
/// How many times a day turns may be sent together.
const MOST_DIGESTS: usize = 2;

/// The choice of notifications for a device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NoticeSettings {
    /// The reasons for which it is notified.
    pub reasons: Vec<NoticeKind>,
    /// The hours in which nothing is sent.
    pub quiet: Option<QuietHours>,
    /// When turns at correspondence tables are sent together; null if each of them is sent for itself.
    pub digest: Option<DigestTimes>,
}

impl NoticeSettings {
    /// Everything is sent, at any time.
    pub(super) fn all() -> Self {
        Self { reasons: ALL_KINDS.to_vec(), quiet: None, digest: None }
    }

    /// The settings as they are stored.
    ///
    /// # Errors
    /// The quiet hours, or the times of a digest, are not minutes of a day, or their time zone is unknown.
    pub(super) fn stored(&self) -> Result<(Kinds, Option<QuietHours>, Option<DigestTimes>), Refusal> {
        if let Some(QuietHours { from, to, zone }) = &self.quiet
            && (*from >= DAY_MINUTES || *to >= DAY_MINUTES || minute_of_day(zone, clock::now()).is_none())
        {
            let detail = "expected quiet hours in minutes of the day, and the name of a time zone";
            return Err(Refusal::new(Code::Malformed, detail));
        }
        if let Some(DigestTimes { times, zone }) = &self.digest
            && (!(1..=MOST_DIGESTS).contains(&times.len())
                || times.iter().any(|time| *time >= DAY_MINUTES)
                || minute_of_day(zone, clock::now()).is_none())
        {
            let detail = "expected one or two times in minutes of the day, and the name of a time zone";
            return Err(Refusal::new(Code::Malformed, detail));
        }
        Ok((self.reasons.iter().copied().collect(), self.quiet.clone(), self.digest.clone()))
    }

    /// The choice for a channel.
    pub(super) fn of(channel: &Channel) -> Self {
        let reasons = ALL_KINDS.into_iter().filter(|kind| channel.kinds.contains(*kind)).collect();
        Self { reasons, quiet: channel.quiet.clone(), digest: channel.digest.clone() }
    }
}

/// A webhook or an email address of a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MyChannel {
    /// Its number, by which it is changed and removed.
    pub id: i64,
    /// `webhook` or `email`.
    #[cfg_attr(feature = "typescript", ts(type = "'webhook' | 'email'"))]
    pub medium: &'static str,
    /// The URL or the email address.
    pub address: String,
    /// The choice of notifications.
    pub settings: NoticeSettings,
    /// Why nothing is sent any more; empty if nothing is wrong. An email address has to be added again, and a webhook to accept a
    /// message.
    pub problem: String,
}

impl MyChannel {
    /// A channel, unless it is that of a browser.
    pub(super) fn of(ChannelId(id): ChannelId, channel: &Channel) -> Option<Self> {
        let medium = match channel.medium {
            Medium::Push(_) => return None,
            medium @ (Medium::Webhook | Medium::Email) => medium.word(),
        };
        let (address, problem) = (channel.address.clone(), channel.problem.clone());
        Some(Self { id, medium, address, settings: NoticeSettings::of(channel), problem })
    }
}

/// The webhooks and email addresses of a guest.
pub(super) async fn my_channels(app: &App, owner: PlayerId) -> Result<Vec<MyChannel>, StoreError> {
    let channels = app.store.channels(owner).await?;
    Ok(channels.into_iter().filter_map(|(id, channel)| MyChannel::of(id, &channel)).collect())
}
