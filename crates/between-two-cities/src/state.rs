//! The full state of a game.

use std::fmt;

use tabletop::{Seat, SeatSet};

use crate::{City, CityScore, Hand, Pair, Phase, Tile, Turn, Variant, position::Position};

/// The full state of a game, including hidden information. It is always legal, `Copy`, and never serialised. Players
/// and clients receive a [`View`](crate::View).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct State(pub(crate) Position);

impl State {
    /// Returns the variant.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.0.table.variant
    }

    /// Returns the phase of the current turn.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.0.table.phase
    }

    /// Returns the round and turn of the current turn or, after the end, of the last one.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.0.table.turn()
    }

    /// Returns the seats that may act now.
    #[must_use]
    pub fn to_act(&self) -> SeatSet {
        self.0.table.acting
    }

    /// Returns the city with this number. The Automa city has no grid and stays empty.
    ///
    /// # Panics
    /// Panics if there is no such city.
    #[must_use]
    pub fn city(&self, number: usize) -> City {
        self.0.table.cities[..self.0.table.city_count()][number]
    }

    /// Returns the number of each kind of tile in the Automa city, in the order of [`Tile::ALL`].
    #[must_use]
    pub fn automa_city(&self) -> [u8; Tile::ALL.len()] {
        self.0.table.automa_tally()
    }

    /// Returns each city's score as it stands, by number, without the Automa city's bonus.
    #[must_use]
    pub fn scores(&self) -> Vec<CityScore> {
        self.0.table.scores_so_far()
    }

    /// Returns the remaining tiles of the hand that `seat` holds, or from which it has just chosen.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Hand {
        self.0.hand(seat)
    }

    /// Returns the choice of a seat, including an Automa's, while others are still to choose. It is hidden from them.
    #[must_use]
    pub fn sealed(&self, seat: Seat) -> Option<Pair> {
        let table = &self.0.table;
        let choosing = table.phase == Phase::Choose && seat.index() < table.seats();
        choosing.then(|| table.open_choice(table.turn_number(), seat)).flatten()
    }

    /// Returns the seat that places first when all of `waiting` wait for each other. It is the seat with the lowest
    /// seating number among those that have something to place.
    #[must_use]
    pub fn stand_off(&self, waiting: SeatSet) -> Option<Seat> {
        self.0.stand_off(waiting)
    }
}

impl Position {
    pub(crate) fn stand_off(&self, waiting: SeatSet) -> Option<Seat> {
        let placing = |seat: &Seat| self.table.phase == Phase::Place && self.table.acting.contains(*seat);
        waiting.iter().filter(placing).min_by_key(|seat| self.table.seating[seat.index()])
    }
}

/// This text is for tests and panics. It names no hidden tile, so that logs reveal no secrets.
impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = &self.0.table;
        f.debug_struct("State")
            .field("variant", &table.variant)
            .field("turn", &table.turn_number())
            .field("phase", &table.phase)
            .field("to_act", &table.acting)
            .field("cities", &&table.cities[..table.city_count()])
            .finish_non_exhaustive()
    }
}
