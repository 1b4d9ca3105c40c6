//! Measures the score of the Automa city, compared with cities of random and of greedy players. `Difficulty::bonus` is
//! based on these figures. Run it by `cargo run --release -p between-two-cities --example automa`.

use between_two_cities::{BetweenTwoCities, Difficulty, State, Variant};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use tabletop::{Viewer, play_out, prelude::*, random::below};

fn main() {
    const GAMES: usize = 2000;
    for greedy in [false, true] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut own, mut automa, mut wins) = (Vec::new(), Vec::new(), [0usize; 3]);
        for _ in 0..GAMES {
            let totals = play(greedy, &mut rng);
            own.push(totals[0].min(totals[2]));
            automa.push(totals[1]);
            for (wins, difficulty) in wins.iter_mut().zip(Difficulty::ALL) {
                let bonus = f64::from(difficulty.bonus());
                let automas = totals[0].max(totals[2]).min(totals[1] + bonus);
                *wins += usize::from(totals[0].min(totals[2]) >= automas);
            }
        }
        let name = if greedy { "greedy" } else { "random" };
        println!("{name} player's lower city: {}; Automa city: {}", spread(&own), spread(&automa));
        println!("  games in which no Automa has more, by difficulty: {wins:?} of {GAMES}");
    }
}

/// Plays a game and returns each city's total, without the Automa city's bonus.
fn play(greedy: bool, rng: &mut Xoshiro256PlusPlus) -> [f64; 3] {
    let state = BetweenTwoCities::start(&BetweenTwoCities::deal(Variant::Automa(Difficulty::Easy), 1, rng));
    let choose = |state: &State, seat| {
        let mut moves = BetweenTwoCities::legal_moves(&BetweenTwoCities::view(state, Viewer::Seat(seat)));
        if greedy {
            let best = moves.iter().map(|legal| legal.worth.total).max();
            moves.retain(|legal| Some(legal.worth.total) == best);
        }
        Some(moves[below(rng, moves.len() as u32) as usize].mv)
    };
    let end = play_out::<BetweenTwoCities>(state, choose, |_, _, _| ());
    let view = BetweenTwoCities::view(&end, Viewer::Spectator);
    let totals: Vec<f64> = view.scores().iter().map(|score| f64::from(score.total)).collect();
    [totals[0], totals[1], totals[2]]
}

fn spread(values: &[f64]) -> String {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64;
    format!("{mean:.1} (standard deviation {:.1})", variance.sqrt())
}
