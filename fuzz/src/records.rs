//! Any text as a record file: reading, replaying and checking a deal never panic, and a record that is written is read
//! again unchanged.

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use tabletop::{
    Game, Record,
    record::{RawRecord, split},
};

/// Runs one input.
///
/// # Panics
/// Panics if it finds a bug.
pub fn run(text: &str) {
    for raw in split(text).unwrap_or_default() {
        check::<BetweenTwoCities>(raw.clone());
        check::<PointCity>(raw);
    }
}

fn check<G: Game>(raw: RawRecord) {
    let Ok(record) = Record::<G>::read(raw) else { return };
    let text = record.to_string();
    let again = Record::<G>::read_all(&text).expect("a written record can be read");
    assert_eq!(again, std::slice::from_ref(&record), "reading returns the written record");
    let _ = record.verify_deal();
    if let Ok((state, outcome)) = record.replay_unfinished() {
        G::audit(&record.setup, &state).expect("nothing was lost");
        assert_eq!(outcome.is_some(), G::to_act(&state).is_empty(), "over exactly when no seat is to act");
    }
}
