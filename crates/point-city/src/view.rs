//! The knowledge of a viewer.

use tabletop::{Seat, Viewer};

use crate::{CardId, Cell, Face, Kind, Place, Size, State, Table};

/// The knowledge of a viewer, with perfect recall.
///
/// No seat has a secret: all seats and spectators have equal knowledge. The order of the deck below its top card, and
/// the building side of a card that has not shown it, are hidden from all.
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
    /// Returns the knowledge that `viewer` has of a state.
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

    /// Returns the viewer for whom this view was made.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Returns the public part of the state.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the knowledge of each place of the deck as it was at the start, with the top first. It is the card if it
    /// has shown its building side, its back if it has shown only that, and `None` if it is still hidden.
    #[must_use]
    pub fn seen(&self) -> &[Option<Face>] {
        &self.seen[..usize::from(self.table.size)]
    }

    /// Returns the back of the top card of the deck.
    #[must_use]
    pub fn top(&self) -> Option<Kind> {
        self.seen().get(usize::from(self.table.next)).copied().flatten().and_then(Face::kind)
    }

    /// Returns the buildings of a seat, in the order in which they came from the deck.
    pub fn built(&self, seat: Seat) -> impl Iterator<Item = CardId> {
        // Only cards that have shown their building side can be built. They are few, so the place is looked up only for
        // them.
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
