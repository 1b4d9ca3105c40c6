//! Negotiation between a bot and its partners: which proposal of a bot is pending, who still has to answer it, and when the
//! bot may act.
//!
//! A person alone with bots has no time limit: a bot waits until the person has answered, has placed, or has left
//! the decision to it. Among several people a bot waits for a limited time, which clients show.

use tabletop::Seat;
use townhall_bots::{BotGame, Temperament};

use super::{Table, conversation::OpenProposal, match_state::Match};
use crate::{
    journal::Millis,
    protocol::{Proposal, Stance},
    room::Context,
};

/// How long a bot waits for the answer to its proposal if several people play.
const ANSWER_TIME: Millis = 20_000;
/// How long a bot shows a move that it announces before it makes the move.
const ANNOUNCED: Millis = 4_000;
/// How long bots propose nothing after a turn has begun, because clients then announce what was revealed.
const SETTLING: Millis = 2_600;

/// The next step of a bot that is to move.
pub(super) enum Stage<M> {
    /// The bot chooses a move, and perhaps proposes it.
    Chooses,
    /// The bot has proposed a move to another seat, and waits for the answer until this time before it chooses its own move.
    Holds { since: u64, until: Option<Millis> },
    /// The bot waits until this time for an answer to the proposal of this move of its own.
    Waits { mv: M, until: Option<Millis> },
    /// The bot reacts to the refusal of its proposal.
    Reacts,
    /// The bot makes this move, not before the time.
    Settled { mv: M, at: Option<Millis> },
}

impl<G: BotGame> Table<G> {
    /// The temperament of the bot on a seat. A bot that plays for a person has none of its own.
    pub(super) fn temperament(&self, seat: Seat) -> Temperament {
        let occupant = self.occupant(seat);
        let name = occupant.name().filter(|_| occupant.person().is_none());
        name.map_or(Temperament::Cautious, Temperament::of)
    }

    /// Whether one person plays alone with bots.
    fn is_alone(&self) -> bool {
        self.chairs.iter().filter(|occupant| occupant.person().is_some()).count() == 1
    }

    /// Until when a bot waits for answers to a proposal of this time; `None` if there is no limit.
    fn patience(&self, asked_at: Millis, context: &Context) -> Option<Millis> {
        (!self.is_alone()).then(|| asked_at + ANSWER_TIME + context.stopped_since(asked_at))
    }

    /// The next step of a bot that is to move.
    pub(super) fn stage(&self, game: &Match<G>, seat: Seat, context: &Context) -> Stage<G::Move> {
        let asked = game.asked[seat.index()].version;
        let own = self.conversation.own(seat).filter(|open| open.proposal.id > asked);
        let Some(open) = own else {
            let held = self.agreed(game, seat, context).or_else(|| self.suggested(game, seat, context));
            return held.unwrap_or(Stage::Chooses);
        };
        let (mv, stance) = (open.mv, open.proposal.stance);
        let heard = self.is_heard(game, seat, context);
        let shown = || heard.then(|| open.at + ANNOUNCED + context.stopped_since(open.at));
        if stance == Some(Stance::Announces) {
            return Stage::Settled { mv, at: shown() };
        }
        if self.is_refused(game, open) {
            return Stage::Reacts;
        }
        let agrees = |other: Seat| open.proposal.answers.iter().any(|a| a.seat == other && a.agree);
        let mut concerned = self.concerned(game, seat, mv, context);
        let answered = open.proposal.answers.iter().any(|answer| answer.agree);
        match (concerned.any(|other| !agrees(other)), stance) {
            (true, Some(Stance::Yields)) => Stage::Settled { mv, at: shown() },
            (true, _) => Stage::Waits { mv, until: self.patience(open.at, context) },
            // It gives way by a move that no partner could answer: that is shown for a moment.
            (false, Some(Stance::Yields | Stance::Counters)) if !answered => {
                Stage::Settled { mv, at: shown() }
            }
            (false, _) => Stage::Settled { mv, at: None },
        }
    }

    /// Whether what a bot announces is heard by a person who still has to act and has not left the decision to it.
    pub(super) fn is_heard(&self, game: &Match<G>, seat: Seat, context: &Context) -> bool {
        self.listeners(game, context).any(|other| !self.conversation.has_deferred(other, seat))
    }

    /// A bot that has agreed to a person's own move lets the person make it first, since its own could prevent it.
    fn agreed(&self, game: &Match<G>, seat: Seat, context: &Context) -> Option<Stage<G::Move>> {
        let waits = |open: &&OpenProposal<G::Move>| {
            let Proposal { by, seat: to, answers, .. } = &open.proposal;
            by == to
                && *by != seat
                && answers.iter().any(|answer| answer.seat == seat && answer.agree)
                && self.listeners(game, context).any(|other| other == *by)
                && !self.conversation.has_deferred(*by, seat)
        };
        let open = self.conversation.proposals.iter().find(waits)?;
        Some(Stage::Holds { since: open.answered, until: self.patience(open.at, context) })
    }

    /// The open proposal of a bot for itself that a person's move would prevent, to which it agrees by answering the
    /// proposal with this number.
    pub(super) fn prevented(&self, game: &Match<G>, seat: Seat, proposal: u64) -> Option<u64> {
        let agreed = self.conversation.open(proposal).filter(|open| open.proposal.seat != seat)?;
        let mut after = game.after(agreed.proposal.seat, agreed.mv).ok()?;
        let own = self.conversation.own(seat)?;
        G::play(&mut after, seat, own.mv).is_err().then_some(own.proposal.id)
    }

    /// A bot that has proposed a move to another seat proposes nothing else until that is answered.
    fn suggested(&self, game: &Match<G>, seat: Seat, context: &Context) -> Option<Stage<G::Move>> {
        let waits = |open: &&OpenProposal<G::Move>| {
            let Proposal { by, seat: to, answers, .. } = &open.proposal;
            *by == seat
                && *to != seat
                && answers.is_empty()
                && self.listeners(game, context).any(|l| l == *to)
        };
        let open = self.conversation.proposals.iter().find(waits)?;
        if self.conversation.has_deferred(open.proposal.seat, seat) {
            return None;
        }
        Some(Stage::Holds { since: open.proposal.id, until: self.patience(open.at, context) })
    }

    /// Whether a partner has refused a proposal of a bot, and has not left the decision to it since.
    fn is_refused(&self, game: &Match<G>, open: &OpenProposal<G::Move>) -> bool {
        let by = open.proposal.by;
        let left_to_it =
            |other: Seat| game.waiting.contains(other) || self.conversation.has_deferred(other, by);
        open.proposal.answers.iter().any(|answer| !answer.agree && !left_to_it(answer.seat))
    }

    /// Whether a person who refused the open proposal of a bot can still answer another one.
    pub(super) fn can_ask(&self, game: &Match<G>, seat: Seat, context: &Context) -> bool {
        let refuses = |other: Seat| {
            let own = self.conversation.own(seat);
            own.is_some_and(|open| open.proposal.answers.iter().any(|a| a.seat == other && !a.agree))
        };
        self.listeners(game, context).any(refuses)
    }

    /// Before this time bots propose nothing: clients still announce the turn.
    pub(super) fn settled_at(&self) -> Millis {
        self.conversation.turn_began + SETTLING
    }

    /// The open proposals, with the time at which their authors act if these are bots.
    pub(super) fn proposals_seen(&self, context: &Context) -> Vec<Proposal> {
        let seen = |open: &OpenProposal<G::Move>| {
            let Proposal { by, seat, .. } = open.proposal;
            let acts = self.game.as_ref().filter(|game| {
                by == seat && self.occupant(seat).bot().is_some() && game.to_act().contains(seat)
            });
            let until = acts.and_then(|game| match self.stage(game, seat, context) {
                Stage::Waits { until, .. } | Stage::Settled { at: until, .. } => until,
                Stage::Chooses | Stage::Holds { .. } | Stage::Reacts => None,
            });
            Proposal { until, ..open.proposal.clone() }
        };
        self.conversation.proposals.iter().map(seen).collect()
    }
}
