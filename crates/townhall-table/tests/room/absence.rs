//! The clock, and people who are away.

use townhall_table::protocol::{Action, Code, LogWhat, Pace, Status};

use crate::{
    desk::{BTC, Desk, PC, opening},
    moves,
};

fn table(people: usize, pace: Pace) -> Desk {
    let mut opening = opening(BTC, "standard", 4, people, "greedy");
    opening.options.pace = pace;
    let mut desk = Desk::playing(&opening, "absence");
    desk.think_on();
    desk
}

fn moves_once(desk: &mut Desk, who: i64) {
    let mv = moves::any(desk, who, 0).unwrap();
    desk.mv(who, &mv).unwrap();
}

#[test]
fn a_bot_answers_when_time_is_up() {
    for (pace, time) in [(Pace::Relaxed, 120_000), (Pace::Fast, 30_000)] {
        let mut desk = table(2, pace);
        assert_eq!(desk.view(0).game.unwrap().deadline, Some(desk.with.now + time));
        moves_once(&mut desk, 0);
        assert_eq!(desk.view(0).game.unwrap().deadline, None);
        desk.pass(time - 1);
        assert_eq!(desk.asked(), [1]);
        desk.pass(1);
        assert_eq!(desk.asked().len(), 2, "all have chosen, and are to place");
        assert!(!desk.replaced(1), "a person whose time is up stays");
        assert!(desk.view(0).log.iter().any(|line| matches!(line.what, LogWhat::TimedOut { .. })));
        // Nobody at the keyboards: the clock plays it to the end.
        desk.pass(3_600_000 * 3);
        assert_eq!(desk.room.summary().status, Status::Over);
    }
}

#[test]
fn the_clock_stands_still_while_nobody_is_there() {
    let mut desk = table(1, Pace::Fast);
    desk.goes_away(0);
    assert_eq!(desk.room.due(&desk.with), None);
    desk.pass(3_600_000);
    assert_eq!(desk.asked(), [0]);
}

#[test]
fn taking_back_wins_no_time() {
    let mut desk = table(2, Pace::Fast);
    moves_once(&mut desk, 0);
    moves_once(&mut desk, 1);
    desk.think_on();
    let deadline = desk.view(0).game.unwrap().deadline;
    desk.pass(10_000);
    moves_once(&mut desk, 0);
    assert!(desk.view(0).game.unwrap().deadline > deadline);
    desk.act(0, Action::Undo).unwrap();
    assert_eq!(desk.view(0).game.unwrap().deadline, deadline);
}

#[test]
fn a_bot_takes_over_after_ninety_seconds_if_somebody_waits() {
    let mut desk = table(2, Pace::Untimed);
    desk.goes_away(1);
    desk.pass(3_600_000);
    assert!(!desk.replaced(1), "nobody waits yet: the other has not chosen either");
    desk.comes(1);
    moves_once(&mut desk, 0);
    desk.goes_away(1);
    let seat = desk.seat(1).index();
    assert_eq!(desk.view(0).chairs[seat].takeover_at, Some(desk.with.now + 90_000));
    assert!(!desk.view(0).chairs[seat].online);
    desk.pass(89_999);
    assert!(!desk.replaced(1));
    desk.pass(1);
    assert!(desk.replaced(1));
    desk.think_on();
    assert_eq!(desk.asked(), [0], "the game goes on");
    desk.comes(1);
    assert_eq!(desk.mv(1, "choose d d"), Err(Code::NotSeated));
    desk.act(1, Action::Say { text: "I'm back".to_owned() }).unwrap();
    desk.act(1, Action::Return).unwrap();
    assert!(!desk.replaced(1));
}

#[test]
fn the_only_person_is_waited_for() {
    for (game, variant, players) in [(BTC, "standard", 3), (PC, "standard", 2), (PC, "solo-easy", 1)] {
        let mut desk = Desk::playing(&opening(game, variant, players, 1, "greedy"), "alone");
        desk.goes_away(0);
        desk.pass(86_400_000);
        assert!(!desk.replaced(0));
        assert_eq!(desk.asked(), [0]);
    }
}

#[test]
fn whoever_leaves_is_replaced_at_once_and_may_return() {
    let mut desk = table(2, Pace::Untimed);
    desk.act(1, Action::Leave).unwrap();
    assert!(desk.replaced(1));
    desk.think_on();
    moves_once(&mut desk, 0);
    desk.think_on();
    desk.act(1, Action::Return).unwrap();
    let log = desk.view(0).log;
    assert!(log.iter().any(|line| matches!(line.what, LogWhat::Replaced { .. })));
    assert!(log.iter().any(|line| matches!(line.what, LogWhat::Returned { .. })));
    // Both leave: the bots finish it.
    desk.act(0, Action::Leave).unwrap();
    desk.act(1, Action::Leave).unwrap();
    assert!(desk.room.summary().has_pending_bots);
    desk.think_on();
    assert_eq!(desk.room.summary().status, Status::Over);
}

#[test]
fn a_majority_of_those_who_are_there_replaces() {
    let mut desk = table(4, Pace::Untimed);
    let seat = desk.seat(3);
    assert_eq!(desk.act(0, Action::Replace { seat }), Err(Code::NotAway));
    desk.goes_away(3);
    desk.act(0, Action::Replace { seat }).unwrap();
    let votes = desk.view(1).votes;
    assert_eq!(
        (votes[0].seat, votes[0].by.as_slice(), votes[0].needed),
        (seat, [desk.seat(0)].as_slice(), 2)
    );
    assert!(!desk.replaced(3));
    desk.pass(1);
    desk.act(0, Action::Replace { seat }).unwrap();
    assert!(!desk.replaced(3), "one's vote counts once");
    // Who comes back and goes again is not voted for yet.
    desk.comes(3);
    assert!(desk.view(0).votes.is_empty());
    desk.pass(1);
    desk.goes_away(3);
    desk.pass(1);
    desk.act(1, Action::Replace { seat }).unwrap();
    assert!(!desk.replaced(3));
    desk.act(2, Action::Replace { seat }).unwrap();
    assert!(desk.replaced(3));
    assert!(desk.view(0).votes.is_empty());
    assert_eq!(desk.act(9, Action::Replace { seat }), Err(Code::NotSeated));
}
