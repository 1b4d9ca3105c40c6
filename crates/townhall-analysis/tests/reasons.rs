//! The reasons for verdicts are true of the position.

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;

#[path = "../examples/honesty/refute.rs"]
mod refute;

use refute::{Checked, check};

fn assert_true(checked: &Checked, terms: &[&str]) {
    assert_eq!(checked.refuted.first(), None, "{} are not true", checked.refuted.len());
    let number = |term: &&str| checked.terms.get(*term).copied().unwrap_or_default();
    assert!(terms.iter().all(|term| number(term) > 5), "{:?}", checked.terms);
}

#[test]
fn every_reason_in_point_city_is_true() {
    let terms = ["pays", "printed", "tokens", "closer", "keeps", "opens", "leaves", "turns", "offers"];
    assert_true(&check::<PointCity>(2), &terms);
}

#[test]
fn every_reason_in_between_two_cities_is_true() {
    let terms = ["does", "blocks", "opens", "spoils", "takes", "likely", "passes", "leaves"];
    assert_true(&check::<BetweenTwoCities>(1), &terms);
}
