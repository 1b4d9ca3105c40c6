//! What partners are talking about: proposals that are still open, and who leaves a decision to whom.

use tabletop::{Game, Seat};

use super::course::Course;
use crate::protocol::{Answer, Proposal, Signal};

/// A proposal that is still open, as a ghost on the table.
pub(super) struct Ghost<M> {
    pub(super) proposal: Proposal,
    pub(super) mv: M,
}

/// What partners are talking about.
pub(super) struct Conversation<M> {
    pub(super) ghosts: Vec<Ghost<M>>,
    /// For each seat, the entry with which it last proposed a move of its own.
    pub(super) spoken: [u64; Seat::MAX],
    /// For each seat, the last entry that may have changed what comes of that proposal.
    pub(super) stirred: [u64; Seat::MAX],
    /// Who has left it to others to go on, this turn.
    deferred: Vec<Deferred>,
}

/// Somebody leaves it to others to go on.
#[derive(Clone, Copy)]
struct Deferred {
    n: u64,
    by: Seat,
    /// To whom; none: to everybody.
    to: Option<Seat>,
    /// Whether they asked what they should do, too.
    call: bool,
}

impl<M> Default for Conversation<M> {
    fn default() -> Self {
        let never = [0; Seat::MAX];
        Self { ghosts: Vec::new(), spoken: never, stirred: never, deferred: Vec::new() }
    }
}

impl<M: Copy + Eq> Conversation<M> {
    pub(super) fn ghost(&self, proposal: u64) -> Option<&Ghost<M>> {
        self.ghosts.iter().find(|ghost| ghost.proposal.id == proposal)
    }

    /// The move of its own that a seat has proposed and that is still open.
    pub(super) fn own(&self, seat: Seat) -> Option<&Ghost<M>> {
        self.ghosts.iter().find(|ghost| ghost.proposal.by == seat && ghost.proposal.seat == seat)
    }

    /// A new proposal. What its author proposed before for the same tile goes: whatever could not be
    /// done as well as the new one.
    pub(super) fn propose<G: Game<Move = M>>(&mut self, course: &Course<G>, proposal: Proposal, mv: M) {
        let (by, seat) = (proposal.by, proposal.seat);
        if let Ok(after) = course.after(seat, mv) {
            self.ghosts.retain(|ghost| {
                let mut trial = after;
                ghost.proposal.by != by
                    || ghost.proposal.seat != seat
                    || G::play(&mut trial, seat, ghost.mv).is_ok()
            });
        }
        if by == seat {
            self.spoken[seat.index()] = proposal.id;
        }
        self.ghosts.push(Ghost { proposal, mv });
    }

    /// An answer, given by entry `n`. Returns what was proposed, and by whom.
    pub(super) fn answer(&mut self, proposal: u64, answer: Answer, n: u64) -> Option<(Seat, String)> {
        let open = self.ghosts.iter_mut().find(|ghost| ghost.proposal.id == proposal)?;
        let open = &mut open.proposal;
        open.answers.retain(|earlier| earlier.seat != answer.seat);
        open.answers.push(answer);
        self.stirred[open.by.index()] = n;
        Some((open.by, open.mv.clone()))
    }

    pub(super) fn withdraw(&mut self, proposal: u64) {
        self.ghosts.retain(|ghost| ghost.proposal.id != proposal);
    }

    pub(super) fn signal(&mut self, by: Seat, signal: Signal, to: Option<Seat>, n: u64) {
        if matches!(signal, Signal::YouFirst | Signal::YourCall) {
            self.deferred.retain(|earlier| (earlier.by, earlier.to) != (by, to));
            self.deferred.push(Deferred { n, by, to, call: signal == Signal::YourCall });
            self.stirred = self.stirred.map(|_| n);
        }
    }

    /// Whether `by` has left it to `to` to go on, this turn.
    pub(super) fn has_deferred(&self, by: Seat, to: Seat) -> bool {
        self.deferred.iter().any(|deferred| deferred.by == by && deferred.to.is_none_or(|whom| whom == to))
    }

    /// Who has asked `to` what they should do, by which entry, and has no proposal from it yet.
    pub(super) fn calls(&self, to: Seat) -> impl Iterator<Item = (Seat, u64)> {
        let calls = self.deferred.iter().filter(move |deferred| {
            deferred.call && deferred.by != to && deferred.to.is_none_or(|whom| whom == to)
        });
        calls.map(|deferred| (deferred.by, deferred.n)).filter(move |&(by, _)| {
            !self.ghosts.iter().any(|ghost| ghost.proposal.by == to && ghost.proposal.seat == by)
        })
    }

    /// Entry `n` changed who waits for whom.
    pub(super) fn stir(&mut self, n: u64) {
        self.stirred = self.stirred.map(|_| n);
    }

    /// Moves were made by entry `n`. Proposals go that were made, or can't be made any more.
    pub(super) fn moved<G: Game<Move = M>>(
        &mut self,
        course: &Course<G>,
        moved: &[Seat],
        new_turn: bool,
        n: u64,
    ) {
        if new_turn {
            self.deferred.clear();
        }
        for ghost in &self.ghosts {
            let author = ghost.proposal.by;
            let partner = |&by: &Seat| G::may_propose(&course.state, by, ghost.proposal.seat, ghost.mv);
            if moved.iter().any(partner) {
                self.stirred[author.index()] = n;
            }
        }
        self.ghosts.retain(|ghost| {
            let seat = ghost.proposal.seat;
            course.to_act().contains(seat) && course.after(seat, ghost.mv).is_ok()
        });
    }
}
