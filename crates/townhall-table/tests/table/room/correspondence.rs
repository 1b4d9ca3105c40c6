//! Tables where people play over days: clocks of active time, absence, and the game without connections.

use townhall_table::{
    journal::{Correspondence, Millis, Pace},
    protocol::{Action, Code, LogWhat, Status},
    room::OpenTurn,
};

use super::{
    harness::{BTC, Harness, PC, opening},
    moves,
};

const MINUTE: Millis = 60_000;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;
/// Tuesday, 20 October 2026, 7:00 in New York, 12:00 in London, 13:00 in Berlin and 20:00 in Tokyo. In Europe the clocks change on the 25th.
const TUESDAY: Millis = 1_792_494_000_000;

/// A move a day: a bank of two days with 14 hours of play each.
pub(crate) fn daily(zone: &str) -> Correspondence {
    Correspondence {
        bank: 2 * 14 * 60,
        increment: 14 * 60,
        from: 8,
        to: 22,
        days: [true; 7],
        zone: zone.to_owned(),
        away_days: 7,
    }
}

/// A game that began at this time and at which no client is connected any more.
pub(crate) fn begun(game: &str, players: usize, people: usize, pace: Correspondence) -> Harness {
    let variant = "standard";
    let mut opening = opening(game, variant, players, people, "greedy");
    opening.options.pace = Pace::Correspondence(pace);
    let mut table = Harness::set_up(&opening, "days", false);
    table.now = TUESDAY;
    table.act(0, Action::Start).unwrap();
    (0..people as i64).for_each(|who| table.goes_away(who));
    table.think_on();
    table
}

fn turns(table: &Harness) -> Vec<OpenTurn> {
    let summary = table.room().summary();
    assert_eq!(table.reopened().summary(), summary, "the journal says the same");
    summary.turns
}

fn turn(table: &Harness, who: i64) -> Option<OpenTurn> {
    turns(table).into_iter().find(|turn| turn.who.0 == who)
}

fn moves_once(table: &mut Harness, who: i64) {
    let mv = moves::any(table, who, 0).unwrap();
    table.mv(who, &mv).unwrap();
}

fn timed_out(table: &Harness) -> usize {
    table.view(0).log.iter().filter(|line| matches!(line.what, LogWhat::TimedOut { .. })).count()
}

#[test]
fn two_weeks_pass_without_connections() {
    // The night of the 25th has 25 hours in Europe, which changes nothing about the hours of play.
    for (zone, first) in [
        ("Europe/Berlin", TUESDAY + 2 * DAY),
        ("Asia/Tokyo", TUESDAY + 2 * DAY),
        // There it is an hour before play.
        ("America/New_York", TUESDAY + DAY + 15 * HOUR),
    ] {
        let mut table = begun(PC, 3, 2, daily(zone));
        let open = turns(&table)[0];
        let who = open.who.0;
        assert_eq!((open.number, open.due), (1, Some(first)), "{zone}");
        assert_eq!(open.reminder, Some(first - 168 * MINUTE), "{zone}: a tenth of the bank before");
        assert_eq!(table.room().summary().goes_on_at, Some(first), "{zone}");
        table.pass(first - TUESDAY - 1);
        assert_eq!((timed_out(&table), turn(&table, who)), (0, Some(open)), "{zone}");
        table.pass(1);
        assert_eq!(timed_out(&table), 1, "{zone}");
        assert!(!table.replaced(who), "{zone}: one move only");
        // Both were absent for three turns: bots play on, and the game ends.
        table.pass(14 * DAY);
        assert!(table.replaced(0) && table.replaced(1), "{zone}");
        table.think_on();
        assert_eq!(table.room().summary().status, Status::Over, "{zone}");
        assert_eq!(timed_out(&table), 6, "{zone}");
        assert_eq!(table.room().summary().goes_on_at, None, "{zone}");
    }
}

#[test]
fn each_player_has_a_clock_of_their_own() {
    let mut table = begun(BTC, 3, 3, daily("Europe/Berlin"));
    let all: Vec<_> = turns(&table).iter().map(|turn| turn.due).collect();
    assert_eq!(all, [Some(TUESDAY + 2 * DAY); 3]);
    table.pass(HOUR);
    moves_once(&mut table, 0);
    assert_eq!(turn(&table, 0), None, "its choice is made, and its clock stands");
    let clock = |table: &Harness, who| table.view(who).chairs[table.seat(who).index()].days.unwrap();
    assert_eq!(clock(&table, 0).bank, 28 * HOUR, "a decision adds to the bank, which never holds more");
    table.pass(DAY);
    moves_once(&mut table, 1);
    moves_once(&mut table, 2);
    // All chose, and are asked to place: the one who took an hour has the full bank again, as have the others.
    let now = table.now;
    let due = |table: &Harness, who| turn(table, who).map(|turn| (turn.number, turn.due));
    assert_eq!(due(&table, 0), Some((2, Some(now + 2 * DAY))));
    assert_eq!(due(&table, 1), Some((2, Some(now + DAY + 13 * HOUR + 10 * HOUR))));
}

#[test]
fn taking_back_brings_no_time() {
    let mut table = begun(BTC, 3, 3, daily("Europe/Berlin"));
    let first = turn(&table, 0);
    table.pass(6 * HOUR);
    for _ in 0..3 {
        moves_once(&mut table, 0);
        table.act(0, Action::Unseal).unwrap();
        let again = turn(&table, 0).unwrap();
        assert_eq!(again.number, 1, "it is the same turn");
        assert!(again.due <= first.unwrap().due, "{again:?}");
    }
}

/// Lets time pass until the next person's time is up, except that person 1 always moves.
fn lets_time_run_out(table: &mut Harness) {
    while turn(table, 0).is_none() {
        moves_once(table, 1);
        table.think_on();
    }
    let due = turn(table, 0).unwrap().due.unwrap();
    table.pass(due - table.now);
}

#[test]
fn after_three_times_a_bot_plays_until_the_player_returns() {
    let mut table = begun(PC, 2, 2, daily("Europe/Berlin"));
    for times in 1..=3 {
        assert!(!table.replaced(0));
        lets_time_run_out(&mut table);
        assert_eq!(timed_out(&table), times);
    }
    assert!(table.replaced(0));
    moves_once(&mut table, 1);
    table.think_on();
    assert_eq!(turn(&table, 0), None, "a bot moves for them");
    table.act(0, Action::Return).unwrap();
    assert!(!table.replaced(0));
    for _ in 0..2 {
        lets_time_run_out(&mut table);
        assert!(!table.replaced(0), "the count begins again");
    }
    let open = |table: &Harness| turn(table, 0).unwrap();
    moves_once(&mut table, 1);
    table.think_on();
    assert!(open(&table).due.unwrap() >= table.now + 14 * HOUR, "there is time for a decision");
    moves_once(&mut table, 0);
    lets_time_run_out(&mut table);
    assert!(!table.replaced(0), "a decision of their own begins the count again");
}

#[test]
fn who_returns_has_time_also_where_decisions_add_none() {
    let pace = Correspondence { bank: 120, increment: 0, from: 0, to: 24, ..daily("Europe/Berlin") };
    let mut table = begun(PC, 2, 2, pace);
    for _ in 0..3 {
        lets_time_run_out(&mut table);
    }
    table.act(0, Action::Return).unwrap();
    moves_once(&mut table, 1);
    assert_eq!(turn(&table, 0).unwrap().due, Some(table.now + HOUR));
}

#[test]
fn an_absence_stops_the_clock_up_to_the_limit_of_the_host() {
    let mut table = begun(PC, 2, 1, daily("Europe/Berlin"));
    let due = turn(&table, 0).unwrap().due.unwrap();
    let away = |until| Action::Away { until };
    let start = table.now;
    assert_eq!(table.act(0, away(Some(start + 7 * DAY + 1))), Err(Code::AwayTooLong));
    table.act(0, away(Some(start + 5 * DAY))).unwrap();
    assert_eq!(turn(&table, 0).unwrap().due, Some(due + 5 * DAY));
    let chair = |table: &Harness| table.view(0).chairs[table.seat(0).index()].days.unwrap();
    assert_eq!((chair(&table).away_until, chair(&table).away_left), (Some(start + 5 * DAY), 2 * DAY));
    // Another time replaces it, and what was not used is left.
    table.pass(DAY);
    table.act(0, away(Some(start + 7 * DAY))).unwrap();
    assert_eq!(turn(&table, 0).unwrap().due, Some(due + 7 * DAY));
    table.pass(DAY);
    table.act(0, away(None)).unwrap();
    assert_eq!(turn(&table, 0).unwrap().due, Some(due + 2 * DAY));
    assert_eq!((chair(&table).away_until, chair(&table).away_left), (None, 5 * DAY));
    let told = |until: Millis| LogWhat::Away { seat: table.seat(0), until };
    let lines: Vec<_> = table.view(0).log.into_iter().map(|line| line.what).collect();
    assert!(lines.contains(&told(start + 5 * DAY)) && lines.contains(&told(start + 2 * DAY)));
    // It is over by itself as well.
    table.act(0, away(Some(table.now + 5 * DAY))).unwrap();
    assert_eq!(table.act(0, away(Some(table.now + 6 * DAY))), Err(Code::AwayTooLong));
    table.pass(6 * DAY);
    assert_eq!((chair(&table).away_until, timed_out(&table)), (None, 0));
    table.pass(DAY);
    assert_eq!(timed_out(&table), 1);
}

#[test]
fn only_correspondence_tables_have_absences() {
    let mut table = Harness::playing(&opening(PC, "standard", 2, 1, "greedy"), "live");
    let until = Some(table.now + DAY);
    assert_eq!(table.act(0, Action::Away { until }), Err(Code::Unknown));
    assert_eq!(table.room().summary().goes_on_at, None);
    assert!(turns(&table).iter().all(|turn| turn.due.is_none()));
}

#[test]
fn a_clock_that_was_set_gives_and_takes_nothing_but_its_step() {
    let mut table = begun(PC, 2, 1, daily("Europe/Berlin"));
    let open = turn(&table, 0);
    table.sleep(HOUR);
    assert_eq!(turn(&table, 0), open, "the time that a bot would move stays");
    table.now -= 3 * HOUR;
    moves_once(&mut table, 0);
    let chair = table.view(0).chairs[table.seat(0).index()].clone();
    assert_eq!(chair.days.unwrap().bank, 28 * HOUR, "no time was used, and none was won");
}

#[test]
fn seats_are_kept_and_nobody_is_voted_out() {
    let mut opening = opening(BTC, "standard", 4, 3, "greedy");
    opening.options.pace = Pace::Correspondence(daily("Europe/Berlin"));
    let mut table = Harness::set_up(&opening, "days", false);
    (1..3).for_each(|who| table.goes_away(who));
    table.pass(5 * DAY);
    let summary = table.room().summary();
    assert_eq!((summary.people.len(), summary.goes_on_at), (3, None), "chairs wait for those who come back");
    table.act(0, Action::Start).unwrap();
    table.think_on();
    let seat = table.seat(1);
    table.pass(HOUR);
    assert_eq!(table.act(0, Action::VoteReplace { seat }), Err(Code::NotAway));
}

#[test]
fn invalid_clocks_are_refused() {
    let mut opening = opening(PC, "standard", 2, 2, "greedy");
    opening.options.pace = Pace::Correspondence(daily("Europe/Utopia"));
    let context = super::harness::empty_table("days");
    let refused =
        townhall_games::catalogue().set_up(&opening, super::harness::CODE.parse().unwrap(), false, &context);
    assert_eq!(refused.unwrap_err().code, Code::Unknown);
    opening.options.pace = Pace::Untimed;
    let mut table = Harness::set_up(&opening, "days", false);
    let mut options: townhall_table::protocol::Options = opening.options.clone().into();
    options.pace = Pace::Correspondence(Correspondence { to: 8, ..daily("Europe/Berlin") });
    let (variant, players) = ("standard".to_owned(), 2);
    let configure = Action::Configure { variant, players, options };
    assert_eq!(table.act(0, configure), Err(Code::Unknown));
}

/// A person's turn with a bank of a week, at a table that waits for nobody else.
fn waiting_for_a_week() -> (Harness, Millis) {
    let pace = Correspondence { bank: 7 * 24 * 60, increment: 12 * 60, from: 0, to: 24, ..daily("UTC") };
    let table = begun(PC, 2, 1, pace);
    let due = turn(&table, 0).unwrap().due.unwrap();
    (table, due)
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(32))]

    #[test]
    fn no_turn_loses_time_in_which_no_server_was_there(
        spans in proptest::collection::vec((0..40 * HOUR, MINUTE..400 * HOUR), 1..5)
    ) {
        let (mut table, mut due) = waiting_for_a_week();
        for &(served, unserved) in &spans {
            if table.now + served >= due {
                break;
            }
            table.pass(served);
            table.is_unserved(unserved);
            due += unserved;
            proptest::prop_assert_eq!((timed_out(&table), turn(&table, 0).unwrap().due), (0, Some(due)));
            proptest::prop_assert!(turn(&table, 0).unwrap().reminder.unwrap() > table.now);
        }
        table.pass(due - table.now - 1);
        proptest::prop_assert_eq!(timed_out(&table), 0);
        table.pass(1);
        proptest::prop_assert_eq!(timed_out(&table), 1);
    }
}

#[test]
fn time_without_a_server_is_given_back_once_and_the_log_says_it() {
    let (mut table, due) = waiting_for_a_week();
    let lines = |table: &Harness| -> Vec<(Millis, Millis)> {
        let log = table.view(0).log.into_iter();
        log.filter_map(|line| match line.what {
            LogWhat::Unserved { from, until } => Some((from, until)),
            _ => None,
        })
        .collect()
    };
    table.pass(DAY);
    let from = table.now;
    // A command that comes before anything else of the new server gives the time back as well.
    let periods = [(from, from + 30 * DAY)];
    table.session.note_unserved(&periods, false);
    table.now += 30 * DAY;
    table.act(0, Action::Away { until: Some(table.now + DAY) }).unwrap();
    assert_eq!((lines(&table), timed_out(&table)), (periods.to_vec(), 0));
    table.pass(0);
    assert_eq!(turn(&table, 0).unwrap().due, Some(due + 31 * DAY));
    moves_once(&mut table, 0);
    table.think_on();
    assert_eq!(lines(&table), periods, "a later turn gets nothing");
    let live = Harness::playing(&opening(PC, "standard", 2, 1, "greedy"), "live");
    assert_eq!(lines(&live), []);
}

#[test]
fn a_clock_that_was_set_back_stops_no_turn() {
    let (mut table, due) = waiting_for_a_week();
    assert_eq!(due, table.now + 7 * DAY);
    table.now -= 20 * DAY;
    table.pass(0);
    let again = turn(&table, 0).unwrap().due.unwrap();
    assert_eq!(again, table.now + 7 * DAY, "the time is up after a week, not after four");
    let log = table.view(0).log;
    // An outage that was noted by the wrong clock is not given back.
    table.session.note_unserved(&[(table.now, table.now + 20 * DAY)], false);
    table.pass(0);
    assert_eq!(turn(&table, 0).unwrap().due, Some(again));
    let set_back = |what: &LogWhat| matches!(what, LogWhat::Unserved { from, until } if until < from);
    assert_eq!(log.iter().filter(|line| set_back(&line.what)).count(), 1);
    table.pass(7 * DAY);
    assert_eq!(timed_out(&table), 1);
}

#[test]
fn nobody_s_time_is_up_while_the_time_is_doubtful() {
    let (mut table, _) = waiting_for_a_week();
    table.session.note_unserved(&[], true);
    table.pass(30 * DAY);
    assert_eq!(timed_out(&table), 0);
    table.session.note_unserved(&[], false);
    table.pass(1);
    assert_eq!(timed_out(&table), 1);
}
