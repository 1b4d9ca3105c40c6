//! Tables of Between Two Cities: one word a city.

use between_two_cities::{Built, CityResult, read_cities, score};

use crate::failure::Failure;

pub(super) fn score_table(words: &[&str], variant: Option<&str>) -> Result<serde_json::Value, Failure> {
    if variant.is_some() {
        let why = "cities score the same in every variant: leave out --variant";
        return Err(Failure::bad_input(why));
    }
    let layouts = read_cities(words).map_err(Failure::bad_input)?;
    let cities = layouts.iter().zip(score(&layouts));
    let cities: Vec<CityResult> =
        cities.map(|(&layout, score)| CityResult { built: Built::Grid(layout), score }).collect();
    Ok(serde_json::json!({ "cities": cities }))
}
