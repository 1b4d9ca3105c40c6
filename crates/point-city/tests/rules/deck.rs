//! The data of the cards and tokens.

use std::collections::{BTreeMap, HashSet};

use point_city::{CardId, Gives, Kind, Resource, Size, Token};

/// Returns the resource that is `by` places after another in the cycle C M E I N.
fn turned(resource: Resource, by: usize) -> Resource {
    Resource::ALL[(resource.index() + by) % 5]
}

/// Returns the printed values of a card after all its letters are moved on in the cycle.
fn print(card: CardId, by: usize) -> (u8, Option<Resource>, u8, [u8; 5], Option<Resource>, u8, bool) {
    let back = card.back().resource().map(|resource| turned(resource, by));
    let mut cost = [0; 5];
    for resource in Resource::ALL {
        cost[turned(resource, by).index()] = card.cost().get(resource);
    }
    let produces = card.produces().map(|resource| turned(resource, by));
    (card.tier(), back, card.back().symbols(), cost, produces, card.points(), card.is_civic())
}

#[test]
fn the_deck_is_unchanged_under_its_rotation_in_every_tier() {
    for card in CardId::ALL {
        let next: CardId =
            format!("{:02}{}", card.base(), turned(card.rotation(), 1)).parse().expect("a card");
        assert_eq!(print(card, 1), print(next, 0), "{card} and {next}");
        assert_eq!(print(card, 5), print(card, 0));
    }
}

#[test]
fn counts_per_tier_and_kind_and_back() {
    let mut counts = BTreeMap::new();
    for card in CardId::ALL {
        let gives = match card.gives() {
            Gives::Permanent(..) => "permanent",
            Gives::Points(_) => "points",
            Gives::Token => "token",
        };
        *counts.entry((card.tier(), gives)).or_insert(0) += 1;
        let back = if card.back() == Kind::INGENUITY {
            "*"
        } else {
            ["1", "2"][usize::from(card.back().symbols()) - 1]
        };
        *counts.entry((card.tier(), back)).or_insert(0) += 1;
    }
    let expected = [
        ((1, "permanent"), 50),
        ((1, "points"), 5),
        ((1, "token"), 10),
        ((1, "1"), 65),
        ((2, "permanent"), 30),
        ((2, "points"), 10),
        ((2, "token"), 10),
        ((2, "2"), 30),
        ((2, "*"), 20),
        ((3, "permanent"), 20),
        ((3, "points"), 15),
        ((3, "token"), 10),
        ((3, "2"), 25),
        ((3, "*"), 20),
    ];
    assert_eq!(counts, BTreeMap::from(expected));
}

#[test]
fn every_column_is_that_of_the_data() {
    for (line, card) in include_str!("../../data/cards.csv").lines().skip(1).zip(CardId::ALL) {
        let kind = match card.gives() {
            Gives::Permanent(..) => "production",
            Gives::Points(_) => "points",
            Gives::Token => "civic",
        };
        let back = card.back().resource().map_or("*".to_owned(), |resource| resource.to_string());
        let produces = card.produces().map_or(String::new(), |resource| resource.to_string());
        let symbols = card.back().symbols();
        let start = format!("{card},{},{back},{symbols},{kind},{produces},{},", card.tier(), card.points());
        let cost = line.strip_prefix(&start).unwrap_or_else(|| panic!("{line} does not begin with {start}"));
        let mut letters = [0; 5];
        cost.chars().for_each(|letter| letters["CMEIN".find(letter).expect("a letter")] += 1);
        assert_eq!(card.cost().numbers(), letters, "{line}");
    }
}

#[test]
fn decks_leave_an_even_number_for_every_turn_but_the_last() {
    for (players, cards) in [(1, 82), (2, 82), (3, 116), (4, 150)] {
        assert_eq!(Size::of(players).cards(), cards);
        assert_eq!(cards - 16, 2 * (17 * players.max(2) - 1));
    }
}

#[test]
fn the_tokens_are_22_and_all_different() {
    let texts: HashSet<String> = Token::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), 22);
    let pairs = [
        "pair-CM", "pair-CE", "pair-CI", "pair-CN", "pair-ME", "pair-MI", "pair-MN", "pair-EI", "pair-EN",
        "pair-IN",
    ];
    let others = [
        "each-C",
        "each-M",
        "each-E",
        "each-I",
        "each-N",
        "all-five",
        "types-2",
        "types-3",
        "missing",
        "ingenuity",
        "flat-5",
        "flat-7",
    ];
    assert!(pairs.iter().chain(&others).all(|&id| texts.contains(id)), "{texts:?}");
}
