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

#[test]
fn encoding_allocates_nothing() {
    let count = |calls: &mut dyn FnMut()| allocation_counter::measure(calls).count_total;
    assert!(count(&mut || drop(std::hint::black_box(Box::new(1)))) > 0, "allocations are counted");
    tabletop::conformance::check_that_encoding_allocates_nothing::<point_city::PointCity>(
        3,
        "point city allocates nothing",
        count,
    );
}
