//! The end of a game.

use std::cmp::Ordering;

use serde::{Serialize, Serializer};
use tabletop::{Seat, SeatSet};

use crate::{
    Building, CityScore, Layout, Tile, Variant,
    score::Tally,
    table::{Phase, Table},
};

/// The result of a game, with every city's score. It serialises as the `result` of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    cities: [CityResult; 7],
    city_count: u8,
    players: [PlayerResult; 7],
    player_count: u8,
    winners: SeatSet,
}

/// A finished city and its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CityResult {
    /// Its buildings.
    pub built: Built,
    /// Its score; the total includes an Automa city's bonus.
    pub score: CityScore,
}

/// The tiles of a finished city.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Built {
    /// The city has buildings on a board.
    Grid(Layout),
    /// The Automa city has no board.
    Tally {
        /// The number of each kind, in the order of [`Tile::ALL`].
        tiles: [u8; 9],
        /// The points that the difficulty adds to its total; see [`Difficulty::bonus`](crate::Difficulty::bonus).
        bonus: i8,
    },
}

/// A seat's final score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct PlayerResult {
    /// The seat of a player or of an Automa.
    pub seat: Seat,
    /// The lower of its cities' totals or, with two players, their sum.
    pub score: u16,
}

/// The comparison that decided who won. Each comparison decides only if all before it are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(rename_all = "kebab-case")]
pub enum Decided {
    /// The final score.
    Score,
    /// The other city's total.
    OtherCity,
    /// The number of shops in both cities.
    Shops,
    /// The number of factories in both cities.
    Factories,
    /// The number of taverns in both cities.
    Taverns,
    /// The number of offices in both cities.
    Offices,
    /// The number of parks in both cities.
    Parks,
    /// The number of houses in both cities.
    Houses,
    /// No comparison decides, and the win is shared.
    Shared,
}

/// The values by which a seat is ranked.
struct Standing<'a> {
    score: u16,
    /// The total of its other city; 0 with two players.
    second: u16,
    /// Its cities, whose buildings are counted only if scores and totals are equal.
    own: [&'a CityResult; 2],
}

impl<'a> Standing<'a> {
    fn of(variant: Variant, seats: usize, cities: &'a [CityResult], seat: Seat) -> Self {
        let own = variant.cities_of(seat, seats as u8).map(|city| &cities[city as usize]);
        let [one, other] = own.map(|city| u16::from(city.score.total));
        match variant {
            Variant::TwoPlayer => Self { score: one + other, second: 0, own },
            _ => Self { score: one.min(other), second: one.max(other), own },
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        let known = |standing: &Self| (standing.score, standing.second);
        known(self).cmp(&known(other)).then_with(|| self.counts().cmp(&other.counts()))
    }

    fn counts(&self) -> [u8; 6] {
        let [left, right] = self.own.map(|city| city.built.counts());
        std::array::from_fn(|building| left[building] + right[building])
    }
}

impl Built {
    fn counts(&self) -> [u8; 6] {
        match self {
            Self::Grid(layout) => {
                let masks = layout.masks();
                Building::ALL.map(|building| masks.of(building).count_ones() as u8)
            }
            Self::Tally { tiles, .. } => {
                let mut counts = [0; 6];
                for tile in Tile::ALL {
                    counts[tile.building() as usize] += tiles[tile.index()];
                }
                counts
            }
        }
    }
}

impl Outcome {
    /// Returns the result, once the game is over.
    pub(crate) fn of(table: &Table) -> Option<Self> {
        if table.phase != Phase::Over {
            return None;
        }
        let bonus = table.variant.automa_bonus();
        let layouts = table.layouts();
        let built: [Built; 7] = std::array::from_fn(|city| match table.is_automa_city(city) {
            true => Built::Tally { tiles: table.automa_tally(), bonus },
            false => Built::Grid(layouts[city]),
        });
        let mut scores = table.scores(&layouts);
        if table.has_automas() {
            let automa = &mut scores[Variant::AUTOMA_CITY].total;
            *automa = automa.saturating_add_signed(bonus);
        }
        let cities = std::array::from_fn(|city| CityResult { built: built[city], score: scores[city] });
        Some(Self::rank(table.variant, table.seats(), cities))
    }

    /// Ranks the seats by their cities.
    pub(crate) fn rank(variant: Variant, seats: usize, cities: [CityResult; 7]) -> Self {
        let mut players = [PlayerResult { seat: Seat::default(), score: 0 }; 7];
        let mut best: Option<Standing<'_>> = None;
        let mut winners = SeatSet::EMPTY;
        for seat in Seat::all(seats) {
            let standing = Standing::of(variant, seats, &cities, seat);
            players[seat.index()] = PlayerResult { seat, score: standing.score };
            match best.as_ref().map_or(Ordering::Greater, |best| standing.compare(best)) {
                Ordering::Greater => (best, winners) = (Some(standing), SeatSet::EMPTY.with(seat)),
                Ordering::Equal => winners = winners.with(seat),
                Ordering::Less => {}
            }
        }
        let city_count = variant.cities(seats) as u8;
        Self { cities, city_count, players, player_count: seats as u8, winners }
    }

    /// Returns the cities, by number.
    #[must_use]
    pub fn cities(&self) -> &[CityResult] {
        &self.cities[..self.city_count as usize]
    }

    /// Returns the final scores by seat, including those of the Automas.
    #[must_use]
    pub fn players(&self) -> &[PlayerResult] {
        &self.players[..self.player_count as usize]
    }

    /// Returns the comparison that decided between the winner and the next best seat, in a game of this variant.
    #[must_use]
    pub fn decided(&self, variant: Variant) -> Decided {
        let standing = |seat| Standing::of(variant, self.players().len(), &self.cities, seat);
        let others = Seat::all(self.players().len()).filter(|&seat| !self.winners.contains(seat));
        let next = others.map(standing).max_by(Standing::compare);
        let best = self.winners.first().filter(|_| self.winners.len() == 1).map(standing);
        let (Some(best), Some(next)) = (best, next) else { return Decided::Shared };
        if best.score != next.score {
            return Decided::Score;
        }
        if best.second != next.second {
            return Decided::OtherCity;
        }
        let differ = best.counts().into_iter().zip(next.counts()).position(|(one, other)| one != other);
        match differ {
            Some(0) => Decided::Shops,
            Some(1) => Decided::Factories,
            Some(2) => Decided::Taverns,
            Some(3) => Decided::Offices,
            Some(4) => Decided::Parks,
            Some(_) => Decided::Houses,
            None => Decided::Shared,
        }
    }

    /// Returns the place of each seat in the ranking, from 1. Seats that no comparison separates have equal places.
    #[must_use]
    pub fn places(&self, variant: Variant) -> Vec<u8> {
        let seats = self.players().len();
        let standings: Vec<Standing<'_>> =
            Seat::all(seats).map(|seat| Standing::of(variant, seats, &self.cities, seat)).collect();
        let better = |one: &Standing<'_>| standings.iter().filter(|other| other.compare(one).is_gt()).count();
        standings.iter().map(|one| 1 + better(one) as u8).collect()
    }

    /// Returns the seats that won, more than one if they share the win.
    #[must_use]
    pub fn winners(&self) -> SeatSet {
        self.winners
    }
}

/// Ranks the seats of finished cities, as at a real table: the scores, the tie-breaks, the winners.
///
/// City `i` is between seat `i` and the next one; with two players, seat 0 built the first two
/// cities and seat 1 the others.
///
/// ```
/// use between_two_cities::{Variant, final_scores};
/// let cities = ["SSSS/HHOm/OPOO/OPHP", "mdFF/OeOb/OOOO/SSSS", "mdHH/SeOb/SOHH/SFPP"];
/// let outcome = final_scores(Variant::Standard, &cities.map(|city| city.parse().unwrap())).unwrap();
/// assert_eq!(outcome.players()[1].score, 56, "the lower of its two cities");
/// ```
#[must_use]
pub fn final_scores(variant: Variant, cities: &[Layout]) -> Option<Outcome> {
    let seats = match variant {
        Variant::Standard if (3..=7).contains(&cities.len()) => cities.len(),
        Variant::TwoPlayer if cities.len() == 4 => 2,
        _ => return None,
    };
    let scores = crate::score(cities);
    let empty = CityResult { built: Built::Grid(Layout::EMPTY), score: CityScore::default() };
    let mut results = [empty; 7];
    for (result, (&layout, score)) in results.iter_mut().zip(cities.iter().zip(scores)) {
        *result = CityResult { built: Built::Grid(layout), score };
    }
    Some(Outcome::rank(variant, seats, results))
}

/// Returns the letters of a tally's tiles, in the order of [`Tile::ALL`].
pub(crate) fn letters(tally: &Tally) -> String {
    Tile::ALL
        .iter()
        .flat_map(|&tile| std::iter::repeat_n(tile.letter(), tally[tile.index()] as usize))
        .collect()
}

/// A finished city as in a record.
#[derive(Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "CityResult", export_to = "between-two-cities/", optional_fields)
)]
struct CityJson {
    /// The board.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Layout>,
    /// The letters of the Automa city, sorted. It has no board.
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<String>,
    shops: u8,
    factories: u8,
    taverns: u8,
    offices: u8,
    parks: u8,
    houses: u8,
    /// The points that the difficulty adds to the Automa city's total.
    #[serde(skip_serializing_if = "Option::is_none")]
    bonus: Option<i8>,
    /// The sum of all points.
    total: u8,
}

impl From<&CityResult> for CityJson {
    fn from(city: &CityResult) -> Self {
        let (cells, tiles, bonus) = match &city.built {
            Built::Grid(layout) => (Some(*layout), None, None),
            Built::Tally { tiles, bonus } => (None, Some(letters(tiles)), Some(*bonus).filter(|&b| b != 0)),
        };
        let CityScore { shops, factories, taverns, offices, parks, houses, total } = city.score;
        Self { cells, tiles, shops, factories, taverns, offices, parks, houses, bonus, total }
    }
}

/// An outcome as in a record.
#[derive(Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "Outcome", export_to = "between-two-cities/")
)]
pub(crate) struct OutcomeJson {
    /// The cities, by number.
    cities: Vec<CityJson>,
    /// The final scores by seat, including those of the Automas.
    players: Vec<PlayerResult>,
    /// The seats that won, more than one if they share the win.
    winners: SeatSet,
}

impl Serialize for CityResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        CityJson::from(self).serialize(serializer)
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cities = self.cities().iter().map(CityJson::from).collect();
        OutcomeJson { cities, players: self.players().to_vec(), winners: self.winners }.serialize(serializer)
    }
}
