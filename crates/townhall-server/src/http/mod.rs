//! The HTTP interface: one module for each resource, which exports its routes.

mod assets;
mod devices;
mod export;
mod guard;
mod me;
mod refused;
mod tables;

use std::{sync::Arc, time::Duration};

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, State},
    middleware,
    response::IntoResponse,
    routing::get,
};
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer, timeout::TimeoutLayer};
use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

pub use self::devices::{EnteredDeviceCode, MyDevice, OfferedDeviceCode};
pub use self::me::Me;
pub use self::tables::{NewTable, Opened, ScopeName, TableCard};
pub(crate) use self::{refused::Refused, tables::read_code};
use crate::{app::App, socket};
use townhall_table::{
    catalogue::GameInfo,
    protocol::{Code, Refusal},
};

/// The largest body of a request, in bytes.
const BODY_BYTES: usize = 16 * 1024;
/// How long a request may take.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The description of the interface.
#[derive(OpenApi)]
#[openapi(info(
    title = "Townhall",
    description = "Lobby and records. A table itself is played over its WebSocket; see ARCHITECTURE.md."
))]
struct Api;

fn api() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Api::openapi())
        .merge(me::routes())
        .merge(devices::routes())
        .merge(export::routes())
        .routes(routes!(games))
        .merge(tables::routes())
        .routes(routes!(socket::upgrade))
}

/// The description of the interface, as JSON.
#[must_use]
pub fn openapi() -> String {
    api().into_openapi().to_pretty_json().unwrap_or_default()
}

/// All that the server answers.
pub(crate) fn router(app: Arc<App>) -> Router {
    let (routes, openapi) = api().split_for_parts();
    routes
        .route("/api/openapi.json", get(move || std::future::ready(Json(openapi.clone()))))
        .route("/api/{*rest}", axum::routing::any(no_such_path))
        .layer(middleware::from_fn(guard::never_stored))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::requests))
        .route("/healthz", get(health))
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(TimeoutLayer::with_status_code(axum::http::StatusCode::SERVICE_UNAVAILABLE, TIMEOUT))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn(guard::headers))
        .layer(CatchPanicLayer::custom(panicked))
        .with_state(app)
}

/// The games that can be played.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<GameInfo>)))]
async fn games(State(app): State<Arc<App>>) -> Json<Vec<GameInfo>> {
    Json(app.hub.catalogue().games().cloned().collect())
}

async fn health(State(app): State<Arc<App>>) -> Result<&'static str, Refused> {
    app.store.check().await.map_err(crate::app::failed)?;
    Ok("ok\n")
}

async fn no_such_path() -> Refused {
    Refusal::new(Code::Unknown, "there is no such path; see /api/openapi.json").into()
}

/// Answers a request whose handler panicked, so that the connection and its other requests go on.
fn panicked(_: Box<dyn std::any::Any + Send>) -> axum::response::Response {
    Refused::from(Refusal::new(Code::Internal, "the server failed; nothing was changed")).into_response()
}
