//! The reasons for which a move would have been better, in the game's terms.

use serde::Serialize;
use tabletop::{Seat, sorting::sort_by};
use townhall_bots::{Advantage, EXPLAINED, Evaluate, Expected, Explains, Json, PARTS, Term};

use crate::{
    stats::{Figure, round},
    trial::Trial,
};

/// The reasons for which a move would have been better than the played one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Why {
    /// The increase of the seat's own expected points.
    pub own: f64,
    /// The decrease of the expected points of the best other player.
    pub others: f64,
    /// The parts of the table (cities, areas) that would have been worth more, or less, by at least a tenth of a point.
    pub parts: Vec<Change>,
    /// The chance to win after the played move and after the better one, from 0 to 1, as the evaluation sees it.
    pub chances: [f64; 2],
    /// The turns that probably follow the better move.
    pub line: Vec<NextTurn>,
    /// The immediate effect of the played move: the game's own worth of a move, as JSON.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub played: Option<Json>,
    /// The immediate effect of the better move.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub best: Option<Json>,
    /// In what the better move differs to its advantage: values of the game's own type, as JSON, the most important first. Each
    /// explains at least half of the cost. If no statement about the position does, the one term says what probably changes in
    /// the end. Without a term, the difference appears over the turns of the [line](Why::line).
    #[cfg_attr(feature = "typescript", ts(type = "unknown[]"))]
    pub terms: Vec<Term>,
}

/// A turn that probably follows a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct NextTurn {
    /// The seat whose turn it is.
    pub seat: Seat,
    /// The move, in the form of the protocol.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub r#move: Json,
}

/// By how much the expected final points of a part would have changed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Change {
    /// Its number.
    pub part: usize,
    /// The change, in points.
    pub points: f64,
}

/// The smallest change of a part that is reported, in points.
const SMALLEST_CHANGE: f64 = 0.1;

/// The most changes that are named together: with more, nobody sees the sum.
const MOST_CHANGES: usize = 2;
/// The smallest share of the changes of a side that must count for them to be named. A change of which most goes to a player who does
/// not count would mislead.
const COUNTING: f64 = 0.5;

/// The smallest share of the cost that the points of a side must have for its advantages to be reasons.
const SIDE: f64 = 0.4;
/// Changes are named only if together they explain at most this share of the cost: otherwise others make up for them.
const OVERSTATED: f64 = 1.5;

impl Why {
    /// The reason for which a better move of a seat would have been better than the played one, from the seat's view.
    pub(crate) fn of<G: Evaluate>(
        view: &G::View,
        [played, best]: [&Trial<G::Move>; 2],
        source: Source,
    ) -> Self {
        let mut terms = source.explained_by(G::contrast(view, &played.moves(), &best.moves()));
        if terms.is_empty() {
            terms.extend(source.expected().and_then(|changes| G::expected(view, &changes)));
        }
        let (played, best) = (played.mv, best.mv);
        let legal = G::legal_moves(view);
        let worth =
            |mv: G::Move| legal.iter().find(|legal| legal.mv == mv).map(|legal| Json::of(&legal.worth));
        let changes = source.parts.iter().enumerate().filter(|(_, points)| points.abs() >= SMALLEST_CHANGE);
        Self {
            own: round(source.own),
            others: round(source.others),
            parts: changes.map(|(part, &points)| Change { part, points: round(points) }).collect(),
            chances: source.chances.map(round),
            line: source.line,
            played: worth(played),
            best: worth(best),
            terms,
        }
    }
}

/// The gain of a good move over the obvious one, which is the rollout policy's: that looks at the present position only.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gained<M> {
    /// The obvious move.
    pub over: M,
    /// By how much the played move is better, in points, less the standard error.
    pub points: f64,
}

/// Where the points of a better move would have come from.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Source {
    /// The cost of the played move.
    pub(crate) cost: f64,
    /// Whether the cost is in the player's own points only.
    pub(crate) by_points: bool,
    /// From more points of the player.
    pub(crate) own: f64,
    /// From fewer points of the best of the others.
    pub(crate) others: f64,
    /// By how much the points of each part (city, area) would have changed.
    pub(crate) parts: [f64; PARTS],
    /// See [`Why::chances`].
    pub(crate) chances: [f64; 2],
    /// See [`Why::line`].
    pub(crate) line: Vec<NextTurn>,
    /// From all aspects of all parts.
    pub(crate) measured: Vec<Measured>,
}

/// By how many points a part, or an aspect of it, would have counted more.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Measured {
    pub(crate) part: usize,
    /// `None` for the whole part.
    pub(crate) aspect: Option<usize>,
    /// Whether the player builds this part.
    pub(crate) is_own: bool,
    pub(crate) points: Figure,
    /// Whether its sign is known.
    pub(crate) is_sure: bool,
}

impl Source {
    /// Returns the advantages that explain the cost, those that explain most of it first: of the player's own points or of those of
    /// the others, if they are a large part of it.
    fn explained_by(&self, mut advantages: Vec<Advantage>) -> Vec<Term> {
        let least = f64::from(EXPLAINED) * self.cost;
        let side = |one: &Advantage| match one.denies {
            true if self.by_points => 0.0,
            true => self.others,
            false => self.own,
        };
        let explained = |one: &Advantage| match one.explains {
            Explains::Points(points) => f64::from(points),
            Explains::AllBut(points) => side(one) - f64::from(points).max(0.0),
            Explains::Aspect(aspect) => self.change(one.part, aspect),
        };
        advantages.retain(|one| {
            let gained = |part: usize| self.parts.get(part).is_some_and(|&points| points >= least);
            side(one) >= SIDE * self.cost && explained(one) >= least && one.part.is_none_or(gained)
        });
        // Gains of the move itself come before changes that are measured later.
        let is_measured = |one: &Advantage| matches!(one.explains, Explains::Aspect(_));
        sort_by(&mut advantages, |one, other| {
            is_measured(one).cmp(&is_measured(other)).then(explained(other).total_cmp(&explained(one)))
        });
        advantages.into_iter().map(|one| one.term).collect()
    }

    /// Returns the measured change of an aspect of a part; zero if its sign is not sure.
    fn change(&self, part: Option<usize>, aspect: usize) -> f64 {
        let is_meant = |one: &&Measured| Some(one.part) == part && one.aspect == Some(aspect) && one.is_sure;
        self.measured.iter().find(is_meant).map_or(0.0, |one| one.points.mean)
    }

    /// Returns the fewest of the largest measured changes that explain at least half of the cost, gains before losses: of aspects, or
    /// else of whole parts.
    fn expected(&self) -> Option<Vec<Expected>> {
        let (mut aspects, parts): (Vec<Measured>, Vec<Measured>) =
            self.measured.iter().partition(|one| one.aspect.is_some());
        // A part without aspects, such as the city of an automaton, counts as a whole.
        let is_whole = |part: &Measured| aspects.iter().all(|one| one.part != part.part);
        let whole: Vec<Measured> = parts.iter().copied().filter(is_whole).collect();
        aspects.extend(whole);
        self.largest(&aspects).or_else(|| self.largest(&parts))
    }

    fn largest(&self, measured: &[Measured]) -> Option<Vec<Expected>> {
        let [own, others] = [(true, self.own), (false, if self.by_points { 0.0 } else { -self.others })]
            .map(|(is_own, side)| counting(measured, is_own, side));
        let mut changes: Vec<(f64, Expected)> = Vec::new();
        for &Measured { part, aspect, is_own, points: Figure { mean, .. }, is_sure } in measured {
            let (only, share) = if is_own { own } else { others };
            let counts = if only.is_none_or(|only| only == part) { share * mean } else { 0.0 };
            let counts = if is_own { counts } else { -counts };
            if is_sure && share >= COUNTING && counts.abs() >= SMALLEST_CHANGE {
                let points = ((10.0 * mean).round() / 10.0) as f32;
                changes.push((counts, Expected { part, aspect, points }));
            }
        }
        sort_by(&mut changes, |(one, _), (other, _)| other.abs().total_cmp(&one.abs()));
        changes.truncate(MOST_CHANGES);
        let mut sum = 0.0;
        let number = changes.iter().position(|(counts, _)| {
            sum += counts;
            (f64::from(EXPLAINED) * self.cost..=OVERSTATED * self.cost).contains(&sum)
        })?;
        changes.truncate(number + 1);
        sort_by(&mut changes, |(one, _), (other, _)| (*one < 0.0).cmp(&(*other < 0.0)));
        Some(changes.into_iter().map(|(_, change)| change).collect())
    }
}

/// Returns which share of the changes of a side's parts counts in the change of its points, and the part to which this applies;
/// `None` if it applies to all. Of a player's two cities only the lower one may count, and of the other players only the best one.
fn counting(measured: &[Measured], is_own: bool, side: f64) -> (Option<usize>, f64) {
    let sum = |only: Option<usize>| {
        let of_side = measured.iter().filter(|one| one.is_own == is_own);
        of_side.filter(|one| only.is_none_or(|only| one.part == only)).map(|one| one.points.mean).sum::<f64>()
    };
    let parts = (0..PARTS).map(Some).filter(|&part| side * sum(part) > 0.0);
    let nearest = || parts.min_by(|&a, &b| (sum(a) - side).abs().total_cmp(&(sum(b) - side).abs()));
    let only = if side * sum(None) > 0.0 { Some(None) } else { nearest() };
    only.map_or((None, 0.0), |only| (only, (side / sum(only)).min(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only the lower one of a player's cities counts: a loss in the other one does not hide its gain.
    #[test]
    fn a_loss_that_does_not_count_hides_no_reason() {
        let city = |part, is_own, mean| {
            let points = Figure { mean, error: 0.1 };
            Measured { part, aspect: None, is_own, points, is_sure: true }
        };
        let measured = vec![city(0, true, -2.0), city(1, false, -0.4), city(2, true, 0.5)];
        let source = Source { cost: 0.9, own: 0.5, others: 0.4, measured, ..Source::default() };
        let expected = source.expected().expect("the lower city explains it");
        assert_eq!(expected, [Expected { part: 2, aspect: None, points: 0.5 }]);
    }
}
