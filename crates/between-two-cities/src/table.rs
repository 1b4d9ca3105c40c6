//! The public part of a game: the cities, and the choices of all turns.

use tabletop::{Seat, SeatSet, Viewer};

use crate::{
    Building, City, CityScore, Layout, Pair, Piece, Variant,
    schedule::Turn,
    score::{self, Tally},
};

/// The phase of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Every seat chooses two tiles of its hand, in secret.
    Choose,
    /// The seats place the revealed tiles.
    Place,
    /// The game is over.
    Over,
}

/// A tile that a seat has still to place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
pub struct TileLeft {
    /// The tile.
    pub piece: Piece,
    /// The seat that chose it: the one that places it, or an Automa for which it is placed.
    pub seat: Seat,
    /// The number of the city for which an Automa's card meant it. It is `null` for the seat's own tiles; each of its
    /// cities gets one of them.
    pub city: Option<u8>,
}

/// Marks an empty entry in the history of choices.
const NONE: u8 = u8::MAX;

/// The cities, and the choices of all turns, including sealed ones.
///
/// The only secrets in it are the current turn's choices while they are sealed; a view omits
/// those of other seats.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) cities: [City; 7],
    /// The two pieces that each seat chose in each turn, at `seat + seats * turn`. A player's pieces are in the order
    /// of a [`Pair`]; of an Automa's pieces, the first is for the left city.
    choices: [[u8; 2]; 49],
    /// The pieces that each seat has still to place, in four bits for each seat: from the lowest bit, the first and the
    /// second piece of its choice, then the left and the right city. It is not used with Automas.
    todo: u32,
    /// The pieces that have been placed this turn in the player's left and right city, beside Automas.
    placed: [[u8; 2]; 2],
    pub(crate) seating: [u8; 7],
    pub(crate) variant: Variant,
    pub(crate) seats: u8,
    /// The current turn or, in a game that is over, the last one.
    turn: u8,
    pub(crate) phase: Phase,
    pub(crate) acting: SeatSet,
}

/// The pieces that may go to each of a seat's two cities, as a bit for each piece.
pub(crate) type Wanted = [u64; 2];

/// The pieces that a seat has still to place in a turn, without Automas.
pub(crate) enum Open {
    /// Both pieces of its choice are left, one for each city.
    All([Piece; 2]),
    /// One piece is left, for the remaining city.
    One { piece: Piece, right: bool },
}

impl Table {
    pub(crate) fn new(variant: Variant, seats: u8, seating: [u8; 7]) -> Self {
        Self {
            cities: [City::EMPTY; 7],
            choices: [[NONE; 2]; 49],
            todo: 0,
            placed: [[NONE; 2]; 2],
            seating,
            variant,
            seats,
            turn: 0,
            phase: Phase::Choose,
            acting: SeatSet::all(seats as usize),
        }
    }

    #[inline]
    pub(crate) fn seats(&self) -> usize {
        self.seats as usize
    }

    pub(crate) fn city_count(&self) -> usize {
        self.variant.cities(self.seats())
    }

    pub(crate) fn has_automas(&self) -> bool {
        matches!(self.variant, Variant::Automa(_))
    }

    pub(crate) fn is_automa(&self, seat: Seat) -> bool {
        self.has_automas() && seat.index() > 0
    }

    /// Returns the seat of a viewer who is a player. An Automa does not look at its view, so it counts as a spectator.
    pub(crate) fn player(&self, viewer: Viewer) -> Option<Seat> {
        viewer.seat().filter(|&seat| !self.is_automa(seat))
    }

    /// Returns whether a city has no grid, as the one between the two Automas.
    pub(crate) fn is_automa_city(&self, city: usize) -> bool {
        self.has_automas() && city == Variant::AUTOMA_CITY
    }

    pub(crate) fn turn_number(&self) -> usize {
        self.turn as usize
    }

    #[inline]
    pub(crate) fn turn(&self) -> Turn {
        Turn::all(self.variant)[self.turn as usize]
    }

    /// Returns how many turns' choices are revealed.
    pub(crate) fn revealed(&self) -> usize {
        self.turn_number() + usize::from(self.phase != Phase::Choose)
    }

    /// Returns the cities on a seat's left and right.
    #[inline]
    pub(crate) fn cities_of(&self, seat: Seat) -> [u8; 2] {
        self.variant.cities_of(seat, self.seats)
    }

    fn slot(&self, turn: usize, seat: Seat) -> usize {
        turn * self.seats() + seat.index()
    }

    /// Returns the entry of a seat's choice in a turn.
    #[inline]
    pub(crate) fn choice(&self, turn: usize, seat: Seat) -> Option<[Piece; 2]> {
        let [one, other] = self.choices[self.slot(turn, seat)];
        (one != NONE).then(|| [Piece::at(one as usize), Piece::at(other as usize)])
    }

    pub(crate) fn set_choice(&mut self, turn: usize, seat: Seat, choice: Option<[Piece; 2]>) {
        let slot = self.slot(turn, seat);
        self.choices[slot] = choice.map_or([NONE; 2], |pieces| pieces.map(|piece| piece.index() as u8));
    }

    /// Adds a seat's sealed choice. After the last one, all are revealed.
    #[inline]
    pub(crate) fn seal(&mut self, seat: Seat, choice: [Piece; 2]) {
        let slot = self.slot(self.turn_number(), seat);
        self.choices[slot] = choice.map(|piece| piece.index() as u8);
        self.acting = self.acting.without(seat);
        if self.acting.is_empty() {
            self.phase = Phase::Place;
            self.todo = u32::MAX;
            self.placed = [[NONE; 2]; 2];
            self.acting = SeatSet::all(if self.has_automas() { 1 } else { self.seats() });
        }
    }

    /// Returns the pieces that `seat` may place in its left and right city.
    #[inline]
    pub(crate) fn wanted(&self, seat: Seat) -> Wanted {
        if self.has_automas() {
            return self.wanted_beside_automas();
        }
        let [one, other] = self.choices[self.slot(self.turn_number(), seat)];
        let todo = self.todo >> (4 * seat.index());
        let bit = |piece: u8, flag: u32| u64::from(flag & 1) << (piece & 63);
        let pieces = bit(one, todo) | bit(other, todo >> 1);
        [pieces * u64::from(todo >> 2 & 1), pieces * u64::from(todo >> 3 & 1)]
    }

    /// Returns four bits for the pieces that a seat has still to place, without Automas: from the lowest bit, the first
    /// and the second piece of its choice, then the left and the right city.
    #[inline]
    pub(crate) fn todo(&self, seat: Seat) -> u8 {
        (self.todo >> (4 * seat.index())) as u8 & 15
    }

    /// Returns [`Table::wanted`] without Automas, for a `seat` that has something to place. The seat places one piece
    /// in each of its cities.
    #[inline]
    pub(crate) fn open(&self, seat: Seat) -> Open {
        let choice = self.choices[self.slot(self.turn_number(), seat)];
        let [one, other] = choice.map(|piece| Piece::at(piece as usize));
        let todo = self.todo >> (4 * seat.index()) & 15;
        if todo == 15 {
            Open::All([one, other])
        } else {
            Open::One { piece: if todo & 1 == 1 { one } else { other }, right: todo & 8 != 0 }
        }
    }

    /// Returns [`Table::wanted`] in an Automa game. Each city of the player gets one of the player's own two tiles and
    /// the one that the Automa's card assigned to it. There are two ways to do that; a piece may be placed if it fits
    /// either of them.
    #[inline(never)]
    fn wanted_beside_automas(&self) -> Wanted {
        let mut wanted = [0; 2];
        let turn = self.turn_number();
        let of = |seat: u8| self.choice(turn, Seat::new(seat));
        let (Some([one, other]), Some([_, for_left]), Some([for_right, _])) = (of(0), of(1), of(2)) else {
            return wanted;
        };
        for [left, right] in [[one, other], [other, one]] {
            let open = [[left, for_left], [right, for_right]].map(|pieces| pieces.map(|p| p.index() as u8));
            let left = missing(open[0], self.placed[0]);
            let right = missing(open[1], self.placed[1]);
            if let (Some(left), Some(right)) = (left, right) {
                wanted[0] |= left;
                wanted[1] |= right;
            }
        }
        wanted
    }

    /// Places a piece that may be placed, and ends the turn if it was the last one, without Automas. As
    /// [`Position::play_unchecked`](crate::position::Position), it is part of the inner loop of a playout.
    #[inline(always)]
    pub(crate) fn place(&mut self, seat: Seat, piece: Piece, city: u8, spot: crate::Spot) {
        self.cities[city as usize].place_unchecked(piece, spot);
        // No branch predictor can foresee which piece goes to which side, so it is computed without a branch.
        let right = u32::from(city != self.cities_of(seat)[0]);
        let shift = 4 * seat.index();
        let [one, _] = self.choices[self.slot(self.turn_number(), seat)];
        let first = u32::from(one == piece.index() as u8) & self.todo >> shift;
        self.todo &= !(((2 - (first & 1)) | (4 << right)) << shift);
        if self.todo >> shift & 15 == 0 {
            self.placed_all(seat);
        }
    }

    /// Places a piece in an Automa game, where only the player places tiles.
    pub(crate) fn place_beside_automas(&mut self, seat: Seat, piece: Piece, city: u8, spot: crate::Spot) {
        self.cities[city as usize].place_unchecked(piece, spot);
        let placed = &mut self.placed[usize::from(city != self.cities_of(seat)[0])];
        placed[usize::from(placed[0] != NONE)] = piece.index() as u8;
        if self.placed.as_flattened().iter().all(|&piece| piece != NONE) {
            self.placed_all(seat);
        }
    }

    #[inline]
    fn placed_all(&mut self, seat: Seat) {
        self.acting = self.acting.without(seat);
        if self.acting.is_empty() {
            self.next_turn();
        }
    }

    #[inline(never)]
    fn next_turn(&mut self) {
        // This makes tables with equal cities equal, whatever the order in which the last turn's tiles were placed.
        self.todo = 0;
        self.placed = [[NONE; 2]; 2];
        if self.turn_number() + 1 == Turn::all(self.variant).len() {
            self.phase = Phase::Over;
        } else {
            self.turn += 1;
            self.phase = Phase::Choose;
            self.acting = SeatSet::all(self.seats());
        }
    }

    /// Returns the tiles of the Automa city, which are all that have been revealed for it.
    pub(crate) fn automa_tally(&self) -> Tally {
        let mut tally = Tally::default();
        if self.has_automas() {
            for turn in 0..self.revealed() {
                let [of_one, of_two] = [1, 2].map(|seat| self.choice(turn, Seat::new(seat)));
                let pieces = [of_one.map(|[left, _]| left), of_two.map(|[_, right]| right)];
                let tiles = pieces.into_iter().flatten().flat_map(Piece::tiles);
                tiles.for_each(|tile| tally[tile.index()] += 1);
            }
        }
        tally
    }

    /// Returns each city as a board of four by four. That of the Automa city is empty.
    pub(crate) fn layouts(&self) -> [Layout; 7] {
        let mut layouts = [Layout::EMPTY; 7];
        let cities = self.cities.iter().take(self.city_count());
        layouts.iter_mut().zip(cities).for_each(|(layout, city)| *layout = city.layout());
        layouts
    }

    /// Returns how many factories each city has.
    pub(crate) fn factories(&self, layouts: &[Layout; 7]) -> [u8; 7] {
        let mut counts = layouts.map(|layout| layout.count(Building::Factory));
        if self.has_automas() {
            counts[Variant::AUTOMA_CITY] = self.automa_tally()[crate::Tile::Factory.index()];
        }
        counts
    }

    /// Returns each city's score as it stands, without the Automa city's bonus.
    pub(crate) fn scores(&self, layouts: &[Layout; 7]) -> [CityScore; 7] {
        let mut scores = [CityScore::default(); 7];
        let cities = self.city_count();
        let ranks = score::factory_ranks(self.factories(layouts).into_iter().take(cities));
        for (city, each) in ranks.enumerate() {
            scores[city] = if self.is_automa_city(city) {
                score::score_tally(self.automa_tally(), each)
            } else {
                CityScore::with_factories_at(layouts[city], each)
            };
        }
        scores
    }

    /// Returns [`Table::scores`] for the cities that the game has.
    pub(crate) fn scores_so_far(&self) -> Vec<CityScore> {
        self.scores(&self.layouts())[..self.city_count()].to_vec()
    }

    /// Returns all pieces that were revealed this turn and have not been placed yet.
    pub(crate) fn unplaced(&self) -> Vec<Piece> {
        self.acting.iter().flat_map(|seat| self.left_to_place(seat)).map(|tile| tile.piece).collect()
    }

    /// Returns the tiles that `seat` has still to place: its own first, then in an Automa game those of the Automas.
    pub(crate) fn left_to_place(&self, seat: Seat) -> Vec<TileLeft> {
        if self.phase != Phase::Place || !self.acting.contains(seat) {
            return Vec::new();
        }
        if self.has_automas() {
            return self.left_beside_automas(seat);
        }
        let todo = self.todo >> (4 * seat.index());
        let choice = self.choice(self.turn_number(), seat).into_iter().flatten().enumerate();
        choice
            .filter(|(nth, _)| todo >> nth & 1 == 1)
            .map(|(_, piece)| TileLeft { piece, seat, city: None })
            .collect()
    }

    /// Returns [`Table::left_to_place`] in an Automa game. A placed tile that could be the Automa's or the player's
    /// counts as the Automa's, because this makes no difference to the legal moves.
    fn left_beside_automas(&self, player: Seat) -> Vec<TileLeft> {
        let choice = |seat: Seat| self.choice(self.turn_number(), seat);
        let [left, right] = self.cities_of(player);
        let [one, two] = [Seat::new(1), Seat::new(2)];
        let mut automas = Vec::new();
        automas.extend(choice(one).map(|[_, piece]| TileLeft { piece, seat: one, city: Some(left) }));
        automas.extend(choice(two).map(|[piece, _]| TileLeft { piece, seat: two, city: Some(right) }));
        let mut own: Vec<Piece> = choice(player).into_iter().flatten().collect();
        for (city, placed) in [left, right].into_iter().zip(self.placed) {
            for placed in placed.into_iter().filter(|&piece| piece != NONE) {
                let piece = Piece::at(placed as usize);
                let automa = |tile: &TileLeft| tile.piece == piece && tile.city == Some(city);
                if let Some(at) = automas.iter().position(automa) {
                    automas.remove(at);
                } else if let Some(at) = own.iter().position(|&own| own == piece) {
                    own.remove(at);
                }
            }
        }
        let own = own.into_iter().map(|piece| TileLeft { piece, seat: player, city: None });
        own.chain(automas).collect()
    }

    /// Returns the pair that a seat chose in a turn.
    pub(crate) fn open_choice(&self, turn: usize, seat: Seat) -> Option<Pair> {
        self.choice(turn, seat).map(|[one, other]| Pair::new(one, other))
    }
}

/// Returns the pieces that are in `needed` and not yet in `placed`, or `None` if something else was placed.
fn missing(needed: [u8; 2], placed: [u8; 2]) -> Option<u64> {
    let bit = |piece: u8| 1u64 << (piece & 63);
    match placed {
        [NONE, NONE] => Some(bit(needed[0]) | bit(needed[1])),
        [one, NONE] if one == needed[0] => Some(bit(needed[1])),
        [one, NONE] if one == needed[1] => Some(bit(needed[0])),
        [one, other] if [one, other] == needed || [other, one] == needed => Some(0),
        _ => None,
    }
}
