//! Moves and setups as texts: every form, and every mistake.

use crate::common::{MODES, deal, random_game, text};
use point_city::{Move, MoveError, PointCity, Setup, SetupMistake, Variant};
use serde_json::{Value, json};
use tabletop::{Seed, prelude::*};

#[test]
fn every_legal_move_has_its_own_text() {
    for (variant, players) in MODES {
        random_game(&deal(variant, players, 31), 32, |state, next| {
            let Some((seat, _)) = next else { return };
            let mut texts = Vec::new();
            PointCity::for_each_legal_move(state, seat, |mv| {
                let spelled = mv.to_string();
                assert_eq!(text::<Move>(&spelled), mv);
                texts.push(spelled);
            });
            let count = texts.len();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), count);
        });
    }
}

#[test]
fn order_does_not_matter() {
    let canonical = "take b2 c2 pay C,M,MM,* token each-C token flat-7";
    for other in [
        "take c2 b2 pay *,MM,M,C token flat-7 token each-C",
        "take b2 c2 token flat-7 pay M,C,MM,* token each-C",
        "  take  c2\tb2 pay C,M,MM,*  token each-C token flat-7 ",
    ] {
        assert_eq!(text::<Move>(other).to_string(), canonical);
    }
}

#[test]
fn ill_formed_moves() {
    for (wrong, error) in [
        ("", "at the start: expected flip, take, draw or pass, found nothing"),
        ("grab b2", "at the start: expected flip, take, draw or pass, found `grab`"),
        ("flip", "after `flip`: expected a cell of the market, a1 to d4, found nothing"),
        ("flip e1", "after `flip`: expected a cell of the market, a1 to d4, found `e1`"),
        ("flip a5", "after `flip`: expected a cell of the market, a1 to d4, found `a5`"),
        ("flip A1", "after `flip`: expected a cell of the market, a1 to d4, found `A1`"),
        ("flip a1 b1", "after `flip a1`: expected the end of the move, found `b1`"),
        ("draw 2", "after `draw`: expected the end of the move, found `2`"),
        ("pass on", "after `pass`: expected the end of the move, found `on`"),
        ("take a1", "after `take a1`: expected a cell of the market, a1 to d4, found nothing"),
        ("take a1 a1", "expected two different cells, found a1 twice"),
        ("take a1 b1 c1", "after `take a1 b1`: expected pay, token or the end of the move, found `c1`"),
        (
            "take a1 b1 pay",
            "after `take a1 b1 pay`: expected the cards to discard with commas between them, such as C,MM,*, found nothing",
        ),
        (
            "take a1 b1 pay -",
            "after `take a1 b1 pay`: expected the cards to discard with commas between them, such as C,MM,*, found `-`",
        ),
        (
            "take a1 b1 pay C,,M",
            "after `take a1 b1 pay`: expected the cards to discard with commas between them, such as C,MM,*, found `C,,M`",
        ),
        (
            "take a1 b1 pay CM",
            "after `take a1 b1 pay`: expected the cards to discard with commas between them, such as C,MM,*, found `CM`",
        ),
        (
            "take a1 b1 pay C pay M",
            "after `take a1 b1 pay C`: expected token or the end of the move, found `pay`",
        ),
        (
            "take a1 b1 token",
            "after `take a1 b1 token`: expected a token, such as each-C, pair-CM, all-five or flat-7, found nothing",
        ),
        (
            "take a1 b1 token pair-MC",
            "after `take a1 b1 token`: expected a token, such as each-C, pair-CM, all-five or flat-7, found `pair-MC`",
        ),
        ("take a1 b1 token flat-5 token flat-5", "expected each token once, found flat-5 twice"),
    ] {
        let found: MoveError = wrong.parse::<Move>().expect_err(wrong);
        assert_eq!(found.to_string(), error);
    }
}

#[test]
fn setups_are_read_as_they_are_written() {
    for (variant, players) in MODES {
        let setup = deal(variant, players, 41);
        let json = serde_json::to_value(&setup).expect("JSON");
        assert_eq!(Setup::read(variant, players, &json), Ok(setup));
    }
}

/// Changes a good setup for two and returns all errors in it.
fn mistakes(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut json = serde_json::to_value(deal(Variant::Standard, 2, 42)).expect("JSON");
    json["deck"][0] = json!("01C");
    json["deck"][1] = json!("01M");
    // The old entry may be doubled now, so the first cards are put in order.
    let all: Vec<String> = point_city::CardId::ALL.iter().map(ToString::to_string).collect();
    for (place, id) in all[..40].iter().chain(&all[65..89]).chain(&all[115..133]).enumerate() {
        json["deck"][place] = json!(id);
    }
    assert!(Setup::read(Variant::Standard, 2, &json).is_ok());
    change(&mut json);
    let error = Setup::read(Variant::Standard, 2, &json).expect_err("it was changed");
    assert!(error.mistakes.iter().all(|mistake| error.to_string().contains(&mistake.to_string())));
    error.mistakes.iter().map(ToString::to_string).collect()
}

#[test]
fn ill_formed_setups() {
    let wrong = |change: fn(&mut Value), expected: &[&str]| assert_eq!(mistakes(change), expected);
    wrong(
        |json| *json = json!(7),
        &[
            "deck: expected a list of texts, found nothing",
            "tokens: expected a list of texts, found nothing",
            "start: expected the number of a seat, found nothing",
        ],
    );
    wrong(
        |json| json["deck"][5] = json!("33C"),
        &["deck[5]: expected a card: 01 to 32 and one of C M E I N, such as 07E, found \"33C\""],
    );
    wrong(|json| json["deck"][5] = json!(5), &["deck[5]: expected a text, found 5"]);
    wrong(|json| json["deck"][5] = json["deck"][3].clone(), &["deck[5]: 01I was already at 3"]);
    wrong(
        |json| json["deck"][5] = json!("32C"),
        &["deck[5]: expected a card of tier 1, found 32C of tier 3"],
    );
    wrong(
        |json| json["deck"][81] = json!("19N"),
        &["deck[81]: expected a card of tier 3, found 19N of tier 2"],
    );
    wrong(
        |json| json["deck"].as_array_mut().expect("a list").truncate(80),
        &["deck: expected 82 for this number of players, found 80"],
    );
    wrong(
        |json| json["tokens"].as_array_mut().expect("a list").truncate(9),
        &["tokens: expected 10 for this number of players, found 9"],
    );
    let doubled = mistakes(|json| {
        json["tokens"][0] = json!("flat-5");
        json["tokens"][1] = json!("flat-5");
    });
    assert_eq!(doubled[0], "tokens[1]: flat-5 was already at 0");
    wrong(|json| json["start"] = json!(2), &["start: expected a seat below 2, found 2"]);
    wrong(|json| json["start"] = json!(-1), &["start: expected the number of a seat, found -1"]);
    assert_eq!(
        mistakes(|json| {
            json["start"] = json!("me");
            json["deck"][0] = json!("x");
            json["tokens"][3] = json!("flat-6");
        })
        .len(),
        3,
        "all mistakes are named"
    );
}

#[test]
fn variants_and_players_that_do_not_fit() {
    let json = serde_json::to_value(deal(Variant::Standard, 2, 1)).expect("JSON");
    for (variant, players) in [("standard", 1), ("standard", 5), ("solo-easy", 2)] {
        let error = PointCity::read_setup(variant, players, &json).expect_err("it does not fit");
        assert!(matches!(error.mistakes[..], [SetupMistake::Players { .. }]), "{error}");
    }
    let error = PointCity::read_setup("automa", 2, &json).expect_err("no such variant");
    assert_eq!(
        error.to_string(),
        "variant: expected a variant: standard, solo-easy, solo-medium or solo-hard, found \"automa\""
    );
    let solo = serde_json::to_value(deal(Variant::SoloEasy, 1, 1)).expect("JSON");
    let mut later = solo.clone();
    later["start"] = json!(1);
    assert!(PointCity::read_setup("solo-easy", 1, &solo).is_ok());
    assert!(PointCity::read_setup("solo-easy", 1, &later).is_err(), "alone, the player begins");
}

/// The deal of a seed never changes. Otherwise old records could no longer be verified.
#[test]
fn a_seed_deals_what_it_always_dealt() {
    let seed = Seed::from_phrase("point city");
    let (setup, _) = PointCity::deal_from(&seed, Variant::Standard, 3);
    let ids =
        |cards: &[point_city::CardId]| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(ids(&setup.deck()[..8]), "06N 12M 10E 01C 06C 11M 09M 10M");
    assert_eq!(ids(&setup.deck()[108..]), "29M 26N 24I 28N 30I 28M 24C 27M");
    let tokens: Vec<_> = setup.tokens().iter().map(ToString::to_string).collect();
    assert_eq!(
        tokens.join(" "),
        "flat-5 pair-EI pair-CM pair-CI pair-ME flat-7 types-3 pair-CE each-N each-I each-E pair-CN"
    );
    assert_eq!(setup.start().index(), 0);
}

/// Clients may not send these JSON texts as a move. Each has its error.
#[test]
fn a_json_that_is_no_move_is_refused() {
    let read = |text: &str| serde_json::from_str::<Move>(text).map_err(|error| error.to_string());
    let take = Ok("take b2 c2 pay C,C token all-five token flat-7".parse::<Move>().expect("a move"));
    for text in [
        r#"{"kind":"take","cells":["b2","c2"],"pay":{"C":2},"tokens":["all-five","flat-7"]}"#,
        r#"{"kind":"take","cells":["c2","b2"],"pay":{"C":2},"tokens":["flat-7","all-five"]}"#,
    ] {
        assert_eq!(read(text), take, "in any order");
    }
    assert_eq!(
        read(r#"{"kind":"take","cells":["b2","c2"],"pay":{}}"#),
        Ok("take b2 c2".parse().expect("a move"))
    );
    assert_eq!(read(r#"{"kind":"draw"}"#), Ok(Move::Draw));
    for (text, expected) in [
        (r#""draw""#, "MoveJson"),
        (r#"{"kind":"draw","cell":"b3"}"#, "unknown field `cell`"),
        (r#"{"kind":"flip"}"#, "missing field `cell`"),
        (r#"{"kind":"flip","cell":"e1"}"#, "found \"e1\""),
        (r#"{"kind":"take","cells":["b2"]}"#, "invalid length 1"),
        (r#"{"kind":"take","cells":["b2","b2"]}"#, "found b2 twice"),
        (r#"{"kind":"take","cells":["b2","c2"],"pay":{"X":1}}"#, "found \"X\""),
        (r#"{"kind":"take","cells":["b2","c2"],"pay":{"C":0}}"#, "at least one card of a kind"),
        (r#"{"kind":"take","cells":["b2","c2"],"pay":{"C":101}}"#, "at most 100 cards of a kind"),
        (r#"{"kind":"take","cells":["b2","c2"],"pay":{"C":1,"C":1}}"#, "each kind of card once"),
        (r#"{"kind":"take","cells":["b2","c2"],"pay":"C"}"#, "a map from kinds"),
        (r#"{"kind":"take","cells":["b2","c2"],"tokens":["flat-7","flat-7"]}"#, "found flat-7 twice"),
        (r#"{"kind":"take","cells":["b2","c2"],"tokens":["flat"]}"#, "found \"flat\""),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
}
