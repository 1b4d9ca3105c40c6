//! Every way in which a move can be illegal has its own error, and leaves the state unchanged.

use crate::common::{self, deal, random_game, text};
use point_city::{
    Amounts, Cards, Cell, Face, Illegal, Move, Pair, PointCity, Setup, Side, State, TokenSet, Variant,
};
use serde_json::json;
use tabletop::{Seat, prelude::*};

/// Returns a game for two in which the first cards are these, and seat 0 begins.
fn dealt(first: &[&str]) -> State {
    let any = deal(Variant::Standard, 2, 1);
    let mut deck: Vec<String> = first.iter().map(|&id| id.to_owned()).collect();
    // The other cards of tier 1 fill the rest of the first 40 places.
    let all = point_city::CardId::ALL.iter().filter(|card| card.tier() == 1).map(ToString::to_string);
    for id in all {
        if deck.len() < 40 && !deck.contains(&id) {
            deck.push(id);
        }
    }
    deck.extend(any.deck()[40..].iter().map(ToString::to_string));
    let tokens = [
        "each-C",
        "each-M",
        "flat-5",
        "flat-7",
        "missing",
        "types-2",
        "types-3",
        "all-five",
        "pair-CM",
        "ingenuity",
    ];
    let setup = json!({ "deck": deck, "tokens": tokens, "start": 0 });
    State::start(&Setup::read(Variant::Standard, 2, &setup).expect("a setup"))
}

/// Plays moves, each by the seat that is to act.
fn after(mut state: State, moves: &[&str]) -> State {
    for mv in moves {
        let seat = state.table().to_act().expect("the game goes on");
        state.play(seat, text(mv)).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
    state
}

/// Checks that a move of the seat that is to act is refused with this error, and changes nothing.
fn refused(state: &State, mv: &str, error: &Illegal) {
    let seat = state.table().to_act().expect("the game goes on");
    let mv: Move = text(mv);
    let mut changed = *state;
    assert_eq!(changed.play(seat, mv).as_ref(), Err(error), "{mv}");
    assert_eq!(changed, *state, "{mv} was refused, but changed the state");
    let mut legal = false;
    PointCity::for_each_legal_move(state, seat, |each| legal |= each == mv);
    assert!(!legal, "{mv} was refused, but is among the legal moves");
}

fn cell(name: &str) -> Cell {
    text(name)
}

fn pair(a: &str, b: &str) -> Pair {
    Pair::new(cell(a), cell(b)).expect("two cells")
}

#[test]
fn wrong_seat_and_game_over() {
    let setup = deal(Variant::Standard, 3, 5);
    let mut state = State::start(&setup);
    let to_act = setup.start();
    let other = to_act.left(3);
    let before = state;
    assert_eq!(state.play(other, Move::Draw), Err(Illegal::NotYourTurn { seat: other, to_act }));
    assert_eq!(state, before);
    let mut end = random_game(&setup, 5, |_, _| {});
    let before = end;
    for mv in ["draw", "pass", "flip a1", "take a1 a2"] {
        assert_eq!(end.play(to_act, text(mv)), Err(Illegal::GameOver));
    }
    assert_eq!(end, before);
}

#[test]
fn flips() {
    let state = after(dealt(&[]), &["flip b2"]);
    refused(&state, "flip c3", &Illegal::SecondFlip);
    let state = after(state, &["draw"]);
    refused(&state, "flip b2", &Illegal::FlipOfBuilding(cell("b2")));
    // a1 and b1 turn to buildings. a2 is no longer in a full column, and its row has b2.
    let state = after(state, &["take a1 b1"]);
    refused(&state, "flip a2", &Illegal::FlipNotAllowed(cell("a2")));
    assert!(state.table().market().may_flip(cell("a3")), "its row shows resources only");
    assert!(state.table().market().may_flip(cell("c1")), "its column shows resources only");
}

#[test]
fn pairs_that_do_not_share_an_edge() {
    let state = dealt(&[]);
    for (a, b) in [("a1", "c1"), ("a1", "b2"), ("d1", "a2"), ("a1", "d1"), ("a1", "a4")] {
        refused(&state, &format!("take {a} {b}"), &Illegal::NotAdjacent(pair(a, b)));
    }
}

/// `08C` costs II and gives C; its neighbours show M.
fn with_a_building() -> State {
    // Row 1 has 08C, then M, M, M.
    after(dealt(&["08C", "01M", "02M", "03M"]), &["flip a1"])
}

#[test]
fn pairs_that_are_too_dear() {
    let state = with_a_building();
    let due = Amounts::of([0, 0, 0, 2, 0]);
    let cards: Cards = text("M,*");
    refused(&state, "take a1 b1", &Illegal::Unaffordable { due, cards });
    refused(&state, "take a1 b1 pay M,*", &Illegal::Unaffordable { due, cards });
    let error = state.table().check(Seat::new(0), text("take a1 b1")).expect_err("too dear").to_string();
    assert_eq!(
        error,
        "the pair can't be paid: 2 industry due after permanent resources, the cards give 0; \
         2 short, 1 ingenuity to stand for it"
    );
}

/// Seat 0 holds I, I, I and ingenuity, and `08C` is at a1 next to M.
fn with_means() -> State {
    let deck = ["08C", "01M", "02M", "03M", "01I", "02I", "01E", "02E", "03I", "04I", "03E", "04E"];
    after(dealt(&deck), &["take a2 b2", "draw", "flip a1", "take a3 b3", "draw"])
}

#[test]
fn payments() {
    let state = with_means();
    assert_eq!(state.table().area(Seat::new(0)).cards, text("I,I,I,I,*"));
    let due = Amounts::of([0, 0, 0, 2, 0]);
    let paid = |cards: &str| text::<Cards>(cards);
    refused(&state, "take a1 b1", &Illegal::Insufficient { due, paid: Cards::NONE });
    refused(&state, "take a1 b1 pay I", &Illegal::Insufficient { due, paid: paid("I") });
    refused(&state, "take a1 b1 pay M,I", &Illegal::Insufficient { due, paid: paid("M,I") });
    refused(&state, "take a1 b1 pay I,I,I", &Illegal::Needless { due, paid: paid("I,I,I"), kind: text("I") });
    refused(&state, "take a1 b1 pay I,I,M", &Illegal::Needless { due, paid: paid("I,I,M"), kind: text("M") });
    refused(&state, "take a1 b1 pay I,I,*", &Illegal::Needless { due, paid: paid("I,I,*"), kind: text("I") });
    refused(&state, "take a1 b1 pay II", &Illegal::NotYours { kind: text("II"), held: 0, paid: 1 });
    refused(&state, "take a1 b1 pay I,*,*", &Illegal::NotYours { kind: text("*"), held: 1, paid: 2 });
    refused(
        &state,
        "take b1 c1 pay M",
        &Illegal::Needless { due: Amounts::ZERO, paid: paid("M"), kind: text("M") },
    );
    let built = after(state, &["take a1 b1 pay I,*"]);
    assert_eq!(built.table().area(Seat::new(0)).permanents, Amounts::of([1, 0, 0, 0, 0]));
    assert_eq!(built.table().area(Seat::new(0)).cards, text("M,I,I,I"));
}

/// Seat 0 holds I, I, I, and the civic `11C` (III) is at a1; all tokens are open.
#[test]
fn tokens() {
    let deck = ["11C", "01M", "02M", "03M", "01I", "02I", "01E", "02E", "03I", "04I", "03E", "04E"];
    let state = after(dealt(&deck), &["take a2 b2", "draw", "flip a1", "take a3 b3", "draw"]);
    let missing = Illegal::MissingToken { expected: 1, found: 0 };
    refused(&state, "take a1 b1 pay I,I,I", &missing);
    let surplus = Illegal::SurplusToken { expected: 1, found: 2 };
    refused(&state, "take a1 b1 pay I,I,I token flat-5 token flat-7", &surplus);
    refused(&state, "take b1 c1 token flat-5", &Illegal::SurplusToken { expected: 0, found: 1 });
    refused(&state, "take a1 b1 pay I,I,I token each-N", &Illegal::TokenNotOpen(text("each-N")));
    let state = after(state, &["take a1 b1 pay I,I,I token flat-7"]);
    assert_eq!(state.table().area(Seat::new(0)).tokens, TokenSet::EMPTY.with(text("flat-7")));
    assert!(!state.table().open_tokens().contains(text("flat-7")));
}

#[test]
fn two_civic_buildings_take_two_tokens_and_what_is_not_there_is_not_taken() {
    // Such positions are searched for in games in which the player takes tokens wherever it can, as the city does.
    let mut seen = [false; 3];
    let mut rng = common::rng(1);
    for seed in 0..40_000 {
        if seen == [true; 3] {
            break;
        }
        let mut state = State::start(&deal(Variant::SoloEasy, 1, seed));
        while let Some(seat) = state.table().to_act() {
            let table = *state.table();
            let civic = |cell: Cell| {
                table.market().face(cell).and_then(Face::card).is_some_and(|card| card.is_civic())
            };
            let open = table.open_tokens().len();
            let mut best = PointCity::random_move(&state, seat, &mut rng).expect("there are moves");
            let mut most = 0;
            PointCity::for_each_legal_move(&state, seat, |mv| {
                let Move::Take { pair, tokens, .. } = mv else { return };
                let civics = pair.cells().into_iter().filter(|&cell| civic(cell)).count();
                assert_eq!(tokens.len(), civics.min(open), "{mv}");
                seen[0] |= civics == 2 && open >= 2;
                seen[1] |= civics == 2 && open == 1;
                seen[2] |= civics >= 1 && open == 0;
                if tokens.len() > most {
                    (best, most) = (mv, tokens.len());
                }
            });
            state.play_unchecked(best);
        }
    }
    assert_eq!(seen, [true; 3], "two civic buildings with two tokens, with one, and any with none");
}

#[test]
fn the_city_has_no_choice() {
    let state = after(State::start(&deal(Variant::SoloEasy, 1, 2)), &["draw"]);
    let expected: Move = text("take a2 a3");
    for found in ["take b2 b3", "draw", "pass", "flip a1", "take a2 a3 pay C"] {
        refused(&state, found, &Illegal::CityMust { expected, found: text(found) });
    }
    after(state, &["take a2 a3", "take a1 b1"]);
}

/// The rules determine the city's tokens, so a record may omit them.
#[test]
fn the_citys_take_may_be_written_without_its_tokens() {
    let mut short_moves = 0;
    for seed in 0..20 {
        random_game(&deal(Variant::SoloHard, 1, seed), seed, |state, next| {
            let (Some(whole), Some(_)) = (state.table().city_move(), next) else { return };
            let Move::Take { pair, tokens, .. } = whole else { panic!("the city takes") };
            let city = tabletop::Seat::new(1);
            let (mut one, mut other) = (*state, *state);
            one.play(city, whole).expect("the city's move is legal");
            other.play(city, Move::take(pair)).expect("so is its short form");
            assert_eq!(one, other);
            assert_eq!(
                PointCity::events(state, city, whole, &one),
                PointCity::events(state, city, Move::take(pair), &other)
            );
            short_moves += usize::from(!tokens.is_empty());
        });
    }
    assert!(short_moves > 20, "the city built {short_moves} times something civic");
}

#[test]
fn passing_and_drawing_at_the_end() {
    let mut last = None;
    random_game(&deal(Variant::Standard, 2, 8), 8, |state, next| {
        if state.table().deck_left() == 0 && next.is_some() {
            last = Some(*state);
        }
    });
    let state = last.expect("the last turn has an empty deck");
    refused(&state, "draw", &Illegal::DeckTooSmall(0));
    let seat = state.table().to_act().expect("one turn is left");
    let mut first = None;
    PointCity::for_each_legal_move(&state, seat, |mv| first = first.or(Some(mv)));
    refused(&state, "pass", &Illegal::PassNotAllowed(first.expect("there are moves")));
    let start = dealt(&[]);
    refused(&start, "pass", &Illegal::PassNotAllowed(text("flip a1")));
}

/// A whole game that leads to the one exception: on the last turn nothing can be taken.
#[test]
fn the_rare_pass() {
    let game: serde_json::Value = serde_json::from_str(include_str!("../data/rare-pass.json")).expect("JSON");
    let setup = Setup::read(Variant::Standard, 2, &game["setup"]).expect("a setup");
    let moves: Vec<&str> =
        game["moves"].as_array().expect("a list").iter().filter_map(|mv| mv.as_str()).collect();
    let (&pass, before) = moves.split_last().expect("moves");
    assert_eq!(pass, "pass");
    let state = after(State::start(&setup), before);
    assert_eq!(state.table().turns_played(), 33);
    let resources =
        Cell::ALL.iter().filter(|&&cell| state.table().market().side(cell) == Some(Side::Resource));
    assert!(resources.count() < 16);
    let seat = state.table().to_act().expect("one turn is left");
    let mut legal = Vec::new();
    PointCity::for_each_legal_move(&state, seat, |mv| legal.push(mv));
    assert_eq!(legal, [Move::Pass]);
    assert_eq!(PointCity::random_move(&state, seat, &mut common::rng(1)), Some(Move::Pass));
    refused(&state, "draw", &Illegal::DeckTooSmall(0));
    let end = after(state, &["pass"]);
    assert!(end.table().is_over());
    assert_eq!(end.table().market().count(), 16);
    assert_eq!(PointCity::audit(&setup, &end), Ok(()));
    assert!(!PointCity::reveals(&state, &end));
    let events = PointCity::events(&state, seat, Move::Pass, &end);
    assert_eq!(
        serde_json::to_value(events).expect("JSON"),
        json!([{ "seat": seat, "event": "passed" }, { "event": "game-over" }])
    );
}
