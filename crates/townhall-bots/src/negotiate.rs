//! Negotiation: the temperaments of bots, their answers to proposals, and their reactions to refusals.
//!
//! These are pure functions of the view of the bot's seat. A table calls them, and decides when a bot may act.

use serde::{Deserialize, Serialize};
use tabletop::Seat;

use crate::{Json, Talker};

/// The character of a bot in negotiations. It does not change the bot's preferences, but its reactions to partners with
/// other preferences.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Temperament {
    /// The bot agrees to most proposals, and gives way unless much is at stake.
    Generous,
    /// The bot rarely agrees to less than its best move, and insists on it.
    Stubborn,
    /// The bot asks once more before it gives way, and makes a refused move only if it has no other.
    Cautious,
    /// The bot answers fast, and does not argue about small differences.
    Quick,
}

impl Temperament {
    /// All temperaments.
    pub const ALL: [Self; 4] = [Self::Quick, Self::Generous, Self::Stubborn, Self::Cautious];

    /// Returns the temperament of a bot with this name. It depends only on the first letter, so a bot has one
    /// temperament at all tables, and bots whose names follow each other in the alphabet differ.
    ///
    /// ```
    /// use townhall_bots::Temperament;
    /// assert_eq!(Temperament::of("Ada"), Temperament::Generous);
    /// assert_eq!(Temperament::of("Bruno"), Temperament::Stubborn);
    /// ```
    #[must_use]
    pub fn of(name: &str) -> Self {
        let first = name.bytes().next().unwrap_or_default();
        Self::ALL[usize::from(first) % Self::ALL.len()]
    }

    /// Returns the number of points by which a proposed move may be worse than the best one if the bot is to agree.
    const fn margin(self) -> f32 {
        match self {
            Self::Generous => 2.0,
            Self::Quick => 1.0,
            Self::Cautious => 0.75,
            Self::Stubborn => 0.25,
        }
    }

    /// Returns the number of points by which its own move must be better than any other if the bot is to insist on it
    /// after the first refusal.
    const fn insistence(self) -> f32 {
        match self {
            Self::Generous => 3.0,
            Self::Quick => f32::INFINITY,
            Self::Cautious => 1.0,
            Self::Stubborn => 0.3,
        }
    }

    /// Returns the number of points by which a refused move must be better than any other if the bot is to make it
    /// after a further exchange.
    const fn resolve(self) -> f32 {
        match self {
            Self::Generous => 4.0,
            Self::Quick => 2.0,
            Self::Cautious => f32::INFINITY,
            Self::Stubborn => 0.6,
        }
    }
}

/// A bot's answer to a proposal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict<M> {
    /// Whether the bot agrees.
    pub agree: bool,
    /// The reason why it agrees or disagrees.
    pub reason: Json,
    /// A counter-proposal for the same seat, with its reason, if the bot disagrees and has one.
    pub counter: Option<(M, Json)>,
}

/// A bot's reaction to the refusal of its own proposal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reaction<M> {
    /// It proposes another move, and waits for the answer.
    Counter(M),
    /// It proposes its move once more, with a reason, and waits for the answer.
    Insist(M),
    /// It announces that it makes the move although it was refused.
    Announce(M),
    /// It gives way, and announces a move that was not refused.
    GiveWay(M),
}

impl<M: Copy> Reaction<M> {
    /// Returns the move that the bot proposes or announces.
    pub const fn mv(&self) -> M {
        match *self {
            Self::Counter(mv) | Self::Insist(mv) | Self::Announce(mv) | Self::GiveWay(mv) => mv,
        }
    }
}

/// Returns the answer of the seat with this view to a proposed move of `seat`: agreement, or a reason and perhaps a
/// counter-proposal. A counter-proposal is never a move of `refused`. The result is `None` if the move does not concern
/// the viewer.
pub fn answer<G: Talker>(
    view: &G::View,
    temperament: Temperament,
    seat: Seat,
    mv: G::Move,
    refused: &[G::Move],
) -> Option<Verdict<G::Move>> {
    let opinion = G::judge_within(view, seat, mv, temperament.margin())?;
    let reason = |mv| Some((mv, G::judge(view, seat, mv)?.reason));
    let counter = opinion.counter.filter(|counter| !opinion.agree && !refused.contains(counter));
    Some(Verdict { agree: opinion.agree, reason: opinion.reason, counter: counter.and_then(reason) })
}

/// Returns the reaction of the seat with this view after partners refused its proposals. `refused` has their moves in
/// order; a move that was refused twice is there twice. If `asks` is false, because no partner can answer any more, the
/// bot gives way.
///
/// The result is `None` if nothing was refused, or if no move of the seat concerns others.
pub fn react<G: Talker>(
    view: &G::View,
    temperament: Temperament,
    refused: &[G::Move],
    asks: bool,
) -> Option<Reaction<G::Move>> {
    let exchanges = refused.len();
    if exchanges == 0 {
        return None;
    }
    let plans = G::plans(view);
    let wanted = plans.iter().find(|plan| refused.contains(&plan.mv));
    let other = plans.iter().find(|plan| !refused.contains(&plan.mv));
    let ahead = match (wanted, other) {
        (Some(wanted), Some(other)) => wanted.value - other.value,
        // No other move is left.
        (Some(_), None) => f32::INFINITY,
        (None, _) => f32::NEG_INFINITY,
    };
    let persists = match exchanges {
        1 => asks && ahead >= temperament.insistence(),
        _ => ahead >= temperament.resolve(),
    };
    match (wanted, other) {
        (Some(wanted), other) if persists || other.is_none() => Some(if exchanges == 1 && asks {
            Reaction::Insist(wanted.mv)
        } else {
            Reaction::Announce(wanted.mv)
        }),
        (_, Some(other)) if exchanges == 1 && asks => Some(Reaction::Counter(other.mv)),
        (_, Some(other)) => Some(Reaction::GiveWay(other.mv)),
        _ => None,
    }
}
