//! The advantages of a better move over a worse one, in the game's terms.

use std::{cmp::Reverse, fmt};

use point_city::{
    Amounts, CardId, Cards, Cell, Face, Kind, Move, Pair, Resource, Side, View, Worth, count_payments,
};
use serde::Serialize;
use tabletop::Seat;

use super::{
    buyer::{PAIR_COUNT, PAIRS},
    city::{City, Gain, Hand},
    flip::{beside_of, mean_gain, mean_gain_by_back},
    policy::turns_left_after,
    takes::{Memory, Takes},
    value::{Future, MOST_TURNS, VALUE},
};
use crate::{Advantage, Expected, Explains, Term, style::larger};

/// An advantage of a better move over another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
#[serde(tag = "term", rename_all = "kebab-case")]
pub enum Contrast {
    /// It builds something that gives this permanent resource, which pays for other buildings. For example, the second
    /// economy pays for the next three. A permanent resource that only the other move gives would pay for fewer.
    Pays {
        /// The resource.
        resource: Resource,
        /// The number of these resources that the seat would have.
        n: u8,
        /// The number of open buildings that cost it and would cost one less.
        buildings: u8,
    },
    /// It has more points printed on buildings.
    Printed {
        /// The number of additional points.
        points: i16,
    },
    /// Its tokens count more.
    Tokens {
        /// The number of additional points.
        points: i16,
    },
    /// After it, fewer symbols are missing to pay for an open building.
    Closer {
        /// The building.
        card: CardId,
        /// The number of symbols that are missing after the better move, including ingenuity.
        lacks: u8,
        /// The number of symbols that are missing after the other move.
        instead: u8,
    },
    /// It leaves more resource cards to pay with.
    Keeps {
        /// The number of additional cards.
        cards: u16,
    },
    /// The other move opens more buildings to the next player.
    Opens {
        /// The number of buildings that come into the market after the other move.
        buildings: u8,
        /// The number of buildings after the better move.
        instead: u8,
    },
    /// The other move leaves the next player a building that they can pay for.
    Leaves {
        /// The next player.
        seat: Seat,
        /// The building.
        card: CardId,
    },
    /// It turns a card, and the seat can pay for some of the buildings that may be on its other side.
    Turns {
        /// The place of the card.
        cell: Cell,
        /// The resource on the card.
        back: Kind,
        /// The number of buildings that may be on the other side.
        buildings: u8,
        /// The number of those for which the seat can pay if it takes a card beside it.
        payable: u8,
        /// The most points that are printed on one of these.
        most: u8,
    },
    /// The other move turns a card, and the next player can pay for some of the buildings that may be on its other side.
    Offers {
        /// The next player.
        seat: Seat,
        /// The place of the card.
        cell: Cell,
        /// The resource on the card.
        back: Kind,
        /// The number of buildings that may be on the other side.
        buildings: u8,
        /// The number of those for which the next player can pay with a card beside it.
        payable: u8,
    },
}

/// The changes to which the better move probably leads within the next rounds, with what they are worth in the end.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
#[serde(tag = "term", rename_all = "kebab-case")]
pub enum Forecast {
    /// The means over continuations of both moves.
    Expected {
        /// The changes, the largest first.
        changes: Vec<AreaChange>,
    },
}

/// By how many points a seat will probably have more or less.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct AreaChange {
    /// The seat.
    pub seat: Seat,
    /// The source of the points, or `null` for all of them.
    pub by: Option<Aspect>,
    /// The change, in points.
    pub points: f32,
}

/// A source of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// The points printed on buildings.
    Printed,
    /// The points of tokens.
    Tokens,
    /// The permanent resources, for later buildings.
    Permanents,
    /// The resource cards, for later buildings.
    Cards,
}

impl Aspect {
    /// All of them, in the order of [`Future::by_aspect`].
    const ALL: [Self; 4] = [Self::Printed, Self::Tokens, Self::Permanents, Self::Cards];

    const fn words(self) -> &'static str {
        match self {
            Self::Printed => "printed points",
            Self::Tokens => "token points",
            Self::Permanents => "permanent resources",
            Self::Cards => "resource cards",
        }
    }
}

impl Forecast {
    pub(super) fn of(changes: &[Expected]) -> Self {
        let changes = changes.iter().filter_map(|&Expected { part, aspect, points }| {
            let seat = Seat::all(Seat::MAX).nth(part)?;
            let by = aspect.and_then(|aspect| Aspect::ALL.get(aspect).copied());
            Some(AreaChange { seat, by, points })
        });
        Self::Expected { changes: changes.collect() }
    }
}

impl fmt::Display for Forecast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Expected { changes } = self;
        let words = changes.iter().map(|AreaChange { seat, by, points }| {
            let what = by.map_or("points", Aspect::words);
            format!("the {what} of seat {} by {points:+.1}", seat.index())
        });
        write!(f, "it probably changes {}", words.collect::<Vec<_>>().join(", "))
    }
}

impl Contrast {
    /// Whether it keeps points from the next player, and gives the seat none.
    const fn denies(&self) -> bool {
        matches!(self, Self::Opens { .. } | Self::Leaves { .. } | Self::Offers { .. })
    }
}

/// Returns the advantages of the better of two moves of the viewer's seat.
pub(super) fn contrast(view: &View, played: Move, best: Move) -> Vec<Advantage> {
    let found = found(view, played, best).into_iter();
    found
        .map(|(explains, contrast)| Advantage {
            term: Term::of(&contrast),
            explains,
            denies: contrast.denies(),
            part: None,
        })
        .collect()
}

/// Returns the cells from which a move takes cards.
fn cells(mv: Move) -> impl Iterator<Item = Cell> {
    let pair = match mv {
        Move::Take { pair, .. } => Some(pair),
        _ => None,
    };
    pair.into_iter().flat_map(|pair| pair.cells())
}

/// Returns the advantages, each with the points that it explains.
fn found(view: &View, played: Move, best: Move) -> Vec<(Explains, Contrast)> {
    let Some(me) = view.viewer().seat().filter(|_| played != best) else { return Vec::new() };
    // A flip does not end the turn. The next move depends on what comes up, so only the flip itself is compared.
    let ends = [played, best].iter().all(|mv| !matches!(mv, Move::Flip(_)));
    let points = |(points, contrast)| (Explains::Points(points), contrast);
    let mut found: Vec<_> = match ends {
        true => own(view, me, played, best).into_iter().map(points).collect(),
        false => turns(view, me, played, best).into_iter().collect(),
    };
    if !view.table().variant().is_solo() {
        found.extend(denied(view, me, played, best, ends).into_iter().map(points));
    }
    found
}

/// The city of a seat after a move, as far as it is known, and whether an unknown card comes to it.
#[derive(Clone, Copy)]
struct After {
    city: City,
    draws: bool,
}

impl After {
    fn of(view: &View, seat: Seat, mv: Move) -> Self {
        let (table, mut city) = (view.table(), City::from(view.table().area(seat)));
        match mv {
            Move::Take { pair, pay, tokens } => {
                for gain in
                    pair.cells().into_iter().filter_map(|cell| table.market().face(cell)).map(Gain::of)
                {
                    city.hand = city.hand + gain.hand;
                    city.permanents += gain.permanents;
                    city.printed += gain.printed;
                }
                city.hand = city.hand.less(Hand::from(&pay));
                city.tokens = city.tokens.union(tokens);
            }
            Move::Draw => city = view.top().into_iter().fold(city, City::with),
            Move::Flip(_) | Move::Pass => {}
        }
        Self { city, draws: matches!(mv, Move::Draw) }
    }

    /// The value of the city. An unknown card counts as a single of any resource.
    fn worth(&self, future: &Future) -> f32 {
        if !self.draws {
            return future.of(&self.city);
        }
        let each = Resource::ALL.into_iter().map(|one| future.of(&self.city.with(Kind::single(one))));
        each.sum::<f32>() / Resource::ALL.len() as f32
    }
}

/// Returns the advantages for the seat itself of a move that ends its turn. The value of its city is compared with that of the
/// same city with the points, tokens, permanent resources or cards of the other move.
fn own(view: &View, me: Seat, played: Move, best: Move) -> Vec<(f32, Contrast)> {
    let table = view.table();
    let future = VALUE.with_left(turns_left_after(table));
    let [was, is] = [played, best].map(|mv| After::of(view, me, mv));
    let less = |changed: After| is.worth(future) - changed.worth(future);
    let mut found = Vec::new();
    let open = |taken: Move| {
        let left = move |cell: &Cell| cells(taken).all(|other| other != *cell);
        Cell::ALL.into_iter().filter(left).filter_map(|cell| table.market().face(cell)?.card())
    };
    let cheaper = |mv: Move, city: &City, resource: Resource| {
        let n = city.permanents.get(resource);
        open(mv).filter(|card| card.cost().get(resource) >= n).count() as u8
    };
    let more = |one: &After, other: &After, resource: Resource| {
        one.city.permanents.get(resource).saturating_sub(other.city.permanents.get(resource))
    };
    // Of the resources that only the other move gives, the one that is of most use.
    let given = Resource::ALL.into_iter().filter(|&resource| more(&was, &is, resource) > 0);
    let given =
        given.map(|resource| (cheaper(played, &was.city, resource), resource)).max_by_key(|&(n, _)| n);
    for resource in Resource::ALL {
        let more = more(&is, &was, resource);
        if more == 0 {
            continue;
        }
        let n = is.city.permanents.get(resource);
        let buildings = cheaper(best, &is.city, resource);
        let mut permanents = is.city.permanents.less(Amounts::only(resource, more));
        if let Some((_, instead)) = given {
            permanents += Amounts::only(instead, 1);
        }
        let points = less(After { city: City { permanents, ..is.city }, ..is });
        if buildings > given.map_or(0, |(others, _)| others) {
            found.push((points, Contrast::Pays { resource, n, buildings }));
        }
    }
    let (seen, now) = (Worth::of(view, played), Worth::of(view, best));
    if now.printed > seen.printed {
        let points = now.printed - seen.printed;
        found.push((points.into(), Contrast::Printed { points }));
    }
    if now.tokens > seen.tokens {
        let points = now.tokens - seen.tokens;
        let value = less(After { city: City { tokens: was.city.tokens, ..is.city }, ..is });
        found.push((larger(value, points.into()), Contrast::Tokens { points }));
    }
    // The cards, and what permanent resources save of them.
    let resources = City { hand: was.city.hand, permanents: was.city.permanents, ..is.city };
    let closer = closer(view, (played, &seen), (best, &now));
    if let Some(closer) = closer {
        found.push((less(After { city: resources, draws: was.draws }), closer));
    }
    let held = |worth: &Worth| worth.cards.count() + u16::from(worth.unknown_cards);
    if closer.is_none() && held(&now) > held(&seen) {
        let value = less(After { city: City { hand: was.city.hand, ..is.city }, draws: was.draws });
        found.push((value, Contrast::Keeps { cards: held(&now) - held(&seen) }));
    }
    found
}

/// Returns the advantage of turning a card: the building that may be on its other side, if the seat can pay for it.
///
/// The flip explains the difference, without the part that the best turn without a flip would bring as well.
fn turns(view: &View, me: Seat, played: Move, best: Move) -> Option<(Explains, Contrast)> {
    let Move::Flip(cell) = best else { return None };
    let table = view.table();
    let mut memory = Memory::new(&VALUE);
    let [takes] = memory.value(table, [Some((me, turns_left_after(table)))]);
    let takes = takes?;
    // The best turn without a flip.
    let otherwise = takes.worths.into_iter().fold(takes.buyer.with(view.top()), larger);
    let explains = match played {
        Move::Flip(other) => {
            let gain = |cell| mean_gain(table.market(), takes, cell, otherwise);
            Explains::Points(gain(cell) - gain(other))
        }
        _ => Explains::AllBut(otherwise - After::of(view, me, played).worth(takes.buyer.future())),
    };
    let backs = Backs::of(view, me, cell)?;
    let most = backs.payable.iter().map(|card| card.points()).max()?;
    let (buildings, payable) = (backs.buildings, backs.payable.len() as u8);
    Some((explains, Contrast::Turns { cell, back: backs.back, buildings, payable, most }))
}

/// The buildings that may be on the other side of a resource card.
struct Backs {
    back: Kind,
    buildings: u8,
    /// The buildings for which the seat can pay, with a resource card beside it.
    payable: Vec<CardId>,
}

impl Backs {
    fn of(view: &View, seat: Seat, cell: Cell) -> Option<Self> {
        let (table, market) = (view.table(), view.table().market());
        let back = market.face(cell)?.kind()?;
        let area = table.area(seat);
        let beside: Vec<Cards> = beside_of(cell)
            .filter_map(|cell| market.face(cell)?.kind())
            .map(|kind| {
                let mut cards = area.cards;
                cards.push(kind);
                cards
            })
            .collect();
        let is_out = |card: CardId| {
            Cell::ALL.iter().any(|&cell| market.face(cell).and_then(Face::card) == Some(card))
                || Seat::all(table.seats()).any(|seat| view.built(seat).any(|built| built == card))
        };
        let possible = CardId::ALL.into_iter().filter(|&card| card.back() == back && !is_out(card));
        let (mut buildings, mut payable) = (0, Vec::new());
        for card in possible {
            buildings += 1;
            let due = card.cost().less(area.permanents);
            payable.extend(beside.iter().any(|cards| count_payments(due, cards) > 0).then_some(card));
        }
        Some(Self { back, buildings, payable })
    }
}

/// The next seat, and the gain of its city by each pair.
struct Next<'a> {
    takes: &'a Takes<'a>,
    gains: [f32; PAIR_COUNT],
}

impl Next<'_> {
    /// The highest gain by a pair from which a move takes nothing.
    fn after(&self, mv: Move) -> (f32, Option<Pair>) {
        let apart = PAIRS.iter().zip(self.gains);
        let apart = apart.filter(|(pair, _)| cells(mv).all(|cell| !pair.cells().contains(&cell)));
        apart.fold((0.0, None), |best, (&pair, gain)| if gain > best.0 { (gain, Some(pair)) } else { best })
    }
}

/// Returns what the better move keeps from the next player.
fn denied(view: &View, me: Seat, played: Move, best: Move, ends: bool) -> Vec<(f32, Contrast)> {
    let (table, market) = (view.table(), view.table().market());
    let seat = me.left(table.seats());
    let turns = MOST_TURNS.saturating_sub((table.turns_played() + 1) / table.seats());
    if turns == 0 {
        return Vec::new();
    }
    let mut memory = Memory::new(&VALUE);
    let [Some(takes)] = memory.value(table, [Some((seat, turns - 1))]) else { return Vec::new() };
    let now = takes.now;
    let next = Next { takes, gains: takes.worths.map(|worth| larger(worth - now, 0.0)) };
    let mut found = Vec::new();
    if let Move::Flip(cell) = played {
        let offered = |cell| mean_gain(market, next.takes, cell, now);
        let points = offered(cell) - if let Move::Flip(other) = best { offered(other) } else { 0.0 };
        let backs = Backs::of(view, seat, cell).filter(|backs| !backs.payable.is_empty());
        found.extend(backs.map(|Backs { back, buildings, payable }| {
            let payable = payable.len() as u8;
            (points, Contrast::Offers { seat, cell, back, buildings, payable })
        }));
    }
    if !ends {
        return found;
    }
    let ((most, pair), (least, _)) = (next.after(played), next.after(best));
    let card = pair.into_iter().flat_map(|pair| pair.cells()).find_map(|cell| {
        let taken = cells(best).any(|other| other == cell);
        market.face(cell)?.card().filter(|_| taken)
    });
    found.extend(card.map(|card| (most - least, Contrast::Leaves { seat, card })));
    let opened = |mv: Move| {
        let refills = Worth::of(view, mv).refills.into_iter().flatten();
        let buildings: Vec<_> = refills.filter(|refill| refill.side == Side::Building).collect();
        let (floor, _) = next.after(mv);
        let gain = buildings.iter().map(|refill| mean_gain_by_back(next.takes, refill.back, now + floor));
        (buildings.len() as u8, gain.sum::<f32>())
    };
    let ((buildings, offered), (instead, other)) = (opened(played), opened(best));
    if buildings > instead {
        found.push((offered - other, Contrast::Opens { buildings, instead }));
    }
    found
}

/// Returns the number of symbols that are missing to pay for a building after a move.
fn lacks(after: &Worth, card: CardId) -> u8 {
    let missing = card.cost().less(after.cards.symbols() + after.permanents);
    missing.sum().saturating_sub(after.cards.get(Kind::INGENUITY))
}

/// Among the buildings that neither move takes, returns the one to which the better move comes closest: one that can be
/// paid for then, otherwise the one with most points.
fn closer(view: &View, (played, was): (Move, &Worth), (best, is): (Move, &Worth)) -> Option<Contrast> {
    let left = |cell: &Cell| cells(played).chain(cells(best)).all(|other| other != *cell);
    let buildings = Cell::ALL.into_iter().filter(left);
    let buildings = buildings.filter_map(|cell| view.table().market().face(cell)?.card());
    buildings
        .map(|card| (card, lacks(is, card), lacks(was, card)))
        .filter(|(_, lacks, instead)| lacks < instead)
        .max_by_key(|&(card, lacks, _)| (lacks == 0, card.points(), Reverse(lacks)))
        .map(|(card, lacks, instead)| Contrast::Closer { card, lacks, instead })
}

/// Writes the advantage in English, for the command line.
impl fmt::Display for Contrast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Pays { resource, n, buildings } => {
                let nth =
                    ["first", "second", "third", "fourth"].get(usize::from(n) - 1).copied().unwrap_or("next");
                write!(f, "the {nth} {} would help to pay for {}", resource.name(), more(buildings))
            }
            Self::Printed { points: 1 } => write!(f, "1 point more is printed on it"),
            Self::Printed { points } => write!(f, "{points} points more are printed on it"),
            Self::Tokens { points: 1 } => write!(f, "its tokens count 1 point more"),
            Self::Tokens { points } => write!(f, "its tokens count {points} points more"),
            Self::Closer { card, lacks, instead } => {
                write!(f, "it leaves {lacks} missing for {card}, and what was played {instead}")
            }
            Self::Keeps { cards: 1 } => write!(f, "it leaves 1 more resource card"),
            Self::Keeps { cards } => write!(f, "it leaves {cards} more resource cards"),
            Self::Opens { buildings, instead } => {
                let number = if buildings == 1 { "1 building" } else { "2 buildings" };
                write!(f, "what was played opens {number} to the next player, it {instead}")
            }
            Self::Leaves { seat, card } => {
                write!(f, "what was played leaves {card} to seat {}, who can pay for it", seat.index())
            }
            Self::Turns { cell, back, buildings, payable, most } => write!(
                f,
                "{payable} of the {buildings} buildings that may be behind {back} on {cell} can be paid for, with up to {most} points"
            ),
            Self::Offers { seat, cell, back, buildings, payable } => write!(
                f,
                "seat {} can pay for {payable} of the {buildings} buildings that may be behind {back} on {cell}",
                seat.index()
            ),
        }
    }
}

/// "1 more building", "2 more buildings".
fn more(buildings: u8) -> String {
    let s = if buildings == 1 { "" } else { "s" };
    format!("{buildings} more building{s}")
}
