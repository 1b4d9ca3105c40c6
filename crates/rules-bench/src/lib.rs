//! The measurements of the benchmarks of rules and tables, generic over games.
//!
//! `cargo bench --package rules-bench` measures wall-clock times of the rules. The program `instructions` carries out the
//! moves of a table for callgrind to count, as `xtask/src/instructions.rs` says.

mod table;

use std::hint::black_box;

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use tabletop::{Game, Viewer, play_out_randomly};

pub use self::table::{Sent, TableFixture};

/// The number of games or positions in a measurement. Many of them keep the weight of each low, because a change of the
/// program may change random games.
pub const REPETITIONS: usize = 32;

/// Returns the source of random bits of every measurement, always the same.
pub fn rng() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(1)
}

/// Random deals of one number of players.
pub struct Deals<G: Game>(Vec<G::Setup>);

impl<G: Game> Deals<G> {
    /// Deals.
    ///
    /// # Panics
    /// Panics if the game has no variant for so many players.
    pub fn new(players: usize) -> Self {
        let takes = |variant: &&G::Variant| G::players(**variant).contains(&players);
        let variant = *G::variants().iter().find(takes).expect("a variant for so many players");
        let mut rng = rng();
        let deals = Self((0..REPETITIONS).map(|_| G::deal(variant, players, &mut rng)).collect());
        // A game may build lookup tables when they are first needed. They are not measured.
        deals.play();
        deals
    }

    /// Plays a random game from each deal to its end and scores it.
    pub fn play(&self) {
        let mut rng = rng();
        for setup in &self.0 {
            let state = play_out_randomly::<G>(G::start(black_box(setup)), &mut rng, |_, _, _| ());
            black_box(G::outcome(&state));
        }
    }
}

/// States of many random games, one of each game, with the view of a seat that may act. They are early in the first
/// games and late in the last ones.
pub struct Positions<G: Game>(Vec<(G::State, G::View)>);

impl<G: Game> Positions<G> {
    /// Plays games up to these states.
    ///
    /// # Panics
    /// Panics if the game has no variant for so many players.
    pub fn new(players: usize) -> Self {
        let mut rng = rng();
        let position = |(number, setup): (usize, &G::Setup)| {
            let mut states = Vec::new();
            play_out_randomly::<G>(G::start(setup), &mut rng, |state, seat, _| states.push((*state, seat)));
            let (state, seat) = states[number * states.len() / REPETITIONS];
            (state, G::view(&state, Viewer::Seat(seat)))
        };
        let positions = Self(Deals::<G>::new(players).0.iter().enumerate().map(position).collect());
        positions.list();
        positions
    }

    /// Samples a possible state from each view.
    pub fn sample(&self) {
        let mut rng = rng();
        for (_, view) in &self.0 {
            black_box(G::sample(black_box(view), &mut rng));
        }
    }

    /// Lists the legal moves of each view with their immediate effects.
    pub fn list(&self) {
        for (_, view) in &self.0 {
            black_box(G::legal_moves(black_box(view)));
        }
    }

    /// Makes the view of each state.
    pub fn view(&self) {
        for (state, view) in &self.0 {
            black_box(G::view(black_box(state), G::viewer(view)));
        }
    }

    /// Copies each state.
    pub fn copy(&self) {
        for (state, _) in &self.0 {
            black_box(*black_box(state));
        }
    }
}
