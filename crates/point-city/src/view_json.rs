//! A view as clients get it.

use serde::{Serialize, Serializer};
use tabletop::{Seat, Viewer, parts};

use crate::{
    Amounts, CardId, Cards, Cell, Decided, Face, Kind, Outcome, Resource, Score, Table, Token, TokenScore,
    Variant, View, amounts::Symbols,
};

/// What a viewer may know: the market cell by cell, the deck place by place, the cities seat by seat.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "View", export_to = "point-city/"))]
pub(crate) struct ViewJson {
    #[serde(flatten)]
    own: OwnView,
    #[serde(flatten)]
    open: OpenView,
}

/// The part of a view that differs between viewers: only who views it, since no seat has hidden information.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct OwnView {
    /// The viewer's seat; `null` for a spectator.
    viewer: Viewer,
}

/// The part of a view that is the same for every viewer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct OpenView {
    variant: Variant,
    /// The seat whose turn it is; `null` when the game is over.
    to_act: Option<Seat>,
    /// How many turns are over, of all seats together.
    turn: usize,
    /// Whether a card was turned in the turn that is on.
    flipped: bool,
    /// The cards of the market, row by row; gaps are left out.
    market: Vec<Shown>,
    deck_left: usize,
    /// The back of the top card of the deck.
    top: Option<Kind>,
    /// The open tokens, from the left.
    tokens: Vec<Token>,
    /// The areas, by seat.
    cities: Vec<City>,
    /// The discarded resource cards.
    discarded: Cards,
    /// Where the solo city's markers cross.
    markers: Option<Cell>,
    /// The cells from which the solo city takes in the turns that it has left, the next turn first.
    city_turns: Vec<[Cell; 2]>,
    /// For each place of the deck as it was at the start, top first: the card, if it has shown its
    /// building side, or its back, if it has shown that; `null`, if it is still hidden.
    seen: Vec<Option<Face>>,
    /// Why it ended as it did, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    ended: Option<Ended>,
}

parts!(OwnView { value viewer });
parts!(OpenView {
    value variant,
    value to_act,
    value turn,
    value flipped,
    list market,
    value deck_left,
    value top,
    list tokens,
    list cities,
    value discarded,
    value markers,
    list city_turns,
    list seen,
    value ended,
});

/// A card of the market, with all that a client needs to draw it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "MarketCard", export_to = "point-city/", optional_fields)
)]
struct Shown {
    cell: Cell,
    /// What shows: a kind of resource, or the id of a building.
    face: Face,
    /// Whether it may be turned to its building side now.
    may_flip: bool,
    /// Of a building: the symbols that it costs, such as `MMI`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<String>"))]
    cost: Option<Symbols>,
    /// Of a building: the permanent resource that it gives, or `null`.
    #[serde(skip_serializing_if = "Option::is_none")]
    produces: Option<Option<Resource>>,
    /// Of a building: the points that are printed on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u8>,
    /// Of a building: whether it gives a civic token.
    #[serde(skip_serializing_if = "Option::is_none")]
    civic: Option<bool>,
}

/// The buildings, tokens and cards of a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
struct City {
    seat: Seat,
    /// The resource cards.
    cards: Cards,
    /// The permanent resources of the buildings.
    permanents: Amounts,
    /// The points printed on the buildings.
    printed: u16,
    /// The buildings, in the order in which they came from the deck.
    built: Vec<CardId>,
    /// The tokens and what each scores now, and why. Those of the solo city count alike and are not listed.
    tokens: Vec<TokenView>,
    /// What each open token would score there now, in the order of their row. Empty for the solo city, whose tokens
    /// all count alike, and when the game is over.
    open_tokens: Vec<u8>,
    /// How many tokens it holds; the solo city's are face down, and only counted.
    held: usize,
    /// The points of the tokens together.
    token_points: u16,
    /// Only of the solo city: the points of permanent resources as such.
    permanent_points: u16,
    /// Only of the solo city: the points of ingenuity cards as such.
    ingenuity_points: u16,
    /// All points.
    total: u16,
    /// How many turns it has left, the one that is on included.
    turns_left: usize,
}

/// What a token scores now, and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct TokenView {
    /// The token.
    pub id: Token,
    /// Its points: `each` x `times`.
    pub points: u8,
    /// The points for each time.
    pub each: u8,
    /// How many times what it counts was found.
    pub times: u8,
    /// The permanent resources that it looked at.
    pub counted: Amounts,
}

/// Why a game ended as it did.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
struct Ended {
    /// What decided between the winner and the next best.
    decided: Decided,
}

impl Shown {
    fn of(table: &Table, cell: Cell) -> Option<Self> {
        let face = table.market().face(cell)?;
        let may_flip = !table.is_over() && !table.has_flipped() && table.market().may_flip(cell);
        let card = face.card();
        Some(Self {
            cell,
            face,
            may_flip,
            cost: card.map(|card| Symbols(card.cost())),
            produces: card.map(CardId::produces),
            points: card.map(CardId::points),
            civic: card.map(CardId::is_civic),
        })
    }
}

impl City {
    fn of(view: &View, seat: Seat) -> Self {
        let table = view.table();
        let (area, score) = (table.area(seat), Score::of(table, seat));
        Self {
            seat,
            cards: area.cards,
            permanents: area.permanents,
            printed: area.printed,
            built: view.built(seat).collect(),
            tokens: score.tokens().map(TokenView::from).collect(),
            open_tokens: table
                .open_row()
                .filter(|_| !score.is_city && !table.is_over())
                .map(|token| token.points(area.permanents, area.cards.get(Kind::INGENUITY)))
                .collect(),
            held: area.tokens.len(),
            token_points: score.token_points,
            permanent_points: score.permanent_points,
            ingenuity_points: score.ingenuity_points,
            total: score.total,
            turns_left: table.turns_left(seat),
        }
    }
}

impl From<TokenScore> for TokenView {
    fn from(score: TokenScore) -> Self {
        let TokenScore { id, points, each, times, counted } = score;
        Self { id, points, each, times, counted }
    }
}

impl OpenView {
    pub(crate) fn of(view: &View) -> Self {
        let table = view.table();
        Self {
            variant: table.variant(),
            to_act: table.to_act(),
            turn: table.turns_played(),
            flipped: table.has_flipped(),
            market: Cell::ALL.into_iter().filter_map(|cell| Shown::of(table, cell)).collect(),
            deck_left: table.deck_left(),
            top: view.top(),
            tokens: table.open_row().collect(),
            cities: Seat::all(table.seats()).map(|seat| City::of(view, seat)).collect(),
            discarded: table.discarded(),
            markers: table.variant().is_solo().then(|| table.markers()),
            city_turns: table.city_turns().collect(),
            seen: view.seen().to_vec(),
            ended: Outcome::of(table).map(|outcome| Ended { decided: outcome.decided() }),
        }
    }
}

impl OwnView {
    pub(crate) fn of(view: &View) -> Self {
        Self { viewer: view.viewer() }
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ViewJson { own: OwnView::of(self), open: OpenView::of(self) }.serialize(serializer)
    }
}
