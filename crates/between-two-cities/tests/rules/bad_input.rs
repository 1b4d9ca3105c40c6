//! Every kind of invalid input has its own error, and leaves the state unchanged.

use crate::plain;
use between_two_cities::{
    BadSpot, BetweenTwoCities, City, Illegal, Layout, Move, Options, Setup, SetupProblem, Signal, Spot,
    State, Tile, Variant,
};
use serde_json::{Value, json};
use tabletop::{Seat, play_out_randomly, prelude::*};

fn check_refused(state: &State, seat: u8, mv: &str, expected: &str) -> Illegal {
    let mut after = *state;
    let mv: Move = mv.parse().unwrap_or_else(|error| panic!("{error}"));
    let error = BetweenTwoCities::play(&mut after, Seat::new(seat), mv).expect_err(&format!("{mv} is legal"));
    assert!(after == *state, "a refused move changed the state");
    assert_eq!(error.to_string(), expected);
    error
}

fn play(state: &mut State, seat: u8, mv: &str) {
    let mv = mv.parse().unwrap_or_else(|error| panic!("{error}"));
    BetweenTwoCities::play(state, Seat::new(seat), mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
}

/// Returns a setup in which seat 0 holds `SSFFOOP`, seat 1 `HHHHHHH`, and so on.
fn setup(first: &str) -> Setup {
    let mut rest: Vec<char> =
        Tile::ALL.iter().flat_map(|tile| vec![tile.letter(); tile.copies()]).rev().collect();
    for letter in first.chars() {
        rest.remove(rest.iter().position(|&other| other == letter).expect("a tile"));
    }
    let mut value = serde_json::to_value(BetweenTwoCities::deal(Variant::Standard, 3, &mut plain::rng(0)))
        .expect("a setup");
    value["tiles"] = (first.to_owned() + &rest.iter().collect::<String>()).into();
    value["seating"] = json!([3, 1, 9]);
    BetweenTwoCities::read_setup("standard", 3, &value).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn each_illegal_move_has_its_own_error() {
    let mut state = BetweenTwoCities::start(&setup("SSFFOOPHHHHHHHPPPPPPP"));
    check_refused(&state, 3, "choose S S", "there is no seat 3: the seats are 0 to 2");
    check_refused(&state, 0, "choose S d", "seat 0 does not hold S d");
    check_refused(&state, 0, "choose P P", "seat 0 does not hold P P");
    check_refused(&state, 0, "choose FO F/O", "seat 0 does not hold F/O FO");
    check_refused(
        &state,
        0,
        "place S 0 0,0",
        "expected `choose`: nothing can be placed before all have chosen",
    );
    play(&mut state, 0, "choose S F");
    let again = "seat 0 has chosen already and can't choose again before the others have chosen";
    check_refused(&state, 0, "choose O O", again);
    play(&mut state, 1, "choose H H");
    play(&mut state, 2, "choose P P");

    check_refused(&state, 0, "choose O O", "expected `place`: no tiles can be chosen before all have placed");
    check_refused(&state, 0, "place S 1 0,0", "seat 0 does not build city 1, only 0 and 2");
    check_refused(&state, 0, "place H 0 0,0", "seat 0 has no H to place in city 0");
    let spot = |state: &State, mv: &str, why: BadSpot, text: &str| match check_refused(state, 0, mv, text) {
        Illegal::Spot { why: found, .. } => assert_eq!(found, why),
        other => panic!("{other}"),
    };
    let text = "S can't lie at 1,0 in city 0: the first tile of a city lies at 0,0";
    spot(&state, "place S 0 1,0", BadSpot::NotFirst, text);
    play(&mut state, 0, "place S 0 0,0");
    check_refused(&state, 0, "place F 0 1,0", "seat 0 has placed a tile in city 0 this turn already");
    check_refused(&state, 0, "place S 2 0,0", "seat 0 has no S to place in city 2");
    play(&mut state, 2, "place P 2 0,0");
    spot(&state, "place F 2 0,0", BadSpot::Taken, "F can't lie at 0,0 in city 2: there is a tile already");
    let text = "F can't lie at 2,0 in city 2: a tile must share an edge with a tile of the city";
    spot(&state, "place F 2 2,0", BadSpot::Apart, text);
    play(&mut state, 0, "place F 2 -1,0");
    check_refused(&state, 0, "place F 2 -2,0", "seat 0 has placed its tiles of this turn already");
    let text = "F can't lie at 3,0 in city 2: the city would no longer fit into four by four";
    let error = Illegal::Spot {
        piece: Tile::Factory.into(),
        city: 2,
        spot: Spot::new(3, 0).expect("a spot"),
        why: state
            .city(2)
            .check(Tile::Factory.into(), Spot::new(3, 0).expect("a spot"))
            .expect_err("too far"),
    };
    assert_eq!(error.to_string(), text);

    let state = play_out_randomly::<BetweenTwoCities>(state, &mut plain::rng(1), |_, _, _| ());
    check_refused(&state, 0, "choose S S", "the game is over");
    check_refused(&state, 1, "place S 0 0,0", "the game is over");
}

#[test]
fn an_automa_does_what_its_card_says() {
    let setup = BetweenTwoCities::deal(Variant::ALL[2], 1, &mut plain::rng(2));
    let mut state = BetweenTwoCities::start(&setup);
    let (seat, forced) = BetweenTwoCities::automatic_move(&state).expect("an Automa's turn");
    assert_eq!(seat, Seat::new(1));
    let other = ["choose S P", "choose F H"].into_iter().find(|mv| mv.parse() != Ok(forced)).expect("one");
    let text = format!("seat 1 is an Automa: by its card it must `{forced}`");
    check_refused(&state, 1, other, &text);
    let mut moves = 0;
    while let Some((seat, mv)) = BetweenTwoCities::automatic_move(&state) {
        BetweenTwoCities::play(&mut state, seat, mv).expect("legal");
        moves += 1;
    }
    assert_eq!(moves, 2);
    let mv = BetweenTwoCities::random_move(&state, Seat::new(0), &mut plain::rng(3)).expect("a move");
    BetweenTwoCities::play(&mut state, Seat::new(0), mv).expect("legal");
    check_refused(&state, 1, "place S 1 0,0", "seat 1 is an Automa: the player places its tiles");
}

#[test]
fn who_waits_is_resolved_by_seating_number() {
    let mut state = BetweenTwoCities::start(&setup("SSFFOOPHHHHHHHPPPPPPP"));
    let all = BetweenTwoCities::to_act(&state);
    assert_eq!(state.stand_off(all), None, "no seat waits while tiles are chosen");
    for (seat, mv) in [(0, "choose S F"), (1, "choose H H"), (2, "choose P P")] {
        play(&mut state, seat, mv);
    }
    // The seating numbers are 3, 1, 9.
    assert_eq!(state.stand_off(all), Some(Seat::new(1)));
    assert_eq!(state.stand_off(all.without(Seat::new(1))), Some(Seat::new(0)));
    play(&mut state, 1, "place H 1 0,0");
    play(&mut state, 1, "place H 0 0,0");
    assert_eq!(state.stand_off(all), Some(Seat::new(0)), "seat 1 has nothing left to place");
}

#[test]
fn ill_formed_moves_say_where() {
    for (text, expected) in [
        ("", "expected `choose TILE TILE` or `place TILE CITY X,Y`, found \"\""),
        ("chose S S", "expected `choose TILE TILE` or `place TILE CITY X,Y`, found \"chose S S\""),
        ("choose S", "expected `choose TILE TILE`, which has 3 words, found 2 in \"choose S\""),
        (
            "place S 0 0,0 0",
            "expected `place TILE CITY X,Y`, which has 4 words, found 5 in \"place S 0 0,0 0\"",
        ),
        (
            "choose S x",
            "word 3 of \"choose S x\": expected a tile (S F O P H d e m b) or a duplex tile such as FO or F/O, found \"x\"",
        ),
        (
            "choose F/F S",
            "word 2 of \"choose F/F S\": expected a tile (S F O P H d e m b) or a duplex tile such as FO or F/O, found \"F/F\"",
        ),
        ("place S 7 0,0", "word 3 of \"place S 7 0,0\": expected the number of a city, 0 to 6, found \"7\""),
        (
            "place S 00 0,0",
            "word 3 of \"place S 00 0,0\": expected the number of a city, 0 to 6, found \"00\"",
        ),
        (
            "place S 0 4,0",
            "word 4 of \"place S 0 4,0\": expected a spot x,y with both from -3 to 3 (such as -1,0), found \"4,0\"",
        ),
        (
            "place S 0 +1,0",
            "word 4 of \"place S 0 +1,0\": expected a spot x,y with both from -3 to 3 (such as -1,0), found \"+1,0\"",
        ),
    ] {
        assert_eq!(text.parse::<Move>().expect_err(text).to_string(), expected);
    }
}

#[test]
fn ill_formed_cities_say_where() {
    for (text, expected) in [
        ("SSSS/SSSS/SSSS", "found 3 in \"SSSS/SSSS/SSSS\""),
        ("SSSS/SSS/SSSS/SSSS", "expected four letters in row 2 of a city, found \"SSS\""),
        ("SSSS/SSSS/SxSS/SSSS", "in row 3, column 2 of a city, found 'x' in \"SSSS/SSSS/SxSS/SSSS\""),
        ("SSSS/SSSS/SéSS/SSSS", "in row 3, column 2 of a city, found 'é' in \"SSSS/SSSS/SéSS/SSSS\""),
    ] {
        let error = text.parse::<Layout>().expect_err(text).to_string();
        assert!(error.ends_with(expected), "{error}");
    }
    let apart: Layout = "S.S./..../..../....".parse().expect("a layout");
    let error = City::try_from(apart).expect_err("not connected").to_string();
    assert_eq!(error, "the tiles of S.S./..../..../.... are not connected");
}

fn check_setup(variant: &str, players: usize, change: impl Fn(&mut Value), expected: &[&str]) {
    let of = if variant == "automa" { Variant::ALL[3] } else { Variant::Standard };
    let dealt = if variant == "automa" { 1 } else { 3 };
    let mut value =
        serde_json::to_value(BetweenTwoCities::deal(of, dealt, &mut plain::rng(4))).expect("a setup");
    change(&mut value);
    let error = BetweenTwoCities::read_setup(variant, players, &value).expect_err("a bad setup");
    let found: Vec<String> = error.0.iter().map(SetupProblem::to_string).collect();
    assert_eq!(found, expected);
    assert_eq!(error.to_string(), expected.join("; "));
}

#[test]
fn setups_say_all_that_is_wrong() {
    check_setup(
        "solo",
        3,
        |_| {},
        &["variant: expected `standard`, `two-player` or `automa`, found \"solo\""],
    );
    check_setup(
        "standard",
        3,
        |value| value["seating"] = json!([1, 2, 2]),
        &["setup.seating: expected 1 of 2, found 2"],
    );
    check_setup(
        "standard",
        3,
        |value| value["seating"] = json!([1, 16, "x", 4]),
        &[
            "setup.seating: number 2: expected a number from 1 to 15, found 16",
            "setup.seating: number 3: expected a number from 1 to 15, found \"x\"",
            "setup.seating: expected 3, found 4",
        ],
    );
    check_setup(
        "standard",
        3,
        |value| value["tiles"] = Value::Null,
        &["setup.tiles: expected a text of 108 letters, found nothing"],
    );
    check_setup(
        "standard",
        3,
        |value| {
            value["duplexes"][0] = value["duplexes"][1].clone();
            value["tiles"] = value["tiles"].as_str().expect("a text").replacen('S', "F", 1).into();
        },
        &[
            "setup.tiles: expected 16 of S, found 15",
            "setup.tiles: expected 16 of F, found 17",
            &format!("setup.duplexes: expected 1 of {}, found {}", duplex(4, 0, 1).0, duplex(4, 0, 1).1),
            &format!("setup.duplexes: expected 1 of {}, found {}", duplex(4, 0, 1).2, duplex(4, 0, 1).3),
        ],
    );
    check_setup(
        "standard",
        8,
        |_| {},
        &["players: standard is for 3 to 7, found 8", "setup.seating: expected 8, found 3"],
    );
    check_setup(
        "automa",
        1,
        |value| value["difficulty"] = json!("brutal"),
        &["setup.difficulty: expected \"easy\", \"medium\" or \"hard\", found \"brutal\""],
    );
    check_setup(
        "automa",
        1,
        |value| value["automa"] = json!([1, 2, 3]),
        &["setup.automa: expected 20, found 3"],
    );
}

/// Returns the errors after the duplex tile at `to` was put over the one at `from`: the missing and the double tile, in
/// listing order, each with its number.
fn duplex(seed: u64, from: usize, to: usize) -> (String, usize, String, usize) {
    let setup = BetweenTwoCities::deal(Variant::Standard, 3, &mut plain::rng(seed));
    let (missing, double) = (setup.duplexes()[from], setup.duplexes()[to]);
    if missing < double {
        (missing.to_string(), 0, double.to_string(), 2)
    } else {
        (double.to_string(), 2, missing.to_string(), 0)
    }
}

/// Clients may not send these JSON texts as a move. Each has its error.
#[test]
fn a_json_that_is_no_move_is_refused() {
    let read = |text: &str| serde_json::from_str::<Move>(text).map_err(|error| error.to_string());
    let same = read(r#"{"kind":"choose","pieces":["O","d"]}"#);
    assert_eq!(read(r#"{"kind":"choose","pieces":["d","O"]}"#), same, "in any order");
    for (text, expected) in [
        (r#""choose d O""#, "MoveJson"),
        (r#"{"kind":"choose"}"#, "missing field `pieces`"),
        (r#"{"kind":"choose","pieces":["d"]}"#, "invalid length 1"),
        (r#"{"kind":"choose","pieces":["d","x"]}"#, "found \"x\""),
        (r#"{"kind":"choose","pieces":["d","O"],"spot":"0,0"}"#, "unknown field `spot`"),
        (r#"{"kind":"keep","pieces":["d","O"]}"#, "unknown variant `keep`"),
        (r#"{"kind":"place","piece":"FS/","city":2,"spot":"0,0"}"#, "found \"FS/\""),
        (r#"{"kind":"place","piece":"S","city":7,"spot":"0,0"}"#, "expected the number of a city, 0 to 6"),
        (r#"{"kind":"place","piece":"S","city":"2","spot":"0,0"}"#, "expected u8"),
        (r#"{"kind":"place","piece":"S","city":2,"spot":"-0,0"}"#, "found \"-0,0\""),
        (r#"{"kind":"place","piece":"S","city":2,"spot":"4,0"}"#, "found \"4,0\""),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
}

/// Options that were stored before one was added, or after one was removed, can be read.
#[test]
fn options_and_signals_are_read() {
    let options = |text: &str| serde_json::from_str::<Options>(text).expect("options");
    assert_eq!(options("{}"), Options { passed_hands: false });
    assert_eq!(options(r#"{"passed_hands":true,"older":1}"#), Options { passed_hands: true });

    let state = BetweenTwoCities::start(&BetweenTwoCities::deal(Variant::Standard, 3, &mut plain::rng(1)));
    for (signal, text, allowed) in [
        (Signal::YouFirst, r#"{"signal":"you-first"}"#, true),
        (Signal::PointsThere { city: None }, r#"{"signal":"points-there"}"#, true),
        (Signal::PointsHere { city: Some(2) }, r#"{"signal":"points-here","city":2}"#, true),
        (Signal::PointsHere { city: Some(3) }, r#"{"signal":"points-here","city":3}"#, false),
    ] {
        assert_eq!(serde_json::to_string(&signal).expect("JSON"), text);
        assert_eq!(serde_json::from_str::<Signal>(text).expect("a signal"), signal);
        assert_eq!(BetweenTwoCities::allows_signal(&state, Seat::new(0), signal), allowed, "{text}");
    }
    serde_json::from_str::<Signal>(r#"{"signal":"cheer"}"#).expect_err("no signal");
}
