//! Changes of a list turn the old list into the new one, and contain few unchanged elements.

use proptest::{collection::vec, prelude::*};
use serde::Serialize;
use serde_json::{Value, json};
use tabletop::parts::{Changes, apply};

fn changes(before: &Vec<u8>, now: &Vec<u8>) -> Value {
    serde_json::to_value(Changes { before, now }).expect("numbers are JSON")
}

proptest! {
    #[test]
    fn the_changes_of_a_list_lead_to_it(before in vec(0..6_u8, 0..40), now in vec(0..6_u8, 0..40)) {
        let mut shown = json!(before);
        apply(&mut shown, &changes(&before, &now));
        prop_assert_eq!(shown, json!(now));
    }

    /// The list has far more elements than the window in which a moved element is looked for.
    #[test]
    fn so_do_those_of_a_long_one(
        before in vec(any::<u8>(), 100),
        at in 0..100_usize,
        removed in 0..100_usize,
        added in vec(any::<u8>(), 0..100),
    ) {
        let mut now = before.clone();
        now.splice(at..(at + removed).min(100), added);
        let mut shown = json!(before);
        apply(&mut shown, &changes(&before, &now));
        prop_assert_eq!(shown, json!(now));
    }
}

/// The changes that are written for some example lists.
#[test]
fn only_changes_are_written() {
    for (before, now, expected) in [
        (vec![], vec![], json!({})),
        (vec![1, 2, 3], vec![1, 2, 3], json!({})),
        (vec![], vec![1, 2], json!({ "": [[0, 0, [1, 2]]] })),
        (vec![1, 2], vec![], json!({ "": [[0, 2, []]] })),
        (vec![1, 2, 3], vec![1, 9, 3], json!({ "": [[1, 1, [9]]] })),
        (vec![1, 2, 3, 4, 5], vec![2, 3, 5], json!({ "": [[0, 1, []], [2, 1, []]] })),
        (vec![1, 2, 3], vec![1, 7, 8, 2, 3, 9], json!({ "": [[1, 0, [7, 8]], [5, 0, [9]]] })),
        (vec![1, 2, 3, 4], vec![5, 6, 3, 7], json!({ "": [[0, 2, [5, 6]], [3, 1, [7]]] })),
    ] {
        assert_eq!(changes(&before, &now), expected, "{before:?} to {now:?}");
    }
}

/// A card of a row, and a board with one of each kind of field.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Card {
    suit: u8,
    rank: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct Board {
    turn: u8,
    hand: Vec<u8>,
    cards: Vec<Card>,
    top: Card,
    spare: Option<Card>,
}

tabletop::parts!(Card { value suit, value rank });
tabletop::parts!(Board { value turn, list hand, rows cards, part top, optional spare });

fn card(suit: u8, rank: u8) -> Card {
    Card { suit, rank }
}

fn any_card() -> impl Strategy<Value = Card> {
    (0..3_u8, 0..3_u8).prop_map(|(suit, rank)| card(suit, rank))
}

fn any_board() -> impl Strategy<Value = Board> {
    let lists = (vec(0..6_u8, 0..8), vec(any_card(), 0..12));
    (0..3_u8, lists, any_card(), prop::option::of(any_card()))
        .prop_map(|(turn, (hand, cards), top, spare)| Board { turn, hand, cards, top, spare })
}

proptest! {
    #[test]
    fn the_changes_of_each_kind_of_field_lead_to_the_new_value(before in any_board(), now in any_board()) {
        let changes = serde_json::to_value(Changes { before: &before, now: &now }).expect("numbers are JSON");
        let mut shown = json!(before);
        apply(&mut shown, &changes);
        prop_assert_eq!(shown, json!(now));
    }
}

/// An added row has only what differs from the row that it replaces, or else from the row before it.
#[test]
fn rows_have_only_what_differs() {
    let board =
        |cards: &[Card], top, spare| Board { turn: 1, hand: vec![], cards: cards.to_vec(), top, spare };
    let before = board(&[card(1, 1), card(1, 2), card(2, 5)], card(0, 7), None);
    let replaced = board(&[card(1, 1), card(1, 9), card(2, 5)], card(0, 8), Some(card(3, 3)));
    let added =
        board(&[card(1, 1), card(1, 9), card(1, 8), card(7, 8), card(2, 5)], card(0, 8), Some(card(3, 4)));
    for (before, now, expected) in [
        (
            &before,
            &replaced,
            json!({
                "cards": { "+": [[1, 1, [{ "rank": 9 }]]] },
                "top": { "+": { "rank": 8 } },
                "spare": { "suit": 3, "rank": 3 },
            }),
        ),
        (
            &replaced,
            &added,
            json!({ "cards": { "+": [[2, 0, [{ "rank": 8 }, { "suit": 7 }]]] }, "spare": { "+": { "rank": 4 } } }),
        ),
        (&replaced, &board(&[], card(0, 8), None), json!({ "cards": { "+": [[0, 3, []]] }, "spare": null })),
        (
            &board(&[], card(0, 8), None),
            &board(&[card(4, 4), card(4, 5)], card(0, 8), None),
            json!({ "cards": { "+": [[0, 0, [{ "suit": 4, "rank": 4 }, { "rank": 5 }]]] } }),
        ),
    ] {
        let changes = serde_json::to_value(Changes { before, now }).expect("numbers are JSON");
        assert_eq!(changes, expected);
    }
}

/// Applying invalid changes ignores those that do not fit.
#[test]
fn changes_that_do_not_fit_are_ignored() {
    let mut shown = json!({ "list": [1, 2], "word": "a" });
    let nonsense = json!({
        "": [[0, 1, []]],
        "list": { "": [[7, u64::MAX, [3]], ["x"], 5] },
        "word": { "": [[0, 1, []]] },
        "new": { "+": { "key": 1 } },
    });
    apply(&mut shown, &nonsense);
    assert_eq!(shown, json!({ "list": [1, 2, 3], "word": "a", "new": null }));
    apply(&mut shown, &json!({ "list": { "+": [[0, 1, [{ "key": 1 }]]] }, "word": { "+": "x" } }));
    assert_eq!(shown, json!({ "list": [1, 2, 3], "word": "a", "new": null }));
    apply(&mut shown, &json!(["key"]));
    assert_eq!(shown, json!({ "list": [1, 2, 3], "word": "a", "new": null }));
}
