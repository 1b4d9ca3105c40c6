//! `townhall simulate`: bots against bots.

use std::{io::Write, path::Path};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use tabletop::{Record, Seat, Seed, Viewer, play_out, record::DealProof};
use townhall_bots::{Level, bot, system_clock};
use townhall_table::table::SOFTWARE;

use super::mode::{Chosen, choose_mode, fresh_seed};
use crate::{
    cli,
    failure::Failure,
    files::NewFile,
    games::{Playable, Visitor, visit},
};

/// How many games are played before their records are written, in order.
const BATCH: u64 = 256;

/// Plays the games and prints how often each seat won.
pub(crate) fn run(args: cli::Simulate) -> Result<(), Failure> {
    let game = args.game.clone();
    visit(&game, Simulation(args))?
}

struct Simulation(cli::Simulate);

impl Visitor for Simulation {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self(args) = self;
        let chosen = choose_mode::<G>(&args.mode)?;
        let seed = fresh_seed(&args.mode)?;
        let levels: Vec<Level> = args.bots.iter().copied().cycle().take(chosen.players).collect();
        if args.bots.len() > chosen.players {
            return Err(Failure::BadInput(format!(
                "--bots names {} bots for {} players",
                args.bots.len(),
                chosen.players
            )));
        }
        let threads = args.threads.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(std::io::Error::other)?;
        let tally =
            pool.install(|| play_all::<G>(&chosen, &seed, &levels, args.games, args.records.as_deref()))?;
        tally.print(&levels, args.games)
    }
}

/// Wins and points by seat.
struct Tally {
    wins: Vec<f64>,
    points: Vec<i64>,
}

impl Tally {
    fn print(&self, levels: &[Level], games: u64) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{games} games")?;
        writeln!(out, "{:<5}{:<16}{:>8}{:>14}", "seat", "player", "wins", "points/game")?;
        for (seat, (wins, points)) in self.wins.iter().zip(&self.points).enumerate() {
            let name = levels.get(seat).map_or_else(|| "automaton".to_owned(), ToString::to_string);
            let share = 100.0 * wins / games.max(1) as f64;
            let mean = *points as f64 / games.max(1) as f64;
            writeln!(out, "{seat:<5}{name:<16}{share:>7.1}%{mean:>14.2}")?;
        }
        Ok(())
    }
}

fn play_all<G: Playable>(
    chosen: &Chosen<G>,
    seed: &Seed,
    levels: &[Level],
    games: u64,
    path: Option<&Path>,
) -> Result<Tally, Failure> {
    // Draws nothing unless standard error is a terminal.
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games  {per_sec}  {eta} left");
    let progress = ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut file = path.map(NewFile::begin).transpose()?;
    let mut tally = Tally { wins: Vec::new(), points: Vec::new() };
    let mut next = 0;
    while next < games {
        let batch: Vec<(Record<G>, G::Outcome)> = (next..games.min(next + BATCH))
            .into_par_iter()
            .map(|number| play_one::<G>(chosen, &seed.child(number), levels))
            .collect();
        next += batch.len() as u64;
        for (record, outcome) in &batch {
            let winners = G::winners(outcome);
            let points = G::points(outcome);
            tally.wins.resize(points.len(), 0.0);
            tally.points.resize(points.len(), 0);
            for (seat, points) in Seat::all(points.len()).zip(points) {
                tally.points[seat.index()] += i64::from(points);
                if winners.contains(seat) {
                    tally.wins[seat.index()] += 1.0 / winners.len() as f64;
                }
            }
            if let Some(file) = &mut file {
                file.write(&record.to_string())?;
            }
        }
        progress.set_position(next);
    }
    progress.finish_and_clear();
    file.map_or(Ok(()), NewFile::finish)?;
    Ok(tally)
}

fn play_one<G: Playable>(chosen: &Chosen<G>, seed: &Seed, levels: &[Level]) -> (Record<G>, G::Outcome) {
    let (setup, commitment) = G::deal_from(seed, chosen.variant, chosen.players);
    let deal = DealProof { commitment, seed: None, extra: serde_json::Map::new() };
    let names = levels.iter().zip(1..).map(|(level, number)| format!("{level} {number}")).collect();
    let mut record = Record::<G>::new(names, setup, SOFTWARE, Some(deal));
    let mut bots: Vec<_> = levels
        .iter()
        .zip(1..)
        .map(|(&level, number)| bot::<G>(level, &seed.child(number), system_clock))
        .collect();
    let end = play_out::<G>(
        G::start(&record.setup),
        |state, seat| Some(bots[seat.index()].choose(&G::view(state, Viewer::Seat(seat)))),
        |_, seat, mv| record.push(seat, mv),
    );
    let outcome = G::outcome(&end).expect("a game in which no seat may act is over");
    record.finish(&outcome, Some(*seed));
    (record, outcome)
}
