//! Deals that must never change, and the events of a game.

use std::collections::BTreeMap;

use between_two_cities::{BetweenTwoCities, Built, EventKind, Move, State, Variant};
use tabletop::{Seat, Seed, Viewer, prelude::*};

/// The deal of a seed must never change, or old records could not be verified. So these texts are fixed.
#[test]
fn deals_are_golden() {
    for (variant, players, expected) in [
        (Variant::Standard, 4, include_str!("../golden/standard-4.json")),
        (Variant::TwoPlayer, 2, include_str!("../golden/two-player.json")),
        (Variant::ALL[3], 1, include_str!("../golden/automa-medium.json")),
    ] {
        let (setup, _) = BetweenTwoCities::deal_from(&Seed::from_phrase("golden"), variant, players);
        assert_eq!(serde_json::to_string(&setup).expect("a setup"), expected.trim_end(), "{variant}");
    }
}

/// Plays by the first legal move of the lowest seat, or by the Automa's card.
fn play_through(variant: Variant, players: usize, mut each: impl FnMut(&State, Seat, Move, &State)) -> State {
    let (setup, _) = BetweenTwoCities::deal_from(&Seed::from_phrase("course"), variant, players);
    let mut state = BetweenTwoCities::start(&setup);
    while let Some(seat) = BetweenTwoCities::to_act(&state).first() {
        let before = state;
        let mut first = None;
        BetweenTwoCities::for_each_legal_move(&state, seat, |mv| first = first.or(Some(mv)));
        let mv = first.expect("a move");
        BetweenTwoCities::play(&mut state, seat, mv).expect("legal");
        each(&before, seat, mv, &state);
    }
    state
}

#[test]
fn events_tell_the_whole_game() {
    for (variant, players, seats, turns, deals, placed) in [
        (Variant::Standard, 4, 4, 7, 3, 56),
        (Variant::TwoPlayer, 2, 2, 14, 6, 56),
        (Variant::ALL[2], 1, 3, 7, 3, 28),
    ] {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut revealing = 0;
        play_through(variant, players, |before, seat, mv, after| {
            revealing += usize::from(BetweenTwoCities::reveals(before, after));
            for event in BetweenTwoCities::events(before, seat, mv, after) {
                let name = match event.what {
                    EventKind::Sealed => {
                        let json = serde_json::to_string(&event).expect("an event");
                        assert_eq!(json, format!(r#"{{"seat":{seat},"event":"sealed"}}"#));
                        "sealed"
                    }
                    EventKind::Revealed { choices } => {
                        assert_eq!(choices.len(), seats);
                        "revealed"
                    }
                    EventKind::AutomaServed { .. } => "automa served",
                    EventKind::Discarded { tiles } => {
                        assert_eq!(usize::from(tiles), seats);
                        "discarded"
                    }
                    EventKind::Placed { .. } => "placed",
                    EventKind::HandsPassed { .. } => "hands passed",
                    EventKind::RoundBegan { .. } => "round began",
                    EventKind::GameOver => "game over",
                };
                *counts.entry(name).or_default() += 1;
            }
        });
        let automas = if players == 1 { 2 * turns } else { 0 };
        let expected = [
            ("sealed", seats * turns),
            ("revealed", turns),
            ("automa served", automas),
            ("discarded", deals),
            ("placed", placed),
            ("hands passed", turns - deals),
            ("round began", deals - 1),
            ("game over", 1),
        ];
        for (name, expected) in expected {
            assert_eq!(counts.remove(name).unwrap_or(0), expected, "{variant}: {name}");
        }
        // Choices are revealed once a turn, and hands are picked up once a turn except the first.
        assert_eq!(revealing, turns + turns - 1, "{variant}");
    }
}

/// The result of an Automa game has the letters of the Automa city, and its bonus.
#[test]
fn an_automa_result_is_written_as_documented() {
    let state = play_through(Variant::ALL[4], 1, |_, _, _, _| ());
    let outcome = serde_json::to_value(BetweenTwoCities::outcome(&state).expect("an outcome")).expect("JSON");
    let automa = &outcome["cities"][1];
    let letters = automa["tiles"].as_str().expect("letters");
    assert_eq!(letters.len(), 16);
    assert!(letters.chars().is_sorted_by_key(|letter| "SFOPHdemb".find(letter)));
    assert_eq!(automa["bonus"], 2);
    let types = ["shops", "factories", "taverns", "offices", "parks", "houses"];
    let sum: u64 = types.iter().map(|key| automa[*key].as_u64().expect("points")).sum();
    assert_eq!(automa["total"], sum + 2);
    assert!(automa.get("cells").is_none() && outcome["cities"][0].get("bonus").is_none());
    assert_eq!(outcome["players"].as_array().expect("players").len(), 3);
}

/// The Automa city in a state, which bots use, equals the one in the view and the one that is scored at the end.
#[test]
fn a_state_knows_the_automa_city_as_it_stands() {
    for variant in &Variant::ALL[2..] {
        let last = play_through(*variant, 1, |_, _, _, after| {
            let view = BetweenTwoCities::view(after, Viewer::Spectator);
            assert_eq!((after.automa_city(), after.scores()), (view.automa_city(), view.scores()));
        });
        let outcome = BetweenTwoCities::outcome(&last).expect("an outcome");
        let Built::Tally { tiles, bonus } = outcome.cities()[Variant::AUTOMA_CITY].built else {
            panic!("the Automa city has no grid")
        };
        assert_eq!(tiles, last.automa_city());
        for (city, (now, end)) in last.scores().iter().zip(outcome.cities()).enumerate() {
            let bonus = if city == Variant::AUTOMA_CITY { bonus } else { 0 };
            assert_eq!(now.total.saturating_add_signed(bonus), end.score.total, "{variant}: city {city}");
        }
    }
}

/// The view tells a client where a city can still grow and, at the end, explains its score.
#[test]
fn a_view_tells_how_far_cities_reach_and_why_they_score() {
    for variant in [Variant::Standard, Variant::ALL[3]] {
        let players = *BetweenTwoCities::players(variant).start();
        let last = play_through(variant, players, |before, _, _, _| {
            let view = serde_json::to_value(BetweenTwoCities::view(before, Viewer::Spectator)).expect("JSON");
            assert!(view.get("ended").is_none());
            for city in view["cities"].as_array().expect("cities") {
                let Some(board) = city.get("cells") else { continue };
                let reach = |edge: &str| board["reach"][edge].as_i64().expect("a number");
                let (width, height) =
                    (reach("right") - reach("left") + 1, reach("bottom") - reach("top") + 1);
                assert!((4..=7).contains(&width) && (4..=7).contains(&height), "{city}");
            }
        });
        let view = serde_json::to_value(BetweenTwoCities::view(&last, Viewer::Spectator)).expect("JSON");
        let cities = view["cities"].as_array().expect("cities").iter();
        for (city, explained) in cities.zip(view["ended"]["cities"].as_array().expect("cities")) {
            assert_eq!(
                city.get("cells").is_none(),
                explained.is_null(),
                "only the Automa city is not explained"
            );
            if !explained.is_null() {
                assert_eq!(explained["score"], city["score"]);
                assert_eq!(explained["cells"], city["cells"]["board"]);
                let edges = &city["cells"]["reach"];
                assert_eq!(edges["right"].as_i64().zip(edges["left"].as_i64()).map(|(r, l)| r - l), Some(3));
            }
        }
        assert!(view["ended"]["decided"].is_string());
    }
}
