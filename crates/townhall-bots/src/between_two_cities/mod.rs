//! Bots for Between Two Cities: the one-ply heuristic, the value function, and talk with partners.

mod contrast;
mod policy;
mod talk;
mod think;
mod train;
pub(crate) mod value;

use between_two_cities::{BetweenTwoCities, Move, View, Worth};
use tabletop::LegalMove;

use crate::Greedy;
pub use contrast::{CityChange, Contrast, Forecast};
pub use talk::{Reason, Why};

/// Moves are ranked by the points gained at once, then by the points for the lower of the seat's two cities, which is
/// its final score, then by the number of free cells that the city could still cover.
impl Greedy for BetweenTwoCities {
    fn appeal(view: &View, legal: &LegalMove<Move, Worth>) -> [i32; 3] {
        let points = legal.worth.total.into();
        let Move::Place { piece, city, spot } = legal.mv else { return [points, 0, 0] };
        let Some(seat) = view.viewer().seat() else { return [points, 0, 0] };
        let scores = view.scores();
        let total = |city: u8| i32::from(scores[usize::from(city)].total);
        let other = view.cities_of(seat).into_iter().find(|&own| own != city);
        let lead = total(city) - other.map_or(0, total);
        let mut after = view.city(city.into());
        let open = after.place(piece, spot).map_or(0, |()| after.room().iter().count() as i32);
        [points, -lead, open]
    }

    /// A novice builds only for the first of its two cities. The points of the other one don't count.
    fn glance(view: &View, legal: &LegalMove<Move, Worth>) -> [i32; 3] {
        let [points, _, open] = Self::appeal(view, legal);
        let Move::Place { city, .. } = legal.mv else { return [points, 0, 0] };
        let first = view.viewer().seat().map(|seat| view.cities_of(seat)[0]);
        [if first == Some(city) { points } else { 0 }, open, 0]
    }
}
