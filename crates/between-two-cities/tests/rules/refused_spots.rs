//! Every spot that is not legal is refused for the first rule of placement that it breaks.

use crate::plain;
use std::collections::HashSet;

use between_two_cities::{BadSpot, BetweenTwoCities, City, Illegal, Move, Piece, Spot, State, Variant};
use tabletop::{Viewer, play_out_randomly, prelude::*};

/// Returns the cells that a piece covers at a spot.
fn cells(piece: Piece, spot: Spot) -> Vec<(i8, i8)> {
    let (x, y) = (spot.x(), spot.y());
    match piece.orientation() {
        None => vec![(x, y)],
        Some(between_two_cities::Orientation::Horizontal) => vec![(x, y), (x + 1, y)],
        Some(between_two_cities::Orientation::Vertical) => vec![(x, y), (x, y + 1)],
    }
}

/// Returns the first rule that a placement violates, computed from coordinates.
fn broken(city: City, piece: Piece, spot: Spot) -> Option<BadSpot> {
    let built: Vec<(i8, i8)> = city.built().iter().map(|spot| (spot.x(), spot.y())).collect();
    let new = cells(piece, spot);
    if built.is_empty() {
        return (spot != Spot::FIRST).then_some(BadSpot::NotFirst);
    }
    if new.iter().any(|cell| built.contains(cell)) {
        return Some(BadSpot::Taken);
    }
    let all = || built.iter().chain(&new);
    let too_far = |of: fn(&(i8, i8)) -> i8| all().map(of).max() > all().map(of).min().map(|least| least + 3);
    if too_far(|cell| cell.0) || too_far(|cell| cell.1) {
        return Some(BadSpot::TooFar);
    }
    let touches = |a: &(i8, i8), b: &(i8, i8)| (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1;
    let apart = !new.iter().any(|cell| built.iter().any(|other| touches(cell, other)));
    apart.then_some(BadSpot::Apart)
}

#[test]
fn every_refused_spot_has_its_reason() {
    let spots: Vec<Spot> = (-3..=3).flat_map(|y| (-3..=3).filter_map(move |x| Spot::new(x, y))).collect();
    let mut seen = HashSet::new();
    for seed in 0..6 {
        let mut rng = plain::rng(seed);
        let state = BetweenTwoCities::start(&BetweenTwoCities::deal(Variant::Standard, 3, &mut rng));
        play_out_randomly::<BetweenTwoCities>(state, &mut rng, |state: &State, seat, mv| {
            let mut placements = HashSet::new();
            BetweenTwoCities::for_each_legal_move(state, seat, |mv| {
                if let Move::Place { piece, city, .. } = mv {
                    placements.insert((piece, city));
                }
            });
            let view = BetweenTwoCities::view(state, Viewer::Seat(seat));
            for (piece, city) in placements {
                for &spot in &spots {
                    let mv = Move::Place { piece, city, spot };
                    let expected = broken(state.city(city.into()), piece, spot)
                        .map_or(Ok(()), |why| Err(Illegal::Spot { piece, city, spot, why }));
                    let mut after = *state;
                    assert_eq!(
                        BetweenTwoCities::play(&mut after, seat, mv),
                        expected,
                        "{mv} in {:?}",
                        state.city(city.into())
                    );
                    assert_eq!(view.check(mv), expected, "the view says otherwise of {mv}");
                    if let Err(Illegal::Spot { why, .. }) = expected {
                        assert_eq!(after, *state, "a refused move changed the state");
                        seen.insert(format!("{why:?}"));
                    }
                }
            }
            let spectator = BetweenTwoCities::view(state, Viewer::Spectator);
            assert_eq!(spectator.check(mv), Err(Illegal::Spectator));
        });
    }
    assert_eq!(seen.len(), 4, "of all the reasons only {seen:?} came up");
}
