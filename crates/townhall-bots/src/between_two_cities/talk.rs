//! Proposals of bots to their partners in Between Two Cities, and their opinions on proposals.

use between_two_cities::{
    BetweenTwoCities, City, Effect, Move, Offers, Phase, Piece, Placeable, Signal, State, Suggestible, View,
};
use rand_xoshiro::rand_core::SeedableRng;
use serde::Serialize;
use tabletop::{Seat, prelude::*, sorting::sort_by};

use super::{
    policy::{Cities, rank_places, spread, standing},
    value::VALUE,
};
use crate::{Idea, Opinion, Plan, Talker, ThinkRng};

/// A bot's reason for or against a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct Reason {
    /// The city of the placement.
    pub city: u8,
    /// The change of its points by the proposed placement.
    pub points: i16,
    /// Whether it is the lower of the bot's two cities, which decides the bot's score.
    pub lower: bool,
    /// The argument for or against the placement.
    #[serde(flatten)]
    pub why: Why,
}

/// An argument for or against a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum Why {
    /// The bot is for it, because most of its points come from this effect.
    Does {
        /// The effect on the city.
        effect: Effect,
    },
    /// The bot is for it, because no equally good placement leaves the city more room to grow.
    Room,
    /// The bot is for it, because it expects more points from it later, although another placement gains more at once.
    Later,
    /// The bot is for it, because no other placement is better.
    Fine,
    /// The bot is against it, because the counter-proposal is worth more.
    Rather {
        /// The difference in the expected final points of this city.
        more: i16,
        /// The effect of the counter-proposal.
        effect: Option<Effect>,
        /// The tile of the counter-proposal, if it is another one.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        piece: Option<Piece>,
    },
    /// The bot is against it, because it wants this own tile in its other city.
    Elsewhere {
        /// The other city.
        other: u8,
    },
    /// The bot is against it, because a factory would be placed beside houses.
    Spoils {
        /// The number of houses.
        houses: u8,
    },
}

/// A possible placement in a city that the bot shares with a partner. Either of them may place the tile.
#[derive(Clone, PartialEq, Debug)]
struct Candidate {
    of: Suggestible,
    /// The expected final points of the city.
    expected: f32,
    /// The value of both cities for the bot after the placement, in points.
    value: f32,
    /// The number of cells that the city could still cover afterwards.
    room: usize,
}

/// Evaluates placements for the seat of a view.
struct Evaluator<'a> {
    view: &'a View,
    me: Seat,
    cities: [u8; 2],
    totals: [i32; 2],
    offers: Offers,
    /// A state sampled from the view. Any state serves, since all of them have equal cities.
    state: State,
    rivals: Cities,
}

impl<'a> Evaluator<'a> {
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

    /// Returns whether a partner of the bot builds this city too.
    fn shared(&self, city: u8) -> bool {
        let others = |&seat: &Seat| seat != self.me && !self.view.is_automa(seat);
        self.view.builders(city.into()).iter().any(others)
    }

    /// Returns the expected final points of a city.
    fn expected(&self, city: u8, grid: City) -> f32 {
        VALUE.of(grid, self.rivals.rivals(city.into()))
    }

    /// Evaluates a placement. `value` is its value for the bot, if known; otherwise it is computed from this city.
    fn candidate(&self, of: Suggestible, value: Option<f32>) -> Candidate {
        let mut after = self.state.city(of.city.into());
        // An offered placement is legal, so this can't fail.
        let _: Result<_, _> = after.place(of.piece, of.spot);
        let (expected, room) = (self.expected(of.city, after), after.room().iter().count());
        let value = value.unwrap_or_else(|| {
            let other = self.cities[1 - self.side(of.city)];
            let there = self.state.city(other.into());
            standing(self.state.variant(), expected, self.expected(other, there), spread(there.len()))
        });
        Candidate { of, expected, value, room }
    }

    /// Returns the bot's own placements in cities that it shares.
    fn own(&self) -> Vec<Candidate> {
        let mut values = Vec::new();
        rank_places(&VALUE, &self.state, self.me, |value, mv| values.push((mv, value)));
        let value = |mv: Move| values.iter().find(|(other, _)| *other == mv).map(|&(_, value)| value);
        let shared = self.offers.place.iter().filter(|of| self.shared(of.city));
        shared
            .map(|of| {
                let Placeable { piece, city, spot, worth, effects } = of.clone();
                self.candidate(
                    Suggestible { seat: self.me, piece, city, spot, worth, effects },
                    value(of.mv()),
                )
            })
            .collect()
    }

    /// Returns the placements of its partners in cities that it shares with them.
    fn partners(&self) -> Vec<Candidate> {
        self.offers.suggest.iter().map(|of| self.candidate(*of, None)).collect()
    }

    fn reason(&self, candidate: &Candidate, why: Why) -> Reason {
        Reason {
            city: candidate.of.city,
            points: candidate.of.worth.total,
            lower: self.lead(candidate.of.city) < 0,
            why,
        }
    }

    /// Returns the main reason for a placement, compared with all others that the same seat could make in that city.
    fn praise(&self, candidate: &Candidate, all: &[Candidate]) -> Reason {
        let effect = main_effect(candidate);
        let others = || all.iter().filter(|other| *other != candidate);
        let later = others().any(|other| {
            other.of.worth.total > candidate.of.worth.total && other.expected < candidate.expected
        });
        let rooms = || {
            others().filter(|other| other.of.worth.total == candidate.of.worth.total).map(|other| other.room)
        };
        let roomiest =
            rooms().all(|room| room <= candidate.room) && rooms().any(|room| room < candidate.room);
        let why = match effect {
            Some(effect) if is_remarkable(effect) => Why::Does { effect },
            _ if later => Why::Later,
            Some(effect) if !roomiest => Why::Does { effect },
            _ if roomiest => Why::Room,
            _ => Why::Fine,
        };
        self.reason(candidate, why)
    }

    /// Returns the main reason against a placement, compared with a better one.
    fn blame(&self, candidate: &Candidate, better: &Candidate) -> Reason {
        let spoils = candidate.of.effects.iter().find_map(|effect| match effect {
            Effect::SpoiledHouses { n } => Some(*n),
            _ => None,
        });
        let why = match spoils {
            Some(houses) => Why::Spoils { houses },
            None if candidate.of.seat == self.me && candidate.of.piece != better.of.piece => {
                Why::Elsewhere { other: self.cities[1 - self.side(candidate.of.city)] }
            }
            None => {
                let more = (better.expected - candidate.expected).round().max(1.0) as i16;
                let piece = Some(better.of.piece).filter(|&piece| piece != candidate.of.piece);
                Why::Rather { more, effect: main_effect(better), piece }
            }
        };
        self.reason(candidate, why)
    }
}

/// Returns the effect from which most of the points come.
fn main_effect(candidate: &Candidate) -> Option<Effect> {
    let gain = |effect: &&Effect| candidate.of.worth.of(effect.building());
    // Among several effects on one type, the first is that of the tile itself.
    candidate.of.effects.iter().rev().filter(|effect| gain(effect) > 0).max_by_key(gain).copied()
}

/// Returns whether an effect is worth mentioning. It must be more than a building that scores by itself.
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

/// Returns the placements of one seat in one city.
fn of_seat(candidates: &[Candidate], seat: Seat, city: u8) -> Vec<Candidate> {
    candidates
        .iter()
        .filter(|candidate| candidate.of.seat == seat && candidate.of.city == city)
        .cloned()
        .collect()
}

/// Returns the placement that is worth most to the bot.
fn best(candidates: &[Candidate]) -> Option<&Candidate> {
    candidates.iter().rev().max_by(|a, b| a.value.total_cmp(&b.value).then(a.room.cmp(&b.room)))
}

/// A bot judges proposals by the expected final points of its two cities, as it judges its own moves.
impl Talker for BetweenTwoCities {
    /// For each partner and city, the best placement for the bot is an idea, unless all have equal values.
    fn ideas(view: &View) -> Vec<Idea<Move>> {
        let Some(evaluator) = Evaluator::of(view) else { return Vec::new() };
        let mut ideas = Vec::new();
        let partners = evaluator.partners();
        for partner in view.to_act().iter().filter(|&seat| seat != evaluator.me) {
            for city in evaluator.cities {
                let all = of_seat(&partners, partner, city);
                let wanted =
                    best(&all).filter(|best| all.iter().any(|candidate| candidate.value < best.value));
                ideas.extend(wanted.map(|candidate| Idea {
                    seat: partner,
                    mv: candidate.of.mv(),
                    reason: crate::Json::of(&evaluator.praise(candidate, &all)),
                }));
            }
        }
        ideas
    }

    fn why(view: &View, mv: Move) -> Option<crate::Json> {
        let evaluator = Evaluator::of(view)?;
        let own = evaluator.own();
        let candidate = own.iter().find(|candidate| candidate.of.mv() == mv)?;
        Some(crate::Json::of(&evaluator.praise(candidate, &of_seat(&own, evaluator.me, candidate.of.city))))
    }

    fn plans(view: &View) -> Vec<Plan<Move>> {
        let mut own = Evaluator::of(view).map(|evaluator| evaluator.own()).unwrap_or_default();
        sort_by(&mut own, |a, b| b.value.total_cmp(&a.value).then(b.room.cmp(&a.room)));
        own.iter().map(|candidate| Plan { mv: candidate.of.mv(), value: candidate.value }).collect()
    }

    fn acknowledgement(agreed: bool) -> Option<crate::Json> {
        Some(crate::Json::of(if agreed { &Signal::GoodIdea } else { &Signal::YourCall }))
    }

    fn judge_within(view: &View, seat: Seat, mv: Move, margin: f32) -> Option<Opinion<Move>> {
        let evaluator = Evaluator::of(view)?;
        let candidates = if seat == evaluator.me { evaluator.own() } else { evaluator.partners() };
        let candidate =
            candidates.iter().find(|candidate| candidate.of.seat == seat && candidate.of.mv() == mv)?;
        let all = of_seat(&candidates, seat, candidate.of.city);
        let best = best(&all)?;
        Some(if best.value - candidate.value <= margin {
            Opinion {
                agree: true,
                reason: crate::Json::of(&evaluator.praise(candidate, &all)),
                counter: None,
            }
        } else {
            Opinion {
                agree: false,
                reason: crate::Json::of(&evaluator.blame(candidate, best)),
                counter: Some(best.of.mv()),
            }
        })
    }
}
