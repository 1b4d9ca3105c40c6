//! Tables of Point City: one word a seat, such as `points=24/resources=CCMM/tokens=each-M/cards=C,CC,*`.

use std::str::FromStr;

use point_city::{
    Amounts, BadSeat, BadSheet, CardId, Cards, Kind, Resource, SeatSheet, Sheet, Token, Unknown, Variant,
};
use serde_json::Value;

use crate::failure::Failure;

/// The most seats of a table.
const MAX_SEATS: usize = 4;

/// The parts of a seat's word. All may be left out.
const PARTS: &str = "points=NUMBER, resources=LETTERS, buildings=CARD,…, tokens=TOKEN,… or cards=CARD,…";

/// Why the word of a seat is invalid.
#[derive(Debug, thiserror::Error)]
enum BadWord {
    #[error("expected {PARTS}, found {0:?}")]
    Part(String),
    #[error("expected {0}= once, found it twice")]
    Twice(String),
    #[error("buildings= says it already: leave out {0}=")]
    Redundant(&'static str),
    #[error("buildings: {0} was built before")]
    BuiltBefore(CardId),
    #[error("{part}: the box has {most} {what}; this table has {found}")]
    NotInBox { part: &'static str, most: usize, what: String, found: usize },
    #[error("{part}: expected a number from 0 to 999, found {found:?}")]
    Number { part: String, found: String },
    #[error("{part}: {error}")]
    Unknown { part: String, error: Unknown },
    #[error(transparent)]
    Seat(#[from] BadSeat),
}

pub(super) fn score_table(words: &[&str], variant: Option<&str>) -> Result<Value, Failure> {
    let variant = match variant {
        Some(name) => name.parse().map_err(|error| Failure::bad_input(format!("--variant: {error}")))?,
        None => Variant::Standard,
    };
    match words.len() {
        found if variant.is_solo() && found != 2 => {
            return Err(Failure::BadInput(format!("{variant} has 2 seats, the city's last, not {found}")));
        }
        found if found > MAX_SEATS => {
            return Err(Failure::BadInput(format!("a table has 1 to {MAX_SEATS} seats, not {found}")));
        }
        _ => {}
    }
    let bad_word = |seat: usize, error: BadWord| {
        Failure::BadInput(format!("seat {} ({:?}): {error}", seat + 1, words[seat]))
    };
    let mut taken = Taken::default();
    let mut sheet = Sheet { variant, seats: Vec::new() };
    for (seat, word) in words.iter().enumerate() {
        let is_city = variant.is_solo() && seat == 1;
        sheet.seats.push(read_seat(word, is_city, &mut taken).map_err(|error| bad_word(seat, error))?);
    }
    let outcome = sheet.outcome().map_err(|error| match error {
        BadSheet::Seat { seat, fault } => bad_word(seat, fault.into()),
        error => Failure::bad_input(error),
    })?;
    Ok(serde_json::to_value(outcome).expect("an outcome is JSON with text keys"))
}

/// The cards of the box that the seats which were read so far have.
#[derive(Default)]
struct Taken {
    buildings: Vec<CardId>,
    permanents: [usize; Resource::ALL.len()],
    cards: [usize; Kind::COUNT],
}

impl Taken {
    fn building(&mut self, card: CardId) -> Result<(), BadWord> {
        if self.buildings.contains(&card) {
            return Err(BadWord::BuiltBefore(card));
        }
        self.buildings.push(card);
        card.produces().map_or(Ok(()), |resource| self.permanents(resource, 1))
    }

    fn permanents(&mut self, resource: Resource, number: u8) -> Result<(), BadWord> {
        let found = &mut self.permanents[resource as usize];
        *found += usize::from(number);
        let most = CardId::ALL.iter().filter(|card| card.produces() == Some(resource)).count();
        within("resources", most, *found, || format!("buildings that give {resource}"))
    }

    fn cards(&mut self, cards: &Cards) -> Result<(), BadWord> {
        cards.iter().try_for_each(|(kind, number)| {
            let found = &mut self.cards[kind.index()];
            *found += usize::from(number);
            let most = CardId::ALL.iter().filter(|card| card.back() == kind).count();
            within("cards", most, *found, || format!("cards with {kind}"))
        })
    }
}

/// Refuses more of something than the box has.
fn within(
    part: &'static str,
    most: usize,
    found: usize,
    what: impl FnOnce() -> String,
) -> Result<(), BadWord> {
    if found > most { Err(BadWord::NotInBox { part, most, what: what(), found }) } else { Ok(()) }
}

/// Reads the word of a seat, and adds it to what the earlier ones have taken.
fn read_seat(word: &str, is_city: bool, taken: &mut Taken) -> Result<SeatSheet, BadWord> {
    let mut sheet = SeatSheet::default();
    let mut parts: Vec<&str> = Vec::new();
    for text in word.split('/') {
        let (part, value) = text.split_once('=').ok_or_else(|| BadWord::Part(text.to_owned()))?;
        if parts.contains(&part) {
            return Err(BadWord::Twice(part.to_owned()));
        }
        parts.push(part);
        match part {
            "points" => sheet.printed = number(part, value)?,
            "resources" => {
                let mut numbers = [0_u8; Resource::ALL.len()];
                for letter in value.chars().filter(|_| value != "-") {
                    let number =
                        &mut numbers[parse::<Resource>(part, letter.encode_utf8(&mut [0; 4]))? as usize];
                    *number = number.saturating_add(1);
                }
                for (resource, number) in Resource::ALL.into_iter().zip(numbers) {
                    taken.permanents(resource, number)?;
                }
                sheet.permanents = Amounts::of(numbers);
            }
            "buildings" => {
                for card in list::<CardId>(part, value)? {
                    taken.building(card)?;
                    *sheet.buildings.entry(card.gives().to_string()).or_insert(0) += 1;
                }
            }
            "cards" => {
                let cards: Cards = parse(part, value)?;
                taken.cards(&cards)?;
                sheet.ingenuity = cards.get(Kind::INGENUITY);
                sheet.cards = (cards.count() - u16::from(sheet.ingenuity)) as u8;
            }
            "tokens" if is_city => {
                let found = match value.starts_with(|first: char| first.is_ascii_digit()) {
                    true => number(part, value)?,
                    false => list::<Token>(part, value)?.len() as u16,
                };
                sheet.face_down = found.try_into().unwrap_or(u8::MAX);
            }
            "tokens" => sheet.tokens = list(part, value)?,
            _ => return Err(BadWord::Part(text.to_owned())),
        }
    }
    match ["points", "resources"].into_iter().find(|name| parts.contains(name)) {
        Some(name) if parts.contains(&"buildings") => Err(BadWord::Redundant(name)),
        _ => Ok(sheet),
    }
}

/// Words with commas between them; `-` stands for none.
fn list<T: FromStr<Err = Unknown>>(part: &str, text: &str) -> Result<Vec<T>, BadWord> {
    text.split(',').filter(|_| text != "-").map(|word| parse(part, word)).collect()
}

fn parse<T: FromStr<Err = Unknown>>(part: &str, text: &str) -> Result<T, BadWord> {
    text.parse().map_err(|error| BadWord::Unknown { part: part.to_owned(), error })
}

fn number(part: &str, text: &str) -> Result<u16, BadWord> {
    text.parse().map_err(|_| BadWord::Number { part: part.to_owned(), found: text.to_owned() })
}
