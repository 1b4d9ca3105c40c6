//! How much of the lead of a stronger level over a weaker one is called skill, and how much luck: the table of docs/analysis.md.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use tabletop::{Seat, Seed};
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
/// The numbers of players.
const PLAYERS: [usize; 3] = [2, 3, 4];

/// How long it takes.
pub(crate) struct Limits {
    pub(crate) threads: usize,
    pub(crate) seconds: u64,
}

/// The stronger seats' mean less the weaker seats' mean, over games.
#[derive(Clone, Copy, Default)]
struct Row {
    lead: Mean,
    skill: Mean,
    luck: Mean,
    uncertain: u32,
}

/// Plays games of all pairs of levels in turn until the time is over, and prints a line for each pair and number of players.
pub(crate) fn measure_levels<G: Evaluate + Talker>(sims: u32, seed: &str, limits: &Limits) {
    let begun = Instant::now();
    let (next, rows) = (AtomicU64::new(0), Mutex::new([[Row::default(); PLAYERS.len()]; PAIRS.len()]));
    thread::scope(|scope| {
        for _ in 0..limits.threads {
            scope.spawn(|| {
                while begun.elapsed() < Duration::from_secs(limits.seconds) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let (pair, rest) = (number as usize % PAIRS.len(), number as usize / PAIRS.len());
                    let (players, game) = (rest % PLAYERS.len(), rest / PLAYERS.len());
                    let Some(found) = difference::<G>(PAIRS[pair], PLAYERS[players], game, sims, seed) else {
                        continue;
                    };
                    if let Ok(mut rows) = rows.lock() {
                        rows[pair][players].add(found);
                    }
                }
            });
        }
    });
    println!("{}, {sims} continuations each, seed {seed}, {} s", G::ID, begun.elapsed().as_secs());
    println!(
        "players stronger         weaker           games uncertain          lead         skill          luck"
    );
    let Ok(rows) = rows.into_inner() else { return };
    for (at, players) in PLAYERS.into_iter().enumerate() {
        for ([stronger, weaker], rows) in PAIRS.iter().zip(&rows) {
            let Row { lead, skill, luck, uncertain } = rows[at];
            let figure = |mean: Mean| format!("{:6.2} ±{:5.2}", mean.mean(), 1.96 * mean.error());
            println!(
                "{players:<7} {stronger:<16} {weaker:<16} {:>5} {uncertain:>9} {} {} {}",
                lead.number(),
                figure(lead),
                figure(skill),
                figure(luck)
            );
        }
    }
}

/// The differences of lead, skill and luck in a game, and whether the split is uncertain.
type Found = ([f64; 3], bool);

impl Row {
    fn add(&mut self, ([lead, skill, luck], uncertain): Found) {
        self.lead.add(lead);
        self.skill.add(skill);
        self.luck.add(luck);
        self.uncertain += u32::from(uncertain);
    }
}

/// One game. The levels sit alternately, and who begins changes from game to game.
fn difference<G: Evaluate + Talker>(
    pair: [&str; 2],
    players: usize,
    game: usize,
    sims: u32,
    seed: &str,
) -> Option<Found> {
    let both: Vec<Level> = pair.iter().map(|name| name.parse().ok()).collect::<Option<_>>()?;
    let is_strong = |seat: usize| (seat + game) % 2 == 0;
    let levels = (0..players).map(|seat| both[usize::from(!is_strong(seat))]).collect();
    let plan = Plan::of(levels, sims);
    let seed = Seed::from_phrase(&format!("{seed} {} {} {players}", pair[0], pair[1])).child(game as u64);
    let (record, _) = play::<G>(&plan, &seed)?;
    let report = analyse(&record, &plan, &seed.child(100))?.report();
    let figures = |seat: Seat| {
        let seat = &report.seats[seat.index()];
        [seat.lead, seat.parts.skill().mean, seat.parts.luck().mean]
    };
    let mean = |strong: bool| {
        let seats: Vec<_> = Seat::all(players).filter(|seat| is_strong(seat.index()) == strong).collect();
        [0, 1, 2].map(|at| seats.iter().map(|&seat| figures(seat)[at]).sum::<f64>() / seats.len() as f64)
    };
    let (strong, weak) = (mean(true), mean(false));
    Some(([0, 1, 2].map(|at| strong[at] - weak[at]), report.uncertain))
}
