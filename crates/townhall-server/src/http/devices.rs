//! `/api/me/devices`: one person on several devices.
//!
//! A device that is signed in asks for a code, which is shown there and entered on another one. That one gets a secret of
//! its own, so each can be signed out alone.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{
        ConnectInfo, Path, State,
        rejection::{JsonRejection, PathRejection},
    },
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use axum_extra::extract::cookie::CookieJar;
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Me, Refused};
use crate::{
    app::App,
    clock,
    identity::{self, DeviceCode, Secret},
    store::{Device, DeviceId, NewDevice, StoreError},
};
use townhall_table::{
    journal::Millis,
    protocol::{Code, Refusal},
};

/// How long a code for another device is valid.
const CODE_HOLDS: Duration = Duration::from_secs(600);

/// Why an address that tries too many codes is refused, so that codes can't be guessed.
const TOO_MANY_CODES: &str = "too many codes from this address; wait a few minutes";

/// One of a guest's devices.
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

/// A code that was entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct EnteredDeviceCode {
    /// The code, in either case, with or without its hyphen.
    pub code: String,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list, enter)).routes(routes!(sign_out)).routes(routes!(offer))
}

/// The devices of the guest who asks, the one that was used last first.
#[utoipa::path(get, path = "/api/me/devices", responses(
    (status = 200, body = Vec<MyDevice>),
    (status = 401, body = Refusal),
))]
async fn list(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<Vec<MyDevice>>, Refused> {
    let login = app.login(&headers).await?;
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

/// Signs a device out: its cookie is nobody's any more, and its sockets are closed. If it is the one that asks, the
/// answer takes its cookie away.
#[utoipa::path(delete, path = "/api/me/devices/{id}", params(("id" = i64, Path)), responses(
    (status = 204),
    (status = 401, body = Refusal),
    (status = 404, body = Refusal),
))]
async fn sign_out(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    id: Result<Path<i64>, PathRejection>,
) -> Result<Response, Refused> {
    let login = app.login(&headers).await?;
    let device = DeviceId(id?.0);
    match app.store.remove_device(login.person.id, device).await {
        Ok(()) => {}
        Err(StoreError::Missing) => {
            return Err(Refusal::new(Code::Unknown, "expected the number of one of your devices").into());
        }
        Err(error) => return Err(error.into()),
    }
    app.hub.sign_out(device).await;
    if device == login.device {
        let removal = Secret::removal(app.is_https(&headers));
        return Ok((StatusCode::NO_CONTENT, removal).into_response());
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A code by which another device becomes that of the guest who asks. An earlier code is void.
#[utoipa::path(post, path = "/api/me/device-code", responses(
    (status = 200, body = OfferedDeviceCode),
    (status = 401, body = Refusal),
    (status = 429, body = Refusal),
))]
async fn offer(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Json<OfferedDeviceCode>, Refused> {
    let login = app.login(&headers).await?;
    app.spend(&app.device_codes, peer, &headers, TOO_MANY_CODES)?;
    let (code, now) = (DeviceCode::fresh(), clock::now());
    let holds_ms = Millis::try_from(CODE_HOLDS.as_millis()).unwrap_or(Millis::MAX);
    let until = now.saturating_add(holds_ms);
    app.store.offer_device_code(code.hash(), login.person.id, now, until).await?;
    Ok(Json(OfferedDeviceCode { code: code.to_string(), holds_ms }))
}

/// Enters a code. The device that asks is then the device of the guest whose code it is; who it was before, it is no
/// more.
#[utoipa::path(post, path = "/api/me/devices", request_body = EnteredDeviceCode, responses(
    (status = 200, body = Me),
    (status = 400, body = Refusal),
    (status = 404, body = Refusal),
    (status = 429, body = Refusal),
))]
async fn enter(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    entered: Result<Json<EnteredDeviceCode>, JsonRejection>,
) -> Result<Response, Refused> {
    let Json(EnteredDeviceCode { code }) = entered?;
    app.spend(&app.device_codes, peer, &headers, TOO_MANY_CODES)?;
    let code: DeviceCode = code
        .parse()
        .map_err(|error: identity::NoDeviceCode| Refusal::new(Code::Malformed, error.to_string()))?;
    let before = app.known(&headers).await?;
    let secret = Secret::fresh();
    let device =
        NewDevice { secret: secret.hash(), label: identity::device_label(&headers), at: clock::now() };
    let person = match app.store.redeem_device_code(code.hash(), device).await {
        Ok(person) => person,
        Err(StoreError::Missing) => {
            return Err(Refusal::new(Code::Unknown, "there is no such code, or it has run out").into());
        }
        Err(error) => return Err(error.into()),
    };
    // The old cookie is overwritten in the browser, so its device is removed as well.
    if let Some(before) = before {
        app.store.remove_device(before.person.id, before.device).await.or_else(missing)?;
        app.hub.sign_out(before.device).await;
    }
    let cookies = CookieJar::new().add(secret.cookie(app.is_https(&headers)));
    Ok((cookies, Json(Me { name: person.name, colour: person.colour.into() })).into_response())
}

/// Accepts that a device no longer exists: two requests of one device may arrive at once.
fn missing(error: StoreError) -> Result<(), StoreError> {
    if matches!(error, StoreError::Missing) { Ok(()) } else { Err(error) }
}
