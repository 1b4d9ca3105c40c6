//! One decision: what else could have been played, and what it would have come to.

use tabletop::{Seat, Seed};
use townhall_bots::{Budget, Evaluate, PARTS, Style, Talker, ThinkRng, view_rng};

use crate::{
    continuation::{Noise, play_on},
    mark::Mark,
    reason::{Source, Why},
    stats::{Figure, Mean, Spread},
    timeline::Choice,
};

/// The most moves that are compared, the one that was played and the rollout policy's not counted.
const WIDTH: usize = 24;
/// A move is dropped when it is behind the best by so many standard errors.
const SURE: f64 = 3.0;
/// A move that differs from the best by less than this, in points, need not be told from it.
const NO_DIFFERENCE: f64 = 0.03;
/// How many states are sampled before any move is dropped.
const FEW: u32 = 8;
/// No more continuations are needed once the cost is known up to this standard error, in points …
const PRECISE_COST: f64 = 0.04;
/// … and the expected lead up to this one.
const PRECISE_LEAD: f64 = 0.15;

/// A move that is being compared.
struct Trial<M> {
    mv: M,
    /// The mover's expected lead in each sampled state.
    leads: Vec<f32>,
    /// The sums of the mover's points and of the points of all parts.
    points: f64,
    parts: [f64; PARTS],
    alive: bool,
}

impl<M> Trial<M> {
    fn new(mv: M) -> Self {
        Self { mv, leads: Vec::new(), points: 0.0, parts: [0.0; PARTS], alive: true }
    }

    fn mean(&self) -> f64 {
        self.leads.iter().map(|&lead| f64::from(lead)).sum::<f64>() / self.leads.len().max(1) as f64
    }

    /// By how much this move is better than another, over the states in which both were tried.
    fn ahead_of(&self, other: &Self) -> Mean {
        let mut mean = Mean::default();
        self.leads.iter().zip(&other.leads).for_each(|(one, other)| mean.add(f64::from(one - other)));
        mean
    }
}

/// A decision that is being judged, by what its seat knew then.
pub(crate) struct Decision<G: Evaluate> {
    pub(crate) choice: Choice<G>,
    /// Whether all moves are compared; otherwise only the one that was played with the rollout policy's.
    judged: bool,
    rng: ThinkRng,
    /// How far continuations go.
    horizon: usize,
    /// Where the rollout policy's move stands among the trials.
    usual: usize,
    /// The moves that are compared: the one that was played, the rollout policy's, and the others.
    trials: Vec<Trial<G::Move>>,
    samples: u32,
    /// When moves are dropped next.
    next_look: u32,
    /// What the move did to the lead of each seat, compared with the rollout policy's move.
    effect: [Mean; Seat::MAX],
    /// The same for the points of each part.
    effect_on_parts: [Mean; PARTS],
    /// The mover's lead before the move, if the rollout policy decides, and after it.
    before: Spread,
    after: Spread,
}

/// Where the move that was played stands among the trials. The rollout policy's move is the next, unless it is the same.
const PLAYED: usize = 0;

/// What is known of a decision so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement<M> {
    /// The number of the move in the record, from 0.
    pub ply: usize,
    /// Who decided.
    pub seat: Seat,
    /// What was played.
    pub played: M,
    /// The best move that was found.
    pub best: M,
    /// By how much it is better, in points of the expected final lead; never negative.
    pub cost: f64,
    /// The standard error of the cost.
    pub error: f64,
    /// The mark.
    pub mark: Mark,
    /// Where the points of the cost would have come from.
    pub source: Source,
    /// Why the best move is better, if the decision is worth a word: from [`Mark::Inexact`] on.
    pub why: Option<Why>,
}

impl<G: Evaluate> Decision<G> {
    pub(crate) fn new(choice: Choice<G>, judged: bool, seed: &Seed) -> Self {
        let rng = view_rng::<G>(seed, &choice.view);
        Self {
            choice,
            judged,
            rng,
            horizon: 0,
            usual: PLAYED,
            trials: Vec::new(),
            samples: 0,
            next_look: FEW,
            effect: [Mean::default(); Seat::MAX],
            effect_on_parts: [Mean::default(); PARTS],
            before: Spread::default(),
            after: Spread::default(),
        }
    }

    /// Finds the moves that are to be compared.
    fn prepare(&mut self) {
        let Choice { ref view, seat, played, .. } = self.choice;
        let state = G::sample(view, &mut self.rng);
        self.horizon = G::horizon(&state);
        let usual = G::rollout_move(&state, seat).unwrap_or(played);
        let mut moves = vec![played];
        if usual != played {
            self.usual = moves.len();
            moves.push(usual);
        }
        if self.judged && !self.choice.forced {
            let budget = Budget::Sims(1);
            let style = Style { budget, width: WIDTH, depth: 0, tree: false, trust: 0.0, noise: 0.0 };
            let candidates = G::candidates(view, &style, &mut self.rng);
            let others = candidates.into_iter().map(|(_, mv)| mv).filter(|&mv| mv != played && mv != usual);
            moves.extend(others);
        }
        self.trials = moves.into_iter().map(Trial::new).collect();
    }

    /// Whether more continuations would make a difference.
    pub(crate) fn is_open(&self) -> bool {
        if self.trials.is_empty() {
            return self.judged || !self.choice.forced;
        }
        if !self.judged && self.usual == PLAYED {
            return false;
        }
        let mover = &self.effect[self.choice.seat.index()];
        let (_, cost) = self.best();
        self.samples < 2 * FEW
            || cost.error() > PRECISE_COST && cost.variance() > 0.0
            || self.usual != PLAYED && mover.error() > PRECISE_COST
            || self.judged && self.before.mean().error() > PRECISE_LEAD
    }

    /// Samples states and plays on in each of them after every move that is left, until so many continuations have been
    /// played or no more are needed. Returns how many were played.
    pub(crate) fn refine(&mut self, sims: usize) -> usize {
        if self.trials.is_empty() && self.is_open() {
            self.prepare();
        }
        let mut spent = 0;
        while spent < sims && self.is_open() {
            spent += self.sample();
            if self.samples >= self.next_look {
                self.drop_losers();
                self.next_look += (self.next_look / 4).max(FEW);
            }
        }
        spent
    }

    /// Samples one state, and plays on in it after every move that is left.
    fn sample(&mut self) -> usize {
        let Choice { ref view, seat, .. } = self.choice;
        let state = G::sample(view, &mut self.rng);
        let noise = Noise::draw(&mut self.rng);
        let mut ends = [None; 2];
        let mut played = 0;
        for (index, trial) in self.trials.iter_mut().enumerate().filter(|(_, trial)| trial.alive) {
            let end = play_on::<G>(&state, Some((seat, trial.mv)), self.horizon, &noise);
            trial.leads.push(end.leads[seat.index()]);
            trial.points += f64::from(end.points[seat.index()]);
            trial.parts.iter_mut().zip(end.parts).for_each(|(sum, points)| *sum += f64::from(points));
            if let Some(slot) = ends.get_mut(index) {
                *slot = Some(end);
            }
            played += 1;
        }
        self.samples += 1;
        if let (Some(after), Some(before)) = (ends[PLAYED], ends[self.usual]) {
            let leads = after.leads.iter().zip(before.leads);
            let parts = after.parts.iter().zip(before.parts);
            self.effect.iter_mut().zip(leads).for_each(|(mean, (a, b))| mean.add(f64::from(a - b)));
            self.effect_on_parts.iter_mut().zip(parts).for_each(|(mean, (a, b))| mean.add(f64::from(a - b)));
            let mover = seat.index();
            self.before.add(before.leads[mover].into(), before.squares[mover].into());
            self.after.add(after.leads[mover].into(), after.squares[mover].into());
        }
        played
    }

    /// The best move that is left, and by how much it is better than the one that was played.
    fn best(&self) -> (usize, Mean) {
        let alive = self.trials.iter().enumerate().filter(|(_, trial)| trial.alive);
        let mut best = (PLAYED, f64::NEG_INFINITY);
        for (index, trial) in alive {
            let mean = trial.mean();
            // Of equally good moves, the one that was played is the best.
            if mean > best.1 {
                best = (index, mean);
            }
        }
        let (best, _) = best;
        let cost = match self.trials.get(PLAYED) {
            Some(played) => self.trials[best].ahead_of(played),
            None => Mean::default(),
        };
        (best, cost)
    }

    /// Drops moves that are certainly worse than the best one, those that can't be told from it, and the worst of what
    /// is left if there are too many for the number of samples (as in sequential halving). The move that was played and
    /// the rollout policy's stay.
    fn drop_losers(&mut self) {
        let (best, _) = self.best();
        let mut rest = Vec::new();
        for index in 0..self.trials.len() {
            if index == PLAYED || index == self.usual || index == best || !self.trials[index].alive {
                continue;
            }
            let behind = self.trials[best].ahead_of(&self.trials[index]);
            let (mean, error) = (behind.mean(), behind.error());
            if mean > SURE * error || mean + 2.0 * error < NO_DIFFERENCE {
                self.trials[index].alive = false;
            } else {
                rest.push((mean, index));
            }
        }
        rest.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let most = (2.0 * WIDTH as f64 / f64::from(self.samples).sqrt()) as usize;
        for (_, index) in rest.into_iter().skip(most.max(1)) {
            self.trials[index].alive = false;
        }
        self.trials.iter_mut().filter(|trial| !trial.alive).for_each(|trial| trial.leads = Vec::new());
    }

    /// What is known of the decision so far; `None` if there was nothing to decide, or if it is not judged.
    pub(crate) fn judgement(&self) -> Option<Judgement<G::Move>>
    where
        G: Talker,
    {
        let Choice { ply, seat, played, forced, ref view } = self.choice;
        if forced || !self.judged {
            return None;
        }
        let mut judgement = Judgement {
            ply,
            seat,
            played,
            best: played,
            cost: 0.0,
            error: 0.0,
            mark: Mark::Best,
            source: Source::default(),
            why: None,
        };
        let (best, ahead) = self.best();
        let (Some(then), Some(best)) = (self.trials.get(PLAYED), self.trials.get(best)) else {
            return Some(judgement);
        };
        if best.mv != played {
            let number = f64::from(self.samples.max(1));
            let (cost, error) = (ahead.mean(), ahead.error());
            let own = (best.points - then.points) / number;
            let parts = std::array::from_fn(|part| (best.parts[part] - then.parts[part]) / number);
            let source = Source { own, others: cost - own, parts };
            judgement = Judgement { best: best.mv, cost, error, mark: Mark::of(cost, error), source, ..judgement };
        }
        if judgement.mark >= Mark::Inexact {
            judgement.why = Some(Why::of::<G>(view, &judgement));
        }
        Some(judgement)
    }

    /// What the decision did to a seat's lead, compared with the rollout policy's move.
    pub(crate) fn effect(&self, seat: Seat) -> Figure {
        if self.is_usual() { Figure::default() } else { self.effect[seat.index()].figure() }
    }

    /// The same for the points of a part.
    pub(crate) fn effect_on_part(&self, part: usize) -> Figure {
        if self.is_usual() { Figure::default() } else { self.effect_on_parts[part].figure() }
    }

    /// Whether the rollout policy is known to play the same move, or nothing else could be played.
    fn is_usual(&self) -> bool {
        self.choice.forced || !self.trials.is_empty() && self.usual == PLAYED
    }

    /// Whether all moves are compared.
    pub(crate) const fn is_judged(&self) -> bool {
        self.judged
    }

    /// The mover's lead before and after the move.
    pub(crate) fn moments(&self) -> [Spread; 2] {
        [self.before, self.after]
    }
}
