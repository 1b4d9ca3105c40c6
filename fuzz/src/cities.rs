//! Any text as a table of cities: each parsed table has one text form, and scoring never panics and
//! agrees with its explanation.

use between_two_cities::{Layout, explain, score};

/// Runs one input.
///
/// # Panics
/// Panics if it finds a bug.
pub fn run(text: &str) {
    let cities: Vec<Layout> = text.split_whitespace().filter_map(|city| city.parse().ok()).take(7).collect();
    for city in &cities {
        assert_eq!(city.to_string().parse(), Ok(*city), "{city} reads as the city that it was written for");
    }
    assert_eq!(score(&cities).len(), cities.len());
    assert_eq!(explain(&cities).len(), cities.len());
}
