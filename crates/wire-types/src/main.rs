//! Writes the TypeScript types of all that goes over the wire.
//!
//! `cargo run -p wire-types -- FOLDER` empties the folder and writes one file for each group of types: the protocol, each
//! game, and the requests and answers of the engine. `cargo xtask types` formats them with Prettier afterwards.

mod group;

use std::{env, fs, io, path::Path, process::ExitCode};

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use tabletop::Rules;
use townhall_server::http::{
    AddedWebhook, EmailCode, EnteredDeviceCode, MadePasskey, Me, MyDevice, MyNotices, MyRecovery, NewEmail,
    NewRecord, NewSubscription, NewTable, NewWebhook, Note, NoticeSettings, OfferedDeviceCode, Opened,
    PaperCodes, PasskeyChallenge, PasskeySignature, PersonReport, ScopeName, TableCard,
};
use townhall_table::{
    catalogue::GameInfo,
    protocol::{Command, Frame, Hint, LogEntry, Page, Refusal},
};
use ts_rs::{Config, ExportError, TS};

/// Why the types could not be written.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("{0} has no TypeScript name of its own: wrap it in a struct or an enum that derives `TS`")]
    Unnamed(&'static str),
    #[error(transparent)]
    Export(ExportError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<ExportError> for Error {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::CannotBeExported(name) => Self::Unnamed(name),
            error => Self::Export(error),
        }
    }
}

/// The type of a game's entries in the log, which Rust writes as `Event<EventKind>`.
const GAME_EVENT: &str = r#"
/** An event of this game, and the seat that caused it. */
export type GameEvent = import("./protocol").Event<EventKind>;
"#;

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1) else {
        eprintln!("expected the folder to write to, such as web/src/lib/wire");
        return ExitCode::from(2);
    };
    let folder = Path::new(&folder);
    match write(folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path) -> Result<(), Error> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let config = Config::new().with_large_int("number").with_out_dir(folder);
    export_protocol(&config)?;
    between_two_cities::typescript::export(&config)?;
    point_city::typescript::export(&config)?;
    townhall_bots::typescript::export(&config)?;
    townhall_wasm::typescript::export(&config)?;
    let mut groups = group::join(folder)?;
    for game in [BetweenTwoCities::ID, PointCity::ID] {
        groups.entry(game.to_owned()).or_default().push_str(GAME_EVENT);
    }
    fs::remove_dir_all(folder)?;
    fs::create_dir_all(folder)?;
    for (name, text) in groups {
        fs::write(folder.join(name).with_extension("ts"), text)?;
    }
    Ok(())
}

/// The types that all games share.
fn export_protocol(config: &Config) -> Result<(), ExportError> {
    Command::export_all(config)?;
    Frame::export_all(config)?;
    Page::<LogEntry>::export_all(config)?;
    Refusal::export_all(config)?;
    Hint::export_all(config)?;
    GameInfo::export_all(config)?;
    Me::export_all(config)?;
    MyDevice::export_all(config)?;
    MyNotices::export_all(config)?;
    NewSubscription::export_all(config)?;
    NoticeSettings::export_all(config)?;
    NewWebhook::export_all(config)?;
    AddedWebhook::export_all(config)?;
    NewEmail::export_all(config)?;
    EmailCode::export_all(config)?;
    OfferedDeviceCode::export_all(config)?;
    EnteredDeviceCode::export_all(config)?;
    MyRecovery::export_all(config)?;
    PaperCodes::export_all(config)?;
    PasskeyChallenge::export_all(config)?;
    MadePasskey::export_all(config)?;
    PasskeySignature::export_all(config)?;
    NewTable::export_all(config)?;
    NewRecord::export_all(config)?;
    Opened::export_all(config)?;
    ScopeName::export_all(config)?;
    Note::export_all(config)?;
    PersonReport::export_all(config)?;
    TableCard::export_all(config)
}
