//! The knowledge of each viewer of a game.

use std::fmt::Debug;

use serde::Serialize;

use super::Rules;
use crate::{Seat, SeatSet, Viewer, random::Rng};

/// One event at the table, as far as it is public.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Event<K> {
    /// The acting seat; `None` if the event followed from the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seat: Option<Seat>,
    /// The kind of event, with its details.
    #[serde(flatten)]
    pub what: K,
}

/// A move that is legal now, with its immediate effect for the seat that makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove<M, W> {
    /// The move.
    pub mv: M,
    /// The immediate effect, as far as the seat can know it.
    pub worth: W,
}

/// How knowledge is distributed among the viewers of a game, in the terms of game theory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Knowledge {
    /// Perfect information: every viewer knows the whole state at any time, as in chess.
    Perfect,
    /// Hidden but symmetric information: no viewer knows more than another, but something is hidden from all of them,
    /// such as the order of a deck.
    Symmetric,
    /// Private information: some seats have knowledge that others do not have, such as their own hand or a sealed
    /// choice.
    Private,
}

/// The knowledge of each viewer of a game: views, the legal moves in a view, and sampling of the hidden state behind it.
///
/// Bots need this trait, because they play from views alone. The [conformance kit](crate::conformance) and every
/// display of a game need it, too. A game with perfect information implements [`OpenGame`](crate::OpenGame) instead.
///
/// # Requirements
/// A `View` contains everything that its viewer can know, and nothing else. If two states differ only in secrets of
/// other seats, the viewer's views of them are equal, also when serialised. The conformance kit checks this.
pub trait Information: Rules {
    /// How knowledge is distributed. Clients derive from it whether people who share a device must not see each other's
    /// views, and the analysis whether chance had a part in a game.
    const KNOWLEDGE: Knowledge;

    /// The knowledge of one viewer.
    type View: Clone + Debug + Eq + Serialize + Send + Sync;
    /// The immediate effect of a legal move, such as the points that it scores.
    type Worth: Clone + Debug + Eq + Serialize;
    /// The kinds of events, with their details.
    type EventKind: Clone + Debug + Eq + Serialize;

    /// Returns the knowledge of `viewer` in `state`, including everything it has seen earlier in the game (perfect
    /// recall).
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;
    /// Returns the viewer for whom this view was made.
    fn viewer(view: &Self::View) -> Viewer;
    /// Returns the seats that may act now. This is public in every state.
    fn view_to_act(view: &Self::View) -> SeatSet;
    /// Returns the viewer's legal moves with their immediate effects, in the order of [`Rules::for_each_legal_move`]. A
    /// spectator has none.
    fn legal_moves(view: &Self::View) -> Vec<LegalMove<Self::Move, Self::Worth>>;
    /// Returns the events of one move of `seat`, from the states before and after it. There is at least one.
    fn events(
        before: &Self::State,
        seat: Seat,
        mv: Self::Move,
        after: &Self::State,
    ) -> Vec<Event<Self::EventKind>>;
    /// Returns whether the move between the two states revealed hidden information to any viewer. Such a move can't be
    /// undone.
    fn reveals(before: &Self::State, after: &Self::State) -> bool;
    /// Returns whether a move is a choice that stays sealed until every seat that may act has made its own. A table may
    /// hold such a choice back until then, so that people can change their mind.
    fn seals(_mv: Self::Move) -> bool {
        false
    }
    /// Draws a state uniformly from all states that the viewer can't tell from the true one (a determinisation).
    fn sample<R: Rng>(view: &Self::View, rng: &mut R) -> Self::State;
    /// Returns a function that draws as [`Information::sample`] does: equal states from equal random numbers. A game for
    /// which it is worth it prepares in advance the work that all draws have in common.
    fn sampler<R: Rng>(view: &Self::View) -> impl Fn(&mut R) -> Self::State {
        |rng| Self::sample(view, rng)
    }
}
