//! `/api/me`: the guest's own name and colour.

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use axum_extra::extract::cookie::CookieJar;
use serde::{Deserialize, Serialize};
use townhall_store::{Login, NewDevice, StoreError};
use townhall_system::clock;
use townhall_table::{
    journal::Person,
    protocol::{Code, Colour, Refusal},
    table::clean_name,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Client, Guest, Valid},
    refused::Refused,
};
use crate::{
    app::App,
    hub::Forgotten,
    identity::{Secret, device_label},
    limits::RequestKind,
};

/// New guests and tables.
pub(super) const CREATIONS: RequestKind =
    RequestKind { name: "new guests and tables", rate: |limits| limits.creations };
/// Exports and deletions of all data of a guest: each reads all of the guest's tables.
pub(super) const EXPORTS: RequestKind = RequestKind { name: "exports", rate: |limits| limits.exports };
/// How many milliseconds after the last time the use of a device is stored and its cookie renewed: not every opened page costs a
/// write.
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

/// The guest whom the cookie names; null without a valid cookie. The cookie is set again at times, because browsers remove it 400 days
/// after it was set.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Option<Me>)))]
async fn get_me(
    State(app): State<Arc<App>>,
    client: Client,
    guest: Option<Guest>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let Some(Guest(Login { person, device, seen })) = guest else {
        return Ok(Json(None::<Me>).into_response());
    };
    let now = clock::now();
    let me = Json(Some(Me { name: person.name, colour: person.colour }));
    if now.saturating_sub(seen) <= SEEN_AGAIN_MS {
        return Ok(me.into_response());
    }
    app.store.device_seen(device, now).await?;
    let secret = Secret::of(&headers, client.is_https);
    let renewed = secret.map(|secret| CookieJar::new().add(secret.cookie(client.is_https)));
    Ok((renewed, me).into_response())
}

/// Forgets the guest who asks: signs out all devices, and removes name and messages from all tables, at which bots take
/// over the guest's seats. It can't be undone.
#[utoipa::path(delete, path = "/api/me", responses((status = 204), Refused))]
async fn delete_me(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(login): Guest,
) -> Result<Response, Refused> {
    app.kinds.spend(&EXPORTS, client.address, "too many requests about all tables of a guest")?;
    // Some tables may have been changed before the error.
    let unfinished = |error: StoreError| StoreError::Unknown(error.to_string());
    let Forgotten { tables, unreadable } =
        app.hub.forget_person(login.person.id).await.map_err(unfinished)?;
    tracing::info!(tables, unreadable = unreadable.len(), "a guest was forgotten at their own request");
    Ok((StatusCode::NO_CONTENT, Secret::removal(client.is_https)).into_response())
}

/// Sets name and colour. Without a valid cookie, creates a guest and sets the cookie: there are no other accounts.
#[utoipa::path(put, path = "/api/me", request_body = Me, responses((status = 200, body = Me), Refused))]
async fn put_me(
    State(app): State<Arc<App>>,
    client: Client,
    guest: Option<Guest>,
    headers: HeaderMap,
    Valid(Json(me)): Valid<Json<Me>>,
) -> Result<Response, Refused> {
    let name = clean_name(&me.name)?;
    let colour = me.colour;
    let me = Me { name: name.clone(), colour: me.colour };
    if let Some(Guest(Login { mut person, .. })) = guest {
        if (&person.name, person.colour) != (&name, colour) {
            if !app.may_rename(person.id) {
                return Err(Refusal::new(Code::TooMany, "too many new names; wait a little").into());
            }
            person = Person { name, colour, ..person };
            app.store.update_player(person.clone()).await?;
            app.hub.rename(person).await;
        }
        return Ok(Json(me).into_response());
    }
    app.kinds.spend(&CREATIONS, client.address, "too many new guests from this address")?;
    app.hub.quota().allow_more(None, Some(client.address))?;
    let secret = Secret::fresh();
    let device = NewDevice { secret: secret.hash(), label: device_label(&headers), at: clock::now() };
    app.store.create_player(device, name, colour).await?;
    let cookies = CookieJar::new().add(secret.cookie(client.is_https));
    Ok((cookies, Json(me)).into_response())
}
