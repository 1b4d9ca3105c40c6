//! Analysis in a browser: a game is analysed in slices, with the result of the library, and other moves can be tried.

use std::{fs, path::PathBuf};

use point_city::PointCity;
use serde_json::{Value, json};
use tabletop::{Record, SeatSet, Seed, record::split};
use townhall_analysis::{Analysis, Mark, refine};
use townhall_bots::system_clock;
use townhall_wasm::Engine;

fn golden(mode: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../townhall/tests/records/v1");
    let text =
        fs::read_to_string(folder.join(format!("{mode}.jsonl"))).expect("the recorded games are there");
    // Only the first game of the file.
    let games = text.match_indices("{\"record\"").map(|(at, _)| at).chain([text.len()]).collect::<Vec<_>>();
    text[..games[1]].to_owned()
}

fn ask(engine: &mut Engine, request: &Value) -> Value {
    serde_json::from_str(&engine.call(&request.to_string())).expect("an answer is JSON")
}

/// Works until the analysis is complete; returns the partial results.
fn worked(engine: &mut Engine, file: &str) -> Vec<Value> {
    let mut said = vec![ask(engine, &json!({"analyse": {"file": file}}))["analysed"].clone()];
    while said.last().is_some_and(|last| last["progress"].as_f64() < Some(1.0)) {
        said.push(ask(engine, &json!({"analyse-on": {"millis": 20}}))["analysed"].clone());
    }
    said
}

/// The analysis in slices has the same result as the library's, and the curve fills in from the beginning.
#[test]
fn an_analysis_in_slices_has_the_result_of_the_library() {
    let file = golden("point-city-solo-medium-1");
    let record = Record::<PointCity>::read(split(&file).expect("a record").remove(0)).expect("a good record");
    let mut whole =
        Analysis::new(&record, SeatSet::all(1), &Seed::from_phrase("analysis")).expect("it is over");
    let budget = whole.plenty();
    refine(&mut whole.tasks().iter_mut().collect::<Vec<_>>(), budget, &system_clock);
    let report = whole.report();
    let expected = serde_json::to_value(&report).expect("a report is JSON");

    let mut engine = Engine::new(system_clock);
    let said = worked(&mut engine, &file);
    let last = said.last().expect("something was said");
    for (seat, (found, whole)) in
        last["seats"].as_array().expect("seats").iter().zip(&report.seats).enumerate()
    {
        let expected = &expected["seats"][seat];
        for key in ["seat", "lead", "parts", "accuracy", "curve"] {
            assert_eq!(found[key], expected[key], "{key} of seat {seat}");
        }
        let decisions = found["decisions"].as_array().expect("decisions");
        assert_eq!(decisions.len(), whole.decisions.len());
        for (found, whole) in decisions.iter().zip(&whole.decisions) {
            assert_eq!(found["played"], json!(whole.played));
            assert_eq!(found["best"], json!(whole.best));
            assert_eq!(found["mark"], whole.mark.name());
            assert_eq!(found["why"].is_null(), whole.mark < Mark::Inexact);
        }
    }
    let points = |said: &Value| said["seats"][0]["curve"].as_array().map_or(0, Vec::len);
    assert!(said.is_sorted_by_key(points) && points(&said[0]) < points(last));
    let key = &last["key"];
    assert!(said.iter().all(|said| &said["key"] == key));
    let other = ask(&mut engine, &json!({"analyse": {"file": golden("point-city-standard-3")}}));
    assert_ne!(&other["analysed"]["key"], key);
}

/// Other moves can be judged in place of a played one, also with knowledge of the whole state.
#[test]
fn other_moves_can_be_judged() {
    let mut engine = Engine::new(system_clock);
    assert_eq!(ask(&mut engine, &json!({"hindsight": {"ply": 0}}))["refused"]["code"], "no-table");
    let said = worked(&mut engine, &golden("between-two-cities-standard-3"));
    let decisions = said[said.len() - 1]["seats"][0]["decisions"].as_array().expect("decisions").clone();
    let costs = |one: &Value| one["cost"].as_f64().unwrap_or(0.0);
    let worst = decisions.iter().max_by(|a, b| costs(a).total_cmp(&costs(b))).expect("there are some");
    let ply = &worst["ply"];
    let tried = ask(&mut engine, &json!({"judge": {"ply": ply, "mv": worst["best"]}}));
    assert!(costs(&tried["judged"]) < costs(worst), "{tried}");
    for nonsense in [json!({"ply": ply, "mv": "no move"}), json!({"ply": 100_000, "mv": worst["best"]})] {
        assert_eq!(ask(&mut engine, &json!({"judge": nonsense}))["refused"]["code"], "illegal");
    }
    let found = ask(&mut engine, &json!({"hindsight": {"ply": ply}}));
    assert!(found["hindsight"]["gain"].as_f64() >= Some(0.0), "{found}");
    assert!(ask(&mut engine, &json!({"hindsight": {"ply": 100_000}}))["hindsight"].is_null());
}

/// A player can continue a recorded game from one of its moves at a new table.
#[test]
fn a_recorded_game_can_be_continued() {
    let mut engine = Engine::new(system_clock);
    let moment = json!({"now": 1_800_000_000_000_u64, "entropy": Seed::from_phrase("a device")});
    let player = json!({"id": 1, "name": "Zoë", "colour": "teal"});
    let file = golden("point-city-standard-2");
    let file =
        json!({"file": file, "moves": 6, "seat": 1, "player": player, "level": "greedy", "moment": moment});
    let opened = ask(&mut engine, &json!({"go-on": file}))["opened"].clone();
    let restored = json!({"code": opened["code"], "journal": opened["entries"], "moment": moment});
    assert!(ask(&mut engine, &json!({"restore": restored}))["effects"].is_object());
    let shown = ask(&mut engine, &json!({"connect": {"player": player, "since": 0, "moment": moment}}));
    let frame = &shown["effects"]["send"][0]["frame"];
    assert_eq!(frame["table"]["me"], 1, "{shown}");
    assert_eq!(frame["table"]["game"]["moves"], 6);
    assert_eq!(frame["table"]["chairs"][0]["sitter"]["kind"], "bot");
}

/// An unfinished game and an invalid record are refused with a description of the fault.
#[test]
fn an_unfinished_game_is_refused() {
    let mut engine = Engine::new(system_clock);
    let file = golden("point-city-standard-2");
    let half = &file[..file.len() / 2];
    let cut = &half[..half.rfind('\n').expect("it has lines")];
    for file in [cut, "", "{}", "{\"record\":1,\"game\":\"chess\"}"] {
        let refused = ask(&mut engine, &json!({"analyse": {"file": file}}));
        assert!(refused["refused"]["code"].is_string(), "{refused}");
    }
}
