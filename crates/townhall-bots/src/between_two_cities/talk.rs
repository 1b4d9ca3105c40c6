//! What bots say to their partners in Between Two Cities.

use between_two_cities::{BetweenTwoCities, Effect, Move, Offers, Piece, Spot, View, Worth};
use serde::Serialize;
use tabletop::{Game, LegalMove, Seat};

use crate::{Greedy, Idea, Opinion, Talker};

/// Why a bot wants a tile placed somewhere, or does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Reason {
    /// The city that it is about.
    pub city: u8,
    /// By how much the placement that was proposed changes its points.
    pub points: i16,
    /// Whether it is the lower of the bot's two cities, which is the one that counts for it.
    pub lower: bool,
    /// What speaks for it, or against it.
    #[serde(flatten)]
    pub why: Why,
}

/// What speaks for a placement, or against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum Why {
    /// For it: most of its points come from this.
    Does {
        /// What it does to the city.
        effect: Effect,
    },
    /// For it: of those that are worth as much, none leaves the city more room to grow.
    Room,
    /// For it: nothing else is better.
    Fine,
    /// Against it: the counter-proposal is worth more.
    Rather {
        /// By how many points of this city.
        more: i16,
        /// What the counter-proposal does.
        effect: Option<Effect>,
    },
    /// Against it: the bot wants this tile of its own in its other city.
    Elsewhere {
        /// The other city.
        other: u8,
    },
    /// Against it: a factory would come to lie beside houses.
    Spoils {
        /// How many houses.
        houses: u8,
    },
}

/// A placement in a city that the bot shares, its own or a partner's.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Way {
    seat: Seat,
    mv: Move,
    piece: Piece,
    city: u8,
    worth: Worth,
    effects: Vec<Effect>,
    /// What it is worth to the bot: points, those of the lower city counting more.
    value: i32,
    /// How many cells the city could still cover afterwards.
    room: usize,
}

/// A view through the eyes of its seat.
struct Mind<'a> {
    view: &'a View,
    me: Seat,
    cities: [u8; 2],
    totals: [i32; 2],
    offers: Offers,
}

/// How much less a placement may be worth than the best, for the bot to agree with it: a point of
/// its lower city.
const NEARLY: i32 = 3;

impl<'a> Mind<'a> {
    fn of(view: &'a View) -> Option<Self> {
        let me = view.viewer().seat().filter(|&seat| !view.is_automa(seat))?;
        let (cities, scores) = (view.cities_of(me), view.scores());
        let totals = cities.map(|city| i32::from(scores[usize::from(city)].total));
        Some(Self { view, me, cities, totals, offers: BetweenTwoCities::offers(view) })
    }

    fn side(&self, city: u8) -> usize {
        usize::from(city != self.cities[0])
    }

    fn lead(&self, city: u8) -> i32 {
        let side = self.side(city);
        self.totals[side] - self.totals[1 - side]
    }

    /// What a point of a city counts for the bot.
    fn weight(&self, city: u8) -> i32 {
        match self.lead(city) {
            ..=2 => 3,
            3..=8 => 2,
            _ => 1,
        }
    }

    /// Whether somebody else builds a city as well.
    fn shared(&self, city: u8) -> bool {
        let others = |&seat: &Seat| seat != self.me && !self.view.is_automa(seat);
        self.view.builders(city.into()).iter().any(others)
    }

    fn room(&self, piece: Piece, city: u8, spot: Spot) -> usize {
        let mut after = self.view.city(city.into());
        after.place(piece, spot).map_or(0, |()| after.room().iter().count())
    }

    /// The most that the bot's other tile can be worth in its other city, if this one goes here.
    fn rest(&self, piece: Piece, city: u8) -> i32 {
        let tiles = self.view.to_place(self.me);
        let other = self.cities[1 - self.side(city)];
        let wanted = &tiles[self.side(other)];
        let left = wanted.iter().copied().find(|&left| left != piece).or(wanted.first().copied());
        let there = self.offers.place.iter().filter(|of| of.city == other && Some(of.piece) == left);
        self.weight(other) * there.map(|of| i32::from(of.worth.total)).max().unwrap_or(0)
    }

    /// The bot's own placements in cities that it shares.
    fn own(&self) -> Vec<Way> {
        let shared = self.offers.place.iter().filter(|of| self.shared(of.city));
        shared
            .map(|of| Way {
                seat: self.me,
                mv: of.mv,
                piece: of.piece,
                city: of.city,
                worth: of.worth,
                effects: of.effects.clone(),
                value: self.weight(of.city) * i32::from(of.worth.total) + self.rest(of.piece, of.city),
                room: self.room(of.piece, of.city, of.spot),
            })
            .collect()
    }

    /// What its partners could place in cities that it shares with them.
    fn partners(&self) -> Vec<Way> {
        let suggestible = self.offers.suggest.iter();
        suggestible
            .map(|of| Way {
                seat: of.seat,
                mv: of.mv,
                piece: of.piece,
                city: of.city,
                worth: of.worth,
                effects: of.effects.clone(),
                value: self.weight(of.city) * i32::from(of.worth.total),
                room: self.room(of.piece, of.city, of.spot),
            })
            .collect()
    }

    fn reason(&self, way: &Way, why: Why) -> Reason {
        Reason { city: way.city, points: way.worth.total, lower: self.lead(way.city) < 0, why }
    }

    /// What speaks for a placement among those that the same seat could make in that city.
    fn praise(&self, way: &Way, all: &[Way]) -> Reason {
        let effect = main_effect(way);
        let as_good = |other: &&Way| *other != way && other.worth.total == way.worth.total;
        let rooms = || all.iter().filter(as_good).map(|other| other.room);
        let roomiest = rooms().all(|room| room <= way.room) && rooms().any(|room| room < way.room);
        let why = match effect {
            Some(effect) if is_remarkable(effect) || !roomiest => Why::Does { effect },
            _ if roomiest => Why::Room,
            _ => Why::Fine,
        };
        self.reason(way, why)
    }

    /// What speaks against a placement, where another is better.
    fn blame(&self, way: &Way, better: &Way) -> Reason {
        let spoils = way.effects.iter().find_map(|effect| match effect {
            Effect::SpoiledHouses { n } => Some(*n),
            _ => None,
        });
        let why = match spoils {
            Some(houses) => Why::Spoils { houses },
            None if way.seat == self.me && way.piece != better.piece => {
                Why::Elsewhere { other: self.cities[1 - self.side(way.city)] }
            }
            None => Why::Rather { more: better.worth.total - way.worth.total, effect: main_effect(better) },
        };
        self.reason(way, why)
    }
}

/// The effect that most of the points come from.
fn main_effect(way: &Way) -> Option<Effect> {
    let gain = |effect: &&Effect| way.worth.of(effect.building());
    // Of several effects on one type, the first is that of the tile itself.
    way.effects.iter().rev().filter(|effect| gain(effect) > 0).max_by_key(gain).copied()
}

/// Whether an effect is more than that one more building stands there.
fn is_remarkable(effect: Effect) -> bool {
    match effect {
        Effect::ShopLine { n }
        | Effect::TavernSet { n }
        | Effect::OfficeSet { n }
        | Effect::ParkGroup { n } => n >= 2,
        Effect::House { n } => n >= 3,
        Effect::Factories { each, .. } => each == 4,
        Effect::OfficesByTavern { .. } | Effect::NewType { .. } => true,
        Effect::HouseByFactory | Effect::SpoiledHouses { .. } => false,
    }
}

/// The placements of one seat in one city.
fn of_seat(ways: &[Way], seat: Seat, city: u8) -> Vec<Way> {
    ways.iter().filter(|way| way.seat == seat && way.city == city).cloned().collect()
}

fn best(ways: &[Way]) -> Option<&Way> {
    ways.iter().rev().max_by_key(|way| (way.value, way.room))
}

impl Mind<'_> {
    /// The bot's own placements as it is going to make them: the most appealing, then the most
    /// appealing of the other tile in the other city.
    fn plans(&self) -> Vec<&between_two_cities::Placeable> {
        let appeal = |of: &&between_two_cities::Placeable| {
            BetweenTwoCities::appeal(self.view, &LegalMove { mv: of.mv, worth: of.worth })
        };
        let Some(first) = self.offers.place.iter().rev().max_by_key(appeal) else { return Vec::new() };
        let tiles = self.view.to_place(self.me);
        let wanted = &tiles[1 - self.side(first.city)];
        let left = wanted.iter().copied().find(|&left| left != first.piece).or(wanted.first().copied());
        let others = self.offers.place.iter().rev();
        let second = others.filter(|of| of.city != first.city && Some(of.piece) == left).max_by_key(appeal);
        std::iter::once(first).chain(second).collect()
    }
}

/// A bot looks at the points of the cities as they stand, and counts those of its lower city for more.
impl Talker for BetweenTwoCities {
    type Reason = Reason;

    /// What it plans with its own tiles; then for each partner what suits the bot best, unless it is
    /// all the same to it.
    fn ideas(view: &View) -> Vec<Idea<Move, Reason>> {
        let Some(mind) = Mind::of(view) else { return Vec::new() };
        let idea =
            |way: &Way, all: &[Way]| Idea { seat: way.seat, mv: way.mv, reason: mind.praise(way, all) };
        let mut ideas = Vec::new();
        let own = mind.own();
        for plan in mind.plans() {
            let all = of_seat(&own, mind.me, plan.city);
            ideas.extend(all.iter().find(|way| way.mv == plan.mv).map(|way| idea(way, &all)));
        }
        let partners = mind.partners();
        for partner in view.to_act().iter().filter(|&seat| seat != mind.me) {
            for city in mind.cities {
                let all = of_seat(&partners, partner, city);
                let least = all.iter().map(|way| way.value).min();
                let wanted = best(&all).filter(|best| Some(best.value) > least);
                ideas.extend(wanted.map(|way| idea(way, &all)));
            }
        }
        ideas
    }

    fn why(view: &View, mv: Move) -> Option<Reason> {
        let mind = Mind::of(view)?;
        let own = mind.own();
        let way = own.iter().find(|way| way.mv == mv)?;
        Some(mind.praise(way, &of_seat(&own, mind.me, way.city)))
    }

    fn judge(view: &View, seat: Seat, mv: Move) -> Option<Opinion<Move, Reason>> {
        let mind = Mind::of(view)?;
        let ways = if seat == mind.me { mind.own() } else { mind.partners() };
        let way = ways.iter().find(|way| way.seat == seat && way.mv == mv)?;
        let all = of_seat(&ways, seat, way.city);
        let best = best(&all)?;
        Some(if best.value - way.value <= NEARLY {
            Opinion { agree: true, reason: mind.praise(way, &all), counter: None }
        } else {
            Opinion { agree: false, reason: mind.blame(way, best), counter: Some(best.mv) }
        })
    }
}
