//! The conformance kit of `tabletop`, run on this game.

#[test]
fn point_city_keeps_the_promises_of_a_game() {
    tabletop::conformance::check::<point_city::PointCity>(4, "point city keeps its promises");
}

#[test]
fn nobody_can_sample_the_truth() {
    tabletop::conformance::check_secrets::<point_city::PointCity>("point city keeps its secrets");
}
