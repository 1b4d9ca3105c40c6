//! `townhall analyse`: where the points of finished games went.

use std::{
    io::{self, Write, stdout},
    thread,
};

use tabletop::{Record, RecordError, Seat, SeatSet, Seed, record::RawRecord};
use townhall_analysis::{Analysis, Figure, Judgement, Mark, Mean, Over, Report, SeatReport, refine};
use townhall_bots::system_clock;

use crate::{
    cli,
    failure::Failure,
    files,
    games::{Playable, Visitor, visit_record},
    printable::printable,
};

/// Analyses each game and prints what was found: game by game, or by player if there are several. A game that can't be
/// analysed is reported and left out.
pub(crate) fn run(args: &cli::Analyse) -> Result<(), Failure> {
    let records = files::read_each_record(&args.file)?;
    let mut table: Vec<Tally> = Vec::new();
    let mut left_out = 0;
    let games = records.len();
    let alone = games == 1;
    for raw in records {
        let found = match raw.and_then(|raw| analyse(raw, args)) {
            Ok(found) => found,
            Err(failure) if alone => return Err(failure),
            Err(failure) => {
                failure.say();
                left_out += 1;
                continue;
            }
        };
        if args.json {
            writeln!(stdout(), "{}", found.json.map_err(io::Error::from)?)?;
        } else if alone {
            write!(stdout(), "{}", found.text)?;
        }
        for line in found.lines {
            match table.iter_mut().find(|tally| tally.player == line.player) {
                Some(tally) => tally.add(&line),
                None => table.push(Tally::new(&line)),
            }
        }
    }
    if !args.json && !alone {
        print_table(&table)?;
    }
    match left_out {
        0 => Ok(()),
        left_out => Err(Failure::LeftOut { left_out, games }),
    }
}

fn analyse(raw: RawRecord, args: &cli::Analyse) -> Result<Found, Failure> {
    let game = raw.index();
    let found = visit_record(&args.file, raw, |raw| Analyse { raw, args })?;
    found.map_err(files::bad_record(&args.file))?.ok_or_else(|| {
        let seat = args.seat.unwrap_or_default();
        Failure::BadInput(format!("game {} has no player on seat {seat}; seats are counted from 1", game + 1))
    })
}

struct Analyse<'a> {
    raw: RawRecord,
    args: &'a cli::Analyse,
}

/// The analysis of a game, in every form in which it may be printed.
struct Found {
    json: serde_json::Result<String>,
    text: String,
    lines: Vec<Line>,
}

/// The figures of a player in one game.
struct Line {
    player: String,
    lead: f64,
    parts: [f64; 4],
    accuracy: f64,
    marks: [u32; Mark::ALL.len()],
}

impl Visitor for Analyse<'_> {
    type Output = Result<Option<Found>, RecordError>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self { raw, args } = self;
        let record = Record::<G>::read(raw)?;
        let players = SeatSet::all(record.players.len());
        let seats = match args
            .seat
            .map(|number| number.checked_sub(1).and_then(|index| Seat::try_from(index).ok()))
        {
            None => players,
            Some(Some(seat)) if players.contains(seat) => SeatSet::EMPTY.with(seat),
            Some(_) => return Ok(None),
        };
        let mut analysis = Analysis::new(&record, seats, &Seed::from_phrase(&args.seed))?;
        work(&mut analysis, args);
        let report = analysis.report();
        let players: Vec<String> = record.players.iter().map(|name| printable(name)).collect();
        let lines = report.seats.iter().map(|seat| Line::of(seat, &players)).collect();
        let text = describe(&report, &players);
        Ok(Some(Found { json: serde_json::to_string(&report), text, lines }))
    }
}

/// Works on an analysis with all threads, until the budget is used up.
fn work<G: Playable>(analysis: &mut Analysis<G>, args: &cli::Analyse) {
    let budget = args.budget.unwrap_or_else(|| analysis.plenty());
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    // Moments of the game are dealt out in turns, since late ones are quicker to evaluate than early ones.
    let mut hands: Vec<Vec<_>> = (0..threads).map(|_| Vec::new()).collect();
    for (number, task) in analysis.tasks().iter_mut().enumerate() {
        hands[number % threads].push(task);
    }
    thread::scope(|scope| {
        for mut hand in hands {
            scope.spawn(move || refine(&mut hand, budget, &system_clock));
        }
    });
}

const PARTS: [(&str, &str); 4] = [
    ("deal", "what could be expected before the first move"),
    ("draws", "what came to light later"),
    ("own", "what the player's own decisions made of it"),
    ("others", "what the decisions of the others made of it"),
];

fn name_of(seat: Seat, players: &[String]) -> &str {
    players.get(seat.index()).map_or("", String::as_str)
}

/// A report in words.
fn describe<M: ToString>(report: &Report<M>, players: &[String]) -> String {
    let mut lines = vec![format!("{}, {}", report.game, report.variant)];
    for seat in &report.seats {
        let over = match report.over {
            Over::BestOther => "over the best other player",
            Over::Automata => "over the best of the game's own players",
            Over::Nobody => "(alone: the points)",
        };
        lines.push(String::new());
        lines.push(format!(
            "seat {}, {}: a lead of {} points {over}",
            seat.seat.index() + 1,
            name_of(seat.seat, players),
            seat.lead
        ));
        for (figure, (part, means)) in seat.parts.figures().into_iter().zip(PARTS) {
            let Figure { mean, error } = figure;
            if part == "draws" && figure == Figure::exact(0.0) {
                // In a game with perfect information nothing is drawn.
                continue;
            }
            lines.push(format!("  {part:<7}{mean:>+8.2} ± {:<5} {means}", half_interval(error, 2)));
        }
        if report.uncertain {
            lines.push(
                "  luck and skill are uncertain: nobody made a mistake that the analysis can be sure of"
                    .to_owned(),
            );
        }
        let marks = marks(&seat.decisions);
        let counts: Vec<String> = Mark::ALL
            .iter()
            .zip(marks)
            .filter(|(_, number)| *number > 0)
            .map(|(mark, number)| format!("{number} {}", mark.name()))
            .collect();
        let [low, high] = seat.accuracy_interval;
        let accuracy = format!("{:.0} of 100 ({low:.0} to {high:.0})", seat.accuracy);
        lines.push(format!("  accuracy {accuracy}; decisions: {}", counts.join(", ")));
        lines.extend(seat.decisions.iter().filter(|one| one.mark >= Mark::Inexact).map(describe_decision));
    }
    for shared in &report.shared {
        lines.push(String::new());
        let names: Vec<&str> = shared.builders.iter().map(|share| name_of(share.seat, players)).collect();
        // Moves name the city by this number.
        let (city, points) = (shared.part, shared.points);
        lines.push(format!("city [{city}] of {}: {points} points", names.join(" and ")));
        lines.push(format!("  {:<7}{:>+8.2}", "deal", shared.deal));
        lines.push(format!("  {:<7}{:>+8.2}", "draws", shared.draws));
        for share in &shared.builders {
            let name = name_of(share.seat, players);
            lines.push(format!(
                "  seat {} {:>+8.2} ± {:<5} {name}",
                share.seat.index() + 1,
                share.points,
                half_interval(share.error, 2)
            ));
        }
        lines.push(format!("  {:<7}{:>+8.2}", "others", shared.others));
    }
    lines.join("\n") + "\n"
}

fn describe_decision<M: ToString>(one: &Judgement<M>) -> String {
    let (played, best) = (one.played.to_string(), one.best.to_string());
    let why = one.why.as_ref().map_or_else(String::new, |why| {
        let terms: String = why.terms.iter().map(|term| format!("; {}", term.words)).collect();
        format!(" ({:+.1} points of one's own, {:+.1} by those of the others{terms})", why.own, why.others)
    });
    let (ply, mark) = (one.ply, one.mark.name());
    format!(
        "  move {ply}: {played} cost {:.1} ± {}: {mark}. Better: {best}{why}",
        one.cost,
        half_interval(one.error, 1)
    )
}

/// The half of a 95 % interval with so many decimals. One sample says nothing about its error.
pub(super) fn half_interval(error: f64, decimals: usize) -> String {
    if error.is_finite() { format!("{:.decimals$}", 1.96 * error) } else { "not known".to_owned() }
}

fn marks<M>(decisions: &[Judgement<M>]) -> [u32; Mark::ALL.len()] {
    let mut marks = [0; Mark::ALL.len()];
    decisions.iter().for_each(|one| marks[one.mark as usize] += 1);
    marks
}

impl Line {
    fn of<M>(seat: &SeatReport<M>, players: &[String]) -> Self {
        Self {
            player: name_of(seat.seat, players).to_owned(),
            lead: seat.lead,
            parts: seat.parts.figures().map(|figure| figure.mean),
            accuracy: seat.accuracy,
            marks: marks(&seat.decisions),
        }
    }
}

/// The figures of a player in several games.
struct Tally {
    player: String,
    lead: Mean,
    parts: [Mean; 4],
    accuracy: Mean,
    marks: [u32; Mark::ALL.len()],
}

impl Tally {
    fn new(line: &Line) -> Self {
        let player = line.player.clone();
        let mut tally = Self {
            player,
            lead: Mean::default(),
            parts: [Mean::default(); 4],
            accuracy: Mean::default(),
            marks: [0; Mark::ALL.len()],
        };
        tally.add(line);
        tally
    }

    fn add(&mut self, line: &Line) {
        self.lead.add(line.lead);
        self.parts.iter_mut().zip(line.parts).for_each(|(mean, part)| mean.add(part));
        self.accuracy.add(line.accuracy);
        self.marks.iter_mut().zip(line.marks).for_each(|(sum, number)| *sum += number);
    }
}

fn print_table(table: &[Tally]) -> io::Result<()> {
    let mut out = stdout().lock();
    write!(out, "{:<20}{:>6}{:>9}", "player", "games", "lead")?;
    PARTS.iter().try_for_each(|(part, _)| write!(out, "{part:>9}"))?;
    write!(out, "{:>10}", "accuracy")?;
    Mark::ALL.iter().try_for_each(|mark| write!(out, "{:>9}", mark.name()))?;
    writeln!(out)?;
    for tally in table {
        let Tally { player, lead, parts, accuracy, marks } = tally;
        write!(out, "{player:<20}{:>6}{:>+9.2}", lead.number(), lead.mean())?;
        parts.iter().try_for_each(|part| write!(out, "{:>+9.2}", part.mean()))?;
        write!(out, "{:>10.1}", accuracy.mean())?;
        let all = f64::from(marks.iter().sum::<u32>().max(1));
        marks.iter().try_for_each(|&number| write!(out, "{:>8.1}%", 100.0 * f64::from(number) / all))?;
        writeln!(out)?;
    }
    Ok(())
}
