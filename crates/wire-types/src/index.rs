//! The `index.ts` of a folder of types.

use std::{fs, io, path::Path};

/// The first line of each file that ts-rs did not write.
const HEADER: &str = "// Generated from the Rust types by `cargo xtask types`: do not edit.";

/// What a game's folder has besides its types.
const GAME_EVENT: &str = r#"import type { Event } from "../Event";
import type { EventKind } from "./EventKind";

/** Something that happened, and whose doing it was. */
export type GameEvent = Event<EventKind>;

"#;

/// Passes on the types of the protocol.
pub(crate) fn of_protocol(folder: &Path) -> io::Result<()> {
    write(folder, "")
}

/// Passes on the types of a game.
pub(crate) fn of_game(folder: &Path) -> io::Result<()> {
    write(folder, GAME_EVENT)
}

fn write(folder: &Path, first: &str) -> io::Result<()> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    let names = paths.iter().filter(|path| path.is_file()).filter_map(|path| path.file_stem()?.to_str());
    let types: String = names
        .filter(|name| *name != "printed")
        .map(|name| format!("export type {{ {name} }} from \"./{name}\";\n"))
        .collect();
    fs::write(folder.join("index.ts"), format!("{HEADER}\n{first}{types}"))
}
