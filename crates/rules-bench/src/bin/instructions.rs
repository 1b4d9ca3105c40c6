//! Runs one measurement of the rules or of a table, for callgrind to count its instructions.
//!
//! Callgrind counts only instructions inside of `measured`, but neither deals nor the preparation of positions. Without
//! arguments it lists the measurements.

use std::{env, hint::black_box, process::ExitCode};

use between_two_cities::{BetweenTwoCities, Layout, score};
use point_city::PointCity;
use rules_bench::{Deals, Positions, REPETITIONS, TableFixture, rng};
use tabletop::{Game, random::below};
use townhall_bots::BotGame;

/// A measurement: its name, and a function that prepares and runs it.
type Measurement = (&'static str, fn());

const MEASUREMENTS: [Measurement; 9] = [
    ("list between_two_cities_4", list::<BetweenTwoCities, 4>),
    ("list point_city_2", list::<PointCity, 2>),
    ("play between_two_cities_4", play::<BetweenTwoCities, 4>),
    ("play point_city_2", play::<PointCity, 2>),
    ("sample between_two_cities_4", sample::<BetweenTwoCities, 4>),
    ("sample point_city_2", sample::<PointCity, 2>),
    ("score_cities four_cities", score_cities),
    ("table between_two_cities_4", table::<BetweenTwoCities, 4>),
    ("table point_city_4", table::<PointCity, 4>),
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

fn play<G: Game, const PLAYERS: usize>() {
    let deals = Deals::<G>::new(PLAYERS);
    measured(&|| deals.play());
}

fn sample<G: Game, const PLAYERS: usize>() {
    let positions = Positions::<G>::new(PLAYERS);
    measured(&|| positions.sample());
}

fn list<G: Game, const PLAYERS: usize>() {
    let positions = Positions::<G>::new(PLAYERS);
    measured(&|| positions.list());
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

fn score_cities() {
    let tables = tables();
    measured(&|| {
        for table in &tables {
            black_box(score(black_box(table)));
        }
    });
}

/// Returns full cities of random buildings, four to a table.
fn tables() -> Vec<[Layout; 4]> {
    let mut rng = rng();
    let mut letter = || char::from(b"SSFFdembOOPPHH"[below(&mut rng, 14) as usize]);
    let mut city = || -> Layout {
        let mut row = || (0..4).map(|_| letter()).collect::<String>();
        let rows = [row(), row(), row(), row()];
        rows.join("/").parse().expect("four rows of four letters are a city")
    };
    let tables: Vec<_> = (0..REPETITIONS).map(|_| [city(), city(), city(), city()]).collect();
    // This builds the lookup tables of scoring, which are not counted.
    black_box(score(&tables[0]));
    tables
}
