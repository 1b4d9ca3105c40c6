//! Events at the table, for logs.

use serde::Serialize;
use tabletop::{Event, Seat};

use crate::{CardId, Cards, Cell, Face, Kind, Move, Pair, State, Token};

/// The kind of an event. A resource is named by its symbols, never by its card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum EventKind {
    /// A card was turned to its building side.
    Flipped {
        /// Its cell.
        cell: Cell,
        /// The card.
        card: CardId,
    },
    /// A resource was taken from the market.
    Took {
        /// Its cell.
        cell: Cell,
        /// The kind that it shows.
        kind: Kind,
    },
    /// A building was built.
    Built {
        /// Its cell.
        cell: Cell,
        /// The card.
        card: CardId,
    },
    /// Resource cards were discarded for buildings.
    Paid {
        /// The cards.
        cards: Cards,
    },
    /// A civic token was taken.
    TookToken {
        /// The token that was taken.
        token: Token,
    },
    /// The top two cards of the deck were taken.
    Drew {
        /// The kinds that they show, the upper first.
        kinds: [Kind; 2],
    },
    /// A card from the deck came into a gap.
    Refilled {
        /// The gap.
        cell: Cell,
        /// The face that shows there now.
        face: Face,
    },
    /// The solo city's markers moved.
    MarkersMoved {
        /// The cell where they cross now.
        cell: Cell,
    },
    /// The turn was passed, because no other move was legal.
    Passed,
    /// Every seat has had its 17 turns.
    GameOver,
}

/// Returns the events of a move of `seat`, from the states before and after it.
pub(crate) fn events(before: &State, seat: Seat, mv: Move, after: &State) -> Vec<Event<EventKind>> {
    let mv = before.table.city_move().unwrap_or(mv);
    let mut events = Vec::new();
    let mut by_seat = |what| events.push(Event { seat: Some(seat), what });
    match mv {
        Move::Flip(cell) => {
            let card = after.table.market.at(cell).card();
            card.into_iter().for_each(|card| by_seat(EventKind::Flipped { cell, card }));
        }
        Move::Take { pair, pay, tokens } => {
            taken(before, pair).for_each(&mut by_seat);
            if !pay.is_empty() {
                by_seat(EventKind::Paid { cards: pay });
            }
            tokens.iter().for_each(|token| by_seat(EventKind::TookToken { token }));
        }
        Move::Draw => {
            let next = usize::from(before.table.next);
            by_seat(EventKind::Drew { kinds: [0, 1].map(|i| before.deck[next + i].back()) });
        }
        Move::Pass => by_seat(EventKind::Passed),
    }
    let mut by_rule = |what| events.push(Event { seat: None, what });
    if let Move::Take { pair, .. } = mv {
        for cell in pair.cells() {
            let face = after.table.market.face(cell);
            face.into_iter().for_each(|face| by_rule(EventKind::Refilled { cell, face }));
        }
    }
    if after.table.is_over() {
        by_rule(EventKind::GameOver);
    } else if before.table.city_move().is_some() {
        by_rule(EventKind::MarkersMoved { cell: after.table.markers() });
    }
    events
}

fn taken(before: &State, pair: Pair) -> impl Iterator<Item = EventKind> {
    pair.cells().into_iter().filter_map(|cell| {
        let face = before.table.market.face(cell)?;
        match (face.card(), face.kind()) {
            (Some(card), _) => Some(EventKind::Built { cell, card }),
            (_, kind) => kind.map(|kind| EventKind::Took { cell, kind }),
        }
    })
}
