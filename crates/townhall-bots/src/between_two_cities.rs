//! A hurried player's taste in Between Two Cities.

use between_two_cities::{BetweenTwoCities, Building, Move, View, Worth};
use serde::Serialize;
use tabletop::{Game, LegalMove, Seat};

use crate::{Greedy, Idea, Opinion, Talker};

/// Points now; of equal points, those for the lower of its two cities, which is the one that
/// counts; then the placement that keeps most spots open.
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
}

/// Why a bot wants a tile placed somewhere, or does not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Reason {
    /// The city that it is about.
    pub city: u8,
    /// By how much its points change at once.
    pub points: i16,
    /// What it is about.
    #[serde(flatten)]
    pub why: Why,
}

/// What a reason is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum Why {
    /// Most of the change is that of this type.
    Points {
        /// The type.
        building: Option<Building>,
    },
    /// So many points fewer than the best.
    Costs {
        /// How many.
        points: i16,
    },
}

/// A placement that concerns the seat with the view: where, and what it is worth.
#[derive(Clone, Copy)]
struct Way {
    seat: Seat,
    mv: Move,
    worth: Worth,
}

/// All placements in cities that the viewer and somebody else build, the viewer's and its partners'.
fn options(view: &View) -> Vec<Way> {
    let Some(me) = view.viewer().seat() else { return Vec::new() };
    let offers = BetweenTwoCities::offers(view);
    let shared =
        |city: u8| view.builders(city.into()).iter().any(|&seat| seat != me && !view.is_automa(seat));
    let own = offers.place.iter().filter(|of| shared(of.city));
    let own = own.map(|of| Way { seat: me, mv: of.mv, worth: of.worth });
    own.chain(offers.suggest.iter().map(|of| Way { seat: of.seat, mv: of.mv, worth: of.worth })).collect()
}

fn city_of(mv: Move) -> u8 {
    match mv {
        Move::Place { city, .. } => city,
        Move::Choose(_) => 0,
    }
}

fn main_type(worth: &Worth) -> Option<Building> {
    Building::ALL.into_iter().filter(|&b| worth.of(b) > 0).max_by_key(|&b| worth.of(b))
}

impl Talker for BetweenTwoCities {
    type Reason = Reason;

    fn ideas(view: &View) -> Vec<Idea<Move, Reason>> {
        let mut options = options(view);
        options.sort_by_key(|of| {
            std::cmp::Reverse(Self::appeal(view, &LegalMove { mv: of.mv, worth: of.worth }))
        });
        let mut ideas: Vec<Idea<Move, Reason>> = Vec::new();
        for Way { seat, mv, worth } in options {
            if !ideas.iter().any(|idea| idea.seat == seat && city_of(idea.mv) == city_of(mv)) {
                let why = Why::Points { building: main_type(&worth) };
                ideas.push(Idea { seat, mv, reason: Reason { city: city_of(mv), points: worth.total, why } });
            }
        }
        ideas
    }

    fn judge(view: &View, seat: Seat, mv: Move) -> Option<Opinion<Move, Reason>> {
        let options = options(view);
        let proposed = options.iter().find(|of| of.seat == seat && of.mv == mv)?;
        let alternatives = options.iter().filter(|of| of.seat == seat && city_of(of.mv) == city_of(mv));
        let best = alternatives.max_by_key(|of| of.worth.total)?;
        let costs = best.worth.total - proposed.worth.total;
        let (city, points) = (city_of(mv), proposed.worth.total);
        Some(if costs <= 1 {
            let why = Why::Points { building: main_type(&proposed.worth) };
            Opinion { agree: true, reason: Reason { city, points, why }, counter: None }
        } else {
            let why = Why::Costs { points: costs };
            Opinion { agree: false, reason: Reason { city, points, why }, counter: Some(best.mv) }
        })
    }
}
