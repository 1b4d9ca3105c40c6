//! Negotiations between a person and bots of every temperament.

use serde_json::json;
use tabletop::Seat;
use townhall_bots::Temperament;
use townhall_table::{
    journal::{BotPace, EntryKind, Options},
    protocol::{Action, Proposal, Sitter, Stance, TalkWhat},
};

use super::{
    harness::{BTC, Harness, opening},
    moves,
};

/// Two names of bots of each temperament.
const NAMES: [(Temperament, [&str; 2]); 4] = [
    (Temperament::Generous, ["Ada", "Emil"]),
    (Temperament::Stubborn, ["Bruno", "Fanni"]),
    (Temperament::Cautious, ["Clara", "Gus"]),
    (Temperament::Quick, ["Dorka", "Hanna"]),
];

/// Longer than any bot would wait for an answer among several people.
const LONG: u64 = 600_000;

/// A table of three, with as many people, at which tiles are to be placed after `turns` turns.
fn placing(people: usize, names: [&str; 2], turns: usize, phrase: &str) -> Harness {
    let mut opening = opening(BTC, "standard", 3, people, "greedy");
    opening.options = Options { bots: BotPace::Human, ..Options::default() };
    opening.bot_names = (people..3).zip(names.map(str::to_owned)).collect();
    let mut table = Harness::playing(&opening, phrase);
    let made = 9 * turns + 3;
    while made_moves(&table) < made {
        table.everybody_moves(7);
        while table.asked().is_empty() {
            table.pass(50);
        }
    }
    table
}

fn made_moves(table: &Harness) -> usize {
    table.view(0).game.unwrap().moves
}

fn text(mv: &townhall_table::Json) -> String {
    mv.read::<between_two_cities::Move>().unwrap().to_string()
}

/// The open proposals of bots for themselves.
fn plans(table: &Harness) -> Vec<Proposal> {
    let view = table.view(0);
    let is_bot = |seat: Seat| matches!(view.chairs[seat.index()].sitter, Sitter::Bot { .. });
    view.proposals.iter().filter(|open| open.by == open.seat && is_bot(open.by)).cloned().collect()
}

/// The open proposal of this bot for itself.
fn plan_of(table: &Harness, bot: Seat) -> Option<Proposal> {
    plans(table).into_iter().find(|open| open.by == bot)
}

fn answer(table: &mut Harness, proposal: u64, agree: bool) {
    table.act(0, Action::Answer { proposal, agree }).unwrap();
}

/// The moves that a seat has made, as text, the latest last.
fn made_by(table: &Harness, seat: Seat) -> Vec<String> {
    let of = |entry: &townhall_table::journal::Entry| match &entry.kind {
        EntryKind::Played { moves } => moves.clone(),
        _ => Vec::new(),
    };
    table.journal.iter().flat_map(of).filter(|(by, _)| *by == seat).map(|(_, mv)| mv).collect()
}

/// Tables with an open proposal of a bot, in different turns.
fn asked_tables(temperament: Temperament, mut each: impl FnMut(Harness, Proposal)) {
    let (_, names) = NAMES.into_iter().find(|(one, _)| *one == temperament).unwrap();
    let mut found = 0;
    for turns in 0..6 {
        let mut table = placing(1, names, turns, &format!("{temperament:?} {turns}"));
        table.pass(LONG);
        if let Some(open) = plans(&table).into_iter().next() {
            found += 1;
            assert_eq!((open.stance, open.until), (None, None), "there is no time limit");
            assert!(open.reason.is_some());
            each(table, open);
        }
    }
    assert!(found >= 5, "{found} tables");
}

#[test]
fn the_seat_names_the_temperament_of_its_bot() {
    for (temperament, names) in NAMES {
        let table = placing(1, names, 0, "names");
        for chair in table.view(0).chairs {
            if let Sitter::Bot { temperament: shown, .. } = chair.sitter {
                assert_eq!(shown, temperament);
            }
        }
    }
}

/// Alone with bots there is no deadline: each waits for the answer to its only proposal.
#[test]
fn alone_a_bot_waits_for_the_answer_and_agreement_is_carried_out() {
    for (temperament, _) in NAMES {
        asked_tables(temperament, |mut table, open| {
            let before = made_by(&table, open.by).len();
            table.pass(LONG);
            assert_eq!(plan_of(&table, open.by).map(|open| open.id), Some(open.id));
            assert_eq!(made_by(&table, open.by).len(), before);
            answer(&mut table, open.id, true);
            table.pass(2_000);
            assert_eq!(made_by(&table, open.by).get(before), Some(&text(&open.mv)), "{temperament:?}");
        });
    }
}

/// After 'rather not' a bot reacts within two seconds, by another spot or by a reason. After a second refusal it announces
/// what it does before it does it.
#[test]
fn a_refusal_gets_a_reaction_and_another_exchange() {
    let mut announced = [0; 4];
    for (nth, (temperament, _)) in NAMES.into_iter().enumerate() {
        asked_tables(temperament, |mut table, open| {
            let bot = open.by;
            let before = made_by(&table, bot);
            answer(&mut table, open.id, false);
            table.pass(2_000);
            let second = plan_of(&table, bot).expect("a reaction");
            assert!(second.id != open.id && second.reason.is_some() && second.answers.is_empty());
            let same = second.mv == open.mv;
            let stance = if same { Stance::Insists } else { Stance::Counters };
            assert_eq!(second.stance, Some(stance), "{temperament:?}");
            // Unless the other spot is in a city that the person does not build, the bot waits for the answer.
            if second.until.is_some() {
                table.pass(5_000);
                assert_eq!(made_by(&table, bot).get(before.len()), Some(&text(&second.mv)));
                return;
            }
            table.pass(LONG);
            assert_eq!(made_by(&table, bot), before, "what was refused is not placed");
            answer(&mut table, second.id, false);
            table.pass(2_000);
            let last = plan_of(&table, bot).expect("an announcement");
            let refused = [text(&open.mv), text(&second.mv)].contains(&text(&last.mv));
            assert_eq!(last.stance, Some(if refused { Stance::Announces } else { Stance::Yields }));
            assert!(last.until.is_some_and(|until| until > table.now), "it is shown before it is done");
            assert_eq!(made_by(&table, bot), before);
            announced[nth] += usize::from(refused);
            table.pass(5_000);
            let placed = made_by(&table, bot);
            assert_eq!(placed.get(before.len()), Some(&text(&last.mv)), "{temperament:?}");
        });
    }
    let [generous, stubborn, cautious, _] = announced;
    assert!(generous <= stubborn && cautious == 0, "{announced:?}");
}

/// A person who agrees after all is believed, whatever was refused before.
#[test]
fn an_answer_can_be_changed_and_a_counter_proposal_accepted() {
    for (temperament, _) in NAMES {
        asked_tables(temperament, |mut table, open| {
            let before = made_by(&table, open.by).len();
            answer(&mut table, open.id, false);
            table.pass(100);
            answer(&mut table, open.id, true);
            table.pass(2_000);
            assert_eq!(made_by(&table, open.by).get(before), Some(&text(&open.mv)), "{temperament:?}");
        });
        asked_tables(temperament, |mut table, open| {
            answer(&mut table, open.id, false);
            table.pass(2_000);
            let second = plan_of(&table, open.by).unwrap();
            if second.until.is_none() {
                answer(&mut table, second.id, true);
            }
            table.pass(5_000);
            assert!(made_by(&table, open.by).contains(&text(&second.mv)), "{temperament:?}");
        });
    }
}

/// A person who has placed, waits, leaves the decision to the bot, leaves, or is replaced does not hold a bot up.
#[test]
fn a_bot_acts_when_the_decision_is_passed_on() {
    let signal = |signal: &str| Action::Signal { signal: json!({ "signal": signal }), to: None };
    for (temperament, _) in NAMES {
        for action in [Action::Wait { on: true }, signal("your-call"), signal("you-first"), Action::Leave] {
            for refuses in [false, true] {
                asked_tables(temperament, |mut table, open| {
                    if refuses {
                        answer(&mut table, open.id, false);
                        table.pass(2_000);
                    }
                    let before = made_by(&table, open.by).len();
                    table.act(0, action.clone()).unwrap();
                    table.pass(9_000);
                    assert!(made_by(&table, open.by).len() > before, "{temperament:?}, {action:?}");
                });
            }
        }
        asked_tables(temperament, |mut table, open| {
            while let Some(mv) = moves::any(&table, 0, 3).filter(|_| table.asked() == [0]) {
                table.mv(0, &mv).unwrap();
            }
            let before = made_by(&table, open.by).len();
            table.pass(9_000);
            assert!(made_by(&table, open.by).len() > before, "{temperament:?}");
        });
        // Only a spectator looks on.
        asked_tables(temperament, |mut table, open| {
            let before = made_by(&table, open.by).len();
            table.comes(7);
            table.goes_away(0);
            table.pass(9_000);
            assert!(made_by(&table, open.by).len() > before, "{temperament:?}");
        });
    }
}

/// If a person refuses and places at once, the bot still builds elsewhere.
#[test]
fn a_refusal_counts_even_if_the_person_cannot_answer_any_more() {
    for (temperament, _) in NAMES {
        asked_tables(temperament, |mut table, open| {
            answer(&mut table, open.id, false);
            while let Some(mv) = moves::any(&table, 0, 3).filter(|_| table.asked() == [0]) {
                table.mv(0, &mv).unwrap();
            }
            let before = made_by(&table, open.by).len();
            table.pass(9_000);
            let placed = made_by(&table, open.by);
            let only = placed.get(before) == Some(&text(&open.mv));
            assert!(placed.len() > before && !only, "{temperament:?}: {}", text(&open.mv));
        });
    }
}

/// Among several people, a bot waits for a limited time, which everybody sees.
#[test]
fn several_people_see_until_when_a_bot_waits() {
    for (temperament, [name, _]) in NAMES {
        let mut table = placing(2, [name, name], 2, "several");
        let began = table.now;
        while plans(&table).is_empty() {
            table.pass(100);
            assert!(table.now < began + 8_000, "the bot proposes");
        }
        assert!(table.now >= began + 2_500, "what was revealed is announced first");
        let open = plans(&table).remove(0);
        let until = open.until.expect("a limit");
        assert!((until - table.now).abs_diff(20_000) < 200);
        let before = made_by(&table, open.by).len();
        table.pass(until - table.now - 100);
        assert_eq!(made_by(&table, open.by).len(), before, "{temperament:?}");
        table.pass(200);
        assert_eq!(made_by(&table, open.by).last(), Some(&text(&open.mv)), "{temperament:?}");
        table.check_clients();
    }
}

/// At no time has a bot more than one open proposal, whatever it is asked and answered.
#[test]
fn a_bot_has_one_proposal_at_a_time() {
    for (nth, (temperament, names)) in NAMES.into_iter().enumerate() {
        let mut table = placing(1, names, 3, &format!("one {temperament:?}"));
        let me = table.seat(0);
        for step in 0..60_u64 {
            if let Some(mv) = moves::any(&table, 0, step).filter(|_| step % 7 == 3) {
                let _ = table.propose(0, me, &mv);
            }
            if step % 11 == 5 {
                let to = Some(me.left(3));
                let _ = table.act(0, Action::Signal { signal: json!({ "signal": "your-call" }), to });
            }
            let open = table.view(0).proposals;
            if let Some(open) = open.iter().find(|open| open.by != me).filter(|_| step % 3 == 0) {
                let agree = (step + nth as u64) % 4 == 0;
                let _ = table.act(0, Action::Answer { proposal: open.id, agree });
            }
            if step % 13 == 12 {
                table.everybody_moves(step);
            }
            for _ in 0..20 {
                table.pass(100);
                let open = table.view(0).proposals;
                for seat in (0..3).map(Seat::new).filter(|seat| *seat != me) {
                    let own = open.iter().filter(|open| open.by == seat).count();
                    assert!(own <= 1, "{temperament:?}: {own} proposals at once");
                }
            }
        }
    }
}

/// A bot acknowledges what a person answers to its proposal for the person's own tile.
#[test]
fn answers_to_suggestions_are_acknowledged() {
    for (temperament, names) in NAMES {
        for agree in [true, false] {
            let mut table = placing(1, names, 3, "suggestions");
            let (me, bot) = (table.seat(0), table.seat(0).left(3));
            let call = Action::Signal { signal: json!({ "signal": "your-call" }), to: Some(bot) };
            table.act(0, call).unwrap();
            // The decision is left to the bot: it places its own tiles as well.
            table.pass(9_000);
            let found = table.view(0).proposals.into_iter().find(|open| open.by == bot && open.seat == me);
            let open = found.expect("a suggestion");
            let spoken = table.view(0).version;
            answer(&mut table, open.id, agree);
            table.pass(2_000);
            let view = table.view(0);
            let signals: Vec<String> = (view.talk.iter())
                .filter(|item| item.seat == bot && item.version > spoken)
                .filter_map(|item| match &item.what {
                    TalkWhat::Signalled { signal, .. } => Some(signal.get().to_owned()),
                    _ => None,
                })
                .collect();
            let expected = if agree { "good-idea" } else { "your-call" };
            assert_eq!(signals.len(), 1, "{temperament:?}: {signals:?}");
            assert!(signals[0].contains(expected), "{signals:?}");
            assert_eq!(view.proposals.iter().any(|other| other.id == open.id), agree);
        }
    }
}

/// A bot that agrees to a person's plan for the square that it wanted itself leaves the square to the person.
#[test]
fn a_bot_that_agrees_lets_the_person_place_first() {
    let square = |mv: &str| mv.split(' ').skip(2).map(str::to_owned).collect::<Vec<_>>();
    let mut agreed = 0;
    for (temperament, _) in NAMES {
        asked_tables(temperament, |mut table, open| {
            let (me, wanted) = (table.seat(0), square(&text(&open.mv)));
            let Some(mine) = moves::all(&table, 0).into_iter().find(|mv| square(mv) == wanted) else {
                return;
            };
            table.propose(0, me, &mine).unwrap();
            table.pass(2_000);
            let view = table.view(0);
            let plan = view.proposals.iter().find(|other| other.by == me).expect("it is open");
            let answer = plan.answers.iter().find(|answer| answer.seat == open.by).expect("an answer");
            if !answer.agree {
                assert!(answer.reason.is_some());
                return;
            }
            agreed += 1;
            assert!(!view.proposals.iter().any(|other| other.id == open.id), "{temperament:?}");
            let before = made_by(&table, open.by).len();
            table.pass(LONG);
            assert_eq!(made_by(&table, open.by).len(), before, "{temperament:?}");
            table.mv(0, &mine).unwrap();
            table.pass(LONG);
            assert!(plan_of(&table, open.by).is_some() || made_by(&table, open.by).len() > before);
        });
    }
    assert!(agreed >= 3, "{agreed} agreements");
}
