//! `/api/me/export`: all data that the server stores about a guest, as a download.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use data_encoding::BASE64URL_NOPAD;
use futures_util::{Stream, StreamExt, stream};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::task::spawn_blocking;
use townhall_store::{Card, Channel, Device, Passkey, RecoveryEvent, Scope, StoreError, StoredTable};
use townhall_system::{clock, seldom};
use townhall_table::{
    Catalogue,
    journal::{self, EntryKind, Millis, PlayerId},
    protocol::Status,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    extract::{Client, Guest},
    me::{EXPORTS, Me},
    notices::MyNotice,
    refused::Refused,
    settings::NoticeSettings,
};
use crate::{app::App, limits::RequestKind};

/// Downloads of all finished games of a guest.
const RECORD_FILES: RequestKind =
    RequestKind { name: "files of records", rate: |limits| limits.record_files };
/// How many tables are exported at most, the latest first.
const MAX_TABLES: usize = 10_000;

/// How many notifications are exported at most, the latest first.
const MAX_NOTICES: usize = 10_000;

/// The first line: the guest, their devices, how they sign in again, and their notifications.
#[derive(Serialize)]
struct Owner {
    me: Me,
    devices: Vec<ExportedDevice>,
    recovery: ExportedRecovery,
    channels: Vec<ExportedChannel>,
    /// The email address to which a code was sent that is still valid.
    unconfirmed_email: Option<String>,
    notices: Vec<MyNotice>,
    /// The names of the people whom the guest has muted.
    muted: Vec<String>,
}

/// How the guest can sign in again. Of codes the server only has hashes.
#[derive(Serialize)]
struct ExportedRecovery {
    codes_left: u32,
    passkeys: Vec<ExportedPasskey>,
    events: Vec<RecoveryEvent>,
}

/// A passkey, with its bytes in base64url.
#[derive(Serialize)]
struct ExportedPasskey {
    credential: String,
    public_key: String,
    site: String,
    label: String,
    since: Millis,
    seen: Millis,
}

/// Where the guest is notified.
#[derive(Serialize)]
struct ExportedChannel {
    medium: &'static str,
    address: String,
    site: String,
    language: String,
    since: Millis,
    settings: NoticeSettings,
    #[serde(skip_serializing_if = "String::is_empty")]
    problem: String,
}

#[derive(Serialize)]
struct ExportedDevice {
    label: String,
    since: Millis,
    seen: Millis,
}

/// A line for each table.
#[derive(Serialize)]
struct ExportedTable {
    code: String,
    game: String,
    variant: String,
    status: Status,
    names: Vec<Option<String>>,
    touched: Millis,
    /// When the players meet to begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    starts: Option<Millis>,
    /// The guest's own note at this table.
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
    /// The guest's messages at this table.
    said: Vec<Said>,
    /// The lines of the record, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Vec<Box<RawValue>>>,
    /// The error, if the table's journal can't be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<String>,
}

#[derive(Serialize)]
struct Said {
    at: Millis,
    text: String,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(export)).routes(routes!(records))
}

/// All data about the guest who asks, as JSON Lines: name, colour and devices first, then a line for each table with the
/// guest's note and messages there and, once its game is over, its record.
#[utoipa::path(get, path = "/api/me/export",
    responses((status = 200, content_type = "application/x-ndjson", body = String), Refused))]
async fn export(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(login): Guest,
) -> Result<Response, Refused> {
    let person = login.person;
    app.kinds.spend(
        &EXPORTS,
        client.address,
        "too many exports from this address; try again in 20 minutes",
    )?;
    let devices = app.store.devices(person.id).await?;
    let means = app.store.means(person.id).await?;
    let channels = app.store.channels(person.id).await?;
    let notices = app.store.notices(Some(person.id), MAX_NOTICES).await?;
    let cards = app.store.list(Scope::Mine(person.id), MAX_TABLES).await?;
    let channel = |(_, channel): (_, Channel)| {
        let settings = NoticeSettings::of(&channel);
        let Channel { medium, address, site, language, since, problem, .. } = channel;
        ExportedChannel { medium: medium.word(), address, site, language, since, settings, problem }
    };
    let device = |Device { label, since, seen, .. }| ExportedDevice { label, since, seen };
    let passkey = |Passkey { credential, public_key, site, label, since, seen, .. }| ExportedPasskey {
        credential: BASE64URL_NOPAD.encode(&credential),
        public_key: BASE64URL_NOPAD.encode(&public_key),
        site,
        label,
        since,
        seen,
    };
    let owner = Owner {
        me: Me { name: person.name, colour: person.colour },
        devices: devices.into_iter().map(device).collect(),
        recovery: ExportedRecovery {
            codes_left: means.codes_left,
            passkeys: means.passkeys.into_iter().map(passkey).collect(),
            events: means.events,
        },
        channels: channels.into_iter().map(channel).collect(),
        unconfirmed_email: app.store.address_of_code(person.id, clock::now()).await?,
        notices: notices.into_iter().map(MyNotice::from).collect(),
        muted: app.store.muted(person.id).await?,
    };
    let first = line(&owner);
    let tables = one_by_one(app, Some(person.id), cards, move |app, card, stored, note| {
        line(&ExportedTable { note, ..exported(app.hub.catalogue(), card, stored, person.id) })
    });
    let lines = stream::once(std::future::ready(first)).chain(tables);
    Ok(download("application/x-ndjson", "townhall.jsonl", lines))
}

/// The records of all finished games of the guest who asks, the latest first, as one file, which can be loaded and
/// analysed. They include the public talk of the table.
#[utoipa::path(get, path = "/api/me/records",
    responses((status = 200, content_type = "application/jsonl", body = String), Refused))]
async fn records(
    State(app): State<Arc<App>>,
    client: Client,
    Guest(login): Guest,
) -> Result<Response, Refused> {
    app.kinds.spend(&RECORD_FILES, client.address, "too many files of records from this address")?;
    let scope = Scope::Finished { who: login.person.id, after: None };
    let cards = app.store.list(scope, MAX_TABLES).await?;
    let records = one_by_one(app, None, cards, |app, card, stored, _| {
        let record = || {
            // A table whose journal can't be read is left out.
            let room = app.hub.catalogue().restore_texts(&card.code.to_string(), &stored?.entries);
            let mut record = room.ok()?.record()?;
            if !record.ends_with('\n') {
                record.push('\n');
            }
            Some(record)
        };
        Ok(record().unwrap_or_default())
    });
    Ok(download("application/jsonl; charset=utf-8", "townhall-records.jsonl", records))
}

/// Calls `write` for each table, with the note of `author` there, which is empty without an author. One table at a time, as
/// fast as the client reads: all tables of a guest may not fit into memory at once.
fn one_by_one(
    app: Arc<App>,
    author: Option<PlayerId>,
    cards: Vec<Card>,
    write: impl Fn(&App, Card, Option<StoredTable>, String) -> Result<String, Broken> + Copy + Send + 'static,
) -> impl Stream<Item = Result<String, Broken>> {
    stream::iter(cards).then(move |card| {
        let app = Arc::clone(&app);
        async move {
            let failed = |error: StoreError| {
                seldom!(error, %error, "a table can't be exported");
                Broken
            };
            let stored = app.store.load(card.code).await.map_err(failed)?;
            let note = match author {
                Some(author) => app.store.note(author, card.code).await.map_err(failed)?,
                None => String::new(),
            };
            // Replaying a long game takes some milliseconds, which must not delay other tasks.
            spawn_blocking(move || write(&app, card, stored, note)).await.map_err(|error| {
                seldom!(error, %error, "a table can't be exported");
                Broken
            })?
        }
    })
}

/// A download that is sent while it is generated.
fn download(
    kind: &'static str,
    name: &str,
    parts: impl Stream<Item = Result<String, Broken>> + Send + 'static,
) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    (headers, Body::from_stream(parts)).into_response()
}

/// An export ended early. The cause is only logged.
#[derive(Debug, thiserror::Error)]
#[error("the server failed")]
struct Broken;

fn line(value: &impl Serialize) -> Result<String, Broken> {
    let text = serde_json::to_string(value).map_err(|error| {
        seldom!(error, %error, "an export can't be written");
        Broken
    })?;
    Ok(text + "\n")
}

/// The line of a guest's export about a table; `stored` is `None` if the table was removed in the meantime.
fn exported(
    catalogue: &Catalogue,
    card: Card,
    stored: Option<StoredTable>,
    owner: PlayerId,
) -> ExportedTable {
    let Card { code, game, variant, names, status, touched, starts, .. } = card;
    let mut table = ExportedTable {
        code: code.to_string(),
        game,
        variant,
        status,
        names,
        touched,
        starts,
        note: String::new(),
        said: Vec::new(),
        record: None,
        unreadable: None,
    };
    let Some(stored) = stored else { return table };
    let entries = match journal::read(&stored.entries) {
        Ok(entries) => entries,
        Err(error) => {
            table.unreadable = Some(error.to_string());
            return table;
        }
    };
    table.said = entries
        .iter()
        .filter(|entry| entry.command.as_ref().is_some_and(|command| command.by == owner))
        .filter_map(|entry| match &entry.kind {
            EntryKind::Said { text, .. } | EntryKind::Remarked { text, reaction: None, .. } => {
                Some(Said { at: entry.at, text: text.clone() })
            }
            _ => None,
        })
        .collect();
    match catalogue.restore(&table.code, &entries) {
        // There is no record before the end of the game.
        Ok(room) => table.record = room.record().map(|record| record.lines().filter_map(raw).collect()),
        Err(error) => table.unreadable = Some(error.to_string()),
    }
    table
}

fn raw(line: &str) -> Option<Box<RawValue>> {
    RawValue::from_string(line.to_owned()).ok()
}
