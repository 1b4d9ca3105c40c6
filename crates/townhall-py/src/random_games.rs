//! Random games by actions, with sums over all that happens in them: equal sums show that games are equal, whether Rust,
//! `Game` or `VectorEnv` plays them.

use tabletop::{Seat, Seed, encode::Progress, random::Rng};

use crate::catalogue::{Mode, PackagedGame, Visitor};

/// SplitMix64: a small generator, of which Python's tests have a copy.
#[derive(Clone, Copy)]
pub(crate) struct Choices(u64);

impl Choices {
    /// The choices in game `number` of a series.
    pub(crate) fn of_game(series: u64, number: u64) -> Self {
        Self(series ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }

    /// What all series of a seed have in common.
    pub(crate) fn series(seed: &Seed) -> u64 {
        seed.stream("choices of random actions").next_u64()
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (((mixed >> 32) * bound as u64) >> 32) as usize
    }
}

/// Sums over random games.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sums {
    pub(crate) series: u64,
    pub(crate) decisions: u64,
    pub(crate) actions: u64,
    pub(crate) points: u64,
}

/// Plays games `0..games` of a seed.
pub(crate) struct RandomGames<'a> {
    pub(crate) variant: Option<&'a str>,
    pub(crate) players: Option<usize>,
    pub(crate) seed: Seed,
    pub(crate) games: u64,
}

impl Visitor for RandomGames<'_> {
    type Output = Result<Sums, String>;

    fn visit<G: PackagedGame>(self) -> Self::Output {
        let mode = Mode::<G>::choose(self.variant, self.players)?;
        let mut sums = Sums { series: Choices::series(&self.seed), ..Sums::default() };
        for number in 0..self.games {
            play::<G>(&mode, &self.seed.child(number), Choices::of_game(sums.series, number), &mut sums);
        }
        Ok(sums)
    }
}

fn play<G: PackagedGame>(mode: &Mode<G>, seed: &Seed, mut choices: Choices, sums: &mut Sums) {
    let mut state = G::start(&G::deal_from(seed, mode.variant, mode.players).0);
    let mut partials: [G::Partial; 8] = Default::default();
    let mut actions = Vec::new();
    loop {
        while let Some((seat, mv)) = G::automatic_move(&state) {
            G::play_unchecked(&mut state, seat, mv);
        }
        let acting = G::at_once(&state);
        if acting.is_empty() {
            break;
        }
        for seat in acting.iter() {
            let partial = &mut partials[seat.index()];
            actions.clear();
            G::for_each_action(&state, seat, partial, |action| actions.push(action));
            let action = u64::from(actions[choices.below(actions.len())]);
            sums.decisions += 1;
            let weight = seat.index() as u64 + 1;
            sums.actions = sums.actions.wrapping_add((action + 1) * (action + 7) * weight);
            match G::act(&state, seat, partial, action as usize) {
                Some(Progress::More(more)) => *partial = more,
                Some(Progress::Move(mv)) => {
                    G::play_unchecked(&mut state, seat, mv);
                    *partial = G::Partial::default();
                }
                None => unreachable!("action {action} is listed as legal"),
            }
        }
    }
    if let Some(outcome) = G::outcome(&state) {
        for (seat, points) in Seat::all(mode.players).zip(G::points(&outcome)) {
            let points = i64::from(points);
            let sum = (points + 3) * (points + 100) * (seat.index() as i64 + 1);
            sums.points = sums.points.wrapping_add(sum as u64);
        }
    }
}
