//! Every journal that was ever written stays readable: golden journals of every variant and of every version of the
//! format, with the views after each entry.
//!
//! `journals/v1` was written by townhall 0.1 and never changes. `journals/v2` contains the same tables in the current
//! format, and games that were added later. These files belong to the journal `NAME.jsonl`; beside its oldest version are
//!
//! - `NAME.views`, which never changes: for each entry its number and, for each viewer (a spectator, then both people), a
//!   hash of everything that all versions must show alike ([`projection`]);
//! - `NAME.record`, which never changes: the record of the game;
//!
//! and in `v2` is `NAME.wire`: the same hashes of the whole view as it is sent to clients, independent of the order of keys.
//!
//! `BLESS=1 cargo test --package townhall-table --test table journals` rewrites `NAME.wire` after an intended change of
//! the protocol, and adds all files of games that have no journal yet.

use std::{
    collections::BTreeSet,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use serde_json::{Value, json};
use tabletop::{Rules, Seed};
use townhall_games::catalogue;
use townhall_table::{
    Json,
    journal::{Entry, EntryKind, JournalError, Millis, PlayerId, VERSION, read},
    protocol::{Status, TableView},
    room::{Context, Lines, Opening, Patience},
};

use super::room::{
    harness::{Harness, opening, person},
    moves,
};

const VIEWERS: [Option<PlayerId>; 3] = [None, Some(PlayerId(1)), Some(PlayerId(2))];

fn folder(version: u32) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/journals/v{version}"))
}

/// The names of the golden journals.
fn names(version: u32) -> Vec<String> {
    let files = fs::read_dir(folder(version)).unwrap().map(|file| file.unwrap().file_name());
    let mut names: Vec<String> =
        files.filter_map(|file| Some(file.to_str()?.strip_suffix(".jsonl")?.to_owned())).collect();
    names.sort();
    names
}

fn text(version: u32, file: &str) -> String {
    fs::read_to_string(folder(version).join(file)).unwrap_or_default()
}

fn journal(version: u32, name: &str) -> Vec<Entry> {
    let text = text(version, &format!("{name}.jsonl"));
    read(&text.lines().collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A context in which both people are connected.
fn context(at: Millis) -> Context {
    let mut context = Context::new(at, Seed::from_phrase("looking"), Patience::default());
    context.present = [(PlayerId(1), 1), (PlayerId(2), 1)].into_iter().collect();
    context
}

/// A move in the text form of records.
fn move_text(game: &str, mv: &Json) -> String {
    fn read<G: Rules>(mv: &Json) -> String {
        mv.read::<G::Move>().unwrap().to_string()
    }
    with_game!(game, read(mv))
}

/// The part of a view that every version has to show alike, independent of the names on the wire.
fn projection(view: &TableView) -> Value {
    let chairs: Vec<Value> = view
        .chairs
        .iter()
        .map(|chair| {
            let sitter = serde_json::to_value(&chair.sitter).unwrap();
            let level = sitter.get("level").or(sitter.get("stand_in")).unwrap_or(&Value::Null);
            json!([sitter["kind"], sitter.get("name").unwrap_or(&Value::Null), level])
        })
        .collect();
    let proposals = view.proposals.iter().map(|open| {
        let answers: Vec<_> = open.answers.iter().map(|answer| json!([answer.seat, answer.agree])).collect();
        json!([open.id, open.by, open.seat, move_text(&view.game_id, &open.mv), answers])
    });
    let votes = view.votes.iter().map(|vote| json!([vote.seat, vote.by, vote.needed]));
    let game = view.game.as_ref();
    json!({
        "version": view.version,
        "status": view.status,
        "me": view.me,
        "host": view.host,
        "variant": view.variant,
        "chairs": chairs,
        "to_act": game.map_or(&[][..], |game| &game.to_act),
        "sealed": game.map_or(&[][..], |game| &game.sealed),
        "my_sealed": game.and_then(|game| Some(move_text(&view.game_id, game.my_sealed.as_ref()?))),
        "waiting": game.map_or(&[][..], |game| &game.waiting),
        "goes_first": game.and_then(|game| game.goes_first),
        "moves": game.map_or(0, |game| game.moves),
        "undo": game.and_then(|game| game.undo),
        "winners": game.map_or(&[][..], |game| &game.winners),
        "outcome": game.and_then(|game| game.outcome.as_ref()).map(|json| json.read::<Value>().unwrap()),
        "proposals": proposals.collect::<Vec<_>>(),
        "votes": votes.collect::<Vec<_>>(),
        "rematch": view.rematch,
        "seed": view.deal.as_ref().and_then(|deal| deal.seed),
        "log": view.log.len(),
        "talk": view.talk.len(),
    })
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}

/// The views of all viewers after each entry: two texts of hashes, of the projection and of the wire.
fn shown(entries: &[Entry]) -> (String, String) {
    let (mut views, mut wire) = (String::new(), String::new());
    for count in 1..=entries.len() {
        let room = catalogue().restore("GOLDEN", &entries[..count]).unwrap();
        let at = |who| room.view(who, &context(entries[count - 1].at), Lines::default());
        let seen = VIEWERS.map(at);
        let hashes =
            |text: &dyn Fn(&TableView) -> String| seen.each_ref().map(|view| hash(&text(view))).join(" ");
        writeln!(views, "{count} {}", hashes(&|view| projection(view).to_string())).unwrap();
        writeln!(wire, "{count} {}", hashes(&|view| serde_json::to_value(view).unwrap().to_string()))
            .unwrap();
    }
    (views, wire)
}

/// The first lines that differ, for people.
fn compare(name: &str, what: &str, found: &str, expected: &str) {
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "{name}: {what} after entry {}", found.split(' ').next().unwrap());
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "{name}: {what}");
}

/// The games that existed when version 1 was current. Others need no journal of that version.
const GAMES_OF_VERSION_1: [&str; 2] = [BetweenTwoCities::ID, PointCity::ID];

fn is_blessed() -> bool {
    std::env::var_os("BLESS").is_some()
}

#[test]
fn there_is_a_golden_journal_of_every_mode() {
    for version in 1..=VERSION {
        let names = names(version);
        for game in catalogue().games() {
            if version < VERSION && !GAMES_OF_VERSION_1.contains(&game.id.as_str()) {
                continue;
            }
            for variant in &game.variants {
                for players in variant.min..=variant.max {
                    let name = format!("{}-{}-{players}", game.id, variant.id);
                    if version == VERSION && !names.contains(&name) && is_blessed() {
                        write_first(&game.id, &variant.id, players, &name);
                        continue;
                    }
                    assert!(
                        names.contains(&name),
                        "version {version} lacks {name}: run this test with BLESS=1"
                    );
                }
            }
        }
    }
}

/// Plays a game of a mode that has no golden journal yet, and writes its journal and the files that belong to it.
fn write_first(game: &str, variant: &str, players: usize, name: &str) {
    let people = players.min(2);
    let opening = Opening {
        host: person(1),
        people: (0..people).map(|chair| (chair, person(chair as i64 + 1))).collect(),
        ..opening(game, variant, players, people, "greedy")
    };
    let mut table = Harness::playing(&opening, name);
    let mut steps = 0;
    while table.room().summary().status != Status::Over {
        table.think_on();
        for who in 1..=people as i64 {
            if let Some(mv) = moves::any(&table, who, steps) {
                table.mv(who, &mv).unwrap();
                steps += 1;
            }
        }
    }
    let write =
        |kind: &str, text: &str| fs::write(folder(VERSION).join(format!("{name}.{kind}")), text).unwrap();
    let lines: Vec<String> = table.journal.iter().map(|entry| entry.to_json().unwrap()).collect();
    let (views, wire) = shown(&table.journal);
    write("jsonl", &(lines.join("\n") + "\n"));
    write("views", &views);
    write("wire", &wire);
    write("record", &table.room().record().unwrap());
}

#[test]
fn every_kind_of_entry_is_in_a_golden_journal() {
    let kinds = |version| -> BTreeSet<String> {
        let entries = names(version).into_iter().flat_map(move |name| journal(version, &name));
        entries
            .map(|entry| format!("{:?}", entry.kind).split([' ', '{']).next().unwrap().to_owned())
            .collect()
    };
    let all = kinds(VERSION);
    assert_eq!(all.len(), 26, "a new kind needs a golden journal: {all:?}");
    // Version 1 had no correspondence tables, no plans, and no entry for changing places.
    assert_eq!(all.difference(&kinds(1)).collect::<Vec<_>>(), ["Away", "Planned", "Swapped", "Unplanned"]);
}

#[test]
fn golden_journals_give_the_same_views() {
    for version in (1..=VERSION).rev() {
        for name in names(version) {
            let entries = journal(version, &name);
            let (views, wire) = shown(&entries);
            let oldest = if names(1).contains(&name) { 1 } else { VERSION };
            compare(&name, "the table", &views, &text(oldest, &format!("{name}.views")));
            let file = format!("{name}.wire");
            if version == VERSION && is_blessed() {
                fs::write(folder(version).join(&file), &wire).unwrap();
            }
            compare(&name, "the wire", &wire, &text(VERSION, &file));
            let room = catalogue().restore("GOLDEN", &entries).unwrap();
            let record = room.record().unwrap_or_default();
            let expected = text(oldest, &format!("{name}.record"));
            assert_eq!(in_text_form(&record), in_text_form(&expected), "{name}: the record");
        }
    }
}

/// A record without the parts that may change with the program: its version, and lines of talk, which are for people.
fn in_text_form(record: &str) -> Vec<String> {
    let lines = record.lines().filter(|line| !line.starts_with("{\"talk\""));
    lines
        .map(|line| line.replace(concat!("townhall ", env!("CARGO_PKG_VERSION")), "townhall 0.1.0"))
        .collect()
}

/// Entries of version 1 are written in the current form, and are equal when read again.
#[test]
fn an_old_entry_is_written_in_the_form_of_today() {
    for name in names(1) {
        let entries = journal(1, &name);
        let today: Vec<String> = entries.iter().map(|entry| entry.to_json().unwrap()).collect();
        if is_blessed() && !folder(VERSION).join(format!("{name}.jsonl")).exists() {
            fs::write(folder(VERSION).join(format!("{name}.jsonl")), today.join("\n") + "\n").unwrap();
        }
        assert_eq!(read(&today).unwrap(), entries, "{name}");
        assert_eq!(today.join("\n") + "\n", text(VERSION, &format!("{name}.jsonl")), "{name}");
    }
}

/// Unknown fields are ignored, and missing options have their defaults. Known fields are read strictly.
#[test]
fn entries_are_read_tolerantly_and_strictly() {
    let opened = |options: &str| {
        format!(
            r#"{{"v":2,"at":1,"kind":{{"opened":{{"game":"point-city","rules":1,"variant":"standard","players":2,
            "options":{options},"host":1,"of tomorrow":true}}}},"too":7}}"#
        )
    };
    let Entry { kind: EntryKind::Opened { options, .. }, .. } = Entry::from_json(1, &opened("{}")).unwrap()
    else {
        panic!("another entry");
    };
    assert_eq!(options, townhall_table::journal::Options::default());
    let more = Entry::from_json(1, &opened(r#"{"pace":"fast","music":"loud"}"#)).unwrap();
    assert!(catalogue().restore("X", &[more]).is_ok());
    for (text, expected) in [
        (opened(r#"{"pace":"slow"}"#), "entry 1: unknown variant `slow`, expected one of `untimed`"),
        (opened("{}").replace("\"players\":2,", ""), "entry 1: missing field `players`"),
        (r#"{"v":2,"at":1,"kind":{"invented":{}}}"#.to_owned(), "entry 1: unknown variant `invented`"),
        (r#"{"v":2,"kind":{"emptied":{"chair":1}}}"#.to_owned(), "entry 1: missing field `at`"),
        (r#"{"v":3,"at":1}"#.to_owned(), "entry 1 has version 3; this program reads versions up to 2"),
        (r#"{"at":1,"what":{"type":"emptied"}}"#.to_owned(), "entry 1: missing field `chair`"),
        ("flipped bits".to_owned(), "entry 1: expected"),
    ] {
        let error = Entry::from_json(1, &text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

/// A journal that can't be read says why.
#[test]
fn journals_that_cant_be_read() {
    let good = journal(VERSION, "lobby");
    let refused = |entries: &[Entry]| catalogue().restore("X", entries).err().unwrap();
    assert_eq!(refused(&[]), JournalError::Empty);
    assert_eq!(read::<&str>(&[]).unwrap_err(), JournalError::Empty);
    assert!(matches!(refused(&good[1..]), JournalError::DoesNotFollow { number: 1, .. }));
    assert!(matches!(
        refused(&[&good[..2], &good[..1]].concat()),
        JournalError::DoesNotFollow { number: 3, .. }
    ));
    let changed = |change: &dyn Fn(&mut String, &mut u32)| {
        let mut entries = good.clone();
        if let EntryKind::Opened { game, rules, .. } = &mut entries[0].kind {
            change(game, rules);
        }
        refused(&entries)
    };
    assert_eq!(changed(&|game, _| *game = "chess".to_owned()), JournalError::UnknownGame("chess".to_owned()));
    let other = changed(&|_, rules| *rules = 9).to_string();
    assert!(other.contains("version 9 of the rules") && other.contains("knows version 1"), "{other}");
}
