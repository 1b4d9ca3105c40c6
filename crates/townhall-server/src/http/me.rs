//! `/api/me`: the guest's own name and colour.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Json,
    extract::{ConnectInfo, State, rejection::JsonRejection},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use axum_extra::extract::cookie::CookieJar;
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::Refused;
use crate::{
    app::App,
    clock,
    hub::Forgotten,
    identity::{Secret, device_label},
    nodes::Notice,
    store::{Login, NewDevice, StoreError},
};
use townhall_table::{
    journal::Person,
    protocol::{Code, Colour, Refusal},
    table::clean_name,
};

/// How many milliseconds after the last time the use of a device is stored again: not every opened page costs a write.
const SEEN_AGAIN_MS: u64 = 3_600_000;

/// A guest's name and colour.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Me {
    /// The name: 1 to 24 characters.
    pub name: String,
    /// The colour in which the guest is shown.
    pub colour: Colour,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(get_me, put_me, delete_me))
}

/// The guest whom the cookie names; null without a valid cookie.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Option<Me>)))]
async fn get_me(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Refused> {
    let Some(Login { person, device, seen }) = app.known(&headers).await? else {
        return Ok(Json(None::<Me>).into_response());
    };
    let (now, https) = (clock::now(), app.is_https(&headers));
    if now.saturating_sub(seen) > SEEN_AGAIN_MS {
        app.store.device_seen(device, now).await?;
    }
    let mut cookies = CookieJar::new();
    if !Secret::is_current(&headers, https)
        && let Some(secret) = Secret::of(&headers)
    {
        cookies = cookies.add(secret.cookie(https));
    }
    Ok((cookies, Json(Some(Me { name: person.name, colour: person.colour.into() }))).into_response())
}

/// Forgets the guest who asks: on all devices nobody is known any more, and name and words go from all tables, at which
/// bots play on. It can't be undone.
#[utoipa::path(delete, path = "/api/me", responses(
    (status = 204),
    (status = 401, body = Refusal),
    (status = 429, body = Refusal),
))]
async fn delete_me(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let person = app.somebody(&headers).await?;
    app.spend(&app.exports, peer, &headers, "too many requests about all of somebody's tables")?;
    // Some of it may have been done.
    let unfinished = |error: StoreError| StoreError::Unknown(error.to_string());
    let Forgotten { tables, unreadable } = app.hub.forget_person(person.id).await.map_err(unfinished)?;
    tracing::info!(tables, unreadable = unreadable.len(), "a guest was forgotten at their own request");
    Ok((StatusCode::NO_CONTENT, Secret::removal(app.is_https(&headers))).into_response())
}

/// Sets name and colour. Without a valid cookie, makes a new guest and sets the cookie: there are no other accounts.
#[utoipa::path(put, path = "/api/me", request_body = Me, responses(
    (status = 200, body = Me),
    (status = 400, body = Refusal),
    (status = 429, body = Refusal),
))]
async fn put_me(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    me: Result<Json<Me>, JsonRejection>,
) -> Result<Response, Refused> {
    let Json(me) = me?;
    let name = clean_name(&me.name)?;
    let colour = me.colour.into();
    let me = Me { name: name.clone(), colour: me.colour };
    if let Some(mut person) = app.person(&headers).await? {
        if (&person.name, person.colour) != (&name, colour) {
            if !app.may_rename(person.id) {
                return Err(Refusal::new(Code::TooMany, "too many new names; wait a little").into());
            }
            person = Person { name, colour, ..person };
            app.store.update_player(person.clone()).await?;
            app.hub.rename(&person).await;
            if let Some(nodes) = app.hub.nodes() {
                nodes.tell_all(Notice::Renamed(person)).await;
            }
        }
        return Ok(Json(me).into_response());
    }
    app.spend(&app.creations, peer, &headers, "too many new guests from this address")?;
    let secret = Secret::fresh();
    let device = NewDevice { secret: secret.hash(), label: device_label(&headers), at: clock::now() };
    app.store.create_player(device, name, colour).await?;
    let cookies = CookieJar::new().add(secret.cookie(app.is_https(&headers)));
    Ok((cookies, Json(me)).into_response())
}
