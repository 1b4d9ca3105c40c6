//! Before the start.

use std::collections::{BTreeMap, BTreeSet};

use townhall_games::catalogue;
use townhall_table::{
    journal::{Colour, Listing, Options, Person, PlayerId, Seating},
    protocol::{Action, Code, Command, Sitter, Status},
};

use super::harness::{BTC, CODE, Harness, PC, empty_table, json_move, opening, person, quick, wire};

fn lobby(people: usize) -> Harness {
    let mut opening = opening(BTC, "standard", 4, people, "greedy");
    opening.bots.clear();
    Harness::set_up(&opening, "lobby", false)
}

fn names(table: &Harness) -> Vec<Option<String>> {
    table.room().summary().names
}

fn configure(variant: &str, players: usize) -> Action {
    Action::Configure { variant: variant.to_owned(), players, options: quick().into() }
}

fn bot(chair: usize) -> Action {
    bot_of(chair, "greedy")
}

fn bot_of(chair: usize, level: &str) -> Action {
    Action::SeatBot { chair, level: level.to_owned() }
}

/// A bot's time budget is part of its level, from the lobby to the record and the rematch.
#[test]
fn bots_keep_their_budget() {
    let mut table = Harness::set_up(&opening(PC, "standard", 2, 1, "hard"), "budget", false);
    for level in ["expert:1s", "expert:100000sims", "casual:20sims"] {
        table.act(0, bot_of(1, level)).unwrap();
        assert!(
            matches!(&table.view(0).chairs[1].sitter, Sitter::Bot { level: shown, .. } if shown == level)
        );
    }
    table.act(0, Action::Start).unwrap();
    while table.room().summary().status != Status::Over {
        table.think_on();
        table.everybody_moves(1);
    }
    let shown = table
        .view(0)
        .chairs
        .into_iter()
        .any(|chair| matches!(chair.sitter, Sitter::Bot { level, .. } if level == "casual:20sims"));
    assert!(shown);
    assert!(table.room().record().unwrap().contains("\"casual:20sims\""));
    assert_eq!(table.room().rematch(Some(table.seat(0))).bots[0].1, "casual:20sims");
    assert_eq!(table.wire(Some(0)), wire(&*table.reopened(), Some(0), table.context()));
}

/// Seats are dealt when a game begins. Bots keep their names when they move to another seat.
#[test]
fn bots_keep_their_names_at_a_rematch() {
    let names = |table: &Harness| -> Vec<String> {
        let sitters = table.view(0).chairs.into_iter().map(|chair| chair.sitter);
        sitters
            .filter_map(|sitter| if let Sitter::Bot { name, .. } = sitter { Some(name) } else { None })
            .collect()
    };
    for phrase in ["one", "two", "three"] {
        let before = Harness::playing(&opening(BTC, "standard", 7, 1, "greedy"), phrase);
        let again = Harness::set_up(&before.room().rematch(Some(before.seat(0))), "again", false);
        assert_eq!(names(&again), names(&before));
        assert_eq!(names(&again).len(), 6);
    }
}

/// At a rematch the player who opened it sits and is the host. The others' chairs are free to take, until they come.
#[test]
fn a_rematch_keeps_chairs_for_people_until_they_come() {
    let kept = |table: &Harness| -> Vec<Option<String>> {
        let chairs = table.view(0).chairs.into_iter();
        chairs
            .map(|chair| if let Sitter::Nobody { kept_for } = chair.sitter { kept_for } else { None })
            .collect()
    };
    let sitting = |table: &Harness| names(table).into_iter().flatten().collect::<Vec<_>>();
    let before = Harness::playing(&opening(BTC, "standard", 4, 3, "greedy"), "kept");
    let opening = before.room().rematch(Some(before.seat(1)));
    assert_eq!((opening.people.len(), opening.kept.len()), (1, 2));
    let mut table = Harness::set_up(&opening, "again", false);
    assert!(table.view(1).host);
    assert_eq!(sitting(&table).len(), 2, "Yann and the bot");
    let at = |table: &Harness, who: i64| {
        kept(table).iter().position(|name| name.as_deref() == Some(person(who).name.as_str()))
    };
    let (first, last) = (at(&table, 0).unwrap(), at(&table, 2).unwrap());
    assert_eq!(table.act(1, Action::Start), Err(Code::NotFull));

    table.comes(0);
    table.pass(0);
    assert_eq!((table.view(0).me, kept(&table)[first].clone()), (Some(first), None), "who comes, sits down");
    table.act(0, Action::Leave).unwrap();
    table.pass(600_000);
    assert_eq!(table.view(0).me, None, "who leaves, stays on their feet");

    table.act(5, Action::Sit { chair: last }).unwrap();
    table.comes(2);
    table.pass(1_000);
    assert_eq!((table.view(2).me, at(&table, 2)), (None, None), "another person has taken the chair");
    table.act(2, Action::Sit { chair: first }).unwrap();
    assert_eq!(table.wire(Some(0)), wire(&*table.reopened(), Some(0), table.context()));
    table.act(1, Action::Start).unwrap();
}

/// A chair that is kept for a person who comes under a name that is taken meanwhile is free for all.
#[test]
fn a_kept_chair_is_given_up_if_the_name_is_taken() {
    let before = Harness::playing(&opening(BTC, "standard", 3, 2, "greedy"), "kept");
    let opening = before.room().rematch(Some(before.seat(0)));
    let mut table = Harness::set_up(&opening, "again", false);
    table.act(0, configure("standard", 4)).unwrap();
    let sit = Command { id: "sit".to_owned(), on: 1, action: Action::Sit { chair: 3 } };
    table.command(&called(5, "yann"), sit).unwrap();
    table.comes(1);
    table.pass(0);
    assert_eq!(table.view(1).me, None);
    assert!(!table.wire(Some(0)).contains("kept_for"));
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
        (0, Action::Move { mv: json_move(BTC, "choose d d") }, Code::NotBegun),
        (0, Action::Undo, Code::NotBegun),
        (0, Action::Rematch, Code::NotBegun),
        (0, Action::Say { text: " ".to_owned() }, Code::BadText),
        (7, Action::Say { text: "Hello".to_owned() }, NotSeated),
    ] {
        let mut table = lobby(3);
        let seq = table.room().journal_length();
        assert_eq!(table.act(who, action.clone()), Err(code), "{action:?}");
        assert_eq!(table.room().journal_length(), seq);
    }
}

#[test]
fn chairs_fill_and_the_game_begins() {
    let mut table = lobby(1);
    table.comes(1);
    table.act(1, Action::Sit { chair: 2 }).unwrap();
    table.act(0, bot(1)).unwrap();
    table.act(0, bot(3)).unwrap();
    table.act(0, Action::SeatBot { chair: 3, level: "random".to_owned() }).unwrap();
    assert!(names(&table).iter().all(Option::is_some));
    let said = table.act(1, Action::Say { text: "Hello".to_owned() }).unwrap();
    assert_eq!(table.act(1, Action::Start), Err(Code::NotHost));
    table.act(0, Action::Start).unwrap();
    let view = table.view(1);
    assert_eq!(view.status, Status::Playing);
    assert_eq!(view.chairs.len(), 4);
    assert_eq!(view.talk[0].version, said);
    assert_eq!(Some(view.talk[0].seat.index()), view.me, "what was said on a chair belongs to the seat");
    let seating: Vec<_> = view.chairs.iter().map(|chair| chair.seating.unwrap()).collect();
    assert!(seating.is_sorted(), "ascending numbers are the clockwise seating");
    assert_eq!(table.act(5, Action::Sit { chair: 1 }), Err(Code::Begun));
    assert_eq!(table.act(0, configure("standard", 5)), Err(Code::Begun));
}

#[test]
fn seats_are_dealt() {
    let at = |phrase: &str| Harness::playing(&opening(BTC, "standard", 4, 4, ""), phrase).seat(0);
    let seats: BTreeSet<_> = (0..40).map(|n| at(&n.to_string())).collect();
    assert_eq!(seats.len(), 4);
    assert_eq!(at("1"), at("1"));
}

/// The host swaps chairs, and neighbours stay neighbours in the game; the starting seat is dealt.
#[test]
fn seats_are_kept() {
    let mut firsts = BTreeSet::new();
    for phrase in 0..40 {
        let mut opening = opening(BTC, "standard", 5, 3, "greedy");
        opening.options.seating = Seating::Kept;
        let mut table = Harness::set_up(&opening, &phrase.to_string(), false);
        table.act(0, Action::Say { text: "Sit with me".to_owned() }).unwrap();
        table.act(0, Action::SwapChairs { chairs: [0, 3] }).unwrap();
        table.act(0, Action::SwapChairs { chairs: [3, 3] }).unwrap();
        let ring: Vec<_> = names(&table).into_iter().flatten().collect();
        assert_eq!((ring[3].as_str(), ring[1].as_str(), ring[2].as_str()), ("Zoe", "Yann", "Xenia"));
        assert_eq!(table.act(1, Action::SwapChairs { chairs: [0, 1] }), Err(Code::NotHost));
        assert_eq!(table.act(0, Action::SwapChairs { chairs: [0, 5] }), Err(Code::Unknown));
        table.check_clients();
        table.act(0, Action::Start).unwrap();
        let seats: Vec<_> = names(&table).into_iter().flatten().collect();
        let first = ring.iter().position(|name| *name == seats[0]).unwrap();
        assert!(seats.iter().eq(ring[first..].iter().chain(&ring[..first])));
        let said = &table.view(1).talk[0];
        assert_eq!(said.name.as_deref(), Some("Zoe"));
        assert_eq!(seats[said.seat.index()], "Zoe", "what was said on a chair belongs to the seat");
        firsts.insert(first);
    }
    assert_eq!(firsts.len(), 5);
}

/// Messages from before the start keep their author, even if another person takes the chair.
#[test]
fn messages_keep_their_author() {
    let mut table = lobby(2);
    table.act(1, Action::Say { text: "Good night".to_owned() }).unwrap();
    table.act(1, Action::Leave).unwrap();
    table.comes(2);
    table.act(2, Action::Sit { chair: 1 }).unwrap();
    assert_eq!(table.view(0).talk[0].name.as_deref(), Some("Yann"));
    table.check_clients();
}

#[test]
fn the_next_person_is_host_when_the_host_leaves() {
    let mut table = lobby(3);
    table.act(0, Action::Leave).unwrap();
    assert!(table.view(1).host && !table.view(0).host);
    table.act(1, Action::ClearChair { chair: 2 }).unwrap();
    table.act(1, Action::Leave).unwrap();
    assert_eq!(names(&table), [None, None, None, None]);
    table.act(6, Action::Sit { chair: 2 }).unwrap();
    assert!(table.view(6).host, "the first guest at a table that all have left is its host");
}

#[test]
fn people_keep_their_chairs() {
    let mut table = lobby(0);
    table.act(0, configure("standard", 7)).unwrap();
    for (who, chair) in [(0, 1), (1, 6), (2, 4)] {
        table.act(who, Action::Sit { chair }).unwrap();
    }
    for chair in [0, 2, 3] {
        table.act(0, bot(chair)).unwrap();
    }
    table.act(0, configure("standard", 4)).unwrap();
    let view = table.view(0);
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
    let mut table = lobby(3);
    table.goes_away(1);
    table.goes_away(2);
    table.pass(300_000);
    table.comes(2);
    table.pass(299_000);
    assert_eq!(names(&table)[1].as_deref(), Some("Yann"));
    table.pass(2_000);
    assert_eq!(names(&table)[1], None);
    table.pass(900_000);
    assert!(names(&table)[2].is_some());
}

#[test]
fn a_host_keeps_the_chair_until_strangers_wait() {
    let mut table = lobby(2);
    table.goes_away(0);
    table.goes_away(1);
    table.pass(30 * 86_400_000);
    assert_eq!(names(&table), [Some("Zoe".to_owned()), None, None, None]);
    assert_eq!(table.session.due(table.now), None, "nothing keeps the table in memory");
    table.act(2, Action::Sit { chair: 1 }).unwrap();
    table.comes(2);
    table.pass(86_400_000);
    assert!(!table.view(2).host, "friends wait for the host");

    let mut public = quick();
    public.listing = Listing::Public;
    let mut table = lobby(1);
    let configure = Action::Configure { variant: "standard".to_owned(), players: 4, options: public.into() };
    table.act(0, configure).unwrap();
    table.goes_away(0);
    table.pass(86_400_000);
    assert_eq!(names(&table)[0].as_deref(), Some("Zoe"));
    table.comes(1);
    table.act(1, Action::Sit { chair: 1 }).unwrap();
    table.pass(600_000);
    assert!(table.view(1).host && names(&table)[0].is_none());
}

/// The host keeps chairs for people whom they invite, who sit down by coming, under the name that they have by then.
#[test]
fn a_host_invites_people_until_they_decline() {
    let mut table = lobby(1);
    let guest = |id| Person { name: format!("Old name {id}"), ..person(id) };
    let invite = |table: &mut Harness, by: i64, id: i64| {
        table.invite(by, &guest(id))?;
        Ok(table.room().summary().people.len())
    };
    assert_eq!(invite(&mut table, 0, 1), Ok(2));
    assert_eq!(invite(&mut table, 0, 1), Ok(2), "once is enough");
    assert_eq!(invite(&mut table, 1, 2), Err(Code::NotHost));
    assert!(matches!(
        &table.view(0).chairs[1].sitter,
        Sitter::Nobody { kept_for: Some(name) } if name == "Old name 1"
    ));
    // The host may take an invitation back, and make it again.
    table.act(0, Action::ClearChair { chair: 1 }).unwrap();
    assert_eq!(table.room().summary().people.len(), 1);
    assert_eq!(invite(&mut table, 0, 1), Ok(2));
    assert_eq!(invite(&mut table, 0, 2), Ok(3));
    assert_eq!(invite(&mut table, 0, 3), Ok(4));
    assert_eq!(invite(&mut table, 0, 4), Err(Code::TooFewChairs));
    table.act(2, Action::Leave).unwrap();
    assert_eq!(invite(&mut table, 0, 2), Err(Code::Declined));
    table.comes(1);
    table.pass(0);
    assert_eq!(names(&table)[1], Some(person(1).name));
    table.act(1, Action::Leave).unwrap();
    assert_eq!(invite(&mut table, 0, 1), Err(Code::Declined), "who has left is not asked again");
    table.act(0, bot(1)).unwrap();
    table.act(0, bot(2)).unwrap();
    table.act(0, bot(3)).unwrap();
    table.act(0, Action::Start).unwrap();
    assert_eq!(invite(&mut table, 0, 5), Err(Code::Begun));
    let reopened = table.reopened();
    assert_eq!(wire(&*reopened, Some(0), table.context()), table.wire(Some(0)));
}

/// An appointment is made for a time that comes, stays when other options change after it, and is not the rematch's.
#[test]
fn an_appointment_is_in_the_future_when_it_is_made() {
    const DAY: u64 = 86_400_000;
    let mut table = lobby(2);
    let now = table.now;
    let configure = |table: &mut Harness, who, starts, players| {
        let options = Options { starts, ..quick() };
        let action = Action::Configure { variant: "standard".to_owned(), players, options: options.into() };
        table.act(who, action)
    };
    for (starts, expected) in [
        (Some(now - 1), Err(Code::Unknown)),
        (Some(now + 367 * DAY), Err(Code::Unknown)),
        (Some(u64::MAX), Err(Code::Unknown)),
        (Some(now + 366 * DAY), Ok(())),
        (None, Ok(())),
        (Some(now + DAY), Ok(())),
    ] {
        assert_eq!(configure(&mut table, 0, starts, 4).map(drop), expected, "{starts:?}");
    }
    assert_eq!(configure(&mut table, 1, None, 4).map(drop), Err(Code::NotHost));
    assert_eq!(table.room().summary().starts, Some(now + DAY));
    table.pass(2 * DAY);
    assert_eq!(configure(&mut table, 0, Some(now + DAY), 3).map(drop), Ok(()));
    table.act(0, bot(2)).unwrap();
    table.act(0, Action::Start).unwrap();
    assert_eq!(table.room().summary().starts, None);
    assert_eq!(table.room().rematch(None).options.starts, None);
}

/// A person for whom a rematch keeps a chair can decline without coming. The host takes the invitations back by leaving.
#[test]
fn invitations_to_a_rematch_end() {
    let before = Harness::playing(&opening(BTC, "standard", 4, 3, "greedy"), "kept");
    let opening = before.room().rematch(Some(before.seat(1)));
    let mut table = Harness::set_up(&opening, "again", false);
    let people = |table: &Harness| -> Vec<i64> {
        let mut people: Vec<_> = table.room().summary().people.iter().map(|who| who.0).collect();
        people.sort_unstable();
        people
    };
    assert_eq!(people(&table), [0, 1, 2]);
    table.act(0, Action::Leave).unwrap();
    assert_eq!(people(&table), [1, 2]);
    table.comes(0);
    table.pass(0);
    assert_eq!(table.view(0).me, None, "who has declined does not sit down by looking");
    table.act(1, Action::Leave).unwrap();
    assert_eq!(people(&table), [0; 0]);
    table.act(1, Action::Sit { chair: 3 }).unwrap();
    assert_eq!(people(&table), [1, 2], "the host was only choosing another chair");
}

#[test]
fn a_new_name_comes_with_the_next_command() {
    let mut table = lobby(1);
    let renamed = Person { id: PlayerId(0), name: "Zsófi".to_owned(), colour: Colour::Plum };
    let command = Command { id: "r".to_owned(), on: 0, action: bot(1) };
    table.command(&renamed, command).unwrap();
    assert_eq!(names(&table)[0].as_deref(), Some("Zsófi"));
    assert_eq!(table.room().version_after(PlayerId(0), "r"), Some(table.room().version()));
    assert_eq!(table.room().version_after(PlayerId(1), "r"), None);
}

/// It is seen at once, and the other people who are connected stay who they are.
#[test]
fn a_new_name_is_seen_at_once() {
    let mut table = lobby(2);
    table.renamed(called(1, "Yolanda"));
    assert_eq!(names(&table)[..2], [Some("Zoe".to_owned()), Some("Yolanda".to_owned())]);
    table.act(0, bot(2)).unwrap();
    assert_eq!(table.act(1, bot(3)), Err(Code::NotHost));
    table.check_clients();
}

#[test]
fn openings_are_checked() {
    let context = empty_table("opened");
    for (game, variant, players, code) in [
        ("chess", "standard", 2, Code::Unknown),
        (PC, "standard", 5, Code::Unknown),
        (PC, "automa-easy", 1, Code::Unknown),
    ] {
        let refused = catalogue().set_up(
            &opening(game, variant, players, 0, "greedy"),
            CODE.parse().unwrap(),
            false,
            &context,
        );
        assert_eq!(refused.err().unwrap().code, code);
    }
    let games = serde_json::to_value(catalogue().games().collect::<Vec<_>>()).unwrap();
    assert_eq!(
        games[0]["variants"][2],
        serde_json::json!({"id": "automa-easy", "min": 1, "max": 1, "automata": 2})
    );
    assert_eq!(person(0).name, "Zoe");
}

#[test]
fn a_person_sent_away_stays_away_for_a_while() {
    let mut table = lobby(3);
    table.act(0, Action::ClearChair { chair: 2 }).unwrap();
    assert_eq!(table.act(2, Action::Sit { chair: 3 }), Err(Code::SentAway));
    assert_eq!(table.reopened().summary(), table.room().summary());
    // Guests who left by themselves, or never sat at the table, may sit down at once.
    table.act(1, Action::Leave).unwrap();
    table.act(1, Action::Sit { chair: 3 }).unwrap();
    table.act(4, Action::Sit { chair: 2 }).unwrap();
    table.pass(599_999);
    assert_eq!(table.act(2, Action::Sit { chair: 1 }), Err(Code::SentAway));
    table.pass(1);
    table.comes(2);
    table.act(2, Action::Sit { chair: 1 }).unwrap();
}

/// A person of another name.
fn called(id: i64, name: &str) -> Person {
    Person { name: name.to_owned(), ..person(id) }
}

#[test]
fn names_that_look_alike_are_refused() {
    let mut table = lobby(2);
    let sit = |n: u8| Command { id: format!("sit {n}"), on: 1, action: Action::Sit { chair: 2 } };
    for (n, name) in ["Zoe", "zoe", "Z\u{43e}e", "Zo e"].into_iter().enumerate() {
        let n = u8::try_from(n).unwrap();
        assert_eq!(table.command(&called(5, name), sit(n)), Err(Code::NameTaken), "{name}");
    }
    table.command(&called(5, "Zoltan"), sit(9)).unwrap();
    // A player who sits can't take such a name either: the table keeps the old one.
    let hello =
        |id: &str| Command { id: id.to_owned(), on: 1, action: Action::Say { text: "Hello".to_owned() } };
    table.command(&called(5, "ZOE"), hello("a")).unwrap();
    assert_eq!(names(&table)[2].as_deref(), Some("Zoltan"));
    table.command(&called(5, "Zorro"), hello("b")).unwrap();
    assert_eq!(names(&table)[2].as_deref(), Some("Zorro"));
}

/// A conflict of colours is settled when a person sits down. Nothing changes at the start, or when a colour becomes free.
#[test]
fn colours_are_settled_in_the_lobby_and_stay() {
    use Colour::{Coral, Indigo, Moss, Teal};
    let coloured = |id: i64, colour: Colour| Person { colour, ..person(id) };
    let mut table = lobby(1);
    let sit = |table: &mut Harness, who: Person, chair: usize| {
        let sit = Command { id: format!("sit {}", who.id.0), on: 1, action: Action::Sit { chair } };
        table.command(&who, sit).unwrap();
    };
    let colours = |table: &Harness| -> BTreeMap<String, Colour> {
        let chairs = table.view(99).chairs.into_iter();
        let coloured = chairs.filter_map(|chair| match chair.sitter {
            Sitter::Person { name, colour, .. } | Sitter::Bot { name, colour, .. } => Some((name, colour)),
            _ => None,
        });
        coloured.collect()
    };
    // Zoe is teal, so that the bot is coral, until Yann comes, who chose this colour. Xenia is late for teal.
    table.act(0, bot(3)).unwrap();
    let robot = names(&table)[3].clone().unwrap();
    assert_eq!(colours(&table)[&robot], Coral);
    sit(&mut table, coloured(1, Coral), 1);
    sit(&mut table, coloured(2, Teal), 2);
    let settled = colours(&table);
    let of = |name: &str| settled[name];
    assert_eq!((of("Zoe"), of("Yann"), of(&robot), of("Xenia")), (Teal, Coral, Indigo, Colour::Amber));
    let all: BTreeSet<_> = settled.values().map(|colour| format!("{colour:?}")).collect();
    assert_eq!(all.len(), 4);
    table.act(0, bot_of(3, "novice")).unwrap();
    assert_eq!(colours(&table), settled);
    table.act(0, Action::Start).unwrap();
    assert_eq!(colours(&table), settled);

    let mut table = lobby(1);
    sit(&mut table, coloured(1, Teal), 1);
    let before = colours(&table)["Yann"];
    table.act(0, Action::Leave).unwrap();
    let talk = |id: &str| Command { id: id.to_owned(), on: 1, action: Action::Say { text: "Hm".to_owned() } };
    table.command(&coloured(1, Teal), talk("a")).unwrap();
    assert_eq!(colours(&table)["Yann"], before, "a colour that becomes free changes nothing");
    table.command(&coloured(1, Moss), talk("b")).unwrap();
    assert_eq!(colours(&table)["Yann"], Moss, "another choice does");
    assert_eq!(table.wire(None), wire(&*table.reopened(), None, table.context()));
}

#[test]
fn everybody_keeps_name_and_colour_during_a_game() {
    let mut table = Harness::playing(&opening(BTC, "standard", 4, 2, "greedy"), "names");
    let before = (table.room().summary().names, table.journal.len());
    let other = Person { colour: Colour::Rose, ..called(1, "Someone Else") };
    let hello = Command { id: "a".to_owned(), on: 1, action: Action::Say { text: "Hello".to_owned() } };
    table.command(&other, hello).unwrap();
    assert_eq!((table.room().summary().names, table.journal.len()), (before.0, before.1 + 1));
}
