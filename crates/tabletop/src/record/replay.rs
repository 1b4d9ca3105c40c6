//! Replays of records, which verify the moves, the result and the deal.

use serde_json::Value;

use super::{Entry, RecordError, RecordFault};
use crate::{Record, Rules, Seat, game::occasion_by_rules};

impl<G: Rules> Record<G> {
    /// Plays the moves by the rules, and returns the last state, with the outcome if the game is over. The record need
    /// not contain a result. A result that it contains must follow from the moves.
    ///
    /// # Errors
    /// Returns an error for the first illegal move, or for the first difference between the recorded and the computed
    /// result.
    pub fn replay_unfinished(&self) -> Result<(G::State, Option<G::Outcome>), RecordError> {
        let mut moves = 0;
        let state = self.replay_each(|_, _, _, _| moves += 1)?;
        let outcome = G::outcome(&state);
        if let Some(result) = &self.result {
            let line = self.result_line();
            let computed =
                outcome.as_ref().ok_or_else(|| self.fault(line, RecordFault::NotOver { moves }))?;
            let computed = serde_json::to_value(computed).expect("an outcome serialises");
            compare(&computed, &Value::Object(result.clone()), String::new())
                .map_err(|fault| self.fault(line, fault))?;
        }
        Ok((state, outcome))
    }

    /// Plays a finished game by the rules, checks its result, and returns it.
    ///
    /// # Errors
    /// Returns an error for the first illegal move, for the first difference between the recorded and the computed
    /// result, or for a missing result.
    pub fn replay(&self) -> Result<G::Outcome, RecordError> {
        match self.replay_unfinished()? {
            (_, Some(outcome)) if self.result.is_some() => Ok(outcome),
            _ => Err(self.fault(self.last_line(), RecordFault::Unfinished { moves: self.moves().count() })),
        }
    }

    /// Returns the state after the first `count` moves, or after all of them if there are fewer.
    ///
    /// # Errors
    /// Returns an error for the first illegal move.
    pub fn state_after(&self, count: usize) -> Result<G::State, RecordError> {
        let mut start = self.clone();
        start.truncate_moves(count);
        start.replay_each(|_, _, _, _| ())
    }

    /// Plays the moves by the rules, calls `each` with the state before, the seat, the move and
    /// the state after, and returns the last state.
    ///
    /// # Errors
    /// Returns an error for the first illegal move.
    pub fn replay_each(
        &self,
        mut each: impl FnMut(&G::State, Seat, G::Move, &G::State),
    ) -> Result<G::State, RecordError> {
        let mut state = G::start(&self.setup);
        for (index, entry) in self.entries.iter().enumerate() {
            let Entry::Move { seat, mv, .. } = entry else { continue };
            let last = G::seats(&state) - 1;
            if seat.index() > last {
                let seat = seat.index() as u64;
                return Err(self.fault(self.line_of(index), RecordFault::NoSuchSeat { seat, last }));
            }
            let before = state;
            G::play(&mut state, *seat, *mv).map_err(|cause| {
                let (text, cause) = (mv.to_string(), Box::new(cause));
                self.fault(self.line_of(index), RecordFault::IllegalMove { seat: *seat, text, cause })
            })?;
            each(&before, *seat, *mv, &state);
        }
        Ok(state)
    }

    /// Checks that the revealed seed has the commitment that was shown before play, and that it deals the setup that
    /// was played.
    ///
    /// # Errors
    /// Returns an error if the commitment or the setup does not belong to the seed, or if the record has no deal or no
    /// seed.
    pub fn verify_deal(&self) -> Result<(), RecordError> {
        let (variant, players) = (G::variant(&self.setup), G::player_count(&self.setup));
        let check = || {
            let deal = self.deal.as_ref().ok_or(RecordFault::NoDeal)?;
            let seed = deal.seed.ok_or(RecordFault::NotRevealed)?;
            let occasion = occasion_by_rules::<G>(self.rules, variant, players);
            if seed.commitment(&occasion) != deal.commitment {
                return Err(RecordFault::WrongCommitment { commitment: deal.commitment.to_string() });
            }
            let setup = G::deal(variant, players, &mut seed.stream(&occasion));
            if setup != self.setup { Err(RecordFault::WrongSetup) } else { Ok(()) }
        };
        check().map_err(|fault| self.fault(self.header_line(), fault))
    }
}

/// Checks that `found` contains everything in `computed`. It may contain more: unknown keys are ignored. Entries of a list
/// that have an `id` may be in any order.
fn compare(computed: &Value, found: &Value, path: String) -> Result<(), RecordFault> {
    let wrong = |path, found, expected| Err(RecordFault::WrongResult { path, found, expected });
    match (computed, found) {
        (Value::Object(computed), Value::Object(found)) => computed.iter().try_for_each(|(key, value)| {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            match found.get(key) {
                Some(found) => compare(value, found, path),
                None => wrong(path, "nothing".to_owned(), brief(value)),
            }
        }),
        (Value::Array(computed), Value::Array(found)) if computed.len() == found.len() => {
            let mut pairs = computed.iter().zip(found).enumerate();
            pairs.try_for_each(|(index, (value, beside))| {
                let id = value.get("id");
                let same = id.and_then(|_| found.iter().find(|one| one.get("id") == id));
                compare(value, same.unwrap_or(beside), format!("{path}[{index}]"))
            })
        }
        _ if computed == found => Ok(()),
        _ => wrong(path, brief(found), brief(computed)),
    }
}

/// Returns a short text for a value in an error message. A list is described only by its length.
fn brief(value: &Value) -> String {
    match value {
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Object(_) => "an object".to_owned(),
        plain => plain.to_string(),
    }
}
