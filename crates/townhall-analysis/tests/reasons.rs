//! The reasons for verdicts are true of the position.

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use tabletop::{Seat, Seed, Viewer, play_out};
use townhall_analysis::judge;

#[path = "../examples/honesty/refute.rs"]
mod refute;

use refute::{Again, Checked, Refute, check, check_expected};

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
    let terms = [
        "does", "blocks", "opens", "spoils", "takes", "passes", "leaves", "pair", "grows", "returns",
        "outbids", "rest", "room",
    ];
    assert_true(&check::<BetweenTwoCities>(1), &terms);
}

/// Judges random moves in a game of every mode, and measures what their reasons expect.
fn assert_expected<G: Refute>(one_in: usize, sims: usize) {
    let (mut asked, mut checked) = (0, Vec::new());
    for (variant, players) in G::modes() {
        let seed = Seed::from_phrase("expected");
        let mut rng = seed.stream("moves");
        let choose = |state: &G::State, seat: Seat| {
            asked += 1;
            if asked % one_in == 0 && seat.index() < players {
                let view = G::view(state, Viewer::Seat(seat));
                let mv = G::random_move(state, seat, &mut rng);
                let one = mv.and_then(|mv| judge::<G>(&view, mv, sims, &seed));
                checked.extend(
                    one.into_iter().flat_map(|one| check_expected::<G>(&view, &one, Again::Policy(200))),
                );
            }
            G::rollout_move(state, seat)
        };
        play_out::<G>(G::start(&G::deal_from(&seed, variant, players).0), choose, |_, _, _| ());
    }
    let refuted: Vec<_> = checked.iter().filter(|refuted| !refuted.is_empty()).collect();
    assert!(refuted.is_empty() && checked.len() > 2, "of {}: {refuted:?}", checked.len());
}

#[test]
fn expected_changes_in_point_city_are_found_again() {
    assert_expected::<PointCity>(9, 100);
}

#[test]
fn expected_changes_in_between_two_cities_are_found_again() {
    assert_expected::<BetweenTwoCities>(8, 300);
}
