//! The clock, and people who are away.

use townhall_table::{
    journal::Pace,
    protocol::{Action, Code, LogEntry, LogWhat, Status},
    task::TaskKey,
};

use super::{
    harness::{BTC, Harness, PC, opening},
    moves,
};

fn timed(people: usize, pace: Pace) -> Harness {
    let mut opening = opening(BTC, "standard", 4, people, "greedy");
    opening.options.pace = pace;
    let mut table = Harness::playing(&opening, "absence");
    table.think_on();
    table
}

/// When a bot answers for a player, as the others see it as well.
fn deadline(table: &Harness, who: i64) -> Option<u64> {
    let view = table.view(who);
    let seat = view.me.unwrap();
    let deadline = view.chairs[seat].deadline;
    assert_eq!(table.view(99).chairs[seat].deadline, deadline, "a spectator sees the same");
    deadline
}

fn moves_once(table: &mut Harness, who: i64) {
    let mv = moves::any(table, who, 0).unwrap();
    table.mv(who, &mv).unwrap();
}

#[test]
fn a_bot_answers_when_time_is_up() {
    for (pace, time) in [(Pace::Relaxed, 120_000), (Pace::Fast, 30_000)] {
        let mut table = timed(2, pace);
        assert_eq!(deadline(&table, 0), Some(table.now + time));
        moves_once(&mut table, 0);
        assert_eq!(deadline(&table, 0), None);
        table.pass(time - 1);
        assert_eq!(table.asked(), [1]);
        table.pass(1);
        assert_eq!(table.asked().len(), 2, "all have chosen, and are to place");
        assert!(!table.replaced(1), "a person whose time is up stays");
        assert!(table.view(0).log.iter().any(|line| matches!(line.what, LogWhat::TimedOut { .. })));
        // No player moves, so bots make all moves when time is up.
        table.pass(3_600_000 * 3);
        assert_eq!(table.room().summary().status, Status::Over);
    }
}

#[test]
fn the_clock_stops_while_no_player_is_there() {
    let mut table = timed(1, Pace::Fast);
    table.goes_away(0);
    assert_eq!(table.session.due(table.now), None);
    table.pass(3_600_000);
    assert_eq!(table.asked(), [0]);
}

#[test]
fn a_lone_player_returns_to_the_remaining_time() {
    let mut table = timed(1, Pace::Fast);
    table.pass(20_000);
    assert_eq!(deadline(&table, 0), Some(table.now + 10_000));
    for _ in 0..3 {
        table.goes_away(0);
        table.pass(60_000);
        table.comes(0);
        assert_eq!(deadline(&table, 0), Some(table.now + 10_000));
    }
    // A spectator does not make it run.
    table.goes_away(0);
    table.comes(7);
    table.pass(60_000);
    table.comes(0);
    table.pass(9_999);
    assert_eq!(table.asked(), [0]);
    table.pass(1);
    assert!(table.view(0).log.iter().any(|line| matches!(line.what, LogWhat::TimedOut { .. })));
}

#[test]
fn leaving_and_returning_brings_no_time() {
    let mut table = timed(2, Pace::Fast);
    let until = deadline(&table, 0);
    assert!(until.is_some());
    for _ in 0..3 {
        table.now += 9_000;
        table.act(0, Action::Leave).unwrap();
        table.act(0, Action::Return).unwrap();
        assert_eq!(deadline(&table, 0), until);
    }
    table.pass(3_000);
    assert!(table.view(0).log.iter().any(|line| matches!(line.what, LogWhat::TimedOut { .. })));
}

#[test]
fn no_time_runs_out_while_the_machine_sleeps() {
    let mut table = timed(2, Pace::Fast);
    table.pass(10_000);
    table.sleep(3_600_000);
    assert_eq!(table.asked(), [0, 1]);
    assert_eq!(deadline(&table, 0), Some(table.now + 20_000));
    table.check_clients();
    // The time of sleep does not count as absence either.
    moves_once(&mut table, 0);
    table.goes_away(1);
    table.pass(10_000);
    table.sleep(3_600_000);
    let seat = table.seat(1);
    assert_eq!(table.act(0, Action::VoteReplace { seat }), Err(Code::TooSoon));
    assert!(!table.replaced(1));
}

#[test]
fn undo_does_not_reset_the_clock() {
    let mut table = timed(2, Pace::Fast);
    moves_once(&mut table, 0);
    moves_once(&mut table, 1);
    table.think_on();
    let until = deadline(&table, 0);
    table.pass(10_000);
    moves_once(&mut table, 0);
    assert!(deadline(&table, 0) > until);
    table.act(0, Action::Undo).unwrap();
    assert_eq!(deadline(&table, 0), until);
}

#[test]
fn with_a_clock_a_bot_takes_over_after_ninety_seconds_if_a_player_waits() {
    let mut table = timed(2, Pace::Relaxed);
    table.goes_away(1);
    table.pass(20_000);
    let seat = table.seat(1).index();
    assert_eq!(table.view(0).chairs[seat].takeover_at, None, "the other player has not chosen yet either");
    table.comes(1);
    moves_once(&mut table, 0);
    table.goes_away(1);
    assert_eq!(table.view(0).chairs[seat].takeover_at, Some(table.now + 90_000));
    assert!(!table.view(0).chairs[seat].online);
    table.pass(89_999);
    assert!(!table.replaced(1));
    table.pass(1);
    assert!(table.replaced(1));
    table.think_on();
    assert_eq!(table.asked(), [0], "the game goes on");
}

#[test]
fn without_a_clock_only_a_vote_replaces_a_person() {
    let mut table = timed(2, Pace::Untimed);
    moves_once(&mut table, 0);
    table.goes_away(1);
    let seat = table.seat(1);
    assert_eq!(table.view(0).chairs[seat.index()].takeover_at, None);
    table.pass(30 * 86_400_000);
    assert!(!table.replaced(1));
    assert_eq!(table.asked(), [1], "the table waits");
    table.act(0, Action::VoteReplace { seat }).unwrap();
    assert!(table.replaced(1));
}

#[test]
fn a_replaced_person_takes_the_seat_back_by_acting() {
    let returns = |table: &mut Harness, who| {
        table.act(who, Action::Return).unwrap();
    };
    for act in [moves_once, returns as fn(&mut Harness, i64)] {
        let mut table = timed(2, Pace::Untimed);
        table.act(1, Action::Leave).unwrap();
        // Talk and refused moves don't.
        table.act(1, Action::Say { text: "Back soon".to_owned() }).unwrap();
        assert_eq!(table.mv(1, "choose d d"), Err(Code::Illegal));
        assert!(table.replaced(1));
        act(&mut table, 1);
        assert!(!table.replaced(1));
        let returned =
            |line: &LogEntry| matches!(line.what, LogWhat::Returned { seat } if seat == table.seat(1));
        assert_eq!(table.view(0).log.iter().filter(|line| returned(line)).count(), 1);
    }
}

#[test]
fn the_log_tells_the_moves_of_a_person_from_those_of_their_bot() {
    let mut table = Harness::playing(&opening(PC, "standard", 2, 2, "greedy"), "stand-ins");
    let made_by_bot = |table: &Harness, who: i64| -> Vec<bool> {
        let own = serde_json::to_value(table.seat(who)).unwrap();
        let log = serde_json::to_value(table.view(0).log).unwrap();
        let lines = log.as_array().unwrap().iter().filter(|line| line["event"]["seat"] == own);
        lines.map(|line| line["stand_in"] == true).collect()
    };
    let asked = |table: &Harness, who: i64| table.asked() == [who];
    while made_by_bot(&table, 1).is_empty() {
        let who = if asked(&table, 0) { 0 } else { 1 };
        moves_once(&mut table, who);
    }
    let before = made_by_bot(&table, 1);
    assert!(before.iter().all(|by_bot| !by_bot));
    table.act(1, Action::Leave).unwrap();
    while made_by_bot(&table, 1).len() == before.len() {
        if asked(&table, 0) {
            moves_once(&mut table, 0);
        }
        table.think_on();
    }
    assert!(made_by_bot(&table, 1)[before.len()..].iter().all(|by_bot| *by_bot));
    assert!(made_by_bot(&table, 0).iter().all(|by_bot| !by_bot));
}

#[test]
fn the_only_person_is_waited_for() {
    for (game, variant, players) in [(BTC, "standard", 3), (PC, "standard", 2), (PC, "solo-easy", 1)] {
        let mut table = Harness::playing(&opening(game, variant, players, 1, "greedy"), "alone");
        table.goes_away(0);
        table.pass(86_400_000);
        assert!(!table.replaced(0));
        assert_eq!(table.asked(), [0]);
    }
}

#[test]
fn bots_do_not_think_without_viewers() {
    let mut table = Harness::playing(&opening(BTC, "standard", 3, 1, "greedy"), "alone");
    let keys = |table: &mut Harness| -> Vec<TaskKey> {
        table.session.take_tasks(table.now).into_iter().map(|task| task.key).collect()
    };
    let before = keys(&mut table);
    assert_eq!(before.len(), 2);
    table.goes_away(0);
    assert!(keys(&mut table).is_empty());
    assert!(before.iter().all(|key| !table.session.is_wanted(*key)), "running tasks are given up");
    assert!(table.session.is_idle());
    // A spectator suffices for bots to think.
    table.comes(7);
    assert_eq!(keys(&mut table), before);
}

#[test]
fn a_player_who_leaves_is_replaced_at_once_and_may_return() {
    let mut table = timed(2, Pace::Untimed);
    table.act(1, Action::Leave).unwrap();
    assert!(table.replaced(1));
    assert_eq!(table.room().summary().stood_in.len(), 1, "lists say so");
    table.think_on();
    moves_once(&mut table, 0);
    table.think_on();
    table.act(1, Action::Return).unwrap();
    assert_eq!(table.room().summary().stood_in, []);
    let log = table.view(0).log;
    assert!(log.iter().any(|line| matches!(line.what, LogWhat::Replaced { .. })));
    assert!(log.iter().any(|line| matches!(line.what, LogWhat::Returned { .. })));
    // Both leave: bots finish the game.
    table.act(0, Action::Leave).unwrap();
    table.act(1, Action::Leave).unwrap();
    table.think_on();
    assert_eq!(table.room().summary().status, Status::Over);
}

#[test]
fn without_a_clock_all_who_are_there_have_to_vote() {
    let mut table = timed(4, Pace::Untimed);
    let seat = table.seat(3);
    table.goes_away(3);
    table.pass(30_000);
    for who in [0, 1] {
        table.act(who, Action::VoteReplace { seat }).unwrap();
        assert_eq!(table.view(0).votes[0].needed, 3);
    }
    assert!(!table.replaced(3));
    table.act(2, Action::VoteReplace { seat }).unwrap();
    assert!(table.replaced(3));
}

#[test]
fn with_a_clock_a_majority_of_those_who_are_there_replaces() {
    let mut table = timed(4, Pace::Relaxed);
    let seat = table.seat(3);
    assert_eq!(table.act(0, Action::VoteReplace { seat }), Err(Code::NotAway));
    table.goes_away(3);
    // A vote can begin only when the player has been away for 30 seconds.
    let vote_at = Some(table.now + 30_000);
    assert_eq!(table.view(0).chairs[seat.index()].vote_at, vote_at);
    table.pass(29_999);
    assert_eq!(table.act(0, Action::VoteReplace { seat }), Err(Code::TooSoon));
    table.pass(1);
    table.act(0, Action::VoteReplace { seat }).unwrap();
    let votes = table.view(1).votes;
    assert_eq!(
        (votes[0].seat, votes[0].by.as_slice(), votes[0].needed),
        (seat, [table.seat(0)].as_slice(), 2)
    );
    assert!(!table.replaced(3));
    table.pass(1);
    table.act(0, Action::VoteReplace { seat }).unwrap();
    assert!(!table.replaced(3), "a second vote of the same player does not count");
    // After a return, votes are void, and the 30 seconds begin again.
    table.comes(3);
    assert!(table.view(0).votes.is_empty());
    table.pass(1);
    table.goes_away(3);
    table.pass(30_000);
    table.act(1, Action::VoteReplace { seat }).unwrap();
    assert!(!table.replaced(3));
    table.act(2, Action::VoteReplace { seat }).unwrap();
    assert!(table.replaced(3));
    assert!(table.view(0).votes.is_empty());
    assert_eq!(table.act(9, Action::VoteReplace { seat }), Err(Code::NotSeated));
}
