//! How honest an analysis is: bots play games, the games are analysed, and what it says is compared with what it should
//! say. docs/analysis.md explains the figures.
//!
//! ```text
//! cargo run --release -p townhall-analysis --example honesty -- GAME BOT,BOT,… GAMES SIMS [SEED] [again] [planted] [check]
//! cargo run --release -p townhall-analysis --example honesty -- point-city hard:60sims,hard:60sims 100 20000
//! cargo run --release -p townhall-analysis --example honesty -- point-city expert:600sims,expert:600sims 10 25000 planted check
//! ```
//!
//! `lead-luck` is own + others, and `claimed` the error that the analysis gives for it; `slope` is by how much the lead really
//! differs when lead-luck differs by a point (1 if all of it is true). ± is a 95 % interval.
//!
//! One bot a seat. SIMS is the number of continuations for each analysis. With `again`, every game is analysed a second
//! time with another seed, and marks are compared.
//!
//! With `planted`, one decision of each game is replaced by a random move. With `check`, the claimed cost of every marked and
//! every planted decision is compared with the *real* one: states are sampled from what the mover knew, the played move and
//! the better one are made in each of them, and experts play every seat to the end, each from its own view. `check=40,expert:300sims`
//! says how many states, and how the seats play. For a planted move without a mark, the better move is an expert's.
//!
//! With `blunders`, nothing is analysed as a whole: random moves are planted at some decisions of each game, and those that surely
//! cost more than a slip, by the same measurement in at most so many states, are judged by themselves with SIMS continuations.
//!
//! One of eight decisions without a mark is checked in the same way, against an expert's move.
//!
//! With `reasons`, it counts the marked decisions that have a reason and the mistakes that are charged twice, and checks reasons
//! of other moves in as many games of every mode by the rules.
//!
//! ```text
//! cargo run --release -p townhall-analysis --example honesty -- GAME levels THREADS SECONDS SIMS [SEED [PLAYERS,…]]
//! ```
//!
//! plays games of each level against the one below, with two to four players, on so many threads for so many seconds, and prints how
//! much of the lead is called skill and how much luck. Games that are not analysed make the lead more exact, and skill is adjusted
//! to it by regression. With the variable `SHOW`, it prints each game.
//!
//! With 0 SIMS, games are played without an analysis, and only the leads are shown.

use std::{cell::Cell, env, process::ExitCode, time::Instant};

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use tabletop::{Record, Seat, SeatSet, Seed, Viewer, play_out, random::below};
use townhall_analysis::{Analysis, INEXACT, Judgement, Mark, Mean, SLIP, SeatReport, judge};
use townhall_bots::{Bot, Budget, Evaluate, Level, Talker, ThinkRng, bot, system_clock, thoughts, view_rng};

mod levels;
mod reasons;
mod refute;

use levels::{Limits, measure_levels};
use reasons::Reasons;
use refute::{Again, Refute, check, check_expected};

/// The measurement that was asked for.
struct Plan {
    levels: Vec<Level>,
    games: u64,
    sims: u32,
    seed: String,
    again: bool,
    planted: bool,
    blunders: bool,
    reasons: bool,
    check: Option<Check>,
}

impl Plan {
    /// A single game of these levels, without further measurements.
    fn of(levels: Vec<Level>, sims: u32) -> Self {
        let seed = "honesty".to_owned();
        let (again, planted, blunders, reasons, check) = (false, false, false, false, None);
        Self { levels, games: 1, sims, seed, again, planted, blunders, reasons, check }
    }
}

/// How the real cost of a decision is measured.
#[derive(Clone, Copy)]
struct Check {
    states: u64,
    level: Level,
}

impl Check {
    const USUAL: Self = Self { states: 48, level: Level::Expert(Budget::Sims(100)) };

    fn read(word: &str) -> Option<Self> {
        let Some(numbers) = word.strip_prefix("check=") else {
            return (word == "check").then_some(Self::USUAL);
        };
        let (states, level) = numbers.split_once(',')?;
        Some(Self { states: states.parse().ok()?, level: level.parse().ok()? })
    }
}

/// A move is planted at one of so many decisions.
const PLANTED_BEFORE: u32 = 24;
/// The better move where a planted one got no mark.
const ADVISER: Level = Level::Expert(Budget::Sims(10_000));

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    if let [game, mode, threads, seconds, sims, rest @ ..] = words.as_slice() {
        if mode == "levels" {
            return levels(game, [threads, seconds, sims], rest);
        }
    }
    let plan = || {
        let [_, bots, games, sims, rest @ ..] = words.as_slice() else { return None };
        let levels = bots.split(',').map(|name| name.parse().ok()).collect::<Option<_>>()?;
        let (games, sims) = (games.parse().ok()?, sims.parse().ok()?);
        let mut plan = Plan { games, ..Plan::of(levels, sims) };
        for word in rest {
            match word.as_str() {
                "again" => plan.again = true,
                "planted" => plan.planted = true,
                "blunders" => plan.blunders = true,
                "reasons" => plan.reasons = true,
                word if word.starts_with("check") => plan.check = Some(Check::read(word)?),
                seed => seed.clone_into(&mut plan.seed),
            }
        }
        Some(plan)
    };
    match (words.first().map(String::as_str), plan()) {
        (Some("point-city"), Some(plan)) => run::<PointCity>(&plan),
        (Some("between-two-cities"), Some(plan)) => run::<BetweenTwoCities>(&plan),
        _ => {
            eprintln!(
                "expected GAME BOT,BOT,… GAMES SIMS [SEED] [again] [planted] [blunders] [reasons] [check[=STATES,BOT]]"
            );
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Measures luck and skill of all levels.
fn levels(game: &str, [threads, seconds, sims]: [&String; 3], rest: &[String]) -> ExitCode {
    let seed = rest.first().map_or("levels", String::as_str);
    let players = rest.get(1).map_or("2,3,4", String::as_str).split(',').map(str::parse).collect();
    match (game, threads.parse(), seconds.parse(), sims.parse(), players) {
        ("point-city", Ok(threads), Ok(seconds), Ok(sims), Ok(players)) => {
            measure_levels::<PointCity>(sims, seed, &Limits { threads, seconds, players });
        }
        ("between-two-cities", Ok(threads), Ok(seconds), Ok(sims), Ok(players)) => {
            measure_levels::<BetweenTwoCities>(sims, seed, &Limits { threads, seconds, players });
        }
        _ => {
            eprintln!("expected GAME levels THREADS SECONDS SIMS [SEED [PLAYERS,…]]");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn run<G: Refute + Talker>(plan: &Plan) {
    match plan {
        Plan { blunders: true, .. } => measure_blunders::<G>(plan),
        Plan { sims: 0, .. } => measure_leads::<G>(plan),
        _ => measure::<G>(plan),
    }
}

/// The sums of a seat.
#[derive(Default)]
struct Tally {
    lead: Mean,
    deal: Mean,
    draws: Mean,
    own: Mean,
    others: Mean,
    /// The lead without luck.
    skill: Mean,
    /// Lead and skill together, for their covariance.
    both: Mean,
    /// The error that the analysis gives for it.
    claimed: Mean,
    cost: Mean,
    accuracy: Mean,
    marks: [u32; 5],
}

/// The bots that are to play.
fn bots<'a, G: Evaluate>(levels: &[Level], seed: &Seed) -> Vec<Box<dyn Bot<G> + 'a>> {
    levels.iter().zip(1..).map(|(&level, n)| bot::<G>(level, &seed.child(n), system_clock)).collect()
}

/// The bots play on to the end.
fn play_on<G: Evaluate>(
    state: G::State,
    bots: &mut [Box<dyn Bot<G> + '_>],
    mut instead: impl FnMut(&G::State, Seat) -> Option<G::Move>,
    each: impl FnMut(&G::State, Seat, G::Move),
) -> G::State {
    let mut ask = |state: &G::State, seat: Seat| {
        let planted = instead(state, seat);
        planted.or_else(|| Some(bots.get_mut(seat.index())?.choose(&G::view(state, Viewer::Seat(seat)))))
    };
    // As at a table, all choose before the first choice is sealed: bots sample what others have sealed as if they chose at
    // random, so a bot that is asked after them would play a little worse.
    let mut chosen = [None; Seat::MAX];
    play_out::<G>(
        state,
        |state, seat| {
            let first = chosen[seat.index()].take().or_else(|| ask(state, seat))?;
            if G::seals(first) {
                for other in G::to_act(state).iter().filter(|&other| other != seat) {
                    chosen[other.index()] = chosen[other.index()].or_else(|| ask(state, other));
                }
            }
            Some(first)
        },
        each,
    )
}

/// A game, and the number of the move that was planted.
fn play<G: Evaluate>(plan: &Plan, seed: &Seed) -> Option<(Record<G>, Option<usize>)> {
    let players = plan.levels.len();
    let variant = *G::variants().iter().find(|&&variant| G::players(variant).contains(&players))?;
    let (setup, _) = G::deal_from(seed, variant, players);
    let names = plan.levels.iter().map(ToString::to_string).collect();
    let mut record = Record::<G>::new(names, setup, "honesty", None);
    let (start, mut rng) = (G::start(&record.setup), seed.stream("planted"));
    let (planted, ply) = (Cell::new(None), Cell::new(None));
    let (mut asked, mut played) = (0, 0);
    let at = if plan.planted { 2 + below(&mut rng, PLANTED_BEFORE) } else { u32::MAX };
    let instead = |state: &G::State, seat: Seat| {
        asked += 1;
        let mut legal = 0;
        G::for_each_legal_move(state, seat, |_| legal += 1);
        let plants = asked > at && planted.get().is_none() && legal > 1;
        let mv = plants.then(|| G::random_move(state, seat, &mut rng)).flatten();
        mv.inspect(|&mv| planted.set(Some((seat, mv))))
    };
    let each = |_: &G::State, seat, mv| {
        record.push(seat, mv);
        if ply.get().is_none() && planted.get() == Some((seat, mv)) {
            ply.set(Some(played));
        }
        played += 1;
    };
    let end = play_on::<G>(start, &mut bots::<G>(&plan.levels, seed), instead, each);
    record.finish(&G::outcome(&end)?, None);
    Some((record, ply.get()))
}

/// How the real cost of decisions agrees with the claimed one.
#[derive(Default)]
struct Checked {
    claimed: Mean,
    real: Mean,
    surely_wrong: u32,
    surely_right: u32,
}

impl Checked {
    fn add(&mut self, claimed: f64, real: &Mean) {
        self.claimed.add(claimed);
        self.real.add(real.mean());
        self.surely_wrong += u32::from(real.mean() + 1.96 * real.error() < 0.0);
        self.surely_right += u32::from(real.mean() - 1.96 * real.error() > 0.0);
    }

    fn print(&self, what: &str) {
        println!(
            "{what:<22} {:>4}  claimed {:5.2}  real {:5.2} ±{:4.2}  surely above 0: {}, below 0: {}",
            self.claimed.number(),
            self.claimed.mean(),
            self.real.mean(),
            1.96 * self.real.error(),
            self.surely_right,
            self.surely_wrong,
        );
    }
}

/// Measures by how much a move is better than the played one if experts play every seat to the end, in the measure of
/// decisions.
struct RealCost<'a, G: Evaluate> {
    view: &'a G::View,
    seat: Seat,
    /// The played move and the better one.
    moves: [G::Move; 2],
    level: Level,
    seed: &'a Seed,
    rng: ThinkRng,
    difference: Mean,
}

impl<'a, G: Evaluate> RealCost<'a, G> {
    fn new(view: &'a G::View, seat: Seat, moves: [G::Move; 2], level: Level, seed: &'a Seed) -> Self {
        let rng = view_rng::<G>(&seed.child(1), view);
        Self { view, seat, moves, level, seed, rng, difference: Mean::default() }
    }

    /// Plays on from more states, until there are so many.
    fn measure(&mut self, states: u64) -> Mean {
        while u64::from(self.difference.number()) < states {
            let state = G::sample(self.view, &mut self.rng);
            let [played, better] = self.moves.map(|mv| self.worth(state, mv));
            self.difference.add(better - played);
        }
        self.difference
    }

    fn worth(&self, mut state: G::State, mv: G::Move) -> f64 {
        G::play_unchecked(&mut state, self.seat, mv);
        let levels = vec![self.level; G::seats(&state)];
        let seed = self.seed.child(10 + u64::from(self.difference.number()));
        let end = play_on::<G>(state, &mut bots::<G>(&levels, &seed), |_, _| None, |_, _, _| ());
        let points = G::outcome(&end).map(|outcome| G::points(&outcome)).unwrap_or_default();
        let own = points.get(self.seat.index()).copied().unwrap_or(0);
        let others = points.iter().enumerate().filter(|&(other, _)| other != self.seat.index());
        let best = others.map(|(_, &points)| points).max().unwrap_or(0);
        f64::from(if G::is_judged_by_points(&state) { own } else { own - best })
    }
}

/// The real costs by which planted moves are told apart: above each limit, and up to the next one.
const SIZES: [f64; 3] = [INEXACT, SLIP, 4.0];
/// Of the decisions without a mark, one of so many is checked.
const UNBLAMED_ONE_IN: usize = 8;

/// The results of checking inexact moves, slips and blunders, decisions without a mark, and planted moves. Of the planted moves of
/// each size, `named` says how many have a mark, and how many are named slip or blunder.
#[derive(Default)]
struct Checks {
    inexact: Checked,
    worse: Checked,
    unblamed: Checked,
    /// How many decisions without a mark surely cost more than an inexact move may.
    missed: u32,
    planted: Checked,
    sizes: [(u32, [u32; 2]); SIZES.len()],
}

impl Checks {
    fn add<G: Evaluate + Talker>(
        &mut self,
        record: &Record<G>,
        analysis: &Analysis<G>,
        planted: Option<usize>,
        check: Check,
        seed: &Seed,
    ) {
        let all = Seat::all(record.players.len()).flat_map(|seat| analysis.judgements(seat));
        for (number, one) in all.enumerate() {
            let is_planted = planted == Some(one.ply);
            if one.mark < Mark::Inexact && !is_planted && number % UNBLAMED_ONE_IN != 0 {
                continue;
            }
            let Some(view) = analysis.view_before(one.ply) else { continue };
            let mut best = one.best;
            if one.mark < Mark::Inexact {
                let found = thoughts::<G>(ADVISER, seed, view, system_clock);
                best = found.first().map_or(one.best, |found| found.mv);
            }
            let real = match best == one.played {
                true => (0..2).fold(Mean::default(), |mut none, _| {
                    none.add(0.0);
                    none
                }),
                false => RealCost::<G>::new(view, one.seat, [one.played, best], check.level, seed)
                    .measure(check.states),
            };
            if env::var_os("SHOW").is_some() {
                let (mark, cost, error) = (one.mark.name(), one.cost, one.error);
                println!(
                    "ply {}{}: {mark} {cost:.2} ± {error:.2}, real {:.2} ± {:.2}: {} | {best}",
                    one.ply,
                    if is_planted { " planted" } else { "" },
                    real.mean(),
                    real.error(),
                    one.played
                );
            }
            match (is_planted, one.mark) {
                (true, mark) => {
                    self.planted.add(one.cost, &real);
                    if let Some(size) = SIZES.iter().rposition(|&least| real.mean() > least) {
                        let (number, named) = &mut self.sizes[size];
                        *number += 1;
                        let marks = [Mark::Inexact, Mark::Slip].into_iter();
                        named
                            .iter_mut()
                            .zip(marks)
                            .for_each(|(named, least)| *named += u32::from(mark >= least));
                    }
                }
                (false, mark) if mark < Mark::Inexact => {
                    self.missed += u32::from(is_surely(&real, true, INEXACT));
                    self.unblamed.add(one.cost, &real);
                }
                (false, Mark::Inexact) => self.inexact.add(one.cost, &real),
                (false, _) => self.worse.add(one.cost, &real),
            }
        }
    }

    fn print(&self) {
        self.inexact.print("inexact");
        self.worse.print("slips and blunders");
        self.planted.print("planted");
        self.unblamed.print("without a mark");
        println!("without a mark, but surely above {INEXACT}: {}", self.missed);
        for (least, (number, [marked, worse])) in SIZES.iter().zip(self.sizes) {
            println!(
                "planted, really above {least}: {number}, with a mark {marked}, slip or blunder {worse}"
            );
        }
    }
}

fn analyse<G: Evaluate>(record: &Record<G>, plan: &Plan, seed: &Seed) -> Option<Analysis<G>> {
    let mut analysis = Analysis::new(record, SeatSet::all(plan.levels.len()), seed).ok()?;
    analysis.run(Budget::Sims(plan.sims), system_clock);
    Some(analysis)
}

/// How many of the decisions get a planted move, and in how many states its cost is first measured.
const BLUNDERS_ONE_IN: u32 = 6;
const FIRST_STATES: u64 = 8;

/// Whether a mean is surely above or below a limit, with an error of one in twenty.
fn is_surely(mean: &Mean, is_above: bool, limit: f64) -> bool {
    let ahead = if is_above { mean.mean() - limit } else { limit - mean.mean() };
    ahead > 1.64 * mean.error()
}

/// How many planted moves that surely cost more than a slip are named slip or blunder.
fn measure_blunders<G: Evaluate + Talker>(plan: &Plan) {
    let check = plan.check.unwrap_or(Check::USUAL);
    let (mut tried, mut found, mut named) = (0, Checked::default(), 0);
    for game in 0..plan.games {
        let seed = Seed::from_phrase(&plan.seed).child(game);
        let Some((record, _)) = play::<G>(plan, &seed) else { continue };
        let mut rng = seed.stream("blunders");
        let mut planted = Vec::new();
        let each = |before: &G::State, seat: Seat, _, _: &G::State| {
            if seat.index() < plan.levels.len() && below(&mut rng, BLUNDERS_ONE_IN) == 0 {
                let mv = G::random_move(before, seat, &mut rng);
                planted.extend(mv.map(|mv| (G::view(before, Viewer::Seat(seat)), seat, mv)));
            }
        };
        if record.replay_each(each).is_err() {
            continue;
        }
        for (view, seat, mv) in planted {
            let thoughts = thoughts::<G>(ADVISER, &seed, &view, system_clock);
            let Some(best) = thoughts.first().map(|one| one.mv).filter(|&best| best != mv) else { continue };
            tried += 1;
            let seed = seed.child(300);
            let mut cost = RealCost::<G>::new(&view, seat, [mv, best], check.level, &seed);
            let mut states = FIRST_STATES;
            let real = loop {
                let real = cost.measure(states);
                let settled = is_surely(&real, true, SLIP) || is_surely(&real, false, SLIP);
                if settled || states >= check.states {
                    break real;
                }
                states += FIRST_STATES;
            };
            if !is_surely(&real, true, SLIP) {
                continue;
            }
            let Some(one) = judge::<G>(&view, mv, plan.sims as usize, &seed) else { continue };
            found.add(one.cost, &real);
            named += u32::from(one.mark >= Mark::Slip);
            println!(
                "game {game}: {} {:.2} ± {:.2}, real {:.2} ± {:.2}: {mv} | {} | adviser {best}",
                one.mark.name(),
                one.cost,
                one.error,
                real.mean(),
                real.error(),
                one.best
            );
        }
    }
    found.print("planted");
    println!(
        "{tried} moves planted, {} surely above {SLIP}, {named} named slip or blunder",
        found.real.number()
    );
}

/// The mean lead of each seat.
fn measure_leads<G: Evaluate + Talker>(plan: &Plan) {
    let mut leads: Vec<Mean> = plan.levels.iter().map(|_| Mean::default()).collect();
    for game in 0..plan.games {
        let seed = Seed::from_phrase(&plan.seed).child(game);
        let Some((record, _)) = play::<G>(plan, &seed) else { continue };
        let Ok(outcome) = record.replay() else { continue };
        let points: Vec<i32> = G::points(&outcome);
        for (seat, lead) in leads.iter_mut().enumerate() {
            let others = points.iter().enumerate().filter(|&(other, _)| other != seat);
            let best = others.map(|(_, &points)| points).max().unwrap_or(0);
            lead.add(f64::from(points[seat] - best));
        }
    }
    for (lead, level) in leads.iter().zip(&plan.levels) {
        println!("{level}: lead {:.2} ± {:.2} in {} games", lead.mean(), 1.96 * lead.error(), lead.number());
    }
}

/// The figures of a game, for those who combine several runs.
fn show_game<M>(game: u64, seats: &[SeatReport<M>], uncertain: bool) {
    print!("game {game}:");
    for seat in seats {
        let grades = seat.decisions.iter().map(|one| (-one.cost).exp2());
        let grade = grades.sum::<f64>() / seat.decisions.len().max(1) as f64;
        print!(" lead {} skill {:.2} grade {grade:.3};", seat.lead, seat.parts.skill().mean);
    }
    println!(" uncertain {uncertain}");
}

fn measure<G: Refute + Talker>(plan: &Plan) {
    let mut tallies: Vec<Tally> = plan.levels.iter().map(|_| Tally::default()).collect();
    let (mut compared, mut changed, mut changed_much) = (0, 0, 0);
    let mut seconds = Mean::default();
    let mut uncertain = 0;
    let mut rows = Vec::new();
    let mut checks = Checks::default();
    let (mut reasons, mut expected) = (Reasons::default(), [0; 3]);
    for game in 0..plan.games {
        let seed = Seed::from_phrase(&plan.seed).child(game);
        let Some((record, planted)) = play::<G>(plan, &seed) else { continue };
        let begun = Instant::now();
        let Some(analysis) = analyse(&record, plan, &seed.child(100)) else { continue };
        seconds.add(begun.elapsed().as_secs_f64());
        let report = analysis.report();
        uncertain += u32::from(report.uncertain);
        if env::var_os("SHOW").is_some() {
            show_game(game, &report.seats, report.uncertain);
        }
        for (seat, tally) in report.seats.iter().zip(&mut tallies) {
            let parts = seat.parts;
            rows.push([seat.lead, parts.own.mean, parts.others.mean]);
            tally.lead.add(seat.lead);
            tally.deal.add(parts.deal.mean);
            tally.draws.add(parts.draws.mean);
            tally.own.add(parts.own.mean);
            tally.others.add(parts.others.mean);
            tally.skill.add(parts.skill().mean);
            tally.both.add(parts.skill().mean + seat.lead);
            tally.claimed.add(parts.skill().error);
            tally.accuracy.add(seat.accuracy);
            for one in &seat.decisions {
                tally.cost.add(one.cost);
                tally.marks[one.mark as usize] += 1;
            }
        }
        if plan.reasons {
            let show: Option<fn(&G::View) -> String> = env::var_os("SHOW").map(|_| G::position as _);
            reasons.add(&record, &analysis, show);
            let found = expectations(&analysis, record.players.len());
            expected.iter_mut().zip(found).for_each(|(sum, number)| *sum += number);
        }
        if let Some(check) = plan.check {
            checks.add(&record, &analysis, planted, check, &seed.child(300));
        }
        if plan.again {
            let Some(second) = analyse(&record, plan, &seed.child(200)) else { continue };
            for seat in Seat::all(plan.levels.len()) {
                for (one, other) in analysis.judgements(seat).iter().zip(second.judgements(seat)) {
                    let far = (one.mark as i32 - other.mark as i32).abs();
                    compared += 1;
                    changed += u32::from(far > 0);
                    changed_much += u32::from(far > 1);
                    note(one, &other, far);
                }
            }
        }
    }
    println!(
        "{} games of {}, of which {uncertain} uncertain, {} continuations each, {:.2} s each",
        plan.games,
        G::ID,
        plan.sims,
        seconds.mean()
    );
    println!(
        "seat bot              lead        deal       draws         own      others    lead-luck  sd(lead) sd(skill) \
         claimed  cost  accuracy  marks"
    );
    for ((seat, tally), level) in tallies.iter().enumerate().zip(&plan.levels) {
        let figure = |mean: &Mean| format!("{:6.2} ±{:4.2}", mean.mean(), 1.96 * mean.error());
        let sd = |mean: &Mean| mean.variance().sqrt();
        let all: u32 = tally.marks.iter().sum();
        let marks =
            tally.marks.map(|number| format!("{:.0}%", 100.0 * f64::from(number) / f64::from(all.max(1))));
        println!(
            "{seat:<4} {:<12} {} {} {} {} {} {} {:8.2} {:8.2} {:8.2} {:6.3} {:6.1}   {}",
            level.to_string(),
            figure(&tally.lead),
            figure(&tally.deal),
            figure(&tally.draws),
            figure(&tally.own),
            figure(&tally.others),
            figure(&tally.skill),
            sd(&tally.lead),
            sd(&tally.skill),
            tally.claimed.mean(),
            tally.cost.mean(),
            tally.accuracy.mean(),
            marks.join(" "),
        );
        let covariance = 0.5 * (tally.both.variance() - tally.skill.variance() - tally.lead.variance());
        println!(
            "     slope {:.2}  sd(draws) {:.2} sd(own) {:.2} sd(others) {:.2}",
            covariance / tally.skill.variance(),
            sd(&tally.draws),
            sd(&tally.own),
            sd(&tally.others)
        );
    }
    fit(&rows);
    if plan.reasons {
        reasons.print();
        let checked = check::<G>(plan.games);
        let (number, refuted) = (checked.terms.values().sum::<usize>(), checked.refuted.len());
        println!(
            "{number} reasons of other moves checked by the rules: {refuted} refuted; {:?}",
            checked.terms
        );
        let [all, by_policy, by_experts] = expected;
        println!(
            "{all} expected changes measured again: {by_policy} refuted by the policy, {by_experts} by experts"
        );
        checked.refuted.iter().for_each(|one| println!("refuted: {one}"));
    }
    if plan.check.is_some() {
        checks.print();
    }
    if compared > 0 {
        let share = |number: u32| 100.0 * f64::from(number) / f64::from(compared);
        println!(
            "{compared} marks compared: {:.1} % changed, {:.2} % by more than one step",
            share(changed),
            share(changed_much)
        );
    }
}

/// How expected changes are measured again.
const BY_POLICY: Again = Again::Policy(200);
const BY_EXPERTS: Again = Again::Bots(60, Level::Expert(Budget::Sims(60)));

/// How many verdicts expect changes, how many of these the rollout policy refutes, and how many of those experts.
fn expectations<G: Refute>(analysis: &Analysis<G>, players: usize) -> [usize; 3] {
    let mut numbers = [0; 3];
    for one in Seat::all(players).flat_map(|seat| analysis.judgements(seat)) {
        let Some(view) = analysis.view_before(one.ply) else { continue };
        for refuted in check_expected::<G>(view, &one, BY_POLICY) {
            numbers[0] += 1;
            if refuted.is_empty() {
                continue;
            }
            numbers[1] += 1;
            let by_experts = check_expected::<G>(view, &one, BY_EXPERTS).concat();
            numbers[2] += usize::from(!by_experts.is_empty());
            if env::var_os("SHOW").is_some() {
                println!("ply {}: {} or {}: {}", one.ply, one.played, one.best, refuted.join("; "));
                println!("    experts refute {by_experts:?}");
            }
        }
    }
    numbers
}

/// Fits lead = a + b · own + c · others over all seats of all games, by least squares: by how much the lead really differs
/// when either differs by a point.
fn fit(rows: &[[f64; 3]]) {
    let number = rows.len() as f64;
    let means = [0, 1, 2].map(|at| rows.iter().map(|row| row[at]).sum::<f64>() / number);
    let product = |a: usize, b: usize| -> f64 {
        rows.iter().map(|row| (row[a] - means[a]) * (row[b] - means[b])).sum()
    };
    let (oo, oe, ee, ol, el) = (product(1, 1), product(1, 2), product(2, 2), product(1, 0), product(2, 0));
    let det = oo * ee - oe * oe;
    let (own, others) = ((ol * ee - el * oe) / det, (el * oo - ol * oe) / det);
    let left = product(0, 0) - own * ol - others * el;
    let error = |inverse: f64| 1.96 * (left / (number - 3.0) * inverse / det).sqrt();
    let (skill, both) = (oo + 2.0 * oe + ee, ol + el);
    println!(
        "lasting: own {own:.2} ±{:.2}, others {others:.2} ±{:.2}, both alike {:.2}; explained {:.0} % of the variance",
        error(ee),
        error(oo),
        both / skill,
        100.0 * (1.0 - left / product(0, 0))
    );
}

/// Shows a mark that changed by more than one step, if the environment asks for it.
fn note<M: std::fmt::Display>(one: &Judgement<M>, other: &Judgement<M>, far: i32) {
    if far > 1 && env::var_os("SHOW").is_some() {
        let show =
            |one: &Judgement<M>| format!("{} {:.2} ± {:.2}", Mark::name(one.mark), one.cost, one.error);
        println!("ply {}: {} | {}: {} | {}", one.ply, show(one), show(other), one.best, other.best);
    }
}
