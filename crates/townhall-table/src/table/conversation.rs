//! Talk that affects decisions: open proposals, and decisions that one seat has left to others.

use tabletop::{Game, Seat, SeatSet, SignalMeaning};

use super::match_state::Match;
use crate::{
    Json,
    journal::Millis,
    protocol::{Answer, Proposal, Stance},
};

/// A proposal that is still open (clients draw it as a translucent tile).
pub(super) struct OpenProposal<M> {
    pub(super) proposal: Proposal,
    pub(super) mv: M,
    /// When it was made.
    pub(super) at: Millis,
    /// The version of the latest answer; 0 without one.
    pub(super) answered: u64,
    /// The version with which its author last acknowledged an answer.
    pub(super) acknowledged: u64,
}

/// A move that a seat proposed for itself in this turn, and that a partner refused.
#[derive(Clone, Copy)]
struct Refused<M> {
    by: Seat,
    proposal: u64,
    mv: M,
}

/// The open proposals of a table, and the decisions that seats have left to others.
pub(super) struct Conversation<M> {
    pub(super) proposals: Vec<OpenProposal<M>>,
    /// For each seat, the version with which it last proposed a move of its own.
    pub(super) spoken: [u64; Seat::MAX],
    /// For each seat, the latest version that may have changed the outcome of that proposal.
    pub(super) last_reaction: [u64; Seat::MAX],
    /// When the turn began.
    pub(super) turn_began: Millis,
    /// The seats that have left their decision to others in this turn.
    deferred: Vec<Deferred>,
    /// The refusals since each seat's latest move, in order.
    refused: Vec<Refused<M>>,
}

/// A seat has left the decision to others.
#[derive(Clone, Copy)]
struct Deferred {
    version: u64,
    by: Seat,
    /// The seat that is to decide; `None`: any other.
    to: Option<Seat>,
    /// Whether they also asked for a proposal.
    asks: bool,
    /// The seats that have made one since the latest move. Also a proposal that was withdrawn since is an answer: a bot has one
    /// proposal at a time, and would otherwise propose to two who ask in turn, for ever.
    answered: SeatSet,
}

impl<M> Default for Conversation<M> {
    fn default() -> Self {
        let never = [0; Seat::MAX];
        Self {
            proposals: Vec::new(),
            spoken: never,
            last_reaction: never,
            turn_began: 0,
            deferred: Vec::new(),
            refused: Vec::new(),
        }
    }
}

impl<M: Copy + Eq> Conversation<M> {
    pub(super) fn open(&self, proposal: u64) -> Option<&OpenProposal<M>> {
        self.proposals.iter().find(|open| open.proposal.id == proposal)
    }

    /// The move of its own that a seat has proposed and that is still open.
    pub(super) fn own(&self, seat: Seat) -> Option<&OpenProposal<M>> {
        self.proposals.iter().find(|open| open.proposal.by == seat && open.proposal.seat == seat)
    }

    /// Adds a new proposal. Earlier proposals of its author that can't be carried out together with it (for the same
    /// tile) are removed.
    pub(super) fn propose<G: Game<Move = M>>(
        &mut self,
        game: &Match<G>,
        proposal: Proposal,
        mv: M,
        at: Millis,
    ) {
        let (by, seat) = (proposal.by, proposal.seat);
        if let Ok(after) = game.after(seat, mv) {
            self.proposals.retain(|open| {
                let mut trial = after;
                open.proposal.by != by
                    || open.proposal.seat != seat
                    || G::play(&mut trial, seat, open.mv).is_ok()
            });
        }
        if by == seat {
            self.spoken[seat.index()] = proposal.id;
        }
        for deferred in self.deferred.iter_mut().filter(|deferred| deferred.by == seat) {
            deferred.answered = deferred.answered.with(by);
        }
        self.proposals.push(OpenProposal { proposal, mv, at, answered: 0, acknowledged: 0 });
    }

    /// The moves for itself that a seat has proposed and that were refused since its latest move, in this order.
    pub(super) fn refused(&self, by: Seat) -> Vec<M> {
        self.refused.iter().filter(|refused| refused.by == by).map(|refused| refused.mv).collect()
    }

    /// The meaning of a proposal of this move after the refusals so far.
    pub(super) fn stance(&self, by: Seat, seat: Seat, mv: M) -> Option<Stance> {
        if by != seat {
            return None;
        }
        let refused = self.refused(by);
        match (refused.len(), refused.contains(&mv)) {
            (0, _) => None,
            (1, false) => Some(Stance::Counters),
            (1, true) => Some(Stance::Insists),
            (_, false) => Some(Stance::Yields),
            (_, true) => Some(Stance::Announces),
        }
    }

    /// An answer, given by version `version`. Returns the author of the proposal, and the proposed move.
    pub(super) fn answer(&mut self, proposal: u64, answer: Answer, version: u64) -> Option<(Seat, Json)> {
        let open = self.proposals.iter_mut().find(|open| open.proposal.id == proposal)?;
        let mv = open.mv;
        open.answered = version;
        let open = &mut open.proposal;
        open.answers.retain(|earlier| earlier.seat != answer.seat);
        open.answers.push(answer);
        self.last_reaction[open.by.index()] = version;
        self.refused.retain(|refused| refused.proposal != open.id);
        if open.by == open.seat && open.answers.iter().any(|answer| !answer.agree) {
            self.refused.push(Refused { by: open.by, proposal: open.id, mv });
        }
        Some((open.by, open.mv.clone()))
    }

    pub(super) fn withdraw(&mut self, proposal: u64) {
        self.proposals.retain(|open| open.proposal.id != proposal);
    }

    /// Applies a signal, of which only the meaning matters here.
    pub(super) fn signal(&mut self, by: Seat, meaning: SignalMeaning, to: Option<Seat>, version: u64) {
        for open in self.proposals.iter_mut().filter(|open| open.proposal.by == by) {
            open.acknowledged = version;
        }
        let asks = match meaning {
            SignalMeaning::Plain => return,
            SignalMeaning::GoFirst => false,
            SignalMeaning::Decide => true,
        };
        self.deferred.retain(|earlier| (earlier.by, earlier.to) != (by, to));
        self.deferred.push(Deferred { version, by, to, asks, answered: SeatSet::EMPTY });
        self.last_reaction = self.last_reaction.map(|_| version);
    }

    /// Whether `by` has left the decision to `to` in this turn.
    pub(super) fn has_deferred(&self, by: Seat, to: Seat) -> bool {
        self.deferred.iter().any(|deferred| deferred.by == by && deferred.to.is_none_or(|whom| whom == to))
    }

    /// The seats that have asked `to` for a proposal and have none, each with the version of its request.
    pub(super) fn requests(&self, to: Seat) -> impl Iterator<Item = (Seat, u64)> {
        let requests = self.deferred.iter().filter(move |deferred| {
            let asked = deferred.by != to && deferred.to.is_none_or(|whom| whom == to);
            deferred.asks && asked && !deferred.answered.contains(to)
        });
        requests.map(|deferred| (deferred.by, deferred.version)).filter(move |&(by, _)| {
            !self.proposals.iter().any(|open| open.proposal.by == to && open.proposal.seat == by)
        })
    }

    /// Notes that version `version` changed who waits for whom.
    pub(super) fn reacted(&mut self, version: u64) {
        self.last_reaction = self.last_reaction.map(|_| version);
    }

    /// Moves were made by version `version`. Removes proposals that were carried out or are no longer possible.
    pub(super) fn moved<G: Game<Move = M>>(
        &mut self,
        game: &Match<G>,
        moved: &[Seat],
        new_turn: bool,
        version: u64,
    ) {
        if new_turn {
            self.deferred.clear();
            self.refused.clear();
        }
        self.refused.retain(|refused| !moved.contains(&refused.by));
        for deferred in &mut self.deferred {
            deferred.answered = SeatSet::EMPTY;
        }
        for open in &self.proposals {
            let author = open.proposal.by;
            let partner = |&by: &Seat| G::may_propose(&game.state, by, open.proposal.seat, open.mv);
            if moved.iter().any(partner) {
                self.last_reaction[author.index()] = version;
            }
        }
        self.proposals.retain(|open| {
            let seat = open.proposal.seat;
            game.to_act().contains(seat) && game.after(seat, open.mv).is_ok()
        });
    }
}
