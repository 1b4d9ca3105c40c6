//! `/api/records`: finished games from a browser, to be shown by a link.

use std::sync::Arc;

use axum::{
    Json,
    extract::{DefaultBodyLimit, State},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Client, Guest, Valid},
    refused::Refused,
    tables::Opened,
};
use crate::{app::App, limits::RequestKind};

/// Uploads of finished games.
const RECORDS: RequestKind = RequestKind { name: "records", rate: |limits| limits.records };
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

/// Opens a table that shows a finished game. The server replays the record by the rules and compares the result; of the
/// rest of the record, only names, levels of bots and the proof of the deal are stored. The code follows from the
/// record: the same game, sent again, is the same table.
#[utoipa::path(post, path = "/api/records", request_body = NewRecord,
    responses((status = 200, body = Opened), Refused))]
async fn hand_over(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(host): Guest,
    Valid(Json(NewRecord { record })): Valid<Json<NewRecord>>,
) -> Result<Json<Opened>, Refused> {
    app.kinds.spend(&RECORDS, client.address, "too many games from this address")?;
    let code = app.hub.show(&record, host.person.id, client.address).await?;
    Ok(Json(Opened { code: code.to_string() }))
}
