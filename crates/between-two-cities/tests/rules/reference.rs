//! Whole games, compared with the reference implementation of the rules in `plain`.

use std::collections::BTreeSet;

use crate::plain::{self, game::Game as Plain};
use between_two_cities::{BetweenTwoCities, CityScore, Move, Setup, State, Variant};
use tabletop::{Seat, Viewer, prelude::*, random::below};

fn start(variant: Variant, players: usize, seed: u64) -> (Setup, State, Plain) {
    let setup = BetweenTwoCities::deal(variant, players, &mut plain::rng(seed));
    let value = serde_json::to_value(setup).expect("a setup serialises");
    let plain = Plain::new(&BetweenTwoCities::record_variant(variant), players, &value);
    (setup, BetweenTwoCities::start(&setup), plain)
}

fn numbers(score: CityScore) -> [u32; 7] {
    [score.shops, score.factories, score.taverns, score.offices, score.parks, score.houses, score.total]
        .map(u32::from)
}

fn compare(state: &State, plain: &Plain, at: &str) {
    let acting: BTreeSet<usize> = BetweenTwoCities::to_act(state).iter().map(Seat::index).collect();
    assert_eq!(acting, plain.to_act(), "{at}: who may act");
    for seat in Seat::all(plain.seats) {
        let mut moves = BTreeSet::new();
        BetweenTwoCities::for_each_legal_move(state, seat, |mv| {
            assert!(moves.insert(mv.to_string()), "{at}: {mv} twice")
        });
        assert_eq!(moves, plain.legal(seat.index()), "{at}: moves of seat {seat}");
    }
    let view = BetweenTwoCities::view(state, Viewer::Spectator);
    let scores: Vec<_> = view.scores().into_iter().map(numbers).collect();
    assert_eq!(scores, plain.scores(), "{at}: scores as they stand");
    for (number, city) in plain.cities.iter().enumerate() {
        assert_eq!(
            view.city(number).layout().to_string(),
            plain::score::text(&plain::game::board(city)),
            "{at}: city {number}"
        );
    }
}

fn random_game(variant: Variant, players: usize, seed: u64) {
    let mut rng = plain::rng(!seed);
    let (_, mut state, mut plain) = start(variant, players, seed);
    let mut number = 0;
    loop {
        let at = format!("{variant}, {players} players, seed {seed}, move {number}");
        compare(&state, &plain, &at);
        let acting: Vec<Seat> = BetweenTwoCities::to_act(&state).iter().collect();
        if acting.is_empty() {
            break;
        }
        let seat = acting[below(&mut rng, acting.len() as u32) as usize];
        let mv = BetweenTwoCities::random_move(&state, seat, &mut rng).expect("a move");
        BetweenTwoCities::play(&mut state, seat, mv).expect("a legal move");
        plain.play(seat.index(), &mv.to_string());
        number += 1;
    }
    assert!(plain.over);
    let outcome = BetweenTwoCities::outcome(&state).expect("an outcome");
    let bonus = if let Variant::Automa(difficulty) = variant { i32::from(difficulty.bonus()) } else { 0 };
    let totals: Vec<u32> = plain
        .scores()
        .iter()
        .enumerate()
        .map(|(city, score)| score[6].saturating_add_signed(if city == 1 { bonus } else { 0 }))
        .collect();
    let finals: Vec<u32> = outcome.players().iter().map(|player| u32::from(player.score)).collect();
    let expected: Vec<u32> = match players {
        2 => vec![totals[0] + totals[1], totals[2] + totals[3]],
        _ => (0..plain.seats).map(|i| totals[i].min(totals[(i + plain.seats - 1) % plain.seats])).collect(),
    };
    assert_eq!(finals, expected);
    let best = finals.iter().max();
    assert!(outcome.winners().iter().all(|seat| Some(&finals[seat.index()]) == best));
    assert!(!outcome.winners().is_empty());
}

#[test]
fn random_games_agree_move_by_move() {
    for seed in 0..4 {
        for players in 3..=7 {
            random_game(Variant::Standard, players, 10 * seed + players as u64);
        }
    }
    for seed in 0..8 {
        random_game(Variant::TwoPlayer, 2, seed);
    }
}

#[test]
fn random_automa_games_agree_move_by_move() {
    for variant in Variant::ALL.into_iter().filter(|variant| matches!(variant, Variant::Automa(_))) {
        for seed in 0..20 {
            random_game(variant, 1, seed);
        }
    }
}

#[test]
fn perft_agrees() {
    for (variant, players) in
        [(Variant::Standard, 3), (Variant::TwoPlayer, 2), (Variant::ALL[3], 1), (Variant::Standard, 7)]
    {
        let (_, mut state, mut plain) = start(variant, players, 5);
        let mut rng = plain::rng(6);
        for number in 0.. {
            let Some(seat) = BetweenTwoCities::to_act(&state).first() else { break };
            if number % 7 == 3 {
                assert_eq!(
                    tabletop::perft::<BetweenTwoCities>(&state, 2),
                    plain::game::perft(&plain, 2),
                    "move {number}"
                );
            }
            let mv = BetweenTwoCities::random_move(&state, seat, &mut rng).expect("a move");
            BetweenTwoCities::play(&mut state, seat, mv).expect("a legal move");
            plain.play(seat.index(), &mv.to_string());
        }
        assert_eq!(tabletop::perft::<BetweenTwoCities>(&state, 0), 1, "the end is one position");
        assert_eq!(tabletop::perft::<BetweenTwoCities>(&state, 1), 0, "and nothing follows it");
    }
}

#[test]
fn placing_two_pairs_counts_as_by_hand() {
    // Two equal tiles are one move. An empty city has one spot, a city of one tile has four.
    let setup = serde_json::to_value(start(Variant::Standard, 3, 0).0).expect("a setup");
    let mut value = setup.clone();
    let mut tiles: Vec<char> = setup["tiles"].as_str().expect("a text").chars().collect();
    tiles.sort_by_key(|tile| "SFOPHdemb".find(*tile));
    value["tiles"] = tiles.into_iter().collect::<String>().into();
    let setup = BetweenTwoCities::read_setup("standard", 3, &value).expect("a setup");
    let mut state = BetweenTwoCities::start(&setup);
    // Seats 0 and 1 hold seven shops each; seat 2 holds two shops and five factories.
    assert_eq!(tabletop::perft::<BetweenTwoCities>(&state, 3), 3, "S S; S S; and S S, S F or F F");
    for (seat, mv) in [(0, "choose S S"), (1, "choose S S"), (2, "choose F S")] {
        let mv: Move = mv.parse().expect("a move");
        BetweenTwoCities::play(&mut state, Seat::new(seat), mv).expect("legal");
    }
    assert_eq!(tabletop::perft::<BetweenTwoCities>(&state, 1), 2, "a shop to the left or to the right");
    // Seat 0 has placed in cities 0 and 2, and it is seat 1's turn. The left city 1 is empty, and the right city 0 has
    // one tile with four spots, which makes five placements each time.
    assert_eq!(tabletop::perft::<BetweenTwoCities>(&state, 3), 2 * (1 + 4));
}
