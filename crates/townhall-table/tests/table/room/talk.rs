//! Talk: the allowed messages, and the talk of bots.

use serde_json::json;
use tabletop::Seat;
use townhall_table::{
    Json,
    journal::{BotPace, EntryKind, Options, Person, TalkRule},
    protocol::{Action, Code, Feeling, Reaction, Status, Subject, TalkItem, TalkWhat},
};

use super::{
    harness::{BTC, Harness, PC, json_move, opening, person, wire},
    moves,
};

/// Everybody has chosen and is to place.
fn placing(players: usize, people: usize, options: Options) -> Harness {
    let mut opening = opening(BTC, "standard", players, people, "greedy");
    opening.options = options;
    let mut table = Harness::playing(&opening, "talk");
    table.everybody_moves(0);
    // Bots need this time to choose.
    while table.asked().is_empty() {
        table.pass(50);
    }
    table
}

fn say(text: &str) -> Action {
    Action::Say { text: text.to_owned() }
}

fn signal(signal: &str) -> Action {
    Action::Signal { signal: json!({ "signal": signal }), to: None }
}

fn react(feeling: Feeling, about: impl Into<Option<Subject>>) -> Action {
    Action::React { reaction: Reaction { feeling, about: about.into() } }
}

/// A move of Between Two Cities as text.
fn text(mv: &Json) -> String {
    mv.read::<between_two_cities::Move>().unwrap().to_string()
}

fn city(mv: &str) -> u8 {
    mv.split(' ').nth(2).unwrap().parse().unwrap()
}

#[test]
fn the_rule_for_talk() {
    use Code::{BadText, Hushed, Unknown};
    for (rule, said, signalled, proposed) in [
        (TalkRule::Open, None, None, None),
        (TalkRule::Signals, Some(Hushed), None, None),
        (TalkRule::Silent, Some(Hushed), Some(Hushed), Some(Hushed)),
    ] {
        let mut table = placing(3, 3, Options { talk: rule, ..Options::default() });
        assert_eq!(table.act(0, say("Here?")).err(), said);
        assert_eq!(table.act(0, signal("good-idea")).err(), signalled);
        assert_eq!(table.act(0, react(Feeling::Wow, None)).err(), signalled);
        let mv = moves::all(&table, 0)[0].clone();
        let seat = table.seat(0);
        assert_eq!(table.propose(0, seat, &mv).err(), proposed);
    }
    let mut table = placing(3, 3, Options::default());
    assert_eq!(table.act(0, say("  ")), Err(BadText));
    assert_eq!(table.act(0, say(&"x".repeat(281))), Err(BadText));
    assert_eq!(table.act(0, say("one\ntwo")), Err(BadText));
    assert_eq!(table.act(6, signal("good-idea")), Err(Code::NotSeated));
    table.act(0, say(&"é".repeat(280))).unwrap();
    let to = Some(Seat::new(5));
    assert_eq!(table.act(0, Action::Signal { signal: json!({ "signal": "your-call" }), to }), Err(Unknown));
}

#[test]
fn proposals_concern_both() {
    let mut table = placing(4, 4, Options::default());
    let (seat, mvs) = (table.seat(0), moves::all(&table, 0));
    let partners: Vec<i64> =
        (1..4).filter(|&who| [seat.left(4), seat.right(4)].contains(&table.seat(who))).collect();
    let stranger = (1..4).find(|who| !partners.contains(who)).unwrap();
    let propose = |mv: &str| Action::Propose { seat, mv: json_move(BTC, mv) };
    assert_eq!(table.act(stranger, propose(&mvs[0])), Err(Code::CantPropose));
    let theirs = moves::all(&table, partners[0]);
    let shared = mvs.iter().find(|mv| theirs.iter().any(|other| city(other) == city(mv))).unwrap();
    let id = table.act(partners[0], propose(shared)).unwrap();
    let seen = table.view(stranger).proposals;
    assert_eq!((seen[0].id, seen[0].by, seen[0].seat), (id, table.seat(partners[0]), seat));
    // Neither the author nor a player whom the proposal does not concern can answer it.
    let answer = |agree| Action::Answer { proposal: id, agree };
    assert_eq!(table.act(partners[0], answer(true)), Err(Code::CantPropose));
    assert_eq!(table.act(stranger, answer(true)), Err(Code::CantPropose));
    table.act(0, answer(false)).unwrap();
    table.act(0, answer(true)).unwrap();
    let answers = &table.view(1).proposals[0].answers;
    assert_eq!((answers.len(), answers[0].agree), (1, true));
    assert_eq!(table.act(0, Action::Withdraw { proposal: id }), Err(Code::CantPropose));
    // A later proposal that excludes an earlier one of the same author replaces it. When its tile is placed, it is removed.
    let later = mvs.iter().rfind(|mv| city(mv) == city(shared) && mv != &shared).unwrap();
    table.act(partners[0], propose(later)).unwrap();
    assert_eq!(table.view(0).proposals.len(), 1);
    table.mv(0, later).unwrap();
    assert!(table.view(0).proposals.is_empty());
    assert_eq!(
        table.view(0).talk.iter().filter(|item| matches!(item.what, TalkWhat::Proposed { .. })).count(),
        2
    );
    // Players can propose moves of their own, and withdraw them.
    let plan = moves::all(&table, 0)[0].clone();
    let id = table.act(0, propose(&plan)).unwrap();
    table.act(0, Action::Withdraw { proposal: id }).unwrap();
    assert!(table.view(0).proposals.is_empty());
}

/// Who proposes something again changes nothing. The same proposal of another player is one more.
#[test]
fn a_proposal_that_is_repeated_changes_nothing() {
    let mut table = placing(3, 3, Options::default());
    let (seat, theirs) = (table.seat(0), moves::all(&table, 1));
    let is_shared = |mv: &String| theirs.iter().any(|other| city(other) == city(mv));
    let mv = moves::all(&table, 0).into_iter().find(is_shared).unwrap();
    let by = |table: &Harness| table.view(0).proposals.iter().map(|open| open.by).collect::<Vec<_>>();
    let of_partner = table.propose(1, seat, &mv);
    assert_eq!(table.propose(1, seat, &mv), of_partner);
    assert_eq!(by(&table), [table.seat(1)]);
    table.propose(0, seat, &mv).unwrap();
    assert_eq!(by(&table), [table.seat(1), seat]);
}

#[test]
fn there_is_nothing_to_propose_in_point_city() {
    let mut table = Harness::playing(&opening(PC, "standard", 2, 2, ""), "nothing");
    let who = table.asked()[0];
    let (seat, mv) = (table.seat(who), moves::all(&table, who)[0].clone());
    assert_eq!(table.propose(who, seat, &mv), Err(Code::CantPropose));
}

/// A bot answers within two seconds; if it agrees to a plan for its own tile, it places it.
#[test]
fn bots_answer() {
    let options = || Options { bots: BotPace::Human, ..Options::default() };
    let mut agreed = 0;
    for nth in 0..12 {
        let mut table = placing(3, 1, options());
        // After some turns, there are several legal places.
        while table.view(0).game.unwrap().moves < 4 * 9 + 3 {
            table.everybody_moves(nth as u64);
            while table.asked().is_empty() {
                table.pass(50);
            }
        }
        let me = table.seat(0);
        let bot = me.left(3);
        // The moves of the bot that the person's offers allow to propose.
        let offers: serde_json::Value =
            serde_json::from_str(table.view(0).game.unwrap().offers.get()).unwrap();
        let theirs: Vec<String> = offers["suggest"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|of| of["seat"] == u8::from(bot))
            .map(|of| {
                let text = |key: &str| of[key].as_str().unwrap();
                format!("place {} {} {}", text("piece"), of["city"], text("spot"))
            })
            .collect();
        let mv = theirs[nth * theirs.len() / 12].clone();
        let id = table.propose(0, bot, &mv).unwrap();
        table.pass(2_000);
        let view = table.view(0);
        let answer = view.talk.iter().find_map(|item| match &item.what {
            TalkWhat::Answered { agree, reason, .. } if item.seat == bot => Some((*agree, reason.is_some())),
            _ => None,
        });
        let (agree, reasoned) = answer.expect("the bot answers");
        assert!(reasoned);
        if agree {
            agreed += 1;
            assert!(!view.proposals.iter().any(|open| open.id == id), "it is placed");
        } else {
            assert!(view.proposals.iter().any(|open| open.by == bot), "it makes a counterproposal");
        }
    }
    assert!(agreed > 0 && agreed < 12);
}

/// If a person is concerned, a bot first proposes its move; `negotiation` tests what follows.
#[test]
fn bots_propose_before_they_place() {
    let options = || Options { bots: BotPace::Human, ..Options::default() };
    let placed = |table: &Harness| table.view(0).game.unwrap().moves - 3;
    let mut table = placing(3, 1, options());
    let mine: Vec<u8> = moves::all(&table, 0).iter().map(|mv| city(mv)).collect();
    table.pass(5_000);
    assert!(placed(&table) <= 2, "what they place between themselves, they place at once");
    let open = table.view(0).proposals;
    assert_eq!(open.len(), 2, "each bot has a plan for the city that it shares with the person");
    for ghost in &open {
        assert!(ghost.by == ghost.seat && ghost.reason.is_some() && mine.contains(&city(&text(&ghost.mv))));
    }
    // The person agrees: the bot places at once.
    let ghost = open[0].clone();
    table.act(0, Action::Answer { proposal: ghost.id, agree: true }).unwrap();
    table.pass(1_200);
    let made = |table: &Harness| {
        let played = table.journal.iter().rev().find_map(|entry| match &entry.kind {
            EntryKind::Played { moves } => Some(moves.clone()),
            _ => None,
        });
        played.unwrap()
    };
    assert_eq!(made(&table), [(ghost.seat, text(&ghost.mv))]);
    // The person waits, or leaves it to the bots: they place at once.
    for action in [Action::Wait { on: true }, signal("you-first"), signal("your-call")] {
        let mut table = placing(3, 1, options());
        table.act(0, action).unwrap();
        table.pass(6_000);
        assert_eq!(placed(&table), 4);
        let mut table = placing(3, 1, options());
        table.pass(2_500);
        table.act(0, Action::Wait { on: true }).unwrap();
        table.pass(6_000);
        assert_eq!(placed(&table), 4);
    }
    // Bots propose nothing to an absent player, at a silent table, or if they play fast.
    let mut table = placing(3, 1, options());
    table.comes(7);
    table.goes_away(0);
    table.pass(6_000);
    assert_eq!(placed(&table), 4);
    for options in
        [Options { talk: TalkRule::Silent, ..options() }, Options { bots: BotPace::Brisk, ..options() }]
    {
        let mut table = placing(3, 1, options);
        table.pass(6_000);
        assert_eq!(placed(&table), 4);
        assert!(table.view(0).talk.is_empty());
    }
}

/// When a person asks the bots for the place of a tile, the bots make proposals.
#[test]
fn bots_suggest_when_asked() {
    let mut table = placing(3, 1, Options { bots: BotPace::Human, ..Options::default() });
    while table.view(0).game.unwrap().moves < 4 * 9 + 3 {
        table.everybody_moves(2);
        while table.asked().is_empty() {
            table.pass(50);
        }
    }
    let (me, bot) = (table.seat(0), table.seat(0).left(3));
    let to_me = |table: &Harness| {
        table.view(0).proposals.into_iter().filter(|open| open.seat == me).collect::<Vec<_>>()
    };
    table.act(0, Action::Signal { signal: json!({ "signal": "your-call" }), to: Some(bot) }).unwrap();
    table.pass(2_000);
    let open = to_me(&table);
    assert_eq!(open.len(), 1);
    assert!(open[0].by == bot && open[0].reason.is_some());
    table.mv(0, &text(&open[0].mv)).unwrap();
    assert!(to_me(&table).is_empty());
}

/// A bot that both of its neighbours ask proposes a place to each of them, but not to both in turn for ever.
#[test]
fn a_bot_suggests_to_two_who_ask() {
    let mut table = placing(3, 2, Options { bots: BotPace::Human, ..Options::default() });
    table.act(0, signal("your-call")).unwrap();
    table.act(1, signal("your-call")).unwrap();
    table.pass(60_000);
    let seats = [table.seat(0), table.seat(1)];
    let bot = Seat::all(3).find(|seat| !seats.contains(seat)).unwrap();
    for seat in seats {
        let to_seat = |item: &&TalkItem| {
            item.seat == bot && matches!(item.what, TalkWhat::Proposed { to, .. } if to == seat)
        };
        // Once before each of the two moves of the bot, and once after them.
        let count = table.view(0).talk.iter().filter(to_seat).count();
        assert!((1..=3).contains(&count), "{count} to {seat:?}");
    }
}

/// Whole games with a person who sometimes answers the bots.
#[test]
fn bots_never_get_stuck() {
    for seed in 0..6 {
        let mut opening = opening(BTC, "standard", 3 + seed % 3, 2, "greedy");
        opening.options.bots = BotPace::Human;
        let mut table = Harness::playing(&opening, &format!("stuck {seed}"));
        let mut step = seed as u64;
        let mut idle = 0;
        while table.view(0).game.unwrap().outcome.is_none() {
            let before = table.room().journal_length();
            for who in [0, 1] {
                let open = table.view(who).proposals;
                match (step % 5, open.first()) {
                    (0, Some(ghost)) => {
                        let agree = step.is_multiple_of(2);
                        let _ = table.act(who, Action::Answer { proposal: ghost.id, agree });
                    }
                    (1, _) => {
                        let _ = table.act(who, Action::Undo);
                    }
                    (2, _) => {
                        if let Some(mv) = moves::any(&table, who, step) {
                            let _ = table.propose(who, table.seat(who), &mv);
                        }
                    }
                    _ => {
                        if let Some(mv) = moves::any(&table, who, step) {
                            table.mv(who, &mv).unwrap();
                        }
                    }
                }
                step += 1;
            }
            table.pass(3_000);
            idle = if table.room().journal_length() == before { idle + 1 } else { 0 };
            assert!(idle < 10, "the game is stuck");
        }
    }
}

/// A new connection gets the latest hundred lines; earlier ones are requested page by page.
#[test]
fn a_whole_table_has_the_latest_lines() {
    let mut table = placing(3, 3, Options::default());
    for n in 0..130 {
        table.act(0, say(&n.to_string())).unwrap();
    }
    let said = |lines: &[TalkItem]| -> Vec<String> {
        let text = |line: &TalkItem| match &line.what {
            TalkWhat::Said { text } => text.clone(),
            other => panic!("{other:?}"),
        };
        lines.iter().map(text).collect()
    };
    assert_eq!(table.client(1)["talk"].as_array().unwrap().len(), 130, "a connected client gets all lines");
    table.goes_away(1);
    table.comes(1);
    let known = table.client(1)["talk"].as_array().unwrap();
    assert_eq!((known.len(), &known[0]["text"]), (100, &json!("30")));
    table.check_clients();
    let page = table.room().talk_before(30, 20);
    assert_eq!((page.start, said(&page.lines)), (10, (10..30).map(|n| n.to_string()).collect()));
    let page = table.room().talk_before(10, 20);
    assert_eq!((page.start, said(&page.lines)), (0, (0..10).map(|n| n.to_string()).collect()));
    let log = table.room().log_before(usize::MAX, 2);
    assert_eq!(log.lines, table.view(0).log[log.start..]);
    assert_eq!(log.lines.len(), 2);
}

/// A reaction is shown to all, with its subject, which must exist. It is part of the talk, and no return to the game.
#[test]
fn reactions() {
    let seat = |number| Subject::Seat(Seat::new(number));
    for (game, variant, players, people, subjects) in [
        (BTC, "standard", 3, 2, vec![seat(0), seat(2), Subject::Shared(0), Subject::Shared(2)]),
        (PC, "standard", 2, 2, vec![seat(1)]),
    ] {
        let opening = opening(game, variant, players, people, "greedy");
        let mut lobby = Harness::set_up(&opening, "reactions", false);
        assert_eq!(lobby.act(0, react(Feeling::Wow, None)), Err(Code::NotBegun));

        let mut table = Harness::playing(&opening, "reactions");
        let there: Vec<_> = [None].into_iter().chain(subjects.into_iter().map(Some)).collect();
        for &about in &there {
            table.act(0, react(Feeling::Bravo, about)).unwrap();
        }
        for about in [seat(players as u8), Subject::Shared(players as u8), Subject::Shared(255)] {
            assert_eq!(table.act(0, react(Feeling::Bravo, about)), Err(Code::Unknown), "{about:?}");
            assert_eq!(table.act(6, react(Feeling::Bravo, about)), Err(Code::Unknown), "{about:?}");
        }
        let talk = table.view(1).talk;
        let shown: Vec<_> = talk
            .iter()
            .map(|item| match item.what {
                TalkWhat::Reacted { reaction } if item.seat == table.seat(0) => reaction.about,
                _ => panic!("{item:?}"),
            })
            .collect();
        assert_eq!(shown, there);
        table.check_clients();
        assert_eq!(wire(&*table.reopened(), Some(1), table.context()), table.wire(Some(1)));
    }

    let mut table = Harness::playing(&opening(PC, "standard", 2, 2, "greedy"), "reactions");
    table.act(0, Action::Leave).unwrap();
    let entries = table.journal.len();
    table.act(0, react(Feeling::Regret, None)).unwrap();
    assert_eq!(table.journal.len(), entries + 1, "a bot still plays for them");
}

/// Reactions of spectators follow the rules of what spectators write.
#[test]
fn people_who_watch_react_among_themselves() {
    let mut opening = opening(PC, "standard", 2, 2, "greedy");
    opening.options.talk = TalkRule::Signals;
    let mut hushed = Harness::playing(&opening, "gallery");
    assert_eq!(hushed.act(6, react(Feeling::Wow, None)), Err(Code::Hushed));

    opening.options.talk = TalkRule::Open;
    let mut table = Harness::playing(&opening, "gallery");
    [6, 7].into_iter().for_each(|who| table.comes(who));
    let about = Some(Subject::Seat(Seat::new(1)));
    table.act(6, react(Feeling::Laugh, about)).unwrap();
    assert_eq!(table.act(8, react(Feeling::Laugh, None)), Err(Code::NameTaken));
    let line = &table.view(7).gallery[0];
    assert_eq!(line.reaction, Some(Reaction { feeling: Feeling::Laugh, about }));
    assert_eq!((line.name.as_str(), line.text.as_str()), ("Tara", ""));
    for who in [0, 1] {
        assert!(!table.client(who).to_string().contains("laugh"), "players are not sent it");
    }
    table.check_clients();
    assert_eq!(wire(&*table.reopened(), Some(7), table.context()), table.wire(Some(7)));
}

/// Spectators write to each other. Players read it after the game, and all viewers see the spectators' names.
#[test]
fn people_who_watch_talk_among_themselves() {
    let mut opening = opening(PC, "standard", 2, 2, "greedy");
    let mut lobby = Harness::set_up(&opening, "gallery", false);
    lobby.comes(6);
    assert_eq!(lobby.act(6, say("Hello")), Err(Code::NotSeated));
    assert_eq!(lobby.view(0).watcher_names, ["Tara"]);
    opening.options.talk = TalkRule::Signals;
    let mut hushed = Harness::playing(&opening, "gallery");
    assert_eq!(hushed.act(6, say("Hello")), Err(Code::Hushed));

    opening.options.talk = TalkRule::Open;
    let mut table = Harness::playing(&opening, "gallery");
    [6, 7].into_iter().for_each(|who| table.comes(who));
    table.act(6, say("Take the harbour!")).unwrap();
    assert_eq!(table.act(8, say("I am Zoe")), Err(Code::NameTaken));
    let read = |table: &Harness, who: i64| -> Vec<[String; 2]> {
        table.view(who).gallery.into_iter().map(|line| [line.name, line.text]).collect()
    };
    let line = ["Tara".to_owned(), "Take the harbour!".to_owned()];
    assert_eq!(read(&table, 7), std::slice::from_ref(&line));
    assert!(read(&table, 0).is_empty());
    for who in [0, 1] {
        assert!(!table.client(who).to_string().contains("harbour"), "players are not sent it");
    }
    table.check_clients();
    table.goes_away(7);
    assert_eq!(table.view(0).watcher_names, ["Tara"]);

    for number in 0..60 {
        table.act(6, say(&format!("Line {number}"))).unwrap();
    }
    assert_eq!(read(&table, 6).len(), 40, "the latest lines are kept");
    for round in 0.. {
        if table.view(0).status == Status::Over {
            break;
        }
        table.everybody_moves(round);
    }
    assert_eq!(read(&table, 0), read(&table, 6));
    assert_eq!(read(&table, 0)[39][1], "Line 59");
    table.check_clients();
    assert_eq!(wire(&*table.reopened(), Some(0), table.context()), table.wire(Some(0)));
}

#[test]
fn the_new_name_of_a_person_who_watches_is_shown_at_once() {
    let mut table = Harness::playing(&opening(PC, "standard", 2, 2, "greedy"), "gallery");
    table.comes(6);
    let stored = table.journal.len();
    table.renamed(Person { name: "Nora".to_owned(), ..person(6) });
    assert_eq!(table.client(0)["watcher_names"], json!(["Nora"]));
    table.check_clients();
    assert_eq!(table.journal.len(), stored);
}
