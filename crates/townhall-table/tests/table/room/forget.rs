//! Forgetting a guest: name and messages are removed, the game stays.

use townhall_games::catalogue;
use townhall_table::{
    forget::FORGOTTEN,
    journal::{Entry, Person, PlayerId, TalkRule},
    protocol::{Action, Code, Command, Feeling, Reaction, Status, TalkWhat},
    room::{Lines, Room},
};

use super::harness::{BTC, Harness, PC, opening, person};

fn say(text: &str) -> Action {
    Action::Say { text: text.to_owned() }
}

/// A table with two people. Both wrote messages before the start and during the game, and one was renamed.
fn talkative(game: &str, variant: &str) -> Harness {
    let mut opening = opening(game, variant, 3, 2, "greedy");
    opening.options.talk = TalkRule::Open;
    let mut table = Harness::set_up(&opening, "forget", false);
    for who in [0, 1] {
        table.act(who, say(&format!("{who} before"))).unwrap();
    }
    table.act(0, Action::Start).unwrap();
    let renamed = Person { name: "Zoe Z.".to_owned(), ..person(0) };
    let command = |id: &str| Command { id: id.to_owned(), on: 0, action: say("0 as another") };
    assert_eq!(table.command(&renamed, command("renamed")).map(|_| ()), Ok::<_, Code>(()));
    for who in [0, 1] {
        table.act(who, say(&format!("{who} during"))).unwrap();
    }
    for round in 0.. {
        if table.room().summary().status == Status::Over {
            break;
        }
        table.everybody_moves(round);
        table.think_on();
    }
    table
}

/// The journal after a guest was forgotten.
fn forgotten(table: &Harness, who: i64) -> Vec<Entry> {
    let mut journal = table.journal.clone();
    for (number, entry) in catalogue().forget("K7M2QX", &journal, PlayerId(who)).unwrap() {
        journal[number as usize - 1] = entry;
    }
    journal
}

fn said(room: &dyn Room, table: &Harness) -> Vec<String> {
    let talk = room.view(None, table.context(), Lines::default()).talk;
    let said = talk.into_iter().filter_map(|item| match item.what {
        TalkWhat::Said { text } => Some(text),
        _ => None,
    });
    said.collect()
}

#[test]
fn name_and_words_go_and_everything_else_stays() {
    for (game, variant) in [(BTC, "standard"), (PC, "standard")] {
        let table = talkative(game, variant);
        let before = table.room();
        assert_eq!(
            said(before, &table),
            ["0 before", "1 before", "0 as another", "0 during", "1 during"],
            "{game}"
        );
        let journal = forgotten(&table, 0);
        assert_eq!(journal.len(), table.journal.len());
        let after = catalogue().restore("K7M2QX", &journal).unwrap();
        assert_eq!(said(&*after, &table), ["1 before", "1 during"], "{game}");
        let mut names = before.summary().names;
        names
            .iter_mut()
            .flatten()
            .filter(|name| name.starts_with("Zoe"))
            .for_each(|name| *name = FORGOTTEN.into());
        assert_eq!(after.summary().names, names, "{game}");
        assert_eq!(after.version(), before.version());
        let game_of = |room: &dyn Room| {
            serde_json::to_string(&room.view(None, table.context(), Lines::default()).game).unwrap()
        };
        assert_eq!(game_of(&*after), game_of(before), "{game}");
        let texts: String = journal.iter().map(|entry| entry.to_json().unwrap()).collect();
        assert!(!texts.contains("Zoe") && !texts.contains("0 before"), "{game}");
        // A second time changes nothing, and neither does forgetting a guest who is not at the table.
        assert_eq!(catalogue().forget("K7M2QX", &journal, PlayerId(0)), Ok(vec![]));
        assert_eq!(catalogue().forget("K7M2QX", &journal, PlayerId(7)), Ok(vec![]));
        let record = after.record().unwrap();
        assert!(record.contains(FORGOTTEN) && !record.contains("Zoe"), "{game}");
    }
}

/// A forgotten person is not named by a chair that a rematch keeps for them.
#[test]
fn kept_chairs_lose_the_name() {
    let before = Harness::playing(&opening(BTC, "standard", 3, 2, "greedy"), "kept");
    let table = Harness::set_up(&before.room().rematch(Some(before.seat(1))), "again", false);
    assert!(table.wire(None).contains("\"kept_for\":\"Zoe\""));
    let journal = forgotten(&table, 0);
    assert_ne!(journal, table.journal);
    let after = catalogue().restore("K7M2QX", &journal).unwrap();
    assert!(
        !serde_json::to_string(&after.view(None, table.context(), Lines::default())).unwrap().contains("Zoe")
    );
}

#[test]
fn what_a_person_who_watches_wrote_goes() {
    let mut table = Harness::playing(&opening(PC, "standard", 2, 2, "greedy"), "gallery");
    table.act(6, say("Take the harbour!")).unwrap();
    let reaction = Reaction { feeling: Feeling::Wow, about: None };
    table.act(6, Action::React { reaction }).unwrap();
    let journal = forgotten(&table, 6);
    let texts: String = journal.iter().map(|entry| entry.to_json().unwrap()).collect();
    assert!(!texts.contains("harbour") && !texts.contains("wow") && !texts.contains("Tara"));
    let after = catalogue().restore("K7M2QX", &journal).unwrap();
    assert_eq!(
        (after.version(), after.view(None, table.context(), Lines::default()).gallery),
        (table.room().version(), vec![])
    );
}
