//! Score sheets: tables that were played with cards and are entered by people, complete or not.

use std::fmt;

use litemap::LiteMap;
use serde::{Deserialize, Serialize};
use tabletop::{ScoreSheet, Seat, SeatSet, sorting::sort_by_key};

use crate::{
    Amounts, Area, CardId, Cards, Decided, Gives, Kind, Outcome, PointCity, Resource, Size, Token, TokenSet,
    Variant,
    table::{CITY, TURNS},
    view_json::TokenView,
};

/// The largest number of cards that a seat takes: two in each turn.
const MOST_CARDS: u16 = 2 * TURNS as u16;

/// A limit of printed points that is above the points of all buildings of a seat.
const MOST_PRINTED: u16 = 999;

/// A table as people enter it, with the buildings, tokens and cards of each seat.
///
/// ```
/// use point_city::{PointCity, Sheet};
/// use tabletop::ScoreSheet;
/// let sheet: Sheet = serde_json::from_str(
///     r#"{"variant":"standard","seats":[{"buildings":{"C1":2,"civic":1},"tokens":["each-C"]},{"buildings":{"7":1}}]}"#,
/// )
/// .unwrap();
/// let scored = PointCity::score_sheet(&sheet).unwrap();
/// assert_eq!((scored.seats[0].total, scored.seats[1].total), (2 + 4, 7));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The variant.
    pub variant: Variant,
    /// The seats. In a solo game there are two, and the second is the city's.
    pub seats: Vec<SeatSheet>,
}

/// The buildings, tokens and cards of a seat. Parts that are left out are empty.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/", optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct SeatSheet {
    /// The number of buildings of each kind; see [`KindLeft::kind`].
    #[cfg_attr(feature = "typescript", ts(as = "Option<std::collections::BTreeMap<String, u8>>"))]
    pub buildings: LiteMap<String, u8>,
    /// The tokens, which are all different. The solo city's tokens are face down and only counted.
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Token>>"))]
    pub tokens: Vec<Token>,
    /// The number of tokens of the solo city.
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>"))]
    pub face_down: u8,
    /// The number of resource cards that are left, without ingenuity.
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>"))]
    pub cards: u8,
    /// The number of ingenuity cards that are left.
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>"))]
    pub ingenuity: u8,
    /// The points printed on buildings that are not in `buildings`. Forms list all buildings.
    #[serde(skip)]
    pub printed: u16,
    /// The permanent resources of buildings that are not in `buildings`. Forms list all buildings.
    #[serde(skip)]
    pub permanents: Amounts,
}

/// The reason why a sheet is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadSheet {
    /// There are not as many seats as in this variant.
    #[error("{variant} has {min} to {max} seats, not {found}")]
    Seats {
        /// The variant.
        variant: Variant,
        /// The fewest seats.
        min: usize,
        /// The most seats.
        max: usize,
        /// The number of seats in the sheet.
        found: usize,
    },
    /// The sheet of a seat is invalid.
    #[error("seat {}: {fault}", .seat + 1)]
    Seat {
        /// The index of the seat, from 0.
        seat: usize,
        /// The reason.
        fault: BadSeat,
    },
}

/// The reason why the sheet of a seat is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadSeat {
    /// No building is of this kind.
    #[error("expected a kind of building such as C0, M3, 7 or civic, found {0:?}")]
    Kind(String),
    /// The seat or an earlier one has this token already.
    #[error("the token {0} was taken before")]
    Token(Token),
    /// A number is larger than the game allows.
    #[error("expected at most {MOST_CARDS} buildings of a kind, tokens or cards")]
    TooMany,
    /// The printed points are more than the game allows.
    #[error("expected printed points from 0 to {MOST_PRINTED}")]
    TooManyPoints,
}

/// The present scores of a sheet.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct Scored {
    /// The seats. The solo city is the last.
    pub seats: Vec<ScoredSeat>,
    /// The seats that win, more than one if they share the win.
    pub winners: SeatSet,
    /// The comparison that decides between the winner and the next best.
    pub decided: Decided,
    /// Every kind of building, with the number that is left in the box.
    pub kinds: Vec<KindLeft>,
    /// The tokens that no seat has.
    pub tokens_left: Vec<Token>,
}

/// A seat of a sheet.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct ScoredSeat {
    /// The seat.
    pub seat: Seat,
    /// Whether it is the solo city.
    pub is_city: bool,
    /// The number of its buildings.
    pub buildings: u16,
    /// The permanent resources of the buildings.
    pub permanents: Amounts,
    /// The points printed on the buildings.
    pub printed: u16,
    /// The points of each token, with the reasons. The list is empty for the solo city, whose tokens all score alike.
    pub tokens: Vec<TokenView>,
    /// The number of its tokens.
    pub held: usize,
    /// The points of the tokens together.
    pub token_points: u16,
    /// The points of permanent resources as such, only for the solo city.
    pub permanent_points: u16,
    /// The points of ingenuity cards as such, only for the solo city.
    pub ingenuity_points: u16,
    /// All points.
    pub total: u16,
    /// The number of resource cards left, including ingenuity. It breaks ties.
    pub cards_left: u16,
    /// The place in the ranking, from 1. Seats that the tie-break does not separate have equal places.
    pub place: u8,
    /// Entries that contradict the rules and so are probably mistakes.
    pub slips: Vec<SheetWarning>,
}

/// An entry that contradicts the rules at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/", rename = "Slip"))]
#[serde(rename_all = "kebab-case", tag = "slip")]
pub enum SheetWarning {
    /// The number of tokens is not that of the civic buildings, although each gives one token as long as there are any.
    Tokens {
        /// The number of civic buildings.
        civics: u8,
        /// The number of tokens.
        tokens: u8,
    },
    /// There are more buildings and cards than a seat can take in 17 turns.
    Cards {
        /// The number of both together.
        found: u16,
        /// The largest possible number.
        most: u16,
    },
}

/// A kind of building, whose buildings all have an equal yield.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct KindLeft {
    /// Its text: the permanent resource and the printed points (`C2`), the points alone (`7`), or `civic`.
    pub kind: String,
    /// The permanent resource that it gives.
    pub produces: Option<Resource>,
    /// The points printed on it.
    pub points: u8,
    /// Whether it gives a token.
    pub civic: bool,
    /// The number in the box less the number of built ones. It is negative if there are more than in the box.
    pub left: i16,
    /// A card of this kind, for a picture.
    pub card: CardId,
}

/// Writes the text of a kind of building, as in a [`Sheet`].
impl fmt::Display for Gives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Permanent(resource, points) => write!(f, "{resource}{points}"),
            Self::Points(points) => write!(f, "{points}"),
            Self::Token => f.write_str("civic"),
        }
    }
}

/// Returns every kind of building in the order in which a form shows them, each with its number and a card of it.
fn kinds() -> Vec<(Gives, i16, CardId)> {
    let mut kinds: Vec<(Gives, i16, CardId)> = Vec::new();
    for card in CardId::ALL {
        match kinds.iter_mut().find(|(gives, ..)| *gives == card.gives()) {
            Some((_, number, _)) => *number += 1,
            None => kinds.push((card.gives(), 1, card)),
        }
    }
    sort_by_key(&mut kinds, |(gives, ..)| match *gives {
        Gives::Permanent(resource, points) => (0, resource as u8, points),
        Gives::Points(points) => (1, 0, points),
        Gives::Token => (2, 0, 0),
    });
    kinds
}

/// A seat's buildings, tokens and cards, and its numbers of buildings and civic buildings.
struct Counted {
    area: Area,
    buildings: u16,
    civics: u8,
}

fn count(sheet: &SeatSheet, is_city: bool, taken: &mut TokenSet) -> Result<Counted, BadSeat> {
    let most = MOST_CARDS as u8;
    let permanents = Resource::ALL.map(|resource| sheet.permanents.get(resource));
    let cards = [sheet.cards, sheet.ingenuity, sheet.face_down];
    let mut numbers = sheet.buildings.values().copied().chain(cards).chain(permanents);
    if numbers.any(|number| number > most) {
        return Err(BadSeat::TooMany);
    }
    if sheet.printed > MOST_PRINTED {
        return Err(BadSeat::TooManyPoints);
    }
    let kinds = kinds();
    let mut counted = Counted { area: Area::default(), buildings: 0, civics: 0 };
    (counted.area.printed, counted.area.permanents) = (sheet.printed, sheet.permanents);
    for (text, &number) in sheet.buildings.iter() {
        let kind = kinds.iter().find(|(gives, ..)| gives.to_string() == *text);
        let (gives, ..) = kind.ok_or_else(|| BadSeat::Kind(text.chars().take(20).collect()))?;
        counted.buildings += u16::from(number);
        let (resource, points) = match *gives {
            Gives::Permanent(resource, points) => (Some(resource), points),
            Gives::Points(points) => (None, points),
            Gives::Token => {
                counted.civics = number;
                (None, 0)
            }
        };
        counted.area.printed += u16::from(points) * u16::from(number);
        if let Some(resource) = resource {
            let all = counted.area.permanents.get(resource) + number;
            if all > 2 * most {
                return Err(BadSeat::TooMany);
            }
            counted.area.permanents += Amounts::only(resource, number);
        }
    }
    if is_city {
        if usize::from(sheet.face_down) > Size::MOST_TOKENS {
            return Err(BadSeat::TooMany);
        }
        // All tokens of the city score alike, so any tokens of this number will do.
        counted.area.tokens = Token::ALL.into_iter().take(sheet.face_down.into()).collect();
    } else {
        for &token in &sheet.tokens {
            if taken.contains(token) {
                return Err(BadSeat::Token(token));
            }
            *taken = taken.with(token);
            counted.area.tokens = counted.area.tokens.with(token);
        }
    }
    // Only the number of resource cards counts, whatever they show.
    counted.area.cards = Cards::of(Kind::single(Resource::Community), sheet.cards);
    counted.area.cards.set(Kind::INGENUITY, sheet.ingenuity);
    Ok(counted)
}

impl Sheet {
    /// Returns the outcome of a game that ends with this sheet. The number of seats is not checked.
    ///
    /// # Errors
    /// Returns an error if the sheet of a seat is invalid.
    pub fn outcome(&self) -> Result<Outcome, BadSheet> {
        let areas: Vec<Area> = self.count()?.0.iter().map(|one| one.area).collect();
        Ok(Outcome::from_areas(self.variant, &areas))
    }

    /// Returns the totals of every seat, and the tokens that they have together.
    fn count(&self) -> Result<(Vec<Counted>, TokenSet), BadSheet> {
        let mut taken = TokenSet::EMPTY;
        let one = |(seat, sheet)| {
            let is_city = self.variant.is_solo() && seat == usize::from(CITY);
            count(sheet, is_city, &mut taken).map_err(|fault| BadSheet::Seat { seat, fault })
        };
        let counted = self.seats.iter().enumerate().map(one).collect::<Result<_, _>>()?;
        Ok((counted, taken))
    }
}

/// Returns the warnings about a seat. `all_taken` says that the table has no token left.
fn warnings(counted: &Counted, starts_with_a_card: bool, all_taken: bool) -> Vec<SheetWarning> {
    let mut warnings = Vec::new();
    let (civics, tokens) = (counted.civics, counted.area.tokens.len() as u8);
    if tokens > civics || (tokens < civics && !all_taken) {
        warnings.push(SheetWarning::Tokens { civics, tokens });
    }
    let (found, most) =
        (counted.buildings + counted.area.cards.count(), MOST_CARDS + u16::from(starts_with_a_card));
    if found > most {
        warnings.push(SheetWarning::Cards { found, most });
    }
    warnings
}

impl ScoreSheet for PointCity {
    type Sheet = Sheet;
    type Scored = Scored;
    type BadSheet = BadSheet;

    fn score_sheet(sheet: &Sheet) -> Result<Scored, BadSheet> {
        let variant = sheet.variant;
        let (min, max) = if variant.is_solo() { (2, 2) } else { variant.players().into_inner() };
        let found = sheet.seats.len();
        if !(min..=max).contains(&found) {
            return Err(BadSheet::Seats { variant, min, max, found });
        }
        let (counted, taken) = sheet.count()?;
        let held: usize = counted.iter().map(|one| one.area.tokens.len()).sum();
        let all_taken = held >= Size::of(found).tokens;
        let areas: Vec<Area> = counted.iter().map(|one| one.area).collect();
        let outcome = Outcome::from_areas(variant, &areas);
        let places = outcome.places();
        let seats = Seat::all(found).zip(outcome.scores()).zip(&counted).zip(places);
        let kinds = kinds().into_iter().map(|(gives, number, card)| {
            let kind = gives.to_string();
            let built = sheet.seats.iter().filter_map(|seat| seat.buildings.get(&kind));
            KindLeft {
                produces: card.produces(),
                points: card.points(),
                civic: card.is_civic(),
                left: number - built.map(|&number| i16::from(number)).sum::<i16>(),
                card,
                kind,
            }
        });
        Ok(Scored {
            seats: seats
                .map(|(((seat, score), counted), place)| ScoredSeat {
                    seat,
                    is_city: score.is_city,
                    buildings: counted.buildings,
                    permanents: counted.area.permanents,
                    printed: score.printed,
                    tokens: score.tokens().map(TokenView::from).collect(),
                    held: counted.area.tokens.len(),
                    token_points: score.token_points,
                    permanent_points: score.permanent_points,
                    ingenuity_points: score.ingenuity_points,
                    total: score.total,
                    cards_left: score.cards_left,
                    place,
                    slips: warnings(counted, !score.is_city, all_taken),
                })
                .collect(),
            winners: outcome.winners(),
            decided: outcome.decided(),
            kinds: kinds.collect(),
            tokens_left: Token::ALL.into_iter().filter(|&token| !taken.contains(token)).collect(),
        })
    }
}
