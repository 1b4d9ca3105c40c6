//! `/api/score/{game}`: scores of tables that were played elsewhere.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State, rejection::JsonRejection},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::Refused;
use crate::app::App;
use townhall_table::{Json as GameJson, protocol::Refusal};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(score))
}

/// Scores a table that was played with cards or tiles, complete or not. Sheet and scores are JSON of the game's own; its
/// crate documents them (`Sheet`, `Scored`). Nothing is stored. It costs less than a list of tables, so the limit on
/// requests is the only one.
#[utoipa::path(post, path = "/api/score/{game}", params(("game" = String, Path, description = "The game's id")),
    request_body(content = serde_json::Value, description = "A `Sheet` of the game"), responses(
    (status = 200, body = serde_json::Value, description = "The game's `Scored`"),
    (status = 400, body = Refusal),
    (status = 404, body = Refusal),
    (status = 413, body = Refusal),
    (status = 429, body = Refusal),
))]
async fn score(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    sheet: Result<Json<GameJson>, JsonRejection>,
) -> Result<Json<GameJson>, Refused> {
    let Json(sheet) = sheet?;
    Ok(Json(app.hub.catalogue().score_sheet(&game, &sheet)?))
}
