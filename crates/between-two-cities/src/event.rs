//! Events at the table, as everybody may know them.

use serde::Serialize;
use tabletop::{Event, Seat};

use crate::{AutomaCard, Kind, Move, Pair, Passing, Piece, Spot, position::Position, schedule, table::Phase};

/// The kind of an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum EventKind {
    /// A seat has made its hidden choice.
    Sealed,
    /// All have chosen and show their choices.
    Revealed {
        /// The choice of each seat, by seat.
        choices: Vec<Pair>,
    },
    /// An Automa turned over its card and shared out its two tiles.
    AutomaServed {
        /// The card.
        #[serde(flatten)]
        card: AutomaCard,
        /// The tile for the city on its left. (`right` and `left` are the card's columns.)
        to_left: Piece,
        /// The tile for the city on its right.
        to_right: Piece,
    },
    /// The last tile of each hand was discarded face down.
    Discarded {
        /// The number of discarded tiles.
        tiles: u8,
    },
    /// A tile was placed.
    Placed {
        /// The tile that was placed.
        piece: Piece,
        /// The number of the city.
        city: u8,
        /// The spot; of a duplex tile, its left or top cell.
        spot: Spot,
    },
    /// The hands were passed on and picked up.
    HandsPassed {
        /// The direction of passing.
        to: Passing,
    },
    /// New hands were dealt.
    RoundBegan {
        /// The round: `1` to `3`, or `1a` to `3b` with two players.
        round: &'static str,
        /// The kind of tiles that were dealt.
        kind: Kind,
    },
    /// All cities are built.
    GameOver,
}

/// Returns the events of a move, from the positions before and after it.
pub(crate) fn between(before: &Position, seat: Seat, mv: Move, after: &Position) -> Vec<Event<EventKind>> {
    let by = |seat, what| Event { seat: Some(seat), what };
    let rule = |what| Event { seat: None, what };
    let (was, now) = (&before.table, &after.table);
    let mut events = Vec::new();
    match mv {
        Move::Choose(_) => {
            events.push(by(seat, EventKind::Sealed));
            if now.phase == Phase::Place {
                let turn = now.turn_number();
                let seats = || Seat::all(now.seats());
                let choices = seats().filter_map(|seat| now.open_choice(turn, seat)).collect();
                events.push(rule(EventKind::Revealed { choices }));
                for seat in seats().filter(|&seat| now.is_automa(seat)) {
                    let card = AutomaCard::numbered(after.cards[Position::card_index(turn, seat)]);
                    if let (Some(card), Some([to_left, to_right])) = (card, now.choice(turn, seat)) {
                        events.push(by(seat, EventKind::AutomaServed { card, to_left, to_right }));
                    }
                }
                if now.turn().is_last_of_deal() {
                    events.push(rule(EventKind::Discarded { tiles: now.seats }));
                }
            }
        }
        Move::Place { piece, city, spot } => {
            events.push(by(seat, EventKind::Placed { piece, city, spot }));
            if now.phase == Phase::Over {
                events.push(rule(EventKind::GameOver));
            } else if now.turn_number() != was.turn_number() {
                let turn = now.turn();
                events.push(rule(match turn.step {
                    0 => EventKind::RoundBegan {
                        round: schedule::round_name(now.variant, turn),
                        kind: turn.kind,
                    },
                    _ => EventKind::HandsPassed { to: turn.passing },
                }));
            }
        }
    }
    events
}
