//! Writes the TypeScript types of all that goes over the wire.
//!
//! `cargo run -p townhall --features typescript --example wire_types -- web/src/lib/wire`, or
//! shorter `cargo xtask types`, empties that folder and writes one file for each type: those of the
//! protocol into the folder itself, those of each game into a folder of the game's name.

use std::{
    collections::BTreeMap,
    env, fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use between_two_cities::BetweenTwoCities;
use point_city::{CardId, PointCity};
use tabletop::{Event, prelude::*};
use townhall_bots::{Nothing, Reason};
use townhall_server::{
    catalogue::GameInfo,
    http::{Me, NewTable, Opened, ScopeName, TableCard},
    protocol::{Command, Frame, Hint, Refusal},
};
use ts_rs::{Config, ExportError, TS};

/// The first line of every file.
const HEADER: &str = "// Generated from the Rust types by `cargo xtask types`: do not edit.";

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

fn write(folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let config = Config::new().with_large_int("number").with_out_dir(folder);
    export_types(&config)?;
    tidy(folder)?;
    index(folder, "")?;
    for game in [BetweenTwoCities::ID, PointCity::ID] {
        let more = "import type { Event } from \"../Event\";\nimport type { EventKind } from \"./EventKind\";\n\n\
                    /** Something that happened, and whose doing it was. */\n\
                    export type GameEvent = Event<EventKind>;\n";
        index(&folder.join(game), more)?;
    }
    write_cards(&folder.join(PointCity::ID).join("printed.ts"))?;
    Ok(())
}

fn export_types(config: &Config) -> Result<(), ExportError> {
    Command::export_all(config)?;
    Frame::export_all(config)?;
    Refusal::export_all(config)?;
    Hint::export_all(config)?;
    GameInfo::export_all(config)?;
    Me::export_all(config)?;
    NewTable::export_all(config)?;
    Opened::export_all(config)?;
    ScopeName::export_all(config)?;
    TableCard::export_all(config)?;

    Event::<between_two_cities::EventKind>::export_all(config)?;
    between_two_cities::ViewJson::export_all(config)?;
    between_two_cities::OutcomeJson::export_all(config)?;
    <BetweenTwoCities as Client>::Offers::export_all(config)?;
    <BetweenTwoCities as Information>::EventKind::export_all(config)?;
    Reason::export_all(config)?;

    point_city::ViewJson::export_all(config)?;
    point_city::OutcomeJson::export_all(config)?;
    <PointCity as Client>::Offers::export_all(config)?;
    <PointCity as Information>::EventKind::export_all(config)?;
    Nothing::export_all(config)
}

/// What lies in a folder, sorted: its files of types, and its folders.
fn contents(folder: &Path) -> io::Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths.into_iter().partition(|path| path.is_file()))
}

/// Gives every file our header and a form that people can read.
fn tidy(folder: &Path) -> io::Result<()> {
    let (files, folders) = contents(folder)?;
    for file in files {
        let text = fs::read_to_string(&file)?;
        let mut tidied = Tidied { text: format!("{HEADER}\n"), ..Tidied::default() };
        let mut comment = None;
        for line in text.lines().skip(1).map(str::trim) {
            let all: &mut Vec<&str> = match (&mut comment, line) {
                (None, "/**") => comment.insert(Vec::new()),
                (None, _) => {
                    tidied.code(line);
                    continue;
                }
                (Some(all), _) => all,
            };
            if line == "*/" {
                tidied.comment(all);
                comment = None;
            } else if line != "/**" {
                all.push(line.trim_start_matches('*').trim_start());
            }
        }
        fs::write(&file, tidied.text)?;
    }
    folders.iter().try_for_each(|folder| tidy(folder))
}

/// TypeScript with one field a line.
#[derive(Default)]
struct Tidied {
    text: String,
    /// How many braces are open, and how many other brackets within the latest of them.
    braces: usize,
    brackets: usize,
}

impl Tidied {
    /// Begins a new line, unless one has begun.
    fn new_line(&mut self) {
        let end = self.text.trim_end_matches(' ').len();
        self.text.truncate(end);
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text.push_str(&"  ".repeat(self.braces));
    }

    /// A comment, without the examples, which are in Rust.
    fn comment(&mut self, lines: &[&str]) {
        let before_example = lines.iter().position(|line| line.starts_with("```")).unwrap_or(lines.len());
        let kept: Vec<&str> = lines[..before_example].to_vec();
        let end = kept.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        if self.braces > 0 {
            self.new_line();
        }
        let indent = "  ".repeat(self.braces);
        let body = match &kept[..end] {
            [one] => format!("/** {one} */\n"),
            many => {
                let lines = many.iter().map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n");
                format!("/**\n{}{indent} */\n", lines.collect::<String>())
            }
        };
        self.text.push_str(&body);
        if self.braces > 0 {
            self.text.push_str(&indent);
        }
    }

    fn code(&mut self, line: &str) {
        if self.braces == 0 && (line.is_empty() || line.starts_with("import")) {
            self.text.push_str(line);
            self.text.push('\n');
            return;
        }
        let mut quoted = false;
        for letter in line.chars() {
            quoted ^= letter == '"';
            match letter {
                _ if quoted => self.text.push(letter),
                '{' if self.brackets == 0 => {
                    self.text.push(letter);
                    self.braces += 1;
                    self.new_line();
                }
                '}' if self.brackets == 0 => {
                    self.braces -= 1;
                    let open = self.text.trim_end_matches([' ', '\n']).len();
                    if !self.text[open..].is_empty() && !self.text[..open].ends_with(['{', ';']) {
                        self.text.truncate(open);
                        self.text.push(';');
                    }
                    self.new_line();
                    self.text.push(letter);
                }
                ',' if self.brackets == 0 => {
                    self.text.push(';');
                    self.new_line();
                }
                ' ' if self.text.ends_with([' ', '\n']) => {}
                _ => {
                    self.brackets += usize::from("<[".contains(letter));
                    self.brackets -= usize::from(">]".contains(letter)).min(self.brackets);
                    self.text.push(letter);
                }
            }
        }
        if self.braces == 0 {
            self.text.push('\n');
        }
    }
}

/// Writes a file that passes on all types of a folder, and says `more`.
fn index(folder: &Path, more: &str) -> io::Result<()> {
    let (files, _) = contents(folder)?;
    let names = files.iter().filter_map(|file| file.file_stem()?.to_str());
    let types: String = names.map(|name| format!("export type {{ {name} }} from \"./{name}\";\n")).collect();
    let more = if more.is_empty() { String::new() } else { format!("{more}\n") };
    fs::write(folder.join("index.ts"), format!("{HEADER}\n{more}{types}"))
}

/// What is printed on the cards of Point City: a view names them by their ids.
fn write_cards(file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let cards: BTreeMap<String, serde_json::Value> = CardId::ALL
        .into_iter()
        .map(|card| {
            let printed = serde_json::json!({
                "tier": card.tier(),
                "back": card.back(),
                "cost": card.cost().to_string(),
                "produces": card.produces(),
                "points": card.points(),
                "civic": card.is_civic(),
            });
            (card.to_string(), printed)
        })
        .collect();
    let lines: String = cards.iter().map(|(id, card)| format!("  \"{id}\": {card},\n")).collect();
    let text = format!(
        "{HEADER}\n\
         import type {{ CardId }} from \"./CardId\";\n\
         import type {{ Kind }} from \"./Kind\";\n\
         import type {{ Resource }} from \"./Resource\";\n\n\
         /** What is printed on a card. */\n\
         export type Card = {{\n  tier: number;\n  /** What its resource side shows. */\n  back: Kind;\n  \
         /** The symbols that its building side costs, such as `MMI`. */\n  cost: string;\n  \
         /** The permanent resource that its building side gives. */\n  produces: Resource | null;\n  \
         points: number;\n  /** Whether its building side gives a civic token. */\n  civic: boolean;\n}};\n\n\
         /** All cards. */\n\
         export const CARDS: Record<CardId, Card> = {{\n{lines}}};\n"
    );
    fs::write(file, text)?;
    Ok(())
}
