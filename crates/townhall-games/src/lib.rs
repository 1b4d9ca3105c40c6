//! The games that can be played at a table: one catalogue for the server, for the engine in the browser and for the tests.
//!
//! Tables are generic over their game. Compiled here, each program that depends on this crate finds them ready, in builds
//! that are not optimised for speed.

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use townhall_table::Catalogue;

/// All games, each with its score sheet.
///
/// ```
/// let names: Vec<String> = townhall_games::catalogue().games().map(|game| game.id.clone()).collect();
/// assert_eq!(names, ["between-two-cities", "point-city"]);
/// ```
#[must_use]
pub fn catalogue() -> Catalogue {
    Catalogue::default()
        .with::<BetweenTwoCities>()
        .with_score_sheet::<BetweenTwoCities>()
        .with::<PointCity>()
        .with_score_sheet::<PointCity>()
}
