//! `/api/me/devices`: one person on several devices.
//!
//! A device that is signed in asks for a code, which it shows and the user enters on another device. That one gets a
//! secret of its own, so that each device can be signed out alone.

use std::{sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use axum_extra::extract::cookie::CookieJar;
use serde::{Deserialize, Serialize};
use townhall_store::{Device, DeviceId, NewDevice, StoreError};
use townhall_system::clock;
use townhall_table::{
    journal::Person,
    protocol::{Code, Refusal},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Client, Guest, Valid},
    me::Me,
    refused::Refused,
};
use crate::{
    app::App,
    identity::{InvalidCode, Secret, SignInCode, device_label},
    limits::RequestKind,
};

/// Codes by which devices sign in, and challenges for passkeys.
pub(super) const DEVICE_CODES: RequestKind =
    RequestKind { name: "codes for devices", rate: |limits| limits.device_codes };
/// How long a code for another device is valid.
const CODE_VALID_FOR: Duration = Duration::from_secs(600);

/// The detail of the refusal when an address tries too many codes, so that codes can't be guessed.
pub(super) const TOO_MANY_CODES: &str = "too many codes from this address; wait a few minutes";

/// A device of a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MyDevice {
    /// Its number, by which it can be signed out.
    pub id: i64,
    /// Browser and system, such as `Firefox, Android`; empty if unknown.
    pub label: String,
    /// How long ago it was last used, in milliseconds: at most an hour too much.
    pub idle_ms: u64,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// A code to enter on another device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OfferedDeviceCode {
    /// The code: `ABCD-EFGH`.
    pub code: String,
    /// How long it holds, in milliseconds.
    pub holds_ms: u64,
}

/// A code that was entered: one for another device, a paper code, or that of the operator's link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EnteredDeviceCode {
    /// The code, in either case, with or without hyphens.
    pub code: String,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list, enter)).routes(routes!(sign_out)).routes(routes!(offer))
}

/// The devices of the guest who asks, the one that was used last first.
#[utoipa::path(get, path = "/api/me/devices", responses((status = 200, body = Vec<MyDevice>), Refused))]
async fn list(State(app): State<Arc<App>>, Guest(login): Guest) -> Result<Json<Vec<MyDevice>>, Refused> {
    let now = clock::now();
    let devices = app.store.devices(login.person.id).await?;
    let mine = |Device { id, label, since: _, seen }| MyDevice {
        id: id.0,
        label,
        idle_ms: now.saturating_sub(seen),
        current: id == login.device,
    };
    Ok(Json(devices.into_iter().map(mine).collect()))
}

/// Signs a device out: its cookie becomes invalid, and its sockets are closed. If it is the one that asks, the answer
/// also removes its cookie.
#[utoipa::path(delete, path = "/api/me/devices/{id}", params(("id" = i64, Path)),
    responses((status = 204), Refused))]
async fn sign_out(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(login): Guest,
    Valid(Path(id)): Valid<Path<i64>>,
) -> Result<Response, Refused> {
    let device = DeviceId(id);
    match app.store.remove_device(login.person.id, device).await {
        Ok(()) => {}
        Err(StoreError::Missing) => {
            return Err(Refusal::new(Code::Unknown, "expected the number of one of your devices").into());
        }
        Err(error) => return Err(error.into()),
    }
    app.hub.sign_out(device).await;
    if device == login.device {
        let removal = Secret::removal(client.is_https);
        return Ok((StatusCode::NO_CONTENT, removal).into_response());
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A code by which another device becomes that of the guest who asks. An earlier code is void.
#[utoipa::path(post, path = "/api/me/device-code",
    responses((status = 200, body = OfferedDeviceCode), Refused))]
async fn offer(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(login): Guest,
) -> Result<Json<OfferedDeviceCode>, Refused> {
    app.kinds.spend(&DEVICE_CODES, client.address, TOO_MANY_CODES)?;
    let (code, now) = (SignInCode::for_device(), clock::now());
    let holds_ms = clock::millis(CODE_VALID_FOR);
    let until = now.saturating_add(holds_ms);
    app.store.offer_device_code(code.hash(), login.person.id, now, until).await?;
    Ok(Json(OfferedDeviceCode { code: code.to_string(), holds_ms }))
}

/// Enters a code. The device that asks then belongs to the guest whose code it is, and no longer to the guest it
/// belonged to before.
#[utoipa::path(post, path = "/api/me/devices", request_body = EnteredDeviceCode,
    responses((status = 200, body = Me), Refused))]
async fn enter(
    State(app): State<Arc<App>>,
    client: Client,
    before: Option<Guest>,
    headers: HeaderMap,
    Valid(Json(EnteredDeviceCode { code })): Valid<Json<EnteredDeviceCode>>,
) -> Result<Response, Refused> {
    app.kinds.spend(&DEVICE_CODES, client.address, TOO_MANY_CODES)?;
    let code: SignInCode =
        code.parse().map_err(|error: InvalidCode| Refusal::new(Code::Malformed, error.to_string()))?;
    let secret = Secret::fresh();
    let device = NewDevice { secret: secret.hash(), label: device_label(&headers), at: clock::now() };
    let redeemed = match code {
        SignInCode::Device(_) => app.store.redeem_device_code(code.hash(), device).await,
        SignInCode::Recovery(_) => app.store.redeem_recovery_code(code.hash(), device).await,
    };
    let person = match redeemed {
        Ok(person) => person,
        Err(StoreError::Missing) => {
            return Err(Refusal::new(Code::Unknown, "there is no such code, or it has expired").into());
        }
        Err(error) => return Err(error.into()),
    };
    becomes(&app, client, before, &secret, person).await
}

/// The answer by which the device that asks becomes one of this person, to whom its new secret was added. It no longer belongs
/// to the guest `before`.
pub(super) async fn becomes(
    app: &App,
    client: Client,
    before: Option<Guest>,
    secret: &Secret,
    person: Person,
) -> Result<Response, Refused> {
    // The old cookie is overwritten in the browser, so its device is removed as well.
    if let Some(Guest(before)) = before {
        app.store.remove_device(before.person.id, before.device).await.or_else(missing)?;
        app.hub.sign_out(before.device).await;
    }
    let cookies = CookieJar::new().add(secret.cookie(client.is_https));
    Ok((cookies, Json(Me { name: person.name, colour: person.colour })).into_response())
}

/// Accepts that a device no longer exists: two requests of one device may arrive at once.
fn missing(error: StoreError) -> Result<(), StoreError> {
    if matches!(error, StoreError::Missing) { Ok(()) } else { Err(error) }
}
