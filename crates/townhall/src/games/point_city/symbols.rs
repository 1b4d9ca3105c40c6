//! Drawing resources, cards and tokens: every resource has a shape, a letter and a colour.

use point_city::{Amounts, CardId, Cards, Counts, Face, Gives, Kind, Resource, Token};

use crate::games::style::{bold, dim, inked};

/// The shape and the colour of a resource; of ingenuity, if it is none.
fn look(resource: Option<Resource>) -> (char, u8) {
    match resource {
        Some(Resource::Community) => ('☻', 141),
        Some(Resource::Economy) => ('¤', 220),
        Some(Resource::Energy) => ('↯', 208),
        Some(Resource::Industry) => ('☼', 205),
        Some(Resource::Ecology) => ('♠', 77),
        None => ('★', 51),
    }
}

/// One symbol: shape and letter.
pub(super) fn symbol(resource: Option<Resource>) -> String {
    let (shape, ink) = look(resource);
    let letter = resource.map_or('*', Resource::letter);
    inked(&format!("{shape}{letter}"), ink)
}

/// A resource card: its shape once or twice, and its text.
pub(super) fn kind(kind: Kind) -> String {
    let (shape, ink) = look(kind.resource());
    let shapes: String = std::iter::repeat_n(shape, usize::from(kind.symbols())).collect();
    inked(&format!("{shapes}{kind}"), ink)
}

/// Cards in a row, equal ones counted: `2×☻C 1×★*`.
pub(super) fn cards(cards: &Cards) -> String {
    card_words(cards).join(" ")
}

pub(super) fn card_words(cards: &Cards) -> Vec<String> {
    let held = Kind::ALL.into_iter().filter(|&kind| cards.get(kind) > 0);
    let texts: Vec<String> = held.map(|held| format!("{}×{}", cards.get(held), kind(held))).collect();
    if texts.is_empty() { vec![dim("none")] } else { texts }
}

/// Amounts as coloured letters: `MMEE`.
pub(super) fn letters(amounts: Amounts) -> String {
    let of = |resource: Resource| {
        let letters = resource.letter().to_string().repeat(usize::from(amounts.get(resource)));
        if letters.is_empty() { letters } else { inked(&letters, look(Some(resource)).1) }
    };
    Resource::ALL.into_iter().map(of).collect()
}

/// All five resources with their numbers: `☻2 ¤0 ↯1 ☼3 ♠0`.
pub(super) fn counters(amounts: Amounts) -> String {
    let of = |resource: Resource| {
        let text = format!("{}{}", symbol(Some(resource)), amounts.get(resource));
        if amounts.get(resource) == 0 { dim(&text) } else { text }
    };
    Resource::ALL.map(of).join(" ")
}

/// The gain from a building.
pub(super) fn gives(card: CardId) -> String {
    match card.gives() {
        Gives::Permanent(resource, 0) => symbol(Some(resource)),
        Gives::Permanent(resource, points) => format!("{} {}", symbol(Some(resource)), points_text(points)),
        Gives::Points(points) => points_text(points),
        Gives::Token => bold("token"),
    }
}

fn points_text(points: u8) -> String {
    bold(&format!("{points}p"))
}

/// The sign between the cost of a building and its gain.
pub(super) const YIELDS: char = '▸';

/// A card of the market in one line: what a resource is, what a building costs and gives.
pub(super) fn face(face: Face) -> String {
    match (face.card(), face.kind()) {
        (Some(card), _) => format!("{}{YIELDS}{}", letters(card.cost()), gives(card)),
        (None, Some(shown)) => format!("[{}]", kind(shown)),
        (None, None) => String::new(),
    }
}

/// The scoring rule of a token, in a few words.
pub(super) fn token_rule(token: Token) -> String {
    match token.counts() {
        Counts::Each(resource) => format!("2 for each {}", symbol(Some(resource))),
        Counts::Pair(a, b) => format!("3 for each pair {}{}", symbol(Some(a)), symbol(Some(b))),
        Counts::AllFive => "6 for each set of all five".to_owned(),
        Counts::Types(least) => format!("{least} for each type you have {least} or more of"),
        Counts::Missing => "4 for each type you have none of".to_owned(),
        Counts::Ingenuity => format!("2 for each {} card left", symbol(None)),
        Counts::Flat(points) => format!("{points} points"),
    }
}
