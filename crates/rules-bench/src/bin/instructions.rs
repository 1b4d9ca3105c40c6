//! Runs one measurement of a table, for callgrind to count its instructions.
//!
//! Callgrind counts only instructions inside of `measured`, but not the preparation of games. Without arguments it lists
//! the measurements.

use std::{env, hint::black_box, process::ExitCode};

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use rules_bench::TableFixture;
use townhall_bots::BotGame;

/// A measurement: its name, and a function that prepares and runs it.
type Measurement = (&'static str, fn());

const MEASUREMENTS: [Measurement; 2] = [
    ("moves at a table, Between Two Cities", table::<BetweenTwoCities, 4>),
    ("moves at a table, Point City", table::<PointCity, 4>),
];

fn main() -> ExitCode {
    let Some(wanted) = env::args().nth(1) else {
        MEASUREMENTS.iter().for_each(|(name, _)| println!("{name}"));
        return ExitCode::SUCCESS;
    };
    let Some((_, run)) = MEASUREMENTS.iter().find(|(name, _)| *name == wanted) else {
        eprintln!("no measurement is named {wanted:?}");
        return ExitCode::FAILURE;
    };
    run();
    ExitCode::SUCCESS
}

/// Runs the code whose instructions are counted. Callgrind finds this function by its name.
#[inline(never)]
fn measured(work: &dyn Fn()) {
    work();
}

/// Makes the moves of a few games, as a table carries them out and sends them to its connections. Prints the amount of
/// data.
fn table<G: BotGame, const PLAYERS: usize>() {
    let fixtures: Vec<TableFixture> = (0..4).map(|number| TableFixture::new::<G>(PLAYERS, number)).collect();
    // A game may build lookup tables when they are first needed. They are not measured.
    let sent = fixtures.iter().map(TableFixture::play);
    let (moves, bytes) = sent.fold((0, 0), |(moves, bytes), sent| (moves + sent.moves, bytes + sent.bytes));
    println!("{moves} moves, {} bytes sent for each", bytes / moves);
    measured(&|| {
        for fixture in &fixtures {
            black_box(fixture.play());
        }
    });
}
