//! How many instructions the hot paths take, counted by callgrind: the guard against slow-downs.
//!
//! `cargo verify` runs this and compares with `instructions.json`; `cargo xtask bless` writes that
//! file. What is dealt and prepared is not counted.

// The macros of gungraun make items without documentation.
#![allow(missing_docs)]

#[allow(dead_code, unreachable_pub)]
mod common;

use std::hint::black_box;

use between_two_cities::{BetweenTwoCities, Layout, score};
use common::{Deals, MANY, Positions, rng};
use gungraun::{Callgrind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};
use point_city::PointCity;
use tabletop::{Game, random::below};

#[library_benchmark]
#[bench::between_two_cities_4(Deals::<BetweenTwoCities>::new(4))]
#[bench::point_city_2(Deals::<PointCity>::new(2))]
fn play<G: Game>(deals: Deals<G>) -> Deals<G> {
    deals.play();
    deals
}

#[library_benchmark]
#[bench::between_two_cities_4(Positions::<BetweenTwoCities>::new(4))]
#[bench::point_city_2(Positions::<PointCity>::new(2))]
fn sample<G: Game>(positions: Positions<G>) -> Positions<G> {
    positions.sample();
    positions
}

#[library_benchmark]
#[bench::between_two_cities_4(Positions::<BetweenTwoCities>::new(4))]
#[bench::point_city_2(Positions::<PointCity>::new(2))]
fn list<G: Game>(positions: Positions<G>) -> Positions<G> {
    positions.list();
    positions
}

#[library_benchmark]
#[bench::four_cities(tables())]
fn score_cities(tables: Vec<[Layout; 4]>) -> Vec<[Layout; 4]> {
    for table in &tables {
        black_box(score(black_box(table)));
    }
    tables
}

/// Full cities of random buildings, four to a table.
fn tables() -> Vec<[Layout; 4]> {
    let mut rng = rng();
    let mut letter = || char::from(b"SSFFdembOOPPHH"[below(&mut rng, 14) as usize]);
    let mut city = || -> Layout {
        let mut row = || (0..4).map(|_| letter()).collect::<String>();
        let rows = [row(), row(), row(), row()];
        rows.join("/").parse().expect("four rows of four letters are a city")
    };
    let tables: Vec<_> = (0..MANY).map(|_| [city(), city(), city(), city()]).collect();
    // Builds what scoring looks up: that is not what is counted.
    black_box(score(&tables[0]));
    tables
}

library_benchmark_group!(name = rules, benchmarks = [play, sample, list, score_cities]);

main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(["--cache-sim=no"])),
    library_benchmark_groups = rules
);
