//! The results of an analysis.

use std::fmt::Display;

use serde::{Serialize, Serializer};
use tabletop::{Knowledge, Seat};
use townhall_bots::Evaluate;

use crate::{
    Analysis, Figure, Judgement, Mark,
    analysis::Kind,
    decision::{Decision, Price},
    mark::grade,
    reason::Why,
    stats::{Spread, round},
};

/// The results for a game so far. Serialises as one line of `townhall analyse --json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(bound(serialize = "M: Display"))]
pub struct Report<M> {
    /// The game.
    pub game: &'static str,
    /// The variant.
    pub variant: String,
    /// The players over whom leads are measured.
    pub over: Over,
    /// Whether luck and skill can't be told apart: all players played so well that the evaluation is no better than they are.
    pub uncertain: bool,
    /// The results of the players that the caller requested.
    pub seats: Vec<SeatReport<M>>,
    /// The parts that several players built together, with the contribution of each. Empty in games without shared parts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shared: Vec<Shared>,
}

/// The players over whom a lead is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// The best of the other players.
    BestOther,
    /// The best of the game's own automata (the solo city of Point City, the Automas of Between Two Cities): the player is
    /// alone with them.
    Automata,
    /// No opponent: the player is alone, and the lead is its points.
    Nobody,
}

/// The results for a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(bound(serialize = "M: Display"))]
pub struct SeatReport<M> {
    /// The seat.
    pub seat: Seat,
    /// Its final lead, in points.
    pub lead: f64,
    /// The split of the lead by cause.
    pub parts: LeadSplit,
    /// The quality of its decisions, from 0 to 100: the share of what was at stake in them that it kept. 100 is the best move
    /// every time, 0 a choice that is no better than a random one of the moves that were compared.
    pub accuracy: f64,
    /// The interval that holds the player's accuracy in 95 of 100 cases, as far as one game tells.
    pub accuracy_interval: [f64; 2],
    /// Its decisions, in order, without forced moves.
    #[serde(serialize_with = "decisions")]
    pub decisions: Vec<Judgement<M>>,
    /// The expected lead over the game.
    pub curve: Vec<Point>,
}

/// The split of a lead by cause, in points. The four means add up to the lead exactly.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "LeadSplitJson", export_to = "engine/"))]
#[serde(into = "LeadSplitJson")]
pub struct LeadSplit {
    /// The expected lead before the first move, from the view of the seat.
    pub deal: Figure,
    /// The effect of everything that was revealed later: cards, tiles, and the hands of others. Zero with perfect information.
    pub draws: Figure,
    /// The effect of its own decisions, compared with the best moves that were found.
    pub own: Figure,
    /// The effect of the decisions of the others.
    pub others: Figure,
}

#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/", rename = "LeadSplit"))]
struct LeadSplitJson {
    deal: f64,
    draws: f64,
    own: f64,
    others: f64,
    intervals: Intervals,
}

#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
struct Intervals {
    deal: [f64; 2],
    draws: [f64; 2],
    own: [f64; 2],
    others: [f64; 2],
}

/// A part that several players built together.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Shared {
    /// Its number among the parts of the table: that of the city.
    pub part: usize,
    /// Its final points.
    pub points: f64,
    /// The expected points before the first move.
    pub deal: f64,
    /// The effect of everything that was revealed later.
    pub draws: f64,
    /// The effect of the decisions of each builder.
    pub builders: Vec<Share>,
    /// The effect of the decisions of all other players.
    pub others: f64,
}

/// The contribution of one of several builders.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Share {
    /// The builder's seat.
    pub seat: Seat,
    /// The contribution, in points of the part.
    pub points: f64,
    /// The standard error.
    pub error: f64,
}

/// A point of the curve: the expected lead of a seat before or after one of its moves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Point {
    /// The number of moves of the game before this point.
    pub moves: usize,
    /// The expected final lead.
    pub lead: f64,
    /// Its standard error: how exactly the expectation is known.
    pub error: f64,
    /// The interval that contains the final lead of 80 % of the games that continue from there.
    pub band: [f64; 2],
}

impl Point {
    fn of(moves: usize, spread: &Spread) -> Self {
        let Figure { mean, error } = spread.mean().figure();
        Self { moves, lead: round(mean), error: round(error), band: spread.band().map(round) }
    }
}

impl From<LeadSplit> for LeadSplitJson {
    fn from(parts: LeadSplit) -> Self {
        let LeadSplit { deal, draws, own, others } = parts;
        let interval = |figure: Figure| figure.interval().map(round);
        let intervals = Intervals {
            deal: interval(deal),
            draws: interval(draws),
            own: interval(own),
            others: interval(others),
        };
        let [deal, draws, own, others] = parts.figures().map(|figure| round(figure.mean));
        Self { deal, draws, own, others, intervals }
    }
}

impl LeadSplit {
    /// All four, in order.
    #[must_use]
    pub const fn figures(&self) -> [Figure; 4] {
        [self.deal, self.draws, self.own, self.others]
    }

    /// The part that no player decided: the deal and the draws.
    #[must_use]
    pub fn luck(&self) -> Figure {
        self.deal.plus(self.draws)
    }

    /// The part that players decided: the seat itself and the others.
    #[must_use]
    pub fn skill(&self) -> Figure {
        self.own.plus(self.others)
    }
}

#[derive(Serialize)]
struct DecisionJson<'a> {
    ply: usize,
    r#move: String,
    best: String,
    cost: f64,
    error: f64,
    mark: Mark,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a Why>,
}

fn decisions<M: Display, S: Serializer>(all: &[Judgement<M>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(all.iter().map(|one| DecisionJson {
        ply: one.ply,
        r#move: one.played.to_string(),
        best: one.best.to_string(),
        cost: round(one.cost),
        error: round(one.error),
        mark: one.mark,
        why: one.why.as_ref(),
    }))
}

/// The mean grade from which on one of two players is as strong as the evaluation of games with a [guide](Evaluate::guide):
/// experts reach it, weaker players seldom do. docs/analysis.md says how it was measured.
const STRONG_OF_TWO: f64 = 0.94;
/// The mean grade from which on one of several players is as strong as that evaluation. It is lower, because it is not known
/// whether the skill of experts against weaker players is found among several.
const STRONG: f64 = 0.85;

/// The standard error of what the evaluation [misses](Evaluate::missed), as a share of it.
const MISSED_DOUBT: f64 = 0.3;

/// Whether costs are so small and rare that the evaluation can't tell the player's luck from skill.
fn is_strong(decisions: &[Price], players: usize) -> bool {
    let grades: f64 = decisions.iter().map(|one| grade(one.cost.mean)).sum();
    let strong = if players == 2 { STRONG_OF_TWO } else { STRONG };
    grades >= strong * decisions.len() as f64
}

/// The share, in percent, of what was at stake in these decisions that their costs left. The error is that of a ratio of
/// sums: other decisions of the same player would have had other costs and stakes.
fn accuracy(decisions: &[Price]) -> Figure {
    let sum = |of: fn(&Price) -> f64| decisions.iter().map(of).sum::<f64>();
    let (cost, stake) = (sum(|one| one.cost.mean), sum(|one| one.stake));
    if stake <= 0.0 {
        return Figure::exact(100.0);
    }
    let lost = cost / stake;
    let squares =
        decisions.iter().map(|one| (one.cost.mean - lost * one.stake).powi(2) + one.cost.error.powi(2));
    Figure { mean: 100.0 * (1.0 - lost), error: 100.0 * squares.sum::<f64>().sqrt() / stake }
}

/// A percentage with one decimal.
fn percent(value: f64) -> f64 {
    (10.0 * value.clamp(0.0, 100.0)).round() / 10.0
}

impl<G: Evaluate> Analysis<G> {
    fn decisions(&self) -> impl Iterator<Item = &Decision<G>> {
        self.tasks.iter().filter_map(|task| match &task.kind {
            Kind::Decision(decision) => Some(decision),
            Kind::Outset(_) => None,
        })
    }

    /// The effects of the decisions of every player on the lead of a seat, as far as they are known.
    #[must_use]
    pub fn effects(&self, on: Seat) -> [Figure; Seat::MAX] {
        let mut effects = [Figure::default(); Seat::MAX];
        for decision in self.decisions() {
            let sum = &mut effects[decision.choice.seat.index()];
            *sum = sum.plus(decision.effect(on));
        }
        effects
    }

    /// The split of a player's lead, as far as it is known.
    #[must_use]
    pub fn parts(&self, seat: Seat) -> LeadSplit {
        let outset = self.tasks.iter().find_map(|task| match &task.kind {
            Kind::Outset(outset) if outset.seat == seat => Some(outset.lead.mean().figure()),
            _ => None,
        });
        let mut deal = outset.unwrap_or_default();
        let (mut own, mut others) = (Figure::default(), Figure::default());
        for (decider, effect) in Seat::all(self.players).zip(self.effects(seat)) {
            let sum = if decider == seat { &mut own } else { &mut others };
            let raised = effect.times(self.correction(decider));
            let doubt = MISSED_DOUBT * (raised.mean - effect.mean);
            *sum = sum.plus(Figure { mean: raised.mean, error: raised.error.hypot(doubt) });
        }
        // Hundredths of a point, so that the parts add up in print, too.
        for figure in [&mut deal, &mut own, &mut others] {
            figure.mean = round(figure.mean);
        }
        let lead = f64::from(self.leads[seat.index()]);
        if G::KNOWLEDGE == Knowledge::Perfect {
            // Nothing is revealed later, so everything except the decisions belongs to the first position.
            let decided = own.plus(others);
            let deal = Figure { mean: round(lead - decided.mean), error: decided.error };
            return LeadSplit { deal, draws: Figure::exact(0.0), own, others };
        }
        let known = deal.plus(own).plus(others);
        let mean = round(lead - known.mean);
        LeadSplit { deal, draws: Figure { mean, error: known.error }, own, others }
    }

    /// The factor by which the effect of a player's decisions is larger than the evaluation finds it. It misses more of what a
    /// weak player loses, see [`Evaluate::missed`].
    fn correction(&self, seat: Seat) -> f64 {
        if self.missed == 0.0 {
            return 1.0;
        }
        let lost = 1.0 - accuracy(&self.prices(seat)).mean / 100.0;
        1.0 + self.missed * lost.clamp(0.0, 1.0)
    }

    /// The prices of the decisions of a seat, as far as they are known.
    fn prices(&self, seat: Seat) -> Vec<Price> {
        self.decisions().filter(|one| one.choice.seat == seat).filter_map(Decision::price).collect()
    }

    /// The decisions of a seat that have been evaluated so far.
    #[must_use]
    pub fn judgements(&self, seat: Seat) -> Vec<Judgement<G::Move>> {
        self.decisions().filter(|one| one.choice.seat == seat).filter_map(Decision::judgement).collect()
    }

    /// The expected lead of a player over the game: one point before and one after each of its moves that was evaluated so
    /// far, and the final lead.
    #[must_use]
    pub fn curve(&self, seat: Seat) -> Vec<Point> {
        let mut curve = Vec::new();
        for task in &self.tasks {
            match &task.kind {
                Kind::Outset(outset) if outset.seat == seat => curve.push(Point::of(0, &outset.lead)),
                Kind::Decision(decision) if decision.choice.seat == seat => {
                    if let Some([before, after]) = decision.moments() {
                        curve.push(Point::of(decision.choice.ply, before));
                        curve.push(Point::of(decision.choice.ply + 1, after));
                    }
                }
                _ => {}
            }
        }
        let lead = f64::from(self.leads[seat.index()]);
        curve.push(Point { moves: self.plies, lead, error: 0.0, band: [lead; 2] });
        curve
    }

    /// The parts that several players built together, with the contribution of each.
    #[must_use]
    pub fn shared(&self) -> Vec<Shared> {
        let together = self.builders.iter().enumerate().filter(|(_, builders)| builders.len() > 1);
        together.map(|(part, builders)| self.shared_part(part, builders)).collect()
    }

    fn shared_part(&self, part: usize, builders: &[Seat]) -> Shared {
        let (mut deal, mut outsets, mut others) = (0.0, 0.0f64, Figure::default());
        let mut shares: Vec<(Seat, Figure)> =
            builders.iter().map(|&seat| (seat, Figure::default())).collect();
        for task in &self.tasks {
            match &task.kind {
                Kind::Outset(outset) if builders.contains(&outset.seat) => {
                    deal += outset.parts[part].mean();
                    outsets += 1.0;
                }
                Kind::Outset(_) => {}
                Kind::Decision(decision) => {
                    let share = shares.iter_mut().find(|(seat, _)| *seat == decision.choice.seat);
                    let sum = share.map_or(&mut others, |(_, sum)| sum);
                    *sum = sum.plus(decision.effect_on_part(part));
                }
            }
        }
        let points = f64::from(self.parts[part]);
        let (deal, others) = (round(deal / outsets.max(1.0)), round(others.mean));
        let builders: Vec<Share> = shares
            .into_iter()
            .map(|(seat, sum)| Share { seat, points: round(sum.mean), error: round(sum.error) })
            .collect();
        let known = deal + others + builders.iter().map(|share| share.points).sum::<f64>();
        Shared { part, points, deal, draws: round(points - known), builders, others }
    }

    fn is_uncertain(&self) -> bool {
        let strong = |seat| is_strong(&self.prices(seat), self.players);
        G::IS_GUIDED && self.players > 1 && Seat::all(self.players).all(strong)
    }

    /// The results so far, for the seats whose decisions are judged.
    #[must_use]
    pub fn report(&self) -> Report<G::Move> {
        let seats = Seat::all(self.players).filter(|&seat| self.judged.contains(seat));
        let seats = seats.map(|seat| {
            let decisions = self.judgements(seat);
            let accuracy = accuracy(&self.prices(seat));
            SeatReport {
                seat,
                lead: self.leads[seat.index()].into(),
                parts: self.parts(seat),
                accuracy: percent(accuracy.mean),
                accuracy_interval: accuracy.interval().map(percent),
                decisions,
                curve: self.curve(seat),
            }
        });
        let over = match (self.players, self.seats) {
            (1, 1) => Over::Nobody,
            (1, _) => Over::Automata,
            _ => Over::BestOther,
        };
        Report {
            game: G::ID,
            variant: self.variant.clone(),
            over,
            uncertain: self.is_uncertain(),
            seats: seats.collect(),
            shared: self.shared(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two players, one who loses a little at every decision is told apart from an expert; of more, not yet.
    #[test]
    fn the_limit_of_strong_play_depends_on_the_number_of_players() {
        let decision = |cost| Price { cost: Figure::exact(cost), stake: cost };
        for (cost, of_two, of_more) in [(0.05, true, true), (0.15, false, true), (0.3, false, false)] {
            let decisions = [decision(cost), decision(cost)];
            assert_eq!(is_strong(&decisions, 2), of_two, "{cost}");
            assert!([3, 4].into_iter().all(|players| is_strong(&decisions, players) == of_more), "{cost}");
        }
    }
}
