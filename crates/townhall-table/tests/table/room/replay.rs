//! Recorded games, shown step by step.

use std::collections::BTreeSet;

use tabletop::{Seat, Viewer};
use townhall_games::catalogue;
use townhall_table::{
    journal::EntryKind,
    protocol::{Action, Chair, Code, GameState, Sitter, Status, TableView},
    recorded::GoOn,
    room::Lines,
};

use super::harness::{BTC, CODE, Harness, PC, empty_table, opening, person};

/// A finished game among people, as they played it.
fn finished(game: &str, variant: &str, players: usize) -> Harness {
    let mut table = Harness::playing(&opening(game, variant, players, players, ""), variant);
    let mut randomness = 0;
    while table.room().summary().status != Status::Over {
        table.everybody_moves(randomness);
        randomness += 1;
    }
    table
}

/// The part of a view that a replay shows in the same way: without undo, deadlines and waiting seats.
fn shown(table: &TableView) -> impl PartialEq + std::fmt::Debug + use<> {
    let GameState { moves, view, offers, to_act, sealed, my_sealed, winners, outcome, .. } =
        table.game.clone().unwrap();
    (table.me, moves, view, offers, to_act, sealed, my_sealed, (winners, outcome))
}

#[test]
fn every_step_shows_what_its_viewer_saw() {
    for (game, variant, players) in [
        (BTC, "standard", 3),
        (BTC, "standard", 7),
        (BTC, "two-player", 2),
        (BTC, "automa-easy", 1),
        (BTC, "automa-medium", 1),
        (BTC, "automa-hard", 1),
        (PC, "standard", 2),
        (PC, "standard", 4),
        (PC, "solo-easy", 1),
        (PC, "solo-medium", 1),
        (PC, "solo-hard", 1),
    ] {
        let table = finished(game, variant, players);
        let record = table.room().record().unwrap();
        let context = empty_table(variant);
        for seat in (0..players).map(Some).chain([None]) {
            let viewer = seat.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat::new(seat as u8)));
            let replay = catalogue().replay(&record, viewer).unwrap();
            assert_eq!(replay.fault, None);
            let mut seen = Vec::new();
            for entries in 1..=table.journal.len() {
                let moved = match &table.journal[entries - 1].kind {
                    EntryKind::Started { .. } => true,
                    // The opening moves of automata are part of the first step.
                    EntryKind::Played { moves } => moves.iter().any(|(seat, _)| seat.index() < players),
                    _ => false,
                };
                let room = catalogue().restore(CODE, &table.journal[..entries]).unwrap();
                if room.summary().status == Status::Lobby {
                    continue;
                }
                let who = seat.and_then(|seat| room.person_at(Seat::new(seat as u8))).map(|person| person.id);
                let view = room.view(who, &context, Lines::default());
                if moved {
                    seen.push(shown(&view));
                } else if matches!(table.journal[entries - 1].kind, EntryKind::Played { .. }) {
                    *seen.last_mut().unwrap() = shown(&view);
                }
                // A replay during the game shows the same steps, and no sealed choices.
                if entries % 25 == 0 {
                    let so_far: Vec<_> = room.look_back(who).unwrap()().steps;
                    let so_far: Vec<_> = so_far.iter().map(|step| shown(&step.table)).collect();
                    assert_eq!(so_far, seen, "{variant} for {players}, {seat:?}, after {entries} entries");
                }
            }
            let steps: Vec<_> = replay.steps.iter().map(|step| shown(&step.table)).collect();
            assert_eq!(steps.len(), seen.len(), "{variant} for {players}");
            for (step, (again, seen)) in steps.iter().zip(&seen).enumerate() {
                assert_eq!(again, seen, "{variant} for {players}, {seat:?}, step {step}");
            }
            let versions: Vec<u64> = replay.steps.iter().map(|step| step.table.version).collect();
            assert_eq!(versions, (1..=seen.len() as u64).collect::<Vec<_>>());
        }
    }
}

#[test]
fn log_and_talk_belong_to_their_step() {
    let mut table = Harness::playing(&opening(BTC, "standard", 3, 3, ""), "talk");
    let mut randomness = 0;
    while table.room().summary().status != Status::Over {
        table.everybody_moves(randomness);
        randomness += 1;
        if randomness == 2 {
            table.act(0, Action::Say { text: "A tavern, please".to_owned() }).unwrap();
        }
    }
    let played = table.view(0);
    let replay = catalogue().replay(&table.room().record().unwrap(), Viewer::Spectator).unwrap();
    let numbered = replay.steps.iter().enumerate();
    let said: Vec<_> =
        numbered.flat_map(|(number, step)| step.table.talk.iter().map(move |_| number)).collect();
    assert_eq!(said.len(), 1);
    assert!(said[0] > 0 && said[0] < replay.steps.len() - 1);
    let happened = |log: &[townhall_table::protocol::LogEntry]| -> Vec<String> {
        log.iter().map(|entry| format!("{:?}", entry.what)).collect()
    };
    let all: Vec<_> = replay.steps.iter().flat_map(|step| step.table.log.clone()).collect();
    let (mut before, mut after) = (happened(&played.log), happened(&all));
    // A live log notes sealed choices in the order in which they were made; a replay can't know that order.
    before.sort();
    after.sort();
    assert_eq!(before, after);
}

#[test]
fn the_players_of_a_record_differ_in_colour() {
    let record = finished(BTC, "standard", 7).room().record().unwrap();
    let replay = catalogue().replay(&record, Viewer::Spectator).unwrap();
    let colour = |chair: &Chair| match &chair.sitter {
        Sitter::Person { colour, .. } => format!("{colour:?}"),
        other => panic!("{other:?}"),
    };
    let colours: BTreeSet<String> = replay.steps[0].table.chairs.iter().map(colour).collect();
    assert_eq!(colours.len(), 7, "{colours:?}");
}

#[test]
fn a_damaged_record_is_shown_up_to_the_damage() {
    let record = finished(PC, "standard", 2).room().record().unwrap();
    let whole = catalogue().replay(&record, Viewer::Spectator).unwrap();
    let mut lines: Vec<&str> = record.lines().collect();
    let middle = lines.len() / 2;
    let again = lines[middle];
    lines.insert(middle, again);
    let damaged = catalogue().replay(&lines.join("\n"), Viewer::Spectator).unwrap();
    let fault = damaged.fault.unwrap();
    assert_eq!(fault.code, Code::BadRecord);
    assert_eq!(fault.params.get("line"), Some(&(middle + 2).to_string()), "{fault:?}");
    assert!(!damaged.steps.is_empty() && damaged.steps.len() < whole.steps.len());
    let steps = damaged.steps.len();
    assert!(damaged.steps == whole.steps[..steps]);

    // A record that breaks off is a game in progress.
    let broken_off = catalogue().replay(&lines[..middle].join("\n"), Viewer::Spectator).unwrap();
    assert_eq!(broken_off.fault, None);
    assert!(broken_off.steps == whole.steps[..broken_off.steps.len()]);

    // This seat had no player.
    assert_eq!(catalogue().replay(&record, Viewer::Seat(Seat::new(2))).unwrap_err().code, Code::BadRecord);
    for nonsense in ["", "{}", "{\"record\":1,\"game\":\"chess\"}", "{\"record\":1,\"game\":\"point-city\"}"]
    {
        assert_eq!(catalogue().replay(nonsense, Viewer::Spectator).unwrap_err().code, Code::BadRecord);
    }
}

#[test]
fn a_continued_game_begins_with_the_view_of_its_moment() {
    for (game, variant, players) in [
        (BTC, "standard", 3),
        (BTC, "two-player", 2),
        (BTC, "automa-easy", 1),
        (PC, "standard", 4),
        (PC, "solo-medium", 1),
    ] {
        let record = finished(game, variant, players).room().record().unwrap();
        let seat = Seat::new(players as u8 - 1);
        let person = person(0);
        let replay = catalogue().replay(&record, Viewer::Seat(seat)).unwrap();
        for step in replay.steps.iter().step_by(5) {
            let moves = step.table.game.as_ref().unwrap().moves;
            let level = "greedy".to_owned();
            let from = GoOn { moves, person: person.clone(), seat, level };
            let table =
                catalogue().go_on(&record, &from, CODE.parse().unwrap(), &empty_table(variant)).unwrap();
            let room = catalogue().restore(CODE, &table.entries).unwrap();
            let view = room.view(Some(person.id), &empty_table(variant), Lines::default());
            assert_eq!(shown(&view), shown(&step.table), "{variant} for {players}, {moves} moves");
            assert_eq!(room.person_at(seat), Some(&person));
            let is_over = replay.steps.last().unwrap().table.version == step.table.version;
            assert_eq!(room.summary().status == Status::Over, is_over);
        }
        let from =
            |seat, level: &str| GoOn { moves: 3, person: person.clone(), seat, level: level.to_owned() };
        let refused = |record: &str, from: &GoOn| {
            catalogue().go_on(record, from, CODE.parse().unwrap(), &empty_table(variant)).unwrap_err()
        };
        assert_eq!(refused(&record, &from(Seat::new(7), "greedy")).code, Code::BadRecord);
        if players > 1 {
            assert_eq!(refused(&record, &from(seat, "perfect")).code, Code::Unknown);
        }
        let secret = refused(&record.replace("\"seed\"", "\"was\""), &from(seat, "greedy"));
        assert_eq!(secret.code, Code::BadRecord);
        assert_eq!(secret.params.get("fault").map(String::as_str), Some("seed"));
    }
}
