//! Sequential halving (Karnin, Koren, Somekh 2013), the default search of all games.
//!
//! Many states are sampled that are possible in a view. In each of them all candidate moves are tried with the same random
//! numbers for the continuation (common random numbers), so that chance affects all of them alike. After each part of the budget
//! the worse half is dropped, so most of the budget goes to comparing the good moves.

use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tabletop::sorting::sort_by;

use crate::{
    budget::BudgetTimer,
    style::{Outlook, SCALE, Style, ThinkRng, Thought},
};

/// A candidate move and the sums of its continuations so far.
struct Trial<M> {
    mv: M,
    /// Its prior estimate less that of the best candidate, as utility. It is never positive.
    behind: f32,
    utilities: f64,
    points: f64,
    tries: u32,
    /// The sums of utilities and points at the end of each round of sequential halving.
    marks: Vec<(f64, f64)>,
}

/// Compares candidate moves by sequential halving. They come with their prior estimates in points, the best first.
/// `possible` samples states, and `try_out` plays a move and a continuation in one of them. Returns all candidates, the
/// best first.
pub(crate) fn halve<S, M: Copy>(
    candidates: &[(f32, M)],
    style: Style,
    mut timer: BudgetTimer<'_>,
    rng: &mut ThinkRng,
    possible: impl Fn(&mut ThinkRng) -> S,
    try_out: impl Fn(&S, M, &mut ThinkRng) -> Outlook,
) -> Vec<Thought<M>> {
    let most = candidates.first().map_or(0.0, |&(worth, _)| worth);
    let trial = |&(worth, mv): &(f32, M)| {
        let behind = (worth - most) / SCALE;
        Trial { mv, behind, utilities: 0.0, points: 0.0, tries: 0, marks: Vec::new() }
    };
    let mut trials: Vec<Trial<M>> = candidates.iter().map(trial).collect();
    // With a single candidate there is nothing to choose. One continuation estimates its points.
    let rounds = (usize::BITS - trials.len().saturating_sub(1).leading_zeros()).max(1);
    let mut alive = trials.len();
    for round in 1..=rounds {
        let until = round as f32 / rounds as f32;
        loop {
            let state = possible(rng);
            let random = rng.next_u64();
            for trial in &mut trials[..alive] {
                let mut rng = ThinkRng::seed_from_u64(random);
                let outlook = try_out(&state, trial.mv, &mut rng);
                trial.utilities += f64::from(outlook.utility);
                trial.points += f64::from(outlook.points);
                trial.tries += 1;
            }
            timer.spend(alive);
            if timer.used() >= until || trials.len() == 1 {
                break;
            }
        }
        // The utility of a point is smaller if the lead or the deficit is already large.
        let (sum, tries) =
            trials[..alive].iter().fold((0.0, 0), |(s, t), one| (s + one.utilities, t + one.tries));
        let slope = (1.0 - (sum / f64::from(tries.max(1))).abs()).powi(2);
        let worth = |one: &Trial<M>| one.utilities + f64::from(style.prior_weight * one.behind) * slope;
        // All remaining moves were tried equally often. On a tie, the one with the higher prior estimate stays ahead.
        sort_by(&mut trials[..alive], |a, b| worth(b).total_cmp(&worth(a)));
        trials[..alive].iter_mut().for_each(|trial| trial.marks.push((trial.utilities, trial.points)));
        alive = alive.div_ceil(2);
    }
    thoughts_of(&trials)
}

/// Returns the evaluations of trials. Each is the best trial's mean plus the mean difference from the best trial over
/// the states in which both were tried. So it does not matter that a trial dropped early was tried in other states.
fn thoughts_of<M: Copy>(trials: &[Trial<M>]) -> Vec<Thought<M>> {
    let Some(best) = trials.first() else { return Vec::new() };
    let mean = |sum: f64, tries: u32| sum / f64::from(tries.max(1));
    let thought = |trial: &Trial<M>| {
        let then = trial.marks.len().checked_sub(1).and_then(|last| best.marks.get(last));
        let &(utilities, points) = then.unwrap_or(&(best.utilities, best.points));
        let utility = mean(best.utilities, best.tries) + mean(trial.utilities - utilities, trial.tries);
        let points = mean(best.points, best.tries) + mean(trial.points - points, trial.tries);
        let mean = (utility as f32).clamp(-1.0, 1.0);
        Thought { mv: trial.mv, mean, points: points as f32, tries: trial.tries }
    };
    trials.iter().map(thought).collect()
}
