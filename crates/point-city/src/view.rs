//! What a viewer may know.

use tabletop::{Seat, Viewer};

use crate::{CardId, Cell, Face, Kind, Place, Size, State, Table};

/// What a viewer may know, with perfect recall.
///
/// No seat has a secret: all seats and spectators know the same. Hidden from
/// all is the order of the deck below its top card, and the building side of a card that
/// has not shown it.
///
/// ```
/// use point_city::{Setup, State, Variant, View};
/// use tabletop::Viewer;
/// let setup = Setup::deal(Variant::Standard, 2, &mut tabletop::Seed::from_phrase("doc").stream("x"));
/// let view = View::of(&State::start(&setup), Viewer::Spectator);
/// assert_eq!(view.seen().len(), 82);
/// assert_eq!(view.seen()[0].unwrap().kind(), Some(setup.deck()[0].back()));
/// assert_eq!(view.top(), Some(setup.deck()[16].back()));
/// assert_eq!(view.seen()[17], None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    viewer: Viewer,
    table: Table,
    seen: [Option<Face>; Size::MOST_CARDS],
}

impl View {
    /// What `viewer` may know of a state.
    #[must_use]
    pub fn of(state: &State, viewer: Viewer) -> Self {
        let table = state.table;
        let mut seen = [None; Size::MOST_CARDS];
        let next = usize::from(table.next);
        // The top card has shown its back, and so has every card that was on top before.
        for (origin, card) in state.deck[..usize::from(table.size)].iter().take(next + 1).enumerate() {
            let face =
                if table.is_built(origin) { Face::building(*card) } else { Face::resource(card.back()) };
            seen[origin] = Some(face);
        }
        for cell in Cell::ALL {
            if let Some(face) = table.market.face(cell) {
                seen[table.market.origin(cell)] = Some(face);
            }
        }
        Self { viewer, table, seen }
    }

    /// The viewer for whom this view was made.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The public part of the state.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// For each place of the deck as it was at the start, top first: the card, if it has shown its
    /// building side, or its back, if it has shown that; none, if it is still hidden.
    #[must_use]
    pub fn seen(&self) -> &[Option<Face>] {
        &self.seen[..usize::from(self.table.size)]
    }

    /// The back of the top card of the deck.
    #[must_use]
    pub fn top(&self) -> Option<Kind> {
        self.seen().get(usize::from(self.table.next)).copied().flatten().and_then(Face::kind)
    }

    /// The buildings of a seat, in the order in which they came from the deck.
    pub fn built(&self, seat: Seat) -> impl Iterator<Item = CardId> {
        // Few of the cards have shown a building: only of those is it asked where they are.
        let buildings = self
            .seen()
            .iter()
            .enumerate()
            .filter_map(|(origin, face)| Some((origin, face.and_then(Face::card)?)));
        buildings
            .filter(move |&(origin, _)| self.table.place(origin) == Place::Built(seat))
            .map(|(_, card)| card)
    }
}
