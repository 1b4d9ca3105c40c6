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

/// Who may know what in a game: views, the legal moves in a view, and sampling of the hidden state behind it.
///
/// Needed by bots, which play from views alone, by the [conformance kit](crate::conformance), and
/// by everything that shows a game to people.
///
/// # Requirements
/// A `View` is all that its viewer can know, and nothing else: two states that differ only in what a
/// viewer can't know give it equal views, also when serialised. The conformance kit checks this.
pub trait Information: Rules {
    /// What one viewer may know.
    type View: Clone + Debug + Eq + Serialize + Send + Sync;
    /// What a legal move would change at once.
    type Worth: Clone + Debug + Eq + Serialize;
    /// What can happen at the table.
    type EventKind: Clone + Debug + Eq + Serialize;

    /// What `viewer` may know of `state`, including everything it has seen earlier in the game (perfect recall).
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;
    /// The viewer for whom this view was made.
    fn viewer(view: &Self::View) -> Viewer;
    /// The seats that may act now. This is public in every state.
    fn view_to_act(view: &Self::View) -> SeatSet;
    /// The viewer's legal moves and what each is worth to it, in the order of
    /// [`Rules::for_each_legal_move`]. None for a spectator.
    fn legal_moves(view: &Self::View) -> Vec<LegalMove<Self::Move, Self::Worth>>;
    /// What happened in one move of `seat`, from the states before and after it.
    fn events(
        before: &Self::State,
        seat: Seat,
        mv: Self::Move,
        after: &Self::State,
    ) -> Vec<Event<Self::EventKind>>;
    /// Whether the move between the two states revealed hidden information to any viewer: if so, it
    /// can't be undone.
    fn reveals(before: &Self::State, after: &Self::State) -> bool;
    /// Whether a move is a choice that stays sealed until every seat that may act has made its own.
    /// A table may hold it back until then, so that people can change their mind.
    fn seals(_mv: Self::Move) -> bool {
        false
    }
    /// A state drawn uniformly from all that the viewer can't tell from the true one (a determinisation).
    fn sample<R: Rng>(view: &Self::View, rng: &mut R) -> Self::State;
}
