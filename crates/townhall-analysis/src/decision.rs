//! One decision: what else could have been played, and what it would have come to.

use tabletop::{Seat, Seed, sorting::sort_by};
use townhall_bots::{Budget, Evaluate, PARTS, Style, Talker, ThinkRng, view_rng};

use crate::{
    continuation::{End, Noise, play_on},
    mark::Mark,
    reason::{Source, Why},
    report::round,
    stats::{Figure, Mean, Spread},
    timeline::{Choice, Peer},
};

/// The most moves that are compared, the one that was played and the rollout policy's not counted.
const WIDTH: usize = 24;
/// A move is dropped when it is behind the best by so many standard errors.
const SURE: f64 = 3.0;
/// A move that differs from the best by less than this, in points, need not be told from it.
const NO_DIFFERENCE: f64 = 0.03;
/// How many states are sampled to find one in which somebody else's choice was possible.
const TRIES: usize = 32;
/// How many states are sampled before any move is dropped.
const FEW: u32 = 8;
/// No more continuations are needed once the cost is known up to this standard error, in points …
const PRECISE_COST: f64 = 0.04;
/// … and the expected lead up to this one.
const PRECISE_LEAD: f64 = 0.15;

/// A move that is being compared.
struct Trial<M> {
    mv: M,
    alive: bool,
    /// What decisions are judged by, in each sampled state: the mover's expected lead, or its points.
    worths: Vec<f32>,
    worth: Mean,
    lead: Spread,
    /// How it compares with the move that was played, over the even and over the odd samples.
    halves: [Tally; 2],
}

/// By how much a move is better than the one that was played, over some samples.
#[derive(Clone, Copy, Default)]
struct Tally {
    leads: [Mean; Seat::MAX],
    /// The leads less the mean of all leads, see [`Decision::effect`].
    standings: [Mean; Seat::MAX],
    points: [Mean; Seat::MAX],
    parts: [Mean; PARTS],
    /// The mover's share of what it does to parts that several build, see [`Decision::sample_peers`].
    shares: [Mean; PARTS],
}

impl Tally {
    fn add(&mut self, (one, share): &(End, [f32; PARTS]), (played, played_share): &(End, [f32; PARTS])) {
        fn differences<const N: usize>(means: &mut [Mean; N], one: &[f32; N], other: &[f32; N]) {
            let both = one.iter().zip(other);
            means.iter_mut().zip(both).for_each(|(mean, (a, b))| mean.add(f64::from(a - b)));
        }
        differences(&mut self.leads, &one.leads, &played.leads);
        differences(&mut self.standings, &one.standings, &played.standings);
        differences(&mut self.points, &one.points, &played.points);
        differences(&mut self.parts, &one.parts, &played.parts);
        differences(&mut self.shares, share, played_share);
    }
}

impl<M> Trial<M> {
    fn new(mv: M) -> Self {
        let halves = [Tally::default(); 2];
        Self { mv, alive: true, worths: Vec::new(), worth: Mean::default(), lead: Spread::default(), halves }
    }

    /// By how much this move is better than another, over the states in which both were tried.
    fn ahead_of(&self, other: &Self) -> Mean {
        let mut mean = Mean::default();
        self.worths.iter().zip(&other.worths).for_each(|(one, other)| mean.add(f64::from(one - other)));
        mean
    }
}

/// A decision that is being judged, by what its seat knew then.
pub(crate) struct Decision<G: Evaluate> {
    pub(crate) choice: Choice<G>,
    rng: ThinkRng,
    /// Another generator for what no verdict depends on.
    peers_rng: ThinkRng,
    /// How far continuations go.
    horizon: usize,
    /// Whether it is judged by points instead of leads.
    by_points: bool,
    /// How much of the cost lasts, see [`Evaluate::lasting`].
    lasting: f64,
    /// Whether the player is alone: then the move's effect is compared with this trial, the rollout policy's move.
    alone: bool,
    usual: usize,
    /// The moves that are compared, the one that was played first.
    trials: Vec<Trial<G::Move>>,
    samples: u32,
    /// When moves are dropped next.
    next_look: u32,
    /// Whether more samples would make no difference.
    is_settled: bool,
}

/// Where the move that was played stands among the trials.
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
    /// By how much it is better, in points; never negative. Of the expected final lead or, in games in which players build
    /// together, of the expected final points.
    pub cost: f64,
    /// The standard error of the cost.
    pub error: f64,
    /// The mark.
    pub mark: Mark,
    /// Why the best move is better, if the decision is worth a word: from [`Mark::Inexact`] on.
    pub why: Option<Why>,
}

impl<G: Evaluate> Decision<G> {
    /// Of a decision that is not shown, a forced move needs no samples.
    pub(crate) fn new(choice: Choice<G>, shown: bool, alone: bool, seed: &Seed) -> Self {
        let (rng, is_settled) = (view_rng::<G>(seed, &choice.view), choice.forced && !shown);
        let peers_rng = view_rng::<G>(&seed.child(0), &choice.view);
        Self {
            choice,
            rng,
            peers_rng,
            horizon: 0,
            by_points: false,
            lasting: 1.0,
            alone,
            usual: PLAYED,
            trials: Vec::new(),
            samples: 0,
            next_look: FEW,
            is_settled,
        }
    }

    /// Finds the moves that are to be compared.
    fn prepare(&mut self) {
        let Choice { ref view, seat, played, forced, .. } = self.choice;
        let state = G::sample(view, &mut self.rng);
        self.horizon = G::horizon(&state);
        self.by_points = G::is_judged_by_points(&state);
        self.lasting = f64::from(G::lasting(&state));
        let mut moves = vec![played];
        if !forced {
            let budget = Budget::Sims(1);
            let style = Style { budget, width: WIDTH, depth: 0, tree: false, trust: 0.0, noise: 0.0 };
            let candidates = G::candidates(view, &style, &mut self.rng);
            let usual = G::rollout_move(&state, seat);
            for mv in usual.into_iter().chain(candidates.into_iter().map(|(_, mv)| mv)) {
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
            if let Some(place) = moves.iter().position(|&mv| Some(mv) == usual) {
                self.usual = place;
            }
        }
        self.trials = moves.into_iter().map(Trial::new).collect();
    }

    /// Whether more continuations would make a difference.
    pub(crate) const fn is_open(&self) -> bool {
        !self.is_settled
    }

    /// Samples states and plays on in each of them after every move that is left, until so many continuations have been
    /// played or no more are needed. Returns how many were played.
    pub(crate) fn refine(&mut self, sims: usize) -> usize {
        if self.trials.is_empty() {
            self.prepare();
        }
        let mut spent = 0;
        while spent < sims && self.is_open() {
            spent += self.sample();
            if self.samples >= self.next_look {
                self.look();
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
        let half = (self.samples % 2) as usize;
        let peers = self.sample_peers();
        let mut played = None;
        let mut continuations = 0;
        for trial in self.trials.iter_mut().filter(|trial| trial.alive) {
            let end = play_on::<G>(&state, Some((seat, trial.mv)), self.horizon, &noise);
            let lead = end.leads[seat.index()];
            let worth = if self.by_points { end.points[seat.index()] } else { lead };
            trial.worths.push(worth);
            trial.worth.add(worth.into());
            trial.lead.add(lead.into(), end.squares[seat.index()].into());
            let mv = Some((seat, trial.mv));
            let mut shares = end.parts;
            for (state, peer) in peers.iter().filter_map(|(peer, state)| Some((state.as_ref()?, *peer))) {
                let after = play_on::<G>(state, mv, self.horizon, &noise);
                let parts = self.choice.peers[peer].parts.iter();
                parts.for_each(|&part| shares[part] = 0.5 * (shares[part] + after.parts[part]));
            }
            // The move that was played is the first.
            trial.halves[half].add(&(end, shares), played.get_or_insert((end, shares)));
            // Whether a peer's choice was possible in the sampled states must not decide how often samples are taken.
            continuations += 1 + peers.len();
        }
        self.samples += 1;
        continuations
    }

    /// For everybody who chose at the same time and builds something together with the mover, a possible state in which
    /// that choice has been made.
    ///
    /// What two choices that nobody saw before come to together is shared between those who made them (the Shapley value
    /// of two players): each is measured once as if it came first, while the other would choose as usual, and once as if
    /// it came last, when the other has chosen what was really chosen. The mean of both is its share.
    fn sample_peers(&mut self) -> Vec<(usize, Option<G::State>)> {
        let Self { choice: Choice { ref view, ref peers, .. }, ref mut peers_rng, .. } = *self;
        let with = |peer: &Peer<G::Move>, rng: &mut ThinkRng| {
            // The choice must be possible in the state that is sampled.
            (0..TRIES).find_map(|_| {
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

    /// The best move, as far as one half of the samples tells.
    fn best_of_half(&self, half: usize) -> usize {
        self.best_by(|trial| self.gain(&trial.halves[half]).mean())
    }

    /// The best move, as far as is known.
    fn best(&self) -> usize {
        self.best_by(|trial| trial.worth.mean())
    }

    /// Drops moves that are certainly worse than the best one, those that can't be told from it, and the worst of what
    /// is left if there are too many for the number of samples (as in sequential halving). The move that was played
    /// stays, and so does the rollout policy's if it is needed.
    fn look(&mut self) {
        let best = self.best();
        let mut rest = Vec::new();
        let mut precise = self.trials[PLAYED].lead.mean().error() <= PRECISE_LEAD;
        for index in 0..self.trials.len() {
            if index == best || !self.trials[index].alive {
                continue;
            }
            let behind = self.trials[best].ahead_of(&self.trials[index]);
            let (mean, error) = (behind.mean(), behind.error());
            let settled = mean > SURE * error || mean + 2.0 * error < NO_DIFFERENCE;
            if index == PLAYED || self.alone && index == self.usual {
                precise &= error <= PRECISE_COST;
            } else if settled {
                self.trials[index].alive = false;
            } else {
                precise &= error <= PRECISE_COST;
                rest.push((mean, index));
            }
        }
        sort_by(&mut rest, |(a, _), (b, _)| a.total_cmp(b));
        let most = (2.0 * WIDTH as f64 / f64::from(self.samples).sqrt()) as usize;
        for (_, index) in rest.into_iter().skip(most.max(1)) {
            self.trials[index].alive = false;
        }
        self.trials.iter_mut().filter(|trial| !trial.alive).for_each(|trial| trial.worths = Vec::new());
        self.is_settled = precise;
    }

    /// By how much the best move is better than the one that was played. It is chosen by one half of the samples and
    /// measured by the other, and the other way round: otherwise the luckiest of many equally good moves would seem
    /// better than it is.
    fn crossed(&self, measure: impl Fn(&Tally) -> Mean) -> Figure {
        let [even, odd] = [0, 1].map(|half| {
            let best = self.best_of_half(half);
            self.trials.get(best).map_or_else(Mean::default, |trial| measure(&trial.halves[1 - half]))
        });
        let error = self.trials.get(self.best()).map_or(0.0, |best| {
            let [even, odd] = best.halves.each_ref().map(|half| measure(half).error());
            0.5 * even.hypot(odd)
        });
        Figure { mean: 0.5 * (even.mean() + odd.mean()), error }
    }

    /// By how much a move is better for the mover than the one that was played.
    fn gain(&self, tally: &Tally) -> Mean {
        let mover = self.choice.seat.index();
        if self.by_points { tally.points[mover] } else { tally.leads[mover] }
    }

    /// What the decision cost its seat, in points; nothing if that can't be told from nothing.
    fn cost(&self) -> Option<Figure> {
        let cost = self.crossed(|tally| self.gain(tally));
        let decided = !self.choice.forced && self.best() != PLAYED;
        (decided && cost.mean > cost.error).then_some(cost)
    }

    /// The mark, and what the decision cost.
    fn mark(&self) -> (Mark, Figure) {
        let Figure { mean, error } = self.cost().unwrap_or_default();
        let cost = Figure { mean: round(mean), error: round(error) };
        (Mark::of(cost.mean, cost.error), cost)
    }

    /// What is known of the decision so far; `None` if there was nothing to decide, or if nobody has looked at it yet.
    pub(crate) fn judgement(&self) -> Option<Judgement<G::Move>>
    where
        G: Talker,
    {
        let Choice { ply, seat, played, forced, ref view, .. } = self.choice;
        if forced || self.samples == 0 {
            return None;
        }
        let (mark, cost) = self.mark();
        let best = self.trials.get(self.best()).filter(|_| cost.mean > 0.0).map_or(played, |best| best.mv);
        let why = (mark >= Mark::Inexact).then(|| {
            let own = self.crossed(|tally| tally.points[seat.index()]).mean;
            let parts = std::array::from_fn(|part| self.crossed(|tally| tally.parts[part]).mean);
            let others = self.crossed(|tally| tally.leads[seat.index()]).mean - own;
            Why::of::<G>(view, seat, played, best, &Source { own, others, parts })
        });
        Some(Judgement { ply, seat, played, best, cost: cost.mean, error: cost.error, mark, why })
    }

    /// What the decision did to a seat's lead, compared with the best move: nothing unless it is at least
    /// [`Mark::Inexact`]. Smaller costs are within what the evaluation itself may be wrong by, and there are many of them.
    ///
    /// Only what lasts of it is counted, so that a point here is a point of the result. Of the leads, the mean of all seats is
    /// left out: it says how far the table has drawn apart, and not who played better than whom. With two seats it is
    /// always 0.
    ///
    /// Of a player who is alone, compared with the rollout policy's move: the value before the move is what the rollout
    /// policy would come to, and there are no opponents whose chances to do better outweigh those of the player.
    pub(crate) fn effect(&self, seat: Seat) -> Figure {
        let Figure { mean, error } = self.effect_on(|tally| match self.alone {
            true => tally.leads[seat.index()],
            false => tally.standings[seat.index()],
        });
        Figure { mean: self.lasting * mean, error: self.lasting * error }
    }

    /// The same for the points of a part: the mover's share of it.
    pub(crate) fn effect_on_part(&self, part: usize) -> Figure {
        self.effect_on(|tally| tally.shares[part])
    }

    /// What the move that was played did, compared with a better one. One half of the samples tells which move is the best and
    /// whether the difference counts, the other how large it is, and the other way round: otherwise what chance
    /// made seem large would count most.
    fn effect_on(&self, measure: impl Fn(&Tally) -> Mean) -> Figure {
        let halves = [0, 1].map(|half| {
            let compared = if self.alone { self.usual } else { self.best_of_half(half) };
            let trial = self.trials.get(compared)?;
            let cost = self.gain(&trial.halves[half]);
            let counts = self.alone || Mark::of(cost.mean(), cost.error()) >= Mark::Inexact;
            (compared != PLAYED && counts).then(|| measure(&trial.halves[1 - half]).figure())
        });
        let [one, other] = halves.map(Option::unwrap_or_default);
        Figure { mean: -0.5 * (one.mean + other.mean), error: 0.5 * one.error.hypot(other.error) }
    }

    /// The mover's lead before the move, if the move with which it is compared is played, and after it.
    pub(crate) fn moments(&self) -> Option<[&Spread; 2]> {
        let best = match self.alone {
            true => self.usual,
            false if self.mark().0 >= Mark::Inexact => self.best(),
            false => PLAYED,
        };
        (self.samples > 0).then(|| [best, PLAYED].map(|index| &self.trials[index].lead))
    }
}
