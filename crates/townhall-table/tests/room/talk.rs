//! What may be said, and how bots talk.

use tabletop::Seat;
use townhall_table::{
    journal::EntryKind,
    protocol::{Action, BotPace, Code, Options, Signal, TalkRule, TalkWhat},
};

use crate::{
    desk::{BTC, Desk, PC, opening},
    moves,
};

/// Everybody has chosen and is to place.
fn placing(players: usize, people: usize, options: Options) -> Desk {
    let mut opening = opening(BTC, "standard", players, people, "greedy");
    opening.options = options;
    let mut desk = Desk::playing(&opening, "talk");
    desk.everybody_moves(0);
    // Just long enough for bots to choose.
    while desk.asked().is_empty() {
        desk.pass(50);
    }
    desk
}

fn say(text: &str) -> Action {
    Action::Say { text: text.to_owned() }
}

fn signal(signal: Signal) -> Action {
    Action::Signal { signal, to: None, city: None }
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
        let mut desk = placing(3, 3, Options { talk: rule, ..Options::default() });
        assert_eq!(desk.act(0, say("Here?")).err(), said);
        assert_eq!(desk.act(0, signal(Signal::GoodIdea)).err(), signalled);
        let mv = moves::all(&desk, 0)[0].clone();
        let seat = desk.seat(0);
        assert_eq!(desk.act(0, Action::Propose { seat, mv }).err(), proposed);
    }
    let mut desk = placing(3, 3, Options::default());
    assert_eq!(desk.act(0, say("  ")), Err(BadText));
    assert_eq!(desk.act(0, say(&"x".repeat(281))), Err(BadText));
    assert_eq!(desk.act(0, say("one\ntwo")), Err(BadText));
    assert_eq!(desk.act(9, say("I only watch")), Err(Code::NotSeated));
    desk.act(0, say(&"é".repeat(280))).unwrap();
    let to = Some(Seat::new(5));
    assert_eq!(desk.act(0, Action::Signal { signal: Signal::YourCall, to, city: None }), Err(Unknown));
}

#[test]
fn proposals_concern_both() {
    let mut desk = placing(4, 4, Options::default());
    let (seat, mvs) = (desk.seat(0), moves::all(&desk, 0));
    let partners: Vec<i64> =
        (1..4).filter(|&who| [seat.left(4), seat.right(4)].contains(&desk.seat(who))).collect();
    let stranger = (1..4).find(|who| !partners.contains(who)).unwrap();
    let propose = |mv: &str| Action::Propose { seat, mv: mv.to_owned() };
    assert_eq!(desk.act(stranger, propose(&mvs[0])), Err(Code::CantPropose));
    let theirs = moves::all(&desk, partners[0]);
    let shared = mvs.iter().find(|mv| theirs.iter().any(|other| city(other) == city(mv))).unwrap();
    let id = desk.act(partners[0], propose(shared)).unwrap();
    let seen = desk.view(stranger).proposals;
    assert_eq!((seen[0].id, seen[0].by, seen[0].seat), (id, desk.seat(partners[0]), seat));
    // Answers: not by its author, nor by those whom it does not concern.
    let answer = |agree| Action::Answer { proposal: id, agree };
    assert_eq!(desk.act(partners[0], answer(true)), Err(Code::CantPropose));
    assert_eq!(desk.act(stranger, answer(true)), Err(Code::CantPropose));
    desk.act(0, answer(false)).unwrap();
    desk.act(0, answer(true)).unwrap();
    let answers = &desk.view(1).proposals[0].answers;
    assert_eq!((answers.len(), answers[0].agree), (1, true));
    assert_eq!(desk.act(0, Action::Withdraw { proposal: id }), Err(Code::CantPropose));
    // A later ghost that can't come true as well replaces the earlier one; once it is placed, it is gone.
    let later = mvs.iter().rfind(|mv| city(mv) == city(shared) && mv != &shared).unwrap();
    desk.act(partners[0], propose(later)).unwrap();
    assert_eq!(desk.view(0).proposals.len(), 1);
    desk.mv(0, later).unwrap();
    assert!(desk.view(0).proposals.is_empty());
    assert_eq!(
        desk.view(0).talk.iter().filter(|item| matches!(item.what, TalkWhat::Proposed { .. })).count(),
        2
    );
    // One's own plans can be shown, and withdrawn.
    let plan = moves::all(&desk, 0)[0].clone();
    let id = desk.act(0, propose(&plan)).unwrap();
    desk.act(0, Action::Withdraw { proposal: id }).unwrap();
    assert!(desk.view(0).proposals.is_empty());
}

#[test]
fn there_is_nothing_to_propose_in_point_city() {
    let mut desk = Desk::playing(&opening(PC, "standard", 2, 2, ""), "nothing");
    let who = desk.asked()[0];
    let (seat, mv) = (desk.seat(who), moves::all(&desk, who)[0].clone());
    assert_eq!(desk.act(who, Action::Propose { seat, mv }), Err(Code::CantPropose));
}

/// A bot answers within two seconds; if it agrees to a plan for its own tile, it places it.
#[test]
fn bots_answer() {
    let options = Options { bots: BotPace::Human, ..Options::default() };
    let mut agreed = 0;
    for nth in 0..12 {
        let mut desk = placing(3, 1, options);
        // A few turns on, there is something to choose between.
        while desk.view(0).game.unwrap().moves < 4 * 9 + 3 {
            desk.everybody_moves(nth as u64);
            while desk.asked().is_empty() {
                desk.pass(50);
            }
        }
        let me = desk.seat(0);
        let bot = me.left(3);
        // Whatever could be placed for the bot, as the person's offers tell.
        let offers: serde_json::Value =
            serde_json::from_str(desk.view(0).game.unwrap().offers.get()).unwrap();
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
        let id = desk.act(0, Action::Propose { seat: bot, mv: mv.clone() }).unwrap();
        desk.pass(2_000);
        let view = desk.view(0);
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
            assert!(view.proposals.iter().any(|open| open.by == bot), "it says what it would rather do");
        }
    }
    assert!(agreed > 0 && agreed < 12);
}

/// Among people, a bot says first what it is about to do.
#[test]
fn bots_propose_before_they_place() {
    let options = Options { bots: BotPace::Human, ..Options::default() };
    let placed = |desk: &Desk| desk.view(0).game.unwrap().moves - 3;
    // Nobody answers: it places after some seconds.
    let mut desk = placing(3, 1, options);
    let mine: Vec<u8> = moves::all(&desk, 0).iter().map(|mv| city(mv)).collect();
    desk.pass(5_000);
    assert!(placed(&desk) <= 2, "what they place between themselves, they place at once");
    let open = desk.view(0).proposals;
    assert_eq!(open.len(), 2, "each bot has a plan for the city that it shares with the person");
    for ghost in &open {
        assert!(ghost.by == ghost.seat && ghost.reason.is_some() && mine.contains(&city(&ghost.mv)));
    }
    // The person agrees: the bot places at once.
    let ghost = open[0].clone();
    desk.act(0, Action::Answer { proposal: ghost.id, agree: true }).unwrap();
    desk.pass(1_500);
    let made = |desk: &Desk| {
        let played = desk.journal.iter().rev().find_map(|entry| match &entry.what {
            EntryKind::Played { moves } => Some(moves.clone()),
            _ => None,
        });
        played.unwrap()
    };
    assert_eq!(made(&desk), [(ghost.seat, ghost.mv)]);
    desk.pass(30_000);
    assert_eq!(placed(&desk), 4, "bots never block anybody");
    // The person waits, or leaves it to the bots: they place without more ado.
    for action in [Action::Wait { on: true }, signal(Signal::YouFirst), signal(Signal::YourCall)] {
        let mut desk = placing(3, 1, options);
        desk.act(0, action).unwrap();
        desk.pass(6_000);
        assert_eq!(placed(&desk), 4);
        let mut desk = placing(3, 1, options);
        desk.pass(2_500);
        desk.act(0, Action::Wait { on: true }).unwrap();
        desk.pass(6_000);
        assert_eq!(placed(&desk), 4);
    }
    // Nor do they talk to somebody who is away, at a silent table, or in a hurry.
    let mut desk = placing(3, 1, options);
    desk.goes_away(0);
    desk.pass(6_000);
    assert_eq!(placed(&desk), 4);
    for options in
        [Options { talk: TalkRule::Silent, ..options }, Options { bots: BotPace::Brisk, ..options }]
    {
        let mut desk = placing(3, 1, options);
        desk.pass(6_000);
        assert_eq!(placed(&desk), 4);
        assert!(desk.view(0).talk.is_empty());
    }
}

/// Who leaves it to the bots where their own tile goes is shown where they would like it.
#[test]
fn bots_suggest_when_asked() {
    let mut desk = placing(3, 1, Options { bots: BotPace::Human, ..Options::default() });
    while desk.view(0).game.unwrap().moves < 4 * 9 + 3 {
        desk.everybody_moves(2);
        while desk.asked().is_empty() {
            desk.pass(50);
        }
    }
    let (me, bot) = (desk.seat(0), desk.seat(0).left(3));
    let to_me =
        |desk: &Desk| desk.view(0).proposals.into_iter().filter(|open| open.seat == me).collect::<Vec<_>>();
    desk.act(0, Action::Signal { signal: Signal::YourCall, to: Some(bot), city: None }).unwrap();
    desk.pass(2_000);
    let open = to_me(&desk);
    assert_eq!(open.len(), 1);
    assert!(open[0].by == bot && open[0].reason.is_some());
    desk.mv(0, &open[0].mv).unwrap();
    assert!(to_me(&desk).is_empty());
}

/// Whole games with a person who talks back now and then.
#[test]
fn bots_never_get_stuck() {
    for seed in 0..6 {
        let mut opening = opening(BTC, "standard", 3 + seed % 3, 2, "greedy");
        opening.options.bots = BotPace::Human;
        let mut desk = Desk::playing(&opening, &format!("stuck {seed}"));
        let mut step = seed as u64;
        let mut idle = 0;
        while desk.view(0).game.unwrap().outcome.is_none() {
            let before = desk.room.seq();
            for who in [0, 1] {
                let open = desk.view(who).proposals;
                match (step % 5, open.first()) {
                    (0, Some(ghost)) => {
                        let agree = step.is_multiple_of(2);
                        let _ = desk.act(who, Action::Answer { proposal: ghost.id, agree });
                    }
                    (1, _) => {
                        let _ = desk.act(who, Action::Undo);
                    }
                    (2, _) => {
                        if let Some(mv) = moves::any(&desk, who, step) {
                            let _ = desk.act(who, Action::Propose { seat: desk.seat(who), mv });
                        }
                    }
                    _ => {
                        if let Some(mv) = moves::any(&desk, who, step) {
                            desk.mv(who, &mv).unwrap();
                        }
                    }
                }
                step += 1;
            }
            desk.pass(3_000);
            idle = if desk.room.seq() == before { idle + 1 } else { 0 };
            assert!(idle < 10, "nothing happens any more");
        }
    }
}
