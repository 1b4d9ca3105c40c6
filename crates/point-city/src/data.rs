//! The table of cards. It is read from `data/cards.csv` while the crate is compiled, so a mistake in it is an error of
//! the compiler.

use crate::{Amounts, Kind, Resource};

const TEXT: &[u8] = include_bytes!("../data/cards.csv");
/// The number of cards.
pub(crate) const COUNT: usize = 160;
const HEAD: &[u8] = b"id,tier,back,back_symbols,kind,produces,points,cost";

/// The yield of a building.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gives {
    /// The building gives a permanent resource, and printed points (often 0).
    Permanent(Resource, u8),
    /// The building gives printed points only.
    Points(u8),
    /// The building is civic and gives an open token.
    Token,
}

/// The values that are printed on a card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Print {
    pub(crate) tier: u8,
    pub(crate) back: Kind,
    pub(crate) cost: Amounts,
    pub(crate) gives: Gives,
}

/// The values on each card, in the order of [`CardId::ALL`](crate::CardId::ALL).
pub(crate) static CARDS: [Print; COUNT] = read();

/// The number of cards of each tier.
pub(crate) const TIER_SIZES: [usize; 3] = {
    let cards = read();
    let mut sizes = [0; 3];
    let mut i = 0;
    while i < cards.len() {
        let tier = cards[i].tier as usize - 1;
        assert!(i == sizes[0] + sizes[1] + sizes[2], "the tiers must follow each other");
        assert!(tier == 2 || sizes[tier + 1] == 0, "the tiers must follow each other");
        sizes[tier] += 1;
        i += 1;
    }
    sizes
};

const fn read() -> [Print; COUNT] {
    let head = field(0, b'\n');
    assert!(same(head, HEAD), "the columns must be those of HEAD");
    let empty = Print { tier: 0, back: Kind::INGENUITY, cost: Amounts::ZERO, gives: Gives::Token };
    let mut cards = [empty; COUNT];
    let mut at = head.1 + 1;
    let mut i = 0;
    while i < COUNT {
        (cards[i], at) = row(i, at);
        i += 1;
    }
    assert!(at == TEXT.len(), "there must be one row for each card");
    cards
}

/// A range of the text: the first index, and the index after the last.
type Field = (usize, usize);

const fn field(from: usize, end: u8) -> Field {
    let mut to = from;
    while TEXT[to] != end {
        to += 1;
    }
    (from, to)
}

const fn same((from, to): Field, word: &[u8]) -> bool {
    if to - from != word.len() {
        return false;
    }
    let mut i = 0;
    while i < word.len() {
        if TEXT[from + i] != word[i] {
            return false;
        }
        i += 1;
    }
    true
}

const fn digit((from, to): Field) -> u8 {
    assert!(to == from + 1 && TEXT[from].is_ascii_digit(), "expected one digit");
    TEXT[from] - b'0'
}

const fn resource((from, to): Field) -> Resource {
    assert!(to == from + 1, "expected one letter");
    match Resource::from_letter(TEXT[from]) {
        Some(resource) => resource,
        None => panic!("expected one of C M E I N"),
    }
}

const fn cost((from, to): Field) -> Amounts {
    let mut numbers = [0; 5];
    let mut i = from;
    while i < to {
        numbers[resource((i, i + 1)).index()] += 1;
        i += 1;
    }
    Amounts::of(numbers)
}

/// Reads the row of card number `i` that begins at `at`, and returns the place where the next begins.
const fn row(i: usize, at: usize) -> (Print, usize) {
    let id = field(at, b',');
    let tier = field(id.1 + 1, b',');
    let back = field(tier.1 + 1, b',');
    let symbols = field(back.1 + 1, b',');
    let kind = field(symbols.1 + 1, b',');
    let produces = field(kind.1 + 1, b',');
    let points = field(produces.1 + 1, b',');
    let price = field(points.1 + 1, b'\n');

    let base = i / 5 + 1;
    let name = [b'0' + (base / 10) as u8, b'0' + (base % 10) as u8, Resource::ALL[i % 5].letter() as u8];
    assert!(same(id, &name), "the ids must be 01C 01M … 32N in this order");
    let back = match (same(back, b"*"), digit(symbols)) {
        (true, 1) => Kind::INGENUITY,
        (false, 1) => Kind::single(resource(back)),
        (false, 2) => Kind::double(resource(back)),
        _ => panic!("a back shows one symbol, or two of a resource"),
    };
    let gives = if same(kind, b"production") {
        Gives::Permanent(resource(produces), digit(points))
    } else {
        assert!(produces.0 == produces.1, "only production cards produce");
        if same(kind, b"points") {
            Gives::Points(digit(points))
        } else {
            assert!(same(kind, b"civic") && digit(points) == 0, "expected production, points or civic");
            Gives::Token
        }
    };
    (Print { tier: digit(tier), back, cost: cost(price), gives }, price.1 + 1)
}
