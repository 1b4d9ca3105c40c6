//! The analysis of a finished game, in slices.

use std::time::Duration;

use serde::Serialize;
use tabletop::{Record, RecordError, Rules, Seat, SeatSet, Seed, record::RawRecord, record::split};
use townhall_analysis::{Analysis, Judgement, LeadSplit, Mark, Over, Point, Shared, VERSION, Why, hindsight};
use townhall_bots::{Budget, Clock, Evaluate, Talker};
use townhall_table::{
    Json,
    protocol::{Code, Refusal},
    recorded::bad_record,
};

/// The number of continuations for judging a move that the user tries.
const TRIED_CONTINUATIONS: usize = 4000;

/// The result of an analysis so far.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Analysed {
    /// Identifies the game and the version of its analysis: results may be cached under this key.
    pub key: String,
    /// The finished fraction of the work, from 0 to 1. At 1 the analysis is complete.
    pub progress: f64,
    /// The players over whom leads are measured.
    pub over: Over,
    /// Whether luck and skill can't be told apart, because all players played so well.
    pub uncertain: bool,
    /// The players, by seat.
    pub seats: Vec<AnalysedSeat>,
    /// The parts that several players built together, with the contribution of each. Empty in games without shared parts.
    pub shared: Vec<Shared>,
}

/// The analysis of one player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct AnalysedSeat {
    /// The player's seat.
    pub seat: Seat,
    /// The final lead, in points.
    pub lead: f64,
    /// The split of the lead by cause.
    pub parts: LeadSplit,
    /// The quality of the player's decisions, from 0 to 100.
    pub accuracy: f64,
    /// The 95 % interval of the accuracy.
    pub accuracy_interval: [f64; 2],
    /// The evaluated decisions, in order, without forced moves.
    pub decisions: Vec<Judged>,
    /// The expected lead over the game: a point before the first move, one before and one after every evaluated move of the
    /// seat, and the final lead.
    pub curve: Vec<Point>,
}

/// A decision that was judged.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Judged {
    /// The number of the move in the record, from 0.
    pub ply: usize,
    /// The played move, in the form of the protocol.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub played: Json,
    /// The best move found, in the form of the protocol.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub best: Json,
    /// The advantage of the best move over the played one, in points.
    pub cost: f64,
    /// The standard error of the cost.
    pub error: f64,
    /// The mark of the decision.
    pub mark: Mark,
    /// The reasons why the best move is better; null unless the mark is inexact or worse.
    pub why: Option<Why>,
    /// The gain of a good move over the obvious one; null unless it is large enough to be mentioned.
    pub gained: Option<Gained>,
}

/// The gain of a good move over the one that a simple bot would have made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Gained {
    /// The simple bot's move, in the form of the protocol.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub over: Json,
    /// The advantage of the played move, in points.
    pub points: f64,
}

impl Judged {
    fn of<M: Serialize>(one: &Judgement<M>) -> Self {
        let (played, best) = (Json::of(&one.played), Json::of(&one.best));
        let &Judgement { ply, cost, error, mark, ref why, ref gained, .. } = one;
        let gained = gained.as_ref().map(|one| Gained { over: Json::of(&one.over), points: one.points });
        Self { ply, played, best, cost, error, mark, why: why.clone(), gained }
    }
}

/// The best move with knowledge of the whole state, hidden cards included.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Hindsight {
    /// The move with the best result.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub best: Json,
    /// The advantage of its result over that of the played move, in points.
    pub gain: f64,
}

/// Analyses a game of any type.
pub(crate) trait Analyst: Send {
    /// Works for about this duration.
    fn work(&mut self, clock: &dyn Clock, time: Duration);
    /// Returns the results so far.
    fn analysed(&self) -> Analysed;
    /// Judges another move in place of the one with this number. Returns `None` if the move was forced.
    fn judge(&self, ply: usize, mv: &Json) -> Result<Option<Judged>, Refusal>;
    /// Returns the best move there with knowledge of the whole state.
    fn hindsight(&self, ply: usize) -> Result<Option<Hindsight>, Refusal>;
}

/// Returns the analyst of the first game of a record file.
pub(crate) fn analyst(file: &str) -> Result<Box<dyn Analyst>, Refusal> {
    let read = || -> Result<_, RecordError> {
        let raw = split(file)?.swap_remove(0);
        macro_rules! begun {
            ($($game:ty),+) => {
                match raw.game() {
                    $(<$game>::ID => Study::<$game>::begin(raw, file).map(Some),)+
                    _ => Ok(None),
                }
            };
        }
        townhall_games::games!(begun)
    };
    let found = read().map_err(|error| bad_record(&error))?;
    found.ok_or_else(|| Refusal::new(Code::Unknown, "games of this kind can't be analysed"))
}

/// Returns the seed of all analyses: the default of the command line, so that both give the same results.
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
            accuracy_interval: seat.accuracy_interval,
            decisions: seat.decisions.iter().map(Judged::of).collect(),
            curve: seat.curve,
        });
        Analysed {
            key: self.key.clone(),
            progress: self.analysis.progress(self.budget),
            over: report.over,
            uncertain: report.uncertain,
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
