//! Which card of the market is best turned.

use std::{cell::Ref, sync::LazyLock};

use point_city::{CardId, Cell, Face, Kind, Market, Table};

use super::{
    city::{City, Gain},
    lot::Lot,
    policy::{DENIAL, Weighed},
    takes::Takes,
};
use crate::style::larger;

/// How many buildings are paid for at once.
const LOT: usize = 16;

/// At most [`LOT`] buildings.
struct Buildings {
    lot: Lot<LOT>,
    gains: Vec<&'static Gain>,
}

/// For each kind of resource, the buildings on whose backs it is.
static BY_BACK: LazyLock<[Vec<Buildings>; Kind::COUNT]> = LazyLock::new(|| {
    Kind::ALL.map(|kind| {
        let cards = CardId::ALL.into_iter().filter(|card| card.back() == kind);
        let gains: Vec<&Gain> = cards.map(|card| Gain::of(Face::building(card))).collect();
        let lots = gains.chunks(LOT).map(|gains| Buildings {
            lot: Lot::of(gains.iter().map(|gain| gain.cost)),
            gains: gains.to_vec(),
        });
        lots.collect()
    })
});

/// The values of a seat's city after it builds each building behind a back, beside which it takes a card or none. The seat and its
/// city are those of the [`Takes`] that they belong to.
#[derive(Default)]
pub(super) struct Behind {
    /// The back and the card beside it, as [`Behind::name`] gives them, and the place of the first value.
    found: Vec<(u8, usize)>,
    /// The values; [`f32::MIN`] if the seat can't pay.
    worths: Vec<f32>,
}

impl Behind {
    fn name(back: Kind, beside: Option<Kind>) -> u8 {
        (back.index() + Kind::COUNT * beside.map_or(Kind::COUNT, Kind::index)) as u8
    }
}

/// The values of a seat's city after it builds each building on whose back this kind is, and takes a card beside it;
/// [`f32::MIN`] if it can't pay.
fn behind<'t>(takes: &'t Takes<'_>, back: Kind, beside: Option<Kind>) -> Ref<'t, [f32]> {
    let name = Behind::name(back, beside);
    let known = takes.behind.borrow().found.iter().find(|&&(other, _)| other == name).copied();
    let start = known.map_or_else(
        || {
            let Behind { found, worths } = &mut *takes.behind.borrow_mut();
            let start = worths.len();
            found.push((name, start));
            let buyer = &takes.buyer;
            let city = beside.into_iter().fold(buyer.city, City::with);
            for buildings in &BY_BACK[back.index()] {
                let left = buildings.lot.pay(&city);
                for (offer, gain) in buildings.gains.iter().enumerate() {
                    let is_paid = left.is_paid[offer];
                    worths.push(if is_paid { buyer.worth(&left.resources(offer), gain) } else { f32::MIN });
                }
            }
            start
        },
        |(_, start)| start,
    );
    let count = BY_BACK[back.index()].iter().map(|buildings| buildings.gains.len()).sum::<usize>();
    Ref::map(takes.behind.borrow(), |behind| &behind.worths[start..start + count])
}

/// The card that is best turned, and by how much that raises the worth of the turn; `None` if that is not more than `least`,
/// or if none may be turned.
///
/// A card is turned for the building on its other side: of those that have this back, each is as likely as any other. If the
/// seat can pay for it, it builds it with the best card beside it; if not, it stays for the next seat.
pub(super) fn flip(table: &Table, weighed: &Weighed<'_>, least: f32) -> Option<(f32, Cell)> {
    let market = table.market();
    if table.has_flipped() || !Cell::ALL.into_iter().any(|cell| market.may_flip(cell)) {
        return None;
    }
    let seat = &weighed.seat.buyer;
    // A seat that can do nothing else passes.
    let otherwise = weighed.draw.unwrap_or(weighed.seat.now);
    let without = weighed.seat.worths.iter().copied().fold(otherwise, larger);
    // The value of the city with one card more, as far as needed.
    let mut with: [Option<f32>; Kind::COUNT] = [None; Kind::COUNT];
    let mut worth_of = |kind: Kind| *with[kind.index()].get_or_insert_with(|| seat.with([kind]));
    // Two cards with the same back and the same best card beside them are worth the same: the first one counts. For each back
    // a bit for each card beside it that was seen.
    let mut seen = [0u16; Kind::COUNT];
    let mut best: (f32, Option<Cell>) = (least, None);
    for cell in Cell::ALL.into_iter().filter(|&cell| market.may_flip(cell)) {
        let kind_in = |cell: Cell| market.face(cell).and_then(Face::kind);
        let Some(kind) = kind_in(cell) else { continue };
        let mut beside: Option<(f32, Kind)> = None;
        for other in beside_of(cell).filter_map(kind_in) {
            let worth = worth_of(other);
            if beside.is_none_or(|(most, _)| worth.total_cmp(&most).is_ge()) {
                beside = Some((worth, other));
            }
        }
        let beside = beside.map(|(_, kind)| kind);
        let bit = 1 << beside.map_or(Kind::COUNT, Kind::index);
        if seen[kind.index()] & bit != 0 {
            continue;
        }
        seen[kind.index()] |= bit;
        // These are the gains of the seat by each building that it builds.
        let worths = behind(weighed.seat, kind, beside);
        let gains = worths.iter().map(|worth| larger(worth - without, 0.0));
        let mean = |sum: f32| sum / worths.len() as f32;
        let mut sum = gains.clone().fold(0.0, |sum, gain| sum + gain);
        // If nothing went to the next seat, it would not be better: so it is not.
        if mean(sum) <= best.0 {
            continue;
        }
        if let Some(next) = weighed.next {
            let worths = behind(next, kind, None);
            let theirs = worths.iter().map(|worth| larger(worth - next.now, 0.0));
            let each = gains.zip(theirs);
            sum = each.fold(0.0, |sum, (own, theirs)| sum + if own > 0.0 { own } else { -(DENIAL * theirs) });
        }
        if mean(sum) > best.0 {
            best = (mean(sum), Some(cell));
        }
    }
    best.1.map(|cell| (best.0, cell))
}

/// The mean gain of a seat by the building on the other side of a card over a city with this value, if it takes the building
/// with the best resource card beside it.
pub(super) fn mean_gain(market: &Market, takes: &Takes<'_>, cell: Cell, otherwise: f32) -> f32 {
    let kind_in = |cell: Cell| market.face(cell).and_then(Face::kind);
    let worth = |kind: Kind| takes.buyer.with([kind]);
    let beside = beside_of(cell).filter_map(kind_in).max_by(|&a, &b| worth(a).total_cmp(&worth(b)));
    kind_in(cell).map_or(0.0, |back| mean_of(takes, &[back], beside, otherwise))
}

/// The mean gain of a seat by a building with this back, or with any if it is not known, over a city with this value.
pub(super) fn mean_gain_by_back(takes: &Takes<'_>, back: Option<Kind>, otherwise: f32) -> f32 {
    mean_of(takes, back.as_ref().map_or(&Kind::ALL, std::slice::from_ref), None, otherwise)
}

/// The mean gain over the buildings with these backs, and a card beside them.
fn mean_of(takes: &Takes<'_>, backs: &[Kind], beside: Option<Kind>, otherwise: f32) -> f32 {
    let (mut sum, mut count) = (0.0, 0);
    for &back in backs {
        let worths = behind(takes, back, beside);
        sum += worths.iter().map(|worth| larger(worth - otherwise, 0.0)).sum::<f32>();
        count += worths.len();
    }
    sum / count.max(1) as f32
}

/// The cells that share an edge with a cell.
pub(super) fn beside_of(cell: Cell) -> impl Iterator<Item = Cell> {
    let (column, row) = (cell.column(), cell.row());
    let at = |column: u8, row: u8| (column < 4 && row < 4).then(|| Cell::at(column, row));
    [
        at(column, row.wrapping_sub(1)),
        at(column.wrapping_sub(1), row),
        at(column + 1, row),
        at(column, row + 1),
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point_city::{policy::tests::for_each_position, takes::Memory, value::VALUE};

    /// Computes the flip plainly, card by card.
    fn plain_flip(table: &Table, weighed: &Weighed<'_>) -> Option<(f32, Cell)> {
        if table.has_flipped() {
            return None;
        }
        let seat = &weighed.seat.buyer;
        let otherwise = weighed.draw.unwrap_or_else(|| seat.now());
        let without = weighed.seat.worths.iter().copied().fold(otherwise, larger);
        let kind_in = |cell: Cell| table.market().face(cell).and_then(Face::kind);
        let mut best: Option<(f32, Cell)> = None;
        for cell in Cell::ALL.into_iter().filter(|&cell| table.market().may_flip(cell)) {
            let Some(kind) = kind_in(cell) else { continue };
            let beside = beside_of(cell).filter_map(kind_in);
            let beside = beside.max_by(|&one, &other| seat.with([one]).total_cmp(&seat.with([other])));
            let cards: Vec<CardId> = CardId::ALL.into_iter().filter(|card| card.back() == kind).collect();
            let gain = |&card: &CardId| {
                let building = Gain::of(Face::building(card));
                let gain = beside.map_or(*building, |kind| building + Gain::of(Face::resource(kind)));
                let own = seat.plain_worth(&gain).map_or(0.0, |worth| worth - without);
                let theirs = |next: &Takes<'_>| {
                    DENIAL * larger(next.buyer.plain_worth(building).unwrap_or(next.now) - next.now, 0.0)
                };
                if own > 0.0 { own } else { -weighed.next.map_or(0.0, theirs) }
            };
            let worth = cards.iter().map(gain).sum::<f32>() / cards.len() as f32;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, cell));
            }
        }
        best
    }

    #[test]
    fn the_best_flip_is_that_of_the_plain_computation() {
        let mut memory = Memory::new(&VALUE);
        let (mut flips, mut gainful) = (0, 0);
        for_each_position(|state| {
            let Some(weighed) = Weighed::new(&mut memory, state) else { return };
            let plain = plain_flip(state.table(), &weighed);
            assert_eq!(flip(state.table(), &weighed, f32::MIN), plain);
            let gain = plain.filter(|&(worth, _)| worth > 0.0);
            assert_eq!(flip(state.table(), &weighed, 0.0), gain);
            flips += usize::from(plain.is_some());
            gainful += usize::from(gain.is_some());
        });
        assert!(flips > 500 && gainful > 300, "{flips} positions with a flip, {gainful} in which it gains");
    }
}
