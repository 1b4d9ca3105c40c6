//! The Automas: their cards, and the tiles that a card chooses from a hand.

use std::sync::LazyLock;

use serde::Serialize;

use crate::{Building, Hand, Layout, Piece, Tile, score::Tally};

/// The number of Automa cards.
pub(crate) const CARDS: usize = 20;

/// A card of the Automas' deck. For the city on each side it has the building types in the order in which the city
/// wants them.
///
/// ```
/// use between_two_cities::AutomaCard;
/// let card = AutomaCard::numbered(1).unwrap();
/// assert_eq!(card.left.len(), 6);
/// assert!(AutomaCard::numbered(21).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct AutomaCard {
    /// Its number, from 1.
    pub card: u8,
    /// The building types for the city on the Automa's left, most wanted first.
    pub left: [Building; 6],
    /// The building types for the city on its right.
    pub right: [Building; 6],
}

/// The deck as a file that can be read and changed easily: number, left column, right column. Each column has the six
/// types by letter, with `T` for taverns.
const FILE: &str = include_str!("../data/automa.csv");

static DECK: LazyLock<[AutomaCard; CARDS]> = LazyLock::new(|| {
    let cards: Vec<AutomaCard> = FILE.lines().skip(1).filter_map(read_line).collect();
    // The file is compiled in, and a test reads it too, so this can't fail at run time.
    cards.try_into().expect("data/automa.csv holds 20 cards")
});

fn read_line(line: &str) -> Option<AutomaCard> {
    let mut fields = line.split(',');
    let card = fields.next()?.parse().ok()?;
    let (left, right) = (column(fields.next()?)?, column(fields.next()?)?);
    fields.next().is_none().then_some(AutomaCard { card, left, right })
}

fn column(letters: &str) -> Option<[Building; 6]> {
    let types: Option<Vec<Building>> = letters
        .chars()
        .map(|letter| match letter {
            'T' => Some(Building::Tavern),
            _ => Tile::from_letter(letter).map(Tile::building).filter(|&b| b != Building::Tavern),
        })
        .collect();
    types.and_then(|types| types.try_into().ok())
}

impl AutomaCard {
    /// Returns the card with this number, from 1 to 20.
    #[must_use]
    pub fn numbered(card: u8) -> Option<Self> {
        DECK.get(usize::from(card).checked_sub(1)?).copied()
    }

    /// Returns the tiles that the Automa with this card chooses for the cities on its left and right.
    ///
    /// One city (the right one if `right_first`) gets its preferred tile of the hand. Then the other city gets its
    /// preferred tile of the rest.
    pub(crate) fn choose(&self, hand: Hand, cities: [Tally; 2], right_first: bool) -> [Piece; 2] {
        let mut hand = hand;
        let mut take = |column: &[Building; 6], city: &Tally| {
            let best = hand.kinds().min_by_key(|&piece| rank(piece, column, city));
            let best = best.expect("a hand holds at least three tiles when two are chosen");
            hand.take(best);
            best
        };
        if right_first {
            let right = take(&self.right, &cities[1]);
            [take(&self.left, &cities[0]), right]
        } else {
            let left = take(&self.left, &cities[0]);
            [left, take(&self.right, &cities[1])]
        }
    }
}

/// Returns the preference of a city for a tile; a lower value is preferred. It is the place of the tile's type in the
/// column and, among taverns, the number of that icon in the city. A duplex tile is ranked by its better half, then by
/// the other half. Ties are broken by the order of [`Piece::all`].
fn rank(piece: Piece, column: &[Building; 6], city: &Tally) -> (usize, usize, u8, usize) {
    let place = |tile: Tile| column.iter().position(|&b| b == tile.building()).unwrap_or(column.len());
    match (piece.tile(), piece.duplex()) {
        (Some(tile), _) if tile.is_tavern() => (place(tile), 0, city[tile.index()], tile.index()),
        (Some(tile), _) => (place(tile), 0, 0, 0),
        (_, Some(duplex)) => {
            let [one, other] = duplex.halves().map(place);
            (one.min(other), one.max(other), 0, duplex.index())
        }
        (None, None) => (column.len(), 0, 0, 0),
    }
}

/// Returns the number of each kind of tile on a board.
pub(crate) fn tally(layout: Layout) -> Tally {
    let mut tally = Tally::default();
    crate::Cell::all().filter_map(|cell| layout.get(cell)).for_each(|tile| tally[tile.index()] += 1);
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the pieces of a text.
    fn hand(text: &str) -> Hand {
        text.split(' ').map(|piece| piece.parse::<Piece>().expect("a piece")).collect()
    }

    #[test]
    fn every_line_of_the_file_is_a_card_and_columns_are_balanced() {
        let lines: Vec<&str> = FILE.lines().collect();
        assert_eq!((lines[0], lines.len()), ("card,left,right", CARDS + 1));
        for (index, line) in lines[1..].iter().enumerate() {
            let card = read_line(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(card.card as usize, index + 1);
            for column in [card.left, card.right] {
                assert!(Building::ALL.iter().all(|building| column.contains(building)), "{line}");
            }
        }
        for building in Building::ALL {
            for rank in 0..6 {
                let left = DECK.iter().filter(|card| card.left[rank] == building).count();
                let right = DECK.iter().filter(|card| card.right[rank] == building).count();
                assert!((3..=5).contains(&left) && (3..=5).contains(&right), "{building} at {rank}");
            }
        }
    }

    #[test]
    fn the_city_served_first_takes_what_it_wants_most() {
        // Card 1 has S F O T H P on the left and T H O S P F on the right.
        let card = AutomaCard::numbered(1).expect("a card");
        let none = [Tally::default(); 2];
        let texts = |pieces: [Piece; 2]| pieces.map(|piece| piece.to_string());
        assert_eq!(texts(card.choose(hand("F O P H H"), none, false)), ["F", "H"]);
        assert_eq!(texts(card.choose(hand("O P P"), none, false)), ["O", "P"]);
        // The right city chooses first and takes the office, which the left one would have chosen too.
        assert_eq!(texts(card.choose(hand("O P P"), none, true)), ["P", "O"]);
    }

    #[test]
    fn taverns_go_by_the_icon_that_the_city_lacks() {
        let card = AutomaCard::numbered(1).expect("a card");
        let mut cities = [Tally::default(); 2];
        let texts = |pieces: [Piece; 2]| pieces.map(|piece| piece.to_string());
        assert_eq!(texts(card.choose(hand("S d e b"), cities, false)), ["S", "d"]);
        cities[1][Tile::Drink.index()] = 1;
        assert_eq!(texts(card.choose(hand("S d e b"), cities, false)), ["S", "e"]);
    }

    #[test]
    fn duplexes_go_by_better_half_then_other_half() {
        let card = AutomaCard::numbered(1).expect("a card");
        let none = [Tally::default(); 2];
        let texts = |pieces: [Piece; 2]| pieces.map(|piece| piece.to_string());
        // The left city prefers S/F to SH, since F comes before H. For the right city, H comes before O, so it prefers
        // SH to PO.
        assert_eq!(texts(card.choose(hand("S/F SH PO"), none, false)), ["S/F", "SH"]);
        assert_eq!(texts(card.choose(hand("S/F SH PO"), none, true)), ["S/F", "SH"]);
    }
}
