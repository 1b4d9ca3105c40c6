//! Measures the speed of random games: `cargo run --release -p between-two-cities --example playouts`. With a number as
//! its argument, it only plays that many games of four players, for a profiler.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use between_two_cities::{BetweenTwoCities, State, Variant};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use tabletop::{Seat, Viewer, play_out_randomly, prelude::*};

fn main() {
    println!("a state has {} bytes", size_of::<State>());
    let games: Option<u64> = std::env::args().nth(1).and_then(|games| games.parse().ok());
    for players in if games.is_some() { vec![4] } else { vec![2, 4, 7] } {
        let variant = if players == 2 { Variant::TwoPlayer } else { Variant::Standard };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut played, mut decisions) = (0u64, 0u64);
        let start = Instant::now();
        let time_is_left = |played: u64| played % 64 != 0 || start.elapsed() < Duration::from_secs(2);
        while games.map_or_else(|| time_is_left(played), |games| played < games) {
            let state = BetweenTwoCities::start(&BetweenTwoCities::deal(variant, players, &mut rng));
            let end = play_out_randomly::<BetweenTwoCities>(state, &mut rng, |_, _, _| decisions += 1);
            black_box(BetweenTwoCities::outcome(&end));
            played += 1;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{players} players: {:.0} games/s, {:.2} M decisions/s, {:.1} ns each",
            played as f64 / seconds,
            decisions as f64 / seconds / 1e6,
            seconds / decisions as f64 * 1e9
        );
        if games.is_none() {
            sampling(variant, players, &mut rng);
        }
    }
}

fn sampling(variant: Variant, players: usize, rng: &mut Xoshiro256PlusPlus) {
    let mut state = BetweenTwoCities::start(&BetweenTwoCities::deal(variant, players, rng));
    for _ in 0..players * 3 / 2 {
        let Some(seat) = BetweenTwoCities::to_act(&state).first() else { break };
        let Some(mv) = BetweenTwoCities::random_move(&state, seat, rng) else { break };
        BetweenTwoCities::play_unchecked(&mut state, seat, mv);
    }
    let time = |what: &str, f: &mut dyn FnMut()| {
        let start = Instant::now();
        (0..100_000).for_each(|_| f());
        println!("  {what} {:.0} ns", start.elapsed().as_secs_f64() * 1e4);
    };
    let view = BetweenTwoCities::view(&state, Viewer::Seat(Seat::new(1)));
    time("copy", &mut || {
        black_box(*black_box(&state));
    });
    time("sample", &mut || {
        black_box(BetweenTwoCities::sample(black_box(&view), rng));
    });
    time("view", &mut || {
        black_box(BetweenTwoCities::view(black_box(&state), Viewer::Spectator));
    });
    time("legal moves with worth", &mut || {
        black_box(BetweenTwoCities::legal_moves(black_box(&view)));
    });
}
