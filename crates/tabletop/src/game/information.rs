//! What each viewer knows of a game.

use std::fmt::Debug;

use serde::Serialize;

use super::Rules;
use crate::{Seat, SeatSet, Viewer, random::Rng};

/// One thing that happened at the table, as everybody may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Event<K> {
    /// The seat that did it; `None` if it followed by rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seat: Option<Seat>,
    /// What happened.
    #[serde(flatten)]
    pub what: K,
}

/// A move that is legal now, with what it is worth to the seat that makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove<M, W> {
    /// The move.
    pub mv: M,
    /// What it would change at once, as far as the seat can know.
    pub worth: W,
}

/// Who may know what in a game: views, what they allow, and what could lie behind them.
///
/// Needed by bots, which play from views alone, by the [conformance kit](crate::conformance), and
/// by everything that shows a game to people.
///
/// # What an implementation promises
/// The conformance kit checks it: a `View` is all that its viewer can know, and nothing else. Two
/// states that differ only in what a seat can't know give it equal views and equal bytes.
pub trait Information: Rules {
    /// What one viewer may know.
    type View: Clone + Debug + Eq + Serialize + Send + Sync;
    /// What a legal move would change at once.
    type Worth: Clone + Debug + Eq + Serialize;
    /// What can happen at the table.
    type EventKind: Clone + Debug + Eq + Serialize;

    /// What `viewer` may know of `state`, with perfect recall.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;
    /// Whose view it is.
    fn viewer(view: &Self::View) -> Viewer;
    /// The seats that may act now, which is never a secret.
    fn view_to_act(view: &Self::View) -> SeatSet;
    /// The viewer's legal moves and what each is worth to it, in the order of
    /// [`Rules::for_each_legal_move`]. None for a spectator.
    fn legal_moves(view: &Self::View) -> Vec<LegalMove<Self::Move, Self::Worth>>;
    /// What happened between two states that one move of `seat` joins.
    fn events(
        before: &Self::State,
        seat: Seat,
        mv: Self::Move,
        after: &Self::State,
    ) -> Vec<Event<Self::EventKind>>;
    /// Whether the move that joins the two states revealed something hidden to anybody: then it
    /// can't be taken back.
    fn reveals(before: &Self::State, after: &Self::State) -> bool;
    /// Whether a move is a choice that stays sealed until every seat that may act has made its own.
    /// A table may hold it back until then, so that people can change their mind.
    fn seals(_mv: Self::Move) -> bool {
        false
    }
    /// A state that the viewer can't tell from the true one, each as likely as any other.
    fn sample<R: Rng>(view: &Self::View, rng: &mut R) -> Self::State;
}
