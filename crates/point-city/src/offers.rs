//! What a viewer may do now and what it is worth, as clients get it.

use std::cmp::Reverse;

use serde::Serialize;
use tabletop::{Seat, parts, sorting::sort_by_key};

use crate::{
    Amounts, CardId, Cards, Cell, Kind, Move, Pair, Refill, Token, TokenSet, View, Worth, for_each_payment,
};

/// What a viewer may do now, what it is worth, and what it lacks for the rest.
///
/// Payments and tokens are free to be combined, so they are listed side by side. A client makes
/// the move from them: `{"kind":"take","cells":…,"pay":…,"tokens":[…]}`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct Offers {
    /// The cards that may be turned: `{"kind":"flip","cell":…}`.
    pub flip: Vec<Cell>,
    /// The pairs that may be taken.
    pub take: Vec<Takable>,
    /// Whether the top two cards of the deck may be taken: `{"kind":"draw"}`.
    pub draw: bool,
    /// Whether the turn may be passed, for want of anything else:
    /// `{"kind":"pass"}`.
    pub pass: bool,
    /// The open tokens, in the order of their row. On other seats' turns too, until the game is over.
    pub tokens: Vec<TokenOffer>,
    /// The buildings of the market that the viewer could not pay with what it has, on other seats'
    /// turns too, until the game is over. A card beside them could help.
    pub missing: Vec<Missing>,
}

parts!(Offers { list flip, list take, value draw, value pass, list tokens, list missing });

/// A pair that may be taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct Takable {
    /// The two cells, the one nearer the top left first.
    pub cells: [Cell; 2],
    /// What is printed on the buildings of the pair together; none, if there is no building.
    pub cost: Option<Amounts>,
    /// What of it is left to pay, after the permanent resources.
    pub due: Amounts,
    /// Every way to pay, the best to keep cards first. Exactly one, and empty, if nothing is due.
    pub payments: Vec<Payment>,
    /// How many tokens must be taken, all different.
    pub civics: u8,
    /// What each open token would score after this take, paid in the first way; only if tokens
    /// must be taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<TokenOffer>>", optional))]
    pub tokens: Vec<TokenOffer>,
    /// The points printed on the buildings.
    pub printed: u8,
    /// The permanent resources that the buildings give.
    pub permanents: Amounts,
    /// What comes into the two gaps; nothing, if the deck is empty.
    pub refills: Vec<Refill>,
}

/// A way to pay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct Payment {
    /// The cards, as in a move; empty for none.
    pub pay: Cards,
    /// The resource cards that remain.
    pub left: Cards,
    /// By how much all points change at once, without those of new tokens.
    pub points: i16,
}

/// A token, and what it would score for the viewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct TokenOffer {
    /// The token.
    pub id: Token,
    /// Its points.
    pub now: u8,
}

/// A building that can't be paid with what the viewer has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct Missing {
    /// Its cell.
    pub cell: Cell,
    /// The symbols that are missing, ingenuity left out of account.
    pub lacks: Amounts,
    /// How many of them ingenuity would make up for.
    pub ingenuity: u8,
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
        let area = table.area(seat);
        offers.tokens = table
            .open_row()
            .map(|id| TokenOffer { id, now: id.points(area.permanents, area.cards.get(Kind::INGENUITY)) })
            .collect();
        if table.to_act() == Some(seat) {
            let may_flip = |cell: &Cell| !table.has_flipped() && table.market().may_flip(*cell);
            offers.flip = Cell::ALL.into_iter().filter(may_flip).collect();
            offers.take = pairs().filter_map(|pair| takable(view, pair)).collect();
            offers.draw = table.may_draw();
            offers.pass = !offers.draw && offers.take.is_empty();
        }
        offers
    }
}

/// The pairs of cells that share an edge.
fn pairs() -> impl Iterator<Item = Pair> {
    let all = Cell::ALL.into_iter().flat_map(|a| Cell::ALL.into_iter().map(move |b| (a, b)));
    all.filter(|(a, b)| a < b).filter_map(|(a, b)| Pair::new(a, b)).filter(|pair| pair.shares_edge())
}

/// The offer of a pair, if both cells have cards and the pair can be paid.
fn takable(view: &View, pair: Pair) -> Option<Takable> {
    let table = view.table();
    let [a, b] = pair.cells().map(|cell| table.market().face(cell));
    let buildings = [a?.card(), b?.card()];
    let (due, cards) = table.due(pair);
    let mut payments = Vec::new();
    for_each_payment(due, &cards, |pay| payments.push(pay));
    sort_by_key(&mut payments, |pay| keeps(&(cards - *pay)));
    let first = *payments.first()?;

    let buildings = || buildings.into_iter().flatten();
    let sum = |of: fn(CardId) -> Amounts| buildings().map(of).fold(Amounts::ZERO, |sum, one| sum + one);
    let worth = |pay: Cards| Worth::of(view, Move::Take { pair, pay, tokens: TokenSet::EMPTY });
    let after = worth(first);
    let civics = buildings().filter(|card| card.is_civic()).count().min(table.open_row().count());
    let ingenuity = after.cards.get(Kind::INGENUITY);
    let tokens = table.open_row().filter(|_| civics > 0);
    Some(Takable {
        cells: pair.cells(),
        cost: buildings().next().map(|_| sum(CardId::cost)),
        due,
        payments: payments
            .into_iter()
            .map(|pay| Payment { pay, left: cards - pay, points: worth(pay).points })
            .collect(),
        civics: civics as u8,
        tokens: tokens.map(|id| TokenOffer { id, now: id.points(after.permanents, ingenuity) }).collect(),
        printed: buildings().map(CardId::points).sum(),
        permanents: sum(|card| card.produces().map_or(Amounts::ZERO, |resource| Amounts::only(resource, 1))),
        refills: after.refills.into_iter().flatten().collect(),
    })
}

/// The sort key of a payment, by the cards that remain after it: payments that keep the most ingenuity come first, then
/// those that keep the most symbols, then the most different ones, then the most cards.
fn keeps(left: &Cards) -> Reverse<[u16; 4]> {
    let symbols = left.symbols();
    let kinds = symbols.numbers().into_iter().filter(|&number| number > 0).count() as u16;
    Reverse([left.get(Kind::INGENUITY).into(), symbols.sum().into(), kinds, left.count()])
}

/// The buildings that a seat could not pay with what it has.
fn missing(view: &View, seat: Seat) -> Vec<Missing> {
    let (table, area) = (view.table(), view.table().area(seat));
    let have = area.permanents + area.cards.symbols();
    let ingenuity = area.cards.get(Kind::INGENUITY);
    let buildings = Cell::ALL.into_iter().filter_map(|cell| Some((cell, table.market().face(cell)?.card()?)));
    buildings
        .map(|(cell, card)| Missing { cell, lacks: card.cost().less(have), ingenuity })
        .filter(|building| building.lacks.sum() > ingenuity)
        .collect()
}
