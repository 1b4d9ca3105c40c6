//! Continuations of a game from a state, and their results for all seats.

use rand_core::Rng;
use tabletop::Seat;
use townhall_bots::{Evaluate, PARTS, ThinkRng};

/// The number of errors of the evaluation that are drawn for each continuation.
const NOISES: usize = 8;

/// A number for each seat.
pub(crate) type Seats = [f32; Seat::MAX];

/// Errors of the evaluation, in standard deviations. All moves that are compared in one sampled state are compared
/// with the same errors.
///
/// The evaluation of an unfinished game gives the *expected* points. But the lead over the best of several
/// others is not the difference of expectations: one of the others will turn out better than expected. So the lead is
/// averaged over possible errors.
pub(crate) struct Noise([[f32; PARTS]; NOISES]);

impl Noise {
    /// Draws errors. Each comes with its opposite, so that they add up to nothing.
    pub(crate) fn draw(rng: &mut ThinkRng) -> Self {
        let mut noise = [[0.0; PARTS]; NOISES];
        for pair in noise.chunks_exact_mut(2) {
            let (one, other) = pair.split_at_mut(1);
            for (error, opposite) in one.iter_mut().flatten().zip(other.iter_mut().flatten()) {
                *error = normal(rng);
                *opposite = -*error;
            }
        }
        Self(noise)
    }
}

/// A number that is distributed nearly normally: the sum of four 16-bit numbers.
fn normal(rng: &mut ThinkRng) -> f32 {
    let bits = rng.next_u64();
    let sum: f32 = (0..4).map(|part| ((bits >> (16 * part)) as u16) as f32 / 65536.0).sum();
    // The variance of the sum is 4/12.
    (sum - 2.0) * 3f32.sqrt()
}

/// The result of a continuation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    /// Each seat's expected final lead.
    pub(crate) leads: Seats,
    /// The same, less the mean of all leads.
    pub(crate) standings: Seats,
    /// The expected square of it.
    pub(crate) squares: Seats,
    /// Each seat's expected final points.
    pub(crate) points: Seats,
    /// The expected final points of each part.
    pub(crate) parts: [f32; PARTS],
}

/// The lead of each seat over the best other one; alone at a table, its points.
pub(crate) fn leads(points: &[f32]) -> Seats {
    let mut leads = [0.0; Seat::MAX];
    for (seat, lead) in leads.iter_mut().enumerate().take(points.len()) {
        let others = points.iter().enumerate().filter(|&(other, _)| other != seat);
        let best = others.map(|(_, &points)| points).fold(f32::NEG_INFINITY, f32::max);
        *lead = if points.len() > 1 { points[seat] - best } else { points[seat] };
    }
    leads
}

/// Plays a move, if there is one, and a continuation up to a horizon, and evaluates the last state.
pub(crate) fn play_on<G: Evaluate>(
    state: &G::State,
    mv: Option<(Seat, G::Move)>,
    horizon: usize,
    noise: &Noise,
) -> End {
    let mut state = *state;
    if let Some((seat, mv)) = mv {
        G::play_unchecked(&mut state, seat, mv);
    }
    G::play_on(&mut state, horizon);
    let evaluation = G::evaluate(&state);
    let seats = G::seats(&state);
    let sure = evaluation.errors[..evaluation.count].iter().all(|&error| error == 0.0);
    let noises = if sure { 1 } else { NOISES };
    let mut end = End {
        leads: [0.0; Seat::MAX],
        standings: [0.0; Seat::MAX],
        squares: [0.0; Seat::MAX],
        points: [0.0; Seat::MAX],
        parts: evaluation.parts,
    };
    for noise in &noise.0[..noises] {
        let mut parts = evaluation.parts;
        for (part, (error, noise)) in parts.iter_mut().zip(evaluation.errors.iter().zip(noise)) {
            *part += error * noise;
        }
        let points = G::points_of_seats(&state, &parts);
        let leads = leads(&points[..seats]);
        for seat in 0..seats {
            end.leads[seat] += leads[seat] / noises as f32;
            end.squares[seat] += leads[seat] * leads[seat] / noises as f32;
            end.points[seat] += points[seat] / noises as f32;
        }
    }
    let mean = end.leads[..seats].iter().sum::<f32>() / seats as f32;
    let both = end.standings.iter_mut().zip(end.leads);
    both.take(seats).for_each(|(standing, lead)| *standing = lead - mean);
    end
}
