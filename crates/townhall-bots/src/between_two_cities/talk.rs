//! What bots say to their partners in Between Two Cities.

use between_two_cities::{
    BetweenTwoCities, City, Effect, Move, Offers, Phase, Placeable, State, Suggestible, View,
};
use rand_xoshiro::rand_core::SeedableRng;
use serde::Serialize;
use tabletop::{Seat, prelude::*};

use super::{
    policy::{Cities, rank_places, spread, standing},
    value::VALUE,
};
use crate::{Idea, Opinion, Talker, ThinkRng};

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
    /// For it: another is worth more at once, but this one may be expected to come to more.
    Later,
    /// For it: nothing else is better.
    Fine,
    /// Against it: the counter-proposal is worth more.
    Rather {
        /// By how many points of this city, as it may be expected to end.
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

/// A placement in a city that the bot shares with a partner. Either of them may be the one who would place the tile.
#[derive(Clone, PartialEq, Debug)]
struct Way {
    of: Suggestible,
    /// The points that the city may be expected to end with.
    expected: f32,
    /// What both of the bot's cities are worth to it after the placement, in points.
    value: f32,
    /// How many cells the city could still cover afterwards.
    room: usize,
}

/// A view, with what the bot needs to evaluate it for the viewer's seat.
struct Mind<'a> {
    view: &'a View,
    me: Seat,
    cities: [u8; 2],
    totals: [i32; 2],
    offers: Offers,
    /// A state sampled from the view. Which one makes no difference, since all of them have the same cities.
    state: State,
    rivals: Cities,
}

/// How many points less than the best placement a proposed one may be worth to the bot for it to agree.
const NEARLY: f32 = 0.75;

impl<'a> Mind<'a> {
    fn of(view: &'a View) -> Option<Self> {
        let me = view.viewer().seat().filter(|&seat| !view.is_automa(seat))?;
        let state = BetweenTwoCities::sample(view, &mut ThinkRng::seed_from_u64(0));
        if state.phase() != Phase::Place {
            return None;
        }
        let (cities, scores) = (view.cities_of(me), view.scores());
        let totals = cities.map(|city| i32::from(scores[usize::from(city)].total));
        let (offers, rivals) = (BetweenTwoCities::offers(view), Cities::of(&state));
        Some(Self { view, me, cities, totals, offers, state, rivals })
    }

    fn side(&self, city: u8) -> usize {
        usize::from(city != self.cities[0])
    }

    fn lead(&self, city: u8) -> i32 {
        let side = self.side(city);
        self.totals[side] - self.totals[1 - side]
    }

    /// Whether somebody other than the bot builds this city too.
    fn shared(&self, city: u8) -> bool {
        let others = |&seat: &Seat| seat != self.me && !self.view.is_automa(seat);
        self.view.builders(city.into()).iter().any(others)
    }

    /// The points with which a city may be expected to end.
    fn expected(&self, city: u8, grid: City) -> f32 {
        VALUE.of(grid, self.rivals.rivals(city.into()))
    }

    /// Evaluates a placement. `value` is what it is worth to the bot, if known; otherwise it is computed from this
    /// city.
    fn way(&self, of: Suggestible, value: Option<f32>) -> Way {
        let mut after = self.state.city(of.city.into());
        // An offered placement is legal, so this can't fail.
        let _: Result<_, _> = after.place(of.piece, of.spot);
        let (expected, room) = (self.expected(of.city, after), after.room().iter().count());
        let value = value.unwrap_or_else(|| {
            let other = self.cities[1 - self.side(of.city)];
            let there = self.state.city(other.into());
            standing(self.state.variant(), expected, self.expected(other, there), spread(there.len()))
        });
        Way { of, expected, value, room }
    }

    /// The bot's own placements in cities that it shares.
    fn own(&self) -> Vec<Way> {
        let mut values = Vec::new();
        rank_places(&VALUE, &self.state, self.me, |value, mv| values.push((mv, value)));
        let value = |mv: Move| values.iter().find(|(other, _)| *other == mv).map(|&(_, value)| value);
        let shared = self.offers.place.iter().filter(|of| self.shared(of.city));
        shared
            .map(|of| {
                let Placeable { piece, city, spot, worth, effects } = of.clone();
                self.way(Suggestible { seat: self.me, piece, city, spot, worth, effects }, value(of.mv()))
            })
            .collect()
    }

    /// What its partners could place in cities that it shares with them.
    fn partners(&self) -> Vec<Way> {
        self.offers.suggest.iter().map(|of| self.way(*of, None)).collect()
    }

    fn reason(&self, way: &Way, why: Why) -> Reason {
        Reason { city: way.of.city, points: way.of.worth.total, lower: self.lead(way.of.city) < 0, why }
    }

    /// The main reason for a placement, compared with all others that the same seat could make in that city.
    fn praise(&self, way: &Way, all: &[Way]) -> Reason {
        let effect = main_effect(way);
        let others = || all.iter().filter(|other| *other != way);
        let later =
            others().any(|other| other.of.worth.total > way.of.worth.total && other.expected < way.expected);
        let rooms =
            || others().filter(|other| other.of.worth.total == way.of.worth.total).map(|other| other.room);
        let roomiest = rooms().all(|room| room <= way.room) && rooms().any(|room| room < way.room);
        let why = match effect {
            Some(effect) if is_remarkable(effect) => Why::Does { effect },
            _ if later => Why::Later,
            Some(effect) if !roomiest => Why::Does { effect },
            _ if roomiest => Why::Room,
            _ => Why::Fine,
        };
        self.reason(way, why)
    }

    /// The main reason against a placement, compared with a better one.
    fn blame(&self, way: &Way, better: &Way) -> Reason {
        let spoils = way.of.effects.iter().find_map(|effect| match effect {
            Effect::SpoiledHouses { n } => Some(*n),
            _ => None,
        });
        let why = match spoils {
            Some(houses) => Why::Spoils { houses },
            None if way.of.seat == self.me && way.of.piece != better.of.piece => {
                Why::Elsewhere { other: self.cities[1 - self.side(way.of.city)] }
            }
            None => {
                let more = (better.expected - way.expected).round().max(1.0) as i16;
                Why::Rather { more, effect: main_effect(better) }
            }
        };
        self.reason(way, why)
    }
}

/// The effect that most of the points come from.
fn main_effect(way: &Way) -> Option<Effect> {
    let gain = |effect: &&Effect| way.of.worth.of(effect.building());
    // Of several effects on one type, the first is that of the tile itself.
    way.of.effects.iter().rev().filter(|effect| gain(effect) > 0).max_by_key(gain).copied()
}

/// Whether an effect is worth mentioning: whether it is more than a building that scores by itself.
pub(super) fn is_remarkable(effect: Effect) -> bool {
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
    ways.iter().filter(|way| way.of.seat == seat && way.of.city == city).cloned().collect()
}

/// The placement that is worth most to the bot.
fn best(ways: &[Way]) -> Option<&Way> {
    ways.iter().rev().max_by(|a, b| a.value.total_cmp(&b.value).then(a.room.cmp(&b.room)))
}

/// A bot judges proposals by the expected final points of its two cities, as it judges its own moves.
impl Talker for BetweenTwoCities {
    /// For each partner and city, the placement that is best for the bot, unless all are worth the same to it.
    fn ideas(view: &View) -> Vec<Idea<Move>> {
        let Some(mind) = Mind::of(view) else { return Vec::new() };
        let mut ideas = Vec::new();
        let partners = mind.partners();
        for partner in view.to_act().iter().filter(|&seat| seat != mind.me) {
            for city in mind.cities {
                let all = of_seat(&partners, partner, city);
                let wanted = best(&all).filter(|best| all.iter().any(|way| way.value < best.value));
                ideas.extend(wanted.map(|way| Idea {
                    seat: partner,
                    mv: way.of.mv(),
                    reason: crate::Json::of(&mind.praise(way, &all)),
                }));
            }
        }
        ideas
    }

    fn why(view: &View, mv: Move) -> Option<crate::Json> {
        let mind = Mind::of(view)?;
        let own = mind.own();
        let way = own.iter().find(|way| way.of.mv() == mv)?;
        Some(crate::Json::of(&mind.praise(way, &of_seat(&own, mind.me, way.of.city))))
    }

    fn judge(view: &View, seat: Seat, mv: Move) -> Option<Opinion<Move>> {
        let mind = Mind::of(view)?;
        let ways = if seat == mind.me { mind.own() } else { mind.partners() };
        let way = ways.iter().find(|way| way.of.seat == seat && way.of.mv() == mv)?;
        let all = of_seat(&ways, seat, way.of.city);
        let best = best(&all)?;
        Some(if best.value - way.value <= NEARLY {
            Opinion { agree: true, reason: crate::Json::of(&mind.praise(way, &all)), counter: None }
        } else {
            Opinion {
                agree: false,
                reason: crate::Json::of(&mind.blame(way, best)),
                counter: Some(best.of.mv()),
            }
        })
    }
}
