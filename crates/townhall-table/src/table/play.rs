//! The actions of players during the game.

use serde::Deserialize;
use serde_json::Value;
use tabletop::{Game, Seat};
use townhall_bots::BotGame;

use super::{
    Decision, Table,
    match_state::{Effect, Match},
};
use crate::{
    code::TableCode,
    journal::EntryKind,
    protocol::{Action, Code, Command, Refusal, UndoRule},
    room::Context,
};

/// The entry by which moves are made.
pub(super) fn played<G: Game>(moves: &[(Seat, G::Move)]) -> EntryKind {
    EntryKind::Played { moves: moves.iter().map(|(seat, mv)| (*seat, mv.to_string())).collect() }
}

/// A move as a client sends it.
pub(super) fn read_move<G: Game>(mv: &Value) -> Result<G::Move, Refusal> {
    G::Move::deserialize(mv).map_err(|error| Refusal::new(Code::Illegal, error.to_string()))
}

fn not_final() -> Refusal {
    Refusal::new(Code::Final, "nothing can be taken back any more")
}

impl<G: BotGame> Table<G> {
    /// Decides on an action of a person. If a bot plays for them, they take their seat back by it, unless they only talk.
    pub(super) fn act_as_person(&self, seat: Seat, command: &Command) -> Decision {
        let action = &command.action;
        self.not_stale(seat, action, command.on)?;
        let mut kinds = match action {
            Action::Plan { mv } => self.plan(seat, mv)?,
            Action::Unplan => self.unplan(seat)?,
            _ => self.act_on_seat(seat, action, None)?,
        };
        let talks = matches!(action, Action::Say { .. } | Action::React { .. } | Action::Signal { .. });
        if !talks && !kinds.is_empty() && self.occupant(seat).bot().is_some() {
            kinds.insert(0, EntryKind::Returned { seat });
        }
        Ok(kinds)
    }

    /// Refuses an action that is based on an outdated question: a second click, or an old tab, must not answer a
    /// question that the person has not seen.
    fn not_stale(&self, seat: Seat, action: &Action, on: u64) -> Result<(), Refusal> {
        let Some(game) = &self.game else { return Ok(()) };
        // A plan depends on everything that the others do.
        let plans = matches!(action, Action::Plan { .. });
        let asked = if plans { game.changed } else { game.asked[seat.index()].version };
        let depends = matches!(action, Action::Move { .. } | Action::Unseal | Action::Undo);
        // If it is not their turn at all, the refusal says that instead.
        let turn = game.to_act().contains(seat) || game.sealed(seat).is_some();
        let turn = turn || !matches!(action, Action::Move { .. });
        if (depends && turn || plans) && !game.is_over() && on < asked {
            let detail = format!("expected a decision on version {asked} or later, found one on {on}");
            return Err(Refusal::new(Code::Stale, detail).with("asked", asked));
        }
        Ok(())
    }

    pub(super) fn make_move(&self, seat: Seat, mv: &Value) -> Decision {
        let game = self.playing()?;
        let mv = read_move::<G>(mv)?;
        if game.sealed(seat).is_some() {
            if self.options.undo == UndoRule::None {
                return Err(Refusal::new(Code::Final, "a choice that is sealed is final at this table"));
            }
            if game.sealed(seat) == Some(mv) {
                return Ok(vec![]);
            }
            if !game.may_change_choice(seat) {
                return Err(Refusal::new(
                    Code::Final,
                    "this choice was changed too often to be changed again",
                ));
            }
        } else if !game.to_act().contains(seat) {
            return Err(Refusal::new(Code::NotYourTurn, "it is not this seat's turn"));
        }
        self.moved(game, seat, mv)
    }

    /// Decides on a move of a seat that may act.
    pub(super) fn moved(&self, game: &Match<G>, seat: Seat, mv: G::Move) -> Decision {
        let effect = game.effect(seat, mv);
        let effect = effect.map_err(|why| Refusal::new(Code::Illegal, why.to_string()))?;
        Ok(vec![match effect {
            Effect::Sealed => EntryKind::Sealed { seat, mv: mv.to_string() },
            Effect::Played(moves) => played::<G>(&moves),
        }])
    }

    pub(super) fn unseal(&self, seat: Seat) -> Decision {
        let game = self.playing()?;
        if game.sealed(seat).is_some()
            && game.may_change_choice(seat)
            && self.options.undo == UndoRule::UntilRevealed
        {
            Ok(vec![EntryKind::Unsealed { seat }])
        } else {
            Err(not_final())
        }
    }

    pub(super) fn undo(&self, seat: Seat) -> Decision {
        let game = self.playing()?;
        let allowed = self.options.undo == UndoRule::UntilRevealed;
        let taken = game.without_latest(seat).filter(|_| allowed).ok_or_else(not_final)?;
        let _ = taken;
        Ok(vec![EntryKind::Undone { seat }])
    }

    pub(super) fn wait(&self, seat: Seat, on: bool) -> Decision {
        let game = self.playing()?;
        if game.waiting.contains(seat) == on {
            return Ok(vec![]);
        }
        if on && (!game.to_act().contains(seat) || game.is_sealing(seat)) {
            return Err(Refusal::new(Code::NotYourTurn, "nothing is asked for which one could wait"));
        }
        Ok(vec![EntryKind::Waits { seat, on }])
    }

    /// Opens a rematch: another table for the same players, which is created together with this entry.
    pub(super) fn open_rematch(&self, by: Seat, context: &Context) -> Decision {
        if !self.begun()?.is_over() {
            return Err(Refusal::new(Code::NotYourTurn, "the game is not over yet"));
        }
        if self.rematch.is_some() {
            return Ok(vec![]);
        }
        let code = TableCode::from_entropy(&context.entropy).to_string();
        Ok(vec![EntryKind::Rematch { code, by: Some(by) }])
    }
}
