//! Tables of Point City: one word a seat, such as `points=24/resources=CCMM/tokens=each-M/cards=C,CC,*`.

use std::{collections::BTreeMap, fmt::Display, str::FromStr};

use point_city::{Amounts, Area, CardId, Outcome, PointCity, Resource, Token, TokenSet, Variant};

use super::RealTable;

/// The most seats a table can have.
const MOST_SEATS: usize = 4;
/// The most buildings of one seat: two in each of 17 turns.
const MOST_BUILDINGS: usize = 34;
/// The most tokens of the solo city.
const MOST_CITY_TOKENS: usize = 10;
/// More points than any seat can have on its buildings.
const MOST_POINTS: u16 = 999;

/// The parts of a seat's word. All may be left out.
const PARTS: &str = "points=NUMBER, resources=LETTERS, buildings=CARD,…, tokens=TOKEN,… or cards=CARD,…";

impl RealTable for PointCity {
    fn score_table(words: &[&str], variant: Option<&str>) -> Result<serde_json::Value, String> {
        let variant: Variant = match variant {
            Some(name) => name.parse().map_err(|error| format!("--variant: {error}"))?,
            None => Variant::Standard,
        };
        if variant.is_solo() && words.len() != 2 {
            return Err(format!("{variant} has 2 seats, the city's last, not {}", words.len()));
        }
        if words.len() > MOST_SEATS {
            return Err(format!("a table has 1 to {MOST_SEATS} seats, not {}", words.len()));
        }
        let mut seen = Seen::default();
        let areas = words.iter().enumerate().map(|(seat, word)| {
            let is_city = variant.is_solo() && seat == 1;
            let area = read_seat(word, is_city, &mut seen);
            area.map_err(|error| format!("seat {seat} ({word:?}): {error}"))
        });
        let areas = areas.collect::<Result<Vec<Area>, String>>()?;
        serde_json::to_value(Outcome::from_areas(variant, &areas)).map_err(|error| error.to_string())
    }
}

/// The cards and tokens of the table so far, of which there is one each.
#[derive(Default)]
struct Seen {
    buildings: Vec<CardId>,
    tokens: TokenSet,
}

/// What lies in front of a seat.
fn read_seat(word: &str, is_city: bool, seen: &mut Seen) -> Result<Area, String> {
    let parts = split(word)?;
    let part = |name: &str| parts.get(name).copied();
    let mut area = Area::default();
    if let Some(text) = part("buildings") {
        if let Some(other) = ["points", "resources"].into_iter().find(|name| parts.contains_key(name)) {
            return Err(format!("buildings= says it already: leave out {other}="));
        }
        for card in list::<CardId>("buildings", text)? {
            if seen.buildings.contains(&card) {
                return Err(format!("buildings: {card} was built before"));
            }
            seen.buildings.push(card);
            area.printed += u16::from(card.points());
            area.permanents += card.produces().map_or(Amounts::ZERO, |resource| Amounts::only(resource, 1));
        }
    }
    if let Some(text) = part("points") {
        area.printed = number("points", text, MOST_POINTS)?;
    }
    if let Some(text) = part("resources") {
        area.permanents = read_resources(text)?;
    }
    if let Some(text) = part("cards") {
        area.cards = text.parse().map_err(|error| format!("cards: {error}"))?;
    }
    match part("tokens") {
        // The city's tokens lie face down, and each scores the same, so any tokens of this number will do.
        Some(text) if is_city && text.starts_with(|first: char| first.is_ascii_digit()) => {
            let many = number("tokens", text, MOST_CITY_TOKENS as u16)?;
            area.tokens = Token::ALL.into_iter().take(many.into()).collect();
        }
        Some(text) => {
            for token in list::<Token>("tokens", text)? {
                if seen.tokens.contains(token) {
                    return Err(format!("tokens: {token} was taken before"));
                }
                seen.tokens = seen.tokens.with(token);
                area.tokens = area.tokens.with(token);
            }
        }
        None => {}
    }
    Ok(area)
}

/// The parts of a word by their names.
fn split(word: &str) -> Result<BTreeMap<&str, &str>, String> {
    let mut parts = BTreeMap::new();
    for part in word.split('/') {
        let known = part
            .split_once('=')
            .filter(|(name, _)| ["points", "resources", "buildings", "tokens", "cards"].contains(name));
        let (name, text) = known.ok_or_else(|| format!("expected {PARTS}, found {part:?}"))?;
        if parts.insert(name, text).is_some() {
            return Err(format!("expected {name}= once, found it twice"));
        }
    }
    Ok(parts)
}

/// Words with commas between them; `-` stands for none.
fn list<T: FromStr<Err: Display>>(part: &str, text: &str) -> Result<Vec<T>, String> {
    let words: Vec<&str> = if text == "-" { Vec::new() } else { text.split(',').collect() };
    if words.len() > MOST_BUILDINGS {
        return Err(format!("{part}: expected at most {MOST_BUILDINGS}, found {}", words.len()));
    }
    words.into_iter().map(|word| word.parse().map_err(|error| format!("{part}: {error}"))).collect()
}

fn number(part: &str, text: &str, most: u16) -> Result<u16, String> {
    let number = text.parse().ok().filter(|number| *number <= most);
    number.ok_or_else(|| format!("{part}: expected a number from 0 to {most}, found {text:?}"))
}

/// Permanent resources, one letter each: `CCMM`.
fn read_resources(text: &str) -> Result<Amounts, String> {
    let letters = if text == "-" { "" } else { text };
    if letters.chars().count() > MOST_BUILDINGS {
        return Err(format!("resources: expected at most {MOST_BUILDINGS} letters"));
    }
    let mut amounts = Amounts::ZERO;
    for letter in letters.chars() {
        let resource: Resource = letter.to_string().parse().map_err(|error| format!("resources: {error}"))?;
        amounts += Amounts::only(resource, 1);
    }
    Ok(amounts)
}
