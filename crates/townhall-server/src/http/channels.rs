//! `/api/me/webhooks`, `/api/me/email` and `/api/me/channels`: notifications that are not sent to a browser.

use std::{sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
};
use serde::{Deserialize, Serialize};
use townhall_notices::{Hook, Unsent, WebhookFormat, email_address, pages::known_language};
use townhall_store::{Channel, ChannelId, Medium, StoreError};
use townhall_system::{clock, entropy, seldom};
use townhall_table::{
    journal::PlayerId,
    protocol::{Code, Refusal},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Client, Guest, Valid, site},
    refused::Refused,
    settings::{ADDRESS_BYTES, MyChannel, NoticeSettings, my_channels},
};
use crate::{app::App, limits::RequestKind};

/// Webhooks and email addresses that are added, and codes for them that are entered.
const CHANNELS: RequestKind =
    RequestKind { name: "webhooks and email addresses", rate: |limits| limits.channels };
/// Codes for email addresses that are requested.
const EMAIL_CODES: RequestKind =
    RequestKind { name: "codes for email addresses", rate: |limits| limits.email_codes_per_address };
/// How long a code for an email address is valid. The email says so.
const CODE_VALID_FOR: Duration = Duration::from_secs(15 * 60);
/// How many times such a code may be entered.
const CODE_ATTEMPTS: u32 = 5;
/// The detail of the refusal when an address adds too many channels, or tries too many codes.
const TOO_MANY: &str = "too many attempts from this address; wait a few minutes";

/// The detail of the refusal when a host is sent too many first messages.
const TOO_MANY_THERE: &str = "too many webhooks of this host; wait a few minutes";

/// A webhook to add.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// Its URL.
    pub address: String,
    /// The format of its messages. If it is left out, it follows from the host.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub format: Option<WebhookFormat>,
    /// The language of the messages.
    pub language: String,
}

/// A webhook that was added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AddedWebhook {
    /// The webhook.
    pub channel: MyChannel,
    /// The secret by which the receiver checks signatures, if there are any. It is never shown again.
    pub secret: Option<String>,
}

/// An email address to which a code is to be sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewEmail {
    pub address: String,
    /// The language of the email.
    pub language: String,
}

/// The code that was sent to an email address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EmailCode {
    /// The code: six digits.
    pub code: String,
    /// The language of the emails.
    pub language: String,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(add_webhook))
        .routes(routes!(send_code))
        .routes(routes!(confirm))
        .routes(routes!(change, remove))
        .routes(routes!(check_webhook))
}

/// Adds a channel over which everything is sent.
async fn add(
    app: &App,
    owner: PlayerId,
    medium: Medium,
    address: String,
    (keys, problem): (String, String),
    (site, language): (String, &str),
) -> Result<MyChannel, Refused> {
    let (kinds, quiet, digest) = NoticeSettings::all().stored()?;
    let (language, since) = (language.to_owned(), clock::now());
    let channel =
        Channel { owner, medium, address, keys, site, language, kinds, quiet, digest, since, problem };
    let id = app.store.add_channel(channel.clone(), app.config.limits.channels_per_guest).await?;
    let added = id.and_then(|id| MyChannel::of(id, &channel));
    Ok(added.ok_or_else(|| Refusal::new(Code::TooMany, "you have too many webhooks and email addresses"))?)
}

/// The page that sent a request, to which messages link.
fn page_of(headers: &HeaderMap, client: Client) -> Result<String, Refusal> {
    site(headers, client.is_https)
        .ok_or_else(|| Refusal::new(Code::Malformed, "expected the host of this server"))
}

/// Adds a webhook, or renews the secret of one with the same URL. It is sent nothing until it has accepted a first message. A chat
/// service has to accept it now. Another receiver may not know the secret yet, and can be checked again.
#[utoipa::path(post, path = "/api/me/webhooks", request_body = NewWebhook,
    responses((status = 200, body = AddedWebhook), Refused))]
async fn add_webhook(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(login): Guest,
    headers: HeaderMap,
    Valid(Json(NewWebhook { address, format, language })): Valid<Json<NewWebhook>>,
) -> Result<Json<AddedWebhook>, Refused> {
    app.kinds.spend(&CHANNELS, client.address, TOO_MANY)?;
    let refuse = |detail: &str| Refusal::new(Code::Malformed, detail);
    if !app.notifier.has_webhooks() {
        return Err(refuse("this server sends nothing to webhooks").into());
    }
    let (site, language) = (page_of(&headers, client)?, known_language(&language));
    let address = address.trim().to_owned();
    let fits = address.len() <= ADDRESS_BYTES;
    if fits && !app.may_greet(&address) {
        return Err(Refusal::new(Code::TooMany, TOO_MANY_THERE).into());
    }
    let hook = if fits { app.notifier.hook(&address, format, language, &site).await } else { None };
    let (hook, problem): (Hook, _) =
        hook.ok_or_else(|| refuse("expected a public URL with https that accepts messages"))?;
    let keys = serde_json::to_string(&hook).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let keys = (keys, problem);
    let channel = add(&app, login.person.id, Medium::Webhook, address, keys, (site, language)).await?;
    Ok(Json(AddedWebhook { channel, secret: hook.secret }))
}

/// Sends a code to an email address. An earlier code of the guest is void.
#[utoipa::path(post, path = "/api/me/email", request_body = NewEmail, responses((status = 204), Refused))]
async fn send_code(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(login): Guest,
    Valid(Json(NewEmail { address, language })): Valid<Json<NewEmail>>,
) -> Result<StatusCode, Refused> {
    app.kinds.spend(&CHANNELS, client.address, TOO_MANY)?;
    app.kinds.spend(&EMAIL_CODES, client.address, TOO_MANY)?;
    let refuse = |detail: &str| Refusal::new(Code::Malformed, detail);
    let mailer = app.notifier.mailer().ok_or_else(|| refuse("this server sends no emails"))?;
    let address = email_address(&address).ok_or_else(|| refuse("expected an email address"))?;
    if !app.may_send_code(login.person.id, &address) {
        return Err(Refusal::new(Code::TooMany, "too many codes were sent; try again tomorrow").into());
    }
    let code = fresh_code();
    let until = clock::now().saturating_add(clock::millis(CODE_VALID_FOR));
    app.store.offer_email_code(login.person.id, &address, &code, until, CODE_ATTEMPTS).await?;
    match mailer.send_code(&address, &code, known_language(&language)).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(Unsent::Returned(error) | Unsent::Doubtful(error)) => {
            tracing::debug!(%error, "the mail server refuses an address");
            Err(refuse("the mail server refuses this address").into())
        }
        Err(error) => {
            if let Unsent::Unreachable(error) = &error {
                seldom!(warn, error, "the mail server can't be reached");
            }
            Err(Refusal::new(Code::Busy, "the mail server can't be reached; try again later").into())
        }
    }
}

/// A code of six digits, each of them as likely as the others.
fn fresh_code() -> String {
    // Of 64 bits, what is left over of a million makes no difference.
    format!("{:06}", u64::from_le_bytes(entropy::bytes()) % 1_000_000)
}

/// Adds the email address whose code this is.
#[utoipa::path(post, path = "/api/me/email/code", request_body = EmailCode,
    responses((status = 200, body = MyChannel), Refused))]
async fn confirm(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(login): Guest,
    headers: HeaderMap,
    Valid(Json(EmailCode { code, language })): Valid<Json<EmailCode>>,
) -> Result<Json<MyChannel>, Refused> {
    app.kinds.spend(&CHANNELS, client.address, TOO_MANY)?;
    let (site, owner) = (page_of(&headers, client)?, login.person.id);
    let address = app.store.redeem_email_code(owner, code.trim(), clock::now()).await?;
    let address =
        address.ok_or_else(|| Refusal::new(Code::Unknown, "there is no such code, or it has expired"))?;
    let keys = (String::new(), String::new());
    Ok(Json(add(&app, owner, Medium::Email, address, keys, (site, known_language(&language))).await?))
}

/// Changes what is sent to a webhook or an email address.
#[utoipa::path(put, path = "/api/me/channels/{id}", params(("id" = i64, Path)), request_body = NoticeSettings,
    responses((status = 204), Refused))]
async fn change(
    State(app): State<Arc<App>>,
    Guest(login): Guest,
    Valid(Path(id)): Valid<Path<i64>>,
    Valid(Json(settings)): Valid<Json<NoticeSettings>>,
) -> Result<StatusCode, Refused> {
    let (kinds, quiet, digest) = settings.stored()?;
    match app.store.change_channel(login.person.id, ChannelId(id), kinds, quiet, digest).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(StoreError::Missing) => Err(unknown_channel().into()),
        Err(error) => Err(error.into()),
    }
}

/// Sends a first message to a webhook again. If it is accepted, notifications are sent there from now on.
#[utoipa::path(post, path = "/api/me/channels/{id}/check", params(("id" = i64, Path)),
    responses((status = 200, body = MyChannel), Refused))]
async fn check_webhook(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(login): Guest,
    Valid(Path(id)): Valid<Path<i64>>,
) -> Result<Json<MyChannel>, Refused> {
    app.kinds.spend(&CHANNELS, client.address, TOO_MANY)?;
    let channels = app.store.channels(login.person.id).await?;
    let is_it = |(of, channel): &(ChannelId, Channel)| of.0 == id && channel.medium == Medium::Webhook;
    let (number, mut channel) = channels.into_iter().find(is_it).ok_or_else(unknown_channel)?;
    if !app.notifier.has_webhooks() {
        return Err(Refusal::new(Code::Malformed, "this server sends nothing to webhooks").into());
    }
    if !app.may_greet(&channel.address) {
        return Err(Refusal::new(Code::TooMany, TOO_MANY_THERE).into());
    }
    channel.problem = app.notifier.greet_again(&channel).await;
    app.store.fail_channel(number, &channel.address, &channel.problem).await?;
    Ok(Json(MyChannel::of(number, &channel).ok_or_else(unknown_channel)?))
}

/// Removes a webhook or an email address.
#[utoipa::path(delete, path = "/api/me/channels/{id}", params(("id" = i64, Path)),
    responses((status = 204), Refused))]
async fn remove(
    State(app): State<Arc<App>>,
    Guest(login): Guest,
    Valid(Path(id)): Valid<Path<i64>>,
) -> Result<StatusCode, Refused> {
    let channels = my_channels(&app, login.person.id).await?;
    let channel = channels.iter().find(|channel| channel.id == id).ok_or_else(unknown_channel)?;
    app.store.remove_channel(ChannelId(id), &channel.address).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn unknown_channel() -> Refusal {
    Refusal::new(Code::Unknown, "expected the number of one of your webhooks or email addresses")
}
