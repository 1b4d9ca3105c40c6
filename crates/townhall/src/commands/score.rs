//! `townhall score`: the points of a real table.

use std::io::{BufRead, Write, stdin, stdout};

use between_two_cities::{Built, CityResult, Layout};

use crate::{cli, failure::Failure};

/// The most cities a table can have.
const MOST_CITIES: usize = 7;

/// Prints the scores of the cities named, or of the tables on standard input.
pub(crate) fn run(args: &cli::Score) -> Result<(), Failure> {
    if !args.cities.is_empty() {
        let cities = args.cities.iter().map(String::as_str);
        return print(&score(cities).map_err(Failure::BadInput)?);
    }
    for (line, number) in stdin().lock().lines().zip(1..) {
        let line = line.map_err(|error| Failure::BadInput(format!("line {number}: {error}")))?;
        if !line.trim().is_empty() {
            let scores = score(line.split_whitespace());
            print(&scores.map_err(|error| Failure::BadInput(format!("line {number}, {error}")))?)?;
        }
    }
    Ok(())
}

fn print(scores: &serde_json::Value) -> Result<(), Failure> {
    Ok(writeln!(stdout(), "{scores}")?)
}

fn score<'a>(cities: impl Iterator<Item = &'a str>) -> Result<serde_json::Value, String> {
    let layouts: Vec<Layout> = cities
        .enumerate()
        .map(|(index, text)| text.parse().map_err(|error| format!("city {index} ({text:?}): {error}")))
        .collect::<Result<_, String>>()?;
    if layouts.len() > MOST_CITIES {
        return Err(format!("a table has 1 to {MOST_CITIES} cities, not {}", layouts.len()));
    }
    let scores = between_two_cities::score(&layouts).into_iter();
    let cities = layouts.iter().zip(scores);
    let cities: Vec<CityResult> =
        cities.map(|(&layout, score)| CityResult { built: Built::Grid(layout), score }).collect();
    Ok(serde_json::json!({ "cities": cities }))
}
