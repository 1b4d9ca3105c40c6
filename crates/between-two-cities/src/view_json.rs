//! A view as clients get it.

use serde::{Serialize, Serializer};
use tabletop::{Seat, SeatSet, Viewer, parts};

use crate::{
    AutomaCard, City, CityScore, Decided, Explanation, Hand, Kind, KnownHand, Layout, Outcome, Pair, Passing,
    Phase, Piece, Spot, TileLeft, Variant, View, outcome,
};

/// What one viewer may know of the game, with perfect recall: a client may show less.
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
    /// The viewer's seat; `null` for a spectator.
    viewer: Viewer,
    /// What the viewer may choose from now.
    hand: Option<Hand>,
    /// What the viewer has chosen while others are still to choose.
    sealed: Option<Pair>,
    /// Every hand that the viewer knows, past deals first.
    known_hands: Vec<KnownHand>,
}

/// The part of a view that is the same for every viewer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct OpenView {
    variant: Variant,
    /// How many seats there are, those of the Automas included.
    seats: usize,
    /// The seating numbers, by seat.
    seating: Vec<u8>,
    phase: Phase,
    /// `1` to `3`; with two players `1a` to `3b`.
    round: &'static str,
    /// The turn of the round's deal, from 1.
    turn: u8,
    /// How many turns the deal has.
    turns: u8,
    /// What is dealt.
    kind: Kind,
    /// Which way the hands go on.
    passing: Passing,
    /// The seats that may act now.
    to_act: SeatSet,
    /// The cities, by number.
    cities: Vec<CityView>,
    /// What the seats that may act may place now.
    to_place: Vec<ToPlace>,
    /// All choices that were revealed: by turn, by seat.
    choices: Vec<Vec<Pair>>,
    /// The Automa cards that were turned over: two a turn, seat 1's and seat 2's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    automa_cards: Option<Vec<AutomaCard>>,
    /// Why it ended as it did, once the game is over.
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
    list cities,
    list to_place,
    list choices,
    value automa_cards,
    value ended,
});

/// A city, finished or not.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
struct CityView {
    /// The board; the Automa city has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    cells: Option<Board>,
    /// The Automa city's letters, sorted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    tiles: Option<String>,
    /// The seats that build it: first the one that has it on its left, then the one that has it on its right. With
    /// two players, the same seat twice.
    builders: [Seat; 2],
    /// The score as it stands; the total includes an Automa city's bonus.
    score: CityScore,
    /// What the difficulty adds to the Automa city's total.
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
    /// How far the city can still reach.
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

/// What a seat may place now: all tiles that could still go to each of its two cities.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
struct ToPlace {
    seat: Seat,
    /// The numbers of its cities, left and right.
    cities: [u8; 2],
    /// For each of them, the tiles that could still go there.
    tiles: [Vec<Piece>; 2],
    /// Every tile that is left to place: its own in the order of its choice, then beside Automas
    /// theirs, which it places for them.
    left: Vec<TileLeft>,
}

/// Why a game ended as it did.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
struct Ended {
    /// Why each city scores what it scores, by number; `null` for the Automa city.
    cities: Vec<Option<Explanation>>,
    /// What decided between the winner and the next best.
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
            to_place: placing
                .map(|seat| ToPlace {
                    seat,
                    cities: view.cities_of(seat),
                    tiles: view.to_place(seat),
                    left: view.left_to_place(seat),
                })
                .collect(),
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
