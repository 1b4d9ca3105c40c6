//! Tables of Between Two Cities: one word a city.

use between_two_cities::{BetweenTwoCities, Built, CityResult, Layout, score};

use super::RealTable;

/// The most cities a table can have.
const MOST_CITIES: usize = 7;

impl RealTable for BetweenTwoCities {
    fn score_table(words: &[&str], variant: Option<&str>) -> Result<serde_json::Value, String> {
        if variant.is_some() {
            return Err("cities score the same in every variant: leave out --variant".to_owned());
        }
        let layouts: Vec<Layout> = words
            .iter()
            .enumerate()
            .map(|(index, text)| text.parse().map_err(|error| format!("city {index} ({text:?}): {error}")))
            .collect::<Result<_, String>>()?;
        if layouts.len() > MOST_CITIES {
            return Err(format!("a table has 1 to {MOST_CITIES} cities, not {}", layouts.len()));
        }
        let cities = layouts.iter().zip(score(&layouts));
        let cities: Vec<CityResult> =
            cities.map(|(&layout, score)| CityResult { built: Built::Grid(layout), score }).collect();
        Ok(serde_json::json!({ "cities": cities }))
    }
}
