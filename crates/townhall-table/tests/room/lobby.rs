//! Before the start.

use townhall_table::{
    journal::{Person, PlayerId},
    protocol::{Action, Code, Colour, Command, Sitter, Status},
};

use crate::desk::{BTC, Desk, PC, catalogue, opening, person, quick, wire};

fn lobby(people: usize) -> Desk {
    let mut opening = opening(BTC, "standard", 4, people, "greedy");
    opening.bots.clear();
    Desk::set_up(&opening, "lobby", false)
}

fn names(desk: &Desk) -> Vec<Option<String>> {
    desk.room.summary().names
}

fn configure(variant: &str, players: usize) -> Action {
    Action::Configure { variant: variant.to_owned(), players, options: quick() }
}

fn bot(chair: usize) -> Action {
    bot_of(chair, "greedy")
}

fn bot_of(chair: usize, level: &str) -> Action {
    Action::SeatBot { chair, level: level.to_owned() }
}

/// How long a bot may think is part of its level, from the lobby to the record and the rematch.
#[test]
fn bots_keep_their_budget() {
    let mut desk = Desk::set_up(&opening(PC, "standard", 2, 1, "hard"), "budget", false);
    for level in ["expert:1s", "expert:100000sims", "casual:20sims"] {
        desk.act(0, bot_of(1, level)).unwrap();
        assert!(matches!(&desk.view(0).chairs[1].sitter, Sitter::Bot { level: shown, .. } if shown == level));
    }
    desk.act(0, Action::Start).unwrap();
    while desk.room.summary().status != Status::Over {
        desk.think_on();
        desk.everybody_moves(1);
    }
    let shown = desk
        .view(0)
        .chairs
        .into_iter()
        .any(|chair| matches!(chair.sitter, Sitter::Bot { level, .. } if level == "casual:20sims"));
    assert!(shown);
    assert!(desk.room.record().unwrap().contains("\"casual:20sims\""));
    assert_eq!(desk.room.again().bots[0].1, "casual:20sims");
    assert_eq!(desk.wire(Some(0)), wire(&*desk.reopened(), Some(0), &desk.with));
}

#[test]
fn refusals() {
    use Code::{AlreadySeated, NotFull, NotHost, NotSeated, Taken, TooFewChairs, Unknown};
    for (who, action, code) in [
        (0, Action::Sit { chair: 3 }, AlreadySeated),
        (5, Action::Sit { chair: 1 }, Taken),
        (5, Action::Sit { chair: 4 }, Unknown),
        (5, Action::Leave, NotSeated),
        (1, bot(3), NotHost),
        (0, bot(1), Taken),
        (0, bot(9), Unknown),
        (0, bot_of(3, "divine"), Unknown),
        (0, bot_of(3, "greedy:5ms"), Unknown),
        (0, bot_of(3, "expert:1001ms"), Unknown),
        (0, bot_of(3, "expert:2s"), Unknown),
        (0, bot_of(3, "hard:100001sims"), Unknown),
        (1, Action::ClearChair { chair: 0 }, NotHost),
        (1, configure("standard", 4), NotHost),
        (0, configure("standard", 8), Unknown),
        (0, configure("chess", 4), Unknown),
        (0, configure("two-player", 2), TooFewChairs),
        (1, Action::Start, NotHost),
        (0, Action::Start, NotFull),
        (0, Action::Move { mv: "choose d d".to_owned() }, Code::NotBegun),
        (0, Action::Undo, Code::NotBegun),
        (0, Action::Rematch, Code::NotBegun),
        (0, Action::Say { text: " ".to_owned() }, Code::BadText),
        (7, Action::Say { text: "Hello".to_owned() }, NotSeated),
    ] {
        let mut desk = lobby(3);
        let seq = desk.room.seq();
        assert_eq!(desk.act(who, action.clone()), Err(code), "{action:?}");
        assert_eq!(desk.room.seq(), seq);
    }
}

#[test]
fn chairs_fill_and_the_game_begins() {
    let mut desk = lobby(1);
    desk.comes(1);
    desk.act(1, Action::Sit { chair: 2 }).unwrap();
    desk.act(0, bot(1)).unwrap();
    desk.act(0, bot(3)).unwrap();
    desk.act(0, Action::SeatBot { chair: 3, level: "random".to_owned() }).unwrap();
    assert!(names(&desk).iter().all(Option::is_some));
    let said = desk.act(1, Action::Say { text: "Hello".to_owned() }).unwrap();
    assert_eq!(desk.act(1, Action::Start), Err(Code::NotHost));
    desk.act(0, Action::Start).unwrap();
    let view = desk.view(1);
    assert_eq!(view.status, Status::Playing);
    assert_eq!(view.chairs.len(), 4);
    assert_eq!(view.talk[0].n, said);
    assert_eq!(Some(view.talk[0].seat.index()), view.me, "what was said on a chair is told of the seat");
    let seating: Vec<_> = view.chairs.iter().map(|chair| chair.seating.unwrap()).collect();
    assert!(seating.is_sorted(), "ascending numbers are the clockwise seating");
    assert_eq!(desk.act(5, Action::Sit { chair: 1 }), Err(Code::Begun));
    assert_eq!(desk.act(0, configure("standard", 5)), Err(Code::Begun));
}

#[test]
fn seats_are_dealt() {
    let at = |phrase: &str| Desk::playing(&opening(BTC, "standard", 4, 4, ""), phrase).seat(0);
    let seats: std::collections::BTreeSet<_> = (0..40).map(|n| at(&n.to_string())).collect();
    assert_eq!(seats.len(), 4);
    assert_eq!(at("1"), at("1"));
}

#[test]
fn the_next_person_is_host_when_the_host_leaves() {
    let mut desk = lobby(3);
    desk.act(0, Action::Leave).unwrap();
    assert!(desk.view(1).host && !desk.view(0).host);
    desk.act(1, Action::ClearChair { chair: 2 }).unwrap();
    desk.act(1, Action::Leave).unwrap();
    assert_eq!(names(&desk), [None, None, None, None]);
    desk.act(6, Action::Sit { chair: 2 }).unwrap();
    assert!(desk.view(6).host, "whoever comes to a table that everybody has left is its host");
}

#[test]
fn people_keep_their_chairs() {
    let mut desk = lobby(0);
    desk.act(0, configure("standard", 7)).unwrap();
    for (who, chair) in [(0, 1), (1, 6), (2, 4)] {
        desk.act(who, Action::Sit { chair }).unwrap();
    }
    for chair in [0, 2, 3] {
        desk.act(0, bot(chair)).unwrap();
    }
    desk.act(0, configure("standard", 4)).unwrap();
    let view = desk.view(0);
    let kinds: Vec<_> = view
        .chairs
        .iter()
        .map(|chair| match &chair.sitter {
            Sitter::Person { name, .. } => name.clone(),
            Sitter::Bot { .. } => "bot".to_owned(),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(kinds, ["bot", "Zoe", "Yann", "Xenia"], "bots make room for people");
}

#[test]
fn a_chair_is_kept_for_ten_minutes() {
    let mut desk = lobby(2);
    desk.goes_away(0);
    desk.pass(599_000);
    assert_eq!(names(&desk)[0].as_deref(), Some("Zoe"));
    desk.pass(2_000);
    assert_eq!(names(&desk)[0], None);
    assert!(desk.view(1).host);
    desk.goes_away(1);
    desk.pass(300_000);
    desk.comes(1);
    desk.pass(900_000);
    assert!(names(&desk)[1].is_some());
}

#[test]
fn a_new_name_is_told_with_the_next_command() {
    let mut desk = lobby(1);
    let renamed = Person { id: PlayerId(0), name: "Zsófi".to_owned(), colour: Colour::Plum };
    let command = Command { id: "r".to_owned(), on: 0, action: bot(1) };
    let entries = desk.room.decide(&renamed, &command, &desk.with).unwrap();
    desk.take(entries);
    assert_eq!(names(&desk)[0].as_deref(), Some("Zsófi"));
    assert_eq!(desk.room.done(PlayerId(0), "r"), Some(desk.room.version()));
    assert_eq!(desk.room.done(PlayerId(1), "r"), None);
}

#[test]
fn what_can_be_opened() {
    let context = lobby(0).with;
    for (game, variant, players, code) in [
        ("chess", "standard", 2, Code::Unknown),
        (PC, "standard", 5, Code::Unknown),
        (PC, "automa-easy", 1, Code::Unknown),
    ] {
        let refused = catalogue().set_up(&opening(game, variant, players, 0, "greedy"), "X", false, &context);
        assert_eq!(refused.err().unwrap().code, code);
    }
    let games = serde_json::to_value(catalogue().games().collect::<Vec<_>>()).unwrap();
    assert_eq!(
        games[0]["variants"][2],
        serde_json::json!({"id": "automa-easy", "min": 1, "max": 1, "automata": 2})
    );
    assert_eq!(person(0).name, "Zoe");
}
