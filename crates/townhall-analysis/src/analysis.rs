//! The analysis of a finished game, step by step.

use tabletop::{Record, RecordError, Seat, SeatSet, Seed};
use townhall_bots::{Budget, BudgetTimer, Clock, Evaluate, PARTS, ThinkRng, view_rng};

use crate::{
    continuation::{Noise, play_on},
    decision::{Decision, Judgement},
    stats::{Mean, Spread},
    timeline::{Choice, Timeline},
};

/// The number of continuations that a task gets in its turn.
const SIMS_PER_TURN: usize = 96;
/// The weight in the budget of a task that is judged. A decision that is not judged has the weight 1, and so gets one turn
/// in so many.
const JUDGED_WEIGHT: usize = 6;
/// An outset is settled once the standard error of its expected lead is at most this, in points.
const OUTSET_PRECISION: f64 = 0.1;
/// The fewest samples of an outset. The first two may have equal results by chance, without an error.
const OUTSET_FEWEST: u32 = 16;
/// The most continuations of a task, with a budget in time.
const MOST_SIMS: usize = 10_000;
/// The number of continuations for each judged moment with which marks are stable.
const SIMS_PER_MOMENT: usize = 500;

/// The analysis of a finished game. It can be stopped at any time, and reports its results so far.
///
/// An analysis consists of [tasks](Analysis::tasks), which don't depend on each other: each evaluates one moment of the game from
/// the knowledge of one seat at that time. They can be worked on in any order and on any number of threads, and with as many
/// continuations each they give the same result.
pub struct Analysis<G: Evaluate> {
    pub(crate) variant: String,
    pub(crate) players: usize,
    pub(crate) seats: usize,
    /// Whether every decision of a seat is judged.
    pub(crate) judged: SeatSet,
    pub(crate) leads: [f32; Seat::MAX],
    pub(crate) parts: [f32; PARTS],
    pub(crate) builders: Vec<Vec<Seat>>,
    pub(crate) plies: usize,
    /// See [`Evaluate::missed`].
    pub(crate) missed: f64,
    pub(crate) tasks: Vec<Task<G>>,
    /// The index of the next task, and the number of completed rounds over all tasks.
    next: usize,
    round: usize,
}

/// One moment of a game that is evaluated.
pub struct Task<G: Evaluate> {
    pub(crate) kind: Kind<G>,
    /// Its share of a budget, relative to the other tasks.
    weight: usize,
    /// The sum of the weights of all tasks of the analysis.
    weights: usize,
    /// The number of continuations played so far.
    spent: usize,
}

// The sizes differ, but nearly all tasks are decisions.
#[allow(clippy::large_enum_variant)]
pub(crate) enum Kind<G: Evaluate> {
    Outset(Outset<G>),
    Decision(Decision<G>),
}

/// The expected result of a seat before the first move, from its knowledge at that time.
pub(crate) struct Outset<G: Evaluate> {
    pub(crate) seat: Seat,
    view: G::View,
    rng: ThinkRng,
    pub(crate) lead: Spread,
    pub(crate) parts: [Mean; PARTS],
}

impl<G: Evaluate> Outset<G> {
    fn is_open(&self) -> bool {
        self.lead.mean().number() < OUTSET_FEWEST || self.lead.mean().error() > OUTSET_PRECISION
    }

    fn refine(&mut self, sims: usize) -> usize {
        let mut spent = 0;
        while spent < sims && self.is_open() {
            let state = G::sample(&self.view, &mut self.rng);
            let noise = Noise::draw(&mut self.rng);
            let end = play_on::<G>(state, G::horizon(&state), &noise);
            let seat = self.seat.index();
            self.lead.add(end.leads[seat].into(), end.squares[seat].into());
            self.parts.iter_mut().zip(end.parts).for_each(|(mean, points)| mean.add(points.into()));
            spent += 1;
        }
        spent
    }
}

impl<G: Evaluate> Task<G> {
    /// Its part of a budget for the whole analysis, in continuations.
    fn part(&self, budget: Budget) -> usize {
        match budget {
            Budget::Sims(sims) => {
                let part = (u64::from(sims) * self.weight as u64).div_ceil(self.weights.max(1) as u64);
                usize::try_from(part).unwrap_or(usize::MAX)
            }
            Budget::Millis(_) => MOST_SIMS,
        }
    }

    /// How many continuations are left of its part of a budget.
    fn due(&self, budget: Budget) -> usize {
        if self.is_open() { self.part(budget).saturating_sub(self.spent) } else { 0 }
    }

    /// Whether more continuations would make a difference.
    #[must_use]
    pub fn is_open(&self) -> bool {
        match &self.kind {
            Kind::Outset(outset) => outset.is_open(),
            Kind::Decision(decision) => decision.is_open(),
        }
    }

    /// Whether it has its turn in this round.
    fn is_due(&self, round: usize) -> bool {
        self.weight > 1 || round % JUDGED_WEIGHT == 0
    }

    /// Whether nothing is left to do within a budget.
    fn is_done(&self, budget: Budget) -> bool {
        self.due(budget) == 0 && !matches!(&self.kind, Kind::Decision(decision) if decision.is_in_doubt())
    }

    /// Plays about a hundred continuations, or fewer if no more are due.
    fn work(&mut self, budget: Budget) {
        // The last continuations of a task may exceed its part: a confirmation must not grow with that.
        let (due, spent) = (self.due(budget), self.spent.min(self.part(budget)));
        let sims = due.min(SIMS_PER_TURN);
        self.spent += match &mut self.kind {
            Kind::Outset(outset) => outset.refine(sims),
            Kind::Decision(decision) if due > 0 => decision.refine(sims),
            Kind::Decision(decision) => {
                decision.confirm(spent, SIMS_PER_TURN);
                0
            }
        };
    }

    /// Whether it should be worked on next, whatever else is left to do: it needs much memory until then.
    fn is_urgent(&self) -> bool {
        matches!(&self.kind, Kind::Decision(decision) if decision.is_confirming())
    }

    /// How much of it is done, from 0 to 1.
    fn progress(&self, budget: Budget) -> f64 {
        let due = self.due(budget);
        let sampled = if due == 0 { 1.0 } else { self.spent as f64 / (self.spent + due) as f64 };
        match &self.kind {
            _ if self.is_done(budget) => 1.0,
            Kind::Decision(decision) => {
                decision.confirmed().map_or(sampled, |confirmed| 0.5 * (sampled + confirmed))
            }
            Kind::Outset(_) => sampled,
        }
    }
}

/// Works on tasks of one analysis in turns, until a budget is used up or nothing is left to do. A budget in simulated
/// continuations is one for all tasks of the analysis, of which each has its part: so it does not matter which of them
/// are worked on here, and which on another thread. Confirmations are not part of it.
pub fn refine<G: Evaluate>(tasks: &mut [&mut Task<G>], budget: Budget, clock: &dyn Clock) {
    let timer = BudgetTimer::start(budget, clock);
    for round in 0.. {
        let mut left = false;
        for task in tasks.iter_mut().filter(|task| !task.is_done(budget)) {
            left = true;
            let mut turn = task.is_due(round);
            while turn {
                if timer.used() >= 1.0 {
                    return;
                }
                task.work(budget);
                turn = task.is_urgent();
            }
        }
        if !left {
            return;
        }
    }
}

impl<G: Evaluate> Analysis<G> {
    /// Begins the analysis of a finished game. The decisions of the seats in `judged` are judged; those of the others
    /// are evaluated only as far as the result has to be split. The seed is that of the samples.
    ///
    /// # Errors
    /// The record is not valid, or the game is not over.
    pub fn new(record: &Record<G>, judged: SeatSet, seed: &Seed) -> Result<Self, RecordError> {
        let timeline = Timeline::of(record)?;
        let outsets = Seat::all(timeline.players).zip(timeline.outsets).map(|(seat, view)| {
            let rng = view_rng::<G>(seed, &view);
            let outset = Outset { seat, view, rng, lead: Spread::default(), parts: Default::default() };
            Task { kind: Kind::Outset(outset), weight: JUDGED_WEIGHT, weights: 0, spent: 0 }
        });
        let decisions = timeline.choices.into_iter().map(|choice| {
            let weight = if judged.contains(choice.seat) { JUDGED_WEIGHT } else { 1 };
            Task {
                kind: Kind::Decision(Decision::new(choice, weight > 1, timeline.players == 1, seed)),
                weight,
                weights: 0,
                spent: 0,
            }
        });
        let mut tasks: Vec<Task<G>> = outsets.chain(decisions).collect();
        let weights = tasks.iter().map(|task| task.weight).sum();
        tasks.iter_mut().for_each(|task| task.weights = weights);
        Ok(Self {
            variant: G::variant(&record.setup).to_string(),
            players: timeline.players,
            seats: timeline.seats,
            judged,
            leads: timeline.leads,
            parts: timeline.parts,
            builders: timeline.builders,
            plies: record.moves().count(),
            missed: G::missed(&G::start(&record.setup)).into(),
            tasks,
            next: 0,
            round: 0,
        })
    }

    /// The tasks, for callers that work on them on several threads: see [`refine`].
    pub fn tasks(&mut self) -> &mut [Task<G>] {
        &mut self.tasks
    }

    /// Works for as long as the budget lasts, or until nothing is left to do.
    pub fn run(&mut self, budget: Budget, clock: impl Clock) {
        refine(&mut self.tasks.iter_mut().collect::<Vec<_>>(), budget, &clock);
    }

    /// Works on a task on which something is left to do, for about a hundred continuations, so that partial results can be
    /// shown in between. The next call turns to the next task, but a confirmation is brought to its end first. Returns
    /// `false` if nothing is left to do; then it has come to the same as [`refine`] with a budget in continuations. Of a
    /// budget in time, nothing is measured here.
    pub fn step(&mut self, budget: Budget) -> bool {
        // Within this many rounds, every task has its turn once.
        for _ in 0..JUDGED_WEIGHT * self.tasks.len() {
            let task = &mut self.tasks[self.next];
            let works = task.is_due(self.round) && !task.is_done(budget);
            if works {
                task.work(budget);
            }
            if !task.is_urgent() {
                self.next = (self.next + 1) % self.tasks.len();
                self.round += usize::from(self.next == 0);
            }
            if works {
                return true;
            }
        }
        false
    }

    /// A budget with which marks are stable.
    #[must_use]
    pub fn plenty(&self) -> Budget {
        let moments = self.tasks.first().map_or(0, |task| task.weights.div_ceil(JUDGED_WEIGHT));
        Budget::Sims(u32::try_from(moments * SIMS_PER_MOMENT).unwrap_or(u32::MAX))
    }

    /// How much of a budget's work is done, from 0 to 1; of a budget in time, how many moments are known well enough.
    #[must_use]
    pub fn progress(&self, budget: Budget) -> f64 {
        self.tasks.iter().map(|task| task.progress(budget)).sum::<f64>() / self.tasks.len().max(1) as f64
    }

    /// The legal moves of the player that made the move with this number, from its view; `None` if the move was not made
    /// by a player.
    #[must_use]
    pub fn choices(&self, ply: usize) -> Option<Vec<G::Move>> {
        let legal = G::legal_moves(self.view_before(ply)?);
        Some(legal.into_iter().map(|legal| legal.mv).collect())
    }

    /// Judges another move in the place of the one with this number, as if it had been played, with about so many
    /// continuations. The move must be one of its [choices](Analysis::choices). `None` if it was the only one.
    #[must_use]
    pub fn judge_instead(
        &self,
        ply: usize,
        mv: G::Move,
        sims: usize,
        seed: &Seed,
    ) -> Option<Judgement<G::Move>> {
        judge::<G>(self.view_before(ply)?, mv, sims, seed)
    }

    /// The view of the player before the move with this number; `None` if the move was not made by a player.
    #[must_use]
    pub fn view_before(&self, ply: usize) -> Option<&G::View> {
        self.tasks.iter().find_map(|task| match &task.kind {
            Kind::Decision(decision) if decision.choice.ply == ply => Some(&decision.choice.view),
            _ => None,
        })
    }
}

/// Judges a single move from what its seat knew, with about so many continuations: as an analysis judges it within a
/// game with several players. The seat must be one that may act, and the move legal. `None` if it was the only one.
#[must_use]
pub fn judge<G: Evaluate>(
    view: &G::View,
    played: G::Move,
    sims: usize,
    seed: &Seed,
) -> Option<Judgement<G::Move>> {
    let seat = G::viewer(view).seat()?;
    let forced = G::legal_moves(view).len() < 2;
    let choice = Choice { ply: 0, seat, view: view.clone(), played, forced, peers: Vec::new() };
    let mut decision = Decision::<G>::new(choice, true, false, seed);
    let spent = decision.refine(sims).min(sims);
    while decision.is_in_doubt() {
        decision.confirm(spent, usize::MAX);
    }
    decision.judgement()
}
