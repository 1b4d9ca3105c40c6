//! Which card of the market is best turned.

use std::sync::LazyLock;

use point_city::{CardId, Cell, Face, Kind, Table};

use super::{
    buyer::Buyer,
    city::{City, Gain},
    lot::{LOT, Lot},
    policy::{DENIAL, Weighed},
};
use crate::style::larger;

/// At most sixteen buildings.
struct Buildings {
    lot: Lot,
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

/// Calls `each` with the value of a seat's city after it builds each building on whose back this kind is, if the seat had
/// this city; `None` for those for which it can't pay.
#[inline]
fn for_each_building(buyer: &Buyer<'_>, city: &City, kind: Kind, mut each: impl FnMut(Option<f32>)) {
    for buildings in &BY_BACK[kind.index()] {
        let left = buildings.lot.pay(city);
        for (offer, gain) in buildings.gains.iter().enumerate() {
            each(left.is_paid[offer].then(|| buyer.worth(&left, offer, gain)));
        }
    }
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
    let seat = &weighed.seat;
    // A seat that can do nothing else passes.
    let otherwise = weighed.draw.unwrap_or_else(|| seat.now());
    let without = weighed.own.iter().copied().fold(otherwise, larger);
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
        let city = beside.into_iter().fold(seat.city, City::with);
        // These are the gains of the seat by each building that it builds.
        let (mut own, mut count) = ([0.0; CardId::COUNT], 0);
        for_each_building(seat, &city, kind, |worth| {
            own[count] = worth.map_or(0.0, |worth| larger(worth - without, 0.0));
            count += 1;
        });
        let own = &own[..count];
        let mean = |sum: f32| sum / count as f32;
        let mut sum = own.iter().sum();
        // If nothing went to the next seat, it would not be better: so it is not.
        if mean(sum) <= best.0 {
            continue;
        }
        if let Some((next, now)) = &weighed.next {
            let mut own = own.iter();
            sum = 0.0;
            for_each_building(next, &next.city, kind, |worth| {
                let own = own.next().copied().unwrap_or(0.0);
                let theirs = larger(worth.unwrap_or(*now) - now, 0.0);
                sum += if own > 0.0 { own } else { -(DENIAL * theirs) };
            });
        }
        if mean(sum) > best.0 {
            best = (mean(sum), Some(cell));
        }
    }
    best.1.map(|cell| (best.0, cell))
}

/// The cells that share an edge with a cell.
fn beside_of(cell: Cell) -> impl Iterator<Item = Cell> {
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
    use crate::point_city::{policy::tests::for_each_position, value::VALUE};

    /// Computes the flip plainly, card by card.
    fn plain_flip(table: &Table, weighed: &Weighed<'_>) -> Option<(f32, Cell)> {
        if table.has_flipped() {
            return None;
        }
        let seat = &weighed.seat;
        let otherwise = weighed.draw.unwrap_or_else(|| seat.now());
        let without = weighed.own.iter().copied().fold(otherwise, larger);
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
                let theirs = |(next, now): &(Buyer<'_>, f32)| {
                    DENIAL * larger(next.plain_worth(building).unwrap_or(*now) - now, 0.0)
                };
                if own > 0.0 { own } else { -weighed.next.as_ref().map_or(0.0, theirs) }
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
        let (mut flips, mut gainful) = (0, 0);
        for_each_position(|state| {
            let Some(seat) = state.table().to_act() else { return };
            let weighed = Weighed::new(&VALUE, state, seat);
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
