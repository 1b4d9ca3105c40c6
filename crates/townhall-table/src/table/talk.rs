//! What may be said: words, signals, and proposals of moves.

use serde_json::value::RawValue;
use tabletop::Seat;
use townhall_bots::Talker;

use super::{Decision, Table, conversation::Ghost, names::clean_saying, play::read_move};
use crate::{
    journal::What,
    protocol::{Code, Refusal, Signal, TalkRule},
};

impl<G: Talker> Table<G> {
    fn allowed(&self, words: bool) -> Result<(), Refusal> {
        match self.options.talk {
            TalkRule::Open => Ok(()),
            TalkRule::Signals if !words => Ok(()),
            _ => Err(Refusal::new(Code::Hushed, "this table's rule for talk does not allow it")),
        }
    }

    pub(super) fn say(&self, seat: Seat, text: &str) -> Decision {
        self.allowed(true)?;
        Ok(vec![What::Said { seat, text: clean_saying(text)? }])
    }

    pub(super) fn signal(&self, seat: Seat, signal: Signal, to: Option<Seat>, city: Option<u8>) -> Decision {
        self.allowed(false)?;
        self.begun()?;
        if to.is_some_and(|to| to.index() >= self.chairs.len() || to == seat) {
            return Err(Refusal::new(Code::Unknown, "expected another player's seat"));
        }
        // Which cities there are only the game knows; none has more than two for each seat.
        if city.is_some_and(|city| usize::from(city) >= 2 * Seat::MAX) {
            return Err(Refusal::new(Code::Unknown, "expected the number of a city"));
        }
        Ok(vec![What::Signalled { seat, signal, to, city }])
    }

    pub(super) fn propose(
        &self,
        by: Seat,
        seat: Seat,
        text: &str,
        reason: Option<Box<RawValue>>,
    ) -> Decision {
        self.allowed(false)?;
        let course = self.playing()?;
        let mv = read_move::<G>(text)?;
        if seat.index() >= self.chairs.len() {
            return Err(Refusal::new(Code::Unknown, "expected a player's seat"));
        }
        if !course.to_act().contains(seat) || !G::may_propose(&course.state, by, seat, mv) {
            return Err(Refusal::new(Code::CantPropose, "it does not concern both seats"));
        }
        course.after(seat, mv).map_err(|why| Refusal::new(Code::Illegal, why.to_string()))?;
        let mine =
            |ghost: &Ghost<G::Move>| ghost.proposal.by == by && ghost.proposal.seat == seat && ghost.mv == mv;
        if self.conversation.ghosts.iter().any(mine) {
            return Ok(vec![]);
        }
        Ok(vec![What::Proposed { by, seat, mv: mv.to_string(), reason }])
    }

    fn ghost(&self, proposal: u64) -> Result<&Ghost<G::Move>, Refusal> {
        let found = self.conversation.ghost(proposal);
        found.ok_or_else(|| Refusal::new(Code::Unknown, "the proposal is no longer open"))
    }

    pub(super) fn answer(
        &self,
        seat: Seat,
        proposal: u64,
        agree: bool,
        reason: Option<Box<RawValue>>,
    ) -> Decision {
        self.allowed(false)?;
        let course = self.playing()?;
        let ghost = self.ghost(proposal)?;
        let open = &ghost.proposal;
        let concerned = seat == open.seat || G::may_propose(&course.state, seat, open.seat, ghost.mv);
        if seat == open.by || !concerned {
            return Err(Refusal::new(Code::CantPropose, "the proposal is not for this seat to answer"));
        }
        if open.answers.iter().any(|answer| answer.seat == seat && answer.agree == agree) {
            return Ok(vec![]);
        }
        Ok(vec![What::Answered { proposal, seat, agree, reason }])
    }

    pub(super) fn withdraw(&self, seat: Seat, proposal: u64) -> Decision {
        self.playing()?;
        if self.ghost(proposal)?.proposal.by != seat {
            return Err(Refusal::new(Code::CantPropose, "the proposal is somebody else's"));
        }
        Ok(vec![What::Withdrawn { proposal }])
    }
}
