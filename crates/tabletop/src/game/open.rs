//! Games with perfect information.

use std::fmt::Debug;

use serde::{Serialize, Serializer};

use super::{Client, Event, Information, Knowledge, LegalMove, Rules};
use crate::{Seat, SeatSet, Viewer, parts::Parts, random::Rng};

/// A game with perfect information: every viewer knows the whole state at any time.
///
/// Every type that implements this trait also implements [`Information`] and [`Client`]: a [view](FullView) is the state
/// with the viewer, sampling returns the true state, no move reveals anything, and clients get the board and the list of
/// legal moves.
pub trait OpenGame: Rules {
    /// The state as clients receive it, as a JSON object without the key `viewer`.
    type Board: Parts;
    /// The kinds of events, with their details.
    type EventKind: Clone + Debug + Eq + Serialize;

    /// Returns the state as clients receive it.
    fn board(state: &Self::State) -> Self::Board;
    /// Returns the events of one move of `seat`, from the states before and after it. There is at least one.
    fn events(
        before: &Self::State,
        seat: Seat,
        mv: Self::Move,
        after: &Self::State,
    ) -> Vec<Event<Self::EventKind>>;
}

/// A view in an [`OpenGame`]: the state and the viewer. It serialises as the board with the key `viewer`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FullView<G: OpenGame> {
    /// The viewer.
    pub viewer: Viewer,
    /// The state.
    pub state: G::State,
}

impl<G: OpenGame> Serialize for FullView<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Keys<B> {
            viewer: Viewer,
            #[serde(flatten)]
            board: B,
        }
        Keys { viewer: self.viewer, board: G::board(&self.state) }.serialize(serializer)
    }
}

/// The part of a [`FullView`] that differs between viewers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct OwnViewer {
    /// The viewer.
    pub viewer: Viewer,
}

crate::parts!(OwnViewer { value viewer });

impl<G: OpenGame> Information for G {
    const KNOWLEDGE: Knowledge = Knowledge::Perfect;

    type View = FullView<G>;
    type Worth = ();
    type EventKind = <G as OpenGame>::EventKind;

    fn view(state: &G::State, viewer: Viewer) -> FullView<G> {
        FullView { viewer, state: *state }
    }

    fn viewer(view: &FullView<G>) -> Viewer {
        view.viewer
    }

    fn view_to_act(view: &FullView<G>) -> SeatSet {
        G::to_act(&view.state)
    }

    fn legal_moves(view: &FullView<G>) -> Vec<LegalMove<G::Move, ()>> {
        let mut moves = Vec::new();
        if let Some(seat) = view.viewer.seat() {
            G::for_each_legal_move(&view.state, seat, |mv| moves.push(LegalMove { mv, worth: () }));
        }
        moves
    }

    fn events(
        before: &G::State,
        seat: Seat,
        mv: G::Move,
        after: &G::State,
    ) -> Vec<Event<<G as OpenGame>::EventKind>> {
        <G as OpenGame>::events(before, seat, mv, after)
    }

    fn reveals(_: &G::State, _: &G::State) -> bool {
        false
    }

    fn sample<R: Rng>(view: &FullView<G>, _: &mut R) -> G::State {
        view.state
    }
}

impl<G: OpenGame> Client for G {
    type Open = G::Board;
    type Own = OwnViewer;
    type Offers = Vec<G::Move>;

    fn open(view: &FullView<G>) -> G::Board {
        G::board(&view.state)
    }

    fn own(view: &FullView<G>) -> OwnViewer {
        OwnViewer { viewer: view.viewer }
    }

    /// Returns the legal moves. A seat of the game's own automata has none.
    fn offers(view: &FullView<G>) -> Vec<G::Move> {
        let automatic = G::automatic_move(&view.state);
        if automatic.is_some_and(|(seat, _)| view.viewer == Viewer::Seat(seat)) {
            return Vec::new();
        }
        G::legal_moves(view).into_iter().map(|legal| legal.mv).collect()
    }
}
