//! Changes of a list turn the old list into the new one, and contain few unchanged elements.

use proptest::{collection::vec, prelude::*};
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

/// Applying invalid changes ignores those that do not fit.
#[test]
fn changes_that_do_not_fit_are_ignored() {
    let mut shown = json!({ "list": [1, 2], "word": "a" });
    let nonsense = json!({ "list": [[7, 9, [3]], ["x"]], "word": [[0, 1, []]], "new": { "is": null } });
    apply(&mut shown, &nonsense);
    assert_eq!(shown, json!({ "list": [1, 2, 3], "word": "a", "new": null }));
    apply(&mut shown, &json!({ "": { "is": 5 } }));
    apply(&mut shown, &json!({ "key": { "is": 5 } }));
    assert_eq!(shown, json!(5));
}
