//! Bots in arbitrary positions: they always find a legal move, which depends only on the view of their seat, and
//! the moves that they propose are legal.
//!
//! The first byte chooses the game. Each line is one move of the first seat that may act: a number makes the
//! legal move of that number, a level such as `expert:20sims` leaves it to such a bot.

use tabletop::{Seat, Seed, Viewer};
use townhall_bots::{BotGame, Budget, Level, bot, hints, system_clock};

use crate::games::play_chosen;

/// The largest budget of simulated continuations: larger ones find no more bugs and are slower.
const MOST_SIMS: u32 = 40;

/// Runs one input.
///
/// # Panics
/// Panics if it finds a bug.
pub fn run(text: &str) {
    play_chosen!(play, text)
}

fn play<G: BotGame>((variant, players): (G::Variant, usize), text: &str) {
    let seed = Seed::from_phrase("fuzz");
    let mut state = G::start(&G::deal_from(&seed, variant, players).0);
    for line in text.lines() {
        while let Some((seat, mv)) = G::automatic_move(&state) {
            G::play(&mut state, seat, mv).expect("what follows by rule is legal");
        }
        let Some(seat) = G::to_act(&state).first() else { return };
        let mv = if let Ok(number) = line.parse::<usize>() {
            let mut moves = Vec::new();
            G::for_each_legal_move(&state, seat, |mv| moves.push(mv));
            moves[number % moves.len()]
        } else if let Ok(level) = line.parse::<Level>() {
            assert_eq!(level.to_string().parse(), Ok(level), "a level reads as it was written");
            think::<G>(&state, seat, level, &seed)
        } else {
            continue;
        };
        G::play(&mut state, seat, mv).expect("it is legal");
    }
}

fn think<G: BotGame>(state: &G::State, seat: Seat, level: Level, seed: &Seed) -> G::Move {
    let sims = match level.budget() {
        Some(Budget::Sims(sims)) => sims.min(MOST_SIMS),
        _ => MOST_SIMS,
    };
    let level = level.with_budget(Budget::Sims(sims)).unwrap_or(level);
    let view = G::view(state, Viewer::Seat(seat));
    let other = G::view(&G::sample(&view, &mut seed.stream("other")), Viewer::Seat(seat));
    let mv = bot::<G>(level, seed, system_clock).choose(&view);
    assert_eq!(mv, bot::<G>(level, seed, system_clock).choose(&other), "{level} saw more than its seat");
    for hint in hints::<G>(level, seed, &view, 5, system_clock) {
        G::play(&mut state.clone(), seat, hint.mv).expect("a hint is legal");
        assert!(hint.points.is_finite() && (-1.0..=1.0).contains(&hint.mean));
    }
    for idea in G::ideas(&view) {
        G::play(&mut state.clone(), idea.seat, idea.mv).expect("a proposal is legal");
        assert!(G::judge(&view, idea.seat, idea.mv).is_some_and(|opinion| opinion.agree));
    }
    mv
}
