//! A view as clients receive it.

use serde::{Serialize, Serializer};
use tabletop::{Seat, SeatSet, Viewer, parts};

use crate::{
    AutomaCard, City, CityScore, Decided, Explanation, Hand, Kind, KnownHand, Layout, Outcome, Pair, Passing,
    Phase, Spot, TileLeft, Variant, View, outcome,
};

/// The knowledge of one viewer, with perfect recall. A client may show less.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "View", export_to = "between-two-cities/"))]
pub(crate) struct ViewJson {
    #[serde(flatten)]
    own: OwnView,
    #[serde(flatten)]
    open: OpenView,
}

/// The part of a view that differs between viewers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct OwnView {
    /// The viewer's seat, or `null` for a spectator.
    viewer: Viewer,
    /// The hand from which the viewer may choose now.
    hand: Option<Hand>,
    /// The choice of the viewer while others are still to choose.
    sealed: Option<Pair>,
    /// Every hand that the viewer knows, beginning with those of past deals.
    known_hands: Vec<KnownHand>,
}

/// The part of a view that is the same for every viewer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct OpenView {
    variant: Variant,
    /// The number of seats, including those of the Automas.
    seats: usize,
    /// The seating numbers, by seat.
    seating: Vec<u8>,
    phase: Phase,
    /// The round: `1` to `3`, or `1a` to `3b` with two players.
    round: &'static str,
    /// The turn of the round's deal, from 1.
    turn: u8,
    /// The number of turns of the deal.
    turns: u8,
    /// The kind of tiles that are dealt.
    kind: Kind,
    /// The direction in which the hands are passed.
    passing: Passing,
    /// The seats that may act now.
    to_act: SeatSet,
    /// The cities, by number.
    cities: Vec<CityView>,
    /// The tiles that the seats that may act may place now.
    to_place: Vec<ToPlace>,
    /// All choices that were revealed, by turn and seat.
    choices: Vec<Vec<Pair>>,
    /// The Automa cards that were turned over, two a turn: seat 1's and seat 2's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    automa_cards: Option<Vec<AutomaCard>>,
    /// The explanation of the result, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    ended: Option<Ended>,
}

parts!(OwnView { value viewer, value hand, value sealed, list known_hands });
parts!(OpenView {
    value variant,
    value seats,
    value seating,
    value phase,
    value round,
    value turn,
    value turns,
    value kind,
    value passing,
    value to_act,
    rows cities,
    rows to_place,
    list choices,
    value automa_cards,
    value ended,
});
parts!(CityView { optional cells, value tiles, value builders, part score, value bonus });
parts!(Board { value board, value corner, part reach });
parts!(Reach { value left, value top, value right, value bottom });
parts!(CityScore {
    value shops,
    value factories,
    value taverns,
    value offices,
    value parks,
    value houses,
    value total,
});
parts!(ToPlace { value seat, rows left });
parts!(TileLeft { value piece, value seat, value city });

/// A city, finished or not.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
struct CityView {
    /// The board. The Automa city has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    cells: Option<Board>,
    /// The Automa city's letters, sorted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    tiles: Option<String>,
    /// The seats that build it: first the one that has it on its left, then the one that has it on its right. With two
    /// players, both are equal.
    builders: [Seat; 2],
    /// The score as it stands; the total includes an Automa city's bonus.
    score: CityScore,
    /// The points that the difficulty adds to the Automa city's total.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    bonus: Option<i8>,
}

/// A board of four by four, on which a city that still floats is drawn at the top left.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
struct Board {
    board: Layout,
    /// The spot of its top left cell.
    corner: Spot,
    /// The columns and rows that the city can still reach.
    reach: Reach,
}

/// The columns and rows that a city covers or could still come to cover, as numbers of spots.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
struct Reach {
    left: i8,
    top: i8,
    right: i8,
    bottom: i8,
}

/// The tiles that a seat has to place now.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
struct ToPlace {
    seat: Seat,
    /// Every tile that is left to place: its own in the order of its choice, then beside Automas those that it places
    /// for them.
    left: Vec<TileLeft>,
}

/// The explanation of a game's result.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
struct Ended {
    /// The explanation of each city's score, by number, or `null` for the Automa city.
    cities: Vec<Option<Explanation>>,
    /// The comparison that decided between the winner and the next best.
    decided: Decided,
}

impl From<City> for Board {
    fn from(city: City) -> Self {
        let reach = |axis: fn(Spot) -> i8| {
            let covered = || city.built().iter().chain(city.room().iter()).map(axis);
            (covered().min().unwrap_or(0), covered().max().unwrap_or(0))
        };
        let ((left, right), (top, bottom)) = (reach(Spot::x), reach(Spot::y));
        Self { board: city.layout(), corner: city.corner(), reach: Reach { left, top, right, bottom } }
    }
}

impl OwnView {
    pub(crate) fn of(view: &View) -> Self {
        Self {
            viewer: view.viewer(),
            hand: view.hand(),
            sealed: view.sealed(),
            known_hands: view.known_hands().collect(),
        }
    }
}

impl OpenView {
    pub(crate) fn of(view: &View) -> Self {
        let seats = || Seat::all(view.seats());
        let (turn, table) = (view.turn(), &view.position.table);
        let placing = seats().filter(|&seat| view.phase() == Phase::Place && view.to_act().contains(seat));
        let choices = |turn| seats().filter_map(|seat| view.choice(turn, seat)).collect();
        Self {
            variant: view.variant(),
            seats: view.seats(),
            seating: seats().map(|seat| view.seating(seat)).collect(),
            phase: view.phase(),
            round: view.round(),
            turn: turn.step + 1,
            turns: turn.steps,
            kind: turn.kind,
            passing: turn.passing,
            to_act: view.to_act(),
            cities: city_views(view),
            to_place: placing.map(|seat| ToPlace { seat, left: view.left_to_place(seat) }).collect(),
            choices: (0..table.revealed()).map(choices).collect(),
            automa_cards: table.has_automas().then(|| view.automa_cards().collect()),
            ended: Outcome::of(table).map(|outcome| Ended {
                cities: view.explanations(),
                decided: outcome.decided(view.variant()),
            }),
        }
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ViewJson { own: OwnView::of(self), open: OpenView::of(self) }.serialize(serializer)
    }
}

fn city_views(view: &View) -> Vec<CityView> {
    let cities = view.scores().into_iter().enumerate();
    let shown = |(number, mut score): (usize, CityScore)| {
        let grid = !view.is_automa_city(number);
        let bonus = (!grid).then(|| view.variant().automa_bonus());
        score.total = score.total.saturating_add_signed(bonus.unwrap_or(0));
        CityView {
            cells: grid.then(|| Board::from(view.city(number))),
            tiles: (!grid).then(|| outcome::letters(&view.automa_city())),
            builders: view.builders(number),
            score,
            bonus,
        }
    };
    cities.map(shown).collect()
}
