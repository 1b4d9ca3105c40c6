//! `/api/me/notices`: notifications, and those by Web Push, for each device. Webhooks and emails are in [`super::channels`]. A kind
//! of notifications is switched off at `/api/notices/mute` and `/api/notices/off`, without a cookie.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Query, State},
    http::{HeaderMap, StatusCode},
    response::Html,
};
use serde::{Deserialize, Serialize};
use townhall_notices::{
    SubscriptionKeys,
    pages::{self, known_language},
};
use townhall_store::{Channel, ChannelId, LoggedNotice, Medium, StoreError};
use townhall_system::clock;
use townhall_table::{
    protocol::{Code, Refusal},
    session::NoticeKind,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Client, Guest, Valid, site},
    refused::Refused,
    settings::{ADDRESS_BYTES, MyChannel, NoticeSettings, my_channels},
};
use crate::app::App;

/// How many of the latest notifications are shown to their receiver.
const SHOWN: usize = 20;

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
    /// The choice of notifications. If it is left out, the device keeps its earlier choice; at first, everything is sent.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub settings: Option<NoticeSettings>,
}

/// The notifications of a device, and the other channels of its guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MyNotices {
    /// The key with which a browser subscribes, in base64url.
    pub key: String,
    /// The choice for this device; `None` if it has no subscription.
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
    pub reason: NoticeKind,
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
        Self { code: code.to_string(), reason: kind, at, device, state: state.word(), detail }
    }
}

/// The token of a notification, by which its kind can be switched off on that device.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct MutedKind {
    /// The number of the channel.
    channel: i64,
    kind: NoticeKind,
    token: String,
}

/// The link in an email by which its kind is switched off.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, utoipa::IntoParams)]
struct OffLink {
    /// The number of the channel.
    channel: i64,
    kind: NoticeKind,
    token: String,
    /// The language of the page.
    #[serde(default)]
    language: String,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_notices, subscribe, unsubscribe))
        .routes(routes!(mute))
        .routes(routes!(ask_off, turn_off))
}

/// Returns the choice for the device that asks, and the latest notifications of its guest.
#[utoipa::path(get, path = "/api/me/notices", responses((status = 200, body = MyNotices), Refused))]
async fn get_notices(State(app): State<Arc<App>>, Guest(login): Guest) -> Result<Json<MyNotices>, Refused> {
    let key = app.notifier.key().await?.public();
    let settings = app.store.channel(login.device).await?.as_ref().map(NoticeSettings::of);
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
    let settings =
        settings.or_else(|| known.as_ref().map(NoticeSettings::of)).unwrap_or_else(NoticeSettings::all);
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
async fn mute_by_token(app: &App, channel: ChannelId, kind: NoticeKind, token: &str) -> Result<(), Refused> {
    if !app.notifier.key().await?.is_token(channel, kind, token) {
        return Err(Refusal::new(Code::Unknown, "expected the token of a notification").into());
    }
    match app.store.mute(channel, kind).await {
        // There is nothing to switch off any more.
        Ok(()) | Err(StoreError::Missing) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The page of a link in an email. It changes nothing, because programs open links too, to check them: its button does.
#[utoipa::path(get, path = "/api/notices/off", params(OffLink),
    responses((status = 200, content_type = "text/html", body = String), Refused))]
async fn ask_off(Valid(Query(link)): Valid<Query<OffLink>>) -> Html<String> {
    Html(pages::ask_off(known_language(&link.language)))
}

/// Switches one kind of notifications off, with the link of an email instead of a cookie. Mail programs do so by themselves
/// (RFC 8058).
#[utoipa::path(post, path = "/api/notices/off", params(OffLink),
    responses((status = 200, content_type = "text/html", body = String), Refused))]
async fn turn_off(
    State(app): State<Arc<App>>,
    Valid(Query(link)): Valid<Query<OffLink>>,
) -> Result<Html<String>, Refused> {
    mute_by_token(&app, ChannelId(link.channel), link.kind, &link.token).await?;
    Ok(Html(pages::turned_off(known_language(&link.language))))
}
