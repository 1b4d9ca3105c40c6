//! Random commands of people at random times.

use serde_json::json;
use tabletop::{
    Seat, Seed,
    random::{Rng, below},
};
use townhall_table::{
    journal::{BotPace, Pace, PlayerId, UndoRule},
    protocol::{Action, Feeling, Reaction, Status, Subject},
};

use super::{
    correspondence::daily,
    harness::{BTC, Harness, PC, json_move, opening, quick, wire},
    moves,
    plans::offered_take,
};

fn pick<T: Clone, R: Rng>(rng: &mut R, of: &[T]) -> Option<T> {
    (!of.is_empty()).then(|| of[below(rng, of.len() as u32) as usize].clone())
}

/// Any action of a client, valid or not.
fn action<R: Rng>(table: &Harness, who: i64, rng: &mut R) -> Action {
    let view = table.view(who);
    let any_move = |rng: &mut R| {
        let seat = below(rng, 5) as i64;
        let of = if below(rng, 3) == 0 { seat } else { who };
        let text = moves::any(table, of, rng.next_u64()).unwrap_or_else(|| "draw".to_owned());
        json_move(&table.game, &text)
    };
    let mut seat = Seat::new(below(rng, 8) as u8);
    if below(rng, 2) == 0 {
        seat = view.me.map_or(seat, |me| Seat::new(me as u8));
    }
    let proposal = pick(rng, &view.proposals).map_or(7, |open| open.id);
    let on = below(rng, 2) == 0;
    match below(rng, 29) {
        0 => Action::Sit { chair: below(rng, 6) as usize },
        1 => Action::Leave,
        2 => Action::SeatBot { chair: below(rng, 6) as usize, level: "greedy".to_owned() },
        3 => Action::Start,
        4 => Action::Unseal,
        5 => Action::Undo,
        6 => Action::Wait { on },
        7 => Action::Say { text: "x".repeat(below(rng, 300) as usize) },
        8 => Action::Signal { signal: json!({ "signal": "your-call" }), to: on.then_some(seat) },
        9..=11 => Action::Propose { seat, mv: any_move(rng) },
        12 | 13 => Action::Answer { proposal, agree: on },
        14 => Action::Withdraw { proposal },
        15 => Action::VoteReplace { seat },
        16 | 17 => Action::Return,
        18 => Action::Rematch,
        25 | 26 => Action::Plan {
            mv: offered_take(table, who, below(rng, 30) as usize).unwrap_or_else(|| any_move(rng)),
        },
        27 => Action::Unplan,
        28 => {
            let subject = if on { Subject::Seat(seat) } else { Subject::Shared(below(rng, 8) as u8) };
            Action::React { reaction: Reaction { feeling: Feeling::Wow, about: Some(subject) } }
        }
        19 => Action::SwapChairs { chairs: [below(rng, 6) as usize, below(rng, 6) as usize] },
        _ => Action::Move { mv: any_move(rng) },
    }
}

/// No command causes a panic, a refusal changes nothing, and the journal restores the same table.
#[test]
fn anything_at_any_time() {
    for (nth, (game, variant, players, people)) in [
        (BTC, "standard", 3, 2),
        (BTC, "standard", 5, 5),
        (BTC, "two-player", 2, 1),
        (BTC, "automa-medium", 1, 1),
        (PC, "standard", 3, 2),
        (PC, "solo-medium", 1, 1),
    ]
    .into_iter()
    .enumerate()
    {
        let mut opening = opening(game, variant, players, people, "greedy");
        opening.options = quick();
        opening.options.pace = [Pace::Untimed, Pace::Fast][nth % 2].clone();
        if (game, variant) == (PC, "standard") {
            opening.options.pace = Pace::Correspondence(daily("Europe/Berlin"));
        }
        opening.options.bots = [BotPace::Human, BotPace::Brisk, BotPace::Instant][nth % 3];
        opening.options.undo = [UndoRule::UntilRevealed, UndoRule::None][nth / 3];
        let mut table = Harness::playing(&opening, "storm");
        let mut rng = Seed::from_phrase(&format!("{game} {variant}")).stream("storm");
        for step in 0..1_000 {
            let who = below(&mut rng, people as u32 + 1) as i64;
            let what = action(&table, who, &mut rng);
            if who < people as i64 {
                table.comes(who);
            }
            let (before, entries, version) =
                (table.wire(Some(who)), table.room().journal_length(), table.room().version());
            let on = version.saturating_sub(u64::from(below(&mut rng, 3)));
            if table.act_on(who, on, what).is_err() {
                assert_eq!((table.wire(Some(who)), table.room().journal_length()), (before, entries));
            }
            match below(&mut rng, 30) {
                0 => table.goes_away(who),
                1..=4 => table.comes(who),
                5 => table.pass(100_000),
                _ => table.pass(400),
            }
            table.check_clients();
            if step % 100 == 0 || table.room().summary().status == Status::Over {
                let again = table.reopened();
                for viewer in (0..=people as i64).map(Some).chain([None]) {
                    assert_eq!(table.wire(viewer), wire(&*again, viewer, table.context()));
                }
                assert_eq!(again.summary(), table.room().summary());
                assert_eq!(
                    again.version_after(PlayerId(0), "c1"),
                    table.room().version_after(PlayerId(0), "c1")
                );
            }
            if table.room().summary().status == Status::Over && step % 7 == 0 {
                break;
            }
        }
        // From any state, bots finish the game.
        for who in 0..people as i64 {
            let _ = table.act(who, Action::Leave);
        }
        table.think_on();
        assert_eq!(table.room().summary().status, Status::Over);
        super::games::check_any_record(game, &table.room().record().unwrap());
    }
}

/// Commands that are committed together have the same effects and answers as one after the other.
#[test]
fn together_as_one_after_the_other() {
    let mut most = 0;
    for (game, variant, players) in
        [(BTC, "standard", 3), (BTC, "standard", 5), (BTC, "two-player", 2), (PC, "standard", 3)]
    {
        let mut opening = opening(game, variant, players, players, "greedy");
        opening.options = quick();
        let mut each = Harness::playing(&opening, "together");
        let mut together = Harness::playing(&opening, "together");
        let mut rng = Seed::from_phrase(&format!("{game} {players}")).stream("together");
        for _ in 0..100 {
            let actions: Vec<_> = (0..=below(&mut rng, 4))
                .map(|_| {
                    let who = below(&mut rng, players as u32) as i64;
                    (who, action(&each, who, &mut rng))
                })
                .collect();
            let (on, before) = (each.room().version(), each.journal.len());
            let answers: Vec<_> =
                actions.iter().map(|(who, action)| each.act_on(*who, on, action.clone())).collect();
            assert_eq!(together.act_together(on, &actions), answers);
            assert!(together.journal == each.journal, "{actions:?}");
            most = most.max(each.journal.len() - before);
            for viewer in (0..players as i64).map(Some).chain([None]) {
                assert_eq!(together.wire(viewer), each.wire(viewer));
            }
            for table in [&mut each, &mut together] {
                table.pass(400);
                table.check_clients();
            }
        }
    }
    assert!(most > 2, "several commands were carried out together");
}
