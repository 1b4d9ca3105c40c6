//! Learning the value of a city from games that the rollout policy plays against itself.

use std::fmt::Write;

use point_city::{PointCity, Score, State, Variant};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use tabletop::{Seat, prelude::*, random::below};

use super::{
    policy::{rollout_move, turns_left_after},
    takes::Memory,
    value::{FEATURES, POWERS, Value, for_each_feature, powers},
};
use crate::{Round, Train, regress::Regression};

/// Initial weights, set by hand: permanent resources are worth something as long as turns are left.
fn guess() -> [[f32; POWERS]; FEATURES] {
    let mut weights = [[0.0; POWERS]; FEATURES];
    weights[0] = [0.0, 30.0, 0.0];
    for n in 0..7 {
        for s in 0..8 {
            weights[1 + n * 8 + s] = [0.4 * s as f32, 7.0 * n.min(4) as f32 + 0.3 * s as f32, 0.0];
        }
    }
    for ingenuity in 0..3 {
        weights[1 + 56 + 1 + ingenuity] = [0.8, 1.0, 0.0];
    }
    weights
}

impl Train for PointCity {
    const FILE: &'static str = "crates/townhall-bots/data/point-city.txt";

    fn train(rounds: usize, games: usize, mut each: impl FnMut(Round)) {
        let mut weights = guess();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut sums: Option<Regression> = None;
        for round in 0..rounds {
            let value = Value::new(&weights);
            let mut regression = Regression::new(FEATURES * POWERS);
            let (mut total, mut count) = (0.0, 0);
            for game in 0..games {
                let (variant, players) = match game % 4 {
                    0 | 2 => (Variant::Standard, 2),
                    1 => (Variant::Standard, 3 + game / 4 % 2),
                    _ => (Variant::SoloHard, 1),
                };
                let finals = play(&value, variant, players, &mut rng, &mut regression);
                total += finals.iter().map(|&points| f64::from(points)).sum::<f64>();
                count += finals.len();
            }
            // Samples of earlier rounds stay in the sums, with half their weight after each round.
            let merged = match sums.take() {
                Some(earlier) => regression.merge(&earlier.scaled(0.5)),
                None => regression,
            };
            let (found, error) = merged.solve(20.0);
            sums = Some(merged);
            for (weights, found) in weights.iter_mut().zip(found.chunks_exact(POWERS)) {
                weights.copy_from_slice(found);
            }
            each(Round { number: round + 1, mean: total / count as f64, error, file: file(&weights) });
        }
    }
}

fn file(weights: &[[f32; POWERS]; FEATURES]) -> String {
    let mut text = String::from("# The value of a Point City: what `townhall train point-city` found.\n");
    for [a, b, c] in weights {
        // Writing to a string can't fail.
        let _ = writeln!(text, "{a} {b} {c}");
    }
    text
}

/// Plays a game, adds its positions to the samples, and returns the players' final points.
fn play(
    value: &Value,
    variant: Variant,
    players: usize,
    rng: &mut Xoshiro256PlusPlus,
    regression: &mut Regression,
) -> Vec<u16> {
    let mut state: State = PointCity::start(&PointCity::deal(variant, players, rng));
    let mut seen: Vec<(Seat, usize, point_city::Area)> = Vec::new();
    let mut memory = Memory::new(value);
    while let Some(seat) = state.table().to_act() {
        if let Some(mv) = state.table().city_move() {
            state.play_unchecked(mv);
            continue;
        }
        let turns = turns_left_after(state.table());
        let random = below(rng, 12) == 0;
        let mv = if random { PointCity::random_move(&state, seat, rng) } else { None };
        let mv = mv.unwrap_or_else(|| rollout_move(&mut memory, &state));
        state.play_unchecked(mv);
        if !state.table().has_flipped() {
            seen.push((seat, turns, *state.table().area(seat)));
        }
    }
    let finals: Vec<u16> =
        Seat::all(players).map(|seat| Score::of_player(state.table().area(seat)).total).collect();
    let mut features = Vec::new();
    for (seat, turns, area) in seen {
        features.clear();
        let powers = powers(turns);
        for_each_feature(&area, |feature, times| {
            for (power, x) in powers.into_iter().enumerate().filter(|&(_, x)| x != 0.0) {
                features.push((feature * POWERS + power, x * times));
            }
        });
        let to_come = f32::from(finals[seat.index()]) - f32::from(Score::of_player(&area).total);
        if turns > 0 {
            regression.add(&features, to_come);
        }
    }
    finals
}
