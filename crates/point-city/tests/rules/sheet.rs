//! Score sheets, compared with games that were played to their end.

use std::collections::BTreeMap;

use point_city::{Kind, PointCity, Scored, Sheet, Size, Token, Variant};
use serde_json::{Value, json};
use tabletop::{ScoreSheet, Seat, Seed, Viewer, play_out_randomly, prelude::*};

fn scored(sheet: Value) -> Result<Scored, String> {
    let sheet: Sheet = serde_json::from_value(sheet).map_err(|error| error.to_string())?;
    PointCity::score_sheet(&sheet).map_err(|error| error.to_string())
}

/// The sheet of a finished game has the same scores, and no warnings.
#[test]
fn a_sheet_of_a_finished_game_agrees_with_its_outcome() {
    for variant in Variant::ALL {
        for players in variant.players() {
            for game in 0..12 {
                let seed = Seed::from_phrase(&format!("sheet {variant} {players} {game}"));
                let (setup, _) = PointCity::deal_from(&seed, variant, players);
                let mut rng = seed.stream("moves");
                let end = play_out_randomly::<PointCity>(PointCity::start(&setup), &mut rng, |_, _, _| {});
                let outcome = PointCity::outcome(&end).expect("the game is over");
                let view = PointCity::view(&end, Viewer::Spectator);
                let table = view.table();
                let seats: Vec<Value> = Seat::all(table.seats())
                    .map(|seat| {
                        let area = table.area(seat);
                        let mut buildings: BTreeMap<String, u8> = BTreeMap::new();
                        for card in view.built(seat) {
                            *buildings.entry(card.gives().to_string()).or_default() += 1;
                        }
                        let ingenuity = area.cards.get(Kind::INGENUITY);
                        let cards = area.cards.count() - u16::from(ingenuity);
                        match variant.is_solo() && seat.index() == 1 {
                            true => json!({"buildings": buildings, "face_down": area.tokens.len(),
                                "cards": cards, "ingenuity": ingenuity}),
                            false => json!({"buildings": buildings, "tokens": area.tokens,
                                "cards": cards, "ingenuity": ingenuity}),
                        }
                    })
                    .collect();
                let scored = scored(json!({"variant": variant, "seats": seats})).expect("a sheet");
                for (one, other) in scored.seats.iter().zip(outcome.scores()) {
                    assert_eq!(
                        (
                            one.printed,
                            one.token_points,
                            one.permanent_points,
                            one.ingenuity_points,
                            one.total
                        ),
                        (
                            other.printed,
                            other.token_points,
                            other.permanent_points,
                            other.ingenuity_points,
                            other.total
                        ),
                    );
                    assert_eq!(one.cards_left, other.cards_left);
                    assert_eq!(one.place == 1, outcome.winners().contains(one.seat));
                    assert_eq!(one.slips, [], "{variant} {players} {game}");
                }
                assert_eq!(scored.decided, outcome.decided());
                assert!(scored.kinds.iter().all(|kind| kind.left >= 0));
            }
        }
    }
}

#[test]
fn an_empty_sheet_lists_all_kinds_of_buildings_and_all_tokens() {
    let scored = scored(json!({"variant": "standard", "seats": [{}, {}]})).expect("a sheet");
    let kinds: Vec<&str> = scored.kinds.iter().map(|kind| kind.kind.as_str()).collect();
    let resources = ["C", "M", "E", "I", "N"];
    let mut expected: Vec<String> =
        resources.iter().flat_map(|letter| (0..4).map(move |points| format!("{letter}{points}"))).collect();
    expected.extend(["4", "5", "7", "civic"].map(String::from));
    assert_eq!(kinds, expected);
    assert_eq!(scored.kinds.iter().map(|kind| kind.left).sum::<i16>(), 160);
    assert_eq!(scored.tokens_left, Token::ALL);
    for kind in &scored.kinds {
        assert_eq!(kind.card.gives().to_string(), kind.kind);
    }
}

#[test]
fn contradictions_are_warned_of() {
    let slips = |seats: Value| {
        let scored = scored(json!({"variant": "standard", "seats": seats})).expect("a sheet");
        serde_json::to_value(&scored.seats[0].slips).expect("JSON")
    };
    let none = json!([]);
    assert_eq!(slips(json!([{"buildings": {"civic": 1}, "tokens": ["flat-5"]}, {}])), none);
    let tokens = json!([{"slip": "tokens", "civics": 1, "tokens": 0}]);
    assert_eq!(slips(json!([{"buildings": {"civic": 1}}, {}])), tokens);
    let tokens = json!([{"slip": "tokens", "civics": 0, "tokens": 1}]);
    assert_eq!(slips(json!([{"tokens": ["flat-5"]}, {}])), tokens);
    // The others have taken all tokens of a table for two.
    let all: Vec<Token> = Token::ALL.into_iter().take(Size::of(2).tokens).collect();
    let other = json!({"buildings": {"civic": 10}, "tokens": all});
    assert_eq!(slips(json!([{"buildings": {"civic": 1}}, other])), none);
    assert_eq!(slips(json!([{"buildings": {"C0": 20}, "cards": 14, "ingenuity": 1}, {}])), none);
    let cards = json!([{"slip": "cards", "found": 36, "most": 35}]);
    assert_eq!(slips(json!([{"buildings": {"C0": 20}, "cards": 15, "ingenuity": 1}, {}])), cards);
}

#[test]
fn an_invalid_sheet_is_refused_with_the_reason() {
    for (sheet, why) in [
        (json!({"variant": "standard", "seats": [{}]}), "2 to 4 seats, not 1"),
        (json!({"variant": "solo-easy", "seats": [{}, {}, {}]}), "2 to 2 seats, not 3"),
        (json!({"variant": "standard", "seats": [{"buildings": {"C9": 1}}, {}]}), "found \"C9\""),
        (json!({"variant": "standard", "seats": [{"buildings": {"C1": 200}}, {}]}), "at most 34"),
        (json!({"variant": "standard", "seats": [{"tokens": ["flat-5"]}, {"tokens": ["flat-5"]}]}), "flat-5"),
        (json!({"variant": "standard", "seats": [{"tokens": ["flat-9"]}, {}]}), "flat-9"),
        (json!({"variant": "solo-hard", "seats": [{}, {"face_down": 15}]}), "seat 2"),
        (json!({"variant": "standard", "seats": [{"villas": 1}, {}]}), "villas"),
    ] {
        let refused = scored(sheet.clone()).expect_err("an invalid sheet");
        assert!(refused.contains(why), "{sheet}: {refused}");
    }
}
