//! Score sheets: a table that was played with tiles, entered by people, complete or not.

use serde::{Deserialize, Serialize};
use tabletop::{ScoreSheet, Seat, SeatSet};

use crate::{
    BetweenTwoCities, Building, Built, CityResult, CityScore, Decided, Duplex, Explanation, Layout, Outcome,
    Tile, UnknownLayout, Variant, explain::explain_among, outcome::letters, score::Tally,
    score::factory_ranks, score::score_tally,
};

/// How many buildings a finished city has.
const FULL: u8 = 16;

/// The most cities that a table can have.
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
    /// The way it was played.
    #[serde(deserialize_with = "tabletop::text::deserialize")]
    pub variant: Variant,
    /// How many players.
    pub players: usize,
    /// The cities by number, each four rows of four letters, such as `SSSS/HHOm/OPOO/OPHP`. The Automa city has no
    /// board: of its text only the letters count. Cities that are left out have no tile.
    #[serde(default)]
    pub cities: Vec<String>,
}

/// Why a sheet is invalid.
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
        /// How many there are.
        players: usize,
    },
    /// There are more cities than at such a table.
    #[error("a table has 1 to {most} cities, not {found}")]
    TooManyCities {
        /// How many there can be.
        most: usize,
        /// How many were found.
        found: usize,
    },
    /// A city can't be read.
    #[error("city {city} ({text:?}): {error}")]
    City {
        /// Its number, from 0.
        city: usize,
        /// Its text.
        text: String,
        /// What is wrong with it.
        error: UnknownLayout,
    },
    /// The Automa city can't be read.
    #[error("the Automa city: expected at most {FULL} of the letters S F O P H d e m b, found {text:?}")]
    AutomaCity {
        /// Its text.
        text: String,
    },
}

/// A sheet's scores as they are now.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Scored {
    /// The cities, by number.
    pub cities: Vec<ScoredCity>,
    /// The seats, those of the Automas too.
    pub players: Vec<ScoredPlayer>,
    /// Who wins, more than one if they share it.
    pub winners: SeatSet,
    /// What tells the winner from the next best.
    pub decided: Decided,
    /// What is left in the box of each kind of building, the halves of duplex tiles among them.
    pub left: Vec<TilesLeft>,
    /// Whether every city has all its tiles, and the box has as many.
    pub complete: bool,
}

/// A city of a sheet.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct ScoredCity {
    /// The seats that build it: first the one that has it on its left, then the one that has it on its right. With two players, the same
    /// seat twice.
    pub builders: [Seat; 2],
    /// Why it scores what it scores; `null` for the Automa city.
    pub why: Option<Explanation>,
    /// The Automa city's letters, sorted; `null` for the others.
    pub tiles: Option<String>,
    /// Its points; the total includes the bonus.
    pub score: CityScore,
    /// The points that the difficulty adds to the Automa city's total, or subtracts if negative.
    pub bonus: i8,
    /// How many buildings are still missing.
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
    /// The lower of their totals; of two players, the sum.
    pub score: u16,
    /// The place in the ranking, from 1; equal if no tie-break separates them.
    pub place: u8,
    /// How many buildings of each type are in both cities, in scoring order: the last tie-break.
    pub buildings: [u8; 6],
}

/// What is left of a kind of building.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct TilesLeft {
    /// The kind.
    pub tile: Tile,
    /// How many the box has that are in no city; negative if the cities have more than the box.
    pub left: i16,
}

/// Reads cities of four rows each.
///
/// # Errors
/// Which city can't be read and why; or that there are more than seven.
pub fn read_cities(texts: &[&str]) -> Result<Vec<Layout>, BadSheet> {
    let cities = texts.iter().enumerate().map(|(city, text)| read_city(city, text));
    let cities = cities.collect::<Result<Vec<Layout>, BadSheet>>()?;
    match cities.len() {
        found if found > MOST_CITIES => Err(BadSheet::TooManyCities { most: MOST_CITIES, found }),
        _ => Ok(cities),
    }
}

fn read_city(city: usize, text: &str) -> Result<Layout, BadSheet> {
    text.parse().map_err(|error| BadSheet::City { city, text: text.to_owned(), error })
}

/// The Automa city of so many letters.
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

/// How many buildings of a kind the box has, on tiles and halves of duplex tiles.
fn in_the_box(tile: Tile) -> i16 {
    let halves = Duplex::ALL.iter().flat_map(|duplex| duplex.halves()).filter(|half| *half == tile);
    (tile.copies() + halves.count()) as i16
}

/// The number of tiles of each kind in a city.
fn tally_of(built: &Built) -> Tally {
    match built {
        Built::Grid(layout) => crate::automa::tally(*layout),
        Built::Tally { tiles, .. } => *tiles,
    }
}

impl Sheet {
    /// The number of seats, those of the Automas included.
    fn seats(&self) -> Result<usize, BadSheet> {
        let (variant, players) = (self.variant, self.players);
        let (min, max) = variant.players().into_inner();
        match (min..=max).contains(&players) {
            true => Ok(variant.seats(players)),
            false => Err(BadSheet::Players { variant, min, max, players }),
        }
    }

    /// What each city is made of, by number.
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

/// A city's score, with a bonus if it has one.
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
            .map(|tile| {
                let used: i16 = tallies.iter().map(|tally| i16::from(tally[tile.index()])).sum();
                TilesLeft { tile, left: in_the_box(tile) - used }
            })
            .collect();
        let builders = |city: usize| {
            let of = |side: usize| {
                Seat::all(seats).find(|&seat| usize::from(variant.cities_of(seat, seats as u8)[side]) == city)
            };
            // With two players both are the one seat that has the city on either side.
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
