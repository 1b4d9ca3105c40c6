//! The conformance kit of `tabletop`, run on this game.

use between_two_cities::BetweenTwoCities;

#[test]
fn keeps_the_promises_of_every_game() {
    tabletop::conformance::check::<BetweenTwoCities>(6, "between two cities");
}

#[test]
fn is_encoded_as_numbers() {
    tabletop::conformance::check_encoding::<BetweenTwoCities>(3, "between two cities as numbers");
}
