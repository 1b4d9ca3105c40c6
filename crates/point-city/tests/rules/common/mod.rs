//! Helpers that several test files use.
use point_city::{Move, PointCity, Setup, State, Variant};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use tabletop::{Seat, play_out_randomly};

/// Every variant with every number of players that it allows.
pub(crate) const MODES: [(Variant, usize); 6] = [
    (Variant::Standard, 2),
    (Variant::Standard, 3),
    (Variant::Standard, 4),
    (Variant::SoloEasy, 1),
    (Variant::SoloMedium, 1),
    (Variant::SoloHard, 1),
];

pub(crate) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

pub(crate) fn deal(variant: Variant, players: usize, seed: u64) -> Setup {
    Setup::deal(variant, players, &mut rng(seed))
}

/// Plays a random game and shows every state, with the move that is made next, to `each`.
pub(crate) fn random_game(
    setup: &Setup,
    seed: u64,
    mut each: impl FnMut(&State, Option<(Seat, Move)>),
) -> State {
    let start = State::start(setup);
    let end = play_out_randomly::<PointCity>(start, &mut rng(seed), |state, seat, mv| {
        each(state, Some((seat, mv)))
    });
    each(&end, None);
    end
}

/// Returns a text form of a vocabulary type or of a move.
pub(crate) fn text<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().expect(text)
}

/// Returns the chi-square statistic of counts that should all be equal.
pub(crate) fn chi_square(counts: impl IntoIterator<Item = u32> + Clone) -> f64 {
    let cells = counts.clone().into_iter().count() as f64;
    let expected = f64::from(counts.clone().into_iter().sum::<u32>()) / cells;
    counts.into_iter().map(|count| (f64::from(count) - expected).powi(2) / expected).sum()
}

/// Fails if the statistic is beyond the 99.99 % point for this number of cells (Wilson and Hilferty).
pub(crate) fn assert_uniform(counts: &[u32], what: &str) {
    let freedom = counts.len() as f64 - 1.0;
    let part = 2.0 / (9.0 * freedom);
    let limit = freedom * (1.0 - part + 3.719 * part.sqrt()).powi(3);
    let found = chi_square(counts.iter().copied());
    assert!(
        found < limit,
        "{what}: chi-square {found:.1} with {freedom} degrees, limit {limit:.1}: {counts:?}"
    );
}
