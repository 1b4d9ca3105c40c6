//! Points of cities, ties, and the solo city.

use crate::common::{self, deal, random_game, text};
use point_city::{
    Amounts, Area, Cell, Decided, Move, Outcome, PointCity, Score, State, Table, Token, Variant,
};
use serde_json::{Value, json};
use tabletop::{Record, Seat, prelude::*};

fn area(printed: u16, permanents: [u8; 5], tokens: &[&str], cards: &str) -> Area {
    let tokens = tokens.iter().map(|id| text::<Token>(id)).collect();
    Area { cards: text(cards), permanents: Amounts::of(permanents), tokens, printed }
}

/// The worked example of the rules is scored token by token, and together with a fitting city.
#[test]
fn the_worked_example() {
    let points =
        |id: &str, permanents, ingenuity| text::<Token>(id).points(Amounts::of(permanents), ingenuity);
    assert_eq!(points("each-M", [0, 4, 0, 0, 0], 0), 8);
    assert_eq!(points("pair-CE", [2, 0, 2, 0, 0], 0), 6);
    assert_eq!(points("types-3", [0, 4, 0, 0, 3], 0), 6);
    assert_eq!(points("ingenuity", [0; 5], 2), 4);
    let city = area(24, [2, 4, 2, 0, 3], &["each-M", "pair-CE", "types-3", "ingenuity"], "C,*,*");
    let outcome = Outcome::from_areas(Variant::Standard, &[city, area(40, [0; 5], &[], "-")]);
    let expected = json!({
        "players": [
            { "seat": 0, "printed": 24, "tokens": [
                { "id": "each-M", "points": 8 }, { "id": "pair-CE", "points": 6 },
                { "id": "types-3", "points": 6 }, { "id": "ingenuity", "points": 4 },
            ], "total": 48, "cards_left": 3 },
            { "seat": 1, "printed": 40, "tokens": [], "total": 40, "cards_left": 0 },
        ],
        "winners": [0],
    });
    assert_eq!(serde_json::to_value(&outcome).expect("JSON"), expected);
}

#[test]
fn every_token() {
    let permanents = Amounts::of([3, 1, 2, 0, 5]);
    let full = Amounts::of([3, 2, 2, 4, 5]);
    for (id, first, second) in [
        ("each-C", 6, 6),
        ("each-M", 2, 4),
        ("each-E", 4, 4),
        ("each-I", 0, 8),
        ("each-N", 10, 10),
        ("pair-CM", 3, 6),
        ("pair-CE", 6, 6),
        ("pair-CI", 0, 9),
        ("pair-CN", 9, 9),
        ("pair-ME", 3, 6),
        ("pair-MI", 0, 6),
        ("pair-MN", 3, 6),
        ("pair-EI", 0, 6),
        ("pair-EN", 6, 6),
        ("pair-IN", 0, 12),
        ("all-five", 0, 12),
        ("types-2", 6, 10),
        ("types-3", 6, 9),
        ("missing", 4, 0),
        ("ingenuity", 6, 6),
        ("flat-5", 5, 5),
        ("flat-7", 7, 7),
    ] {
        let token: Token = text(id);
        assert_eq!((token.points(permanents, 3), token.points(full, 3)), (first, second), "{id}");
        let score = token.score(full, 3);
        assert_eq!(score.each * score.times, score.points);
    }
    assert_eq!(text::<Token>("missing").points(Amounts::ZERO, 0), 20);
    assert_eq!(text::<Token>("types-3").score(permanents, 0).counted, Amounts::of([3, 0, 0, 0, 5]));
}

fn winners(variant: Variant, areas: &[Area]) -> Vec<usize> {
    Outcome::from_areas(variant, areas).winners().iter().map(Seat::index).collect()
}

#[test]
fn ties_go_to_the_most_cards_then_are_shared() {
    let city = |printed, cards| area(printed, [0; 5], &[], cards);
    let game = |areas: &[Area]| winners(Variant::Standard, areas);
    assert_eq!(game(&[city(9, "C"), city(10, "-"), city(8, "C,C")]), [1], "points come first");
    assert_eq!(game(&[city(10, "C,C"), city(10, "C"), city(9, "C,C,C")]), [0], "then cards");
    assert_eq!(game(&[city(10, "C,C"), city(10, "CC")]), [0], "cards, not symbols");
    assert_eq!(game(&[city(10, "C"), city(10, "C,*")]), [1], "ingenuity counts");
    assert_eq!(game(&[city(10, "C"), city(10, "*"), city(10, "-"), city(10, "EE")]), [0, 1, 3]);
    assert_eq!(
        game(&[city(5, "C"), area(0, [0; 5], &["flat-5"], "M")]),
        [0, 1],
        "tokens count like printed points"
    );
}

#[test]
fn what_decided_a_game_is_told() {
    let city = |printed, cards| area(printed, [0; 5], &[], cards);
    let decided = |variant, areas: &[Area]| Outcome::from_areas(variant, areas).decided();
    assert_eq!(decided(Variant::Standard, &[city(9, "C"), city(10, "-")]), Decided::Points);
    assert_eq!(decided(Variant::Standard, &[city(10, "C,C"), city(10, "C")]), Decided::CardsLeft);
    assert_eq!(decided(Variant::Standard, &[city(10, "C"), city(10, "*")]), Decided::Shared);
    assert_eq!(decided(Variant::SoloEasy, &[city(10, "C"), city(9, "-")]), Decided::Points);
    assert_eq!(decided(Variant::SoloEasy, &[city(9, "C"), city(10, "-")]), Decided::Points);
    assert_eq!(decided(Variant::SoloEasy, &[city(10, "C"), city(10, "-")]), Decided::City);
}

#[test]
fn the_city_scores_by_difficulty() {
    let city = area(20, [0, 1, 2, 3, 6], &["each-C", "flat-7"], "*,*,*,C");
    for (variant, permanents, tokens, ingenuity) in [
        (Variant::SoloEasy, 12, 6, 0),
        (Variant::SoloMedium, 1 + 2 + 3 + 3, 10, 0),
        (Variant::SoloHard, 1 + 3 + 6 + 6, 14, 3),
    ] {
        let outcome = Outcome::from_areas(variant, &[area(0, [0; 5], &[], "-"), city]);
        let total = 20 + permanents + tokens + ingenuity;
        let expected = json!({ "seat": 1, "printed": 20, "permanents": permanents, "tokens": tokens,
            "ingenuity": ingenuity, "total": total });
        assert_eq!(serde_json::to_value(&outcome).expect("JSON")["players"][1], expected);
        assert_eq!(
            winners(variant, &[area(total, [0; 5], &[], "C,C,C,C,C,C"), city]),
            [1],
            "a draw is the city's"
        );
        assert_eq!(winners(variant, &[area(total + 1, [0; 5], &[], "-"), city]), [0]);
        assert_eq!(PointCity::points(&outcome), [0, i32::from(total)]);
    }
}

/// The path begins at column 1, row 2. The column moves on each time, the row when the column wraps around.
#[test]
fn the_citys_path() {
    let expected = [
        "a2 a3", "b2 b3", "c2 c3", "d2 d3", "a3 a4", "b3 b4", "c3 c4", "d3 d4", "a1 a4", "b1 b4", "c1 c4",
        "d1 d4", "a1 a2", "b1 b2", "c1 c2", "d1 d2", "a2 a3",
    ];
    for variant in [Variant::SoloEasy, Variant::SoloMedium, Variant::SoloHard] {
        let mut path = Vec::new();
        let setup = deal(variant, 1, 4);
        assert_eq!(setup.start(), Seat::new(0));
        random_game(&setup, 4, |state, next| {
            if let Some((seat, mv)) = next.filter(|(seat, _)| seat.index() == 1) {
                assert_eq!(PointCity::automatic_move(state), Some((seat, mv)));
                let Move::Take { pair, pay, tokens } = mv else { panic!("the city only takes, not {mv}") };
                assert!(pay.is_empty());
                let open = |token: &&Token| state.table().open_tokens().contains(**token);
                let civics = pair.cells().into_iter().filter(|&cell| is_civic(state.table(), cell)).count();
                assert_eq!(tokens, setup.tokens().iter().filter(open).take(civics).copied().collect());
                path.push(pair.to_string());
            } else {
                assert_eq!(PointCity::automatic_move(state), None);
            }
        });
        assert_eq!(path, expected);
    }
}

fn is_civic(table: &Table, cell: Cell) -> bool {
    table.market().face(cell).and_then(|face| face.card()).is_some_and(|card| card.is_civic())
}

#[test]
fn alone_only_the_player_has_a_starting_card() {
    let state = State::start(&deal(Variant::SoloHard, 1, 1));
    assert_eq!(state.table().seats(), 2);
    assert_eq!(state.table().area(Seat::new(0)).cards.to_string(), "*");
    assert!(state.table().area(Seat::new(1)).cards.is_empty());
    assert_eq!(state.table().token_row().len(), 10);
}

/// The worth of a legal move is the change when it is played.
#[test]
fn worth_is_what_comes_true() {
    for (variant, players) in common::MODES {
        let mut promised: Option<(Seat, point_city::Worth, u16)> = None;
        random_game(&deal(variant, players, 21), 22, |state, next| {
            if let Some((seat, worth, before)) = promised.take() {
                let area = state.table().area(seat);
                let score = Score::of(state.table(), seat);
                // An unseen card may be ingenuity, which a token may count.
                if worth.unknown_cards == 0 {
                    assert_eq!(i32::from(score.total) - i32::from(before), i32::from(worth.points));
                }
                assert_eq!(area.permanents, worth.permanents);
                assert_eq!(area.cards.count(), worth.cards.count() + u16::from(worth.unknown_cards));
                assert!(area.cards.contains(&worth.cards));
                for refill in worth.refills.into_iter().flatten() {
                    let face = state.table().market().face(refill.cell).expect("it was filled");
                    assert_eq!(face.side(), refill.side);
                    let back = face.kind().or(face.card().map(|card| card.back()));
                    assert!(refill.back.is_none() || refill.back == back);
                }
            }
            if let Some((seat, mv)) = next {
                let view = PointCity::view(state, tabletop::Viewer::Seat(seat));
                let legal = PointCity::legal_moves(&view).into_iter().find(|legal| legal.mv == mv);
                promised =
                    Some((seat, legal.expect("it is legal").worth, Score::of(state.table(), seat).total));
            }
        });
    }
}

/// The tokens in the result of a record may be in any order; their points must be right.
#[test]
fn a_result_may_list_tokens_in_any_order() {
    let setup = deal(Variant::Standard, 2, 4);
    let mut record =
        Record::<PointCity>::new(vec!["one".to_owned(), "other".to_owned()], setup, "test", None);
    let end = random_game(&record.setup.clone(), 4, |_, next| {
        next.into_iter().for_each(|(seat, mv)| record.push(seat, mv));
    });
    record.finish(&PointCity::outcome(&end).expect("it is over"), None);
    let mut lists: Vec<&mut Vec<Value>> = Vec::new();
    let result = record.result.as_mut().expect("it is over");
    for player in result["players"].as_array_mut().expect("players") {
        lists.push(player["tokens"].as_array_mut().expect("tokens"));
    }
    assert!(lists.iter().any(|tokens| tokens.len() > 1));
    lists.iter_mut().for_each(|tokens| tokens.reverse());
    assert!(record.replay().is_ok());
    let result = record.result.as_mut().expect("it is over");
    result["players"][0]["tokens"][0]["points"] = json!(99);
    assert!(record.replay().is_err());
}
