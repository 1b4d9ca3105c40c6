//! The games that can be played: one list for the server, for the program, for the engine in the browser and for the tests.
//!
//! Tables are generic over their game. Compiled here, each program that depends on this crate finds them ready, in builds
//! that are not optimised for speed.

pub use between_two_cities::BetweenTwoCities;
pub use point_city::PointCity;
use townhall_table::Catalogue;

/// Calls a macro with the types of all games, separated by commas, in the order in which they are shown.
///
/// ```
/// macro_rules! types {
///     ($($game:ty),+) => { [$(std::any::type_name::<$game>()),+] };
/// }
/// assert_eq!(townhall_games::games!(types).len(), townhall_games::catalogue().games().count());
/// ```
#[macro_export]
macro_rules! games {
    ($each:ident) => {
        $each! { $crate::BetweenTwoCities, $crate::PointCity }
    };
}

/// All games, with the score sheets of those that have one.
///
/// ```
/// let names: Vec<String> = townhall_games::catalogue().games().map(|game| game.id.clone()).collect();
/// assert_eq!(names, ["between-two-cities", "point-city"]);
/// ```
#[must_use]
pub fn catalogue() -> Catalogue {
    macro_rules! listed {
        ($($game:ty),+) => { Catalogue::default()$(.with::<$game>())+ };
    }
    games!(listed).with_score_sheet::<BetweenTwoCities>().with_score_sheet::<PointCity>()
}
