//! Score sheets: tables that were played with tiles and are entered by people, complete or not.

use serde::{Deserialize, Serialize};
use tabletop::{ScoreSheet, Seat, SeatSet};

use crate::{
    BetweenTwoCities, Building, Built, CityResult, CityScore, Decided, Duplex, Explanation, Layout, Outcome,
    Tile, UnknownLayout, Variant, explain::explain_among, outcome::letters, score::Tally,
    score::factory_ranks, score::score_tally,
};

/// The number of buildings in a finished city.
const FULL: u8 = 16;

/// The largest number of cities at a table.
const MOST_CITIES: usize = 7;

/// A table as people enter it.
///
/// ```
/// use between_two_cities::{BetweenTwoCities, Sheet};
/// use tabletop::ScoreSheet;
/// let sheet: Sheet = serde_json::from_str(
///     r#"{"variant":"standard","players":3,"cities":["SSSS/HHOm/OPOO/OPHP","mdFF/OeOb/OOOO/SSSS","S..."]}"#,
/// )
/// .unwrap();
/// assert!(BetweenTwoCities::score_sheet(&sheet).is_err(), "a city has four rows");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The variant.
    #[serde(deserialize_with = "tabletop::text::deserialize")]
    pub variant: Variant,
    /// The number of players.
    pub players: usize,
    /// The cities by number, each as four rows of four letters, such as `SSSS/HHOm/OPOO/OPHP`. The Automa city has no
    /// board: only the letters of its text count. Cities at the end that are left out have no tiles.
    #[serde(default)]
    pub cities: Vec<String>,
}

/// The reason why a sheet is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadSheet {
    /// The variant is for another number of players.
    #[error("{variant} is for {min} to {max} players, not {players}")]
    Players {
        /// The variant.
        variant: Variant,
        /// The fewest players.
        min: usize,
        /// The most players.
        max: usize,
        /// The number of players.
        players: usize,
    },
    /// There are more cities than such a table has.
    #[error("a table has 1 to {most} cities, not {found}")]
    TooManyCities {
        /// The largest allowed number.
        most: usize,
        /// The number of cities.
        found: usize,
    },
    /// A city can't be read.
    #[error("city {} ({text:?}): {error}", .city + 1)]
    City {
        /// Its number, from 0.
        city: usize,
        /// Its text.
        text: String,
        /// The error in it.
        error: UnknownLayout,
    },
    /// The cities have more buildings of a kind than the box.
    #[error("the box has {in_the_box} {tile} on tiles and duplex tiles; these cities have {found}")]
    TooManyBuildings {
        /// The letter of the kind.
        tile: Tile,
        /// The number in the box.
        in_the_box: i16,
        /// The number in the cities.
        found: i16,
    },
    /// The Automa city can't be read.
    #[error("the Automa city: expected at most {FULL} of the letters S F O P H d e m b, found {text:?}")]
    AutomaCity {
        /// Its text.
        text: String,
    },
}

/// The present scores of a sheet.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Scored {
    /// The cities, by number.
    pub cities: Vec<ScoredCity>,
    /// The seats, including those of the Automas.
    pub players: Vec<ScoredPlayer>,
    /// The seats that win, more than one if they share the win.
    pub winners: SeatSet,
    /// The comparison that decides between the winner and the next best.
    pub decided: Decided,
    /// The buildings of each kind that are left in the box, including the halves of duplex tiles.
    pub left: Vec<TilesLeft>,
    /// Whether every city has all its tiles, and the box has enough of them.
    pub complete: bool,
}

/// A city of a sheet.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct ScoredCity {
    /// The seats that build it: first the one that has it on its left, then the one that has it on its right. With two
    /// players, both are equal.
    pub builders: [Seat; 2],
    /// The explanation of its score, or `null` for the Automa city.
    pub why: Option<Explanation>,
    /// The Automa city's letters, sorted, or `null` for the others.
    pub tiles: Option<String>,
    /// Its points; the total includes the bonus.
    pub score: CityScore,
    /// The points that the difficulty adds to the Automa city's total, or subtracts if negative.
    pub bonus: i8,
    /// The number of missing buildings.
    pub missing: u8,
}

/// A player of a sheet, or an Automa.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct ScoredPlayer {
    /// The seat.
    pub seat: Seat,
    /// The numbers of its cities.
    pub cities: [u8; 2],
    /// The lower of their totals or, with two players, their sum.
    pub score: u16,
    /// The place in the ranking, from 1. Players that no tie-break separates have equal places.
    pub place: u8,
    /// The number of buildings of each type in both cities, in scoring order. It is the last tie-break.
    pub buildings: [u8; 6],
}

/// The rest of a kind of building in the box.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct TilesLeft {
    /// The kind.
    pub tile: Tile,
    /// The number in the box less the number in the cities. It is negative if the cities have more than the box.
    pub left: i16,
}

/// Reads cities of four rows each.
///
/// # Errors
/// Returns an error for the first city that can't be read, if there are more than seven, or if they have more buildings of a
/// kind than the box.
pub fn read_cities(texts: &[&str]) -> Result<Vec<Layout>, BadSheet> {
    let cities = texts.iter().enumerate().map(|(city, text)| read_city(city, text));
    let cities = cities.collect::<Result<Vec<Layout>, BadSheet>>()?;
    if cities.len() > MOST_CITIES {
        return Err(BadSheet::TooManyCities { most: MOST_CITIES, found: cities.len() });
    }
    let tallies: Vec<Tally> = cities.iter().map(|city| crate::automa::tally(*city)).collect();
    match Tile::ALL.into_iter().find(|tile| used(*tile, &tallies) > in_the_box(*tile)) {
        Some(tile) => Err(BadSheet::TooManyBuildings {
            tile,
            in_the_box: in_the_box(tile),
            found: used(tile, &tallies),
        }),
        None => Ok(cities),
    }
}

/// Returns the number of buildings of a kind in all cities.
fn used(tile: Tile, tallies: &[Tally]) -> i16 {
    tallies.iter().map(|tally| i16::from(tally[tile.index()])).sum()
}

fn read_city(city: usize, text: &str) -> Result<Layout, BadSheet> {
    text.parse().map_err(|error| BadSheet::City { city, text: text.to_owned(), error })
}

/// Reads the Automa city from its letters.
fn read_tally(text: &str) -> Result<Tally, BadSheet> {
    let wrong = || BadSheet::AutomaCity { text: text.chars().take(2 * usize::from(FULL)).collect() };
    let mut tally = Tally::default();
    for letter in text.chars().filter(|letter| !matches!(letter, '.' | '/')) {
        let tile = Tile::from_letter(letter).ok_or_else(wrong)?;
        tally[tile.index()] += 1;
        if tally.iter().sum::<u8>() > FULL {
            return Err(wrong());
        }
    }
    Ok(tally)
}

/// Returns how many buildings of a kind the box has, on tiles and halves of duplex tiles.
fn in_the_box(tile: Tile) -> i16 {
    let halves = Duplex::ALL.iter().flat_map(|duplex| duplex.halves()).filter(|half| *half == tile);
    (tile.copies() + halves.count()) as i16
}

/// Returns the number of tiles of each kind in a city.
fn tally_of(built: &Built) -> Tally {
    match built {
        Built::Grid(layout) => crate::automa::tally(*layout),
        Built::Tally { tiles, .. } => *tiles,
    }
}

impl Sheet {
    /// Returns the number of seats, including those of the Automas.
    fn seats(&self) -> Result<usize, BadSheet> {
        let (variant, players) = (self.variant, self.players);
        let (min, max) = variant.players().into_inner();
        match (min..=max).contains(&players) {
            true => Ok(variant.seats(players)),
            false => Err(BadSheet::Players { variant, min, max, players }),
        }
    }

    /// Returns the buildings of each city, by number.
    fn built(&self, seats: usize) -> Result<Vec<Built>, BadSheet> {
        let number = self.variant.cities(seats);
        if self.cities.len() > number {
            return Err(BadSheet::TooManyCities { most: number, found: self.cities.len() });
        }
        let one = |city: usize| {
            let text = self.cities.get(city).map_or("", String::as_str);
            match self.variant {
                Variant::Automa(difficulty) if city == Variant::AUTOMA_CITY => {
                    Ok(Built::Tally { tiles: read_tally(text)?, bonus: difficulty.bonus() })
                }
                _ if text.is_empty() => Ok(Built::Grid(Layout::EMPTY)),
                _ => read_city(city, text).map(Built::Grid),
            }
        };
        (0..number).map(one).collect()
    }
}

/// Returns a city's score, with a bonus if it has one.
fn score_of(built: &Built, each_factory: u8) -> CityScore {
    match built {
        Built::Grid(layout) => CityScore::with_factories_at(*layout, each_factory),
        Built::Tally { tiles, bonus } => {
            let mut score = score_tally(*tiles, each_factory);
            score.total = score.total.saturating_add_signed(*bonus);
            score
        }
    }
}

impl ScoreSheet for BetweenTwoCities {
    type Sheet = Sheet;
    type Scored = Scored;
    type BadSheet = BadSheet;

    fn score_sheet(sheet: &Sheet) -> Result<Scored, BadSheet> {
        let (variant, seats) = (sheet.variant, sheet.seats()?);
        let built = sheet.built(seats)?;
        let tallies: Vec<Tally> = built.iter().map(tally_of).collect();
        let factories: Vec<u8> = tallies.iter().map(|tally| tally[Tile::Factory.index()]).collect();
        let empty = CityResult { built: Built::Grid(Layout::EMPTY), score: CityScore::default() };
        let mut results = [empty; MOST_CITIES];
        for ((result, built), each) in
            results.iter_mut().zip(&built).zip(factory_ranks(factories.iter().copied()))
        {
            *result = CityResult { built: *built, score: score_of(built, each) };
        }
        let outcome = Outcome::rank(variant, seats, results);
        let places = outcome.places(variant);
        let left: Vec<TilesLeft> = Tile::ALL
            .into_iter()
            .map(|tile| TilesLeft { tile, left: in_the_box(tile) - used(tile, &tallies) })
            .collect();
        let builders = |city: usize| {
            let of = |side: usize| {
                Seat::all(seats).find(|&seat| usize::from(variant.cities_of(seat, seats as u8)[side]) == city)
            };
            // With two players, both are the one seat that has the city on either side.
            [of(0).or_else(|| of(1)), of(1).or_else(|| of(0))].map(Option::unwrap_or_default)
        };
        let cities: Vec<ScoredCity> = outcome
            .cities()
            .iter()
            .enumerate()
            .map(|(city, CityResult { built, score })| {
                let (why, tiles, bonus) = match built {
                    Built::Grid(layout) => (explain_among(&[*layout], &factories).pop(), None, 0),
                    Built::Tally { tiles, bonus } => (None, Some(letters(tiles)), *bonus),
                };
                let missing = FULL.saturating_sub(tallies[city].iter().sum());
                ScoredCity { builders: builders(city), why, tiles, score: *score, bonus, missing }
            })
            .collect();
        let players = outcome.players().iter().zip(places).map(|(player, place)| {
            let own = variant.cities_of(player.seat, seats as u8);
            let buildings = Building::ALL.map(|building| {
                let of = |city: u8| {
                    let tally = &tallies[usize::from(city)];
                    Tile::ALL
                        .iter()
                        .filter(|tile| tile.building() == building)
                        .map(|t| tally[t.index()])
                        .sum::<u8>()
                };
                own.map(of).iter().sum()
            });
            ScoredPlayer { seat: player.seat, cities: own, score: player.score, place, buildings }
        });
        Ok(Scored {
            players: players.collect(),
            winners: outcome.winners(),
            decided: outcome.decided(variant),
            complete: cities.iter().all(|city| city.missing == 0) && left.iter().all(|kind| kind.left >= 0),
            cities,
            left,
        })
    }
}
