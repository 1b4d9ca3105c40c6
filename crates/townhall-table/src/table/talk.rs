//! Talk: texts, reactions, signals, and proposals of moves.

use serde::Deserialize;
use serde_json::Value;
use tabletop::Seat;
use townhall_bots::BotGame;

use super::{Decision, Table, conversation::OpenProposal, names::clean_saying, play::read_move};
use crate::{
    Json,
    journal::{EntryKind, Reaction, Subject},
    json::as_value,
    protocol::{Code, Refusal, TalkRule},
};

/// How many lines of talk a table accepts in all.
const MOST_TALK: usize = 10_000;

impl<G: BotGame> Table<G> {
    /// Whether the table's rule for talk allows words, or signals and proposals.
    pub(super) fn may_talk(&self, words: bool) -> Result<(), Refusal> {
        if self.talk.count() + self.remarks >= MOST_TALK {
            return Err(Refusal::new(Code::TooMany, "this table has heard enough"));
        }
        match self.options.talk {
            TalkRule::Open => Ok(()),
            TalkRule::Signals if !words => Ok(()),
            _ => Err(Refusal::new(Code::Hushed, "this table's rule for talk does not allow it")),
        }
    }

    pub(super) fn say(&self, seat: Seat, text: &str) -> Decision {
        self.may_talk(true)?;
        Ok(vec![EntryKind::Said { seat, text: clean_saying(text)? }])
    }

    /// Checks that the game has begun, and has the subject of a reaction.
    pub(super) fn has_subject(&self, reaction: Reaction) -> Result<(), Refusal> {
        let state = &self.begun()?.state;
        let Some(subject) = reaction.about else { return Ok(()) };
        let is_there = match subject {
            Subject::Seat(seat) => seat.index() < G::seats(state),
            Subject::Shared(number) => number < G::shared(state),
        };
        if is_there { Ok(()) } else { Err(Refusal::new(Code::Unknown, "expected a subject that is there")) }
    }

    pub(super) fn react(&self, seat: Seat, reaction: Reaction) -> Decision {
        self.may_talk(false)?;
        self.has_subject(reaction)?;
        Ok(vec![EntryKind::Reacted { seat, reaction }])
    }

    pub(super) fn signal(&self, by: Seat, signal: &Value, to: Option<Seat>) -> Decision {
        self.may_talk(false)?;
        let game = self.begun()?;
        if to.is_some_and(|to| to.index() >= self.chairs.len() || to == by) {
            return Err(Refusal::new(Code::Unknown, "expected another player's seat"));
        }
        let read =
            G::Signal::deserialize(signal).map_err(|error| Refusal::new(Code::Unknown, error.to_string()))?;
        if !G::allows_signal(&game.state, by, read) {
            return Err(Refusal::new(Code::Unknown, "expected a signal about something that is there"));
        }
        let signal = as_value(&read);
        Ok(vec![EntryKind::Signalled { seat: by, signal, to }])
    }

    pub(super) fn propose(&self, by: Seat, seat: Seat, mv: &Value, reason: Option<Json>) -> Decision {
        let mv = self.proposable(by, seat, mv)?;
        let mine = |open: &OpenProposal<G::Move>| {
            open.proposal.by == by && open.proposal.seat == seat && open.mv == mv
        };
        if self.conversation.proposals.iter().any(mine) {
            return Ok(vec![]);
        }
        Ok(vec![EntryKind::Proposed { by, seat, mv: mv.to_string(), reason }])
    }

    /// A proposal of a bot, which has at most one: earlier ones are withdrawn, even of the same move.
    pub(super) fn propose_anew(&self, by: Seat, seat: Seat, mv: &Value, reason: Option<Json>) -> Decision {
        let mv = self.proposable(by, seat, mv)?;
        let earlier = self.conversation.proposals.iter().filter(|open| open.proposal.by == by);
        let mut kinds: Vec<EntryKind> =
            earlier.map(|open| EntryKind::Withdrawn { proposal: open.proposal.id }).collect();
        kinds.push(EntryKind::Proposed { by, seat, mv: mv.to_string(), reason });
        Ok(kinds)
    }

    /// The move, if `by` may propose it to `seat` now.
    fn proposable(&self, by: Seat, seat: Seat, mv: &Value) -> Result<G::Move, Refusal> {
        self.may_talk(false)?;
        let game = self.playing()?;
        let mv = read_move::<G>(mv)?;
        if seat.index() >= self.chairs.len() {
            return Err(Refusal::new(Code::Unknown, "expected a player's seat"));
        }
        if !game.to_act().contains(seat) || !G::may_propose(&game.state, by, seat, mv) {
            return Err(Refusal::new(Code::CantPropose, "it does not concern both seats"));
        }
        game.after(seat, mv).map_err(|why| Refusal::new(Code::Illegal, why.to_string()))?;
        Ok(mv)
    }

    fn open_proposal(&self, proposal: u64) -> Result<&OpenProposal<G::Move>, Refusal> {
        let found = self.conversation.open(proposal);
        found.ok_or_else(|| Refusal::new(Code::Unknown, "the proposal is no longer open"))
    }

    pub(super) fn answer(&self, seat: Seat, proposal: u64, agree: bool, reason: Option<Json>) -> Decision {
        self.may_talk(false)?;
        let game = self.playing()?;
        let OpenProposal { proposal: open, mv, .. } = self.open_proposal(proposal)?;
        let concerned = seat == open.seat || G::may_propose(&game.state, seat, open.seat, *mv);
        if seat == open.by || !concerned {
            return Err(Refusal::new(Code::CantPropose, "the proposal is not for this seat to answer"));
        }
        if open.answers.iter().any(|answer| answer.seat == seat && answer.agree == agree) {
            return Ok(vec![]);
        }
        Ok(vec![EntryKind::Answered { proposal, seat, agree, reason }])
    }

    pub(super) fn withdraw(&self, seat: Seat, proposal: u64) -> Decision {
        self.playing()?;
        if self.open_proposal(proposal)?.proposal.by != seat {
            return Err(Refusal::new(Code::CantPropose, "the proposal is another player's"));
        }
        Ok(vec![EntryKind::Withdrawn { proposal }])
    }
}
