//! The legal moves of a viewer with their worth, as clients receive them.

use std::cmp::Reverse;

use serde::Serialize;
use tabletop::{Seat, parts, sorting::sort_by_key};

use crate::{Amounts, Cards, Cell, Kind, Move, Pair, Side, Token, TokenSet, View, Worth, for_each_payment};

/// The legal moves of a viewer with their worth, and the resources that it lacks for other buildings.
///
/// Payments and tokens can be combined freely, so they are listed side by side. A client makes the move from them:
/// `{"kind":"take","cells":…,"pay":…,"tokens":[…]}`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct Offers {
    /// The cards that may be turned: `{"kind":"flip","cell":…}`.
    pub flip: Vec<Cell>,
    /// The pairs that may be taken.
    pub take: Vec<Takable>,
    /// Whether the top two cards of the deck may be taken: `{"kind":"draw"}`.
    pub draw: bool,
    /// Whether the turn may be passed, because no other move is legal: `{"kind":"pass"}`.
    pub pass: bool,
    /// The buildings of the market that the viewer could not pay with its cards and permanent resources. They are
    /// listed on all seats' turns, until the game is over. A card beside them could help.
    pub missing: Vec<Missing>,
}

parts!(Offers { list flip, rows take, value draw, value pass, rows missing });
parts!(Takable { value cells, value due, value payments, value civics, rows tokens, value refills });
parts!(TokenOffer { value id, value now });
parts!(Missing { value cell, value lacks });

/// A pair that may be taken. The print on its cards is left out: clients know it by the cards' ids.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct Takable {
    /// The two cells, the one nearer the top left first.
    pub cells: [Cell; 2],
    /// The part of the buildings' cost that is due after the permanent resources.
    pub due: Amounts,
    /// Every way to pay, the best to keep cards first. If nothing is due, there is exactly one, which is empty.
    pub payments: Vec<Payment>,
    /// The number of tokens that must be taken, all different.
    pub civics: u8,
    /// The points of each open token after this take, paid in the first way. The list is empty if no tokens must be
    /// taken.
    pub tokens: Vec<TokenOffer>,
    /// The sides of the cards that come into the two gaps, in the order of `cells`, or none if the deck is empty. The first
    /// card is the top of the deck.
    pub refills: Vec<Side>,
}

/// A way to pay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct Payment {
    /// The cards, as in a move. The map is empty for none.
    pub pay: Cards,
    /// The immediate change of all points, without those of new tokens.
    pub points: i16,
}

/// A token, with its points for the viewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct TokenOffer {
    /// The token.
    pub id: Token,
    /// Its points.
    pub now: u8,
}

/// A building that the viewer can't pay, even with its ingenuity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct Missing {
    /// Its cell.
    pub cell: Cell,
    /// The missing symbols, without ingenuity.
    pub lacks: Amounts,
}

impl Offers {
    pub(crate) fn of(view: &View) -> Self {
        let table = view.table();
        let player = |seat: &Seat| !(table.variant().is_solo() && seat.index() > 0);
        let Some(seat) = view.viewer().seat().filter(player) else { return Self::default() };
        if table.is_over() {
            return Self::default();
        }
        let mut offers = Self { missing: missing(view, seat), ..Self::default() };
        if table.to_act() == Some(seat) {
            let may_flip = |cell: &Cell| !table.has_flipped() && table.market().may_flip(*cell);
            offers.flip = Cell::ALL.into_iter().filter(may_flip).collect();
            offers.take = pairs().filter_map(|pair| takable(view, pair)).collect();
            // A client gets a pair as its differences from the one before, so pairs with much in common stand together.
            let is_building = |cell| table.market().at(cell).side() == Side::Building;
            let likeness = |take: &Takable| (take.civics, take.cells.map(is_building), take.due.sum());
            sort_by_key(&mut offers.take, likeness);
            offers.draw = table.may_draw();
            offers.pass = !offers.draw && offers.take.is_empty();
        }
        offers
    }
}

/// Returns the pairs of cells that share an edge.
fn pairs() -> impl Iterator<Item = Pair> {
    let all = Cell::ALL.into_iter().flat_map(|a| Cell::ALL.into_iter().map(move |b| (a, b)));
    all.filter(|(a, b)| a < b).filter_map(|(a, b)| Pair::new(a, b)).filter(|pair| pair.shares_edge())
}

/// Returns the offer of a pair, if both cells have cards and the pair can be paid.
fn takable(view: &View, pair: Pair) -> Option<Takable> {
    let table = view.table();
    let [a, b] = pair.cells().map(|cell| table.market().face(cell));
    let buildings = [a?.card(), b?.card()];
    let (due, cards) = table.due(pair);
    let mut payments = Vec::new();
    for_each_payment(due, &cards, |pay| payments.push(pay));
    sort_by_key(&mut payments, |pay| keeps(&(cards - *pay)));
    let first = *payments.first()?;

    let worth = |pay: Cards| Worth::of(view, Move::Take { pair, pay, tokens: TokenSet::EMPTY });
    let after = worth(first);
    let civics =
        buildings.into_iter().flatten().filter(|card| card.is_civic()).count().min(table.open_row().count());
    let ingenuity = after.cards.get(Kind::INGENUITY);
    let tokens = table.open_row().filter(|_| civics > 0);
    Some(Takable {
        cells: pair.cells(),
        due,
        payments: payments.into_iter().map(|pay| Payment { pay, points: worth(pay).points }).collect(),
        civics: civics as u8,
        tokens: tokens.map(|id| TokenOffer { id, now: id.points(after.permanents, ingenuity) }).collect(),
        refills: after.refills.iter().flatten().map(|refill| refill.side).collect(),
    })
}

/// Returns the sort key of a payment by the cards that remain after it. Payments that keep the most ingenuity come
/// first, then those that keep the most symbols, then the most different symbols, then the most cards.
fn keeps(left: &Cards) -> Reverse<[u16; 4]> {
    let symbols = left.symbols();
    let kinds = symbols.numbers().into_iter().filter(|&number| number > 0).count() as u16;
    Reverse([left.get(Kind::INGENUITY).into(), symbols.sum().into(), kinds, left.count()])
}

/// Returns the buildings that a seat could not pay with its cards and permanent resources.
fn missing(view: &View, seat: Seat) -> Vec<Missing> {
    let (table, area) = (view.table(), view.table().area(seat));
    let have = area.permanents + area.cards.symbols();
    let ingenuity = area.cards.get(Kind::INGENUITY);
    let buildings = Cell::ALL.into_iter().filter_map(|cell| Some((cell, table.market().face(cell)?.card()?)));
    buildings
        .map(|(cell, card)| Missing { cell, lacks: card.cost().less(have) })
        .filter(|building| building.lacks.sum() > ingenuity)
        .collect()
}
