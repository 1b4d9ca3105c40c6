//! Measures the time that the hot paths take: `cargo bench --package rules-bench`.
//!
//! One item is one game or one position, so that "items/s" counts them per second. `townhall bench` prints the figures
//! that we promise; this program helps to find their causes.

use between_two_cities::BetweenTwoCities;
use divan::{Bencher, counter::ItemsCount};
use point_city::PointCity;
use rules_bench::{Deals, Positions, REPETITIONS};
use tabletop::Game;

fn main() {
    divan::main();
}

#[divan::bench(types = [BetweenTwoCities, PointCity], args = [2, 4])]
fn play<G: Game>(bencher: Bencher<'_, '_>, players: usize) {
    let deals = Deals::<G>::new(players);
    bencher.counter(ItemsCount::new(REPETITIONS)).bench_local(|| deals.play());
}

#[divan::bench(types = [BetweenTwoCities, PointCity], args = [2, 4])]
fn copy<G: Game>(bencher: Bencher<'_, '_>, players: usize) {
    over(bencher, players, Positions::<G>::copy);
}

#[divan::bench(types = [BetweenTwoCities, PointCity], args = [2, 4])]
fn view<G: Game>(bencher: Bencher<'_, '_>, players: usize) {
    over(bencher, players, Positions::<G>::view);
}

#[divan::bench(types = [BetweenTwoCities, PointCity], args = [2, 4])]
fn sample<G: Game>(bencher: Bencher<'_, '_>, players: usize) {
    over(bencher, players, Positions::<G>::sample);
}

#[divan::bench(types = [BetweenTwoCities, PointCity], args = [2, 4])]
fn list<G: Game>(bencher: Bencher<'_, '_>, players: usize) {
    over(bencher, players, Positions::<G>::list);
}

fn over<G: Game>(bencher: Bencher<'_, '_>, players: usize, what: fn(&Positions<G>)) {
    let positions = Positions::<G>::new(players);
    bencher.counter(ItemsCount::new(REPETITIONS)).bench_local(|| what(&positions));
}
