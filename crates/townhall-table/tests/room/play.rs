//! Moves: whose turn it is, what is sealed, what can be taken back.

use tabletop::Seat;
use townhall_table::{
    journal::{EntryKind, PlayerId},
    protocol::{Action, Code, Command, Status, UndoRule, Undoable},
};

use crate::{
    desk::{BTC, Desk, PC, opening, person, quick},
    moves,
};

fn three_people() -> Desk {
    Desk::playing(&opening(BTC, "standard", 3, 3, ""), "three")
}

/// All have chosen, and are to place.
fn placing() -> Desk {
    let mut desk = three_people();
    desk.everybody_moves(1);
    desk
}

#[test]
fn refusals() {
    let mut desk = three_people();
    let mv = |mv: &str| Action::Move { mv: mv.to_owned() };
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
        (0, Action::Replace { seat: Seat::new(7) }, Code::NotAway),
        (0, Action::Answer { proposal: 3, agree: true }, Code::Unknown),
        (0, Action::Withdraw { proposal: 3 }, Code::Unknown),
    ] {
        assert_eq!(desk.act(who, action.clone()), Err(code), "{action:?}");
    }
    assert_eq!(desk.view(0).game.unwrap().moves, 0);
}

#[test]
fn a_choice_can_be_changed_until_all_are_in() {
    let mut desk = three_people();
    let choices = moves::all(&desk, 0);
    desk.mv(0, &choices[0]).unwrap();
    let seen = desk.view(0).game.unwrap();
    assert_eq!(seen.my_sealed.as_deref(), Some(choices[0].as_str()));
    assert_eq!(seen.undo, Some(Undoable::Sealed));
    assert_eq!(desk.view(1).game.unwrap().sealed, [desk.seat(0)]);
    assert_eq!(desk.view(1).game.unwrap().my_sealed, None);
    desk.mv(0, &choices[1]).unwrap();
    desk.act(0, Action::Unseal).unwrap();
    assert_eq!(desk.view(1).game.unwrap().sealed, []);
    desk.mv(0, &choices[2]).unwrap();
    desk.everybody_moves(3);
    assert!(desk.journal.iter().any(|entry| {
        matches!(&entry.what, EntryKind::Played { moves } if moves.contains(&(desk.seat(0), choices[2].clone())))
    }));
    assert_eq!(desk.act(0, Action::Unseal), Err(Code::Final));
    let log = serde_json::to_string(&desk.view(0).log).unwrap();
    assert_eq!(log.matches("\"sealed\"").count(), 3, "that a choice is in is told once: {log}");
    assert_eq!(log.matches("\"revealed\"").count(), 1);
}

#[test]
fn sealed_is_final_where_nothing_may_be_taken_back() {
    let mut opening = opening(BTC, "standard", 3, 3, "");
    opening.options.undo = UndoRule::None;
    let mut desk = Desk::playing(&opening, "final");
    let choices = moves::all(&desk, 0);
    desk.mv(0, &choices[0]).unwrap();
    assert_eq!(desk.view(0).game.unwrap().undo, None);
    assert_eq!(desk.mv(0, &choices[1]), Err(Code::Final));
    assert_eq!(desk.act(0, Action::Unseal), Err(Code::Final));
    desk.everybody_moves(1);
    let place = moves::any(&desk, 1, 1).unwrap();
    desk.mv(1, &place).unwrap();
    assert_eq!(desk.act(1, Action::Undo), Err(Code::Final));
}

#[test]
fn placements_can_be_taken_back_until_something_new_is_seen() {
    let mut desk = placing();
    let before = desk.view(0).game.unwrap();
    let mv = moves::any(&desk, 0, 1).unwrap();
    desk.mv(0, &mv).unwrap();
    assert_eq!(desk.view(0).game.unwrap().undo, Some(Undoable::Move));
    assert_eq!(desk.view(1).game.unwrap().undo, None);
    assert_eq!(desk.act(1, Action::Undo), Err(Code::Final));
    desk.act(0, Action::Undo).unwrap();
    let after = desk.view(0).game.unwrap();
    assert_eq!(before.view.get(), after.view.get());
    assert_eq!(before.offers.get(), after.offers.get());
    assert_eq!(after.moves, before.moves);
    let log = serde_json::to_string(&desk.view(2).log).unwrap();
    assert!(log.contains("\"undone\""), "{log}");
    // All place; then the hands go on, and nobody can go back.
    while desk.view(0).game.unwrap().view.get().contains("\"phase\":\"place\"") {
        let who = desk.asked()[0];
        let mv = moves::any(&desk, who, 1).unwrap();
        desk.mv(who, &mv).unwrap();
    }
    for who in 0..3 {
        assert_eq!(desk.act(who, Action::Undo), Err(Code::Final));
    }
}

/// A tile on which another was built upon can't be taken away.
#[test]
fn what_others_built_upon_stays() {
    let mut desk = placing();
    let (zero, one) = (desk.seat(0), desk.seat(1));
    // With three players, any two share one city.
    let shared = |desk: &Desk, who: i64| -> Vec<u8> {
        let moves = moves::all(desk, who);
        moves.iter().map(|mv| mv.split(' ').nth(2).unwrap().parse().unwrap()).collect()
    };
    let theirs = shared(&desk, 1);
    let city = shared(&desk, 0).into_iter().find(|city| theirs.contains(city)).unwrap();
    let place = |desk: &Desk, who: i64| {
        let moves = moves::all(desk, who);
        moves.into_iter().find(|mv| mv.split(' ').nth(2) == Some(&city.to_string())).unwrap()
    };
    let first = place(&desk, 0);
    desk.mv(0, &first).unwrap();
    let second = place(&desk, 1);
    desk.mv(1, &second).unwrap();
    assert_eq!(desk.act(0, Action::Undo), Err(Code::Final), "{zero} {one}");
    desk.act(1, Action::Undo).unwrap();
    desk.act(0, Action::Undo).unwrap();
}

#[test]
fn a_second_click_does_nothing_new() {
    let mut desk = Desk::playing(&opening(PC, "standard", 2, 2, ""), "clicks");
    let who = desk.asked()[0];
    let on = desk.room.version();
    let flip = moves::all(&desk, who).into_iter().find(|mv| mv.starts_with("flip")).unwrap();
    desk.act_on(who, on, Action::Move { mv: flip }).unwrap();
    let take = moves::all(&desk, who)[0].clone();
    assert_eq!(desk.act_on(who, on, Action::Move { mv: take.clone() }), Err(Code::Stale));
    assert_eq!(desk.act_on(1 - who, on, Action::Move { mv: take.clone() }), Err(Code::NotYourTurn));
    desk.mv(who, &take).unwrap();
    assert_eq!(desk.act_on(who, on, Action::Move { mv: take }), Err(Code::NotYourTurn));

    let mut desk = placing();
    for chance in [1, 2] {
        let mv = moves::any(&desk, 0, chance).unwrap();
        desk.mv(0, &mv).unwrap();
    }
    let on = desk.room.version();
    desk.act_on(0, on, Action::Undo).unwrap();
    assert_eq!(desk.act_on(0, on, Action::Undo), Err(Code::Stale));
    // What others do meanwhile makes nothing stale.
    let on = desk.room.version();
    let mine = moves::any(&desk, 0, 2).unwrap();
    let theirs = moves::all(&desk, 1).into_iter().find(|mv| mv.split(' ').nth(2) != mine.split(' ').nth(2));
    desk.mv(1, &theirs.unwrap()).unwrap();
    desk.act_on(0, on, Action::Move { mv: mine }).unwrap();
}

#[test]
fn a_command_is_remembered() {
    let mut desk = three_people();
    let action = Action::Move { mv: moves::all(&desk, 0)[0].clone() };
    let command = Command { id: "same".to_owned(), on: desk.room.version(), action };
    let entries = desk.room.decide(&person(0), &command, &desk.with).unwrap();
    desk.take(entries);
    assert_eq!(desk.room.done(PlayerId(0), "same"), Some(desk.room.version()));
    assert_eq!(desk.reopened().done(PlayerId(0), "same"), Some(desk.room.version()));
    assert_eq!(desk.room.done(PlayerId(1), "same"), None);
    assert_eq!(desk.room.done(PlayerId(0), "other"), None);
    for id in [String::new(), "x".repeat(41)] {
        let command = Command { id, ..command.clone() };
        assert_eq!(desk.room.decide(&person(0), &command, &desk.with).unwrap_err().code, Code::Malformed);
    }
}

#[test]
fn the_lowest_number_goes_first_when_all_wait() {
    let mut desk = placing();
    for who in [0, 1, 2] {
        assert_eq!(desk.view(0).game.unwrap().goes_first, None);
        desk.act(who, Action::Wait { on: true }).unwrap();
    }
    let view = desk.view(0);
    let lowest = view.chairs.iter().enumerate().min_by_key(|(_, chair)| chair.seating).unwrap().0;
    assert_eq!(view.game.unwrap().goes_first, Some(Seat::new(lowest as u8)));
    desk.act(1, Action::Wait { on: false }).unwrap();
    let game = desk.view(0).game.unwrap();
    assert_eq!(game.goes_first, None);
    assert_eq!(game.waiting.len(), 2);
}

/// Two who wait for each other are stuck even while somebody else, who is no partner of theirs, thinks.
#[test]
fn a_stand_off_of_two() {
    let mut desk = Desk::playing(&opening(BTC, "standard", 5, 5, ""), "five");
    desk.everybody_moves(1);
    let at = |desk: &Desk, seat: u8| (0..5).find(|&who| desk.seat(who) == Seat::new(seat)).unwrap();
    let (one, two) = (at(&desk, 1), at(&desk, 2));
    desk.act(one, Action::Wait { on: true }).unwrap();
    desk.act(two, Action::Wait { on: true }).unwrap();
    for neighbour in [0, 3] {
        assert_eq!(desk.view(one).game.unwrap().goes_first, None);
        for _ in 0..2 {
            let who = at(&desk, neighbour);
            let mv = moves::any(&desk, who, 5).unwrap();
            desk.mv(who, &mv).unwrap();
        }
    }
    let game = desk.view(one).game.unwrap();
    assert_eq!((game.to_act.len(), game.goes_first), (3, Some(Seat::new(1))));
}

#[test]
fn after_the_end() {
    let mut desk = Desk::playing(&opening(PC, "solo-easy", 1, 1, ""), "over");
    let mut steps = 0;
    while desk.room.summary().status != Status::Over {
        desk.everybody_moves(steps);
        steps += 1;
    }
    assert_eq!(desk.mv(0, "draw"), Err(Code::Over));
    assert_eq!(desk.act(0, Action::Undo), Err(Code::Over));
    assert_eq!(desk.act(0, Action::Leave), Err(Code::Over));
    desk.act(0, Action::Say { text: "Well played!".to_owned() }).unwrap();
    let view = desk.view(0);
    let game = view.game.unwrap();
    assert!(game.outcome.is_some() && game.undo.is_none());
    assert!(view.deal.unwrap().seed.is_some());
    assert!(desk.room.record().unwrap().contains("{\"talk\":{"));
    assert_eq!(desk.act(9, Action::Rematch), Err(Code::NotSeated));
    desk.with.fresh_code = Some("ABC234".to_owned());
    desk.act(0, Action::Rematch).unwrap();
    desk.with.fresh_code = Some("XYZ789".to_owned());
    desk.act(0, Action::Rematch).unwrap();
    assert_eq!(desk.view(0).rematch.as_deref(), Some("ABC234"), "there is one table to go on at");
    let again = desk.room.again();
    assert_eq!((again.variant.as_str(), again.players), ("solo-easy", 1));
    assert_eq!(again.people, [(0, person(0))]);
    assert_eq!(again.options, quick());
    Desk::playing(&again, "again");
}

/// A journal that can't be is refused, not believed.
#[test]
fn corrupt_journals() {
    let desk = placing();
    for skip in 0..desk.journal.len() {
        let mut room = crate::desk::catalogue().open(BTC, "X").unwrap();
        let mut kept = desk.journal.iter().enumerate().filter(|&(n, _)| n != skip).map(|(_, entry)| entry);
        assert!(
            kept.any(|entry| room.apply(entry).is_err()) || skip + 1 == desk.journal.len() || {
                // Without one sealed choice, the revealed moves say it all the same.
                matches!(desk.journal[skip].what, EntryKind::Sealed { .. })
            }
        );
    }
}
