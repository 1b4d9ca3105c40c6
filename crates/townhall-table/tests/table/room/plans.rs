//! Moves that players of a table over days plan while others act.

use serde_json::{Value, json};
use townhall_table::{
    journal::EntryKind,
    protocol::{Action, Code, Plan, Status},
    session::{Change, Commit, Step},
};

use super::{
    correspondence::{begun, daily},
    harness::{BTC, Harness, PC, opening, wire},
    moves,
};

fn days(players: usize, people: usize) -> Harness {
    let mut table = begun(PC, players, people, daily("Europe/Berlin"));
    (0..people as i64).for_each(|who| table.comes(who));
    table
}

/// The take with the number `nth` of those that a player is offered, paid in the first way.
fn take(table: &Harness, who: i64, nth: usize) -> Value {
    offered_take(table, who, nth).expect("takes are offered")
}

/// The take with the number `nth`, or `None` if the game has no takes or offers the player none.
pub(crate) fn offered_take(table: &Harness, who: i64, nth: usize) -> Option<Value> {
    let offers: Value = table.view(who).game?.offers.read().unwrap();
    let takes = offers["take"].as_array()?;
    let take = takes.get(nth % takes.len().max(1))?;
    let civics = take["civics"].as_u64().unwrap() as usize;
    let tokens: Vec<_> = take["tokens"].as_array().unwrap().iter().map(|token| &token["id"]).collect();
    Some(json!({
        "kind": "take",
        "cells": take["cells"],
        "pay": take["payments"][0]["pay"],
        "tokens": &tokens[..civics],
    }))
}

fn plan(mv: &Value) -> Action {
    Action::Plan { mv: mv.clone() }
}

/// The player's plan: its cells, and whether it has lapsed.
fn planned(table: &Harness, who: i64) -> Option<(Value, bool)> {
    let Plan { mv, lapsed } = table.view(who).game.unwrap().plan?;
    Some((mv.read::<Value>().unwrap()["cells"].clone(), lapsed))
}

/// The player whose turn it is, and the one whose turn is next.
fn players(table: &Harness) -> (i64, i64) {
    let acts = table.asked()[0];
    let seat = (table.seat(acts).index() + 1) % table.view(acts).chairs.len();
    let next = (0..8).find(|&who| table.view(who).me == Some(seat)).unwrap();
    (acts, next)
}

/// A table at which the second of these players has planned this move.
fn with_plan() -> (Harness, i64, i64, Value) {
    let mut table = days(3, 3);
    let (acts, next) = players(&table);
    let mv = take(&table, next, 3);
    table.act(next, plan(&mv)).unwrap();
    (table, acts, next, mv)
}

fn cards(table: &Harness, who: i64) -> Vec<Value> {
    let view: Value = table.view(who).game.unwrap().view.read().unwrap();
    view["market"].as_array().unwrap().clone()
}

fn sent(table: &mut Harness, who: i64, action: Action) -> Box<Commit> {
    let on = table.room().version();
    match table.send_together(on, &[(who, action)]) {
        Step::Commit(commit) => commit,
        step => panic!("expected a commit, found {step:?}"),
    }
}

#[test]
fn a_plan_is_carried_out_when_the_turn_comes() {
    let (mut table, acts, next, mv) = with_plan();
    assert_eq!(planned(&table, next), Some((mv["cells"].clone(), false)));
    table.pass(1000);
    assert_eq!(table.asked(), [acts], "nothing happens before the turn");
    let before = cards(&table, next);
    let commit = sent(&mut table, acts, Action::Move { mv: json!({ "kind": "draw" }) });
    assert!(commit.notices.is_empty(), "the player is not notified: {:?}", commit.notices);
    assert_eq!(commit.summary.turns, []);
    assert_eq!(commit.summary.goes_on_at, Some(table.now), "without connections, the table goes on");
    table.carry_out(Step::Commit(commit));
    assert_eq!(table.asked(), [next]);
    // Here a server may fail: the table that is read again has the same to do.
    let mut again = table.reopened();
    assert_eq!(again.summary(), table.room().summary());
    for entry in again.tick(table.context()) {
        again.apply(&entry).unwrap();
    }
    table.pass(0);
    assert_eq!(wire(&*again, Some(next), table.context()), table.wire(Some(next)));
    assert!(!table.asked().contains(&next) && !table.asked().contains(&acts));
    assert_eq!(planned(&table, next), None);
    let gone = before.iter().filter(|card| !cards(&table, next).contains(card));
    assert!(gone.eq(before.iter().filter(|card| mv["cells"].as_array().unwrap().contains(&card["cell"]))));
    table.check_clients();
}

#[test]
fn a_plan_lapses_when_one_of_its_cards_is_gone() {
    let (mut table, acts, next, mv) = with_plan();
    let commit = sent(&mut table, acts, Action::Move { mv: mv.clone() });
    assert_eq!(commit.notices.len(), 2, "a turn and its reminder: {:?}", commit.notices);
    table.carry_out(Step::Commit(commit));
    table.pass(1000);
    assert_eq!(table.asked(), [next], "the player decides");
    assert_eq!(planned(&table, next), Some((mv["cells"].clone(), true)));
    let other = take(&table, next, 0);
    table.act(next, Action::Move { mv: other }).unwrap();
    assert_eq!(planned(&table, next), None);
    table.check_clients();
}

/// A plan that has lapsed stays so. It can be replaced, and given up.
#[test]
fn plans_are_changed_and_given_up() {
    let mut table = days(3, 3);
    let (acts, next) = players(&table);
    let last = (0..3).find(|&who| who != acts && who != next).unwrap();
    let [one, other] = [take(&table, last, 3), take(&table, last, 0)];
    for mv in [&one, &other, &one] {
        table.act(last, plan(mv)).unwrap();
        assert_eq!(planned(&table, last), Some((mv["cells"].clone(), false)));
    }
    table.act(acts, Action::Move { mv: one }).unwrap();
    assert!(planned(&table, last).unwrap().1, "before the turn");
    let new = take(&table, last, 5);
    table.act(last, plan(&new)).unwrap();
    assert_eq!(planned(&table, last), Some((new["cells"].clone(), false)));
    let entries = table.journal.len();
    table.act(last, plan(&new)).unwrap();
    assert_eq!(table.journal.len(), entries, "the same again is nothing new");
    for left in [1, 0] {
        table.act(last, Action::Unplan).unwrap();
        assert_eq!(planned(&table, last), None);
        assert_eq!(table.journal.len(), entries + 1, "{left}");
    }
    table.act(next, Action::Move { mv: json!({ "kind": "draw" }) }).unwrap();
    table.pass(1000);
    assert_eq!(table.asked(), [last]);
}

/// A table with plans looks to all others, and to spectators, like one where the same moves are made without plans.
#[test]
fn nobody_else_notices_a_plan() {
    let [mut table, mut plain] = [days(3, 3), days(3, 3)];
    let mut planned_moves = 0;
    for round in 0.. {
        let (acts, next) = players(&table);
        for nth in [round, round + 1] {
            // After their last turn, players plan no more.
            let Some(mv) = offered_take(&table, next, nth) else { continue };
            if planned(&table, next) == Some((mv["cells"].clone(), false)) {
                continue;
            }
            let (entries, own) = (table.journal.len(), table.wire(Some(next)));
            let commit = sent(&mut table, next, plan(&mv));
            assert_eq!((commit.change, &commit.notices[..]), (Change::Nothing, &[][..]));
            table.carry_out(Step::Commit(commit));
            assert_eq!(table.journal.len(), entries + 1);
            assert_ne!(table.wire(Some(next)), own, "only its author sees it");
            for other in [Some(acts), Some(3 - acts - next), Some(50), None] {
                assert_eq!(table.wire(other), plain.wire(other));
            }
        }
        let mv = moves::any(&table, acts, round as u64).unwrap();
        table.mv(acts, &mv).unwrap();
        plain.mv(acts, &mv).unwrap();
        if table.room().summary().status == Status::Over {
            break;
        }
        let summary = table.room().summary();
        table.pass(0);
        if table.asked() != plain.asked() && table.room().summary().status == Status::Playing {
            assert_eq!(summary.turns, []);
        }
        if !table.asked().contains(&acts) && !table.asked().contains(&next) {
            let Some(EntryKind::Played { moves }) = table.journal.last().map(|entry| &entry.kind) else {
                panic!("the plan is carried out");
            };
            assert_eq!(moves[0].0, table.seat(next));
            plain.mv(next, &moves[0].1).unwrap();
            planned_moves += 1;
        }
        table.check_clients();
        if table.room().summary().status == Status::Over {
            break;
        }
        // Others may notice neither a plan that has lapsed.
        for other in [Some(acts), Some(3 - acts - next), Some(50), None] {
            assert_eq!(table.wire(other), plain.wire(other));
        }
        if table.asked() == [next] {
            let mv = moves::any(&table, next, round as u64).unwrap();
            for table in [&mut table, &mut plain] {
                table.mv(next, &mv).unwrap();
            }
        }
    }
    assert!(planned_moves > 5, "{planned_moves}");
    for viewer in [Some(0), Some(1), Some(2), None] {
        assert_eq!(table.wire(viewer), plain.wire(viewer));
        assert!(table.room().look_back(viewer.map(townhall_table::journal::PlayerId)).is_ok());
    }
    assert_eq!(table.room().record(), plain.room().record());
}

/// A bot that plays for a person decides by itself, and the person's plan is gone.
#[test]
fn a_stand_in_plays_without_the_plan() {
    let (mut table, acts, next, mv) = with_plan();
    table.act(next, Action::Leave).unwrap();
    assert_eq!(planned(&table, next), None);
    // A plan takes the seat back, as other actions do.
    table.act(next, plan(&mv)).unwrap();
    assert!(!table.replaced(next));
    table.act(acts, Action::Move { mv: json!({ "kind": "draw" }) }).unwrap();
    table.pass(0);
    assert!(!table.asked().contains(&next), "it is carried out");
    table.check_clients();
}

#[test]
fn plans_that_are_refused() {
    let mut table = days(3, 3);
    let (acts, next) = players(&table);
    let mv = take(&table, next, 3);
    let version = table.room().version();
    let own = take(&table, acts, 3);
    let draw = json!({ "kind": "draw" });
    let far = json!({ "kind": "take", "cells": ["a1", "c3"] });
    for (who, mv, expected) in [
        (acts, &own, Code::Illegal),
        (next, &draw, Code::Illegal),
        (next, &far, Code::Illegal),
        (next, &json!({ "kind": "flip", "cell": "a1" }), Code::Illegal),
        (next, &json!({ "kind": "eat" }), Code::Illegal),
        (7, &mv, Code::NotSeated),
    ] {
        assert_eq!(table.act(who, plan(mv)), Err(expected), "{mv}");
    }
    table.act(acts, Action::Move { mv: draw }).unwrap();
    let last = 3 - acts - next;
    let stale = table.act_on(last, version, plan(&take(&table, last, 0)));
    assert_eq!(stale, Err(Code::Stale), "the market may have changed");
    let offered = [take(&table, last, 0), take(&table, last, 1)];
    let entries = table.journal.len();
    let refused = (0..60).filter_map(|nth| table.act(last, plan(&offered[nth % 2])).err());
    assert!(refused.eq([Code::Final; 5]), "every second plan is the one that is there");
    assert_eq!(table.journal.len(), entries + 50);
    // At other tables, and in other games, nothing can be planned.
    let mut live = Harness::playing(&opening(PC, "standard", 2, 2, ""), "live");
    let (acts, next) = players(&live);
    assert_eq!(live.act(next, plan(&take(&live, acts, 0))), Err(Code::Illegal));
    let mut other = begun(BTC, 3, 3, daily("Europe/Berlin"));
    let choice = &moves::all(&other, 0)[0];
    let mv = super::harness::json_move(BTC, choice);
    other.mv(0, choice).unwrap();
    assert_eq!(other.act(0, plan(&mv)), Err(Code::Illegal));
}
