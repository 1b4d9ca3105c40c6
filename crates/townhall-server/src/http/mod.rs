//! The HTTP interface: one module for each resource. A new one is declared by two lines here: `mod`, and a line in `resources!`
//! with the types of its requests and answers, which are also written for the client.

mod assets;
mod channels;
mod devices;
mod elsewhere;
mod export;
pub(crate) mod extract;
mod guard;
mod health;
mod invitations;
mod me;
mod mutes;
mod notes;
mod notices;
mod preview;
mod records;
mod recovery;
pub(crate) mod refused;
mod reports;
pub(crate) mod reused;
mod score;
mod settings;
mod tables;

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::{HeaderValue, header},
    middleware,
    response::IntoResponse,
    routing::get,
};
use rust_embed::RustEmbed;
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer};
use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

use self::refused::Refused;
pub use self::{assets::WebClient, elsewhere::CameByNode, settings::NoticeSettings};
use crate::{app::App, failure::server_failed, socket};
use townhall_table::{
    catalogue::GameInfo,
    protocol::{Code, Refusal},
};

/// The largest body of a request, in bytes.
const BODY_BYTES: usize = 16 * 1024;

/// The OpenAPI description of the interface.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Townhall",
        description = "Lobby and records. A table itself is played over its WebSocket; see docs/protocol.md."
    ),
    components(schemas(Refusal))
)]
struct Api;

/// Declares the resources: each module, which has the routes, with the types that only clients name.
macro_rules! resources {
    ($($module:ident: $($Type:ident)*;)*) => {
        $($(pub use self::$module::$Type;)*)*

        fn api() -> OpenApiRouter<Arc<App>> {
            OpenApiRouter::with_openapi(Api::openapi())
                $(.merge($module::routes()))*
                .routes(routes!(games))
                .routes(routes!(socket::upgrade))
        }

        /// Visits the types of requests and answers.
        #[cfg(feature = "typescript")]
        pub fn visit(visitor: &mut impl ts_rs::TypeVisitor) {
            $($(visitor.visit::<$Type>();)*)*
        }
    };
}

resources! {
    me: Me;
    devices: EnteredDeviceCode MyDevice OfferedDeviceCode;
    recovery: MadePasskey MyRecovery PaperCodes PasskeyChallenge PasskeySignature;
    export: ;
    notices: MyNotices NewSubscription;
    channels: AddedWebhook EmailCode NewEmail NewWebhook;
    tables: NewTable Opened ScopeName TableCard;
    reports: PersonReport;
    notes: Note;
    invitations: Companion NewInvitation;
    mutes: NewMute;
    score: ;
    records: NewRecord;
}

/// All routes of the server, with the web client `C`.
pub(crate) fn router<C: RustEmbed + 'static>(app: Arc<App>) -> Router {
    let (routes, openapi) = api().split_for_parts();
    // Serialised once: it is long, and any client may request it often.
    let openapi = serde_json::to_vec(&openapi).expect("an OpenAPI description has only string keys");
    let openapi = Bytes::from(openapi);
    let json = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    let routes = routes.layer(middleware::from_fn_with_state(Arc::clone(&app), elsewhere::forward));
    routes
        .route("/api/openapi.json", get(move || std::future::ready((json.clone(), openapi.clone()))))
        .route("/api/{*rest}", axum::routing::any(no_such_path))
        .layer(middleware::from_fn(guard::never_stored))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::requests))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::refusals))
        .route("/healthz", get(health::health))
        .route("/t/{code}", get(preview::page::<C>))
        .route("/r/{code}", get(preview::page::<C>))
        .fallback(assets::serve::<C>)
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(middleware::from_fn(guard::in_time))
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

async fn no_such_path() -> Refused {
    Refusal::new(Code::Unknown, "there is no such path; see /api/openapi.json").into()
}

/// Answers a request whose handler panicked, so that the connection and its other requests go on.
fn panicked(_: Box<dyn std::any::Any + Send>) -> axum::response::Response {
    Refused::from(server_failed()).into_response()
}
