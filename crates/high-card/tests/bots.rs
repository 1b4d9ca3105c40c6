//! Bots of a game that implements only a one-ply heuristic.

use std::time::Duration;

use high_card::{HighCard, Move, Variant};
use tabletop::{Seat, Seed, Viewer, play_out, prelude::*};
use townhall_bots::{BotGame, Budget, Level, Talker, bot, hints, system_clock, thoughts};

fn expert(sims: u32) -> Level {
    Level::Expert(Budget::Sims(sims))
}

/// Returns whether seat 0 wins against another seat, as a share of 1.
fn play<G: BotGame>(seed: &Seed, levels: [Level; 2]) -> f64 {
    let (variant, _) = G::modes().next().expect("a mode");
    let mut bots = levels.map(|level| bot::<G>(level, seed, system_clock));
    let end = play_out::<G>(
        G::start(&G::deal_from(seed, variant, 2).0),
        |state, seat| Some(bots[seat.index()].choose(&G::view(state, Viewer::Seat(seat)))),
        |state, seat, mv| G::play(&mut state.clone(), seat, mv).expect("legal"),
    );
    let winners = G::winners(&G::outcome(&end).expect("an outcome"));
    if winners.contains(Seat::new(0)) { 1.0 / winners.len() as f64 } else { 0.0 }
}

#[test]
fn each_default_level_beats_random_play() {
    for level in [Level::Greedy, Level::Hard(Budget::Sims(60)), expert(200)] {
        let games = 200;
        let wins: f64 = (0..games)
            .map(|game| play::<HighCard>(&Seed::from_phrase("default").child(game), [level, Level::Random]))
            .sum();
        assert!(wins > 0.55 * games as f64, "{level} wins {wins} of {games}");
    }
}

#[test]
fn the_same_seed_and_view_give_the_same_thoughts() {
    let seed = Seed::from_phrase("thoughts");
    let state = HighCard::start(&HighCard::deal_from(&seed, Variant::Standard, 4).0);
    let view = HighCard::view(&state, Viewer::Seat(Seat::new(2)));
    // With a budget in sims, the clock must not be called.
    let clock = || -> Duration { panic!("it looked at the clock") };
    let think = || thoughts::<HighCard>(expert(100), &seed, &view, clock);
    assert_eq!(think().len(), 4);
    assert_eq!(think(), think());
    assert_eq!(hints::<HighCard>(expert(100), &seed, &view, 2, system_clock).len(), 2);
}

#[test]
fn by_default_bots_have_nothing_to_say() {
    let state = HighCard::start(&HighCard::deal_from(&Seed::from_phrase("talk"), Variant::Standard, 2).0);
    let view = HighCard::view(&state, Viewer::Seat(Seat::new(0)));
    let mut first: Option<Move> = None;
    HighCard::for_each_legal_move(&state, Seat::new(0), |mv| first = first.or(Some(mv)));
    let first = first.expect("a move");
    assert_eq!(HighCard::ideas(&view), []);
    assert_eq!(HighCard::why(&view, first), None);
    assert_eq!(HighCard::judge(&view, Seat::new(1), first), None);
}
