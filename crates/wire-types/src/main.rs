//! Writes the TypeScript types of all that goes over the wire.
//!
//! `cargo run -p wire-types -- FOLDER` empties the folder and writes one file for each type: those of the
//! protocol into the folder itself, those of each game into a folder of the game's name. It leaves the layout to
//! Prettier, which `cargo xtask types` runs afterwards.

mod comments;
mod index;

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use tabletop::Rules;
use townhall_server::http::{
    EnteredDeviceCode, Me, MyDevice, NewRecord, NewTable, OfferedDeviceCode, Opened, ScopeName, SeatReport,
    TableCard,
};
use townhall_table::{
    catalogue::GameInfo,
    protocol::{Command, Frame, Hint, LogEntry, Page, Refusal},
};
use ts_rs::{Config, ExportError, TS};

/// Why the types could not be written.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("expected the folder to write to, such as web/src/lib/wire");
        return ExitCode::from(2);
    };
    match write(&folder) {
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
    comments::clean(folder)?;
    index::of_protocol(folder)?;
    index::of_protocol(&folder.join("engine"))?;
    index::of_game(&folder.join(BetweenTwoCities::ID))?;
    index::of_game(&folder.join(PointCity::ID))?;
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
    OfferedDeviceCode::export_all(config)?;
    EnteredDeviceCode::export_all(config)?;
    NewTable::export_all(config)?;
    NewRecord::export_all(config)?;
    Opened::export_all(config)?;
    ScopeName::export_all(config)?;
    SeatReport::export_all(config)?;
    TableCard::export_all(config)
}
