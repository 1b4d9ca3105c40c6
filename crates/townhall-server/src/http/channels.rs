//! `/api/me/webhooks`, `/api/me/email` and `/api/me/channels`: notifications that are not sent to a browser. A kind of them is
//! switched off at `/api/notices/off`, without a cookie.

use std::{sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::Html,
};
use serde::{Deserialize, Serialize};
use townhall_table::{
    journal::PlayerId,
    protocol::{Code, Refusal},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Client, Guest, Valid},
    notices::{ADDRESS_BYTES, NoticeReason, NoticeSettings, known_language, settings_of, site},
    refused::Refused,
};
use crate::{
    app::App,
    clock, entropy,
    notices::{Hook, Unsent, WebhookFormat, email_address, page, words},
    store::{Channel, ChannelId, Medium, StoreError},
};

/// How long a code for an email address is valid. The email says so.
const CODE_VALID_FOR: Duration = Duration::from_secs(15 * 60);
/// How many times such a code may be entered.
const CODE_ATTEMPTS: u32 = 5;
/// The detail of the refusal when an address adds too many channels, or tries too many codes.
const TOO_MANY: &str = "too many attempts from this address; wait a few minutes";

/// How a guest is notified elsewhere than in a browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ChannelMedium {
    /// By a request to a URL.
    Webhook,
    /// By email.
    Email,
}

/// A webhook or an email address of a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MyChannel {
    /// Its number, by which it is changed and removed.
    pub id: i64,
    /// What it is.
    pub medium: ChannelMedium,
    /// The URL or the email address.
    pub address: String,
    /// What is sent.
    pub settings: NoticeSettings,
    /// Whether messages come back, so that nothing is sent any more until it is added again.
    pub returned: bool,
}

/// A webhook to add.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// Its URL.
    pub address: String,
    /// What it is sent. If it is left out, it follows from the host.
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
    /// The address.
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

/// The link in an email by which its kind is switched off.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, utoipa::IntoParams)]
struct OffLink {
    /// The number of the channel.
    channel: i64,
    /// The kind.
    kind: NoticeReason,
    /// The token.
    token: String,
    /// The language of the page.
    #[serde(default)]
    language: String,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(add_webhook))
        .routes(routes!(send_code))
        .routes(routes!(confirm))
        .routes(routes!(change, remove))
        .routes(routes!(ask_off, turn_off))
}

/// The webhooks and email addresses of a guest.
pub(super) async fn my_channels(app: &App, owner: PlayerId) -> Result<Vec<MyChannel>, StoreError> {
    let channels = app.store.channels(owner).await?;
    Ok(channels.into_iter().filter_map(|(id, channel)| mine(id, &channel)).collect())
}

/// A channel, unless it is that of a browser.
fn mine(ChannelId(id): ChannelId, channel: &Channel) -> Option<MyChannel> {
    let medium = match channel.medium {
        Medium::Push(_) => return None,
        Medium::Webhook => ChannelMedium::Webhook,
        Medium::Email => ChannelMedium::Email,
    };
    let (address, returned) = (channel.address.clone(), !channel.problem.is_empty());
    Some(MyChannel { id, medium, address, settings: settings_of(channel), returned })
}

/// Adds a channel over which everything is sent.
async fn add(
    app: &App,
    owner: PlayerId,
    medium: Medium,
    address: String,
    keys: String,
    (site, language): (String, &str),
) -> Result<MyChannel, Refused> {
    let (kinds, quiet, digest) = NoticeSettings::all().stored()?;
    let (language, since) = (language.to_owned(), clock::now());
    let channel = Channel {
        owner,
        medium,
        address,
        keys,
        site,
        language,
        kinds,
        quiet,
        digest,
        since,
        problem: String::new(),
    };
    let id = app.store.add_channel(channel.clone(), app.config.limits.channels_per_guest).await?;
    let added = id.and_then(|id| mine(id, &channel));
    Ok(added.ok_or_else(|| Refusal::new(Code::TooMany, "you have too many webhooks and email addresses"))?)
}

/// The page that sent a request, to which messages link.
fn page_of(headers: &HeaderMap, client: Client) -> Result<String, Refusal> {
    site(headers, client.is_https)
        .ok_or_else(|| Refusal::new(Code::Malformed, "expected the host of this server"))
}

/// Adds a webhook, or renews the secret of one with the same URL. A chat service has to accept a first message.
#[utoipa::path(post, path = "/api/me/webhooks", request_body = NewWebhook,
    responses((status = 200, body = AddedWebhook), Refused))]
async fn add_webhook(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(login): Guest,
    headers: HeaderMap,
    Valid(Json(NewWebhook { address, format, language })): Valid<Json<NewWebhook>>,
) -> Result<Json<AddedWebhook>, Refused> {
    app.channels.spend(client.address, TOO_MANY)?;
    let refuse = |detail: &str| Refusal::new(Code::Malformed, detail);
    if !app.notifier.has_webhooks() {
        return Err(refuse("this server sends nothing to webhooks").into());
    }
    let (site, language) = (page_of(&headers, client)?, known_language(&language));
    let address = address.trim().to_owned();
    let fits = address.len() <= ADDRESS_BYTES;
    let hook = if fits { app.notifier.hook(&address, format, language, &site).await } else { None };
    let hook: Hook = hook.ok_or_else(|| refuse("expected a public URL with https that accepts messages"))?;
    let keys = serde_json::to_string(&hook).map_err(|error| StoreError::Corrupt(error.to_string()))?;
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
    app.channels.spend(client.address, TOO_MANY)?;
    let refuse = |detail: &str| Refusal::new(Code::Malformed, detail);
    let mailer = app.notifier.mailer().ok_or_else(|| refuse("this server sends no emails"))?;
    let address = email_address(&address).ok_or_else(|| refuse("expected an email address"))?;
    if !app.may_send_code(&address) {
        return Err(Refusal::new(Code::TooMany, "too many codes for this email address; wait an hour").into());
    }
    let code = fresh_code();
    let until = clock::now().saturating_add(clock::millis(CODE_VALID_FOR));
    app.store.offer_email_code(login.person.id, &address, &code, until, CODE_ATTEMPTS).await?;
    match mailer.send_code(&address, &code, known_language(&language)).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(Unsent::Refused(error) | Unsent::Returned(error)) => {
            tracing::debug!(%error, "the mail server refuses an email");
            Err(refuse("the mail server refuses this address").into())
        }
        Err(Unsent::Late(error)) => {
            tracing::warn!(%error, "the mail server can't be reached");
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
    app.channels.spend(client.address, TOO_MANY)?;
    let (site, owner) = (page_of(&headers, client)?, login.person.id);
    let address = app.store.redeem_email_code(owner, code.trim(), clock::now()).await?;
    let address =
        address.ok_or_else(|| Refusal::new(Code::Unknown, "there is no such code, or it has expired"))?;
    let keys = String::new();
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

/// The page of a link in an email. It changes nothing, because programs open links too, to check them: its button does.
#[utoipa::path(get, path = "/api/notices/off", params(OffLink),
    responses((status = 200, content_type = "text/html", body = String), Refused))]
async fn ask_off(Valid(Query(link)): Valid<Query<OffLink>>) -> Html<String> {
    let language = known_language(&link.language);
    let words = words(language);
    // Without an action, the form is sent to the page's own address.
    let form = format!(
        "<h1>Townhall</h1><form method=\"post\"><p>{}</p><button style=\"font: inherit; padding: .6rem 1rem\">{}</button></form>",
        words.mute_question, words.mute
    );
    Html(page(language, "Townhall", &form))
}

/// Switches one kind of notifications off, with the link of an email instead of a cookie. Mail programs do so by themselves
/// (RFC 8058).
#[utoipa::path(post, path = "/api/notices/off", params(OffLink),
    responses((status = 200, content_type = "text/html", body = String), Refused))]
async fn turn_off(
    State(app): State<Arc<App>>,
    Valid(Query(link)): Valid<Query<OffLink>>,
) -> Result<Html<String>, Refused> {
    super::notices::mute_by_token(&app, ChannelId(link.channel), link.kind, &link.token).await?;
    let language = known_language(&link.language);
    Ok(Html(page(language, "Townhall", &format!("<h1>Townhall</h1><p>{}</p>", words(language).muted))))
}
