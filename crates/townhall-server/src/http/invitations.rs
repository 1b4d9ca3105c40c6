//! `/api/me/companions` and `/api/tables/{code}/invitations`: inviting people with whom one has played before.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use townhall_store::{Scope, StoreError};
use townhall_table::{
    forget::FORGOTTEN,
    journal::{Person, PlayerId},
    protocol::{Code, Refusal},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Guest, PathCode, Valid},
    refused::Refused,
};
use crate::app::App;

/// In how many finished games of a guest companions are looked for, the latest ones.
const GAMES: usize = 100;

/// A person with whom the guest who asks has finished a game: as that game knows them, and nothing else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Companion {
    /// Their name in the latest of these games.
    pub name: String,
    /// The code of its table.
    pub code: String,
    /// Their seat there.
    pub seat: usize,
}

/// A companion who is invited, by a game that was played together.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewInvitation {
    /// The code of its table.
    pub code: String,
    /// Their seat there.
    pub seat: usize,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(companions)).routes(routes!(invite))
}

/// The companions of a guest, those of the latest game first. People who have muted the guest, or whom the guest has muted, are left
/// out.
async fn known(app: &App, who: PlayerId) -> Result<Vec<(Person, Companion)>, StoreError> {
    let mut met = HashSet::from([who]);
    let mut companions = Vec::new();
    for card in app.store.list(Scope::Finished { who, after: None }, GAMES).await? {
        // An uploaded game has only the names that the file says. An old table says who played only with its result.
        let people = match card.ending {
            Some(ending) => ending.people,
            None => card.seated,
        };
        if card.imported || !people.contains(&Some(who)) {
            continue;
        }
        for (seat, (person, name)) in people.into_iter().zip(card.names).enumerate() {
            let (Some(person), Some(name)) = (person, name) else { continue };
            if name != FORGOTTEN && met.insert(person) {
                companions.push((person, Companion { name, code: card.code.to_string(), seat }));
            }
        }
    }
    let people: Vec<PlayerId> = companions.iter().map(|(person, _)| *person).collect();
    let reachable: HashMap<_, _> = app.store.reachable(who, &people).await?.into_iter().collect();
    // A name that they took since that game is not told.
    let companions = companions.into_iter().filter_map(|(id, companion)| {
        Some((Person { id, name: companion.name.clone(), colour: *reachable.get(&id)? }, companion))
    });
    Ok(companions.collect())
}

/// The people with whom the guest who asks has finished games, those of the latest game first. People who have muted the guest, or
/// whom the guest has muted, are left out.
#[utoipa::path(get, path = "/api/me/companions", responses((status = 200, body = Vec<Companion>), Refused))]
async fn companions(
    State(app): State<Arc<App>>,
    Guest(login): Guest,
) -> Result<Json<Vec<Companion>>, Refused> {
    let known = known(&app, login.person.id).await?;
    Ok(Json(known.into_iter().map(|(_, companion)| companion).collect()))
}

/// Invites a companion to a table whose game has not begun. Only the host may, and a chair is kept. Nothing happens if they sit
/// there or are invited already.
#[utoipa::path(post, path = "/api/tables/{code}/invitations", params(("code" = String, Path)),
    request_body = NewInvitation, responses((status = 204), Refused))]
async fn invite(
    State(app): State<Arc<App>>,
    PathCode(code): PathCode,
    Guest(login): Guest,
    Valid(Json(NewInvitation { code: met, seat })): Valid<Json<NewInvitation>>,
) -> Result<StatusCode, Refused> {
    let host = login.person.id;
    let known = known(&app, host).await?;
    let invited = known.into_iter().find(|(_, companion)| companion.code == met && companion.seat == seat);
    let (guest, _) =
        invited.ok_or_else(|| Refusal::new(Code::Unknown, "expected a companion of the guest"))?;
    if !app.may_invite(host) {
        return Err(Refusal::new(Code::TooMany, "too many invitations; try again later").into());
    }
    app.hub.invite(code, host, guest).await?;
    Ok(StatusCode::NO_CONTENT)
}
