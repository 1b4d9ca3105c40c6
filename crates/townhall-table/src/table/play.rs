//! What players may do while the game is on.

use tabletop::{Game, Seat};
use townhall_bots::Talker;

use super::{
    Decision, Table,
    course::{Course, Effect},
};
use crate::{
    journal::What,
    protocol::{Action, Code, Refusal, UndoRule},
    room::Circumstances,
};

/// The entry of moves that are made.
pub(super) fn played<G: Game>(moves: &[(Seat, G::Move)]) -> What {
    What::Played { moves: moves.iter().map(|(seat, mv)| (*seat, mv.to_string())).collect() }
}

/// A move from its text.
pub(super) fn read_move<G: Game>(text: &str) -> Result<G::Move, Refusal> {
    text.parse().map_err(|error: G::MoveError| Refusal::new(Code::Illegal, error.to_string()))
}

fn not_final() -> Refusal {
    Refusal::new(Code::Final, "nothing can be taken back any more")
}

impl<G: Talker> Table<G> {
    /// A bot plays for the person: they have to take their seat back first.
    pub(super) fn not_replaced(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let talks = matches!(action, Action::Say { .. } | Action::Signal { .. });
        if talks || self.sitting(seat).bot().is_none() {
            return Ok(());
        }
        Err(Refusal::new(Code::NotSeated, "a bot plays on this seat; take it back first"))
    }

    /// A second click, or an old tab, must not answer a question that the person has not seen.
    pub(super) fn not_stale(&self, seat: Seat, action: &Action, on: u64) -> Result<(), Refusal> {
        let Some(course) = &self.course else { return Ok(()) };
        let asked = course.asked[seat.index()].n;
        let depends = matches!(action, Action::Move { .. } | Action::Unseal | Action::Undo);
        // Whose turn it is not is told that.
        let turn = course.to_act().contains(seat) || course.sealed(seat).is_some();
        let turn = turn || !matches!(action, Action::Move { .. });
        if depends && turn && !course.is_over() && on < asked {
            let detail = format!("expected a decision on entry {asked} or later, found one on {on}");
            return Err(Refusal::new(Code::Stale, detail).with("asked", asked));
        }
        Ok(())
    }

    pub(super) fn make_move(&self, seat: Seat, text: &str) -> Decision {
        let course = self.playing()?;
        let mv = read_move::<G>(text)?;
        if course.sealed(seat).is_some() {
            if self.options.undo == UndoRule::None {
                return Err(Refusal::new(Code::Final, "a choice that is sealed is final at this table"));
            }
            if course.sealed(seat) == Some(mv) {
                return Ok(vec![]);
            }
        } else if !course.to_act().contains(seat) {
            return Err(Refusal::new(Code::NotYourTurn, "it is not this seat's turn"));
        }
        self.moved(course, seat, mv)
    }

    /// What a move of a seat that may act comes to.
    pub(super) fn moved(&self, course: &Course<G>, seat: Seat, mv: G::Move) -> Decision {
        let effect = course.effect(seat, mv);
        let effect = effect.map_err(|why| Refusal::new(Code::Illegal, why.to_string()))?;
        Ok(vec![match effect {
            Effect::Sealed => What::Sealed { seat, mv: mv.to_string() },
            Effect::Played(moves) => played::<G>(&moves),
        }])
    }

    pub(super) fn unseal(&self, seat: Seat) -> Decision {
        let sealed = self.playing()?.sealed(seat).is_some();
        if sealed && self.options.undo == UndoRule::UntilRevealed {
            Ok(vec![What::Unsealed { seat }])
        } else {
            Err(not_final())
        }
    }

    pub(super) fn undo(&self, seat: Seat) -> Decision {
        let course = self.playing()?;
        let allowed = self.options.undo == UndoRule::UntilRevealed;
        let taken = course.without_latest(seat).filter(|_| allowed).ok_or_else(not_final)?;
        let _ = taken;
        Ok(vec![What::Undone { seat }])
    }

    pub(super) fn wait(&self, seat: Seat, on: bool) -> Decision {
        let course = self.playing()?;
        if course.waiting.contains(seat) == on {
            return Ok(vec![]);
        }
        if on && (!course.to_act().contains(seat) || course.is_sealing(seat)) {
            return Err(Refusal::new(Code::NotYourTurn, "nothing is asked for which one could wait"));
        }
        Ok(vec![What::Waits { seat, on }])
    }

    /// The same players play again, at another table.
    pub(super) fn again_at(&self, _: Seat, with: &Circumstances) -> Decision {
        if !self.begun()?.is_over() {
            return Err(Refusal::new(Code::NotYourTurn, "the game is not over yet"));
        }
        if self.rematch.is_some() {
            return Ok(vec![]);
        }
        let code = with.fresh_code.clone();
        let code = code.ok_or_else(|| Refusal::new(Code::Internal, "there is no fresh code"))?;
        Ok(vec![What::Rematch { code }])
    }
}
