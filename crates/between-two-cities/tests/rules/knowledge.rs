//! The contents of a view, also those from earlier turns, and the distribution of samples.

use crate::plain::{self, assert_fits};
use between_two_cities::{BetweenTwoCities, Hand, Move, Phase, Piece, Setup, State, Tile, Variant, View};
use serde_json::Value;
use std::collections::HashMap;
use tabletop::{Seat, Viewer, play_out_randomly, prelude::*, random::below};

type History = Vec<(Seat, Move)>;

fn deal(variant: Variant, players: usize, seed: u64) -> Setup {
    BetweenTwoCities::deal(variant, players, &mut plain::rng(seed))
}

/// Returns the first `length` moves of a random game.
fn random_moves(setup: &Setup, length: usize, seed: u64) -> (State, History) {
    let (mut state, mut history, mut rng) =
        (BetweenTwoCities::start(setup), History::new(), plain::rng(seed));
    while history.len() < length {
        let acting: Vec<Seat> = BetweenTwoCities::to_act(&state).iter().collect();
        let Some(&seat) = acting.get(below(&mut rng, acting.len().max(1) as u32) as usize) else { break };
        let mv = BetweenTwoCities::random_move(&state, seat, &mut rng).expect("a move");
        BetweenTwoCities::play(&mut state, seat, mv).expect("legal");
        history.push((seat, mv));
    }
    (state, history)
}

/// Returns the state after these moves, if all are legal from that setup.
fn replay(setup: &Setup, history: &History) -> Option<State> {
    let mut state = BetweenTwoCities::start(setup);
    history.iter().try_for_each(|&(seat, mv)| BetweenTwoCities::play(&mut state, seat, mv)).ok()?;
    Some(state)
}

/// Returns the setup in which two tiles (by their place in the draw order) have changed places.
fn swapped(setup: &Setup, one: usize, other: usize) -> Setup {
    let mut value = serde_json::to_value(setup).expect("a setup");
    let mut tiles: Vec<char> = value["tiles"].as_str().expect("a text").chars().collect();
    tiles.swap(one, other);
    value["tiles"] = Value::String(tiles.into_iter().collect());
    BetweenTwoCities::read_setup(&BetweenTwoCities::record_variant(setup.variant()), setup.players(), &value)
        .expect("a setup")
}

/// Returns the number of the hand of the first round that was dealt to the seat from which `seat` holds it in the turn
/// `step`.
fn dealt_to(seat: usize, step: usize, seats: usize) -> usize {
    (seat + 2 * seats - step) % seats
}

/// If two deals differ only in tiles that a seat has not seen, the seat's views and their bytes are equal, whatever was
/// played. The views of a seat that has seen them differ.
#[test]
fn unseen_tiles_do_not_show() {
    let (mut same, mut different) = (0, 0);
    for seed in 0..400u64 {
        let players = 3 + (seed % 5) as usize;
        let setup = deal(Variant::Standard, players, seed);
        // The first round has at most three turns of `3 * players` moves.
        let (state, history) = random_moves(&setup, (seed as usize * 7) % (9 * players - 1), seed);
        let step = state.turn().step as usize;
        let mut rng = plain::rng(seed);
        let hand = below(&mut rng, players as u32) as usize;
        let (one, other) =
            (7 * hand + below(&mut rng, 7) as usize, 7 * players + below(&mut rng, 30) as usize);
        let twin = swapped(&setup, one, other);
        if twin == setup {
            continue;
        }
        let Some(twin) = replay(&twin, &history) else { continue };
        for seat in Seat::all(players) {
            let seen = (0..=step).any(|step| dealt_to(seat.index(), step, players) == hand);
            let views = [state, twin].map(|state| BetweenTwoCities::view(&state, Viewer::Seat(seat)));
            let bytes = views.map(|view| serde_json::to_string(&view).expect("a view serialises"));
            assert_eq!(views[0] == views[1], !seen, "seed {seed}, seat {seat}");
            assert_eq!(bytes[0] == bytes[1], !seen, "seed {seed}, seat {seat}");
            if seen { different += 1 } else { same += 1 }
        }
        let views = [state, twin].map(|state| BetweenTwoCities::view(&state, Viewer::Spectator));
        assert_eq!(views[0], views[1], "seed {seed}, spectator");
    }
    assert!(same > 200 && different > 200, "{same} {different}");
}

/// No view depends on tiles that have not been dealt, in any variant, before the last round is dealt.
#[test]
fn undealt_tiles_do_not_show() {
    let mut compared = 0;
    for (variant, players) in BetweenTwoCities::modes() {
        for seed in 0..20 {
            let setup = deal(variant, players, seed);
            let (state, history) = random_moves(&setup, seed as usize * 27 / 19, seed);
            let rounds = if players == 2 { 4 } else { 2 };
            let dealt = 7 * setup.seats();
            // The first tile belongs to a later round, the second is never dealt.
            let twin = swapped(&setup, rounds * dealt - 1, rounds * dealt + seed as usize % 10);
            let twin = replay(&twin, &history).expect("the same moves are legal");
            for viewer in Viewer::all(setup.seats()) {
                let views = [state, twin].map(|state| BetweenTwoCities::view(&state, viewer));
                assert_eq!(views[0], views[1]);
                let bytes = views.map(|view| serde_json::to_string(&view).expect("a view serialises"));
                assert_eq!(bytes[0], bytes[1]);
                compared += 1;
            }
        }
    }
    assert!(compared > 500);
}

/// Views show that a choice is sealed. They don't show which choice it is, even to those who know the hand.
#[test]
fn sealed_choices_do_not_show() {
    let setup = deal(Variant::TwoPlayer, 2, 1);
    // Six moves make a turn. In the second turn, each player knows the other's hand.
    let (state, _) = random_moves(&setup, 6, 1);
    let (me, partner) = (Seat::new(0), Seat::new(1));
    assert_eq!((state.turn().step, state.phase()), (1, Phase::Choose));
    let mut views = Vec::new();
    BetweenTwoCities::for_each_legal_move(&state, partner, |mv| {
        let mut after = state;
        BetweenTwoCities::play(&mut after, partner, mv).expect("legal");
        let own = BetweenTwoCities::view(&after, Viewer::Seat(partner));
        assert_eq!(own.sealed().map(Move::Choose), Some(mv), "one's own choice is known");
        views.push(BetweenTwoCities::view(&after, Viewer::Seat(me)));
    });
    assert!(views.len() > 3);
    assert!(views.iter().all(|view| *view == views[0]));
    assert_ne!(views[0], BetweenTwoCities::view(&state, Viewer::Seat(me)), "that it was made does show");
    let held = views[0].known_hands().find(|hand| hand.dealt_to == me && !hand.discarded).expect("known");
    assert_eq!(held.tiles.len(), 5, "the hand is remembered as it was passed on");
}

/// A hand that was passed on stays known, less the revealed choices, until its last tile is discarded.
#[test]
fn hands_are_remembered_to_the_end() {
    let setup = deal(Variant::Standard, 4, 3);
    let (state, _) = random_moves(&setup, 4 * 9, 3);
    assert_eq!(state.turn().round, 2);
    for seat in Seat::all(4) {
        let view = BetweenTwoCities::view(&state, Viewer::Seat(seat));
        let known: Vec<_> = view.known_hands().filter(|hand| hand.round == "1").collect();
        // Three of the four hands came by.
        assert_eq!(known.len(), 3);
        for hand in known {
            assert!(hand.discarded && hand.tiles.len() == 1);
            let from = 7 * hand.dealt_to.index();
            let mut dealt: Vec<Piece> =
                setup.tiles()[from..from + 7].iter().map(|&tile| tile.into()).collect();
            for step in 0..3 {
                let taker = Seat::new((hand.dealt_to.index() + step) as u8 % 4);
                for piece in view.choice(step, taker).expect("revealed").pieces() {
                    dealt.remove(dealt.iter().position(|&other| other == piece).expect("of that hand"));
                }
            }
            assert_eq!(dealt, hand.tiles.iter().collect::<Vec<_>>());
        }
    }
}

#[test]
fn moves_are_equally_likely() {
    for (variant, players) in [(Variant::Standard, 5), (Variant::TwoPlayer, 2), (Variant::ALL[3], 1)] {
        for length in [0, 6, 13, 30, 33, 41, 47, 50, 52] {
            let (state, _) = random_moves(&deal(variant, players, 8), length, 8);
            let Some(seat) = BetweenTwoCities::to_act(&state).first() else { continue };
            let mut counts = HashMap::new();
            let mut moves = Vec::new();
            BetweenTwoCities::for_each_legal_move(&state, seat, |mv| moves.push(mv));
            let mut rng = plain::rng(9);
            for _ in 0..200 * moves.len() {
                *counts
                    .entry(BetweenTwoCities::random_move(&state, seat, &mut rng).expect("a move"))
                    .or_insert(0u64) += 1;
            }
            let observed: Vec<u64> = moves.iter().map(|mv| counts.remove(mv).unwrap_or(0)).collect();
            assert!(counts.is_empty(), "illegal moves {counts:?}");
            assert_fits(&observed, &vec![200.0; moves.len()], &format!("{variant} after {length}"));
        }
    }
}

fn samples(view: &View, number: usize, seed: u64) -> impl Iterator<Item = State> {
    let mut rng = plain::rng(seed);
    (0..number).map(move |_| BetweenTwoCities::sample(view, &mut rng))
}

/// The setup of a sampled state leads to it, and shows nothing of the true one.
#[test]
fn samples_have_setups() {
    for (variant, players) in [(Variant::Standard, 5), (Variant::TwoPlayer, 2), (Variant::ALL[3], 1)] {
        let mut sealed = 0;
        for length in 0..60 {
            let setup = deal(variant, players, 8);
            let (state, history) = random_moves(&setup, length, 8);
            for viewer in Viewer::all(setup.seats()) {
                let view = BetweenTwoCities::view(&state, viewer);
                let sampled = samples(&view, 1, 8).next().expect("a state");
                let mut moves = history.clone();
                let waiting = Seat::all(setup.seats()).filter(|&seat| state.sealed(seat).is_some()).count();
                for (seat, mv) in moves.iter_mut().rev().take(waiting) {
                    *mv = Move::Choose(sampled.sealed(*seat).expect("it has chosen as well"));
                    sealed += 1;
                }
                let found = setup.of_sample(&sampled);
                assert!(replay(&found, &moves) == Some(sampled), "{variant} after {length}, {viewer:?}");
                assert!(swapped(&setup, 0, 1).of_sample(&sampled) == found, "only the state counts");
            }
        }
        assert!(sealed > 9, "{variant}");
    }
}

/// In the last duplex round of two players, seat 0 has not seen 16 tiles: seat 1's discard of the round before and its
/// hand. All 16 * C(15, 3) possibilities are equally likely.
#[test]
fn unseen_duplex_tiles_are_sampled_evenly() {
    let setup = deal(Variant::TwoPlayer, 2, 5);
    // The moves are those of two deals of three turns and of a duplex turn, six each.
    let (state, _) = random_moves(&setup, 42, 5);
    assert_eq!(state.turn().deal, 3);
    let view = BetweenTwoCities::view(&state, Viewer::Seat(Seat::new(0)));
    let mut counts: HashMap<Vec<Piece>, u64> = HashMap::new();
    for sampled in samples(&view, 80_000, 1) {
        let (own, other) = (sampled.hand(Seat::new(0)), sampled.hand(Seat::new(1)));
        assert_eq!(own, state.hand(Seat::new(0)));
        *counts.entry(other.iter().collect()).or_default() += 1;
    }
    // Seat 1's hand is any 3 of 16 tiles.
    assert_eq!(counts.len(), 560);
    let observed: Vec<u64> = counts.into_values().collect();
    assert_fits(&observed, &[80_000.0 / 560.0; 560], "seat 1's hand");
}

/// The number of shops in a hand that was never seen is hypergeometric.
#[test]
fn unseen_hands_are_sampled_evenly() {
    let setup = deal(Variant::Standard, 4, 6);
    let state = BetweenTwoCities::start(&setup);
    let view = BetweenTwoCities::view(&state, Viewer::Seat(Seat::new(0)));
    let shop = Piece::from(Tile::Shop);
    let unseen_shops = 16 - state.hand(Seat::new(0)).count(shop) as usize;
    let choose =
        |n: usize, k: usize| (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64);
    let draws = 40_000;
    let expected = |shops| {
        choose(unseen_shops, shops) * choose(101 - unseen_shops, 7 - shops) / choose(101, 7) * draws as f64
    };
    for seat in [1, 3] {
        let mut observed = [0u64; 4];
        for sampled in samples(&view, draws, 2) {
            observed[(sampled.hand(Seat::new(seat)).count(shop) as usize).min(3)] += 1;
        }
        let tail: f64 = (3..=7).map(expected).sum();
        assert_fits(&observed, &[expected(0), expected(1), expected(2), tail], "shops");
    }
}

/// A sealed choice from a hand that is known is any two of its tiles.
#[test]
fn sealed_choices_are_sampled_evenly() {
    let (mut state, _) = random_moves(&deal(Variant::TwoPlayer, 2, 7), 6, 7);
    let partner = Seat::new(1);
    let hand: Vec<Piece> = state.hand(partner).iter().collect();
    let mv = BetweenTwoCities::random_move(&state, partner, &mut plain::rng(0)).expect("a move");
    BetweenTwoCities::play(&mut state, partner, mv).expect("legal");
    let view = BetweenTwoCities::view(&state, Viewer::Seat(Seat::new(0)));
    let (mut ways, mut counts) = (HashMap::new(), HashMap::new());
    for one in 0..hand.len() {
        for other in 0..one {
            let rest = |&at: &usize| at != one && at != other;
            let rest: Hand = (0..hand.len()).filter(rest).map(|at| hand[at]).collect();
            *ways.entry(rest).or_insert(0.0) += 3000.0;
        }
    }
    for sampled in samples(&view, 30_000, 3) {
        *counts.entry(sampled.hand(partner)).or_insert(0u64) += 1;
    }
    let expected: Vec<f64> = ways.values().copied().collect();
    let observed: Vec<u64> = ways.keys().map(|rest| counts.remove(rest).unwrap_or(0)).collect();
    assert!(counts.is_empty());
    assert_fits(&observed, &expected, "what is left of the hand");
}

/// A sampled state is possible: the game can go on from it, and cards that are not yet turned over prescribe the
/// Automas' sealed choices for their hands.
#[test]
fn sampled_games_go_on_to_the_end() {
    for (variant, players) in BetweenTwoCities::modes() {
        for length in 0..60 {
            let setup = deal(variant, players, length);
            let (state, _) = random_moves(&setup, length as usize, length);
            let view = BetweenTwoCities::view(&state, Viewer::Seat(Seat::new(0)));
            for sampled in samples(&view, 3, length) {
                let mut rng = plain::rng(length);
                let end = play_out_randomly::<BetweenTwoCities>(sampled, &mut rng, |state, seat, mv| {
                    BetweenTwoCities::play(&mut state.clone(), seat, mv).expect("legal");
                });
                let outcome = BetweenTwoCities::outcome(&end).expect("an outcome");
                let full = |city: usize| end.city(city).len() == 16 || view.is_automa_city(city);
                assert!((0..outcome.cities().len()).all(full));
            }
        }
    }
}
