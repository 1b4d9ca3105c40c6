//! Continuations of a game from a state, and their results for all seats.

use rand_core::Rng;
use tabletop::Seat;
use townhall_bots::{Aspects, Evaluate, PARTS, ThinkRng};

/// The number of errors of the evaluation that are drawn for each continuation.
const NOISES: usize = 8;

/// The worth of a tie-break, in points of the lead.
const TIE: f32 = 0.5;

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
    /// The leads less the mean of all leads.
    pub(crate) standings: Seats,
    /// The expected square of the lead.
    pub(crate) squares: Seats,
    /// The chance of each seat to win, from 0 to 1. A shared win counts half.
    pub(crate) wins: Seats,
    /// Each seat's expected final points.
    pub(crate) points: Seats,
    /// The expected final points of each part.
    pub(crate) parts: [f32; PARTS],
    /// The expected final points of each part by aspect.
    pub(crate) aspects: Aspects,
    /// The number of parts.
    pub(crate) count: usize,
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

/// The worth of a broken tie for each seat, in points of its lead, once the game is over: it lies between a win by a point and a
/// defeat by a point. It is zero for all seats if several share the win.
fn broken_ties<G: Evaluate>(state: &G::State) -> Seats {
    let Some(outcome) = G::outcome(state) else { return [0.0; Seat::MAX] };
    let winners = G::winners(&outcome);
    let mut ties = [-TIE; Seat::MAX];
    if winners.len() > 1 {
        return [0.0; Seat::MAX];
    }
    winners.iter().for_each(|seat| ties[seat.index()] = TIE);
    ties
}

/// Plays on up to a horizon, and evaluates the last state.
pub(crate) fn play_on<G: Evaluate>(mut state: G::State, horizon: usize, noise: &Noise) -> End {
    G::play_on(&mut state, horizon);
    end_of::<G>(&state, noise)
}

/// Evaluates the last state of a continuation.
pub(crate) fn end_of<G: Evaluate>(state: &G::State, noise: &Noise) -> End {
    let evaluation = G::evaluate(state);
    let seats = G::seats(state);
    let sure = evaluation.errors[..evaluation.count].iter().all(|&error| error == 0.0);
    let noises = if sure { 1 } else { NOISES };
    let mut end = End {
        leads: [0.0; Seat::MAX],
        standings: [0.0; Seat::MAX],
        squares: [0.0; Seat::MAX],
        wins: [0.0; Seat::MAX],
        points: [0.0; Seat::MAX],
        parts: evaluation.parts,
        aspects: G::aspects(state),
        count: evaluation.count,
    };
    let broken = if sure { broken_ties::<G>(state) } else { [0.0; Seat::MAX] };
    for noise in &noise.0[..noises] {
        let mut parts = evaluation.parts;
        for (part, (error, noise)) in parts.iter_mut().zip(evaluation.errors.iter().zip(noise)) {
            *part += error * noise;
        }
        let points = G::points_of_seats(state, &parts);
        let mut leads = leads(&points[..seats]);
        leads.iter_mut().zip(broken).filter(|(lead, _)| **lead == 0.0).for_each(|(lead, tie)| *lead += tie);
        for seat in 0..seats {
            end.leads[seat] += leads[seat] / noises as f32;
            end.squares[seat] += leads[seat] * leads[seat] / noises as f32;
            let win = if leads[seat] == 0.0 { 0.5 } else { f32::from(u8::from(leads[seat] > 0.0)) };
            end.wins[seat] += win / noises as f32;
            end.points[seat] += points[seat] / noises as f32;
        }
    }
    let mean = end.leads[..seats].iter().sum::<f32>() / seats as f32;
    let both = end.standings.iter_mut().zip(end.leads);
    both.take(seats).for_each(|(standing, lead)| *standing = lead - mean);
    end
}

#[cfg(test)]
mod tests {
    use point_city::PointCity;
    use tabletop::{Seed, play_out_randomly, prelude::*};

    use super::*;

    /// Of two players with equal points, the lead of the one that wins by the tie-break is above 0, and the other's below.
    #[test]
    fn a_tie_break_counts_in_the_lead() {
        let seed = Seed::from_phrase("ties");
        let mut broken = 0;
        for number in 0..400 {
            let (setup, _) = PointCity::deal_from(&seed.child(number), PointCity::variants()[0], 2);
            let mut rng = seed.child(number).stream("moves");
            let state = play_out_randomly::<PointCity>(PointCity::start(&setup), &mut rng, |_, _, _| ());
            let outcome = PointCity::outcome(&state).expect("it is over");
            let points = PointCity::points(&outcome);
            let winners = PointCity::winners(&outcome);
            let leads = end_of::<PointCity>(&state, &Noise([[0.0; PARTS]; NOISES])).leads;
            for seat in Seat::all(2) {
                let won = f32::from(i8::from(winners.contains(seat)));
                let tie = if winners.len() == 1 && points[0] == points[1] { won - 0.5 } else { 0.0 };
                let lead = (points[seat.index()] - points[1 - seat.index()]) as f32;
                assert_eq!(leads[seat.index()], lead + tie);
                broken += i32::from(tie > 0.0);
            }
        }
        assert!(broken > 0);
    }
}
