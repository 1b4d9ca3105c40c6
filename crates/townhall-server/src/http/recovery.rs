//! `/api/me/recovery` and `/api/passkeys`: how a guest who has lost all devices signs in again.
//!
//! Paper codes and the operator's links are entered as codes of devices are, see `devices`.

use std::{sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::Response,
};
use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};
use townhall_store::{
    Challenge, Means, NewDevice, NewPasskey, Passkey, PasskeyId, RecoveryEvent, StoreError,
};
use townhall_system::{clock, entropy};
use townhall_table::{
    journal::PlayerId,
    protocol::{Code, Refusal},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    devices::{DEVICE_CODES, TOO_MANY_CODES, becomes},
    extract::{Client, Guest, Valid},
    me::Me,
    refused::Refused,
};
use crate::{
    app::App,
    identity::{Ceremony, InvalidPasskey, Secret, SignInCode, Site, device_label},
};

/// How many paper codes are made at once.
const PAPER_CODES: usize = 3;

/// How long an authenticator may take to answer a challenge.
const CHALLENGE_VALID_FOR: Duration = Duration::from_secs(300);

/// How a guest can sign in again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MyRecovery {
    /// How many paper codes are unused.
    pub codes_left: u32,
    /// The passkeys, the oldest first.
    pub passkeys: Vec<MyPasskey>,
    /// The events of codes and passkeys, the latest first.
    pub events: Vec<RecoveryEvent>,
}

/// A passkey of a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MyPasskey {
    /// Its number, by which it can be removed.
    pub id: i64,
    /// Browser and system where it was added, such as `Firefox, Android`; empty if unknown.
    pub label: String,
    /// The host at which it can be used.
    pub site: String,
    /// When it was added, in milliseconds since 1970.
    pub since: u64,
    /// When it was last used, or else when it was added.
    pub seen: u64,
}

impl From<Means> for MyRecovery {
    fn from(Means { codes_left, passkeys, events }: Means) -> Self {
        let passkey =
            |Passkey { id, label, site, since, seen, .. }| MyPasskey { id: id.0, label, site, since, seen };
        Self { codes_left, passkeys: passkeys.into_iter().map(passkey).collect(), events }
    }
}

/// New paper codes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PaperCodes {
    /// The codes: `ABCD-EFGH-JKLM-NPQR`. They are shown only now.
    pub codes: Vec<String>,
}

/// A challenge for an authenticator to sign. All bytes are in base64url.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PasskeyChallenge {
    /// Random bytes, valid once and for five minutes.
    pub challenge: String,
    /// The host for which passkeys are made: the ID of the relying party.
    pub site: String,
    /// The bytes by which an authenticator knows the guest; empty for a sign-in.
    pub user: String,
    /// The credentials of the guest's passkeys; empty for a sign-in.
    pub known: Vec<String>,
}

/// A passkey that an authenticator has made. All bytes are in base64url.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MadePasskey {
    pub client_data: String,
    pub authenticator_data: String,
    /// The public key, as a `SubjectPublicKeyInfo`.
    pub public_key: String,
}

/// A challenge that a passkey has signed. All bytes are in base64url.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PasskeySignature {
    /// The credential's identifier.
    pub credential: String,
    pub client_data: String,
    pub authenticator_data: String,
    pub signature: String,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(get_recovery))
        .routes(routes!(make_codes))
        .routes(routes!(ask_for_passkey))
        .routes(routes!(add_passkey))
        .routes(routes!(remove_passkey))
        .routes(routes!(ask_for_signature))
        .routes(routes!(sign_in))
}

/// How the guest who asks can sign in again.
#[utoipa::path(get, path = "/api/me/recovery", responses((status = 200, body = MyRecovery), Refused))]
async fn get_recovery(State(app): State<Arc<App>>, Guest(login): Guest) -> Result<Json<MyRecovery>, Refused> {
    Ok(Json(app.store.means(login.person.id).await?.into()))
}

/// Makes new paper codes for the guest who asks. The earlier ones become void.
#[utoipa::path(post, path = "/api/me/recovery-codes", responses((status = 200, body = PaperCodes), Refused))]
async fn make_codes(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(login): Guest,
) -> Result<Json<PaperCodes>, Refused> {
    app.kinds.spend(&DEVICE_CODES, client.address, TOO_MANY_CODES)?;
    let codes = [(); PAPER_CODES].map(|()| SignInCode::for_recovery());
    let hashes = codes.map(|code| code.hash()).to_vec();
    app.store.set_recovery_codes(login.person.id, hashes, clock::now()).await?;
    Ok(Json(PaperCodes { codes: codes.map(|code| code.to_string()).to_vec() }))
}

/// Begins to add a passkey to the guest who asks.
#[utoipa::path(post, path = "/api/me/passkeys/challenge",
    responses((status = 200, body = PasskeyChallenge), Refused))]
async fn ask_for_passkey(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(login): Guest,
    headers: HeaderMap,
) -> Result<Json<PasskeyChallenge>, Refused> {
    app.kinds.spend(&DEVICE_CODES, client.address, TOO_MANY_CODES)?;
    let (site, owner) = (site(&headers)?, login.person.id);
    let passkeys = app.store.means(owner).await?.passkeys.into_iter();
    let passkeys = passkeys.filter(|passkey| passkey.site == site.host);
    let known = passkeys.map(|passkey| BASE64URL_NOPAD.encode(&passkey.credential)).collect();
    let challenge = fresh_challenge(&app, Some(owner)).await?;
    let user = BASE64URL_NOPAD.encode(&owner.0.to_be_bytes());
    Ok(Json(PasskeyChallenge { challenge, site: site.host, user, known }))
}

/// Adds a passkey to the guest who asks: at most ten.
#[utoipa::path(post, path = "/api/me/passkeys", request_body = MadePasskey, responses((status = 204), Refused))]
async fn add_passkey(
    State(app): State<Arc<App>>,
    Guest(login): Guest,
    headers: HeaderMap,
    Valid(Json(made)): Valid<Json<MadePasskey>>,
) -> Result<StatusCode, Refused> {
    let (site, owner, now) = (site(&headers)?, login.person.id, clock::now());
    let (client_data, data) = (bytes(&made.client_data)?, bytes(&made.authenticator_data)?);
    let public_key = bytes(&made.public_key)?;
    let challenge = site.challenge(&client_data, Ceremony::Registration)?;
    app.store.take_challenge(challenge, Some(owner), now).await.map_err(unknown)?;
    let (counter, credential) = site.registration(&data, &public_key)?;
    let passkey = NewPasskey {
        owner,
        credential,
        public_key,
        site: site.host,
        counter,
        label: device_label(&headers),
        at: now,
    };
    app.store.add_passkey(passkey).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a passkey of the guest who asks.
#[utoipa::path(delete, path = "/api/me/passkeys/{id}", params(("id" = i64, Path)),
    responses((status = 204), Refused))]
async fn remove_passkey(
    State(app): State<Arc<App>>,
    Guest(login): Guest,
    Valid(Path(id)): Valid<Path<i64>>,
) -> Result<StatusCode, Refused> {
    app.store.remove_passkey(login.person.id, PasskeyId(id), clock::now()).await.map_err(unknown)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Begins to sign in by a passkey.
#[utoipa::path(post, path = "/api/passkeys/challenge", responses((status = 200, body = PasskeyChallenge), Refused))]
async fn ask_for_signature(
    State(app): State<Arc<App>>,
    client: Client,
    headers: HeaderMap,
) -> Result<Json<PasskeyChallenge>, Refused> {
    app.kinds.spend(&DEVICE_CODES, client.address, TOO_MANY_CODES)?;
    let site = site(&headers)?;
    let challenge = fresh_challenge(&app, None).await?;
    Ok(Json(PasskeyChallenge { challenge, site: site.host, user: String::new(), known: Vec::new() }))
}

/// Signs in by a passkey. The device that asks then belongs to the guest whose passkey it is, and no longer to the guest it
/// belonged to before.
#[utoipa::path(post, path = "/api/passkeys", request_body = PasskeySignature,
    responses((status = 200, body = Me), Refused))]
async fn sign_in(
    State(app): State<Arc<App>>,
    client: Client,
    before: Option<Guest>,
    headers: HeaderMap,
    Valid(Json(signed)): Valid<Json<PasskeySignature>>,
) -> Result<Response, Refused> {
    let (site, now) = (site(&headers)?, clock::now());
    let (client_data, data) = (bytes(&signed.client_data)?, bytes(&signed.authenticator_data)?);
    let signature = bytes(&signed.signature)?;
    let challenge = site.challenge(&client_data, Ceremony::SignIn)?;
    app.store.take_challenge(challenge, None, now).await.map_err(unknown)?;
    let passkey = app.store.passkey(bytes(&signed.credential)?).await?;
    let passkey = passkey.filter(|passkey| passkey.site == site.host);
    let passkey = passkey.ok_or_else(|| unknown(StoreError::Missing))?;
    let counter = site.sign_in(&passkey.public_key, &data, &client_data, &signature)?;
    let secret = Secret::fresh();
    let device = NewDevice { secret: secret.hash(), label: device_label(&headers), at: now };
    let person = app.store.sign_in_by_passkey(passkey.id, counter, device).await.map_err(unknown)?;
    becomes(&app, client, before, &secret, person).await
}

/// A stored challenge, in base64url: for a guest who adds a passkey, or for a sign-in.
async fn fresh_challenge(app: &App, owner: Option<PlayerId>) -> Result<String, StoreError> {
    let (challenge, now): (Challenge, _) = (entropy::bytes(), clock::now());
    let until = now.saturating_add(clock::millis(CHALLENGE_VALID_FOR));
    app.store.offer_challenge(challenge, owner, now, until).await?;
    Ok(BASE64URL_NOPAD.encode(&challenge))
}

/// The site of the page that sent a request, whose origin the guard has checked.
fn site(headers: &HeaderMap) -> Result<Site, Refusal> {
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    origin.and_then(Site::of).ok_or_else(|| {
        Refusal::new(Code::Malformed, "expected a page at a host name, over https or on the same machine")
    })
}

fn bytes(text: &str) -> Result<Vec<u8>, Refusal> {
    let bytes = BASE64URL_NOPAD.decode(text.as_bytes());
    bytes.map_err(|_| Refusal::new(Code::Malformed, "expected base64url without padding"))
}

fn unknown(error: StoreError) -> Refused {
    match error {
        StoreError::Missing => {
            Refusal::new(Code::Unknown, "there is no such passkey or challenge, or it has expired").into()
        }
        error => error.into(),
    }
}

impl From<InvalidPasskey> for Refused {
    fn from(error: InvalidPasskey) -> Self {
        Refusal::new(Code::Malformed, error.to_string()).into()
    }
}
