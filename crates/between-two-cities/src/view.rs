//! The knowledge of one viewer.

use std::fmt;

use tabletop::{Seat, SeatSet, Viewer};

use crate::{
    AutomaCard, City, CityScore, Explanation, Hand, Illegal, Move, Pair, Phase, Piece, Tile, TileLeft, Turn,
    Variant, explain,
    position::{HANDS, Position},
    schedule, worth,
};

/// The knowledge of one viewer, with perfect recall: the cities, every choice that was revealed, its own hand and
/// sealed choice, and the rest of each hand that it ever held.
///
/// The viewer still knows a hand that it passed on, since all choices from it are revealed, and the last tile is then
/// the discarded one. The only secret of an Automa is its next card: the hand from which it chose is public afterwards,
/// since the player carries out the Automa's choice.
///
/// A view contains neither the other seats' hands and sealed choices, nor the discards of hands that the viewer never
/// held, nor tiles that have not been dealt yet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct View {
    pub(crate) viewer: Viewer,
    /// A bit for each hand of which all remaining tiles are known.
    pub(crate) known: u32,
    /// The true position, in which everything hidden from the viewer is left empty.
    pub(crate) position: Position,
}

/// A hand that the viewer knows, wherever it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct KnownHand {
    /// The round of the deal to which it belongs: `1` to `3`, or `1a` to `3b` with two players.
    pub round: &'static str,
    /// The seat to which it was dealt.
    pub dealt_to: Seat,
    /// The rest of it, as far as choices are revealed.
    pub tiles: Hand,
    /// Whether its deal is over. The rest was then discarded.
    pub discarded: bool,
}

impl View {
    pub(crate) fn of(position: &Position, viewer: Viewer) -> Self {
        let known = known_hands(position, viewer);
        let own = position.table.player(viewer);
        let mut position = *position;
        let table = &mut position.table;
        if table.phase == Phase::Choose {
            for seat in Seat::all(table.seats()).filter(|&seat| own != Some(seat)) {
                // A hidden sealed choice is put back into the hand from which it was chosen, if the viewer knows that
                // hand.
                let turn = table.turn_number();
                if let Some([one, other]) = table.choice(turn, seat) {
                    let hand = &mut position.hands[table.turn().hand_of(seat, table.seats())];
                    *hand = hand.with(Pair::new(one, other));
                    table.set_choice(turn, seat, None);
                }
            }
        }
        for (index, hand) in position.hands.iter_mut().enumerate() {
            if known >> index & 1 == 0 {
                *hand = Hand::EMPTY;
            }
        }
        let open = 2 * table.revealed();
        position.cards.iter_mut().skip(open).for_each(|card| *card = 0);
        Self { viewer, known, position }
    }

    /// Returns the viewer for whom this view was made.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Returns the variant.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.position.table.variant
    }

    /// Returns the number of seats, including those of the Automas.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.position.table.seats()
    }

    /// Returns the seating number of a seat.
    ///
    /// # Panics
    /// Panics if there is no such seat.
    #[must_use]
    pub fn seating(&self, seat: Seat) -> u8 {
        self.position.table.seating[..self.seats()][seat.index()]
    }

    /// Returns whether a seat is an Automa's.
    #[must_use]
    pub fn is_automa(&self, seat: Seat) -> bool {
        self.position.table.is_automa(seat)
    }

    /// Returns the phase of the current turn.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.position.table.phase
    }

    /// Returns the round and turn of the current turn or, after the end, of the last one.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.position.table.turn()
    }

    /// Returns the current turn's number in the game, from 0.
    #[must_use]
    pub fn turn_number(&self) -> usize {
        self.position.table.turn_number()
    }

    /// Returns the round's name: `1` to `3`, or `1a` to `3b` with two players.
    #[must_use]
    pub fn round(&self) -> &'static str {
        schedule::round_name(self.variant(), self.turn())
    }

    /// Returns the seats that may act now.
    #[must_use]
    pub fn to_act(&self) -> SeatSet {
        self.position.table.acting
    }

    /// Returns the number of cities, including the Automa city.
    #[must_use]
    pub fn city_count(&self) -> usize {
        self.position.table.city_count()
    }

    /// Returns the city with this number. The Automa city has no grid and stays empty.
    ///
    /// # Panics
    /// Panics if there is no such city.
    #[must_use]
    pub fn city(&self, number: usize) -> City {
        self.position.table.cities[..self.city_count()][number]
    }

    /// Returns whether a city is the one between two Automas, which has no grid.
    #[must_use]
    pub fn is_automa_city(&self, number: usize) -> bool {
        self.position.table.is_automa_city(number)
    }

    /// Returns the number of each kind of tile in the Automa city, in the order of [`Tile::ALL`].
    #[must_use]
    pub fn automa_city(&self) -> [u8; Tile::ALL.len()] {
        self.position.table.automa_tally()
    }

    /// Returns the numbers of the cities on a seat's left and right.
    #[must_use]
    pub fn cities_of(&self, seat: Seat) -> [u8; 2] {
        self.position.table.cities_of(seat)
    }

    /// Returns the seats that build a city: first the seat that has it on its left, then the one that has it on its
    /// right. With two players one seat builds each city, and both elements are this seat.
    #[must_use]
    pub fn builders(&self, city: usize) -> [Seat; 2] {
        match self.variant() {
            Variant::TwoPlayer => [Seat::new(city as u8 / 2); 2],
            _ => [Seat::new(city as u8), Seat::new(city as u8).left(self.seats())],
        }
    }

    /// Returns each city's score as it stands, by number, without the Automa city's bonus.
    #[must_use]
    pub fn scores(&self) -> Vec<CityScore> {
        self.position.table.scores_so_far()
    }

    /// Returns the explanation of each city's score, by number. The Automa city has no cells to explain.
    #[must_use]
    pub fn explanations(&self) -> Vec<Option<Explanation>> {
        let (table, count) = (&self.position.table, self.city_count());
        let layouts = table.layouts();
        let explained = explain::explain_among(&layouts[..count], &table.factories(&layouts)[..count]);
        let grids = explained.into_iter().enumerate();
        grids.map(|(city, explanation)| (!self.is_automa_city(city)).then_some(explanation)).collect()
    }

    /// Returns the hand from which the viewer may choose now.
    #[must_use]
    pub fn hand(&self) -> Option<Hand> {
        let seat = self.position.table.player(self.viewer)?;
        let choosing = self.phase() == Phase::Choose && self.to_act().contains(seat);
        choosing.then(|| self.position.hand(seat))
    }

    /// Returns the choice of the viewer while others are still to choose.
    #[must_use]
    pub fn sealed(&self) -> Option<Pair> {
        let seat = self.viewer.seat().filter(|_| self.phase() == Phase::Choose)?;
        self.choice(self.turn_number(), seat)
    }

    /// Returns the choice of a seat in a turn (from 0), if the viewer can know it.
    #[must_use]
    pub fn choice(&self, turn: usize, seat: Seat) -> Option<Pair> {
        let past = turn <= self.turn_number() && seat.index() < self.seats();
        past.then(|| self.position.table.open_choice(turn, seat)).flatten()
    }

    /// Returns the tiles that a seat may place now in its left city and in its right city.
    #[must_use]
    pub fn to_place(&self, seat: Seat) -> [Vec<Piece>; 2] {
        worth::to_place(&self.position, seat)
    }

    /// Returns the tiles that a seat has still to place: its own first, in the order of its choice, and in an Automa
    /// game then those that it places for the Automas.
    #[must_use]
    pub fn left_to_place(&self, seat: Seat) -> Vec<TileLeft> {
        self.position.table.left_to_place(seat)
    }

    /// Returns every hand that the viewer knows, beginning with those of past deals. A table option decides whether
    /// people are shown them.
    pub fn known_hands(&self) -> impl Iterator<Item = KnownHand> {
        let table = &self.position.table;
        let hands = Turn::all(self.variant()).iter().enumerate().filter(|(_, turn)| turn.step == 0);

        hands.flat_map(move |(number, turn)| {
            let discarded = number + (turn.steps as usize) <= table.revealed();
            Seat::all(table.seats()).filter_map(move |dealt_to| {
                let index = turn.deal as usize * table.seats() + dealt_to.index();
                let (round, tiles) = (schedule::round_name(table.variant, *turn), self.position.hands[index]);
                (self.known >> index & 1 == 1).then_some(KnownHand { round, dealt_to, tiles, discarded })
            })
        })
    }

    /// Removes all hands but the one from which the viewer chooses.
    pub(crate) fn forget_hands(&mut self) {
        self.known = 0;
    }

    /// Returns the Automa cards that were turned over, in order: two in each turn, that of seat 1 before that of seat
    /// 2.
    pub fn automa_cards(&self) -> impl Iterator<Item = AutomaCard> {
        self.position.cards.iter().map_while(|&card| AutomaCard::numbered(card))
    }

    /// Checks whether a move of the viewer is legal now.
    ///
    /// # Errors
    /// Returns the reason if the move is not legal.
    pub fn check(&self, mv: Move) -> Result<(), Illegal> {
        match self.viewer {
            Viewer::Seat(seat) => self.position.check(seat, mv),
            Viewer::Spectator => Err(Illegal::Spectator),
        }
    }

    /// Returns the seat that places first when all of `waiting` wait for each other. It is the seat with the lowest
    /// seating number among those that have something to place.
    #[must_use]
    pub fn stand_off(&self, waiting: SeatSet) -> Option<Seat> {
        self.position.stand_off(waiting)
    }
}

/// Returns a bit for each hand that the viewer has held, or from which an Automa has chosen.
fn known_hands(position: &Position, viewer: Viewer) -> u32 {
    let table = &position.table;
    let own = table.player(viewer);
    let automas = || Seat::all(table.seats()).filter(|&seat| table.is_automa(seat));
    let mut known = 0u32;
    for (number, turn) in Turn::all(table.variant).iter().enumerate().take(table.turn_number() + 1) {
        let open = automas().filter(|_| number < table.revealed());
        for seat in own.into_iter().chain(open) {
            known |= 1 << turn.hand_of(seat, table.seats());
        }
    }
    debug_assert!(known < 1 << HANDS);
    known
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}
