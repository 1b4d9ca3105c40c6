//! Events, and moves that can't be undone because they revealed something.

use crate::common::{MODES, deal, random_game, text};
use point_city::{CardId, EventKind, Face, Move, PointCity, State, Variant, View};
use serde_json::{Value, json};
use tabletop::{Viewer, prelude::*};

/// Returns the events of one move, as JSON.
fn log(state: &mut State, mv: &str) -> Value {
    let (before, seat, mv) = (*state, state.table().to_act().expect("it goes on"), text::<Move>(mv));
    state.play(seat, mv).expect("a legal move");
    assert!(PointCity::reveals(&before, state));
    serde_json::to_value(PointCity::events(&before, seat, mv, state)).expect("JSON")
}

#[test]
fn the_log_tells_what_everybody_saw() {
    let setup = deal(Variant::SoloEasy, 1, 6);
    let deck = setup.deck();
    let back = |place: usize| deck[place].back().to_string();
    let mut state = State::start(&setup);
    assert_eq!(
        log(&mut state, "flip b2"),
        json!([{ "seat": 0, "event": "flipped", "cell": "b2", "card": deck[5] }])
    );
    assert_eq!(
        log(&mut state, "draw"),
        json!([{ "seat": 0, "event": "drew", "kinds": [back(16), back(17)] }])
    );
    assert_eq!(
        log(&mut state, "take a2 a3"),
        json!([
            { "seat": 1, "event": "took", "cell": "a2", "kind": back(4) },
            { "seat": 1, "event": "took", "cell": "a3", "kind": back(8) },
            { "event": "refilled", "cell": "a2", "face": deck[18] },
            { "event": "refilled", "cell": "a3", "face": deck[19] },
            { "event": "markers-moved", "cell": "b2" },
        ])
    );
    log(&mut state, "take c3 d3");
    assert_eq!(
        log(&mut state, "take b2 b3")[0],
        json!({ "seat": 1, "event": "built", "cell": "b2", "card": deck[5] })
    );
}

/// A card is named only if its building side has been seen.
#[test]
fn the_log_names_no_hidden_card() {
    for (variant, players) in MODES {
        let mut before: Option<(State, Move)> = None;
        let (mut last, mut seen_all) = (None, [0; 8]);
        random_game(&deal(variant, players, 51), 52, |state, next| {
            if let Some((was, mv)) = before {
                let seat = was.table().to_act().expect("it went on");
                let known = View::of(state, Viewer::Spectator);
                let knows = |card: CardId| known.seen().contains(&Some(Face::building(card)));
                for event in PointCity::events(&was, seat, mv, state) {
                    let place = match event.what {
                        EventKind::Flipped { card, .. } | EventKind::Built { card, .. } => {
                            assert!(knows(card));
                            0
                        }
                        EventKind::Refilled { face, .. } => {
                            assert!(face.card().is_none_or(knows));
                            1
                        }
                        EventKind::Took { .. } => 2,
                        EventKind::Paid { .. } => 3,
                        EventKind::TookToken { .. } => 4,
                        EventKind::Drew { .. } => 5,
                        EventKind::MarkersMoved { .. } | EventKind::Passed => 6,
                        EventKind::GameOver => 7,
                    };
                    seen_all[place] += 1;
                    last = Some(event.what);
                }
            }
            before = next.map(|(_, mv)| (*state, mv));
        });
        assert_eq!(last, Some(EventKind::GameOver));
        assert_eq!(seen_all[7], 1);
        assert!(seen_all[0] > 0 && seen_all[1] > 0 && seen_all[2] > 0, "{seen_all:?}");
    }
}

/// Every move reveals something, except possibly in the very last turn.
#[test]
fn everything_but_the_last_turn_reveals() {
    for (variant, players) in MODES {
        let mut before: Option<State> = None;
        random_game(&deal(variant, players, 61), 62, |state, next| {
            if let Some(was) = before {
                let flipped = state.table().has_flipped();
                assert_eq!(PointCity::reveals(&was, state), was.table().deck_left() > 0 || flipped);
            }
            before = next.map(|_| *state);
        });
    }
}
