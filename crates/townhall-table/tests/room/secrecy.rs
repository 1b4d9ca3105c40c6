//! What nobody may see before its time.

use townhall_table::{
    journal::EntryKind,
    protocol::{Action, Command, Status},
};

use crate::{
    desk::{BTC, Desk, PC, opening, person, wire},
    moves,
};

/// Two tables that differ in nothing but somebody's sealed choice are the same for everybody else.
#[test]
fn sealed_choices_look_alike() {
    for (variant, players) in [("standard", 3), ("standard", 5), ("two-player", 2)] {
        let mut desk = Desk::playing(&opening(BTC, variant, players, players, ""), variant);
        for round in 0..4 {
            let asked = desk.asked();
            for (already, &who) in asked.iter().enumerate() {
                let choices = moves::all(&desk, who);
                // The last choice is revealed at once.
                if already + 1 < asked.len() {
                    let rooms = [0, choices.len() - 1].map(|choice| {
                        let mut room = desk.reopened();
                        let action = Action::Move { mv: choices[choice].clone() };
                        let command = Command { id: "x".to_owned(), on: room.version(), action };
                        for entry in room.decide(&person(who), &command, &desk.with).unwrap() {
                            room.apply(&entry).unwrap();
                        }
                        room
                    });
                    for other in (0..players as i64).filter(|&other| other != who).map(Some).chain([None]) {
                        let [one, two] = [0, 1].map(|n| wire(&*rooms[n], other, &desk.with));
                        assert_eq!(one, two);
                    }
                    let [one, two] = [0, 1].map(|n| wire(&*rooms[n], Some(who), &desk.with));
                    assert_eq!(one == two, choices.len() == 1, "one's own choice is shown to oneself");
                }
                desk.mv(who, &choices[round as usize % choices.len()]).unwrap();
            }
            while !desk.asked().is_empty()
                && !desk.view(0).game.unwrap().view.get().contains("\"phase\":\"choose\"")
            {
                let who = desk.asked()[0];
                let mv = moves::any(&desk, who, round).unwrap();
                desk.mv(who, &mv).unwrap();
            }
        }
    }
}

/// Nobody sees the seed before the end, nor any move that is sealed; after the end all may check the deal.
#[test]
fn the_seed_is_shown_after_the_end() {
    for (game, variant, players, people) in
        [(BTC, "standard", 3, 2), (BTC, "automa-easy", 1, 1), (PC, "standard", 2, 1), (PC, "solo-hard", 1, 1)]
    {
        let mut desk = Desk::playing(&opening(game, variant, players, people, "greedy"), variant);
        let seed = desk.journal.iter().find_map(|entry| match &entry.what {
            EntryKind::Started { seed, .. } => Some(seed.to_string()),
            _ => None,
        });
        let seed = seed.unwrap();
        let mut chance = 0;
        while desk.room.summary().status != Status::Over {
            for who in [None, Some(0), Some(1), Some(50)] {
                assert!(!desk.wire(who).contains(&seed));
            }
            assert!(desk.room.record().is_none());
            desk.think_on();
            desk.everybody_moves(chance);
            chance += 1;
        }
        assert!(desk.wire(None).contains(&seed));
        assert!(desk.room.record().unwrap().contains(&seed));
    }
}

/// Whoever exchanges a sealed choice for another does so unnoticed.
#[test]
fn a_change_of_mind_is_not_seen() {
    let mut desk = Desk::playing(&opening(BTC, "standard", 3, 3, ""), "mind");
    let choices = moves::all(&desk, 0);
    desk.mv(0, &choices[0]).unwrap();
    let seen = |desk: &Desk| [Some(1), Some(2), None].map(|who| desk.wire(who));
    let (before, entries, version) = (seen(&desk), desk.room.seq(), desk.room.version());
    desk.mv(0, &choices[1]).unwrap();
    assert_eq!(desk.view(0).game.unwrap().my_sealed.as_ref(), Some(&choices[1]));
    assert_eq!((seen(&desk), desk.room.version()), (before, version));
    assert_eq!(desk.room.seq(), entries + 1);
    // Taking it back is seen, as it is at a real table.
    desk.act(0, Action::Unseal).unwrap();
    assert_eq!(desk.room.version(), version + 1);
    assert_eq!(wire(&*desk.reopened(), Some(0), &desk.with), desk.wire(Some(0)));
}
