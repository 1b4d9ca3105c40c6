//! How much of the lead of a stronger level over a weaker one is called skill, and how much luck: the table of docs/analysis.md.

use std::{
    env,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use tabletop::{Record, Seat, Seed};
use townhall_analysis::Mean;
use townhall_bots::{Evaluate, Level, Talker};

use crate::{Plan, analyse, play};

/// The levels that play against each other, the stronger one first.
const PAIRS: [[&str; 2]; 4] = [
    ["expert:600sims", "hard:100sims"],
    ["hard:100sims", "casual:100sims"],
    ["casual:100sims", "greedy"],
    ["greedy", "novice"],
];
/// For every game that is analysed, so many others are only played: leads vary much more than skill, and a game without an
/// analysis costs little.
const UNANALYSED: u64 = 12;

/// How long it takes, and for which numbers of players.
pub(crate) struct Limits {
    pub(crate) threads: usize,
    pub(crate) seconds: u64,
    pub(crate) players: Vec<usize>,
}

/// The stronger seats' mean less the weaker seats' mean, over games.
#[derive(Clone, Default)]
struct Row {
    /// Of the games that were analysed, lead and skill.
    analysed: Vec<[f64; 2]>,
    /// The leads of all games.
    leads: Mean,
    uncertain: u32,
}

/// Plays games of all pairs of levels in turn until the time is over, and prints a line for each pair and number of players.
pub(crate) fn measure_levels<G: Evaluate + Talker>(sims: u32, seed: &str, limits: &Limits) {
    let begun = Instant::now();
    let cases: Vec<(usize, [&str; 2])> =
        limits.players.iter().flat_map(|&players| PAIRS.map(|pair| (players, pair))).collect();
    let (next, rows) = (AtomicU64::new(0), Mutex::new(vec![Row::default(); cases.len()]));
    thread::scope(|scope| {
        for _ in 0..limits.threads {
            scope.spawn(|| {
                while begun.elapsed() < Duration::from_secs(limits.seconds) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let (case, game) = (number as usize % cases.len(), number / cases.len() as u64);
                    let (players, pair) = cases[case];
                    let Some(pairing) = Pairing::of(pair, players, sims, seed) else { continue };
                    let Some(found) = pairing.analysed::<G>(game) else { continue };
                    let first = game * UNANALYSED;
                    let others = (first..first + UNANALYSED).filter_map(|game| pairing.lead::<G>(game));
                    let others: Vec<f64> = others.collect();
                    if let Ok(mut rows) = rows.lock() {
                        rows[case].add(found, &others);
                    }
                }
            });
        }
    });
    println!("{}, {sims} continuations each, seed {seed}, {} s", G::ID, begun.elapsed().as_secs());
    println!(
        "players stronger         weaker           games uncertain     all          lead         skill          luck"
    );
    let Ok(rows) = rows.into_inner() else { return };
    for ((players, [stronger, weaker]), row) in cases.iter().zip(&rows) {
        let figure = |[mean, error]: [f64; 2]| format!("{mean:6.2} ±{:5.2}", 1.96 * error);
        let [lead, skill, luck] = row.figures().map(figure);
        println!(
            "{players:<7} {stronger:<16} {weaker:<16} {:>5} {:>9} {:>7} {lead} {skill} {luck}",
            row.analysed.len(),
            row.uncertain,
            row.leads.number(),
        );
    }
}

impl Row {
    fn add(&mut self, (found, uncertain): ([f64; 2], bool), others: &[f64]) {
        self.analysed.push(found);
        others.iter().for_each(|&lead| self.leads.add(lead));
        self.leads.add(found[0]);
        self.uncertain += u32::from(uncertain);
    }

    /// The lead of all games, and what skill and luck are with this lead: each with its standard error. By regression, the skill
    /// of the games that were analysed is adjusted to the lead of all.
    fn figures(&self) -> [[f64; 2]; 3] {
        let number = self.analysed.len() as f64;
        let mean = |at: usize| self.analysed.iter().map(|one| one[at]).sum::<f64>() / number;
        let [lead, skill] = [0, 1].map(mean);
        let product = |a: usize, b: usize| -> f64 {
            let means = [lead, skill];
            self.analysed.iter().map(|one| (one[a] - means[a]) * (one[b] - means[b])).sum()
        };
        let slope = product(0, 1) / product(0, 0);
        let left = (product(1, 1) - slope * product(0, 1)) / (number - 2.0) / number;
        let all = self.leads;
        let skill = skill + slope * (all.mean() - lead);
        let error = |slope: f64| (left + (slope * all.error()).powi(2)).sqrt();
        [[all.mean(), all.error()], [skill, error(slope)], [all.mean() - skill, error(1.0 - slope)]]
    }
}

/// Two levels at a table. They sit alternately, and who begins changes from game to game.
struct Pairing {
    both: Vec<Level>,
    players: usize,
    sims: u32,
    seed: Seed,
}

impl Pairing {
    fn of(pair: [&str; 2], players: usize, sims: u32, seed: &str) -> Option<Self> {
        let both = pair.iter().map(|name| name.parse().ok()).collect::<Option<_>>()?;
        let seed = Seed::from_phrase(&format!("{seed} {} {} {players}", pair[0], pair[1]));
        Some(Self { both, players, sims, seed })
    }

    fn is_strong(game: u64, seat: Seat) -> bool {
        (seat.index() as u64 + game) % 2 == 0
    }

    fn play<G: Evaluate + Talker>(&self, game: u64, seed: &Seed) -> Option<(Record<G>, Plan)> {
        let level = |seat| self.both[usize::from(!Self::is_strong(game, seat))];
        let plan = Plan::of(Seat::all(self.players).map(level).collect(), self.sims);
        Some((play::<G>(&plan, seed)?.0, plan))
    }

    /// The mean of the stronger seats less that of the weaker ones.
    fn difference(&self, game: u64, of: impl Fn(Seat) -> f64) -> f64 {
        let mut means = [Mean::default(); 2];
        Seat::all(self.players)
            .for_each(|seat| means[usize::from(!Self::is_strong(game, seat))].add(of(seat)));
        means[0].mean() - means[1].mean()
    }

    /// The differences of lead and skill in a game, and whether the split is uncertain.
    fn analysed<G: Evaluate + Talker>(&self, game: u64) -> Option<([f64; 2], bool)> {
        let seed = self.seed.child(game);
        let (record, plan) = self.play::<G>(game, &seed)?;
        let report = analyse(&record, &plan, &seed.child(100))?.report();
        let all = &report.seats;
        let lead = self.difference(game, |seat| all[seat.index()].lead);
        let skill = self.difference(game, |seat| all[seat.index()].parts.skill().mean);
        if env::var_os("SHOW").is_some() {
            let own: Vec<_> = all.iter().map(|seat| (seat.parts.own.mean, seat.accuracy)).collect();
            println!(
                "{:?} game {game}: lead {lead}, skill {skill:.2}, own and accuracy {own:.1?}",
                self.both
            );
        }
        Some(([lead, skill], report.uncertain))
    }

    /// The difference of the lead in a game that is not analysed.
    fn lead<G: Evaluate + Talker>(&self, game: u64) -> Option<f64> {
        let (record, _) = self.play::<G>(game, &self.seed.child(1000).child(game))?;
        let points = G::points(&record.replay().ok()?);
        Some(self.difference(game, |seat| {
            let others = points.iter().enumerate().filter(|&(other, _)| other != seat.index());
            let best = others.map(|(_, &points)| points).max().unwrap_or(0);
            f64::from(points[seat.index()] - best)
        }))
    }
}
