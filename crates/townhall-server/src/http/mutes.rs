//! `/api/tables/{code}/mutes`: people whom a guest has muted, who can't invite the guest any more.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Guest, PathCode, Valid},
    refused::Refused,
    reports::named,
};
use crate::app::App;

/// A player or a spectator who is muted, or heard again.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewMute {
    /// The seat of a player; before the start, the chair.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seat: Option<usize>,
    /// For a spectator, instead of a seat: the version of a line that they wrote.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub remark: Option<u64>,
    /// Whether they are muted from now on.
    pub on: bool,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(mute))
}

/// Mutes a player or a spectator at a table, or hears them again. Their lines are still sent: the client hides them.
#[utoipa::path(put, path = "/api/tables/{code}/mutes", params(("code" = String, Path)),
    request_body = NewMute, responses((status = 204), Refused))]
async fn mute(
    State(app): State<Arc<App>>,
    PathCode(code): PathCode,
    Guest(login): Guest,
    Valid(Json(NewMute { seat, remark, on })): Valid<Json<NewMute>>,
) -> Result<StatusCode, Refused> {
    let (about, _) = named(&app, code, seat, remark).await?;
    app.store.set_mute(login.person.id, about, on).await?;
    Ok(StatusCode::NO_CONTENT)
}
