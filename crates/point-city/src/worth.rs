//! The worth of a move to the seat that makes it.

use serde::Serialize;

use crate::{Amounts, CardId, Cards, Cell, Kind, Move, Pair, Resource, Score, Side, View};

/// The immediate changes by a move, as far as the seat can know them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct Worth {
    /// The change of the printed points.
    pub printed: i16,
    /// The change of the points of all tokens, including earlier ones.
    pub tokens: i16,
    /// The change of all points.
    pub points: i16,
    /// The resource cards that remain to pay with, as far as they are known.
    pub cards: Cards,
    /// The number of additional cards that no player has seen yet (0 or 1).
    pub unknown_cards: u8,
    /// The permanent resources that remain to pay with from the next turn on.
    pub permanents: Amounts,
    /// The refill cards.
    pub refills: [Option<Refill>; 2],
}

/// A card that comes into a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct Refill {
    /// The gap.
    pub cell: Cell,
    /// The side that will show.
    pub side: Side,
    /// The back of the card, or `null` if it is not known yet. If the side is `building`, only the back is known.
    pub back: Option<Kind>,
}

impl Worth {
    /// Returns the worth of a legal move to the seat that is to act. All changes are zero if the game is over.
    #[must_use]
    pub fn of(view: &View, mv: Move) -> Self {
        Self::since(&Self::before(view), view, mv)
    }

    /// Returns the score of the seat that is to act, before its move.
    pub(crate) fn before(view: &View) -> Score {
        Score::of(view.table(), tabletop::Seat::new(view.table().to_act))
    }

    /// Returns the worth of a legal move, compared with the score [before](Self::before) it.
    pub(crate) fn since(was: &Score, view: &View, mv: Move) -> Self {
        let table = view.table();
        let seat = usize::from(table.to_act);
        let mut after = table.areas[seat];
        let mut unknown_cards = 0;
        let mut refills = [None; 2];
        match mv {
            Move::Flip(_) | Move::Pass => {}
            Move::Draw => {
                view.top().into_iter().for_each(|kind| after.cards.push(kind));
                unknown_cards = 1;
            }
            Move::Take { pair, pay, tokens } => {
                for face in pair.cells().map(|cell| table.market.at(cell)) {
                    face.kind().into_iter().for_each(|kind| after.cards.push(kind));
                    after.printed += u16::from(face.card().map_or(0, CardId::points));
                    let gain = face.card().and_then(CardId::produces);
                    after.permanents +=
                        gain.map_or(Amounts::ZERO, |resource: Resource| Amounts::only(resource, 1));
                }
                after.cards -= pay;
                after.tokens = after.tokens.union(tokens);
                if table.deck_left() > 0 {
                    refills = Self::refills(view, pair).map(Some);
                }
            }
        }
        let is = Score::with(table, tabletop::Seat::new(table.to_act), &after);
        let change = |was: u16, is: u16| is as i16 - was as i16;
        Self {
            printed: change(was.printed, is.printed),
            tokens: change(was.token_points, is.token_points),
            points: change(was.total, is.total),
            cards: after.cards,
            unknown_cards,
            permanents: after.permanents,
            refills,
        }
    }

    fn refills(view: &View, pair: Pair) -> [Refill; 2] {
        let [first, second] = pair.cells();
        let side = |cell| view.table().market.at(cell).side().other();
        [
            Refill { cell: first, side: side(first), back: view.top() },
            Refill { cell: second, side: side(second), back: None },
        ]
    }
}
