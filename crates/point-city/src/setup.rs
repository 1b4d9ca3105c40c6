//! The setup of a game, which contains everything that the deal decides.

use std::fmt;

use serde::{Serialize, Serializer, ser::SerializeStruct};
use serde_json::Value;
use tabletop::{
    Seat,
    random::{Rng, below},
};

use crate::{CardId, Size, State, Token, Unknown, Variant, data::TIER_SIZES};

/// The setup of a game: the hidden deck with the 16 cards of the market on top, the row of tokens, and the seat that
/// begins. A setup is always valid.
///
/// ```
/// use point_city::{Setup, Variant};
/// let mut rng = tabletop::Seed::from_phrase("doc").stream("an example");
/// let setup = Setup::deal(Variant::Standard, 3, &mut rng);
/// assert_eq!(setup.deck().len(), 116);
/// assert_eq!(setup.tokens().len(), 12);
/// let json = serde_json::to_value(&setup).unwrap();
/// assert_eq!(Setup::read(Variant::Standard, 3, &json).unwrap(), setup);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    pub(crate) variant: Variant,
    pub(crate) players: usize,
    pub(crate) deck: [CardId; Size::MOST_CARDS],
    pub(crate) tokens: [Token; Size::MOST_TOKENS],
    pub(crate) start: Seat,
}

/// All errors in a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct SetupError {
    /// The errors that were found, at least one.
    pub mistakes: Vec<SetupMistake>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, mistake) in self.mistakes.iter().enumerate() {
            write!(f, "{}{mistake}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

/// An error in a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupMistake {
    /// The header names no known variant.
    #[error("variant: {0}")]
    Variant(Unknown),
    /// The variant does not allow this number of players.
    #[error("players: {variant} takes {} to {}, found {found}", variant.players().start(), variant.players().end())]
    Players {
        /// The variant.
        variant: Variant,
        /// The number in the header.
        found: usize,
    },
    /// A key is missing, or its value is of the wrong type.
    #[error("{key}: expected {expected}, found {found}")]
    Value {
        /// The key, as in `deck[3]`.
        key: String,
        /// A description of the expected value.
        expected: &'static str,
        /// The JSON value, or `nothing`.
        found: String,
    },
    /// The list is too short or too long.
    #[error("{key}: expected {expected} for this number of players, found {found}")]
    Length {
        /// `deck` or `tokens`.
        key: &'static str,
        /// The expected number of entries.
        expected: usize,
        /// The actual number of entries.
        found: usize,
    },
    /// An entry appears twice in its list.
    #[error("{key}[{place}]: {text} was already at {first}")]
    Twice {
        /// `deck` or `tokens`.
        key: &'static str,
        /// The place of the second one, from 0.
        place: usize,
        /// The place of the first one.
        first: usize,
        /// The card or token.
        text: String,
    },
    /// A card has the wrong tier for its place.
    #[error("deck[{place}]: expected a card of tier {expected}, found {card} of tier {}", card.tier())]
    Tier {
        /// Its place, with 0 at the top.
        place: usize,
        /// The tier of cards at this place.
        expected: u8,
        /// The card.
        card: CardId,
    },
    /// The starting seat does not exist.
    #[error("start: expected a seat below {players}, found {found}")]
    Start {
        /// The number of players.
        players: usize,
        /// The seat in the setup.
        found: u64,
    },
}

impl Setup {
    /// Deals a setup.
    ///
    /// It draws in this order: a card of tier 1, 2, 3 for each place of the deck from the top, the tokens from the
    /// left, and the seat that begins (not drawn for one player). Cards and tokens are drawn by a Fisher-Yates shuffle
    /// that stops when there are enough. It starts from the order of [`CardId::ALL`] or [`Token::ALL`], draws one of
    /// the remaining elements, and moves the last of them into its place.
    ///
    /// # Panics
    /// Panics if the variant does not take so many players.
    #[must_use]
    pub fn deal<R: Rng>(variant: Variant, players: usize, rng: &mut R) -> Self {
        assert!(variant.players().contains(&players), "{variant} is not for {players}");
        let size = Size::of(players);
        let mut deck = [CardId::ALL[0]; Size::MOST_CARDS];
        let (mut from, mut to) = (0, 0);
        for tier in 0..3 {
            let mut cards = CardId::ALL;
            let here = &mut cards[from..from + TIER_SIZES[tier]];
            draw(rng, here, &mut deck[to..to + size.tiers[tier]]);
            from += TIER_SIZES[tier];
            to += size.tiers[tier];
        }
        let mut tokens = [Token::ALL[0]; Size::MOST_TOKENS];
        draw(rng, &mut Token::ALL.clone(), &mut tokens[..size.tokens]);
        let start = if players == 1 { 0 } else { below(rng, players as u32) as u8 };
        Self { variant, players, deck, tokens, start: Seat::new(start) }
    }

    /// Returns the setup of a state that was [sampled](tabletop::Information::sample) in a game with this setup. The moves of the
    /// game lead from it to that state. It shows nothing of this setup that the state doesn't show.
    #[must_use]
    pub fn of_sample(&self, sampled: &State) -> Self {
        Self { deck: sampled.deck, ..self.clone() }
    }

    /// Reads the `setup` of a record.
    ///
    /// # Errors
    /// Returns all errors in it.
    pub fn read(variant: Variant, players: usize, setup: &Value) -> Result<Self, SetupError> {
        if !variant.players().contains(&players) {
            return Err(SetupError { mistakes: vec![SetupMistake::Players { variant, found: players }] });
        }
        let size = Size::of(players);
        let mut mistakes = Vec::new();
        let cards = list::<CardId>("deck", setup, size.cards(), &mut mistakes);
        for &(place, card) in cards.iter().filter(|&&(place, _)| place < size.cards()) {
            let expected = size.tier_at(place);
            if card.tier() != expected {
                mistakes.push(SetupMistake::Tier { place, expected, card });
            }
        }
        let row = list::<Token>("tokens", setup, size.tokens, &mut mistakes);
        let start = match setup.get("start").map(|value| value.as_u64().ok_or(value)) {
            Some(Ok(start)) if start < players as u64 => Seat::new(start as u8),
            Some(Ok(found)) => {
                mistakes.push(SetupMistake::Start { players, found });
                Seat::new(0)
            }
            other => {
                let found = other.and_then(Result::err);
                mistakes.push(value_mistake("start".to_owned(), "the number of a seat", found));
                Seat::new(0)
            }
        };
        if !mistakes.is_empty() {
            return Err(SetupError { mistakes });
        }
        let mut deck = [CardId::ALL[0]; Size::MOST_CARDS];
        let mut tokens = [Token::ALL[0]; Size::MOST_TOKENS];
        cards.iter().for_each(|&(place, card)| deck[place] = card);
        row.iter().for_each(|&(place, token)| tokens[place] = token);
        Ok(Self { variant, players, deck, tokens, start })
    }

    /// Returns the variant for which the setup is.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the number of players, without the city.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Returns the numbers of cards and tokens.
    #[must_use]
    pub const fn size(&self) -> Size {
        Size::of(self.players)
    }

    /// Returns the deck with the top first, including the 16 cards of the market.
    #[must_use]
    pub fn deck(&self) -> &[CardId] {
        &self.deck[..self.size().cards()]
    }

    /// Returns the tokens, in their row from the left.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens[..self.size().tokens]
    }

    /// Returns the seat that begins.
    #[must_use]
    pub const fn start(&self) -> Seat {
        self.start
    }
}

fn draw<T: Copy, R: Rng>(rng: &mut R, mut from: &mut [T], to: &mut [T]) {
    for drawn in to {
        let (last, place) = (from.len() - 1, below(rng, from.len() as u32) as usize);
        *drawn = from[place];
        from[place] = from[last];
        from = &mut from[..last];
    }
}

/// Returns the readable entries of a list, with their places, and notes the errors.
fn list<T>(
    key: &'static str,
    setup: &Value,
    length: usize,
    mistakes: &mut Vec<SetupMistake>,
) -> Vec<(usize, T)>
where
    T: std::str::FromStr<Err = Unknown> + PartialEq + Copy + fmt::Display,
{
    let mut read: Vec<(usize, T)> = Vec::new();
    let Some(Value::Array(entries)) = setup.get(key) else {
        mistakes.push(value_mistake(key.to_owned(), "a list of texts", setup.get(key)));
        return read;
    };
    if entries.len() != length {
        mistakes.push(SetupMistake::Length { key, expected: length, found: entries.len() });
    }
    for (place, entry) in entries.iter().enumerate() {
        let entry_key = format!("{key}[{place}]");
        match entry.as_str().map(str::parse::<T>) {
            None => mistakes.push(value_mistake(entry_key, "a text", Some(entry))),
            Some(Err(Unknown { expected, .. })) => {
                mistakes.push(value_mistake(entry_key, expected, Some(entry)));
            }
            Some(Ok(item)) => {
                if let Some(&(first, _)) = read.iter().find(|&&(_, earlier)| earlier == item) {
                    mistakes.push(SetupMistake::Twice { key, place, first, text: item.to_string() });
                }
                read.push((place, item));
            }
        }
    }
    read
}

fn value_mistake(key: String, expected: &'static str, found: Option<&Value>) -> SetupMistake {
    let found = found.map_or_else(|| "nothing".to_owned(), Value::to_string);
    SetupMistake::Value { key, expected, found }
}

/// Writes the setup as in a record: `{"deck":[…],"tokens":[…],"start":0}`.
impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut setup = serializer.serialize_struct("Setup", 3)?;
        setup.serialize_field("deck", self.deck())?;
        setup.serialize_field("tokens", self.tokens())?;
        setup.serialize_field("start", &self.start)?;
        setup.end()
    }
}
