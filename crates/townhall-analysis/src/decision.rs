//! A decision: the moves that could have been played instead, and their expected results.

use tabletop::{Seat, Seed, Viewer, sorting::sort_by};
use townhall_bots::{ASPECTS, Budget, Evaluate, PARTS, Sight, Style, ThinkRng, view_rng};

use crate::{
    confirmation::Confirmation,
    continuation::{Noise, play_on},
    line::line,
    mark::{GOOD, Mark},
    reason::{Gained, Measured, Source, Why},
    stats::{Figure, Mean, Spread, round},
    timeline::{Choice, Peer},
    trial::{PLAYED, Tally, Trial},
};

/// The most moves that are compared, besides the played move and that of the rollout policy.
const WIDTH: usize = 24;
/// A move is dropped when it is behind the best by more standard errors than this.
const DROP_ERRORS: f64 = 3.0;
/// The most moves that are tried after the played one, if the seat makes several in a row.
const FOLLOW_UPS: usize = 5;
/// The number of states in which they are tried before the worse half is dropped.
const FOLLOW_UP_SAMPLES: usize = 8;
/// The number of them that are compared with the other moves.
const KEPT_FOLLOW_UPS: usize = 2;
/// The number of states in which they are tried if the seat learns something by the played move.
const LEARNED_SAMPLES: usize = 16;
/// A difference from the best move, in points, that need not be resolved.
const NEGLIGIBLE: f64 = 0.03;
/// The most states that are sampled to find one in which the choice of a peer was possible.
const PEER_SAMPLES: usize = 32;
/// The number of states that are sampled before moves are dropped for the first time.
const FIRST_LOOK: u32 = 8;
/// The number of states in which the rollout policy plays on, to check how a search expects parts to change.
const POLICY_SAMPLES: usize = 100;
/// A change of a part is a reason only if it is more than so many standard errors.
const SURE: f64 = 2.0;
/// The largest standard error of the cost with which a decision is settled, in points.
const COST_PRECISION: f64 = 0.04;
/// The largest standard error of the expected lead with which a decision is settled, in points.
const LEAD_PRECISION: f64 = 0.15;

/// A decision that is being judged, by what its seat knew then.
pub(crate) struct Decision<G: Evaluate> {
    pub(crate) choice: Choice<G>,
    rng: ThinkRng,
    /// A second random generator, for samples on which no verdict depends.
    peers_rng: ThinkRng,
    confirmation_rng: ThinkRng,
    /// The horizon of continuations.
    horizon: usize,
    /// Whether it is judged by points instead of leads.
    by_points: bool,
    /// See [`Evaluate::cost_retention`].
    cost_retention: f64,
    /// Whether the seat builds each part.
    is_own: [bool; PARTS],
    /// Whether the player is alone: then the move's effect is compared with this trial, the rollout policy's move.
    alone: bool,
    usual: usize,
    /// The moves that are compared, the one that was played first.
    trials: Vec<Trial<G::Move>>,
    /// The best moves after the played one that were found, by what the seat knows then, see [`Evaluate::goes_on`].
    follow_ups: Vec<(G::View, G::Move)>,
    samples: u32,
    /// When moves are dropped next.
    next_look: u32,
    /// Whether a search must look for a better move before there is a verdict, see [`Evaluate::IS_GUIDED`].
    needs_confirmation: bool,
    stage: Stage<G>,
}

/// How far the evaluation of a decision is.
enum Stage<G: Evaluate> {
    /// States are sampled.
    Sampling,
    /// More samples would make no difference.
    Settled,
    /// A search looks for a better move.
    Confirming(Box<Confirmation<G>>),
    /// The search has ended, and left at most two moves to compare.
    Confirmed {
        /// The error of the evaluation by the search, see [`Evaluate::guide_error`].
        guide_error: f64,
        /// [`Judgement::stake`] by the samples.
        stake: f64,
        /// [`Judgement::gained`] by the samples.
        gained: Option<Gained<G::Move>>,
        /// The advantage of the best move in every part if the rollout policy plays on, where there is a reason to give.
        checked: Vec<Measured>,
    },
}

/// The cost of a decision, and the points that were at stake in it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Price {
    /// See [`Judgement::cost`] and [`Judgement::error`].
    pub(crate) cost: Figure,
    /// See [`Judgement::stake`].
    pub(crate) stake: f64,
}

/// The verdict on a decision, as far as it is known.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement<M> {
    /// The number of the move in the record, from 0.
    pub ply: usize,
    /// The seat that decided.
    pub seat: Seat,
    /// The move that was played.
    pub played: M,
    /// The best move that was found.
    pub best: M,
    /// The advantage of the best move over the played one, in points of the expected final lead or, in games in which
    /// players build together, of the expected final points. Never negative. If a search confirmed it, only the part of it that
    /// lasts to the end.
    pub cost: f64,
    /// The standard error of the cost.
    pub error: f64,
    /// The advantage of the best move over the average of all moves that were compared, in points. It is never below the cost.
    pub stake: f64,
    /// The mark.
    pub mark: Mark,
    /// The reason for which the best move is better, if the mark is [`Mark::Inexact`] or worse.
    pub why: Option<Why>,
    /// The gain over the obvious move, if it is more than [`GOOD`] and the mark is better than [`Mark::Inexact`].
    pub gained: Option<Gained<M>>,
}

impl<G: Evaluate> Decision<G> {
    /// A forced move needs no samples, unless the decision is shown.
    pub(crate) fn new(choice: Choice<G>, shown: bool, alone: bool, seed: &Seed) -> Self {
        let rng = view_rng::<G>(seed, &choice.view);
        let [peers_rng, confirmation_rng] = [0, 1].map(|n| view_rng::<G>(&seed.child(n), &choice.view));
        let needs_confirmation = G::IS_GUIDED && !alone && !choice.forced;
        let stage = if choice.forced && !shown { Stage::Settled } else { Stage::Sampling };
        Self {
            choice,
            rng,
            peers_rng,
            confirmation_rng,
            horizon: 0,
            by_points: false,
            cost_retention: 1.0,
            is_own: [false; PARTS],
            alone,
            usual: PLAYED,
            trials: Vec::new(),
            follow_ups: Vec::new(),
            samples: 0,
            next_look: FIRST_LOOK,
            needs_confirmation,
            stage,
        }
    }

    /// Finds the moves that are to be compared. Returns how many continuations were played for that.
    fn prepare(&mut self) -> usize {
        let Choice { ref view, seat, played, forced, .. } = self.choice;
        let state = G::sample(view, &mut self.rng);
        self.horizon = G::horizon(&state);
        self.by_points = G::is_judged_by_points(&state);
        self.cost_retention = f64::from(G::cost_retention(&state));
        self.is_own = std::array::from_fn(|part| G::builders(&state, part).contains(seat));
        let pairs = if forced { Vec::new() } else { G::moves_in_a_row(&state, seat, played) };
        if !pairs.is_empty() {
            return self.prepare_pairs(&state, pairs);
        }
        let mut moves = vec![played];
        if !forced {
            let view = view.clone();
            let usual = G::rollout_move(&state, seat);
            for mv in usual.into_iter().chain(self.candidates(&view)) {
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
            if let Some(place) = moves.iter().position(|&mv| Some(mv) == usual) {
                self.usual = place;
            }
        }
        self.trials = moves.into_iter().map(|mv| Trial::new(mv, None)).collect();
        if !forced && G::goes_on(&state, played) {
            self.trials.push(Trial { is_followed: true, ..Trial::new(played, None) });
        }
        0
    }

    /// The moves of the highest value for the seat with this view, the best first.
    fn candidates(&mut self, view: &G::View) -> impl Iterator<Item = G::Move> + use<G> {
        let budget = Budget::Sims(1);
        let style =
            Style { budget, width: WIDTH, depth: 0, tree: false, prior_weight: 0.0, sight: Sight::Far };
        G::candidates(view, &style, &mut self.rng).into_iter().map(|(_, mv)| mv)
    }

    /// Prepares the comparison of moves that are followed by another one of the seat. The played move is followed by the best one
    /// that is found for it, and not by that of the rollout policy: otherwise it would be blamed for the mistakes of that move,
    /// which is judged itself.
    fn prepare_pairs(&mut self, state: &G::State, pairs: Vec<[G::Move; 2]>) -> usize {
        let Choice { seat, played, .. } = self.choice;
        let (after_played, others): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|pair| pair[0] == played);
        let follow_ups: Vec<_> =
            after_played.into_iter().take(FOLLOW_UPS).map(|[mv, then]| Trial::new(mv, Some(then))).collect();
        let view = self.choice.view.clone();
        let (follow_ups, spent) = self.best_of(&view, follow_ups, FOLLOW_UP_SAMPLES, KEPT_FOLLOW_UPS);
        let mut own: Vec<_> = follow_ups.iter().map(|trial| Trial::new(played, trial.then)).collect();
        if own.is_empty() {
            own.push(Trial::new(played, None));
        }
        // Of each move, only the best pair is compared.
        let mut seen = Vec::new();
        let others = others.into_iter().filter(|pair| {
            let is_new = pair.iter().any(|mv| !seen.contains(mv));
            seen.extend(pair);
            is_new
        });
        let others = others.take(WIDTH).map(|[mv, then]| Trial::new(mv, Some(then)));
        self.trials = own.into_iter().chain(others).collect();
        if let Some(usual) = G::rollout_move(state, seat) {
            let is_usual = |trial: &Trial<G::Move>| trial.mv == usual || trial.then == Some(usual);
            self.usual = self.trials.iter().position(is_usual).unwrap_or(PLAYED);
        }
        spent
    }

    /// The best of some moves of the seat with this view, by the continuations in some states, and how many were played: the worse
    /// half of the moves is dropped again and again, until so many are left.
    fn best_of(
        &mut self,
        view: &G::View,
        mut trials: Vec<Trial<G::Move>>,
        samples: usize,
        kept: usize,
    ) -> (Vec<Trial<G::Move>>, usize) {
        let mut spent = 0;
        while trials.len() > kept {
            for _ in 0..samples {
                let state = G::sample(view, &mut self.rng);
                let noise = Noise::draw(&mut self.rng);
                for trial in &mut trials {
                    let worth = self.worth_of(trial, state, &noise);
                    trial.worth.add(worth);
                    spent += 1;
                }
            }
            sort_by(&mut trials, |a, b| b.worth.mean().total_cmp(&a.worth.mean()));
            trials.truncate(kept.max(trials.len() / 2));
        }
        (trials, spent)
    }

    /// The best move that is found for the seat after the played one, by what it knows in this state once that is made, and how
    /// many continuations were played to find it.
    fn follow_up(&mut self, mut state: G::State) -> (Option<G::Move>, usize) {
        let Choice { seat, played, .. } = self.choice;
        G::play_unchecked(&mut state, seat, played);
        let view = G::view(&state, Viewer::Seat(seat));
        if let Some(&(_, mv)) = self.follow_ups.iter().find(|(known, _)| *known == view) {
            return (Some(mv), 0);
        }
        let mut moves: Vec<G::Move> = G::rollout_move(&state, seat).into_iter().collect();
        moves.extend(self.candidates(&view).filter(|mv| !moves.contains(mv)).collect::<Vec<_>>());
        let trials = moves.into_iter().take(FOLLOW_UPS).map(|mv| Trial::new(mv, None)).collect();
        let (best, spent) = self.best_of(&view, trials, LEARNED_SAMPLES, 1);
        let best = best.first().map(|best| best.mv);
        self.follow_ups.extend(best.map(|best| (view, best)));
        (best, spent)
    }

    /// The measure by which the decision is judged, after the moves of a trial and a continuation in a sampled state.
    fn worth_of(&self, trial: &Trial<G::Move>, mut state: G::State, noise: &Noise) -> f64 {
        let seat = self.choice.seat;
        trial.play::<G>(&mut state, seat);
        let end = play_on::<G>(state, self.horizon, noise);
        f64::from(if self.by_points { end.points[seat.index()] } else { end.leads[seat.index()] })
    }

    /// Whether more continuations would make a difference.
    pub(crate) const fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Sampling)
    }

    /// Samples states and plays on in each of them after every move that is left, until so many continuations have been
    /// played or no more are needed. Returns how many were played.
    pub(crate) fn refine(&mut self, sims: usize) -> usize {
        // At least one sample follows the preparation.
        let prepared = if self.trials.is_empty() { self.prepare() } else { 0 };
        let sims = sims.saturating_sub(prepared).max(1);
        let mut spent = 0;
        while spent < sims && self.is_open() {
            spent += self.sample();
            if self.samples >= self.next_look {
                self.look();
                self.next_look += (self.next_look / 4).max(FIRST_LOOK);
            }
        }
        prepared + spent
    }

    /// Whether it was evaluated, but a search must still look for a better move. That is so for every choice: the evaluation
    /// misses most of what a strong player loses against a stronger one.
    pub(crate) const fn is_in_doubt(&self) -> bool {
        self.needs_confirmation && self.samples > 0 && !self.is_confirmed()
    }

    const fn is_confirmed(&self) -> bool {
        matches!(self.stage, Stage::Confirmed { .. })
    }

    /// How much of its confirmation is done, from 0 to 1; `None` if it needs none.
    pub(crate) fn confirmed(&self) -> Option<f64> {
        self.needs_confirmation.then_some(match &self.stage {
            Stage::Sampling | Stage::Settled => 0.0,
            Stage::Confirming(confirmation) => confirmation.progress(),
            Stage::Confirmed { .. } => 1.0,
        })
    }

    /// Whether a confirmation has begun. It needs much memory, so it should be brought to its end.
    pub(crate) const fn is_confirming(&self) -> bool {
        matches!(self.stage, Stage::Confirming(_))
    }

    /// Plays about so many continuations to confirm the cost, after `continuations` without a guide. At the end, only the
    /// played move and the better one, if there is one, are left with their new measurements.
    pub(crate) fn confirm(&mut self, continuations: usize, sims: usize) {
        if !self.is_confirming() {
            let (moves, rng) = (self.trials.iter().map(|trial| trial.mv), self.confirmation_rng.clone());
            let begun = Confirmation::begin(&self.choice.view, moves.collect(), continuations, rng);
            let Some(begun) = begun else {
                self.needs_confirmation = false;
                return;
            };
            self.stage = Stage::Confirming(Box::new(begun));
        }
        let Stage::Confirming(confirmation) = &mut self.stage else { return };
        let Some(pair) = confirmation.refine(&self.choice, self.by_points, sims) else { return };
        let guide_error = confirmation.guide_error;
        let (stake, gained) = (self.stake(), self.gained());
        self.stage = Stage::Confirmed { guide_error, stake, gained, checked: Vec::new() };
        if pair.is_empty() {
            self.trials.truncate(1);
        } else {
            self.trials = pair;
        }
        // The rollout policy's move is no longer among them.
        self.usual = PLAYED;
        if self.mark().0 >= Mark::Inexact {
            let by_policy = self.measured_by_policy();
            if let Stage::Confirmed { checked, .. } = &mut self.stage {
                *checked = by_policy;
            }
        }
    }

    /// Samples one state, and plays on in it after every move that is left.
    fn sample(&mut self) -> usize {
        let Choice { ref view, seat, .. } = self.choice;
        let state = G::sample(view, &mut self.rng);
        let noise = Noise::draw(&mut self.rng);
        let half = (self.samples % 2) as usize;
        let peers = self.sample_peers();
        let mut played = None;
        let is_followed = self.trials.iter().any(|trial| trial.is_followed && trial.alive);
        let (then, mut continuations) = if is_followed { self.follow_up(state) } else { (None, 0) };
        for trial in self.trials.iter_mut().filter(|trial| trial.alive) {
            let mut after = state;
            trial.play::<G>(&mut after, seat);
            if let Some(then) = then.filter(|_| trial.is_followed) {
                G::play_unchecked(&mut after, seat, then);
            }
            let end = play_on::<G>(after, self.horizon, &noise);
            let mut shares = end.parts;
            for (mut after, peer) in peers.iter().filter_map(|&(peer, state)| Some((state?, peer))) {
                trial.play::<G>(&mut after, seat);
                let after = play_on::<G>(after, self.horizon, &noise);
                let parts = self.choice.peers[peer].parts.iter();
                parts.for_each(|&part| shares[part] = 0.5 * (shares[part] + after.parts[part]));
            }
            // The move that was played is the first.
            let played = played.get_or_insert((end, shares));
            trial.add(seat, self.by_points, half, &(end, shares), played);
            // Whether a peer's choice was possible in the sampled states must not decide how often samples are taken.
            continuations += 1 + peers.len();
        }
        self.samples += 1;
        continuations
    }

    /// For each [`Peer`], a possible state in which the peer has made its choice.
    ///
    /// The joint effect of two simultaneous choices is divided between the two seats by the Shapley value of two players:
    /// each choice is measured once as if it came first, while the other seat would choose as usual, and once as if it
    /// came last, after the real choice of the other seat. The mean of both is its share.
    fn sample_peers(&mut self) -> Vec<(usize, Option<G::State>)> {
        let Self { choice: Choice { ref view, ref peers, .. }, ref mut peers_rng, .. } = *self;
        let with = |peer: &Peer<G::Move>, rng: &mut ThinkRng| {
            // The choice must be possible in the state that is sampled.
            (0..PEER_SAMPLES).find_map(|_| {
                let mut state = G::sample(view, rng);
                let mut legal = false;
                G::for_each_legal_move(&state, peer.seat, |mv| legal |= mv == peer.mv);
                if legal {
                    G::play_unchecked(&mut state, peer.seat, peer.mv);
                }
                legal.then_some(state)
            })
        };
        peers.iter().enumerate().map(|(index, peer)| (index, with(peer, peers_rng))).collect()
    }

    /// The move that is left for which a measure is highest; of equally good ones, the one that was played.
    fn best_by(&self, measure: impl Fn(&Trial<G::Move>) -> f64) -> usize {
        let mut best = (PLAYED, f64::NEG_INFINITY);
        for (index, trial) in self.trials.iter().enumerate().filter(|(_, trial)| trial.alive) {
            let worth = measure(trial);
            if worth > best.1 {
                best = (index, worth);
            }
        }
        best.0
    }

    /// The best move by one half of the samples, and the best way to go on after the played one.
    fn best_of_half(&self, half: usize) -> [usize; 2] {
        let gain = |trial: &Trial<G::Move>| self.gain(&trial.halves[half]).mean();
        [self.best_by(gain), self.best_by(|trial| if self.is_played(trial) { gain(trial) } else { f64::MIN })]
    }

    /// The best move by all samples.
    fn best(&self) -> usize {
        self.best_by(|trial| trial.worth.mean())
    }

    /// The played move, with the best way to go on.
    fn own(&self) -> usize {
        self.best_by(|trial| if self.is_played(trial) { trial.worth.mean() } else { f64::MIN })
    }

    /// Whether a trial begins with the played move.
    fn is_played(&self, trial: &Trial<G::Move>) -> bool {
        trial.mv == self.choice.played
    }

    /// Drops moves that are certainly worse than the best one, those that are practically equal to it, and the worst of
    /// the others if there are too many for the number of samples (as in sequential halving). The played move stays, and
    /// so does that of the rollout policy if it is needed.
    fn look(&mut self) {
        let (best, own) = (self.best(), self.own());
        let mut rest = Vec::new();
        let mut precise = self.trials[PLAYED].lead.mean().error() <= LEAD_PRECISION;
        for index in 0..self.trials.len() {
            if index == best || !self.trials[index].alive {
                continue;
            }
            let stays = index == PLAYED || index == own || self.alone && index == self.usual;
            let behind = self.trials[best].ahead_of(&self.trials[index]);
            let (mean, error) = (behind.mean(), behind.error());
            let settled = mean > DROP_ERRORS * error || mean + 2.0 * error < NEGLIGIBLE;
            if stays {
                precise &= error <= COST_PRECISION;
            } else if settled {
                self.trials[index].alive = false;
            } else {
                precise &= error <= COST_PRECISION;
                rest.push((mean, index));
            }
        }
        sort_by(&mut rest, |(a, _), (b, _)| a.total_cmp(b));
        let most = (2.0 * WIDTH as f64 / f64::from(self.samples).sqrt()) as usize;
        for (_, index) in rest.into_iter().skip(most.max(1)) {
            self.trials[index].alive = false;
        }
        self.trials.iter_mut().filter(|trial| !trial.alive).for_each(Trial::forget);
        if precise {
            self.stage = Stage::Settled;
        }
    }

    /// The advantage of the best move over the played one. The best move is chosen by one half of the samples and measured
    /// by the other, and vice versa: otherwise the luckiest of many equally good moves would seem better than it is.
    fn crossed(&self, measure: impl Fn(&Tally) -> Mean) -> Figure {
        let Figure { mean, error } = self.sampled(measure);
        Figure { mean, error: error.hypot(self.lasting() * self.guide_error()) }
    }

    /// As [`Self::crossed`], with the error of the samples only.
    fn sampled(&self, measure: impl Fn(&Tally) -> Mean) -> Figure {
        let [even, odd] = [0, 1].map(|half| {
            let [best, own] =
                self.best_of_half(half).map(|index| self.ahead_of_played(index, 1 - half, &measure));
            best.mean - own.mean
        });
        let errors = [self.best(), self.own()].map(|index| {
            let [even, odd] = [0, 1].map(|half| self.ahead_of_played(index, half, &measure).error);
            0.5 * even.hypot(odd)
        });
        let error = errors[0].hypot(errors[1]);
        let lasting = self.lasting();
        Figure { mean: lasting * 0.5 * (even + odd), error: lasting * error }
    }

    /// By how much a trial is ahead of the first one, with which all are compared, in one half of the samples.
    fn ahead_of_played(&self, index: usize, half: usize, measure: impl Fn(&Tally) -> Mean) -> Figure {
        self.trials
            .get(index)
            .filter(|_| index != PLAYED)
            .map_or_else(Figure::default, |trial| measure(&trial.halves[half]).figure())
    }

    /// The error of the evaluation of a confirmed cost; zero if there was no confirmation.
    const fn guide_error(&self) -> f64 {
        if let Stage::Confirmed { guide_error, .. } = self.stage { guide_error } else { 0.0 }
    }

    /// The share of differences that counts as cost: of what a confirmation finds, the part that remains at the end of the
    /// game. Its evaluation looks only some rounds ahead, and until the end players make up for a part of the difference.
    const fn lasting(&self) -> f64 {
        if self.is_confirmed() { self.cost_retention } else { 1.0 }
    }

    /// The advantage of a move for the mover over the played one.
    fn gain(&self, tally: &Tally) -> Mean {
        let mover = self.choice.seat.index();
        if self.by_points { tally.points[mover] } else { tally.leads[mover] }
    }

    /// The cost of the decision for its seat, in points; `None` if it is not significantly above zero.
    fn cost(&self) -> Option<Figure> {
        let cost = self.crossed(|tally| self.gain(tally));
        let decided = !self.choice.forced && self.best() != self.own() && !self.wins_more_often();
        (decided && cost.mean > cost.error && !self.is_alike()).then_some(cost)
    }

    /// Whether the best move only differs from the played one by a symmetry of the game.
    fn is_alike(&self) -> bool {
        let Choice { ref view, played, .. } = self.choice;
        self.trials.get(self.best()).is_some_and(|best| G::is_alike(view, played, best.mv))
    }

    /// Whether the played move surely wins more often than the one with the most expected points, which helps others even more. Then
    /// it is no mistake.
    fn wins_more_often(&self) -> bool {
        let Figure { mean, error } = self.sampled(|tally| tally.wins[self.choice.seat.index()]);
        self.by_points && mean < -SURE * error
    }

    /// By how much the best move is better than the average of all that were compared, in points.
    fn stake(&self) -> f64 {
        if let Stage::Confirmed { stake, .. } = self.stage {
            return self.lasting() * stake;
        }
        // Each is compared with the played move in the same states, since dropped moves were tried in fewer.
        let gains = self.trials.iter().map(|trial| {
            let [even, odd] = trial.halves.each_ref().map(|half| self.gain(half).mean());
            0.5 * (even + odd)
        });
        let (best, sum) = gains.fold((0.0f64, 0.0), |(best, sum), gain| (best.max(gain), sum + gain));
        best - sum / self.trials.len().max(1) as f64
    }

    /// The mark and the cost.
    fn mark(&self) -> (Mark, Figure) {
        let Figure { mean, error } = self.cost().unwrap_or_default();
        let cost = Figure { mean: round(mean), error: round(error) };
        (Mark::of(cost.mean, cost.error), cost)
    }

    /// The cost and the stake, as far as they are known; `None` for a forced move, before the first sample, and while it is in
    /// doubt. Reasons take much longer.
    pub(crate) fn price(&self) -> Option<Price> {
        if self.choice.forced || self.samples == 0 || self.is_in_doubt() {
            return None;
        }
        let (_, cost) = self.mark();
        Some(Price { cost, stake: round(self.stake()).max(cost.mean) })
    }

    /// The verdict, if there is a [price](Self::price).
    pub(crate) fn judgement(&self) -> Option<Judgement<G::Move>> {
        let Choice { ply, seat, played, ref view, .. } = self.choice;
        let Price { cost, stake } = self.price()?;
        let mark = Mark::of(cost.mean, cost.error);
        let best = self.trials.get(self.best()).filter(|_| cost.mean > 0.0).map_or(played, |best| best.mv);
        let why = (mark >= Mark::Inexact).then(|| {
            let own = self.crossed(|tally| tally.points[seat.index()]).mean;
            let parts = std::array::from_fn(|part| self.crossed(|tally| tally.parts[part]).mean);
            let others = self.crossed(|tally| tally.leads[seat.index()]).mean - own;
            let compared = [self.own(), self.best()].map(|index| &self.trials[index]);
            let chances = compared.map(|trial| trial.win.mean());
            let line = line::<G>(view, seat, compared[1], self.confirmation_rng.clone());
            let (by_points, measured) = (self.by_points, self.measured());
            let source = Source { cost: cost.mean, own, others, parts, chances, line, by_points, measured };
            Why::of::<G>(view, compared, source)
        });
        let gained = if mark < Mark::Inexact { self.gained() } else { None };
        Some(Judgement {
            ply,
            seat,
            played,
            best,
            cost: cost.mean,
            error: cost.error,
            stake,
            mark,
            why,
            gained,
        })
    }

    /// The advantage of the best move over the played one in every part, by aspect and as a whole.
    fn measured(&self) -> Vec<Measured> {
        let mut all = self.measured_by(|of| self.sampled(of));
        // The search plays on in other ways than the rollout policy. Whether a change is a gain is only sure if both agree.
        if let Stage::Confirmed { checked, .. } = &self.stage {
            for one in &mut all {
                let same = |other: &&Measured| (other.part, other.aspect) == (one.part, one.aspect);
                let other = checked.iter().find(same).filter(|other| other.is_sure);
                one.is_sure &= other.is_none_or(|other| other.points.mean * one.points.mean > 0.0);
            }
        }
        all
    }

    /// The advantage of the best move over the played one if the rollout policy plays on.
    fn measured_by_policy(&self) -> Vec<Measured> {
        let Choice { ref view, seat, .. } = self.choice;
        let (mut rng, mut tally) = (self.confirmation_rng.clone(), Tally::default());
        for _ in 0..POLICY_SAMPLES {
            let state = G::sample(view, &mut rng);
            let noise = Noise::draw(&mut rng);
            let [played, best] = [self.own(), self.best()].map(|index| {
                let mut after = state;
                self.trials[index].play::<G>(&mut after, seat);
                let end = play_on::<G>(after, self.horizon, &noise);
                (end, end.parts)
            });
            tally.add(&best, &played);
        }
        self.measured_by(|of| of(&tally).figure())
    }

    /// The advantage of a move in every part, by aspect and as a whole, with a way to get the figure for a measure.
    fn measured_by(&self, figure: impl Fn(&dyn Fn(&Tally) -> Mean) -> Figure) -> Vec<Measured> {
        let aspects = || (0..ASPECTS).map(Some).chain([None]);
        let all = (0..PARTS).flat_map(|part| aspects().map(move |aspect| (part, aspect)));
        let measured = all.map(|(part, aspect)| {
            let points = figure(&|tally| match aspect {
                Some(aspect) => tally.aspects.get(part).map_or_else(Mean::default, |of| of[aspect]),
                None => tally.parts[part],
            });
            let is_sure = points.mean.abs() > SURE * points.error;
            Measured { part, aspect, is_own: self.is_own[part], points, is_sure }
        });
        measured.filter(|one| one.points.mean != 0.0).collect()
    }

    /// The advantage of the played move over the rollout policy's, in the evaluation.
    fn gained(&self) -> Option<Gained<G::Move>> {
        if let Stage::Confirmed { gained, .. } = self.stage {
            return gained;
        }
        let usual = self.trials.get(self.usual).filter(|_| self.usual != PLAYED)?;
        let [even, odd] = usual.halves.each_ref().map(|half| self.gain(half).figure());
        let points = round(-0.5 * (even.mean + odd.mean) - 0.5 * even.error.hypot(odd.error));
        (points > GOOD).then_some(Gained { over: usual.mv, points })
    }

    /// The effect of the decision on a seat's lead, compared with the best move. Without a confirmation it is zero if the mark
    /// is better than [`Mark::Inexact`]: smaller costs are within the error of the evaluation, and there are many of them.
    ///
    /// Costs are multiplied by [`Evaluate::cost_retention`], so that a point here is a point of the result. The mean of all
    /// leads is subtracted: it measures the spread of the table, and not the quality of a player. With two seats it is
    /// always 0.
    ///
    /// The moves of a player alone are compared with the rollout policy's move: the value before the move is the result of
    /// the rollout policy, and there are no opponents with chances of their own.
    pub(crate) fn effect(&self, seat: Seat) -> Figure {
        let Figure { mean, error } = self.effect_on(|tally| match self.alone {
            true => tally.leads[seat.index()],
            false => tally.standings[seat.index()],
        });
        Figure { mean: self.cost_retention * mean, error: self.cost_retention * error }
    }

    /// The effect of the decision on the points of a part: the mover's share of it.
    pub(crate) fn effect_on_part(&self, part: usize) -> Figure {
        self.effect_on(|tally| tally.shares[part])
    }

    /// The effect of the played move, compared with a better one. One half of the samples determines the best move and
    /// whether the difference counts, the other half its size, and vice versa: otherwise random errors would count most.
    fn effect_on(&self, measure: impl Fn(&Tally) -> Mean) -> Figure {
        if self.is_in_doubt() {
            return Figure::default();
        }
        let halves = [0, 1].map(|half| {
            let [best, own] = self.best_of_half(half);
            let compared = if self.alone { self.usual } else { best };
            let difference = |half: usize, measure: &dyn Fn(&Tally) -> Mean| {
                let [one, other] = [compared, own].map(|index| self.ahead_of_played(index, half, measure));
                Figure { mean: one.mean - other.mean, error: one.error.hypot(other.error) }
            };
            let cost = difference(half, &|tally| self.gain(tally));
            let counts =
                self.alone || self.is_confirmed() || Mark::of(cost.mean, cost.error) >= Mark::Inexact;
            (compared != own && counts).then(|| difference(1 - half, &measure))
        });
        let [one, other] = halves.map(Option::unwrap_or_default);
        let counted = one != Figure::default() || other != Figure::default();
        let bias = if counted { self.guide_error() } else { 0.0 };
        Figure {
            mean: -0.5 * (one.mean + other.mean),
            error: (0.5 * one.error.hypot(other.error)).hypot(bias),
        }
    }

    /// The mover's lead before the move, if the move with which it is compared is played, and after it.
    pub(crate) fn moments(&self) -> Option<[&Spread; 2]> {
        let best = match self.alone {
            true => self.usual,
            false if self.is_confirmed() => self.best(),
            false if self.mark().0 >= Mark::Inexact && !self.is_in_doubt() => self.best(),
            false => self.own(),
        };
        (self.samples > 0).then(|| [best, self.own()].map(|index| &self.trials[index].lead))
    }
}
