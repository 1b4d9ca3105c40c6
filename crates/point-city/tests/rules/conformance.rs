//! The conformance kit of `tabletop`, run on this game.

#[test]
fn point_city_keeps_the_promises_of_a_game() {
    tabletop::conformance::check::<point_city::PointCity>(4, "point city keeps its promises");
}

#[test]
fn the_truth_can_not_be_sampled() {
    tabletop::conformance::check_secrets::<point_city::PointCity>("point city keeps its secrets");
}

#[test]
fn moves_are_encoded_as_numbers() {
    tabletop::conformance::check_encoding::<point_city::PointCity>(4, "point city as numbers");
}
