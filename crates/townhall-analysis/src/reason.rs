//! The reasons for which a move would have been better, in the game's terms.

use serde::Serialize;
use tabletop::{Seat, sorting::sort_by};
use townhall_bots::{Advantage, Evaluate, Json, PARTS, Term};

use crate::{stats::round, trial::Trial};

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
    /// explains at least half of the cost. Without one, the difference appears over the turns of the [line](Why::line).
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

/// The smallest share of the cost that an advantage must explain to be a reason.
const EXPLAINED: f64 = 0.5;

impl Why {
    /// The reason for which a better move of a seat would have been better than the played one, from the seat's view.
    pub(crate) fn of<G: Evaluate>(
        view: &G::View,
        [played, best]: [&Trial<G::Move>; 2],
        source: Source,
    ) -> Self {
        let terms = source.explained_by(G::contrast(view, &played.moves(), &best.moves()));
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
}

impl Source {
    /// Returns the advantages that explain the cost, those that explain most of it first: of the player's own points or of those of
    /// the others, whichever are the larger part of it.
    fn explained_by(&self, mut advantages: Vec<Advantage>) -> Vec<Term> {
        let denies = !self.by_points && self.others > self.own;
        let least = EXPLAINED * self.cost;
        advantages.retain(|one| {
            let gained = |part: usize| self.parts.get(part).is_some_and(|&points| points >= least);
            one.denies == denies && f64::from(one.points) >= least && one.part.is_none_or(gained)
        });
        sort_by(&mut advantages, |one, other| other.points.total_cmp(&one.points));
        advantages.into_iter().map(|one| one.term).collect()
    }
}
