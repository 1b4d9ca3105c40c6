//! The conformance kit of `tabletop`, run on this game.

use between_two_cities::BetweenTwoCities;

#[test]
fn keeps_the_promises_of_every_game() {
    tabletop::conformance::check::<BetweenTwoCities>(3, "between two cities");
}

#[test]
fn is_encoded_as_numbers() {
    tabletop::conformance::check_encoding::<BetweenTwoCities>(3, "between two cities as numbers");
}

#[test]
fn encoding_allocates_nothing() {
    let count = |calls: &mut dyn FnMut()| allocation_counter::measure(calls).count_total;
    assert!(count(&mut || drop(std::hint::black_box(Box::new(1)))) > 0, "allocations are counted");
    tabletop::conformance::check_that_encoding_allocates_nothing::<BetweenTwoCities>(
        3,
        "between two cities allocates nothing",
        count,
    );
}
