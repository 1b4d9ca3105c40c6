//! `/api/tables`: opening and finding tables, and the records of their games.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Query, State},
    http::header,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use townhall_store::{Card, Public, Scope, StoreError};
use townhall_system::clock;
use townhall_table::{
    NoCode,
    journal::{Millis, PlayerId},
    protocol::{Code, GameResult, Hint, LogEntry, Options, Page, Refusal, Replay, Status, TalkItem},
    room::Opening,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Client, Guest, PathCode, Valid, no_table},
    me::CREATIONS,
    refused::Refused,
};
use crate::{app::App, limits::RequestKind};

/// Hints, and other requests that cost as much.
const HINTS: RequestKind = RequestKind { name: "hints", rate: |limits| limits.hints };
/// How many tables a list shows at most.
const TABLES_PER_LIST: usize = 50;
/// How many lines of log or talk one answer has at most.
const LINES_PER_PAGE: usize = 100;

/// A table as lists show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableCard {
    /// The short code in the link.
    pub code: String,
    /// The game's id.
    pub game: String,
    pub variant: String,
    /// How many players.
    pub players: usize,
    /// The names of the players, by chair; null for an empty chair.
    pub names: Vec<Option<String>>,
    /// Whether its game has not begun, is being played, or is over.
    pub status: Status,
    /// Whether it is the turn of the guest who asks.
    pub your_turn: bool,
    /// The chair of the guest who asks, from 0, before and during the game. Left out if they have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    #[schema(required = false)]
    pub me: Option<usize>,
    /// The chair of the person who set up a table whose game has not begun. Left out if that person does not sit there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    #[schema(required = false)]
    pub host: Option<usize>,
    /// The chairs of the people whose turn it is.
    pub to_act: Vec<usize>,
    /// When a bot decides at a correspondence table, in milliseconds since 1970: for the guest who asks if it is their turn, else
    /// for the first of those whose turn it is. Left out elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    #[schema(required = false)]
    pub due: Option<Millis>,
    /// When the players meet to begin, in milliseconds since 1970, before the start. Left out without an appointment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    #[schema(required = false)]
    pub starts: Option<Millis>,
    /// Whether a bot plays for the guest who asks, who has left or was replaced; of a finished game, whether it did at the
    /// end.
    pub bot_plays: bool,
    /// How long ago something last happened, in milliseconds.
    pub idle_ms: u64,
    /// How its game ended, once it is over. Of games that ended long ago only the list `finished` says it.
    pub result: Option<GameResult>,
    /// Whether its game was played elsewhere and uploaded, so that names and result are only what the upload said. Left
    /// out if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    #[schema(required = false)]
    pub imported: bool,
}

impl TableCard {
    fn new(card: Card, reader: Option<PlayerId>, now: Millis) -> Self {
        let chair_of = |who: PlayerId| card.seated.iter().position(|seated| *seated == Some(who));
        let own = reader.and_then(|reader| card.time_of(reader));
        Self {
            your_turn: reader.is_some_and(|reader| card.to_act.contains(&reader)),
            me: reader.and_then(chair_of).filter(|_| card.status != Status::Over),
            host: chair_of(card.host).filter(|_| card.status == Status::Lobby),
            to_act: card.to_act.iter().filter_map(|&who| chair_of(who)).collect(),
            due: own.or_else(|| card.due.iter().map(|&(_, at)| at).min()),
            starts: card.starts,
            bot_plays: reader.is_some_and(|reader| card.stood_in.contains(&reader)),
            idle_ms: now.saturating_sub(card.touched),
            result: card.ending.map(|ending| ending.seen_by(reader)),
            code: card.code.to_string(),
            game: card.game,
            variant: card.variant,
            players: card.players,
            names: card.names,
            status: card.status,
            imported: card.imported,
        }
    }
}

/// A table to be opened.
#[derive(Clone, PartialEq, Debug, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// The variant, as on the command line.
    pub variant: String,
    /// How many players, the host included.
    pub players: usize,
    /// How it is played.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Options>", optional))]
    pub options: Options,
    /// The levels of the bots on the chairs after the host's, who sits on the first.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub bots: Vec<String>,
    /// Whether to deal and begin at once; then every chair must be taken.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub start: bool,
}

/// A table that was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Opened {
    /// The short code in its link.
    pub code: String,
}

/// Which tables a list shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ScopeName {
    /// Tables at which the guest who asks has a seat.
    Mine,
    /// The finished ones among `mine`, with their results.
    Finished,
    /// Public tables that wait for players.
    Open,
    /// Public tables whose game is being played.
    Watch,
}

#[derive(Deserialize, utoipa::IntoParams)]
struct ListQuery {
    /// Which tables.
    scope: ScopeName,
    /// Of finished games the next page: those that come after the table of this code.
    after: Option<String>,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(open, list))
        .routes(routes!(card))
        .routes(routes!(record))
        .routes(routes!(look_back))
        .routes(routes!(log))
        .routes(routes!(talk))
        .routes(routes!(hint))
}

/// Opens a table. Its host sits on the first chair.
#[utoipa::path(post, path = "/api/tables", request_body = NewTable,
    responses((status = 200, body = Opened), Refused))]
async fn open(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(login): Guest,
    Valid(Json(table)): Valid<Json<NewTable>>,
) -> Result<Json<Opened>, Refused> {
    let NewTable { game, variant, players, options, bots, start } = table;
    let host = login.person;
    app.kinds.spend(&CREATIONS, client.address, "too many new tables from this address")?;
    let (most, limits) = (app.config.limits.tables_per_guest, &app.config.times);
    let since = clock::now().saturating_sub(clock::millis(limits.abandoned));
    if app.store.unfinished(host.id, since).await? >= most {
        let detail = format!("expected the host of fewer than {most} unfinished tables");
        return Err(Refusal::new(Code::TooManyTables, detail).with("most", most).into());
    }
    let opening = Opening {
        options: options.into(),
        people: vec![(0, host.clone())],
        bots: (1..).zip(bots).collect(),
        ..Opening::new(game, variant, players, host)
    };
    let code = app.hub.open(&opening, start, client.address).await?;
    Ok(Json(Opened { code: code.to_string() }))
}

/// Lists tables: at most 50, the latest first. Public lists show a few tables of each host and of each address, and only
/// those with a connected client or that a client has left lately.
#[utoipa::path(get, path = "/api/tables", params(ListQuery),
    responses((status = 200, body = Vec<TableCard>), Refused))]
async fn list(
    State(app): State<Arc<App>>,
    guest: Option<Guest>,
    Valid(Query(ListQuery { scope, after })): Valid<Query<ListQuery>>,
) -> Result<Json<Vec<TableCard>>, Refused> {
    let me = guest.map(|Guest(login)| login.person.id);
    let now = clock::now();
    let scope = match (scope, me) {
        (ScopeName::Mine, Some(me)) => Scope::Mine(me),
        (ScopeName::Finished, Some(who)) => match after.map(|code| code.parse()).transpose() {
            Ok(after) => Scope::Finished { who, after },
            Err(NoCode) => return Ok(Json(Vec::new())),
        },
        (ScopeName::Mine | ScopeName::Finished, None) => return Ok(Json(Vec::new())),
        (ScopeName::Open, _) => return Ok(public(&app, Status::Lobby, me).await?),
        (ScopeName::Watch, _) => return Ok(public(&app, Status::Playing, me).await?),
    };
    let finished = matches!(scope, Scope::Finished { .. });
    let mut cards = app.store.list(scope, TABLES_PER_LIST).await?;
    if finished {
        for card in &mut cards {
            card.ending = app.hub.ending(card).await;
        }
    }
    Ok(Json(cards.into_iter().map(|card| TableCard::new(card, me, now)).collect()))
}

/// The public tables of a status. The cards are the same for everybody, and are reused for a second.
async fn public(app: &App, status: Status, me: Option<PlayerId>) -> Result<Json<Vec<TableCard>>, StoreError> {
    let reused_for = app.config.times.list_reuse;
    let cards = app
        .public_lists
        .get(status, reused_for, async || {
            let codes = app.hub.listed(status);
            let public = Public { codes, per_host: app.config.limits.listed_per_host };
            let scope = if status == Status::Lobby { Scope::Open(public) } else { Scope::Watch(public) };
            app.store.list(scope, TABLES_PER_LIST).await
        })
        .await?;
    let now = clock::now();
    Ok(Json(cards.iter().map(|card| TableCard::new(card.clone(), me, now)).collect()))
}

/// One table as lists show it.
#[utoipa::path(get, path = "/api/tables/{code}", params(("code" = String, Path)),
    responses((status = 200, body = TableCard), Refused))]
async fn card(
    State(app): State<Arc<App>>,
    PathCode(code): PathCode,
    guest: Option<Guest>,
) -> Result<Json<TableCard>, Refused> {
    let card = app.store.card(code).await?.ok_or_else(|| no_table(&code.to_string()))?;
    let me = guest.map(|Guest(login)| login.person.id);
    Ok(Json(TableCard::new(card, me, clock::now())))
}

/// The record of a table's game, as a file. There is none before the end of the game.
#[utoipa::path(get, path = "/api/tables/{code}/record", params(("code" = String, Path)),
    responses((status = 200, body = String, content_type = "application/jsonl"), Refused))]
async fn record(State(app): State<Arc<App>>, PathCode(code): PathCode) -> Result<Response, Refused> {
    let Some(mut record) = app.hub.record(code).await? else {
        let status = app.store.card(code).await?.map(|card| card.status);
        let code = if status == Some(Status::Lobby) { Code::NotBegun } else { Code::Begun };
        return Err(Refusal::new(code, "there is a record once the game is over").into());
    };
    if !record.ends_with('\n') {
        record.push('\n');
    }
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"townhall-{code}.jsonl\"")),
    ];
    Ok((headers, record).into_response())
}

/// The game of a table up to now, step by step, as the server showed it to the guest who asks. Moves that were taken
/// back are left out.
#[utoipa::path(get, path = "/api/tables/{code}/look-back", params(("code" = String, Path)),
    responses((status = 200, description = "A `Replay`"), Refused))]
async fn look_back(
    State(app): State<Arc<App>>,
    PathCode(code): PathCode,
    client: Client,
    guest: Option<Guest>,
) -> Result<Json<Replay>, Refused> {
    let me = guest.map(|Guest(login)| login.person.id);
    // As much work as a hint, at most.
    app.kinds.spend(&HINTS, client.address, "too many requests; wait a little")?;
    Ok(Json(app.hub.look_back(code, me).await?))
}

#[derive(Deserialize, utoipa::IntoParams)]
struct Before {
    /// The lines before the one with this number, from 0; usually the number of the first line that the client has. If it
    /// is left out, the latest lines.
    #[serde(default = "after_all")]
    before: usize,
}

const fn after_all() -> usize {
    usize::MAX
}

/// Lines of a table's log that come before a given line: at most the latest 100 of them, the oldest first, and the
/// number of the first one. Everyone who can see the table can see all of its log. The oldest lines of a very long log
/// are dropped.
#[utoipa::path(get, path = "/api/tables/{code}/log", params(("code" = String, Path), Before),
    responses((status = 200, description = "A page of `LogEntry`"), Refused))]
async fn log(
    State(app): State<Arc<App>>,
    PathCode(code): PathCode,
    Valid(Query(Before { before })): Valid<Query<Before>>,
) -> Result<Json<Page<LogEntry>>, Refused> {
    Ok(Json(app.hub.log(code, before, LINES_PER_PAGE).await?))
}

/// Lines of a table's talk, in the same way.
#[utoipa::path(get, path = "/api/tables/{code}/talk", params(("code" = String, Path), Before),
    responses((status = 200, description = "A page of `TalkItem`"), Refused))]
async fn talk(
    State(app): State<Arc<App>>,
    PathCode(code): PathCode,
    Valid(Query(Before { before })): Valid<Query<Before>>,
) -> Result<Json<Page<TalkItem>>, Refused> {
    Ok(Json(app.hub.talk(code, before, LINES_PER_PAGE).await?))
}

/// The move that an expert bot would make now for the guest who asks, from what that seat sees. Refused at tables with
/// a clock.
#[utoipa::path(post, path = "/api/tables/{code}/hint", params(("code" = String, Path)),
    responses((status = 200, body = Hint), Refused))]
async fn hint(
    State(app): State<Arc<App>>,
    PathCode(code): PathCode,
    client: Client,
    Guest(login): Guest,
) -> Result<Json<Hint>, Refused> {
    app.kinds.spend(&HINTS, client.address, "too many hints; try again later")?;
    Ok(Json(app.hub.hint(code, login.person.id, client.address).await?))
}
