//! The advantages of a better move over a worse one, in the game's terms.

use std::fmt;

use between_two_cities::{
    Building, City, CityScore, Effect, Layout, Move, Passing, Piece, Spot, Tile, Variant, View, effects,
    score,
};
use serde::Serialize;
use tabletop::Seat;

use super::{
    policy::{spread, standing},
    talk::is_remarkable,
    value::{Rivals, VALUE},
};
use crate::{Advantage, Expected, Explains, Term, style::larger};

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
    /// The better placement goes to the city of the seat that has fewer points, where the lower one counts, or the better one of two
    /// tiles does.
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
        /// The largest change of the city's points by that tile.
        only: i16,
    },
    /// The better choice passes this tile on to a partner, who can use it in the city that both build.
    Passes {
        /// The partner.
        seat: Seat,
        /// The tile.
        piece: Piece,
        /// The city.
        city: u8,
        /// The effect with most of its points.
        effect: Effect,
        /// The change of the city's points.
        points: i16,
        /// The largest change of them by a tile that was passed on.
        only: i16,
    },
    /// The other choice passes this tile on to the opponent.
    Leaves {
        /// The opponent.
        seat: Seat,
        /// The tile.
        piece: Piece,
        /// The opponent's city in which it changes most.
        city: u8,
        /// The effect with most of its points.
        effect: Effect,
        /// The change of the city's points.
        points: i16,
        /// The largest change of points by a tile that the better choice passes on.
        only: i16,
    },
    /// The tiles of the better choice bring more at once, each at its best spot, the better way round.
    Pair {
        /// The change of the points of both cities.
        points: i16,
        /// The largest change of them by the tiles of the other choice.
        only: i16,
    },
    /// The tile for this city brings no more than another one at once, but more together with the next two of its type.
    Grows {
        /// The city.
        city: u8,
        /// The tile.
        piece: Piece,
        /// The changes of the city's points by the tile and by two more of its type, each at the best spot then.
        steps: [i16; STEPS],
        /// The tile that was taken or laid there instead.
        instead: Piece,
        /// The changes by that tile, and by two more of its type.
        only: [i16; STEPS],
    },
    /// The better choice leaves so many of a tile that one comes back to the seat with the rest of the hand: surely if there are
    /// more than two, otherwise unless the opponent takes both.
    Returns {
        /// The opponent.
        seat: Seat,
        /// The tile.
        piece: Piece,
        /// The number of such tiles that are passed on.
        left: u8,
    },
    /// A factory lets the factories of an opponent's city count less.
    Outbids {
        /// The opponent.
        seat: Seat,
        /// The seat's city that gets the factory.
        city: u8,
        /// The opponent's city.
        rival: u8,
        /// How many points more it loses than by the other move.
        points: i16,
    },
    /// With the rest of the hand, the opponent can gain less at once.
    Rest {
        /// The opponent.
        seat: Seat,
        /// The largest change of the opponent's points by two tiles that the better choice passes on.
        points: i16,
        /// The largest change by two tiles that the other choice passes on.
        only: i16,
    },
    /// After the better placement, more cells beside the city can be built on usefully.
    Room {
        /// The city.
        city: u8,
        /// The cells that count.
        cells: Cells,
        /// The number of them.
        n: u8,
        /// The number after the other placement.
        instead: u8,
    },
}

/// Free cells beside a city in which the next tile may be laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(rename_all = "kebab-case")]
pub enum Cells {
    /// Beside a shop, where a shop makes a line.
    ByShop,
    /// Beside a park, where a park joins the group.
    ByPark,
    /// Beside a tavern, where an office counts 1 point more.
    ByTavern,
    /// Beside no factory, where a house counts the types of the city.
    AwayFromFactories,
}

/// How many tiles of a type are looked at, one after the other.
const STEPS: usize = 3;

/// The number of points that a move must lose to be blamed for it.
const MIN_LOST: i16 = 2;
/// The share of the points of a further tile that counts, because the tile may not come.
const CHANCE: f32 = 0.5;

/// The changes to which the better move probably leads in the end.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(tag = "term", rename_all = "kebab-case")]
pub enum Forecast {
    /// The means over continuations of both moves.
    Expected {
        /// The changes, the largest first.
        changes: Vec<CityChange>,
    },
}

/// By how many points a city, or its buildings of a type, will probably count more or less.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct CityChange {
    /// The city.
    pub city: u8,
    /// The building type, or `null` for the whole city.
    pub building: Option<Building>,
    /// The change, in points.
    pub points: f32,
}

impl Forecast {
    pub(super) fn of(changes: &[Expected]) -> Self {
        let changes = changes.iter().map(|&Expected { part, aspect, points }| {
            let building = aspect.and_then(|aspect| Building::ALL.get(aspect).copied());
            CityChange { city: part as u8, building, points }
        });
        Self::Expected { changes: changes.collect() }
    }
}

impl fmt::Display for Forecast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Expected { changes } = self;
        let words = changes.iter().map(|CityChange { city, building, points }| match building {
            Some(building) => format!("{building}s in city {city} by {points:+.1}"),
            None => format!("city {city} by {points:+.1}"),
        });
        write!(f, "in the end it probably changes {}", words.collect::<Vec<_>>().join(", "))
    }
}

impl Contrast {
    /// Returns the city of which the seat gains points.
    const fn city(&self) -> Option<u8> {
        match *self {
            Self::Does { city, .. }
            | Self::Blocks { city, .. }
            | Self::Spoils { city, .. }
            | Self::Opens { city, .. }
            | Self::Behind { city, .. }
            | Self::Takes { city, .. }
            | Self::Grows { city, .. }
            | Self::Room { city, .. }
            | Self::Passes { city, .. } => Some(city),
            Self::Leaves { .. }
            | Self::Pair { .. }
            | Self::Returns { .. }
            | Self::Outbids { .. }
            | Self::Rest { .. } => None,
        }
    }

    /// Returns whether it is about points that the opponent does not get.
    const fn denies(&self) -> bool {
        matches!(self, Self::Leaves { .. } | Self::Outbids { .. } | Self::Rest { .. })
    }
}

/// An advantage, with the points that it is worth.
type Found = (f32, Contrast);

/// A placement of a tile.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Placed {
    piece: Piece,
    city: u8,
    spot: Spot,
}

impl Placed {
    fn of(mv: Move) -> Option<Self> {
        match mv {
            Move::Place { piece, city, spot } => Some(Self { piece, city, spot }),
            Move::Choose(_) => None,
        }
    }
}

/// Returns the advantages of a better move of the viewer's seat, each given with the seat's next placement of the turn if there is
/// one.
pub(super) fn contrast(view: &View, played: &[Move], best: &[Move]) -> Vec<Advantage> {
    let me = view.viewer().seat().filter(|&seat| !view.is_automa(seat) && played.first() != best.first());
    let Some(me) = me else { return Vec::new() };
    let cities: Vec<City> = (0..view.city_count()).map(|number| view.city(number)).collect();
    let mut rooms = Vec::new();
    let found: Vec<Found> = match (played, best) {
        (&[Move::Choose(played), ..], &[Move::Choose(best), ..]) => {
            choices(view, me, &cities, played.pieces(), best.pieces())
        }
        _ => {
            let [mut was, mut is]: [Vec<_>; 2] =
                [played, best].map(|moves| moves.iter().filter_map(|&mv| Placed::of(mv)).collect());
            // Beside Automas, both placements may be in one city. Then only the first ones are compared.
            if [&was, &is].iter().any(|placed| placed.len() > 1 && placed[0].city == placed[1].city) {
                was.truncate(1);
                is.truncate(1);
            }
            let behind = behind(view, &cities, me, &was, &is);
            rooms = rooms_of(&cities, &was, &is);
            let [closed, open] = [&was, &is].map(|placed| all_after(&cities, placed));
            let outbids = outbids(view, me, [&closed, &open], &is);
            let mut found = placements(&cities, was, is);
            found.extend(behind);
            found.extend(outbids);
            found
        }
    };
    let advantage = |(points, contrast): Found| Advantage {
        term: Term::of(&contrast),
        explains: Explains::Points(points),
        denies: contrast.denies(),
        part: contrast.city().map(usize::from),
    };
    found.into_iter().map(advantage).chain(rooms).collect()
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

/// Returns the expected points of a city by building type.
fn values(cities: &[City], number: usize) -> [f32; Building::ALL.len()] {
    let factories: Vec<u8> = cities.iter().map(|city| city.layout().count(Building::Factory)).collect();
    VALUE.by_building(cities[number], Rivals::of(&factories, number))
}

/// By how much more points each building type of a city is expected to have.
fn growth(open: &[City], closed: &[City], number: usize) -> [f32; Building::ALL.len()] {
    let [open, closed] = [open, closed].map(|cities| values(cities, number));
    std::array::from_fn(|building| open[building] - closed[building])
}

/// Returns the advantages of placements over others, city by city. The first of the others was played. Those that follow are
/// the best ones then, so they are blamed for nothing.
fn placements(cities: &[City], played: Vec<Placed>, best: Vec<Placed>) -> Vec<Found> {
    let mut found = Vec::new();
    let Some(&blamed) = played.first() else { return found };
    // Of two tiles that change cities, one does more here, and the other one perhaps more there.
    let at_once = |placed: &[Placed]| -> i16 { placed.iter().map(|&one| gain_of(cities, one)).sum() };
    let swapped = is_swapped(&played, &best).then(|| f32::from(at_once(&best) - at_once(&played)));
    for &better in &best {
        let other = played.iter().copied().find(|other| other.city == better.city);
        if other == Some(better) {
            continue;
        }
        let number = usize::from(better.city);
        let closed = other.map_or_else(|| cities.to_vec(), |other| after(cities, other));
        let open = after(cities, better);
        let growth = growth(&open, &closed, number);
        if other.is_none_or(|other| other == blamed) {
            found.extend(does(cities, blamed, better, &growth));
        }
        if other == Some(blamed) {
            found.extend(opens(&closed, &open, (cities, blamed), &growth));
        }
        if let Some(other) = other.filter(|other| other.piece != better.piece) {
            let takes = takes(cities, better, other.piece, growth.iter().sum());
            let limited = takes.map(|(points, term)| (swapped.map_or(points, |most| points.min(most)), term));
            found.extend(limited.filter(|&(points, _)| points > 0.0));
            if swapped.is_none() {
                found.extend(grows(cities, better, other, growth.iter().sum()));
            }
        }
    }
    let closed = after(cities, blamed);
    let better = best.iter().copied().find(|better| better.city == blamed.city && *better != blamed);
    if better.is_some() || best.iter().all(|better| better.city != blamed.city) {
        let open = better.map_or_else(|| cities.to_vec(), |better| after(cities, better));
        let growth = growth(&open, &closed, blamed.city.into());
        found.extend(spoils(cities, blamed, better, &growth));
        found.extend(blocks(&closed, &open, (cities, blamed), &growth));
    }
    found
}

/// Returns whether two tiles are laid in each other's cities.
fn is_swapped(played: &[Placed], best: &[Placed]) -> bool {
    let (&[a, b], &[c, d]) = (played, best) else { return false };
    let crossed = |a: Placed, d: Placed| a.piece == d.piece && a.city != d.city;
    crossed(a, d) && crossed(b, c) || crossed(a, c) && crossed(b, d)
}

/// Returns the change of its city's points by a placement.
fn gain_of(cities: &[City], Placed { piece, city, spot }: Placed) -> i16 {
    gain(cities, city.into(), piece, spot).map_or(0, |(points, _)| points)
}

/// Returns the effect of the better placement that brings more points at once.
fn does(cities: &[City], other: Placed, better: Placed, growth: &[f32]) -> Option<Found> {
    let Placed { piece, city, spot } = better;
    let (points, effect) = gain(cities, city.into(), piece, spot)?;
    let only = gain(cities, other.city.into(), other.piece, other.spot).map_or(0, |(points, _)| points);
    let more = f32::from(points - only).min(growth[effect.building() as usize]);
    (points > only).then_some((more, Contrast::Does { city, effect, points, only }))
}

/// Returns the houses that only the placement of a factory spoils.
fn spoils(cities: &[City], blamed: Placed, better: Option<Placed>, growth: &[f32]) -> Option<Found> {
    let spoiled = |Placed { piece, city, spot }: Placed| {
        let all = effects(cities[usize::from(city)], piece, spot, 0);
        all.iter().find_map(|effect| match effect {
            Effect::SpoiledHouses { n } => Some(*n),
            _ => None,
        })
    };
    let houses = spoiled(blamed)?.checked_sub(better.and_then(spoiled).unwrap_or(0)).filter(|&n| n > 0)?;
    Some((growth[Building::House as usize], Contrast::Spoils { city: blamed.city, houses }))
}

/// Returns whether an effect is at least as good as another one of the same kind.
fn covers(one: Effect, other: Effect) -> bool {
    let rank = |effect| match effect {
        Effect::ShopLine { n } => (0, n),
        Effect::Factories { n, .. } => (1, n),
        Effect::TavernSet { n } => (2, n),
        Effect::OfficeSet { n } => (3, n),
        Effect::OfficesByTavern { n } => (4, n),
        Effect::ParkGroup { n } => (5, n),
        Effect::House { n } => (6, n),
        Effect::HouseByFactory => (7, 0),
        Effect::NewType { building, n } => (8 + building as u8, n),
        Effect::SpoiledHouses { n } => (20, n),
    };
    let ((kind, n), (other, least)) = (rank(one), rank(other));
    kind == other && n >= least
}

/// Returns whether a further tile can have an effect anywhere in a city, or one more of the same kind.
fn allows(city: City, effect: Effect) -> bool {
    Tile::ALL.into_iter().map(Piece::from).any(|piece| {
        let all = |spot| effects(city, piece, spot, 4);
        city.spots(piece).iter().any(|spot| all(spot).iter().any(|&one| covers(one, effect)))
    })
}

/// Returns the highest gain of a city by a further tile of a building type, with its effect.
fn most_by(cities: &[City], city: u8, building: Building) -> Option<(i16, Effect)> {
    let tiles = Tile::ALL.into_iter().filter(|tile| tile.building() == building);
    tiles.filter_map(|tile| most(cities, city.into(), tile.into())).max_by_key(|(points, _)| *points)
}

/// Returns whether a placement has an effect itself, or one more of the same kind.
fn makes(cities: &[City], Placed { piece, city, spot }: Placed, effect: Effect) -> bool {
    effects(cities[usize::from(city)], piece, spot, 4).iter().any(|&one| covers(one, effect))
}

/// Returns the most valuable effect of a further tile that the blamed placement makes impossible in its city.
fn blocks(
    closed: &[City],
    open: &[City],
    (before, blamed): (&[City], Placed),
    growth: &[f32],
) -> Option<Found> {
    let city = blamed.city;
    let could = |cities: &[City], building| most_by(cities, city, building);
    let gains = Building::ALL.into_iter().filter_map(|building| {
        let ((then, effect), (now, _)) = (could(open, building)?, could(before, building)?);
        // The other move does not block an effect that only the better move makes possible.
        let points = then.min(now) - could(closed, building).map_or(0, |(points, _)| points);
        let lost = is_remarkable(effect)
            && points >= MIN_LOST
            && allows(before[usize::from(city)], effect)
            && !allows(closed[usize::from(city)], effect)
            && !makes(before, blamed, effect);
        lost.then_some((points, Contrast::Blocks { city, effect, points }, effect))
    });
    let (points, term, effect) = gains.max_by_key(|(points, ..)| *points)?;
    Some((larger(growth[effect.building() as usize], CHANCE * f32::from(points)), term))
}

/// Returns the most valuable effect of a further tile that only the better placement makes possible in its city.
fn opens(
    closed: &[City],
    open: &[City],
    (before, blamed): (&[City], Placed),
    growth: &[f32],
) -> Option<Found> {
    let city = blamed.city;
    let gains = Building::ALL.into_iter().filter_map(|building| {
        let could = |cities: &[City]| most_by(cities, city, building);
        let ((points, effect), only) = (could(open)?, could(closed).map_or(0, |(points, _)| points));
        let opened = is_remarkable(effect)
            && points > only.max(0)
            && !allows(before[usize::from(city)], effect)
            && !allows(closed[usize::from(city)], effect)
            && !makes(before, blamed, effect);
        opened.then_some((points - only, Contrast::Opens { city, effect, points, only }, effect))
    });
    let (more, term, effect) = gains.max_by_key(|(more, ..)| *more)?;
    Some((larger(growth[effect.building() as usize], CHANCE * f32::from(more)), term))
}

/// Returns the advantage of a tile in a city over another one, if it brings more points at once.
fn takes(cities: &[City], better: Placed, instead: Piece, growth: f32) -> Option<Found> {
    let Placed { piece, city, spot } = better;
    let (points, effect) = gain(cities, city.into(), piece, spot)?;
    let only = most(cities, city.into(), instead).map_or(0, |(points, _)| points);
    let more = f32::from(points - only).min(growth);
    (points > only).then_some((more, Contrast::Takes { piece, city, effect, points, instead, only }))
}

/// Returns the advantages of a choice: what its tiles bring in both cities, and what is passed on.
fn choices(view: &View, me: Seat, cities: &[City], played: [Piece; 2], best: [Piece; 2]) -> Vec<Found> {
    let own = view.cities_of(me);
    let [Some(was), Some(is)] = [played, best].map(|pair| arranged(view.variant(), cities, own, pair)) else {
        return Vec::new();
    };
    let [closed, open] = [&was, &is].map(|placed| all_after(cities, placed));
    let mut found = Vec::new();
    for (other, better) in was.into_iter().zip(is) {
        let growth = growth(&open, &closed, better.city.into());
        if other.piece != better.piece {
            found.extend(takes(cities, better, other.piece, growth.iter().sum()));
            let [better, other] = [better, other].map(|one| richest(cities, one.city, one.piece));
            let both = better.zip(other);
            found.extend(both.and_then(|(better, other)| grows(cities, better, other, growth.iter().sum())));
        }
    }
    found.extend(pair(view, me, cities, [&closed, &open], [played, best]));
    found.extend(returns(view, me, &open, played, best));
    found.extend(outbids(view, me, [&closed, &open], &is));
    found.extend(passed(view, me, cities, [(&closed, played), (&open, best)], [was, is]));
    found.extend(rest(view, me, cities, played, best));
    found
}

/// Returns the placement of a piece in a city with the highest gain at once.
fn richest(cities: &[City], city: u8, piece: Piece) -> Option<Placed> {
    let spots = cities.get(usize::from(city))?.spots(piece);
    let placed = spots.iter().map(|spot| Placed { piece, city, spot });
    placed.max_by_key(|&placed| gain_of(cities, placed))
}

/// Returns the gains of a city by a tile and by further ones of its type, each at the best spot then; `None` for a duplex tile, and if
/// there is no room for them.
fn steps(cities: &[City], placed: Placed) -> Option<[i16; STEPS]> {
    let building = placed.piece.tile()?.building();
    let mut steps = [gain_of(cities, placed); STEPS];
    let further = further(&after(cities, placed), placed.city, building, STEPS - 1)?;
    steps.iter_mut().skip(1).zip(further).for_each(|(step, gain)| *step = gain);
    Some(steps)
}

/// Returns the gains of a city by so many tiles of a type, each at the best spot. Of equally good spots, the one counts after which
/// the next tiles bring most.
fn further(cities: &[City], city: u8, building: Building, number: usize) -> Option<Vec<i16>> {
    if number == 0 {
        return Some(Vec::new());
    }
    let tiles = Tile::ALL.into_iter().filter(|tile| tile.building() == building);
    let each = tiles.flat_map(|tile| {
        let spots = cities[usize::from(city)].spots(tile.into());
        spots.iter().map(move |spot| Placed { piece: tile.into(), city, spot }).collect::<Vec<_>>()
    });
    let gains: Vec<(i16, Placed)> = each.map(|placed| (gain_of(cities, placed), placed)).collect();
    let most = gains.iter().map(|(gain, _)| *gain).max()?;
    let best = gains.into_iter().filter(|(gain, _)| *gain == most);
    let all = best.filter_map(|(_, placed)| {
        let mut later = further(&after(cities, placed), city, building, number - 1)?;
        later.insert(0, most);
        Some(later)
    });
    all.max_by_key(|gains| gains.iter().sum::<i16>())
}

/// The most cells that are built on in a city in which three more tiles of a type are still to be expected.
const EARLY: u32 = 10;

/// Returns the advantage of a tile in a city over another one that brings at least as much at once, if it brings more with the next
/// ones of its type.
fn grows(cities: &[City], better: Placed, other: Placed, growth: f32) -> Option<Found> {
    let Placed { piece, city, .. } = better;
    if cities[usize::from(city)].len() > EARLY || piece.tile()?.building() == other.piece.tile()?.building() {
        return None;
    }
    let (steps, only) = (steps(cities, better)?, steps(cities, other)?);
    let more = steps.iter().sum::<i16>() - only.iter().sum::<i16>();
    let term = Contrast::Grows { city, piece, steps, instead: other.piece, only };
    (steps[0] <= only[0] && more >= MIN_LOST).then_some((growth.min(f32::from(more)), term))
}

/// Returns the changes of the points of a seat's two cities by two tiles, one in each city at its best spot, for both ways round. A
/// factory in one city also changes how much those of the other city count.
fn gains_of_pair(cities: &[City], own: [u8; 2], [one, other]: [Piece; 2]) -> [Option<[i16; 2]>; 2] {
    [[one, other], [other, one]].map(|pieces| {
        let mut then = cities.to_vec();
        for (piece, city) in pieces.into_iter().zip(own) {
            then = after(&then, richest(&then, city, piece)?);
        }
        let change = |city| Some(points_of(&then, city)? - points_of(cities, city)?);
        Some([change(own[0])?, change(own[1])?])
    })
}

/// Returns the points of a city.
fn points_of(cities: &[City], city: u8) -> Option<i16> {
    let layouts: Vec<Layout> = cities.iter().map(|city| city.layout()).collect();
    score(&layouts).get(usize::from(city)).map(|score| score.total.into())
}

/// Returns the advantage of a choice that brings more at once. Where the lower city counts, it must not bring less in either one.
fn pair(
    view: &View,
    me: Seat,
    cities: &[City],
    [closed, open]: [&[City]; 2],
    [played, best]: [[Piece; 2]; 2],
) -> Option<Found> {
    let own = view.cities_of(me);
    let [was, is] = [played, best].map(|pair| gains_of_pair(cities, own, pair));
    let sum = |ways: [Option<[i16; 2]>; 2]| ways.into_iter().flatten().map(|[a, b]| a + b).max();
    let (points, only) = (sum(is)?, sum(was)?);
    let covers = |way: &[i16; 2]| was.iter().flatten().all(|other| way[0] >= other[0] && way[1] >= other[1]);
    let counts = match view.variant() {
        Variant::Standard => is.iter().flatten().any(|way| way.iter().sum::<i16>() == points && covers(way)),
        _ => true,
    };
    let worth =
        |cities: &[City]| -> f32 { own.into_iter().flat_map(|city| values(cities, city.into())).sum() };
    let more = f32::from(points - only).min(worth(open) - worth(closed));
    (points > only && counts).then_some((more, Contrast::Pair { points, only }))
}

/// Returns the tile that the seat gets anyway: the other choice takes it, and the hand that comes back has more of it.
fn returns(view: &View, me: Seat, open: &[City], played: [Piece; 2], best: [Piece; 2]) -> Option<Found> {
    let (hand, turn) = (view.hand()?, view.turn());
    // Two players exchange the hand twice before its last turn.
    if view.variant() != Variant::TwoPlayer || turn.step + 2 >= turn.steps {
        return None;
    }
    let count = |pair: [Piece; 2], piece| pair.into_iter().filter(|&one| one == piece).count() as u32;
    let left = |pair: [Piece; 2], piece| hand.count(piece).saturating_sub(count(pair, piece));
    // The tiles that only the better choice takes would not come back as surely.
    let rarer = best
        .into_iter()
        .filter(|&piece| count(best, piece) > count(played, piece))
        .map(|piece| left(played, piece))
        .max()?;
    let given = played.into_iter().filter(|&piece| count(played, piece) > count(best, piece));
    let each = given.filter_map(|piece| {
        let n = left(best, piece);
        let gains = view.cities_of(me).into_iter().filter_map(|city| most(open, city.into(), piece));
        let gain = f32::from(gains.map(|(points, _)| points).max()?);
        let points = if n > 2 { gain } else { CHANCE * gain };
        let term = Contrast::Returns { seat: me.left(view.seats()), piece, left: n as u8 };
        (n >= 2 && n > rarer && gain > 0.0).then_some((points, term))
    });
    each.max_by(|(one, _), (other, _)| one.total_cmp(other))
}

/// Returns the opponent's city of which the factories count less after the better move than after the other one.
fn outbids(view: &View, me: Seat, [closed, open]: [&[City]; 2], best: &[Placed]) -> Option<Found> {
    let is_factory = |placed: &&Placed| placed.piece.tiles().any(|tile| tile == Tile::Factory);
    let city = best.iter().find(is_factory).filter(|_| view.variant() == Variant::TwoPlayer)?.city;
    let seat = me.left(view.seats());
    let lost = |rival: u8| Some((points_of(closed, rival)? - points_of(open, rival)?, rival));
    let all: Vec<(i16, u8)> = view.cities_of(seat).into_iter().filter_map(lost).collect();
    let sum: i16 = all.iter().map(|(points, _)| points).sum();
    let &(points, rival) = all.iter().max()?;
    (points > 0).then_some((sum.into(), Contrast::Outbids { seat, city, rival, points }))
}

/// Returns what the opponent can gain less at once with the tiles that are passed on.
fn rest(view: &View, me: Seat, cities: &[City], played: [Piece; 2], best: [Piece; 2]) -> Option<Found> {
    if view.variant() != Variant::TwoPlayer || view.turn().is_last_of_deal() {
        return None;
    }
    let (hand, seat) = (view.hand()?, me.left(view.seats()));
    let most = |kept: [Piece; 2]| {
        let left = less(hand.iter(), kept);
        let pairs = (0..left.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let gains = pairs
            .flat_map(|(one, other)| gains_of_pair(cities, view.cities_of(seat), [left[one], left[other]]));
        gains.flatten().map(|[a, b]| a + b).max()
    };
    let (points, only) = (most(best)?, most(played)?);
    (points < only).then_some((f32::from(only - points), Contrast::Rest { seat, points, only }))
}

/// Returns the kinds of free cells beside a city of which a better placement in it leaves more. How much they are worth is measured.
fn rooms_of(cities: &[City], played: &[Placed], best: &[Placed]) -> Vec<Advantage> {
    let Some(&blamed) = played.first() else { return Vec::new() };
    let city = blamed.city;
    // Other tiles change the points of their types themselves.
    let is_moved = |better: &Placed| better.city == city && better.piece == blamed.piece && *better != blamed;
    let Some(better) = best.iter().copied().find(is_moved) else { return Vec::new() };
    let [closed, open] = [blamed, better].map(|placed| after(cities, placed)[usize::from(city)]);
    let all = [
        (Cells::ByShop, Building::Shop),
        (Cells::ByPark, Building::Park),
        (Cells::ByTavern, Building::Office),
        (Cells::AwayFromFactories, Building::House),
    ];
    let found = all.into_iter().filter_map(|(cells, building)| {
        let [instead, n] = [closed, open].map(|city| free(city, cells));
        let term = Contrast::Room { city, cells, n, instead };
        (n > instead).then(|| Advantage {
            term: Term::of(&term),
            explains: Explains::Aspect(building as usize),
            denies: false,
            part: Some(city.into()),
        })
    });
    found.collect()
}

/// Returns the number of cells of a kind in which the next tile may be laid.
fn free(city: City, cells: Cells) -> u8 {
    let is_beside = |spot: Spot, building: Building| {
        let near = [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter();
        let near = near.filter_map(|(x, y)| city.get(Spot::new(spot.x() + x, spot.y() + y)?));
        near.into_iter().any(|tile| tile.building() == building)
    };
    let counts = |spot: &Spot| match cells {
        Cells::ByShop => is_beside(*spot, Building::Shop),
        Cells::ByPark => is_beside(*spot, Building::Park),
        Cells::ByTavern => is_beside(*spot, Building::Tavern),
        Cells::AwayFromFactories => !is_beside(*spot, Building::Factory),
    };
    city.spots(Tile::Park.into()).iter().filter(counts).count() as u8
}

/// Returns the placements of a pair with the most valuable cities, one in each of the seat's two cities.
fn arranged(
    variant: Variant,
    cities: &[City],
    own: [u8; 2],
    [one, other]: [Piece; 2],
) -> Option<[Placed; 2]> {
    let best = |city: u8, piece: Piece| {
        let spots = cities.get(usize::from(city))?.spots(piece);
        let placed = spots.iter().map(|spot| Placed { piece, city, spot });
        let worth = |placed: Placed| values(&after(cities, placed), city.into()).iter().sum::<f32>();
        placed.map(|placed| (worth(placed), placed)).max_by(|(a, _), (b, _)| a.total_cmp(b))
    };
    let spread = spread(cities.get(usize::from(own[0]))?.len());
    let ways = [[one, other], [other, one]].into_iter().filter_map(|[one, other]| {
        let ((a, one), (b, other)) = (best(own[0], one)?, best(own[1], other)?);
        Some((standing(variant, a, b, spread), [one, other]))
    });
    ways.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, placed)| placed)
}

/// Returns the pieces of one list that are not in another one. Both may contain a piece twice.
fn less(pieces: impl IntoIterator<Item = Piece>, other: impl IntoIterator<Item = Piece>) -> Vec<Piece> {
    let mut other: Vec<Piece> = other.into_iter().collect();
    let mut left: Vec<Piece> = pieces.into_iter().collect();
    left.retain(|piece| match other.iter().position(|both| both == piece) {
        Some(at) => {
            other.swap_remove(at);
            false
        }
        None => true,
    });
    left
}

/// Returns the tile that is passed on and makes the greatest difference: one that only the better choice leaves to the partner, or
/// one that only the other choice leaves to the opponent. The gains of opponents are those in the position that the seat sees.
fn passed(
    view: &View,
    me: Seat,
    cities: &[City],
    [(closed, played), (open, best)]: [(&[City], [Piece; 2]); 2],
    [was, is]: [[Placed; 2]; 2],
) -> Option<Found> {
    let hand = view.hand().filter(|_| !view.turn().is_last_of_deal())?;
    let seat = match view.turn().passing {
        Passing::Left => me.left(view.seats()),
        Passing::Right => me.right(view.seats()),
    };
    let theirs = view.cities_of(seat);
    let highest = |cities: &[City], pieces: &[Piece], numbers: &[u8]| {
        let each = numbers.iter().flat_map(|&city| pieces.iter().map(move |&piece| (city, piece)));
        let gains = each.filter_map(|(city, piece)| Some((most(cities, city.into(), piece)?, city, piece)));
        gains.max_by_key(|((points, _), ..)| *points)
    };
    let [left, kept] = [best, played].map(|pair| less(hand.iter(), pair));
    // Of a tile that is there twice, one may be left by both.
    let only_in = |pieces: &[Piece], other: &[Piece]| -> Vec<Piece> {
        pieces.iter().copied().filter(|piece| !other.contains(piece)).collect()
    };
    match view.variant() {
        Variant::TwoPlayer => {
            let ((points, effect), city, piece) = highest(cities, &only_in(&kept, &left), &theirs)?;
            let only = highest(cities, &left, &theirs).map_or(0, |((points, _), ..)| points);
            let term = Contrast::Leaves { seat, piece, city, effect, points, only };
            (points > only).then_some((f32::from(points - only), term))
        }
        Variant::Standard => {
            let shared: Vec<u8> =
                theirs.into_iter().filter(|city| view.cities_of(me).contains(city)).collect();
            let ((points, effect), city, piece) = highest(open, &only_in(&left, &kept), &shared)?;
            let only = highest(closed, &kept, &shared).map_or(0, |((points, _), ..)| points);
            let term = Contrast::Passes { seat, piece, city, effect, points, only };
            // The seat may give up as much itself by what it keeps.
            let given = |placed: [Placed; 2]| -> i16 { placed.iter().map(|&one| gain_of(cities, one)).sum() };
            let lost = f32::from((given(was) - given(is)).max(0));
            let more = CHANCE * f32::from(points - only) - lost;
            (points > only && more > 0.0).then_some((more, term))
        }
        Variant::Automa(_) => None,
    }
}

/// Returns the cities after a placement.
fn after(cities: &[City], Placed { piece, city, spot }: Placed) -> Vec<City> {
    let mut after = cities.to_vec();
    // A move of the seat is legal.
    let _: Result<_, _> = after[usize::from(city)].place(piece, spot);
    after
}

/// Returns the cities after some placements.
fn all_after(cities: &[City], placed: &[Placed]) -> Vec<City> {
    placed.iter().fold(cities.to_vec(), |cities, &one| after(&cities, one))
}

/// Returns whether the better of two placements helps the seat's weaker city, where the lower one counts: alone, or because two tiles
/// change cities.
fn behind(view: &View, cities: &[City], me: Seat, played: &[Placed], best: &[Placed]) -> Option<Found> {
    let (&[first, ..], &[better, ..]) = (played, best) else { return None };
    if view.variant() == Variant::TwoPlayer || !view.cities_of(me).contains(&first.city) {
        return None;
    }
    let layouts: Vec<Layout> = cities.iter().map(|city| city.layout()).collect();
    let scores = score(&layouts);
    let total = |city: u8| scores.get(usize::from(city)).map(|score| i16::from(score.total));
    let (city, other) = if is_swapped(played, best) {
        let gains = |placed: &[Placed], city: u8| -> i16 {
            placed.iter().filter(|one| one.city == city).map(|&one| gain_of(cities, one)).sum()
        };
        let helped = best.iter().find(|one| gains(best, one.city) > gains(played, one.city))?.city;
        (helped, view.cities_of(me).into_iter().find(|&city| city != helped)?)
    } else if played.iter().all(|one| one.city != better.city) {
        (better.city, first.city)
    } else {
        return None;
    };
    let (points, more) = (total(city)?, total(other)?);
    (city != other && points < more).then_some((1.0, Contrast::Behind { city, points, more }))
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
                let s = if houses == 1 { "" } else { "s" };
                write!(f, "what was played lays a factory beside {houses} house{s} in city {city}")
            }
            Self::Takes { piece, city, effect, points, instead, only } => write!(
                f,
                "{piece} can make {} in city {city} ({points:+}), while {instead} comes to {only:+} at most",
                Words(effect)
            ),
            Self::Passes { seat, piece, city, effect, points, only } => write!(
                f,
                "it passes {piece} to seat {}, for {} in city {city} ({points:+} instead of {only:+})",
                seat.index(),
                Words(effect)
            ),
            Self::Leaves { seat, piece, city, effect, points, only } => write!(
                f,
                "what was kept leaves {piece} to seat {}, for {} in city {city} ({points:+} instead of {only:+})",
                seat.index(),
                Words(effect)
            ),
            Self::Pair { points, only } => {
                write!(f, "its tiles bring {points} points at once, and what was kept {only} at most")
            }
            Self::Grows { city, piece, steps, instead, only } => write!(
                f,
                "{piece} and two more of its type bring {} in city {city}, while {instead} brings {}",
                Gains(steps),
                Gains(only)
            ),
            Self::Returns { seat, piece, left: 2 } => {
                write!(
                    f,
                    "it leaves 2 of {piece}, and one comes back unless seat {} takes both",
                    seat.index()
                )
            }
            Self::Returns { piece, left, .. } => {
                write!(f, "it leaves {left} of {piece}, of which at least {} comes back", left - 2)
            }
            Self::Outbids { city, rival, points, .. } => write!(
                f,
                "a factory in city {city} lets those of city {rival} count less (by {points} points)"
            ),
            Self::Rest { seat, points, only } => write!(
                f,
                "it leaves seat {} at most {points:+} at once, and what was kept {only:+}",
                seat.index()
            ),
            Self::Room { city, cells, n, instead } => {
                let place = match cells {
                    Cells::ByShop => "beside shops",
                    Cells::ByPark => "beside parks",
                    Cells::ByTavern => "beside taverns",
                    Cells::AwayFromFactories => "away from factories",
                };
                write!(
                    f,
                    "it leaves {n} free cells {place} beside city {city}, and what was played {instead}"
                )
            }
        }
    }
}

/// Changes of points, one after the other.
struct Gains([i16; STEPS]);

impl fmt::Display for Gains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(|points| format!("{points:+}")).collect();
        write!(f, "{}", all.join(", "))
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
            Effect::OfficesByTavern { n: 1 } => write!(f, "a tavern beside an office"),
            Effect::OfficesByTavern { n } => write!(f, "a tavern beside {n} offices"),
            Effect::ParkGroup { n } => write!(f, "{} park of a group", number(n)),
            Effect::House { n: 1 } => write!(f, "a house that counts 1 type"),
            Effect::House { n } => write!(f, "a house that counts {n} types"),
            Effect::HouseByFactory => write!(f, "a house beside a factory"),
            Effect::NewType { n: 1, .. } => write!(f, "a new type for 1 house"),
            Effect::NewType { n, .. } => write!(f, "a new type for {n} houses"),
            Effect::SpoiledHouses { n: 1 } => write!(f, "1 house beside a factory"),
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

    fn place(text: &str) -> Vec<Placed> {
        vec![Placed::of(text.parse().unwrap()).unwrap()]
    }

    /// Returns the terms.
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

    /// In the other city it is the other way round.
    #[test]
    fn two_tiles_that_change_alike_cities_are_no_reason() {
        let cities = cities(&["S.../..../..../....", "S.../..../..../...."]);
        let both = |one: &str, other: &str| [place(one), place(other)].concat();
        let (played, best) = (both("place F 0 1,0", "place S 1 1,0"), both("place S 0 1,0", "place F 1 1,0"));
        let found = placements(&cities, played, best);
        assert!(!found.iter().any(|(_, one)| matches!(one, Contrast::Takes { .. })), "{found:?}");
        // Alone, the factory does more.
        let found = placements(&cities, place("place S 1 1,0"), place("place F 1 1,0"));
        assert!(found.iter().any(|(_, one)| matches!(one, Contrast::Takes { .. })), "{found:?}");
    }

    #[test]
    fn a_placement_is_praised_for_its_effects_and_blamed_for_spoiled_houses() {
        let cities = cities(&["SS../HPH./..../....", "O.../..../..../...."]);
        let third = Contrast::Does { city: 0, effect: Effect::ShopLine { n: 3 }, points: 5, only: 2 };
        assert_eq!(found(&cities, "place S 1 1,0", "place S 0 2,0").first(), Some(&third));
        let spoils = found(&cities, "place F 0 2,0", "place F 1 1,0");
        assert!(spoils.contains(&Contrast::Spoils { city: 0, houses: 1 }), "{spoils:?}");
    }
}
