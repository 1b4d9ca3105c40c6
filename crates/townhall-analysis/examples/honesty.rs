//! How honest an analysis is: bots play games, the games are analysed, and what it says is compared with what it should
//! say. docs/analysis.md explains the figures.
//!
//! ```text
//! cargo run --release -p townhall-analysis --example honesty -- GAME BOT,BOT,… GAMES SIMS [SEED] [again]
//! cargo run --release -p townhall-analysis --example honesty -- point-city hard:60sims,hard:60sims 100 20000
//! ```
//!
//! `lead-luck` is own + others, and `claimed` the error that the analysis gives for it; `slope` is by how much the lead really
//! differs when lead-luck differs by a point (1 if all of it is true). ± is a 95 % interval.
//!
//! One bot a seat. SIMS is the number of continuations for each analysis. With `again`, every game is analysed a second
//! time with another seed, and marks are compared.

use std::{env, process::ExitCode, time::Instant};

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use tabletop::{Record, Seat, SeatSet, Seed, Viewer, play_out};
use townhall_analysis::{Analysis, Judgement, Mark, Mean};
use townhall_bots::{Budget, Evaluate, Level, Talker, bot, system_clock};

/// What was asked for.
struct Plan {
    levels: Vec<Level>,
    games: u64,
    sims: u32,
    seed: String,
    again: bool,
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let plan = || {
        let [_, bots, games, sims, rest @ ..] = words.as_slice() else { return None };
        let again = rest.last().is_some_and(|word| word == "again");
        let levels = bots.split(',').map(|name| name.parse().ok()).collect::<Option<_>>()?;
        let seed = rest.first().filter(|word| *word != "again").cloned().unwrap_or("honesty".to_owned());
        Some(Plan { levels, games: games.parse().ok()?, sims: sims.parse().ok()?, seed, again })
    };
    match (words.first().map(String::as_str), plan()) {
        (Some("point-city"), Some(plan)) => measure::<PointCity>(&plan),
        (Some("between-two-cities"), Some(plan)) => measure::<BetweenTwoCities>(&plan),
        _ => {
            eprintln!("expected GAME BOT,BOT,… GAMES SIMS [SEED] [again]");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// What is added up for a seat.
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

fn play<G: Evaluate>(plan: &Plan, seed: &Seed) -> Option<Record<G>> {
    let players = plan.levels.len();
    let variant = *G::variants().iter().find(|&&variant| G::players(variant).contains(&players))?;
    let (setup, _) = G::deal_from(seed, variant, players);
    let mut bots: Vec<_> = plan
        .levels
        .iter()
        .zip(1..)
        .map(|(&level, n)| bot::<G>(level, &seed.child(n), system_clock))
        .collect();
    let names = plan.levels.iter().map(ToString::to_string).collect();
    let mut record = Record::<G>::new(names, setup, "honesty", None);
    let mut ask = |state: &G::State, seat: Seat| {
        Some(bots.get_mut(seat.index())?.choose(&G::view(state, Viewer::Seat(seat))))
    };
    // As at a table, all choose before the first choice is sealed: bots sample what others have sealed as if they chose at
    // random, so a bot that is asked after them would play a little worse.
    let mut chosen = [None; Seat::MAX];
    let end = play_out::<G>(
        G::start(&record.setup),
        |state, seat| {
            let first = chosen[seat.index()].take().or_else(|| ask(state, seat))?;
            if G::seals(first) {
                for other in G::to_act(state).iter().filter(|&other| other != seat) {
                    chosen[other.index()] = chosen[other.index()].or_else(|| ask(state, other));
                }
            }
            Some(first)
        },
        |_, seat, mv| record.push(seat, mv),
    );
    record.finish(&G::outcome(&end)?, None);
    Some(record)
}

fn analyse<G: Evaluate>(record: &Record<G>, plan: &Plan, seed: &Seed) -> Option<Analysis<G>> {
    let mut analysis = Analysis::new(record, SeatSet::all(plan.levels.len()), seed).ok()?;
    analysis.run(Budget::Sims(plan.sims), system_clock);
    Some(analysis)
}

fn measure<G: Evaluate + Talker>(plan: &Plan) {
    let mut tallies: Vec<Tally> = plan.levels.iter().map(|_| Tally::default()).collect();
    let (mut compared, mut changed, mut changed_much) = (0, 0, 0);
    let mut seconds = Mean::default();
    let mut rows = Vec::new();
    for game in 0..plan.games {
        let seed = Seed::from_phrase(&plan.seed).child(game);
        let Some(record) = play::<G>(plan, &seed) else { continue };
        let begun = Instant::now();
        let Some(analysis) = analyse(&record, plan, &seed.child(100)) else { continue };
        seconds.add(begun.elapsed().as_secs_f64());
        let report = analysis.report();
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
        "{} games of {}, {} continuations each, {:.2} s each",
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
    if compared > 0 {
        let share = |number: u32| 100.0 * f64::from(number) / f64::from(compared);
        println!(
            "{compared} marks compared: {:.1} % changed, {:.2} % by more than one step",
            share(changed),
            share(changed_much)
        );
    }
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
