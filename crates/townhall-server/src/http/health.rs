//! `/healthz`: whether the server can write to its database.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use serde::Serialize;

use crate::app::App;

/// The body of the answer.
#[derive(Serialize)]
struct Report {
    /// `ok` or `failing`.
    status: &'static str,
    /// The problem, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    failing: Option<&'static str>,
    /// The version of the program.
    version: &'static str,
    /// The version of the database schema.
    schema: i64,
}

/// Whether the server can write its file or database: 200 or 503.
pub(super) async fn health(State(app): State<Arc<App>>) -> impl IntoResponse {
    let verdict = app.health.verdict(&app.store, &app.config.data).await;
    let (code, status) = match verdict {
        Ok(()) => (StatusCode::OK, "ok"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "failing"),
    };
    let report = Report {
        status,
        failing: verdict.err(),
        version: env!("CARGO_PKG_VERSION"),
        schema: app.store.schema(),
    };
    (code, Json(report))
}
