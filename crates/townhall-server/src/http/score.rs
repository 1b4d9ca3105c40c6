//! `/api/score/{game}`: scores of tables that were played elsewhere.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
};
use townhall_table::Json as GameJson;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{extract::Valid, refused::Refused};
use crate::app::App;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(score))
}

/// Scores a table that was played with cards or tiles, complete or not. Sheet and scores are JSON of the game's own; its
/// crate documents them (`Sheet`, `Scored`). Nothing is stored. It costs less than a list of tables, so the limit on
/// requests is the only one.
#[utoipa::path(post, path = "/api/score/{game}", params(("game" = String, Path, description = "The game's id")),
    request_body(content = serde_json::Value, description = "A `Sheet` of the game"),
    responses((status = 200, body = serde_json::Value, description = "The game's `Scored`"), Refused))]
async fn score(
    State(app): State<Arc<App>>,
    Valid(Path(game)): Valid<Path<String>>,
    Valid(Json(sheet)): Valid<Json<GameJson>>,
) -> Result<Json<GameJson>, Refused> {
    Ok(Json(app.hub.catalogue().score_sheet(&game, &sheet)?))
}
