//! `/api/me/notices`: notifications, and those by Web Push, for each device. Webhooks and emails are in [`super::channels`].

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, Uri, header},
};
use serde::{Deserialize, Serialize};
use townhall_table::{
    minute_of_day,
    protocol::{Code, Refusal},
    session::NoticeKind,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    channels::{MyChannel, my_channels},
    extract::{Client, Guest, Valid},
    refused::Refused,
};
use crate::{
    app::App,
    clock,
    notices::{DAY_MINUTES, LANGUAGES, SubscriptionKeys},
    store::{ALL_KINDS, Channel, ChannelId, Digest, Kinds, LoggedNotice, Medium, Quiet, StoreError},
};

/// The longest URL of a subscription or webhook, in bytes.
pub(super) const ADDRESS_BYTES: usize = 1024;
/// How many times a day turns may be sent together.
const MOST_DIGESTS: usize = 2;
/// How many of the latest notifications are shown to their receiver.
const SHOWN: usize = 20;

/// A reason to notify a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum NoticeReason {
    /// It is their turn.
    Turn,
    /// The game began.
    Started,
    /// The game is over.
    Over,
    /// The time for their turn is almost up.
    Late,
    /// A player of their last game keeps a chair for them at a new table.
    Invited,
}

impl From<NoticeKind> for NoticeReason {
    fn from(kind: NoticeKind) -> Self {
        match kind {
            NoticeKind::Turn => Self::Turn,
            NoticeKind::Started => Self::Started,
            NoticeKind::Over => Self::Over,
            NoticeKind::Late => Self::Late,
            NoticeKind::Invited => Self::Invited,
        }
    }
}

impl From<NoticeReason> for NoticeKind {
    fn from(reason: NoticeReason) -> Self {
        match reason {
            NoticeReason::Turn => Self::Turn,
            NoticeReason::Started => Self::Started,
            NoticeReason::Over => Self::Over,
            NoticeReason::Late => Self::Late,
            NoticeReason::Invited => Self::Invited,
        }
    }
}

/// What is sent to a device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NoticeSettings {
    /// The reasons for which it is notified.
    pub reasons: Vec<NoticeReason>,
    /// The hours in which nothing is sent.
    pub quiet: Option<QuietHours>,
    /// When turns at correspondence tables are sent together; null if each of them is sent for itself.
    pub digest: Option<DigestTimes>,
}

impl NoticeSettings {
    /// Everything is sent, at any time.
    pub(super) fn all() -> Self {
        Self { reasons: ALL_KINDS.map(NoticeReason::from).to_vec(), quiet: None, digest: None }
    }

    /// The settings as they are stored.
    ///
    /// # Errors
    /// The quiet hours, or the times of a digest, are not minutes of a day, or their time zone is unknown.
    pub(super) fn stored(&self) -> Result<(Kinds, Option<Quiet>, Option<Digest>), Refusal> {
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
        let quiet = self.quiet.clone().map(|QuietHours { from, to, zone }| Quiet { from, to, zone });
        let digest = self.digest.clone().map(|DigestTimes { times, zone }| Digest { times, zone });
        Ok((self.reasons.iter().map(|reason| (*reason).into()).collect(), quiet, digest))
    }
}

/// Hours in which nothing is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct DigestTimes {
    /// One or two minutes of the day, 0 to 1439.
    pub times: Vec<u16>,
    /// The name of the time zone, such as `Europe/Berlin`.
    pub zone: String,
}

/// A browser's subscription to its push service.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewSubscription {
    /// The URL of the subscription.
    pub address: String,
    /// The browser's public key, in base64url.
    pub p256dh: String,
    /// The browser's secret, in base64url.
    pub auth: String,
    /// The language of the notifications.
    pub language: String,
    /// What is sent. If it is left out, what is sent already stays so; at first, everything is sent.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub settings: Option<NoticeSettings>,
}

/// The notifications of a device, and the other channels of its guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MyNotices {
    /// The key with which a browser subscribes, in base64url.
    pub key: String,
    /// What is sent to this device; `None` if it has no subscription.
    pub settings: Option<NoticeSettings>,
    /// The webhooks and email addresses of the guest.
    pub channels: Vec<MyChannel>,
    /// Whether webhooks can be added.
    pub webhooks: bool,
    /// Whether an email address can be added.
    pub email: bool,
    /// The latest notifications on all channels, the latest first.
    pub log: Vec<MyNotice>,
}

/// A notification of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MyNotice {
    /// The code of the table.
    pub code: String,
    /// The reason.
    pub reason: NoticeReason,
    /// When the reason arose, in milliseconds since 1970.
    pub at: u64,
    /// The label of the device, or the host of the webhook or email address.
    pub device: String,
    /// `waiting`, `sent` or `failed`.
    #[cfg_attr(feature = "typescript", ts(type = "'waiting' | 'sent' | 'failed'"))]
    pub state: &'static str,
    /// Why the last attempt failed; empty if none did.
    pub detail: String,
}

impl From<LoggedNotice> for MyNotice {
    fn from(LoggedNotice { code, kind, at, service, device, state, detail, .. }: LoggedNotice) -> Self {
        let device = if device.is_empty() { service } else { device };
        Self { code, reason: kind.into(), at, device, state: state.word(), detail }
    }
}

/// The token of a notification, by which its kind can be switched off on that device.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct MutedKind {
    /// The number of the channel.
    channel: i64,
    /// The kind.
    kind: NoticeReason,
    /// The token.
    token: String,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(get_notices, subscribe, unsubscribe)).routes(routes!(mute))
}

/// What is sent over a channel.
pub(super) fn settings_of(channel: &Channel) -> NoticeSettings {
    let kinds = ALL_KINDS.into_iter().filter(|kind| channel.kinds.contains(*kind));
    let reasons = kinds.map(NoticeReason::from).collect();
    let quiet = channel.quiet.clone().map(|Quiet { from, to, zone }| QuietHours { from, to, zone });
    let digest = channel.digest.clone().map(|Digest { times, zone }| DigestTimes { times, zone });
    NoticeSettings { reasons, quiet, digest }
}

/// What is sent to the device that asks, and the latest notifications of its guest.
#[utoipa::path(get, path = "/api/me/notices", responses((status = 200, body = MyNotices), Refused))]
async fn get_notices(State(app): State<Arc<App>>, Guest(login): Guest) -> Result<Json<MyNotices>, Refused> {
    let key = app.notifier.key().await?.public();
    let settings = app.store.channel(login.device).await?.as_ref().map(settings_of);
    let channels = my_channels(&app, login.person.id).await?;
    let (webhooks, email) = (app.notifier.has_webhooks(), app.notifier.mailer().is_some());
    let log =
        app.store.notices(Some(login.person.id), SHOWN).await?.into_iter().map(MyNotice::from).collect();
    Ok(Json(MyNotices { key, settings, channels, webhooks, email, log }))
}

/// Adds or changes the subscription of the device that asks, and what is sent to it. Clients do this at each start, because
/// browsers renew subscriptions.
#[utoipa::path(put, path = "/api/me/notices", request_body = NewSubscription,
    responses((status = 200, body = NoticeSettings), Refused))]
async fn subscribe(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(login): Guest,
    headers: HeaderMap,
    Valid(Json(subscription)): Valid<Json<NewSubscription>>,
) -> Result<Json<NoticeSettings>, Refused> {
    let NewSubscription { address, p256dh, auth, language, settings } = subscription;
    let refuse = |detail: &str| Err(Refusal::new(Code::Malformed, detail).into());
    if address.len() > ADDRESS_BYTES || !app.notifier.is_known(&address) {
        return refuse("expected the address of a known push service");
    }
    let keys = SubscriptionKeys { p256dh, auth };
    if !keys.is_valid() {
        return refuse("expected the keys of a subscription");
    }
    let known = app.store.channel(login.device).await?;
    let settings = settings.or_else(|| known.as_ref().map(settings_of)).unwrap_or_else(NoticeSettings::all);
    let (kinds, quiet, digest) = settings.stored()?;
    let Some(site) = site(&headers, client.is_https) else {
        return refuse("expected the host of this server");
    };
    let channel = Channel {
        owner: login.person.id,
        medium: Medium::Push(login.device),
        address,
        keys: serde_json::to_string(&keys).map_err(|error| StoreError::Corrupt(error.to_string()))?,
        site,
        language: known_language(&language).to_owned(),
        kinds,
        quiet,
        digest,
        since: known.as_ref().map_or_else(clock::now, |known| known.since),
        problem: String::new(),
    };
    // Not every opened page costs a write.
    if known.as_ref() != Some(&channel) {
        app.store.set_channel(channel).await?;
    }
    Ok(Json(settings))
}

/// A language of the client: this one, or the first.
pub(super) fn known_language(language: &str) -> &'static str {
    LANGUAGES.into_iter().find(|known| *known == language).unwrap_or(LANGUAGES[0])
}

/// The origin of the page that sent a request.
pub(super) fn site(headers: &HeaderMap, is_https: bool) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let of_host = || Some(format!("{}://{}", if is_https { "https" } else { "http" }, text(header::HOST)?));
    // It becomes a part of messages.
    text(header::ORIGIN).or_else(of_host).filter(|site| site.parse::<Uri>().is_ok())
}

/// Ends the notifications of the device that asks.
#[utoipa::path(delete, path = "/api/me/notices", responses((status = 204), Refused))]
async fn unsubscribe(State(app): State<Arc<App>>, Guest(login): Guest) -> Result<StatusCode, Refused> {
    app.store.remove_channel_of(login.device).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Switches one kind of notifications off, with the token of such a notification instead of a cookie.
#[utoipa::path(post, path = "/api/notices/mute", request_body = MutedKind, responses((status = 204), Refused))]
async fn mute(
    State(app): State<Arc<App>>,
    Valid(Json(MutedKind { channel, kind, token })): Valid<Json<MutedKind>>,
) -> Result<StatusCode, Refused> {
    mute_by_token(&app, ChannelId(channel), kind, &token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Switches one kind of notifications off, if this is the token for it.
pub(super) async fn mute_by_token(
    app: &App,
    channel: ChannelId,
    kind: NoticeReason,
    token: &str,
) -> Result<(), Refused> {
    let kind = kind.into();
    if !app.notifier.key().await?.is_token(channel, kind, token) {
        return Err(Refusal::new(Code::Unknown, "expected the token of a notification").into());
    }
    match app.store.mute(channel, kind).await {
        // There is nothing to switch off any more.
        Ok(()) | Err(StoreError::Missing) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
