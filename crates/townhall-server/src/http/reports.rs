//! `/api/tables/{code}/reports`: what players report to the operator.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Json,
    extract::{ConnectInfo, Path, State, rejection::JsonRejection},
    http::{HeaderMap, StatusCode},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{Refused, read_code};
use crate::{
    app::App,
    clock,
    store::{NewReport, StoreError},
};
use townhall_table::protocol::{Code, Refusal};

/// The longest reason, in characters.
const LONGEST_REASON: usize = 280;

/// What somebody reports about whoever sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SeatReport {
    /// The seat; before the start, the chair.
    pub seat: usize,
    /// Why, at most 280 characters; may be empty.
    pub reason: String,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(report))
}

/// Reports a person at a table to the operator of the server. Nobody else learns of it.
#[utoipa::path(post, path = "/api/tables/{code}/reports", params(("code" = String, Path)),
    request_body = SeatReport, responses(
    (status = 204),
    (status = 400, body = Refusal),
    (status = 401, body = Refusal),
    (status = 404, body = Refusal),
    (status = 429, body = Refusal),
))]
async fn report(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(code): Path<String>,
    headers: HeaderMap,
    report: Result<Json<SeatReport>, JsonRejection>,
) -> Result<StatusCode, Refused> {
    let Json(SeatReport { seat, reason }) = report?;
    let code = read_code(&code)?;
    let reporter = app.somebody(&headers).await?.id;
    let too_many =
        || Refusal::new(Code::TooMany, "too many reports; the operator will look at the first ones");
    if !app.creations.take(app.address(peer, &headers)) {
        return Err(too_many().into());
    }
    if reason.chars().count() > LONGEST_REASON {
        let detail = format!("expected a reason of at most {LONGEST_REASON} characters");
        return Err(Refusal::new(Code::BadText, detail).into());
    }
    let person = app.hub.person_at(&code, seat).await?;
    let person = person.ok_or_else(|| Refusal::new(Code::Unknown, "no person sits there"))?;
    let report = NewReport {
        at: clock::now(),
        code,
        reporter,
        about: person.id,
        seat,
        name: person.name,
        // The operator reads it in a terminal, so control characters (escape sequences) are replaced.
        reason: reason.chars().map(|c| if c.is_control() { ' ' } else { c }).collect(),
    };
    match app.store.report(report).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(StoreError::Missing) => Err(too_many().into()),
        Err(error) => Err(error.into()),
    }
}
