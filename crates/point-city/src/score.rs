//! The points of a city, and the end of a game.

use serde::{Serialize, Serializer};
use tabletop::{Seat, SeatSet};

use crate::{Amounts, Area, Kind, Table, TokenScore, TokenSet, Variant, table::CITY};

/// The present points of a city, in all its parts.
///
/// ```
/// use point_city::{Amounts, Area, Score, Variant};
/// let area = Area {
///     cards: "*,*".parse().unwrap(),
///     permanents: Amounts::of([2, 4, 2, 0, 3]),
///     tokens: ["each-M", "pair-CE", "types-3", "ingenuity"].iter().map(|id| id.parse().unwrap()).collect(),
///     printed: 24,
/// };
/// let score = Score::of_player(&area);
/// let points: Vec<_> = score.tokens().map(|token| token.points).collect();
/// assert_eq!(points, [8, 6, 6, 4]);
/// assert_eq!(score.total, 48);
/// assert_eq!(Score::of_city(&area, Variant::SoloMedium).total, 24 + (2 + 3 + 2 + 3) + 4 * 5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// The points printed on buildings.
    pub printed: u16,
    /// The points of the tokens together.
    pub token_points: u16,
    /// The points of permanent resources as such. Only the solo city has any.
    pub permanent_points: u16,
    /// The points of ingenuity cards as such. Only the solo city has any.
    pub ingenuity_points: u16,
    /// All points.
    pub total: u16,
    /// The number of resource cards left, including ingenuity. It breaks ties.
    pub cards_left: u16,
    /// Whether the score is that of the solo city.
    pub is_city: bool,
    held: TokenSet,
    permanents: Amounts,
    ingenuity: u8,
}

impl Score {
    /// Returns the present score of a seat.
    ///
    /// # Panics
    /// Panics if there is no such seat.
    #[must_use]
    pub fn of(table: &Table, seat: Seat) -> Self {
        Self::with(table, seat, table.area(seat))
    }

    /// Returns the score of a seat if it had this area.
    pub(crate) fn with(table: &Table, seat: Seat, area: &Area) -> Self {
        if table.variant().is_solo() && seat.index() == usize::from(CITY) {
            Self::of_city(area, table.variant())
        } else {
            Self::of_player(area)
        }
    }

    /// Returns the score of a player with this area.
    #[must_use]
    pub fn of_player(area: &Area) -> Self {
        let ingenuity = area.cards.get(Kind::INGENUITY);
        let tokens = area.tokens.iter().map(|token| u16::from(token.points(area.permanents, ingenuity)));
        Self::new(area, false, tokens.sum(), 0, 0)
    }

    /// Returns the score of the solo city with this area. In the standard variant, which has no city, the score is that
    /// of the easy variant.
    #[must_use]
    pub fn of_city(area: &Area, variant: Variant) -> Self {
        // These are the points for none, 1, 2, and 3 or more permanent resources of a type; for a token; for ingenuity.
        let (per_type, token, ingenuity) = match variant {
            Variant::Standard | Variant::SoloEasy => (None, 3, 0),
            Variant::SoloMedium => (Some([0, 1, 2, 3]), 5, 0),
            Variant::SoloHard => (Some([0, 1, 3, 6]), 7, 1),
        };
        let permanents = match per_type {
            None => area.permanents.numbers().iter().copied().map(u16::from).sum(),
            Some(points) => {
                area.permanents.numbers().map(|number| points[usize::from(number.min(3))]).iter().sum()
            }
        };
        let ingenuity = ingenuity * u16::from(area.cards.get(Kind::INGENUITY));
        Self::new(area, true, token * area.tokens.len() as u16, permanents, ingenuity)
    }

    fn new(area: &Area, is_city: bool, tokens: u16, permanents: u16, ingenuity: u16) -> Self {
        Self {
            printed: area.printed,
            token_points: tokens,
            permanent_points: permanents,
            ingenuity_points: ingenuity,
            total: area.printed + tokens + permanents + ingenuity,
            cards_left: area.cards.count(),
            is_city,
            held: area.tokens,
            permanents: area.permanents,
            ingenuity: area.cards.get(Kind::INGENUITY),
        }
    }

    /// Returns the points of each token for a player, with the reasons. There are none for the solo city, whose tokens
    /// all score alike.
    pub fn tokens(&self) -> impl Iterator<Item = TokenScore> {
        let held = if self.is_city { TokenSet::EMPTY } else { self.held };
        held.iter().map(|token| token.score(self.permanents, self.ingenuity))
    }
}

/// The comparison that decided between the winner and the next best.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
#[serde(rename_all = "kebab-case")]
pub enum Decided {
    /// The points.
    Points,
    /// The number of resource cards left, since the points are equal.
    CardsLeft,
    /// The solo city wins, since the points are equal.
    City,
    /// No comparison decides, and the win is shared.
    Shared,
}

/// The end of a game, with the scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    scores: [Score; 4],
    seats: usize,
    winners: SeatSet,
}

impl Outcome {
    /// Returns the result of a game that is over.
    #[must_use]
    pub fn of(table: &Table) -> Option<Self> {
        table.is_over().then(|| Self::from_areas(table.variant(), &table.areas[..table.seats()]))
    }

    /// Returns the result for these cities, seat by seat. In a solo game, the second is that of the city.
    ///
    /// The most points win, then the most resource cards; otherwise the win is shared. In a solo game the city wins
    /// unless the player has more points.
    ///
    /// # Panics
    /// Panics if there are more than four cities, or none.
    #[must_use]
    pub fn from_areas(variant: Variant, areas: &[Area]) -> Self {
        let mut scores = [Score::of_player(&areas[0]); 4];
        for (score, area) in scores.iter_mut().zip(areas).skip(1) {
            *score = if variant.is_solo() { Score::of_city(area, variant) } else { Score::of_player(area) };
        }
        let mut outcome = Self { scores, seats: areas.len(), winners: SeatSet::EMPTY };
        outcome.winners =
            Seat::all(areas.len()).filter(|seat| outcome.place(&outcome.scores[seat.index()]) == 1).collect();
        outcome
    }

    /// Returns the place of each seat in the ranking, from 1. Seats that no comparison separates have equal places.
    #[must_use]
    pub fn places(&self) -> Vec<u8> {
        self.scores().iter().map(|score| self.place(score)).collect()
    }

    fn place(&self, score: &Score) -> u8 {
        let solo = self.scores().iter().any(|score| score.is_city);
        let rank = |score: &Score| match solo {
            false => (score.total, score.cards_left),
            true => (score.total, u16::from(score.is_city)),
        };
        1 + self.scores().iter().filter(|other| rank(other) > rank(score)).count() as u8
    }

    /// Returns the scores, seat by seat. That of the solo city is the last.
    #[must_use]
    pub fn scores(&self) -> &[Score] {
        &self.scores[..self.seats]
    }

    /// Returns the comparison that decided between the winner and the next best.
    #[must_use]
    pub fn decided(&self) -> Decided {
        if self.winners.len() != 1 {
            return Decided::Shared;
        }
        let winner = self.winners.first().map_or(&self.scores[0], |seat| &self.scores[seat.index()]);
        let as_good = self.scores().iter().filter(|score| score.total == winner.total).count() > 1;
        match (as_good, winner.is_city) {
            (false, _) => Decided::Points,
            (true, true) => Decided::City,
            (true, false) => Decided::CardsLeft,
        }
    }

    /// Returns the seats that won, more than one if the win is shared.
    #[must_use]
    pub const fn winners(&self) -> SeatSet {
        self.winners
    }
}

/// A seat's result as in a record.
#[derive(Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "SeatResult", export_to = "point-city/", optional_fields)
)]
struct SeatJson {
    seat: Seat,
    /// The points printed on buildings.
    printed: u16,
    /// The points of permanent resources as such, only for the solo city.
    #[serde(skip_serializing_if = "Option::is_none")]
    permanents: Option<u16>,
    /// The points of each token; for the solo city, the points of all tokens together.
    tokens: Tokens,
    /// The points of ingenuity cards as such, only for the solo city.
    #[serde(skip_serializing_if = "Option::is_none")]
    ingenuity: Option<u16>,
    /// All points.
    total: u16,
    /// The number of resource cards left, which breaks ties; not for the solo city.
    #[serde(skip_serializing_if = "Option::is_none")]
    cards_left: Option<u16>,
}

/// A player's tokens one by one, or the points of all tokens of the solo city.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
#[serde(untagged)]
enum Tokens {
    Each(Vec<TokenScore>),
    Together(u16),
}

/// An outcome as in a record.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Outcome", export_to = "point-city/"))]
pub(crate) struct OutcomeJson {
    /// The results, seat by seat. That of the solo city is the last.
    players: Vec<SeatJson>,
    /// The seats that won, more than one if the win is shared.
    winners: SeatSet,
}

impl SeatJson {
    fn of(seat: Seat, score: &Score) -> Self {
        Self {
            seat,
            printed: score.printed,
            permanents: score.is_city.then_some(score.permanent_points),
            tokens: match score.is_city {
                true => Tokens::Together(score.token_points),
                false => Tokens::Each(score.tokens().collect()),
            },
            ingenuity: score.is_city.then_some(score.ingenuity_points),
            total: score.total,
            cards_left: (!score.is_city).then_some(score.cards_left),
        }
    }
}

/// Writes the outcome as in a record: `{"players":[…],"winners":[…]}`.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seats = Seat::all(self.seats).zip(self.scores());
        let players = seats.map(|(seat, score)| SeatJson::of(seat, score)).collect();
        OutcomeJson { players, winners: self.winners }.serialize(serializer)
    }
}
