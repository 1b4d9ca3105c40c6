//! The values of the takes of all seats, kept from turn to turn.
//!
//! A seat's takes are valued twice: in the turn before its own, because the seat that then moves wants to leave little to it,
//! and in its own turn. In between only a few cards of the market change. A tree search also values the takes of a city once
//! for each descent that leads to this city.

use std::cell::RefCell;

use point_city::{Area, Cell, Face, Table, TokenSet};
use tabletop::Seat;

use super::{
    buyer::{Buyer, PAIR_COUNT, PairSet},
    flip::Behind,
    lot::MarketLot,
    value::Value,
};

/// The values of the takes of a seat.
///
/// They are those in a market with `faces`, for a city with `area` and `turns` turns left, while the `open` tokens of the buyer
/// are open. They depend on nothing else.
pub(super) struct Takes<'a> {
    pub(super) buyer: Buyer<'a>,
    /// The value of the city as it is.
    pub(super) now: f32,
    /// For each of the [`PAIRS`](super::buyer::PAIRS), the value of the city after taking it; [`f32::MIN`] if it can't take it.
    pub(super) worths: [f32; PAIR_COUNT],
    /// The values of the city after building what may be behind a card.
    pub(super) behind: RefCell<Behind>,
    area: Area,
    turns: usize,
    faces: [Face; Cell::COUNT],
}

impl<'a> Takes<'a> {
    fn new(value: &'a Value, table: &Table, lot: &MarketLot, seat: Seat, turns: usize) -> Self {
        let buyer = Buyer::new(value, table, seat, turns);
        let mut worths = [f32::MIN; PAIR_COUNT];
        buyer.weigh(table.market(), lot, PairSet::ALL, &mut worths);
        let now = buyer.now();
        let (area, faces) = (*table.area(seat), *table.market().faces());
        Self { buyer, now, worths, behind: RefCell::default(), area, turns, faces }
    }

    /// Returns whether the values depend on the market only in what [`Takes::follow`] brings up to date.
    #[inline]
    fn are_of(&self, area: &Area, turns: usize, open: TokenSet) -> bool {
        self.turns == turns && self.area == *area && self.buyer.open() == open
    }

    /// Values the takes of cards that have changed since.
    fn follow(&mut self, table: &Table, lot: &MarketLot) {
        let faces = table.market().faces();
        if self.faces != *faces {
            let changed =
                Cell::ALL.into_iter().filter(|cell| self.faces[cell.index()] != faces[cell.index()]);
            self.buyer.weigh(table.market(), lot, PairSet::touching(changed), &mut self.worths);
            self.faces = *faces;
        }
    }
}

/// The values of takes that were computed before. A caller that values similar tables one after the other uses one memory for
/// all of them, which saves work and changes no value.
pub(crate) struct Memory<'a> {
    value: &'a Value,
    /// A place for each seat, as often as there are `rows`. The area of a seat decides which of its places it uses.
    places: Vec<Option<Takes<'a>>>,
    rows: u64,
}

/// The number of seats, including that of the solo city.
const SEATS: usize = 4;

impl<'a> Memory<'a> {
    /// Creates a memory for continuations of one game, in which the areas of seats only grow.
    pub(crate) fn new(value: &'a Value) -> Self {
        Self::with_rows(value, 1)
    }

    /// Creates a memory for a tree, which returns to areas that it has seen before.
    pub(crate) fn of_tree(value: &'a Value) -> Self {
        Self::with_rows(value, 64)
    }

    fn with_rows(value: &'a Value, rows: u64) -> Self {
        let places = std::iter::repeat_with(|| None).take(SEATS * rows as usize).collect();
        Self { value, places, rows }
    }

    /// Returns the place of a seat with this area. Different seats have different places.
    #[inline]
    fn place(&self, seat: Seat, area: &Area) -> usize {
        let row = (u128::from(area.digest()) * u128::from(self.rows)) >> 64;
        row as usize * SEATS + seat.index() % SEATS
    }

    /// Values the takes of seats at a table, each for the turns that the seat then has left. They are in the order of the seats
    /// that are asked for.
    pub(super) fn value<const N: usize>(
        &mut self,
        table: &Table,
        asked: [Option<(Seat, usize)>; N],
    ) -> [Option<&Takes<'a>>; N] {
        let lot = MarketLot::pairs(table.market());
        let places = asked.map(|asked| {
            let (seat, turns) = asked?;
            let place = self.place(seat, table.area(seat));
            match &mut self.places[place] {
                Some(takes) if takes.are_of(table.area(seat), turns, table.open_tokens()) => {
                    takes.follow(table, &lot);
                }
                slot => *slot = Some(Takes::new(self.value, table, &lot, seat, turns)),
            }
            Some(place)
        });
        places.map(|place| self.places[place?].as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point_city::{policy::tests::for_each_position, value::VALUE};

    /// One memory is used for games of all modes. Each seat is valued for several numbers of turns, sometimes for another
    /// one than before, so the values that the memory has are sometimes right, sometimes of an earlier market, and
    /// sometimes of another city.
    #[test]
    fn remembered_takes_are_those_that_are_computed_afresh() {
        let mut memory = Memory::of_tree(&VALUE);
        let (mut kept, mut followed, mut positions) = (0, 0, 0);
        for_each_position(|state| {
            positions += 1;
            let table = state.table();
            for seat in Seat::all(table.seats()) {
                let turns = (positions / 3) % 3;
                if let Some(takes) = &memory.places[memory.place(seat, table.area(seat))] {
                    let kept_here = takes.are_of(table.area(seat), turns, table.open_tokens());
                    kept += usize::from(kept_here);
                    followed += usize::from(kept_here && takes.faces != *table.market().faces());
                }
                let asked = [Some((seat, turns))];
                let mut fresh = Memory::new(&VALUE);
                let [fresh] = fresh.value(table, asked);
                let [takes] = memory.value(table, asked);
                let (fresh, takes) = (fresh.expect("it was asked for"), takes.expect("it was asked for"));
                assert_eq!((takes.now, takes.worths), (fresh.now, fresh.worths), "{seat:?}");
            }
        });
        assert!(kept > 2000 && followed > 2000, "kept {kept}, of an earlier market {followed}");
    }
}
