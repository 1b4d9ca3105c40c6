//! A view as clients receive it.

use serde::{Serialize, Serializer};
use tabletop::{Seat, Viewer, parts};

use crate::{
    Amounts, CardId, Cards, Cell, Decided, Face, Kind, Outcome, Score, Token, TokenScore, Variant, View,
};

/// The knowledge of a viewer: the market cell by cell, the deck place by place, the cities seat by seat.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "View", export_to = "point-city/"))]
pub(crate) struct ViewJson {
    #[serde(flatten)]
    own: OwnView,
    #[serde(flatten)]
    open: OpenView,
}

/// The part of a view that differs between viewers. It is only the viewer, since no seat has hidden information.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct OwnView {
    /// The viewer's seat, or `null` for a spectator.
    viewer: Viewer,
}

/// The part of a view that is the same for every viewer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct OpenView {
    variant: Variant,
    /// The seat whose turn it is, or `null` when the game is over.
    to_act: Option<Seat>,
    /// The number of turns that are over, of all seats together.
    turn: usize,
    /// Whether a card was turned in the current turn.
    flipped: bool,
    /// The cards of the market, row by row, without gaps.
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
    /// The cell where the solo city's markers cross.
    markers: Option<Cell>,
    /// The cells from which the solo city takes in its remaining turns, the next turn first.
    city_turns: Vec<[Cell; 2]>,
    /// The knowledge of each place of the deck as it was at the start, with the top first. It is the card if it has
    /// shown its building side, its back if it has shown only that, and `null` if it is still hidden.
    seen: Vec<Option<Face>>,
    /// The explanation of the result, once the game is over.
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
    rows market,
    value deck_left,
    value top,
    list tokens,
    rows cities,
    value discarded,
    value markers,
    list city_turns,
    list seen,
    value ended,
});
parts!(Shown { value cell, value face });
parts!(City {
    value seat,
    value cards,
    value permanents,
    value printed,
    list built,
    rows tokens,
    list open_tokens,
    value held,
    value token_points,
    value permanent_points,
    value ingenuity_points,
    value total,
    value turns_left,
});
parts!(TokenView { value id, value points, value each, value times, value counted });

/// A card of the market.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "MarketCard", export_to = "point-city/"))]
struct Shown {
    cell: Cell,
    /// The visible face: a kind of resource, or the id of a building.
    face: Face,
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
    /// The tokens with their present points and the reasons. The solo city's tokens score alike and are not listed.
    tokens: Vec<TokenView>,
    /// The points that each open token would have there now, in the order of their row. The list is empty for the solo
    /// city, whose tokens all score alike, and when the game is over.
    open_tokens: Vec<u8>,
    /// The number of its tokens. The solo city's tokens are face down and only counted.
    held: usize,
    /// The points of the tokens together.
    token_points: u16,
    /// The points of permanent resources as such, only for the solo city.
    permanent_points: u16,
    /// The points of ingenuity cards as such, only for the solo city.
    ingenuity_points: u16,
    /// All points.
    total: u16,
    /// The number of turns that it has left, including the current one.
    turns_left: usize,
}

/// The present points of a token, with the reason.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct TokenView {
    /// The token.
    pub id: Token,
    /// Its points, `each` × `times`.
    pub points: u8,
    /// The points for each time.
    pub each: u8,
    /// The number of things that it counts.
    pub times: u8,
    /// The permanent resources that it looked at.
    pub counted: Amounts,
}

/// The explanation of a game's result.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
struct Ended {
    /// The comparison that decided between the winner and the next best.
    decided: Decided,
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
        let shown = |cell| table.market().face(cell).map(|face| Shown { cell, face });
        Self {
            variant: table.variant(),
            to_act: table.to_act(),
            turn: table.turns_played(),
            flipped: table.has_flipped(),
            market: Cell::ALL.into_iter().filter_map(shown).collect(),
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
