//! Learning the expected final score of an unfinished city, from games that the rollout policy plays against itself.

use std::fmt::Write;

use between_two_cities::{BetweenTwoCities, City, State, Variant};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use tabletop::{prelude::*, random::below};

use super::{
    policy::{Cities, rollout_move},
    value::{CELLS, FEATURES, POWERS, Rivals, Value, features, powers, stand},
};
use crate::{Round, Train, regress::Regression};

impl Train for BetweenTwoCities {
    const FILE: &'static str = "crates/townhall-bots/data/between-two-cities.txt";

    fn train(rounds: usize, games: usize, mut each: impl FnMut(Round)) {
        let mut weights = vec![[0.0; POWERS]; FEATURES];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut sums: Option<Regression> = None;
        for round in 0..rounds {
            let value = Value::new(&weights);
            let mut regression = Regression::new(FEATURES * POWERS);
            let (mut total, mut count) = (0.0, 0);
            for game in 0..games {
                let (variant, players) = match game % 6 {
                    0 => (Variant::TwoPlayer, 2),
                    other => (Variant::Standard, 2 + other),
                };
                for points in play(&value, variant, players, &mut rng, &mut regression) {
                    let halves = if variant == Variant::TwoPlayer { 2.0 } else { 1.0 };
                    total += f64::from(points) / halves;
                    count += 1;
                }
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
            let mut file =
                String::from("# The value of a city: what `townhall train between-two-cities` found.\n");
            for [a, b, c] in &weights {
                // Writing to a string can't fail.
                let _ = writeln!(file, "{a} {b} {c}");
            }
            each(Round { number: round + 1, mean: total / f64::from(count), error, file });
        }
    }
}

/// Plays a game, adds its positions to the samples, and returns the players' final points.
fn play(
    value: &Value,
    variant: Variant,
    players: usize,
    rng: &mut Xoshiro256PlusPlus,
    regression: &mut Regression,
) -> Vec<i32> {
    let mut state: State = BetweenTwoCities::start(&BetweenTwoCities::deal(variant, players, rng));
    let mut seen: Vec<(usize, City, Rivals)> = Vec::new();
    while !BetweenTwoCities::to_act(&state).is_empty() {
        let acting: Vec<_> = BetweenTwoCities::to_act(&state).iter().collect();
        let seat = acting[below(rng, acting.len() as u32) as usize];
        let random = below(rng, 16) == 0;
        let mv = if random {
            BetweenTwoCities::random_move(&state, seat, rng)
        } else {
            rollout_move(value, &state, seat)
        };
        let Some(mv) = mv else { break };
        BetweenTwoCities::play_unchecked(&mut state, seat, mv);
        if let between_two_cities::Move::Place { city, .. } = mv {
            let city = usize::from(city);
            seen.push((city, state.city(city), Cities::of(&state).rivals(city)));
        }
    }
    let cities = Cities::of(&state);
    let finals: Vec<f32> =
        (0..cities.number).map(|city| f32::from(stand(state.city(city), cities.rivals(city)).2)).collect();
    let mut sample = Vec::new();
    for (city, then, rivals) in seen {
        let (masks, built, score) = stand(then, rivals);
        if built == CELLS {
            continue;
        }
        sample.clear();
        let powers = powers(CELLS - built);
        for feature in features(&masks, rivals) {
            sample.extend(powers.into_iter().enumerate().map(|(power, x)| (feature * POWERS + power, x)));
        }
        regression.add(&sample, finals[city] - f32::from(score));
    }
    BetweenTwoCities::outcome(&state).map(|outcome| BetweenTwoCities::points(&outcome)).unwrap_or_default()
}
