//! Whole games: their length, the remaining cards, and the conservation of cards and tokens.

use crate::common::{MODES, assert_uniform, deal, random_game, rng};
use point_city::{Cell, Move, Pair, PointCity, State};
use proptest::{prelude::*, test_runner::Config};
use tabletop::{Seat, prelude::*};

#[test]
fn every_game_ends_after_exactly_17_turns_a_player() {
    for (variant, players) in MODES {
        for seed in 0..200 {
            let mut turns = [0; 4];
            let mut passed = 0;
            let end = random_game(&deal(variant, players, seed), seed, |state, next| {
                for seat in Seat::all(state.table().seats()) {
                    assert_eq!(turns[seat.index()] + state.table().turns_left(seat), 17);
                }
                if variant.is_solo() {
                    let to_come: Vec<_> = state.table().city_turns().collect();
                    assert_eq!(to_come.len(), state.table().turns_left(Seat::new(1)));
                    if let Some(Move::Take { pair, .. }) = state.table().city_move() {
                        let [crossing, below] = to_come[0];
                        assert_eq!(Pair::new(crossing, below), Some(pair));
                    }
                }
                if let Some((seat, mv)) = next {
                    turns[seat.index()] += usize::from(!matches!(mv, Move::Flip(_)));
                    passed += usize::from(mv == Move::Pass);
                }
            });
            let seats = end.table().seats();
            assert_eq!(turns[..seats], [17, 17, 17, 17][..seats]);
            assert_eq!(end.table().deck_left(), 0);
            assert_eq!(end.table().market().count(), 14 + 2 * passed);
            assert_eq!(PointCity::to_act(&end).len(), 0);
            assert!(PointCity::outcome(&end).is_some());
        }
    }
}

proptest! {
    #![proptest_config(Config { cases: 60, failure_persistence: None, ..Config::default() })]

    #[test]
    fn nothing_is_lost_after_any_move(mode in 0..MODES.len(), seed: u64) {
        let (variant, players) = MODES[mode];
        let setup = deal(variant, players, seed);
        random_game(&setup, !seed, |state, _| {
            assert_eq!(PointCity::audit(&setup, state), Ok(()));
        });
    }
}

#[test]
fn the_audit_notices_what_is_not_of_this_setup() {
    let (setup, other) = (deal(MODES[0].0, 2, 1), deal(MODES[0].0, 2, 2));
    let end = random_game(&setup, 3, |_, _| {});
    assert_eq!(PointCity::audit(&setup, &end), Ok(()));
    assert!(PointCity::audit(&other, &end).is_err());
}

/// All legal moves come up equally often.
#[test]
fn random_moves_are_uniform() {
    let mut rng = rng(11);
    for (variant, players) in MODES {
        for seed in 0..6 {
            let mut state: Option<State> = None;
            let mut moves = 0;
            random_game(&deal(variant, players, seed), seed, |now, _| {
                if moves == 5 * seed + 4 {
                    state = Some(*now);
                }
                moves += 1;
            });
            let state = state.expect("the game is longer");
            let seat = state.table().to_act().expect("it is not over");
            let mut all = Vec::new();
            PointCity::for_each_legal_move(&state, seat, |mv| all.push(mv));
            let mut counts = vec![0; all.len()];
            for _ in 0..60 * all.len() {
                let mv = PointCity::random_move(&state, seat, &mut rng).expect("there are moves");
                counts[all.iter().position(|&each| each == mv).expect("it is legal")] += 1;
            }
            if all.len() > 1 {
                assert_uniform(&counts, &format!("{variant} {players} {seed}"));
            }
        }
    }
}

/// Flips are offered exactly once a turn, and a taken pair is refilled with the other sides.
#[test]
fn gaps_are_filled_with_the_other_side_nearest_the_top_left_first() {
    for (variant, players) in MODES {
        let setup = deal(variant, players, 9);
        let mut before: Option<(State, Move)> = None;
        random_game(&setup, 10, |state, next| {
            if let Some((was, Move::Take { pair, .. })) = before {
                let (then, now) = (was.table().market(), state.table().market());
                for (i, cell) in pair.cells().into_iter().enumerate() {
                    if was.table().deck_left() == 0 {
                        assert_eq!(now.face(cell), None);
                        continue;
                    }
                    let card = setup.deck()[setup.deck().len() - was.table().deck_left() + i];
                    let face = now.face(cell).expect("it was filled");
                    assert_eq!(Some(face.side().other()), then.side(cell));
                    assert!(face.card().is_none_or(|shown| shown == card));
                    assert!(face.kind().is_none_or(|shown| shown == card.back()));
                }
                let others = Cell::ALL.into_iter().filter(|cell| !pair.cells().contains(cell));
                others.for_each(|cell| assert_eq!(now.face(cell), then.face(cell)));
            }
            before = next.map(|(_, mv)| (*state, mv));
        });
    }
}

#[test]
fn seats_take_turns_clockwise_from_the_one_that_begins() {
    for seed in 0..20 {
        let setup = deal(MODES[2].0, 4, seed);
        let mut expected = setup.start();
        random_game(&setup, seed, |state, next| {
            if let Some((seat, mv)) = next {
                assert_eq!(state.table().to_act(), Some(expected));
                assert_eq!(seat, expected);
                expected = if matches!(mv, Move::Flip(_)) { seat } else { Seat::left(seat, 4) };
            }
        });
    }
}
