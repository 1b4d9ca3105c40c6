//! Whole games.

use tabletop::{Record, prelude::*, record};

use townhall_games::catalogue;
use townhall_table::{
    protocol::{Action, Status},
    room::Room,
};

use super::harness::{BTC, Harness, PC, opening, wire};

/// A record can be read, replays to its result, and proves its deal.
fn check_record<G: Game>(text: &str) {
    let mut games = record::split(text).unwrap();
    let record = Record::<G>::read(games.remove(0)).unwrap();
    record.replay().unwrap();
    record.verify_deal().unwrap();
}

pub(crate) fn check_any_record(game: &str, text: &str) {
    with_game!(game, check_record(text));
}

#[test]
fn bots_finish_every_variant() {
    for info in catalogue().games() {
        for variant in &info.variants {
            for players in variant.min..=variant.max {
                for level in ["random", "greedy"] {
                    let opening = opening(&info.id, &variant.id, players, 0, level);
                    let mut table = Harness::playing(&opening, &format!("{} {players} {level}", variant.id));
                    // Without viewers, bots don't play, so a spectator watches.
                    table.comes(7);
                    table.think_on();
                    assert_eq!(table.room().summary().status, Status::Over);
                    let record = table.room().record().unwrap();
                    check_any_record(&info.id, &record);
                    assert_eq!(table.wire(None), wire(&*table.reopened(), None, table.context()));
                }
            }
        }
    }
}

#[test]
fn a_person_finishes_a_game_with_bots() {
    for (game, variant, players) in [
        (BTC, "standard", 3),
        (BTC, "two-player", 2),
        (BTC, "automa-hard", 1),
        (PC, "standard", 4),
        (PC, "solo-easy", 1),
    ] {
        let mut table = Harness::playing(&opening(game, variant, players, 1, "greedy"), variant);
        let mut steps = 0;
        while table.room().summary().status != Status::Over {
            table.think_on();
            let Some(mv) = super::moves::any(&table, 0, steps) else { continue };
            table.mv(0, &mv).unwrap();
            steps += 1;
            assert!(steps < 200);
        }
        check_any_record(game, &table.room().record().unwrap());
    }
}

/// At any time, a table that is restored from its journal shows every viewer the same.
#[test]
fn a_journal_read_again_gives_the_same_views() {
    for (game, variant, players, people) in [(BTC, "standard", 4, 2), (PC, "standard", 3, 3)] {
        let mut table = Harness::playing(&opening(game, variant, players, people, "greedy"), "again");
        let mut steps = 0;
        while table.room().summary().status != Status::Over {
            if steps % 7 == 3 && table.act(0, Action::Undo).is_err() {
                let _ = table.act(0, Action::Say { text: "What now?".to_owned() });
            }
            table.think_on();
            table.everybody_moves(steps);
            steps += 1;
            let again = table.reopened();
            for who in [None, Some(0), Some(1), Some(99)] {
                assert_eq!(table.wire(who), wire(&*again, who, table.context()));
            }
            let keys = |room: &dyn Room| room.pending_tasks(table.context());
            assert_eq!(keys(table.room()), keys(&*again), "bots go on where they were");
        }
        check_any_record(game, &table.room().record().unwrap());
    }
}
