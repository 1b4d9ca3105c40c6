//! Score sheets: a table that was played with cards, entered by people, complete or not.

use std::fmt;

use litemap::LiteMap;
use serde::{Deserialize, Serialize};
use tabletop::{ScoreSheet, Seat, SeatSet, sorting::sort_by_key};

use crate::{
    Amounts, Area, CardId, Cards, Decided, Gives, Kind, Outcome, PointCity, Resource, Size, Token, TokenSet,
    Variant, table::TURNS, view_json::TokenView,
};

/// The most cards that a seat takes: two in each turn.
const MOST_CARDS: u16 = 2 * TURNS as u16;

/// A table as people enter it: what each has built, the tokens, the cards left.
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
    /// The way it was played.
    pub variant: Variant,
    /// The seats. Alone there are two, and the second is the city's.
    pub seats: Vec<SeatSheet>,
}

/// What lies in front of a seat. Whatever is left out is not there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/", optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct SeatSheet {
    /// How many buildings of each kind; see [`KindLeft::kind`].
    #[cfg_attr(feature = "typescript", ts(as = "Option<std::collections::BTreeMap<String, u8>>"))]
    pub buildings: LiteMap<String, u8>,
    /// The tokens, of which there is one each. The solo city's lie face down and are only counted.
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Token>>"))]
    pub tokens: Vec<Token>,
    /// Of the solo city: how many tokens it has.
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>"))]
    pub face_down: u8,
    /// How many resource cards are left, without ingenuity.
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>"))]
    pub cards: u8,
    /// How many ingenuity cards are left.
    #[cfg_attr(feature = "typescript", ts(as = "Option<u8>"))]
    pub ingenuity: u8,
}

/// Why something is no sheet.
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
        /// How many were found.
        found: usize,
    },
    /// No building is of this kind.
    #[error("seat {seat}: expected a kind of building such as C0, M3, 7 or civic, found {found:?}")]
    Kind {
        /// The seat.
        seat: usize,
        /// What was there instead.
        found: String,
    },
    /// A token is there twice.
    #[error("seat {seat}: the token {token} was taken before")]
    Token {
        /// The seat.
        seat: usize,
        /// The token.
        token: Token,
    },
    /// A number is larger than any that could be.
    #[error("seat {seat}: expected at most {MOST_CARDS} buildings of a kind, tokens or cards")]
    TooMany {
        /// The seat.
        seat: usize,
    },
}

/// A sheet's scores as they are now.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct Scored {
    /// The seats; the solo city's last.
    pub seats: Vec<ScoredSeat>,
    /// Who wins, more than one if they share it.
    pub winners: SeatSet,
    /// What tells the winner from the next best.
    pub decided: Decided,
    /// Every kind of building, with what is left in the box.
    pub kinds: Vec<KindLeft>,
    /// The tokens that nobody has.
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
    /// How many buildings it has.
    pub buildings: u16,
    /// The permanent resources of the buildings.
    pub permanents: Amounts,
    /// The points printed on the buildings.
    pub printed: u16,
    /// What each token scores and why; empty for the solo city, whose tokens all score the same.
    pub tokens: Vec<TokenView>,
    /// How many tokens it has.
    pub held: usize,
    /// The points of the tokens together.
    pub token_points: u16,
    /// Only of the solo city: the points of permanent resources as such.
    pub permanent_points: u16,
    /// Only of the solo city: the points of ingenuity cards as such.
    pub ingenuity_points: u16,
    /// All points.
    pub total: u16,
    /// The resource cards left, ingenuity included: they break ties.
    pub cards_left: u16,
    /// The place in the ranking, from 1; equal if the tie-break does not separate them.
    pub place: u8,
    /// What can't be, and so is probably a slip.
    pub slips: Vec<Slip>,
}

/// Something about a seat that can't be so at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
#[serde(rename_all = "kebab-case", tag = "slip")]
pub enum Slip {
    /// Each civic building gives one token, as long as there are any.
    Tokens {
        /// How many civic buildings it has.
        civics: u8,
        /// How many tokens it has.
        tokens: u8,
    },
    /// More buildings and cards than can be taken in 17 turns.
    Cards {
        /// How many of both it has.
        found: u16,
        /// The most that there can be.
        most: u16,
    },
}

/// A kind of building: those that give the same.
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
    /// How many the box has that nobody has built; negative if there are more than in the box.
    pub left: i16,
    /// A card of this kind, for a picture.
    pub card: CardId,
}

/// The text of a kind of building, as in a [`Sheet`].
impl fmt::Display for Gives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Permanent(resource, points) => write!(f, "{resource}{points}"),
            Self::Points(points) => write!(f, "{points}"),
            Self::Token => f.write_str("civic"),
        }
    }
}

/// Every kind of building, in the order in which a form shows them, with how many there are and a card of it.
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

/// A seat's buildings, tokens and cards, and how many buildings and civic buildings it has.
struct Counted {
    area: Area,
    buildings: u16,
    civics: u8,
}

fn count(seat: usize, sheet: &SeatSheet, is_city: bool, taken: &mut TokenSet) -> Result<Counted, BadSheet> {
    let most = MOST_CARDS as u8;
    let numbers = sheet.buildings.values().chain([&sheet.cards, &sheet.ingenuity, &sheet.face_down]);
    if numbers.into_iter().any(|&number| number > most) {
        return Err(BadSheet::TooMany { seat });
    }
    let kinds = kinds();
    let mut counted = Counted { area: Area::default(), buildings: 0, civics: 0 };
    for (text, &number) in sheet.buildings.iter() {
        let kind = kinds.iter().find(|(gives, ..)| gives.to_string() == *text);
        let (gives, ..) =
            kind.ok_or_else(|| BadSheet::Kind { seat, found: text.chars().take(20).collect() })?;
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
                return Err(BadSheet::TooMany { seat });
            }
            counted.area.permanents += Amounts::only(resource, number);
        }
    }
    if is_city {
        if usize::from(sheet.face_down) > Size::MOST_TOKENS {
            return Err(BadSheet::TooMany { seat });
        }
        // They lie face down, and each scores the same, so any tokens of this number will do.
        counted.area.tokens = Token::ALL.into_iter().take(sheet.face_down.into()).collect();
    } else {
        for &token in &sheet.tokens {
            if taken.contains(token) {
                return Err(BadSheet::Token { seat, token });
            }
            *taken = taken.with(token);
            counted.area.tokens = counted.area.tokens.with(token);
        }
    }
    // Of resource cards only the number counts, whatever they show.
    counted.area.cards = Cards::of(Kind::single(Resource::Community), sheet.cards);
    counted.area.cards.set(Kind::INGENUITY, sheet.ingenuity);
    Ok(counted)
}

/// What can't be so in front of a seat, if so many tokens have been taken of all that were laid out.
fn slips(counted: &Counted, starts_with_a_card: bool, all_taken: bool) -> Vec<Slip> {
    let mut slips = Vec::new();
    let (civics, tokens) = (counted.civics, counted.area.tokens.len() as u8);
    if tokens > civics || (tokens < civics && !all_taken) {
        slips.push(Slip::Tokens { civics, tokens });
    }
    let (found, most) =
        (counted.buildings + counted.area.cards.count(), MOST_CARDS + u16::from(starts_with_a_card));
    if found > most {
        slips.push(Slip::Cards { found, most });
    }
    slips
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
        let is_city = |seat: usize| variant.is_solo() && seat == 1;
        let mut taken = TokenSet::EMPTY;
        let counted = sheet
            .seats
            .iter()
            .enumerate()
            .map(|(seat, one)| count(seat, one, is_city(seat), &mut taken))
            .collect::<Result<Vec<Counted>, BadSheet>>()?;
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
                    slips: slips(counted, !score.is_city, all_taken),
                })
                .collect(),
            winners: outcome.winners(),
            decided: outcome.decided(),
            kinds: kinds.collect(),
            tokens_left: Token::ALL.into_iter().filter(|&token| !taken.contains(token)).collect(),
        })
    }
}
