//! `/api/records`: finished games of somebody's browser, which are to be shown by a link.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Json,
    extract::{ConnectInfo, DefaultBodyLimit, State, rejection::JsonRejection},
    http::HeaderMap,
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Opened, Refused};
use crate::app::App;
use townhall_table::protocol::Refusal;

/// The largest body of a request, in bytes: some ten times the record of the longest game.
const BODY_BYTES: usize = 128 * 1024;

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewRecord {
    /// Its record: JSON Lines.
    pub record: String,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(hand_over)).layer(DefaultBodyLimit::max(BODY_BYTES))
}

/// Opens a table that shows a finished game. The record is played again by the rules, which have to give its result; of
/// what else it holds, only names, levels of bots, and the proof of the deal are kept. The code follows from the record: the
/// same game, sent again, is the same table.
#[utoipa::path(post, path = "/api/records", request_body = NewRecord, responses(
    (status = 200, body = Opened),
    (status = 400, body = Refusal),
    (status = 401, body = Refusal),
    (status = 413, body = Refusal),
    (status = 429, body = Refusal),
))]
async fn hand_over(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Result<Json<NewRecord>, JsonRejection>,
) -> Result<Json<Opened>, Refused> {
    let Json(NewRecord { record }) = body?;
    let host = app.somebody(&headers).await?;
    app.spend(&app.records, peer, &headers, "too many games from this address")?;
    Ok(Json(Opened { code: app.hub.show(&record, host.id).await? }))
}
