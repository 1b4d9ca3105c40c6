//! Moves: turns, sealed choices, undo.

use serde_json::json;
use tabletop::Seat;
use townhall_games::catalogue;
use townhall_table::{
    journal::{EntryKind, PlayerId, UndoRule},
    protocol::{Action, Code, Command, Status, Undoable},
};

use super::{
    harness::{BTC, Harness, PC, json_move, opening, person, quick},
    moves,
};

fn three_people() -> Harness {
    Harness::playing(&opening(BTC, "standard", 3, 3, ""), "three")
}

/// All have chosen, and are to place.
fn placing() -> Harness {
    let mut table = three_people();
    table.everybody_moves(1);
    table
}

#[test]
fn refusals() {
    let mut table = three_people();
    let mv = |mv: &str| Action::Move { mv: json_move(BTC, mv) };
    for (who, action, code) in [
        (9, mv("choose d d"), Code::NotSeated),
        (0, mv("chose d d"), Code::Illegal),
        (0, mv("place d 0 0,0"), Code::Illegal),
        (0, mv("choose FS F/O"), Code::Illegal),
        (0, Action::Unseal, Code::Final),
        (0, Action::Undo, Code::Final),
        (0, Action::Wait { on: true }, Code::NotYourTurn),
        (0, Action::Start, Code::Begun),
        (0, Action::Rematch, Code::NotYourTurn),
        (0, Action::VoteReplace { seat: Seat::new(7) }, Code::NotAway),
        (0, Action::Answer { proposal: 3, agree: true }, Code::Unknown),
        (0, Action::Withdraw { proposal: 3 }, Code::Unknown),
    ] {
        assert_eq!(table.act(who, action.clone()), Err(code), "{action:?}");
    }
    assert_eq!(table.view(0).game.unwrap().moves, 0);
}

#[test]
fn the_latest_64_commands_of_each_person_are_remembered() {
    let mut table = three_people();
    let say = || Action::Say { text: "Well.".to_owned() };
    table.act(1, say()).unwrap();
    for _ in 0..65 {
        table.act(0, say()).unwrap();
    }
    let is_known = |who, command: &str| table.room().version_after(PlayerId(who), command).is_some();
    // The harness numbers the commands of all people.
    assert!(is_known(1, "c1"), "the only one of this person");
    assert!(!is_known(0, "c2") && is_known(0, "c3") && is_known(0, "c66"));
}

#[test]
fn a_choice_that_was_changed_very_often_is_final() {
    let mut table = three_people();
    let choices = moves::all(&table, 0);
    let before = table.room().journal_length();
    let mut refused = 0;
    for round in 0..300 {
        refused += usize::from(table.mv(0, &choices[round % 2]).is_err());
        // Taking it back counts, too.
        refused += usize::from(round % 3 == 0 && table.act(0, Action::Unseal).is_err());
    }
    assert!(refused > 200, "{refused}");
    assert!(table.room().journal_length() < before + 100, "the journal no longer grows");
    assert_eq!(table.act(0, Action::Unseal), Err(Code::Final));
    assert_eq!(table.view(0).game.unwrap().undo, None);
    // The game goes on, and the next choice can be changed again.
    table.mv(1, &moves::all(&table, 1)[0]).unwrap();
    table.mv(2, &moves::all(&table, 2)[0]).unwrap();
    assert!(table.view(0).game.unwrap().sealed.is_empty());
}

#[test]
fn a_choice_can_be_changed_until_all_are_in() {
    let mut table = three_people();
    let choices = moves::all(&table, 0);
    table.mv(0, &choices[0]).unwrap();
    let seen = table.view(0).game.unwrap();
    assert_eq!(seen.my_sealed.unwrap().read::<serde_json::Value>().unwrap(), json_move(BTC, &choices[0]));
    assert_eq!(seen.undo, Some(Undoable::Sealed));
    assert_eq!(table.view(1).game.unwrap().sealed, [table.seat(0)]);
    assert_eq!(table.view(1).game.unwrap().my_sealed, None);
    table.mv(0, &choices[1]).unwrap();
    table.act(0, Action::Unseal).unwrap();
    assert_eq!(table.view(1).game.unwrap().sealed, []);
    table.mv(0, &choices[2]).unwrap();
    table.everybody_moves(3);
    assert!(table.journal.iter().any(|entry| {
        matches!(&entry.kind, EntryKind::Played { moves } if moves.contains(&(table.seat(0), choices[2].clone())))
    }));
    assert_eq!(table.act(0, Action::Unseal), Err(Code::Final));
    let log = serde_json::to_string(&table.view(0).log).unwrap();
    assert_eq!(log.matches("\"sealed\"").count(), 3, "a sealed choice is announced once: {log}");
    assert_eq!(log.matches("\"revealed\"").count(), 1);
}

#[test]
fn sealed_is_final_where_nothing_may_be_taken_back() {
    let mut opening = opening(BTC, "standard", 3, 3, "");
    opening.options.undo = UndoRule::None;
    let mut table = Harness::playing(&opening, "final");
    let choices = moves::all(&table, 0);
    table.mv(0, &choices[0]).unwrap();
    assert_eq!(table.view(0).game.unwrap().undo, None);
    assert_eq!(table.mv(0, &choices[1]), Err(Code::Final));
    assert_eq!(table.act(0, Action::Unseal), Err(Code::Final));
    table.everybody_moves(1);
    let place = moves::any(&table, 1, 1).unwrap();
    table.mv(1, &place).unwrap();
    assert_eq!(table.act(1, Action::Undo), Err(Code::Final));
}

#[test]
fn placements_can_be_taken_back_until_something_new_is_seen() {
    let mut table = placing();
    let before = table.view(0).game.unwrap();
    let mv = moves::any(&table, 0, 1).unwrap();
    table.mv(0, &mv).unwrap();
    assert_eq!(table.view(0).game.unwrap().undo, Some(Undoable::Move));
    assert_eq!(table.view(1).game.unwrap().undo, None);
    assert_eq!(table.act(1, Action::Undo), Err(Code::Final));
    table.act(0, Action::Undo).unwrap();
    let after = table.view(0).game.unwrap();
    assert_eq!(before.view.get(), after.view.get());
    assert_eq!(before.offers.get(), after.offers.get());
    assert_eq!(after.moves, before.moves);
    let log = serde_json::to_string(&table.view(2).log).unwrap();
    assert!(log.contains("\"undone\""), "{log}");
    // All place; then the hands are passed, which reveals tiles, and no move can be taken back.
    while table.view(0).game.unwrap().view.get().contains("\"phase\":\"place\"") {
        let who = table.asked()[0];
        let mv = moves::any(&table, who, 1).unwrap();
        table.mv(who, &mv).unwrap();
    }
    for who in 0..3 {
        assert_eq!(table.act(who, Action::Undo), Err(Code::Final));
    }
}

/// A tile on which another was built upon can't be taken away.
#[test]
fn a_tile_that_others_built_upon_stays() {
    let mut table = placing();
    let (zero, one) = (table.seat(0), table.seat(1));
    // With three players, any two share one city.
    let shared = |table: &Harness, who: i64| -> Vec<u8> {
        let moves = moves::all(table, who);
        moves.iter().map(|mv| mv.split(' ').nth(2).unwrap().parse().unwrap()).collect()
    };
    let theirs = shared(&table, 1);
    let city = shared(&table, 0).into_iter().find(|city| theirs.contains(city)).unwrap();
    let place = |table: &Harness, who: i64| {
        let moves = moves::all(table, who);
        moves.into_iter().find(|mv| mv.split(' ').nth(2) == Some(&city.to_string())).unwrap()
    };
    let first = place(&table, 0);
    table.mv(0, &first).unwrap();
    let second = place(&table, 1);
    table.mv(1, &second).unwrap();
    assert_eq!(table.act(0, Action::Undo), Err(Code::Final), "{zero} {one}");
    table.act(1, Action::Undo).unwrap();
    table.act(0, Action::Undo).unwrap();
}

#[test]
fn a_second_click_does_nothing_new() {
    let mut table = Harness::playing(&opening(PC, "standard", 2, 2, ""), "clicks");
    let who = table.asked()[0];
    let on = table.room().version();
    let flip = moves::all(&table, who).into_iter().find(|mv| mv.starts_with("flip")).unwrap();
    table.act_on(who, on, Action::Move { mv: json_move(PC, &flip) }).unwrap();
    let take = moves::all(&table, who)[0].clone();
    let mv = json_move(PC, &take);
    assert_eq!(table.act_on(who, on, Action::Move { mv: mv.clone() }), Err(Code::Stale));
    assert_eq!(table.act_on(1 - who, on, Action::Move { mv: mv.clone() }), Err(Code::NotYourTurn));
    table.mv(who, &take).unwrap();
    assert_eq!(table.act_on(who, on, Action::Move { mv }), Err(Code::NotYourTurn));

    let mut table = placing();
    for randomness in [1, 2] {
        let mv = moves::any(&table, 0, randomness).unwrap();
        table.mv(0, &mv).unwrap();
    }
    let on = table.room().version();
    table.act_on(0, on, Action::Undo).unwrap();
    assert_eq!(table.act_on(0, on, Action::Undo), Err(Code::Stale));
    // Moves of other players don't make a command stale.
    let on = table.room().version();
    let mine = moves::any(&table, 0, 2).unwrap();
    let theirs = moves::all(&table, 1).into_iter().find(|mv| mv.split(' ').nth(2) != mine.split(' ').nth(2));
    table.mv(1, &theirs.unwrap()).unwrap();
    table.act_on(0, on, Action::Move { mv: json_move(BTC, &mine) }).unwrap();
}

/// Commands that are committed together are lost or kept together, also if it is unknown whether they were stored.
#[test]
fn commands_whose_commit_fails() {
    for stored in [false, true] {
        let mut table = three_people();
        let choose = |who: i64| (who, Action::Move { mv: json_move(BTC, &moves::all(&table, who)[0]) });
        let (choices, on) = ([choose(0), choose(1)], table.room().version());
        let step = table.send_together(on, &choices);
        let lost = Err(Code::Internal);
        assert_eq!(table.fails(step, stored), if stored { [Ok(on + 1), Ok(on + 2)] } else { [lost, lost] });
        table.check_clients();
        assert_eq!(table.view(2).game.unwrap().sealed.len(), if stored { 2 } else { 0 });
    }
}

#[test]
fn a_command_is_remembered() {
    let mut table = three_people();
    let action = Action::Move { mv: json_move(BTC, &moves::all(&table, 0)[0]) };
    let command = Command { id: "same".to_owned(), on: table.room().version(), action };
    let version = table.command(&person(0), command.clone()).unwrap();
    let entries = table.journal.len();
    assert_eq!(table.command(&person(0), command.clone()), Ok(version), "it is answered again");
    assert_eq!(table.journal.len(), entries, "and not carried out again");
    assert_eq!(table.room().version_after(PlayerId(0), "same"), Some(table.room().version()));
    assert_eq!(table.reopened().version_after(PlayerId(0), "same"), Some(table.room().version()));
    assert_eq!(table.room().version_after(PlayerId(1), "same"), None);
    assert_eq!(table.room().version_after(PlayerId(0), "other"), None);
}

#[test]
fn ids_of_commands_have_1_to_40_bytes() {
    for (length, is_valid) in [(0, false), (1, true), (40, true), (41, false)] {
        let command = json!({"id": "x".repeat(length), "on": 0, "action": {"type": "start"}});
        assert_eq!(serde_json::from_value::<Command>(command).is_ok(), is_valid, "{length}");
    }
}

#[test]
fn the_lowest_number_goes_first_when_all_wait() {
    let mut table = placing();
    for who in [0, 1, 2] {
        assert_eq!(table.view(0).game.unwrap().goes_first, None);
        table.act(who, Action::Wait { on: true }).unwrap();
    }
    let view = table.view(0);
    let lowest = view.chairs.iter().enumerate().min_by_key(|(_, chair)| chair.seating).unwrap().0;
    assert_eq!(view.game.unwrap().goes_first, Some(Seat::new(lowest as u8)));
    table.act(1, Action::Wait { on: false }).unwrap();
    let game = table.view(0).game.unwrap();
    assert_eq!(game.goes_first, None);
    assert_eq!(game.waiting.len(), 2);
}

/// Two players who wait for each other are stuck even while a third, who is not their partner, thinks.
#[test]
fn a_stand_off_of_two() {
    let mut table = Harness::playing(&opening(BTC, "standard", 5, 5, ""), "five");
    table.everybody_moves(1);
    let at = |table: &Harness, seat: u8| (0..5).find(|&who| table.seat(who) == Seat::new(seat)).unwrap();
    let (one, two) = (at(&table, 1), at(&table, 2));
    table.act(one, Action::Wait { on: true }).unwrap();
    table.act(two, Action::Wait { on: true }).unwrap();
    for neighbour in [0, 3] {
        assert_eq!(table.view(one).game.unwrap().goes_first, None);
        for _ in 0..2 {
            let who = at(&table, neighbour);
            let mv = moves::any(&table, who, 5).unwrap();
            table.mv(who, &mv).unwrap();
        }
    }
    let game = table.view(one).game.unwrap();
    assert_eq!((game.to_act.len(), game.goes_first), (3, Some(Seat::new(1))));
}

#[test]
fn after_the_end() {
    let mut table = Harness::playing(&opening(PC, "solo-easy", 1, 1, ""), "over");
    let mut steps = 0;
    while table.room().summary().status != Status::Over {
        table.everybody_moves(steps);
        steps += 1;
    }
    assert_eq!(table.mv(0, "draw"), Err(Code::Over));
    assert_eq!(table.act(0, Action::Undo), Err(Code::Over));
    assert_eq!(table.act(0, Action::Leave), Err(Code::Over));
    table.act(0, Action::Say { text: "Well played!".to_owned() }).unwrap();
    let view = table.view(0);
    let game = view.game.unwrap();
    assert!(game.outcome.is_some() && game.undo.is_none());
    assert!(view.deal.unwrap().seed.is_some());
    assert!(table.room().record().unwrap().contains("{\"talk\":{"));
    assert_eq!(table.act(9, Action::Rematch), Err(Code::NotSeated));
    table.act(0, Action::Rematch).unwrap();
    let code = table.view(0).rematch;
    assert!(code.is_some());
    table.act(0, Action::Rematch).unwrap();
    assert_eq!(table.view(0).rematch, code, "there is one table to go on at");
    assert_eq!(table.view(0).rematch_by, Some(table.seat(0)));
    let again = table.room().rematch(Some(table.seat(0)));
    assert_eq!((again.variant.as_str(), again.players), ("solo-easy", 1));
    assert_eq!(again.people, [(0, person(0))]);
    assert_eq!(again.options.bots, quick().bots);
    Harness::playing(&again, "again");
}

/// A journal whose entries don't follow from each other is refused.
#[test]
fn corrupt_journals() {
    let table = placing();
    for skip in 0..table.journal.len() {
        let kept = table.journal.iter().enumerate().filter(|&(n, _)| n != skip);
        let kept: Vec<_> = kept.map(|(_, entry)| entry.clone()).collect();
        assert!(
            catalogue().restore("X", &kept).is_err() || skip + 1 == table.journal.len() || {
                // The revealed moves contain every choice, so the entry of a sealed choice may be missing.
                matches!(table.journal[skip].kind, EntryKind::Sealed { .. })
            }
        );
    }
}
