//! Moves that players of correspondence tables plan while others act.
//!
//! A plan is an entry of the journal that only its author is shown. After each move and each take-back the table compares it
//! with the game, and it lapses for good once its move is no longer the same. When its seat has to act, a tick makes the move,
//! as an entry after the one that asked the seat. A bot that takes over plays without the plan.

use serde_json::Value;
use tabletop::{Game, Seat, Viewer};
use townhall_bots::BotGame;

use super::{Decision, Table, match_state::Match, play::read_move, view::viewer};
use crate::{
    Json,
    journal::EntryKind,
    protocol::{Code, Plan, Refusal},
};

/// A move that a seat has planned.
pub(super) struct Planned<G: Game> {
    mv: G::Move,
    /// The state in which it was planned.
    state: G::State,
    /// Whether it has lapsed.
    lapsed: bool,
}

impl<G: Game> Match<G> {
    /// The state in which a seat that waits plans its next move.
    fn ahead(&self, seat: Seat) -> Option<G::State> {
        if self.to_act().contains(seat) { None } else { G::ahead(&self.state, seat) }
    }

    /// Plans a move in place of an earlier plan. Returns whether moves of its kind can be planned now.
    pub(super) fn plan(&mut self, seat: Seat, mv: G::Move) -> Result<bool, G::Illegal> {
        let Some(planned) = self.planned(seat, mv)? else { return Ok(false) };
        self.plans.insert(seat, planned);
        self.note_change(seat);
        Ok(true)
    }

    /// The plan that a seat can make of a move; `None` if moves of its kind can't be planned now.
    fn planned(&self, seat: Seat, mv: G::Move) -> Result<Option<Planned<G>>, G::Illegal> {
        let Some(state) = self.ahead(seat) else { return Ok(None) };
        let mut after = state;
        G::play(&mut after, seat, mv)?;
        Ok(G::is_as_planned(&state, &state, mv).then_some(Planned { mv, state, lapsed: false }))
    }

    /// Removes the plan of a seat. Returns whether there was one.
    pub(super) fn unplan(&mut self, seat: Seat) -> bool {
        self.plans.remove(&seat).is_some()
    }

    /// The plan of a seat as its player sees it.
    pub(super) fn plan_seen(&self, seat: Seat) -> Option<Plan> {
        self.plans.get(&seat).map(|plan| Plan { mv: Json::of(&plan.mv), lapsed: plan.lapsed })
    }

    /// The move that a seat has planned for the turn that it has now.
    pub(super) fn planned_move(&self, seat: Seat) -> Option<G::Move> {
        let plan = self.plans.get(&seat).filter(|plan| !plan.lapsed)?;
        self.to_act().contains(seat).then_some(plan.mv)
    }

    /// The game has changed: lets the plans lapse that are no longer the same.
    pub(super) fn review_plans(&mut self) {
        let mut plans = std::mem::take(&mut self.plans);
        if self.is_over() {
            return;
        }
        for (seat, plan) in plans.iter_mut().filter(|(_, plan)| !plan.lapsed) {
            let acts = self.to_act().contains(*seat);
            let now = if acts { Some(self.state) } else { self.ahead(*seat) };
            let is_same = |mut now: G::State| {
                G::is_as_planned(&plan.state, &now, plan.mv) && G::play(&mut now, *seat, plan.mv).is_ok()
            };
            plan.lapsed = !now.is_some_and(is_same);
        }
        self.plans = plans;
    }
}

impl<G: BotGame> Table<G> {
    /// The view in which a player who waits plans a move.
    pub(super) fn view_ahead(&self, game: &Match<G>, me: Option<usize>) -> Option<G::View> {
        self.correspondence()?;
        let seat = viewer(me).seat()?;
        game.ahead(seat).map(|state| G::view(&state, Viewer::Seat(seat)))
    }

    pub(super) fn plan(&self, seat: Seat, mv: &Value) -> Decision {
        let game = self.playing()?;
        let mv = read_move::<G>(mv)?;
        let refused = |detail: &str| Refusal::new(Code::Illegal, detail);
        if self.correspondence().is_none() {
            return Err(refused("moves are planned at correspondence tables only"));
        }
        if game.plans.get(&seat).is_some_and(|plan| plan.mv == mv && !plan.lapsed) {
            return Ok(vec![]);
        }
        if !game.may_change_choice(seat) {
            return Err(Refusal::new(Code::Final, "plans were changed too often to be changed again"));
        }
        match game.planned(seat, mv) {
            Ok(Some(_)) => Ok(vec![EntryKind::Planned { seat, mv: mv.to_string() }]),
            Ok(None) => Err(refused("this move can't be planned now")),
            Err(why) => Err(refused(&why.to_string())),
        }
    }

    pub(super) fn unplan(&self, seat: Seat) -> Decision {
        let planned = self.playing()?.plans.contains_key(&seat);
        Ok(planned.then_some(EntryKind::Unplanned { seat }).into_iter().collect())
    }

    /// The entries by which the planned move of a seat is made.
    pub(super) fn played_as_planned(&self, seat: Seat) -> Vec<EntryKind> {
        let Some(game) = &self.game else { return Vec::new() };
        let moved = game.planned_move(seat).and_then(|mv| self.moved(game, seat, mv).ok());
        moved.unwrap_or_default()
    }
}
