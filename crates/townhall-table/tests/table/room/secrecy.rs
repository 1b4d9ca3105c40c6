//! Secrets stay hidden until they are revealed.

use townhall_table::{
    journal::EntryKind,
    protocol::{Action, Command, Status},
};

use super::{
    harness::{BTC, Harness, PC, json_move, opening, person, wire},
    moves,
};

/// Two tables that differ only in a sealed choice are the same for all other viewers.
#[test]
fn sealed_choices_look_alike() {
    for (variant, players) in [("standard", 3), ("standard", 5), ("two-player", 2)] {
        let mut table = Harness::playing(&opening(BTC, variant, players, players, ""), variant);
        for round in 0..4 {
            let asked = table.asked();
            for (already, &who) in asked.iter().enumerate() {
                let choices = moves::all(&table, who);
                // The last choice is revealed at once.
                if already + 1 < asked.len() {
                    let rooms = [0, choices.len() - 1].map(|choice| {
                        let mut room = table.reopened();
                        let action = Action::Move { mv: json_move(BTC, &choices[choice]) };
                        let command = Command { id: "x".to_owned(), on: room.version(), action };
                        for entry in room.decide(&person(who), &command, table.context()).unwrap() {
                            room.apply(&entry).unwrap();
                        }
                        room
                    });
                    for other in (0..players as i64).filter(|&other| other != who).map(Some).chain([None]) {
                        let [one, two] = [0, 1].map(|n| wire(&*rooms[n], other, table.context()));
                        assert_eq!(one, two);
                    }
                    let [one, two] = [0, 1].map(|n| wire(&*rooms[n], Some(who), table.context()));
                    assert_eq!(one == two, choices.len() == 1, "players see their own choice");
                }
                table.mv(who, &choices[round as usize % choices.len()]).unwrap();
            }
            while !table.asked().is_empty()
                && !table.view(0).game.unwrap().view.get().contains("\"phase\":\"choose\"")
            {
                let who = table.asked()[0];
                let mv = moves::any(&table, who, round).unwrap();
                table.mv(who, &mv).unwrap();
            }
        }
    }
}

/// No view has the seed before the end, nor a sealed move; after the end all may check the deal.
#[test]
fn the_seed_is_shown_after_the_end() {
    for (game, variant, players, people) in
        [(BTC, "standard", 3, 2), (BTC, "automa-easy", 1, 1), (PC, "standard", 2, 1), (PC, "solo-hard", 1, 1)]
    {
        let mut table = Harness::playing(&opening(game, variant, players, people, "greedy"), variant);
        let seed = table.journal.iter().find_map(|entry| match &entry.kind {
            EntryKind::Started { seed, .. } => Some(seed.to_string()),
            _ => None,
        });
        let seed = seed.unwrap();
        let mut randomness = 0;
        while table.room().summary().status != Status::Over {
            for who in [None, Some(0), Some(1), Some(50)] {
                assert!(!table.wire(who).contains(&seed));
            }
            assert!(table.room().record().is_none());
            table.think_on();
            table.everybody_moves(randomness);
            randomness += 1;
        }
        assert!(table.wire(None).contains(&seed));
        assert!(table.room().record().unwrap().contains(&seed));
    }
}

/// Other viewers don't notice that a sealed choice is replaced.
#[test]
fn a_change_of_mind_is_not_seen() {
    let mut table = Harness::playing(&opening(BTC, "standard", 3, 3, ""), "mind");
    let choices = moves::all(&table, 0);
    table.mv(0, &choices[0]).unwrap();
    let seen = |table: &Harness| [Some(1), Some(2), None].map(|who| table.wire(who));
    let (before, entries, version) = (seen(&table), table.room().journal_length(), table.room().version());
    table.mv(0, &choices[1]).unwrap();
    let sealed = table.view(0).game.unwrap().my_sealed.unwrap();
    assert_eq!(sealed.read::<serde_json::Value>().unwrap(), json_move(BTC, &choices[1]));
    assert_eq!((seen(&table), table.room().version()), (before, version));
    assert_eq!(table.room().journal_length(), entries + 1);
    // They do see that it is taken back.
    table.act(0, Action::Unseal).unwrap();
    assert_eq!(table.room().version(), version + 1);
    assert_eq!(wire(&*table.reopened(), Some(0), table.context()), table.wire(Some(0)));
}
