//! Random games by actions, with a hash over all their events: equal hashes show that games are equal, whether Rust,
//! `Game` or `VectorEnv` plays them. `python/agreement.py` has the other half.

use std::ops::Range;

use tabletop::{Seat, Seed, encode::Progress, random::Rng};

use crate::catalogue::{Mode, PackagedGame, Visitor};

/// SplitMix64: a small generator, of which Python's tests have a copy.
#[derive(Clone, Copy)]
pub(crate) struct Choices(u64);

impl Choices {
    /// Returns the choices in game `number` of a series.
    pub(crate) fn of_game(series: u64, number: u64) -> Self {
        Self(series ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }

    /// Returns the number that all series of a seed share.
    pub(crate) fn series(seed: &Seed) -> u64 {
        seed.stream("choices of random actions").next_u64()
    }

    /// Returns a number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (((mixed(self.0) >> 32) * bound as u64) >> 32) as usize
    }
}

/// Returns the finalizer of SplitMix64.
fn mixed(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// Returns the 64 bits that stand for an action in a set of legal ones, and for a byte's place in an observation.
fn weight(index: usize) -> u64 {
    mixed((index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// The hash of one game.
#[derive(Default)]
struct GameHash(u64);

impl GameHash {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

/// The digest of a number of random games. It is equal wherever these games are played.
#[derive(Clone, Copy, Default)]
pub(crate) struct Digest {
    pub(crate) series: u64,
    pub(crate) decisions: u64,
    /// The sum of the games' hashes, so that the order of games does not matter. A game's hash is over each decision's seat,
    /// legal actions, observation and action, and over the points.
    pub(crate) hash: u64,
}

/// Plays some of the games of a seed.
pub(crate) struct RandomGames<'a> {
    pub(crate) variant: Option<&'a str>,
    pub(crate) players: Option<usize>,
    pub(crate) seed: Seed,
    pub(crate) games: Range<u64>,
}

impl Visitor for RandomGames<'_> {
    type Output = Result<Digest, String>;

    fn visit<G: PackagedGame>(self) -> Self::Output {
        let mode = Mode::<G>::choose(self.variant, self.players)?;
        let space = G::space(mode.variant, mode.players);
        let weights: Vec<u64> = (0..space.actions().max(space.bytes())).map(weight).collect();
        let mut observation = vec![0; space.bytes()];
        let mut digest = Digest { series: Choices::series(&self.seed), ..Digest::default() };
        for number in self.games {
            let (seed, choices) = (self.seed.child(number), Choices::of_game(digest.series, number));
            play::<G>(&mode, &seed, choices, &weights, &mut observation, &mut digest);
        }
        Ok(digest)
    }
}

fn play<G: PackagedGame>(
    mode: &Mode<G>,
    seed: &Seed,
    mut choices: Choices,
    weights: &[u64],
    observation: &mut [u8],
    digest: &mut Digest,
) {
    let mut state = G::start(&G::deal_from(seed, mode.variant, mode.players).0);
    let mut partials: [G::Partial; 8] = Default::default();
    let mut chosen = [0; 8];
    let mut actions = Vec::new();
    let mut hash = GameHash::default();
    loop {
        while let Some((seat, mv)) = G::automatic_move(&state) {
            G::play_unchecked(&mut state, seat, mv);
        }
        let acting = G::at_once(&state);
        if acting.is_empty() {
            break;
        }
        // All seats of a step choose before the first of them acts.
        for seat in acting.iter() {
            let partial = &partials[seat.index()];
            actions.clear();
            G::for_each_action(&state, seat, partial, |action| actions.push(action));
            G::observe(&state, seat, partial, observation);
            let action = actions[choices.below(actions.len())];
            chosen[seat.index()] = action;
            digest.decisions += 1;
            let legal = actions.iter().map(|&action| weights[usize::from(action)]);
            let seen =
                observation.iter().zip(weights).map(|(&byte, weight)| weight.wrapping_mul(byte.into()));
            hash.add(seat.index() as u64 * 65536 + u64::from(action));
            hash.add(legal.fold(0, u64::wrapping_add));
            hash.add(seen.fold(0, u64::wrapping_add));
        }
        for seat in acting.iter() {
            let (partial, action) = (&mut partials[seat.index()], chosen[seat.index()]);
            match G::act(&state, seat, partial, action.into()) {
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
        for (_, points) in Seat::all(mode.players).zip(G::points(&outcome)) {
            hash.add(i64::from(points) as u64);
        }
    }
    digest.hash = digest.hash.wrapping_add(hash.0);
}
