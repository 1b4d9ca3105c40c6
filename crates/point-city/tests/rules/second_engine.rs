//! Comparisons of the crate with the reference implementation in `plain`.

use crate::common::{self, MODES, deal, random_game};
use crate::plain::{self, Plain};
use point_city::{Outcome, PointCity, Score, Setup};
use tabletop::{Seat, perft, prelude::*};

fn plain_of(setup: &Setup) -> Plain {
    let deck: Vec<_> = setup.deck().iter().map(ToString::to_string).collect();
    let tokens: Vec<_> = setup.tokens().iter().map(ToString::to_string).collect();
    Plain::new(&deck, &tokens, setup.start().index(), setup.players())
}

fn sorted(mut moves: Vec<String>) -> Vec<String> {
    moves.sort_unstable();
    moves
}

/// Returns the crate's spelling of a move of the second engine.
fn spelled(moves: Vec<String>) -> Vec<String> {
    moves.iter().map(|mv| common::text::<point_city::Move>(mv).to_string()).collect()
}

#[test]
fn both_engines_agree_all_along_random_games() {
    for (variant, players) in MODES {
        for seed in 0..5 {
            let setup = deal(variant, players, seed);
            let mut plain = plain_of(&setup);
            random_game(&setup, 100 + seed, |state, next| {
                let table = state.table();
                let mut moves = Vec::new();
                if let Some(seat) = table.to_act() {
                    assert_eq!(seat.index(), plain.to_act);
                    PointCity::for_each_legal_move(state, seat, |mv| moves.push(mv.to_string()));
                }
                assert_eq!(sorted(moves), sorted(spelled(plain.legal())), "{variant} {players} {seed}");
                for seat in Seat::all(table.seats()) {
                    let (area, city) = (table.area(seat), &plain.cities[seat.index()]);
                    assert_eq!(usize::from(area.cards.count()), city.hand.len());
                    assert_eq!(usize::from(Score::of_player(area).total), city.total());
                }
                next.into_iter().for_each(|(_, mv)| plain.play(&mv.to_string()));
            });
            assert!(plain.is_over());
        }
    }
}

#[test]
fn both_engines_count_the_same_ways_to_go_on() {
    for (variant, players, after, depth) in [
        (MODES[0].0, 2, 0, 2),
        (MODES[0].0, 2, 8, 2),
        (MODES[0].0, 3, 20, 2),
        (MODES[3].0, 1, 12, 2),
        (MODES[0].0, 2, 12, 3),
    ] {
        let setup = deal(variant, players, 77 + after);
        let mut plain = plain_of(&setup);
        let (mut moves, mut position) = (0, None);
        random_game(&setup, after, |state, next| {
            if moves == after {
                position = Some(*state);
            }
            if let Some((_, mv)) = next.filter(|_| moves < after) {
                plain.play(&mv.to_string());
            }
            moves += 1;
        });
        let position = position.expect("the game is longer");
        assert_eq!(
            perft::<PointCity>(&position, depth),
            plain.perft(depth as usize),
            "{variant} {players} {after}"
        );
    }
}

#[test]
fn both_engines_name_the_same_winners() {
    for seed in 0..60 {
        let (variant, players) = MODES[seed as usize % 3];
        let setup = deal(variant, players, seed);
        let mut plain = plain_of(&setup);
        let end = random_game(&setup, seed, |_, next| {
            next.into_iter().for_each(|(_, mv)| plain.play(&mv.to_string()))
        });
        let rank = |city: &plain::City| (city.total(), city.hand.len());
        let best = plain.cities.iter().map(rank).max();
        let winners = Seat::all(players).filter(|seat| Some(rank(&plain.cities[seat.index()])) == best);
        assert_eq!(Outcome::of(end.table()).expect("it is over").winners(), winners.collect());
    }
}
