//! The analysis of a finished game, in slices.

use std::time::Duration;

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use serde::Serialize;
use tabletop::{Record, RecordError, Rules, Seat, SeatSet, Seed, record::RawRecord, record::split};
use townhall_analysis::{Analysis, Judgement, LeadSplit, Mark, Over, Point, Shared, VERSION, Why, hindsight};
use townhall_bots::{Budget, Clock, Evaluate, Talker};
use townhall_table::{
    Json,
    protocol::{Code, Refusal},
    recorded::bad_record,
};

/// The number of continuations with which a move that the user tries is judged.
const TRIED_CONTINUATIONS: usize = 4000;

/// The result of an analysis so far.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Analysed {
    /// Names the game, and what its analysis comes to in this version: results may be kept under it.
    pub key: String,
    /// How much of the work is done, from 0 to 1. At 1 nothing is left to do.
    pub progress: f64,
    /// The players over whom leads are measured.
    pub over: Over,
    /// The players, by seat.
    pub seats: Vec<AnalysedSeat>,
    /// The parts that several players built together, with the contribution of each. Empty in games without shared parts.
    pub shared: Vec<Shared>,
}

/// The analysis of one player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct AnalysedSeat {
    /// The seat.
    pub seat: Seat,
    /// The final lead, in points.
    pub lead: f64,
    /// The split of the lead by cause.
    pub parts: LeadSplit,
    /// How well the player decided, from 0 to 100.
    pub accuracy: f64,
    /// The decisions that were looked at, in order; forced moves are none.
    pub decisions: Vec<Judged>,
    /// How the expected lead went: a point before the first move, one before and one after every move of the seat that was
    /// looked at, and the final lead.
    pub curve: Vec<Point>,
}

/// A decision that was judged.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Judged {
    /// The number of the move in the record, from 0.
    pub ply: usize,
    /// What was played.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub played: Json,
    /// The best move that was found.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub best: Json,
    /// By how much it is better, in points.
    pub cost: f64,
    /// The standard error of the cost.
    pub error: f64,
    /// The mark.
    pub mark: Mark,
    /// Why the best move is better; null if the decision is not worth a word.
    pub why: Option<Why>,
}

impl Judged {
    fn of<M: Serialize>(one: &Judgement<M>) -> Self {
        let (played, best) = (Json::of(&one.played), Json::of(&one.best));
        let &Judgement { ply, cost, error, mark, ref why, .. } = one;
        Self { ply, played, best, cost, error, mark, why: why.clone() }
    }
}

/// What the open cards would have allowed a player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Hindsight {
    /// The move that would have come to most.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub best: Json,
    /// By how many points it would have come to more than the one that was played.
    pub gain: f64,
}

/// Analyses one game, whichever it is.
pub(crate) trait Analyst: Send {
    /// Works for about so long.
    fn work(&mut self, clock: &dyn Clock, time: Duration);
    /// What is known so far.
    fn analysed(&self) -> Analysed;
    /// Judges a move in the place of the one with this number; none if there was no choice.
    fn judge(&self, ply: usize, mv: &Json) -> Result<Option<Judged>, Refusal>;
    /// What the open cards would have allowed there.
    fn hindsight(&self, ply: usize) -> Result<Option<Hindsight>, Refusal>;
}

/// The analyst of the first game of a record file.
pub(crate) fn analyst(file: &str) -> Result<Box<dyn Analyst>, Refusal> {
    let read = || -> Result<_, RecordError> {
        let raw = split(file)?.swap_remove(0);
        match raw.game() {
            BetweenTwoCities::ID => Study::<BetweenTwoCities>::begin(raw, file).map(Some),
            PointCity::ID => Study::<PointCity>::begin(raw, file).map(Some),
            _ => Ok(None),
        }
    };
    let found = read().map_err(|error| bad_record(&error))?;
    found.ok_or_else(|| Refusal::new(Code::Unknown, "games of this kind can't be analysed"))
}

/// The seed of all analyses: the same as that of the command line, so that they come to the same.
fn seed() -> Seed {
    Seed::from_phrase("analysis")
}

struct Study<G: Evaluate> {
    key: String,
    record: Record<G>,
    analysis: Analysis<G>,
    budget: Budget,
}

impl<G: Evaluate + Talker> Study<G> {
    fn begin(raw: RawRecord, file: &str) -> Result<Box<dyn Analyst>, RecordError> {
        let record = Record::<G>::read(raw)?;
        let analysis = Analysis::new(&record, SeatSet::all(record.players.len()), &seed())?;
        let key = format!("{VERSION}:{}", Seed::from_phrase(file));
        let budget = analysis.plenty();
        Ok(Box::new(Self { key, record, analysis, budget }))
    }

    fn no_decision(ply: usize) -> Refusal {
        Refusal::new(Code::Illegal, format!("move {ply} is no decision of a player"))
    }
}

impl<G: Evaluate + Talker> Analyst for Study<G> {
    fn work(&mut self, clock: &dyn Clock, time: Duration) {
        let until = clock.now() + time;
        while self.analysis.step(self.budget) && clock.now() < until {}
    }

    fn analysed(&self) -> Analysed {
        let report = self.analysis.report();
        let seats = report.seats.into_iter().map(|seat| AnalysedSeat {
            seat: seat.seat,
            lead: seat.lead,
            parts: seat.parts,
            accuracy: seat.accuracy,
            decisions: seat.decisions.iter().map(Judged::of).collect(),
            curve: seat.curve,
        });
        Analysed {
            key: self.key.clone(),
            progress: self.analysis.progress(self.budget),
            over: report.over,
            seats: seats.collect(),
            shared: report.shared,
        }
    }

    fn judge(&self, ply: usize, mv: &Json) -> Result<Option<Judged>, Refusal> {
        let mv: G::Move = mv.read().map_err(|error| Refusal::new(Code::Illegal, error.to_string()))?;
        let choices = self.analysis.choices(ply).ok_or_else(|| Self::no_decision(ply))?;
        if !choices.contains(&mv) {
            return Err(Refusal::new(Code::Illegal, format!("{mv} can't be played there")));
        }
        Ok(self
            .analysis
            .judge_instead(ply, mv, TRIED_CONTINUATIONS, &seed())
            .map(|judgement| Judged::of(&judgement)))
    }

    fn hindsight(&self, ply: usize) -> Result<Option<Hindsight>, Refusal> {
        let found = hindsight(&self.record, ply).map_err(|error| bad_record(&error))?;
        Ok(found.map(|found| Hindsight { best: Json::of(&found.best), gain: found.gain }))
    }
}
