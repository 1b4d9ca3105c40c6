//! Writes the TypeScript types of all that goes over the wire.
//!
//! `cargo run -p wire-types -- FOLDER` empties the folder and writes one file for each group of types: the protocol, each
//! game, and the requests and answers of the engine. `cargo xtask types` formats them with Prettier afterwards.

mod group;

use std::{env, fs, io, path::Path, process::ExitCode};

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use tabletop::Rules;
use townhall_table::{
    catalogue::GameInfo,
    protocol::{Command, Frame, Hint, LogEntry, Page, Refusal},
};
use ts_rs::{Config, TypeVisitor};

use crate::group::{Groups, Unnamed};

/// Why the types could not be written.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error(transparent)]
    Unnamed(#[from] Unnamed),
    #[error(transparent)]
    Io(#[from] io::Error),
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
    let mut groups = Groups::new(Config::new().with_large_int("number"));
    visit_protocol(&mut groups);
    between_two_cities::typescript::visit(&mut groups);
    point_city::typescript::visit(&mut groups);
    townhall_bots::typescript::visit(&mut groups);
    townhall_wasm::typescript::visit(&mut groups);
    let mut files = groups.files()?;
    for (game, printed) in [
        (BetweenTwoCities::ID, between_two_cities::typescript::printed()),
        (PointCity::ID, point_city::typescript::printed()),
    ] {
        *files.entry(game).or_default() += &format!("\n{printed}{GAME_EVENT}");
    }
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    for (name, text) in files {
        fs::write(folder.join(name).with_extension("ts"), text)?;
    }
    Ok(())
}

/// Visits the types that all games share.
fn visit_protocol(groups: &mut Groups) {
    groups.visit::<Command>();
    groups.visit::<Frame>();
    groups.visit::<Page<LogEntry>>();
    groups.visit::<Refusal>();
    groups.visit::<Hint>();
    groups.visit::<GameInfo>();
    townhall_server::http::visit(groups);
}
