//! `/api/tables/{code}/note`: a guest's own note at a table.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use townhall_store::StoreError;
use townhall_table::protocol::{Code, Refusal};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Client, Guest, PathCode, Valid},
    refused::Refused,
};
use crate::app::App;

/// The longest note, in characters.
const CHARACTERS: usize = 2000;

/// A guest's note at a table. Only they can read it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The text, at most 2,000 characters; empty if there is none.
    pub text: String,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(read, write))
}

/// The note of the guest who asks at a table.
#[utoipa::path(get, path = "/api/tables/{code}/note", params(("code" = String, Path)),
    responses((status = 200, body = Note), Refused))]
async fn read(
    State(app): State<Arc<App>>,
    PathCode(code): PathCode,
    Guest(login): Guest,
) -> Result<Json<Note>, Refused> {
    Ok(Json(Note { text: app.store.note(login.person.id, code).await? }))
}

/// Sets the note of the guest who asks, who must belong to the table. An empty text removes it.
#[utoipa::path(put, path = "/api/tables/{code}/note", params(("code" = String, Path)), request_body = Note,
    responses((status = 204), Refused))]
async fn write(
    State(app): State<Arc<App>>,
    PathCode(code): PathCode,
    client: Client,
    Guest(login): Guest,
    Valid(Json(Note { text })): Valid<Json<Note>>,
) -> Result<StatusCode, Refused> {
    if text.chars().count() > CHARACTERS {
        let detail = format!("expected a note of at most {CHARACTERS} characters");
        return Err(Refusal::new(Code::BadText, detail).into());
    }
    let who = login.person.id;
    app.hub.quota().allow_more(Some(who), Some(client.address))?;
    let bytes = text.len();
    match app.store.set_note(who, code, &text).await {
        Err(StoreError::Missing) => {
            Err(Refusal::new(Code::NotSeated, "only players of a table have notes there").into())
        }
        done => {
            done?;
            app.hub.quota().charge(Some(who), Some(client.address), bytes);
            Ok(StatusCode::NO_CONTENT)
        }
    }
}
