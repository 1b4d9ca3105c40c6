//! Perft, compared with a simple count and with known numbers.

use std::collections::BTreeSet;

use high_card::{HighCard, House, Move, State, Variant};
use tabletop::{Seed, perft, prelude::*};

fn start(phrase: &str, variant: Variant, players: usize) -> State {
    HighCard::start(&HighCard::deal_from(&Seed::from_phrase(phrase), variant, players).0)
}

/// Tries every text that could be a move, and plays by the rules of one seat after another.
fn plain(state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let Some(seat) = HighCard::to_act(state).iter().min() else { return 0 };
    let texts = (1..=high_card::CARDS).flat_map(|card| [format!("discard {card}"), format!("play {card}")]);
    let texts: BTreeSet<String> = texts.collect();
    let moves = texts.iter().map(|text| text.parse::<Move>().expect("it is a move"));
    let next = moves.filter_map(|mv| {
        let mut next = *state;
        HighCard::play(&mut next, seat, mv).is_ok().then_some(next)
    });
    next.map(|next| plain(&next, depth - 1)).sum()
}

#[test]
fn agrees_with_a_plain_count() {
    for (variant, players) in HighCard::modes() {
        let state = start("perft", variant, players);
        for depth in 0..=5 {
            assert_eq!(
                perft::<HighCard>(&state, depth),
                plain(&state, depth),
                "{variant}, {players} players, depth {depth}"
            );
        }
    }
}

#[test]
fn the_numbers_of_high_card() {
    // Every seat picks one of four, then of three, then of two.
    let two = start("any", Variant::Standard, 2);
    let counts: Vec<u64> = (0..=7).map(|depth| perft::<HighCard>(&two, depth)).collect();
    assert_eq!(counts, [1, 4, 16, 48, 144, 288, 576, 0]);
    let four = start("any", Variant::Standard, 4);
    let counts: Vec<u64> = (0..=9).map(|depth| perft::<HighCard>(&four, depth)).collect();
    assert_eq!(counts, [1, 4, 16, 64, 256, 768, 2304, 6912, 20_736, 41_472]);
    // The house has no choice.
    for house in [House::Low, House::High] {
        let solo = start("any", Variant::Solo(house), 1);
        let counts: Vec<u64> = (0..=8).map(|depth| perft::<HighCard>(&solo, depth)).collect();
        assert_eq!(counts, [1, 4, 4, 12, 12, 24, 24, 0, 0]);
    }
}

#[test]
fn the_lowest_seat_that_may_act_moves() {
    // Only seat 1 has yet to discard. Then seat 0 begins.
    let mut state = start("any", Variant::Standard, 3);
    for seat in [0, 2] {
        let seat = tabletop::Seat::new(seat);
        let mut first = None;
        HighCard::for_each_legal_move(&state, seat, |mv| first = first.or(Some(mv)));
        HighCard::play(&mut state, seat, first.expect("it may act")).expect("it is legal");
    }
    let counts: Vec<u64> = (0..=3).map(|depth| perft::<HighCard>(&state, depth)).collect();
    assert_eq!(counts, [1, 4, 12, 36]);
}

#[test]
fn a_game_that_is_over_has_no_sequence_of_moves() {
    let record =
        tabletop::conformance::random_record::<HighCard>(&Seed::from_phrase("x"), Variant::Standard, 2);
    let (over, _) = record.replay_unfinished().expect("it is a good game");
    assert_eq!([0, 1, 2].map(|depth| perft::<HighCard>(&over, depth)), [1, 0, 0]);
}
