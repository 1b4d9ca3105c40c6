//! The advantages of a better move over a worse one, in the game's terms.

use std::fmt;

use between_two_cities::{
    Building, City, CityScore, Effect, Layout, Move, Piece, Spot, Tile, Variant, View, effects, score,
};
use serde::Serialize;
use tabletop::{Seat, sorting::sort_by_key};

use super::talk::is_remarkable;
use crate::Term;

/// An advantage of a better move over another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(tag = "term", rename_all = "kebab-case")]
pub enum Contrast {
    /// The better placement does more at once.
    Does {
        /// The city.
        city: u8,
        /// The effect with most of its points.
        effect: Effect,
        /// The change of the city's points.
        points: i16,
        /// The change of its city's points by the other placement.
        only: i16,
    },
    /// The other placement takes the room in which one more tile would have this effect. For example, it blocks the
    /// fourth tavern.
    Blocks {
        /// The city.
        city: u8,
        /// The effect of the tile.
        effect: Effect,
        /// The number of points that the city loses by this.
        points: i16,
    },
    /// The other placement puts a factory beside houses.
    Spoils {
        /// The city.
        city: u8,
        /// The number of houses.
        houses: u8,
    },
    /// After the better placement, one more tile can have this effect at once.
    Opens {
        /// The city.
        city: u8,
        /// The effect of the tile.
        effect: Effect,
        /// The change of the city's points.
        points: i16,
        /// The largest change of them by such a tile after the other placement.
        only: i16,
    },
    /// The better placement goes to the city of the seat that has fewer points, where the lower one counts.
    Behind {
        /// The city.
        city: u8,
        /// Its points before the move.
        points: i16,
        /// The points of the seat's other city.
        more: i16,
    },
    /// The better choice takes this tile, or the better placement keeps it for the other city, where it has this effect
    /// at once.
    Takes {
        /// The tile.
        piece: Piece,
        /// The city.
        city: u8,
        /// The effect with most of its points.
        effect: Effect,
        /// The change of the city's points.
        points: i16,
        /// The tile that was taken instead.
        instead: Piece,
        /// The largest change of a city's points by that tile.
        only: i16,
    },
}

/// The number of points that a move must lose to be blamed for it.
const MIN_LOST: i16 = 2;

/// Returns the advantages of the better of two moves of the viewer's seat, the most points first.
pub(super) fn contrast(view: &View, played: Move, best: Move) -> Vec<Term> {
    let Some(me) = view.viewer().seat().filter(|&seat| !view.is_automa(seat)) else { return Vec::new() };
    let cities: Vec<City> = (0..view.city_count()).map(|number| view.city(number)).collect();
    let mut found: Vec<(i16, Contrast)> = match (played, best) {
        (Move::Choose(played), Move::Choose(best)) => {
            let own = view.cities_of(me);
            takes(&cities, own, played.pieces(), best.pieces()).into_iter().collect()
        }
        (Move::Place { .. }, Move::Place { .. }) => {
            let mut found = placements(&cities, played, best);
            found.extend(keeps(view, &cities, me, played, best));
            found.extend(behind(view, &cities, me, played, best));
            if found.is_empty() {
                found.extend(opens(&cities, view.cities_of(me), played, best));
            }
            found
        }
        _ => Vec::new(),
    };
    sort_by_key(&mut found, |(points, _)| std::cmp::Reverse(*points));
    found.iter().map(|(_, contrast)| Term::of(contrast)).collect()
}

/// Returns a placement, with the change of its city's points and the effect with most of them.
fn gain(cities: &[City], number: usize, piece: Piece, spot: Spot) -> Option<(i16, Effect)> {
    let scored = |cities: &[City]| -> Option<(CityScore, Layout)> {
        let layouts: Vec<Layout> = cities.iter().map(|city| city.layout()).collect();
        Some((score(&layouts).into_iter().nth(number)?, *layouts.get(number)?))
    };
    let mut after = cities.to_vec();
    after.get_mut(number)?.place(piece, spot).ok()?;
    let ((before, _), (now, layout)) = (scored(cities)?, scored(&after)?);
    let factories = i16::from(layout.count(Building::Factory)).max(1);
    let each = u8::try_from(i16::from(now.of(Building::Factory)) / factories).unwrap_or_default();
    let change = |effect: &Effect| {
        let of = effect.building();
        i16::from(now.of(of)) - i16::from(before.of(of))
    };
    let all = effects(cities[number], piece, spot, each);
    // Among several effects on one type, the first is that of the tile itself.
    let main = all.iter().rev().max_by_key(|effect| change(effect)).copied()?;
    Some((i16::from(now.total) - i16::from(before.total), main))
}

/// Returns the best placement of a piece in a city, with its gain at once.
fn most(cities: &[City], number: usize, piece: Piece) -> Option<(i16, Effect)> {
    let spots = cities.get(number)?.spots(piece);
    spots.iter().filter_map(|spot| gain(cities, number, piece, spot)).max_by_key(|(points, _)| *points)
}

/// Returns the tile that only the better choice takes and that gains most.
fn takes(cities: &[City], own: [u8; 2], played: [Piece; 2], best: [Piece; 2]) -> Option<(i16, Contrast)> {
    // A pair may be of two equal tiles.
    let only_in = |one: [Piece; 2], other: [Piece; 2]| {
        let mut other = other.to_vec();
        one.into_iter().filter(move |piece| match other.iter().position(|both| both == piece) {
            Some(at) => {
                other.remove(at);
                false
            }
            None => true,
        })
    };
    let does = |piece: Piece| {
        let each = own.iter().filter_map(|&city| Some((city, most(cities, city.into(), piece)?)));
        each.max_by_key(|(_, (points, _))| *points)
            .map(|(city, (points, effect))| (points, city, effect, piece))
    };
    let (points, city, effect, piece) = only_in(best, played).filter_map(does).max_by_key(|found| found.0)?;
    let (only, _, _, instead) = only_in(played, best).filter_map(does).min_by_key(|found| found.0)?;
    let better = points - only;
    (better > 0).then_some((better, Contrast::Takes { piece, city, effect, points, instead, only }))
}

fn placements(cities: &[City], played: Move, best: Move) -> Vec<(i16, Contrast)> {
    let (Move::Place { piece, city, spot }, Move::Place { piece: better, city: there, spot: at }) =
        (played, best)
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let own = gain(cities, city.into(), piece, spot);
    if let Some((points, effect)) = gain(cities, there.into(), better, at) {
        let only = own.map_or(0, |(points, _)| points);
        if points > only {
            found.push((points - only, Contrast::Does { city: there, effect, points, only }));
        }
    }
    let spoiled = effects(cities[usize::from(city)], piece, spot, 0).iter().find_map(|effect| match effect {
        Effect::SpoiledHouses { n } => Some(*n),
        _ => None,
    });
    found.extend(spoiled.map(|houses| (i16::from(houses), Contrast::Spoils { city, houses })));
    let (blocked, open) = (after(cities, piece, city, spot), after(cities, better, there, at));
    let blocks =
        Tile::ALL.into_iter().filter(|tile| piece.tiles().all(|own| own.building() != tile.building()));
    let blocks = blocks.filter_map(|tile| {
        let could = |cities: &[City]| most(cities, city.into(), tile.into());
        let ((open, effect), (before, _)) = (could(&open)?, could(cities)?);
        // The other move does not block an effect that only the better move makes possible.
        let lost = open.min(before) - could(&blocked).map_or(0, |(points, _)| points);
        (is_remarkable(effect) && lost >= MIN_LOST)
            .then_some((lost, Contrast::Blocks { city, effect, points: lost }))
    });
    found.extend(blocks.max_by_key(|(lost, _)| *lost));
    found
}

/// Returns the cities after a placement.
fn after(cities: &[City], piece: Piece, city: u8, spot: Spot) -> Vec<City> {
    let mut after = cities.to_vec();
    // A move of the seat is legal.
    let _: Result<_, _> = after[usize::from(city)].place(piece, spot);
    after
}

/// Returns the additional tile that gains most by the better placement.
fn opens(cities: &[City], own: [u8; 2], played: Move, best: Move) -> Option<(i16, Contrast)> {
    let (Move::Place { piece, city, spot }, Move::Place { piece: better, city: there, spot: at }) =
        (played, best)
    else {
        return None;
    };
    let (closed, open) = (after(cities, piece, city, spot), after(cities, better, there, at));
    let tiles = own.into_iter().flat_map(|city| Tile::ALL.into_iter().map(move |tile| (city, tile)));
    let gains = tiles.filter_map(|(city, tile)| {
        let could = |cities: &[City]| most(cities, city.into(), tile.into());
        let ((points, effect), only) = (could(&open)?, could(&closed).map_or(0, |(points, _)| points));
        (points > only).then_some((points - only, Contrast::Opens { city, effect, points, only }))
    });
    gains.max_by_key(|(more, _)| *more)
}

/// If two tiles change places between the two cities, returns the tile that is left for the other city and gains more
/// there.
fn keeps(view: &View, cities: &[City], me: Seat, played: Move, best: Move) -> Option<(i16, Contrast)> {
    let (Move::Place { piece, city, .. }, Move::Place { piece: instead, city: there, .. }) = (played, best)
    else {
        return None;
    };
    let left: Vec<Piece> = view.left_to_place(me).iter().map(|tile| tile.piece).collect();
    let both = left == [piece, instead] || left == [instead, piece];
    let other = view.cities_of(me).into_iter().find(|&other| other != city)?;
    if city != there || piece == instead || !both {
        return None;
    }
    let (points, effect) = most(cities, other.into(), piece)?;
    let only = most(cities, other.into(), instead).map_or(0, |(points, _)| points);
    let term = Contrast::Takes { piece, city: other, effect, points, instead, only };
    (points > only).then_some((points - only, term))
}

/// Returns whether the better of two placements helps the seat's weaker city, where the lower one counts.
fn behind(view: &View, cities: &[City], me: Seat, played: Move, best: Move) -> Option<(i16, Contrast)> {
    let (Move::Place { city: other, .. }, Move::Place { city, .. }) = (played, best) else { return None };
    if city == other || view.variant() == Variant::TwoPlayer || !view.cities_of(me).contains(&other) {
        return None;
    }
    let layouts: Vec<Layout> = cities.iter().map(|city| city.layout()).collect();
    let scores = score(&layouts);
    let total = |city: u8| scores.get(usize::from(city)).map(|score| i16::from(score.total));
    let (points, more) = (total(city)?, total(other)?);
    (points < more).then_some((1, Contrast::Behind { city, points, more }))
}

/// Writes the advantage in English, for the command line.
impl fmt::Display for Contrast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Does { city, effect, points, only } => {
                write!(f, "it makes {} in city {city} ({points:+} instead of {only:+})", Words(effect))
            }
            Self::Opens { city, effect, points, only } => write!(
                f,
                "after it, {} can be made in city {city} ({points:+} instead of {only:+})",
                Words(effect)
            ),
            Self::Behind { city, points, more } => {
                write!(f, "city {city} has fewer points ({points} against {more}), and the lower city counts")
            }
            Self::Blocks { city, effect, points } => {
                write!(f, "what was played blocks {} in city {city} ({points} points)", Words(effect))
            }
            Self::Spoils { city, houses } => {
                write!(f, "what was played lays a factory beside {houses} houses in city {city}")
            }
            Self::Takes { piece, city, effect, points, instead, only } => write!(
                f,
                "{piece} can make {} in city {city} ({points:+}), while {instead} comes to {only:+} at most",
                Words(effect)
            ),
        }
    }
}

/// An effect in English.
struct Words(Effect);

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |n: u8| {
            ["no", "the first", "the second", "the third", "the fourth", "the fifth", "the sixth"]
                .get(usize::from(n))
                .copied()
                .unwrap_or("another")
        };
        match self.0 {
            Effect::ShopLine { n } => write!(f, "{} shop of a line", number(n)),
            Effect::Factories { n, .. } => write!(f, "{} factory", number(n)),
            Effect::TavernSet { n } => write!(f, "{} tavern of a set", number(n)),
            Effect::OfficeSet { n } => write!(f, "{} office of a set", number(n)),
            Effect::OfficesByTavern { n } => write!(f, "a tavern beside {n} offices"),
            Effect::ParkGroup { n } => write!(f, "{} park of a group", number(n)),
            Effect::House { n } => write!(f, "a house that counts {n} types"),
            Effect::HouseByFactory => write!(f, "a house beside a factory"),
            Effect::NewType { n, .. } => write!(f, "a new type for {n} houses"),
            Effect::SpoiledHouses { n } => write!(f, "{n} houses beside a factory"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cities(layouts: &[&str]) -> Vec<City> {
        layouts.iter().map(|layout| City::try_from(layout.parse::<Layout>().unwrap()).unwrap()).collect()
    }

    fn place(text: &str) -> Move {
        text.parse().unwrap()
    }

    /// Returns the terms, in the order of their points.
    fn found(cities: &[City], played: &str, best: &str) -> Vec<Contrast> {
        placements(cities, place(played), place(best)).into_iter().map(|(_, contrast)| contrast).collect()
    }

    #[test]
    fn a_tile_in_the_last_cell_blocks_the_fourth_tavern() {
        // One cell is left in the first city, which has three different taverns.
        let cities = cities(&["demS/SSSH/HOOO/PPP.", "P.../..../..../...."]);
        let blocks = found(&cities, "place S 0 3,3", "place S 1 1,0");
        let fourth = Effect::TavernSet { n: 4 };
        assert!(
            matches!(blocks[..], [.., Contrast::Blocks { city: 0, effect, points }] if effect == fourth && points > 0),
            "{blocks:?}"
        );
        assert_eq!(
            Contrast::Blocks { city: 0, effect: fourth, points: 8 }.to_string(),
            "what was played blocks the fourth tavern of a set in city 0 (8 points)"
        );
        // Elsewhere nothing is blocked, and an own tavern blocks no tavern.
        assert_eq!(found(&cities, "place S 1 1,0", "place S 1 0,1"), []);
        assert!(
            !found(&cities, "place b 0 3,3", "place b 1 1,0")
                .iter()
                .any(|one| matches!(one, Contrast::Blocks { effect: Effect::TavernSet { .. }, .. }))
        );
    }

    #[test]
    fn a_placement_is_praised_for_its_effects_and_blamed_for_spoiled_houses() {
        let cities = cities(&["SS../HPH./..../....", "O.../..../..../...."]);
        let third = Contrast::Does { city: 0, effect: Effect::ShopLine { n: 3 }, points: 5, only: 2 };
        assert_eq!(found(&cities, "place S 1 1,0", "place S 0 2,0").first(), Some(&third));
        let spoils = found(&cities, "place F 0 2,0", "place F 1 1,0");
        assert!(spoils.contains(&Contrast::Spoils { city: 0, houses: 1 }), "{spoils:?}");
    }

    #[test]
    fn of_two_choices_the_tile_that_only_the_better_one_takes_is_named() {
        let cities = cities(&["P.../..../..../....", "O.../..../..../...."]);
        let pieces = |text: [&str; 2]| text.map(|piece| piece.parse::<Piece>().unwrap());
        let (better, takes) = takes(&cities, [0, 1], pieces(["O", "F"]), pieces(["O", "P"])).unwrap();
        let Contrast::Takes { piece, effect, instead, points, only, .. } = takes else { panic!("{takes:?}") };
        assert_eq!((piece.to_string(), instead.to_string()), ("P".to_owned(), "F".to_owned()));
        assert_eq!((effect, better), (Effect::ParkGroup { n: 2 }, points - only));
    }
}
