//! `/api/tables/{code}/reports`: reports of players to the operator.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::Deserialize;
use townhall_store::{Report, StoreError};
use townhall_system::clock;
use townhall_table::{
    TableCode,
    journal::PlayerId,
    protocol::{Code, Refusal},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Client, Guest, PathCode, Valid},
    refused::Refused,
};
use crate::{app::App, limits::RequestKind};

/// Reports of players and spectators.
const REPORTS: RequestKind = RequestKind { name: "reports", rate: |limits| limits.reports };
/// The longest reason, in characters.
const REASON_CHARACTERS: usize = 280;
/// The detail of the refusal when an address or a guest has reported too often.
const TOO_MANY_REPORTS: &str = "too many reports; the operator will look at the first ones";

/// A report about a player or a spectator.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PersonReport {
    /// The seat of a player; before the start, the chair.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seat: Option<usize>,
    /// For a spectator, instead of a seat: the version of a line that they wrote.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub remark: Option<u64>,
    /// The reason, at most 280 characters; may be empty.
    pub reason: String,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(report))
}

/// Returns the guest whom a request names, either by a seat or by the version of a spectator's line, and the name there.
pub(super) async fn named(
    app: &App,
    code: TableCode,
    seat: Option<usize>,
    remark: Option<u64>,
) -> Result<(PlayerId, String), Refusal> {
    let found = match (seat, remark) {
        (Some(seat), None) => app.hub.reported_at(code, seat).await?,
        (None, Some(remark)) => app.hub.author_of(code, remark).await?,
        _ => return Err(Refusal::new(Code::BadText, "expected either a seat or a remark")),
    };
    found.ok_or_else(|| Refusal::new(Code::Unknown, "no guest sits there or wrote that"))
}

/// Reports a player or a spectator at a table to the operator of the server. Other players can't see the report. At a table
/// that shows a game that was played elsewhere, the guest who uploaded it is reported, with the name on that seat.
#[utoipa::path(post, path = "/api/tables/{code}/reports", params(("code" = String, Path)),
    request_body = PersonReport, responses((status = 204), Refused))]
async fn report(
    State(app): State<Arc<App>>,
    PathCode(code): PathCode,
    client: Client,
    Guest(reporter): Guest,
    Valid(Json(PersonReport { seat, remark, reason })): Valid<Json<PersonReport>>,
) -> Result<StatusCode, Refused> {
    app.kinds.spend(&REPORTS, client.address, TOO_MANY_REPORTS)?;
    if reason.chars().count() > REASON_CHARACTERS {
        let detail = format!("expected a reason of at most {REASON_CHARACTERS} characters");
        return Err(Refusal::new(Code::BadText, detail).into());
    }
    let (about, name) = named(&app, code, seat, remark).await?;
    let report = Report {
        at: clock::now(),
        code,
        reporter: reporter.person.id,
        about,
        seat,
        name,
        // The operator reads it in a terminal, so control characters (escape sequences) are replaced.
        reason: reason.chars().map(|c| if c.is_control() { ' ' } else { c }).collect(),
    };
    match app.store.report(report).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(StoreError::Missing) => Err(Refusal::new(Code::TooMany, TOO_MANY_REPORTS).into()),
        Err(error) => Err(error.into()),
    }
}
