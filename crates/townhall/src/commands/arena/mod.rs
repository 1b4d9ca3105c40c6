//! `townhall arena`: which bot is stronger, and by how much.

mod contest;
pub(super) mod ladder;
mod stats;

use std::{
    collections::BTreeMap,
    io::{Write, stdout},
};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use skillratings::{
    MultiTeamOutcome,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};
use tabletop::{Seat, Seed};

use self::{
    contest::{Played, play_deal, rotations},
    stats::{Shares, Verdict, quantile},
};
use super::mode::{Chosen, choose_mode, fresh_seed};
use crate::{
    cli::{self, Contestant},
    failure::Failure,
    games::{Playable, Visitor, visit},
};

/// How many deals are played between two looks of the sequential test at the results.
const BATCH: u64 = 16;

/// Plays the games and prints the statistics.
pub(crate) fn run(args: cli::Arena) -> Result<(), Failure> {
    let game = args.game.clone();
    visit(&game, Contest(args))?
}

struct Contest(cli::Arena);

impl Visitor for Contest {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self(args) = self;
        let chosen = choose_mode::<G>(&args.mode)?;
        let seed = fresh_seed(&args.mode)?;
        if args.bots.is_empty() || args.bots.len() > chosen.players {
            let (bots, players) = (args.bots.len(), chosen.players);
            return Err(Failure::BadInput(format!("--bots names {bots} bots for {players} players")));
        }
        let line_up: Vec<Contestant> = args.bots.iter().copied().cycle().take(chosen.players).collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.map_or(0, usize::from)).build();
        let pool = pool.map_err(std::io::Error::other)?;
        let report = pool.install(|| play_all::<G>(&args, &chosen, &seed, &line_up));
        if args.json {
            let text = serde_json::to_string(&report).map_err(std::io::Error::from)?;
            return Ok(writeln!(stdout(), "{text}")?);
        }
        Ok(report.print(&mut stdout().lock())?)
    }
}

fn play_all<G: Playable>(
    args: &cli::Arena,
    chosen: &Chosen<G>,
    seed: &Seed,
    line_up: &[Contestant],
) -> Report {
    let deals = args.games.div_ceil(rotations(line_up) as u64);
    // Draws nothing unless standard error is a terminal.
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} deals  {per_sec}  {eta} left");
    let progress = ProgressBar::new(deals).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut tallies: Vec<(String, Tally)> = Vec::new();
    for contestant in line_up {
        let name = contestant.to_string();
        if tallies.iter().all(|(known, _)| *known != name) {
            tallies.push((name, Tally::default()));
        }
    }
    let places: Vec<usize> = line_up
        .iter()
        .filter_map(|contestant| tallies.iter().position(|(name, _)| *name == contestant.to_string()))
        .collect();
    let (mut next, mut games, mut verdict) = (0, 0, args.sprt.map(|_| Verdict::Open));
    while next < deals && verdict.is_none_or(|verdict| verdict == Verdict::Open) {
        let batch: Vec<Vec<Played>> = (next..deals.min(next + BATCH))
            .into_par_iter()
            .map(|number| play_deal::<G>(chosen, line_up, &seed.child(number)))
            .collect();
        next += batch.len() as u64;
        for deal in &batch {
            games += deal.len();
            add(&mut tallies, &places, deal);
        }
        verdict = args.sprt.map(|sprt| tallies[0].1.shares.verdict(sprt));
        progress.set_position(next);
    }
    progress.finish_and_clear();
    Report {
        game: G::ID,
        variant: chosen.variant.to_string(),
        players: chosen.players,
        deals: next,
        games,
        sprt: verdict,
        bots: tallies.into_iter().map(|(name, tally)| (name, tally.sum_up())).collect(),
    }
}

/// The results of one bot.
#[derive(Default)]
struct Tally {
    games: usize,
    scores: Vec<i32>,
    shares: Shares,
    times: Vec<f32>,
    rating: WengLinRating,
}

/// Adds the games of a deal.
fn add(tallies: &mut [(String, Tally)], places: &[usize], deal: &[Played]) {
    let mut wins = vec![Vec::new(); tallies.len()];
    for played in deal {
        let seats: Vec<(Seat, usize)> =
            Seat::all(places.len()).zip(played.seated.iter().map(|&who| places[who])).collect();
        for (place, (_, tally)) in tallies.iter_mut().enumerate() {
            tally.games += usize::from(seats.iter().any(|&(_, here)| here == place));
        }
        for &(seat, place) in &seats {
            let tally = &mut tallies[place].1;
            tally.scores.push(played.points[seat.index()]);
            tally.times.extend(&played.times[seat.index()]);
            let won = played.winners.contains(seat);
            wins[place].push(if won { 1.0 / played.winners.len() as f64 } else { 0.0 });
        }
        rate(tallies, &seats, played);
    }
    for ((_, tally), wins) in tallies.iter_mut().zip(wins) {
        tally.shares.add(&wins);
    }
}

/// Rates the bots of a game. One that sits on several seats gets the mean of what each of them earned.
fn rate(tallies: &mut [(String, Tally)], seats: &[(Seat, usize)], played: &Played) {
    let before: Vec<[WengLinRating; 1]> = seats.iter().map(|&(_, place)| [tallies[place].1.rating]).collect();
    // Winners come first; the others by points, equal ones side by side.
    let key = |seat: Seat| (played.winners.contains(seat), played.points[seat.index()]);
    let rank = |seat: Seat| 1 + seats.iter().filter(|&&(other, _)| key(other) > key(seat)).count();
    let teams: Vec<_> = before
        .iter()
        .zip(seats)
        .map(|(rating, &(seat, _))| (&rating[..], MultiTeamOutcome::new(rank(seat))))
        .collect();
    let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
    for (place, (_, tally)) in tallies.iter_mut().enumerate() {
        let own: Vec<&WengLinRating> = after
            .iter()
            .zip(seats)
            .filter(|(_, (_, here))| *here == place)
            .filter_map(|(r, _)| r.first())
            .collect();
        if !own.is_empty() {
            let mean =
                |of: fn(&WengLinRating) -> f64| own.iter().map(|&r| of(r)).sum::<f64>() / own.len() as f64;
            tally.rating = WengLinRating { rating: mean(|r| r.rating), uncertainty: mean(|r| r.uncertainty) };
        }
    }
}

/// The printed statistics of one bot.
#[derive(Serialize)]
struct Summary {
    /// The games in which it sat on at least one seat.
    games: usize,
    /// Its seats in all of them.
    seats: usize,
    mean_score: f64,
    sd_score: f64,
    /// The lowest score, the quantiles of 10, 50 and 90 %, and the highest score.
    scores: [i32; 5],
    /// The share of wins of a seat; 1/k for a win that k share.
    win_share: f64,
    ci95: [f64; 2],
    /// The Weng-Lin rating.
    rating: f64,
    uncertainty: f64,
    ms_p50: f64,
    ms_p99: f64,
}

impl Tally {
    fn sum_up(mut self) -> Summary {
        self.scores.sort_unstable();
        self.times.sort_by(f32::total_cmp);
        let number = self.scores.len().max(1) as f64;
        let mean = self.scores.iter().map(|&score| f64::from(score)).sum::<f64>() / number;
        let squares = self.scores.iter().map(|&score| (f64::from(score) - mean).powi(2)).sum::<f64>();
        let rounded = |value: f64| (value * 10_000.0).round() / 10_000.0;
        let time = |part| rounded(f64::from(quantile(&self.times, part).unwrap_or_default()));
        Summary {
            games: self.games,
            seats: self.scores.len(),
            mean_score: rounded(mean),
            sd_score: rounded((squares / number).sqrt()),
            scores: [0.0, 0.1, 0.5, 0.9, 1.0].map(|part| quantile(&self.scores, part).unwrap_or_default()),
            win_share: rounded(self.shares.mean()),
            ci95: self.shares.interval().map(rounded),
            rating: rounded(self.rating.rating),
            uncertainty: rounded(self.rating.uncertainty),
            ms_p50: time(0.5),
            ms_p99: time(0.99),
        }
    }
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    variant: String,
    players: usize,
    deals: u64,
    games: usize,
    /// The verdict of the sequential test, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Verdict>,
    bots: BTreeMap<String, Summary>,
}

impl Report {
    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Self { game, variant, players, deals, games, sprt, bots } = self;
        writeln!(out, "{game} {variant}, {players} players: {games} games of {deals} deals")?;
        let width = bots.keys().map(String::len).max().unwrap_or(0).max(3) + 2;
        writeln!(
            out,
            "{:<width$}{:>7}{:>8}{:>15}{:>8}{:>6}  {:<21}{:>7}{:>10}{:>10}",
            "bot",
            "seats",
            "wins",
            "95 %",
            "points",
            "sd",
            "least 10% 50% 90% most",
            "rating",
            "ms p50",
            "ms p99"
        )?;
        for (name, bot) in bots {
            let [low, high] = bot.ci95.map(|share| 100.0 * share);
            let [least, tenth, half, ninety, most] = bot.scores;
            writeln!(
                out,
                "{name:<width$}{:>7}{:>7.1}%{:>15}{:>8.2}{:>6.1}  {:<22}{:>7.1}{:>10.2}{:>10.2}",
                bot.seats,
                100.0 * bot.win_share,
                format!("{low:.1} – {high:.1}"),
                bot.mean_score,
                bot.sd_score,
                format!("{least:>5} {tenth:>3} {half:>3} {ninety:>3} {most:>4}"),
                bot.rating,
                bot.ms_p50,
                bot.ms_p99
            )?;
        }
        match sprt {
            Some(Verdict::High) => writeln!(out, "sequential test: the high share"),
            Some(Verdict::Low) => writeln!(out, "sequential test: the low share"),
            Some(Verdict::Open) => writeln!(out, "sequential test: not decided"),
            None => Ok(()),
        }
    }
}
