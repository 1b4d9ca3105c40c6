//! `/api/tables`: opening and finding tables, and the records of their games.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Json,
    extract::{
        ConnectInfo, Path, Query, State,
        rejection::{JsonRejection, QueryRejection},
    },
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::Refused;
use crate::{
    app::App,
    clock,
    hub::{Earlier, LineKind, Wanted},
    store::{Card, Public, Scope},
};
use townhall_table::{
    TableCode,
    journal::{Millis, PlayerId},
    protocol::{Code, GameResult, Hint, Options, Refusal, Status},
    recorded::Replay,
    room::Opening,
};

/// How many tables a list shows at most.
const LISTED: usize = 50;
/// How many lines of log or talk are sent at once.
const PAGE: usize = 100;

/// What lists say of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableCard {
    /// The short code in the link.
    pub code: String,
    /// The game's id.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// How many players.
    pub players: usize,
    /// Who sits there, by chair; null where nobody does.
    pub names: Vec<Option<String>>,
    /// Whether its game is still to begin, being played, or over.
    pub status: Status,
    /// Whether it is the turn of the guest who asks.
    pub your_turn: bool,
    /// Whether a bot plays for the guest who asks, who has left or was away for too long.
    pub bot_plays: bool,
    /// How long ago something last happened, in milliseconds.
    pub idle_ms: u64,
    /// How its game ended, once it is over. Of games that ended long ago only the list `finished` says it.
    pub result: Option<GameResult>,
}

impl TableCard {
    fn new(card: Card, reader: Option<PlayerId>, now: Millis) -> Self {
        let Card {
            code,
            game,
            variant,
            players,
            names,
            status,
            listing: _,
            to_act,
            stood_in,
            touched,
            ending,
        } = card;
        let your_turn = reader.is_some_and(|reader| to_act.contains(&reader));
        let bot_plays = status == Status::Playing && reader.is_some_and(|reader| stood_in.contains(&reader));
        let idle_ms = now.saturating_sub(touched);
        let result = ending.map(|ending| ending.seen_by(reader));
        Self { code, game, variant, players, names, status, your_turn, bot_plays, idle_ms, result }
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
    /// Those at which the guest who asks has a seat.
    Mine,
    /// The finished games among them, with their results.
    Finished,
    /// Public ones that wait for players.
    Open,
    /// Public ones whose game is on.
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
#[utoipa::path(post, path = "/api/tables", request_body = NewTable, responses(
    (status = 200, body = Opened),
    (status = 401, body = Refusal),
    (status = 404, body = Refusal),
    (status = 429, body = Refusal),
))]
async fn open(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    table: Result<Json<NewTable>, JsonRejection>,
) -> Result<Json<Opened>, Refused> {
    let Json(NewTable { game, variant, players, options, bots, start }) = table?;
    let host = app.somebody(&headers).await?;
    app.spend(&app.creations, peer, &headers, "too many new tables from this address")?;
    let (most, limits) = (app.config.limits.tables_per_guest, &app.config.times);
    let since = clock::now().saturating_sub(clock::millis(limits.abandoned));
    if app.store.unfinished(host.id, since).await? >= most {
        let detail = format!("expected the host of fewer than {most} unfinished tables");
        return Err(Refusal::new(Code::TooManyTables, detail).with("most", most).into());
    }
    let opening = Opening {
        game,
        variant,
        players,
        options: options.into(),
        people: vec![(0, host.clone())],
        host,
        bots: (1..).zip(bots).collect(),
        bot_names: Vec::new(),
    };
    Ok(Json(Opened { code: app.hub.open(&opening, start).await? }))
}

/// Lists tables: at most 50, the latest first. Of public ones, few of each host, and only those at which somebody is or
/// something happened a short while ago.
#[utoipa::path(get, path = "/api/tables", params(ListQuery), responses(
    (status = 200, body = Vec<TableCard>),
    (status = 400, body = Refusal),
))]
async fn list(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    query: Result<Query<ListQuery>, QueryRejection>,
) -> Result<Json<Vec<TableCard>>, Refused> {
    let Query(ListQuery { scope, after }) = query?;
    let me = app.person(&headers).await?.map(|person| person.id);
    let now = clock::now();
    let public = |status| Public {
        attended: app.hub.attended(status),
        since: now.saturating_sub(clock::millis(app.config.times.listed)),
        per_host: app.config.limits.listed_per_host,
    };
    let scope = match (scope, me) {
        (ScopeName::Mine, Some(me)) => Scope::Mine(me),
        (ScopeName::Finished, Some(who)) => Scope::Finished { who, after },
        (ScopeName::Mine | ScopeName::Finished, None) => return Ok(Json(Vec::new())),
        (ScopeName::Open, _) => Scope::Open(public(Status::Lobby)),
        (ScopeName::Watch, _) => Scope::Watch(public(Status::Playing)),
    };
    let finished = matches!(scope, Scope::Finished { .. });
    let mut cards = app.store.list(scope, LISTED).await?;
    if finished {
        for card in &mut cards {
            card.ending = app.hub.ending(card).await;
        }
    }
    Ok(Json(cards.into_iter().map(|card| TableCard::new(card, me, now)).collect()))
}

/// What lists say of one table.
#[utoipa::path(get, path = "/api/tables/{code}", params(("code" = String, Path)), responses(
    (status = 200, body = TableCard),
    (status = 404, body = Refusal),
))]
async fn card(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Json<TableCard>, Refused> {
    let code = read_code(&code)?;
    let card = app.store.card(&code).await?.ok_or_else(|| no_table(&code))?;
    let me = app.person(&headers).await?.map(|person| person.id);
    Ok(Json(TableCard::new(card, me, clock::now())))
}

/// The record of a table's game, as a file; only once it is over.
#[utoipa::path(get, path = "/api/tables/{code}/record", params(("code" = String, Path)), responses(
    (status = 200, body = String, content_type = "application/jsonl"),
    (status = 404, body = Refusal),
    (status = 409, body = Refusal),
))]
async fn record(State(app): State<Arc<App>>, Path(code): Path<String>) -> Result<Response, Refused> {
    let code = read_code(&code)?;
    let Some(mut record) = app.hub.record(&code).await? else {
        let status = app.store.card(&code).await?.map(|card| card.status);
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

/// The game of a table up to now, step by step, as the guest who asks was shown it, and nothing more. Moves that were taken back
/// are left out.
#[utoipa::path(get, path = "/api/tables/{code}/look-back", params(("code" = String, Path)), responses(
    (status = 200, description = "A `Replay`"),
    (status = 404, body = Refusal),
    (status = 409, body = Refusal),
    (status = 429, body = Refusal),
))]
async fn look_back(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Replay>, Refused> {
    let code = read_code(&code)?;
    let me = app.person(&headers).await?.map(|person| person.id);
    // As much work as a hint, at most.
    app.spend(&app.hints, peer, &headers, "too many requests; wait a little")?;
    Ok(Json(app.hub.look_back(&code, me).await?))
}

#[derive(Deserialize, utoipa::IntoParams)]
struct Before {
    /// The number of the line before which they come, from 0: that of the first line that is known. All, if it is left out.
    #[serde(default = "after_all")]
    before: usize,
}

const fn after_all() -> usize {
    usize::MAX
}

/// Earlier lines of what happened at a table: at most 100, the latest of those before a line, the oldest first, and the
/// number of the first of them. Whoever sees the table sees all of it. The oldest lines of a very long log are forgotten.
#[utoipa::path(get, path = "/api/tables/{code}/log", params(("code" = String, Path), Before), responses(
    (status = 200, description = "A page of `LogEntry`"),
    (status = 400, body = Refusal),
    (status = 404, body = Refusal),
))]
async fn log(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
    before: Result<Query<Before>, QueryRejection>,
) -> Result<Json<Earlier>, Refused> {
    earlier(&app, &code, LineKind::Log, before?.0).await
}

/// Earlier lines of what was said at a table, in the same way.
#[utoipa::path(get, path = "/api/tables/{code}/talk", params(("code" = String, Path), Before), responses(
    (status = 200, description = "A page of `TalkItem`"),
    (status = 400, body = Refusal),
    (status = 404, body = Refusal),
))]
async fn talk(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
    before: Result<Query<Before>, QueryRejection>,
) -> Result<Json<Earlier>, Refused> {
    earlier(&app, &code, LineKind::Talk, before?.0).await
}

async fn earlier(
    app: &App,
    code: &str,
    of: LineKind,
    Before { before }: Before,
) -> Result<Json<Earlier>, Refused> {
    let wanted = Wanted { of, before, most: PAGE };
    Ok(Json(app.hub.earlier(&read_code(code)?, wanted).await?))
}

/// What an expert bot would do now in the seat of the guest who asks, from what that seat sees. Not at tables with a
/// clock.
#[utoipa::path(post, path = "/api/tables/{code}/hint", params(("code" = String, Path)), responses(
    (status = 200, body = Hint),
    (status = 401, body = Refusal),
    (status = 403, body = Refusal),
    (status = 404, body = Refusal),
    (status = 409, body = Refusal),
    (status = 429, body = Refusal),
))]
async fn hint(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Hint>, Refused> {
    let code = read_code(&code)?;
    let somebody = app.somebody(&headers).await?;
    app.spend(&app.hints, peer, &headers, "too many hints; think for a while")?;
    Ok(Json(app.hub.hint(&code, somebody.id).await?))
}

/// The code of a path.
pub(crate) fn read_code(text: &str) -> Result<String, Refusal> {
    text.parse::<TableCode>().map(|code| code.to_string()).map_err(|_| no_table(text))
}

fn no_table(code: &str) -> Refusal {
    let code: String = code.chars().take(12).collect();
    Refusal::new(Code::NoTable, "no table has this code").with("code", code)
}
