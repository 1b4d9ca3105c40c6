//! `townhall ladder`: every level against the one below it, as a table for docs/bots.md.

use std::io::{Write, stdout};

use rayon::prelude::*;
use tabletop::{Seat, Seed};
use townhall_analysis::Mean;

use super::{
    contest::{Played, play_deal},
    stats::Shares,
};
use crate::{
    cli::{self, Contestant},
    commands::{
        analyse::half_interval,
        mode::{Chosen, fresh_seed_of},
    },
    failure::Failure,
    games::{GAMES, Playable, Visitor, visit},
};

/// Plays all rungs (pairs of neighbouring levels), and prints each as soon as it is finished.
pub(crate) fn run(args: cli::Ladder) -> Result<(), Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.map_or(0, usize::from)).build();
    let pool = pool.map_err(std::io::Error::other)?;
    let seed = fresh_seed_of(args.seed.as_deref())?;
    let games: Vec<&str> = args.game.as_deref().map_or_else(|| GAMES.to_vec(), |game| vec![game]);
    let mut out = stdout();
    writeln!(
        out,
        "| game, variant, players | A | the others | games | A wins | fair | points A : others | A ahead |"
    )?;
    writeln!(out, "| --- | --- | --- | --- | --- | --- | --- | --- |")?;
    for game in games {
        visit(game, Rungs { args: &args, seed, pool: &pool })??;
    }
    Ok(())
}

struct Rungs<'a> {
    args: &'a cli::Ladder,
    seed: Seed,
    pool: &'a rayon::ThreadPool,
}

impl Visitor for Rungs<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self { args, seed, pool } = self;
        let wanted = |&(variant, players): &(G::Variant, usize)| {
            (args.players.is_empty() || args.players.contains(&players))
                && args.variant.as_ref().is_none_or(|text| *text == variant.to_string())
        };
        for (variant, players) in G::modes().filter(wanted) {
            let chosen = Chosen::<G> { variant, players };
            for pair in args.levels.windows(2) {
                let [below, above] = [pair[0], pair[1]];
                let rung = pool.install(|| Rung::climb(&chosen, above, below, &seed, args.games));
                let text = rung.row(&format!("{}, {variant}, {players}", G::NAME), above, below);
                writeln!(stdout(), "{text}")?;
            }
        }
        Ok(())
    }
}

/// The results, deal by deal, of one bot of a level among bots of another level.
#[derive(Default)]
struct Rung {
    games: usize,
    /// The share of wins of an equally strong bot; `None` where there is only one player.
    fair: Option<f64>,
    wins: Shares,
    own: f64,
    theirs: f64,
    /// By how many points it was ahead of the others on average, in each deal.
    ahead: Mean,
}

impl Rung {
    /// Plays games with one seat for `above` among `below`, in every rotation. Where there is only one player, both
    /// play the same deals.
    fn climb<G: Playable>(
        chosen: &Chosen<G>,
        above: Contestant,
        below: Contestant,
        seed: &Seed,
        games: u64,
    ) -> Self {
        let players = chosen.players;
        let mut line_up = vec![below; players];
        line_up[0] = above;
        let deals = games.div_ceil(players as u64);
        let played: Vec<(Vec<Played>, Vec<Played>)> = (0..deals)
            .into_par_iter()
            .map(|number| {
                let seed = seed.child(number);
                let alone = if players == 1 { play_deal::<G>(chosen, &[below], &seed) } else { Vec::new() };
                (play_deal::<G>(chosen, &line_up, &seed), alone)
            })
            .collect();
        let mut rung = Self::default();
        for (games, alone) in &played {
            rung.add(games, alone);
        }
        rung
    }

    fn add(&mut self, games: &[Played], alone: &[Played]) {
        let (mut wins, mut own, mut theirs) = (Vec::new(), 0.0, 0.0);
        let players = games.first().map_or(1, |game| game.seated.len());
        for game in games {
            // Automata have points as well, but don't count as opponents.
            for ((seat, &who), &points) in Seat::all(players).zip(&game.seated).zip(&game.points) {
                let points = f64::from(points);
                if who == 0 {
                    own += points;
                    let won = game.winners.contains(seat);
                    wins.push(if won { 1.0 / game.winners.len() as f64 } else { 0.0 });
                } else {
                    theirs += points / (players - 1) as f64;
                }
            }
        }
        theirs +=
            alone.iter().filter_map(|game| game.points.first()).map(|&points| f64::from(points)).sum::<f64>();
        let number = games.len().max(1) as f64;
        self.games += games.len();
        self.fair = (players > 1).then(|| 1.0 / players as f64);
        self.wins.add(&wins);
        self.own += own;
        self.theirs += theirs;
        self.ahead.add((own - theirs) / number);
    }

    /// The rung as a row of a Markdown table; statistically significant results are bold.
    fn row(&self, mode: &str, above: Contestant, below: Contestant) -> String {
        let number = self.games.max(1) as f64;
        let share = self.wins.mean();
        let [low, high] = self.wins.interval();
        let won = format!("{:.0} % ({:.0}–{:.0})", 100.0 * share, 100.0 * low, 100.0 * high);
        let sure = self.fair.is_some_and(|fair| !(low..=high).contains(&fair));
        let fair = self.fair.map_or_else(String::new, |fair| format!("{:.0} %", 100.0 * fair));
        let (ahead, error) = (self.ahead.mean(), self.ahead.error());
        let lead = format!("{ahead:+.1} ± {}", half_interval(error, 1));
        let strong = |text: String, strong: bool| if strong { format!("**{text}**") } else { text };
        format!(
            "| {mode} | {above} | {below} | {} | {} | {fair} | {:.1} : {:.1} | {} |",
            self.games,
            strong(won, sure),
            self.own / number,
            self.theirs / number,
            strong(lead, ahead.abs() > 1.96 * error),
        )
    }
}
