//! Seats, sets of seats, and viewers.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tabletop::{NoSuchSeat, Seat, SeatSet, Viewer};

fn numbers(set: SeatSet) -> Vec<usize> {
    set.iter().map(Seat::index).collect()
}

#[test]
fn seats_go_round() {
    for count in 1..=Seat::MAX {
        let mut seat = Seat::new(0);
        for number in 0..count {
            assert_eq!(seat.index(), number);
            assert_eq!(seat.left(count).right(count), seat);
            assert_eq!(seat.right(count).left(count), seat);
            assert_eq!(seat.left(count).index(), (number + 1) % count);
            assert_eq!(seat.right(count).index(), (number + count - 1) % count);
            seat = seat.left(count);
        }
        assert_eq!(seat, Seat::new(0), "once round a table of {count}");
    }
}

#[test]
fn all_seats_in_order() {
    for count in 0..=Seat::MAX {
        let all: Vec<Seat> = Seat::all(count).collect();
        assert_eq!(all.len(), count);
        assert!(all.iter().enumerate().all(|(number, seat)| seat.index() == number));
        assert!(Seat::all(count).rev().eq(all.iter().rev().copied()));
        assert!(SeatSet::all(count).iter().eq(all.iter().copied()));
        let viewers: Vec<Viewer> = Viewer::all(count).collect();
        assert_eq!(viewers.len(), count + 1);
        assert_eq!(viewers[count], Viewer::Spectator);
        assert!(viewers.iter().map(|viewer| viewer.seat()).eq(all.into_iter().map(Some).chain([None])));
    }
}

#[test]
fn a_number_is_a_seat_up_to_seven() {
    for number in 0..=u8::MAX {
        let seat = Seat::try_from(number);
        if usize::from(number) < Seat::MAX {
            assert_eq!(seat, Ok(Seat::new(number)));
            assert_eq!(u8::from(Seat::new(number)), number);
            assert_eq!(Seat::new(number).to_string(), number.to_string());
        } else {
            assert_eq!(seat, Err(NoSuchSeat(number)));
        }
    }
    assert_eq!(NoSuchSeat(8).to_string(), "expected a seat number from 0 to 7, found 8");
}

#[test]
#[should_panic(expected = "a table has at most eight seats")]
fn a_ninth_seat_can_not_be_made() {
    let _ = Seat::new(8);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "the seat is not at the table")]
fn a_seat_outside_the_table_has_no_neighbour() {
    let _ = Seat::new(3).left(3);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "a table has at most eight seats")]
fn a_set_of_nine_can_not_be_made() {
    let _ = SeatSet::all(9);
}

#[test]
fn seats_and_viewers_as_json() {
    let json = |value: &dyn erased::Json| value.json();
    assert_eq!(json(&Seat::new(3)), "3");
    assert_eq!(json(&SeatSet::EMPTY), "[]");
    assert_eq!(json(&SeatSet::EMPTY.with(Seat::new(5)).with(Seat::new(0))), "[0,5]");
    assert_eq!(json(&Viewer::Seat(Seat::new(2))), "2");
    assert_eq!(json(&Viewer::Spectator), "null");
    assert_eq!(serde_json::from_str::<Seat>("7").ok(), Some(Seat::new(7)));
    let error = serde_json::from_str::<Seat>("8").expect_err("there is no seat 8").to_string();
    assert_eq!(error, "expected a seat number from 0 to 7, found 8");
    for text in ["-1", "256", "1.0", "\"1\"", "null", "[1]"] {
        assert!(serde_json::from_str::<Seat>(text).is_err(), "{text}");
    }
}

/// Anything that serialises, by reference.
mod erased {
    pub(crate) trait Json {
        fn json(&self) -> String;
    }

    impl<T: serde::Serialize> Json for T {
        fn json(&self) -> String {
            serde_json::to_string(self).expect("it serialises")
        }
    }
}

#[test]
fn a_set_shows_its_numbers() {
    assert_eq!(format!("{:?}", SeatSet::all(3).without(Seat::new(1))), "{0, 2}");
    assert_eq!(SeatSet::default(), SeatSet::EMPTY);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A `SeatSet` behaves as a set from the standard library.
    #[test]
    fn a_set_of_seats_is_a_set(steps in prop::collection::vec((any::<bool>(), 0..8_u8), 0..24)) {
        let mut set = SeatSet::EMPTY;
        let mut model = BTreeSet::new();
        for (insert, number) in steps {
            let seat = Seat::new(number);
            if insert {
                set = set.with(seat);
                model.insert(seat);
            } else {
                set = set.without(seat);
                model.remove(&seat);
            }
            prop_assert_eq!(set.len(), model.len());
            prop_assert_eq!(set.is_empty(), model.is_empty());
            prop_assert_eq!(set.first(), model.first().copied());
            prop_assert!(set.iter().eq(model.iter().copied()));
            prop_assert!(Seat::all(8).all(|seat| set.contains(seat) == model.contains(&seat)));
            prop_assert_eq!(set, model.iter().rev().copied().collect::<SeatSet>());
            prop_assert_eq!(numbers(set).len(), set.len());
        }
    }
}
