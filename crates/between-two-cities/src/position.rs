//! The table together with the hands. States and views share it, so that both use the same code.

use tabletop::{
    Seat,
    random::{Rng, below},
};

use crate::{
    AutomaCard, Hand, Illegal, Move, Pair, Piece, Setup, Spots, automa,
    table::{Open, Phase, Table},
};

/// The hands of a game: at most seven seats and three deals.
pub(crate) const HANDS: usize = 21;

/// The table, the hands, and the Automas' deck. In a view, hidden parts are left empty.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) table: Table,
    /// The remaining tiles of each hand, including those of later deals; see [`crate::Turn::hand_of`]. After the end of
    /// its deal, these are the discarded tiles.
    pub(crate) hands: [Hand; HANDS],
    /// The Automa cards' numbers from the top of the deck. A view has zeros for unknown cards. Without Automas, all are
    /// zero.
    pub(crate) cards: [u8; automa::CARDS],
}

impl Position {
    #[inline]
    pub(crate) fn start(setup: &Setup) -> Self {
        let table = Table::new(setup.variant, setup.seats, setup.seating);
        let mut hands = [Hand::EMPTY; HANDS];
        setup.for_each_hand(|index, hand| hands[index] = hand);
        let cards = if table.has_automas() { setup.automa } else { [0; automa::CARDS] };
        Self { table, hands, cards }
    }

    /// Returns the number of the hand that a seat holds, or has just chosen from.
    #[inline]
    pub(crate) fn hand_index(&self, seat: Seat) -> usize {
        self.table.turn().hand_of(seat, self.table.seats())
    }

    /// Returns the remaining tiles of the hand that a seat holds, or has just chosen from.
    #[inline]
    pub(crate) fn hand(&self, seat: Seat) -> Hand {
        self.hands[self.hand_index(seat)]
    }

    /// Returns the index in the deck of the card that an Automa turns over in a turn.
    pub(crate) fn card_index(turn: usize, seat: Seat) -> usize {
        2 * turn + seat.index() - 1
    }

    /// Returns the tiles that an Automa must choose for its left and right city, if its card and hand are known.
    /// Returns `None` for a player, whose choice is free.
    #[inline(never)]
    pub(crate) fn automa_choice(&self, seat: Seat) -> Option<[Piece; 2]> {
        let table = &self.table;
        if !table.is_automa(seat) {
            return None;
        }
        let card = AutomaCard::numbered(self.cards[Self::card_index(table.turn_number(), seat)])?;
        let hand = self.hand(seat);
        let cities = table.cities_of(seat).map(|city| match table.is_automa_city(city as usize) {
            true => table.automa_tally(),
            false => automa::tally(table.cities[city as usize].layout()),
        });
        (hand.len() >= 2).then(|| card.choose(hand, cities, table.turn().round == 3))
    }

    #[inline]
    pub(crate) fn for_each_legal_move(&self, seat: Seat, mut each: impl FnMut(Move)) {
        if !self.table.acting.contains(seat) {
            return;
        }
        if self.table.phase == Phase::Choose {
            if self.table.is_automa(seat) {
                if let Some([left, right]) = self.automa_choice(seat) {
                    each(Move::Choose(Pair::new(left, right)));
                }
            } else {
                self.hand(seat).for_each_pair(|pair| each(Move::Choose(pair)));
            }
            return;
        }
        for (piece, city, spots) in self.placeable(seat) {
            spots.iter().for_each(|spot| each(Move::Place { piece, city, spot }));
        }
    }

    /// Checks whether a move is legal, and returns the reason if it is not.
    pub(crate) fn check(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        let table = &self.table;
        if seat.index() >= table.seats() {
            return Err(Illegal::NoSuchSeat { seat, last: table.seats - 1 });
        }
        match (table.phase, mv) {
            (Phase::Over, _) => Err(Illegal::GameOver),
            (Phase::Choose, Move::Place { .. }) => Err(Illegal::NotPlacing),
            (Phase::Place, Move::Choose(_)) => Err(Illegal::NotChoosing),
            (Phase::Choose, Move::Choose(pair)) => self.check_choose(seat, pair),
            (Phase::Place, Move::Place { piece, city, spot }) => self.check_place(seat, piece, city, spot),
        }
    }

    fn check_choose(&self, seat: Seat, pair: Pair) -> Result<(), Illegal> {
        if !self.table.acting.contains(seat) {
            return Err(Illegal::AlreadyChosen { seat });
        }
        if self.table.is_automa(seat) {
            return match self.automa_choice(seat).map(|[left, right]| Pair::new(left, right)) {
                Some(by_card) if by_card != pair => {
                    Err(Illegal::Automa { seat, expected: Move::Choose(by_card) })
                }
                _ => Ok(()),
            };
        }
        if self.hand(seat).holds(pair) { Ok(()) } else { Err(Illegal::NotInHand { seat, pair }) }
    }

    fn check_place(&self, seat: Seat, piece: Piece, city: u8, spot: crate::Spot) -> Result<(), Illegal> {
        let table = &self.table;
        if table.is_automa(seat) {
            return Err(Illegal::AutomaPlaces { seat });
        }
        if !table.acting.contains(seat) {
            return Err(Illegal::AlreadyPlaced { seat });
        }
        let [left, right] = table.cities_of(seat);
        let Some(side) = [left, right].into_iter().position(|own| own == city) else {
            return Err(Illegal::NotYourCity { seat, city, left, right });
        };
        let wanted = table.wanted(seat)[side];
        if wanted == 0 {
            return Err(Illegal::CityServed { seat, city });
        }
        if wanted >> piece.index() & 1 == 0 {
            return Err(Illegal::NotYourTile { seat, piece, city });
        }
        let spotted = table.cities[city as usize].check(piece, spot);
        spotted.map_err(|why| Illegal::Spot { piece, city, spot, why })
    }

    /// Plays a legal move.
    ///
    /// The loop of a random playout consists of this and [`Position::random_move`]: inlining both saves a tenth of the
    /// instructions.
    #[inline(always)]
    pub(crate) fn play_unchecked(&mut self, seat: Seat, mv: Move) {
        if self.table.has_automas() {
            return self.play_beside_automas(seat, mv);
        }
        match mv {
            Move::Choose(pair) => self.choose(seat, pair.pieces()),
            Move::Place { piece, city, spot } => self.table.place(seat, piece, city, spot),
        }
    }

    /// Plays as [`Position::play_unchecked`] in an Automa game. It is kept out of line so that other games stay fast.
    #[inline(never)]
    fn play_beside_automas(&mut self, seat: Seat, mv: Move) {
        match mv {
            Move::Choose(pair) => {
                let choice = self.automa_choice(seat).unwrap_or(pair.pieces());
                self.choose(seat, choice);
            }
            Move::Place { piece, city, spot } => self.table.place_beside_automas(seat, piece, city, spot),
        }
    }

    #[inline]
    fn choose(&mut self, seat: Seat, choice: [Piece; 2]) {
        let hand = &mut self.hands[self.table.turn().hand_of(seat, self.table.seats())];
        choice.into_iter().for_each(|piece| hand.take(piece));
        self.table.seal(seat, choice);
    }

    /// Draws a legal move of `seat` uniformly. Moves are counted, not listed, for speed.
    #[inline(always)]
    pub(crate) fn random_move<R: Rng>(&self, seat: Seat, rng: &mut R) -> Option<Move> {
        let table = &self.table;
        if !table.acting.contains(seat) {
            return None;
        }
        if table.has_automas() {
            return self.random_beside_automas(seat, rng);
        }
        if table.phase == Phase::Choose {
            return Some(Move::Choose(self.hand(seat).random_pair(rng)));
        }
        let cities = table.cities_of(seat);
        match table.open(seat) {
            Open::One { piece, right } => {
                let city = cities[usize::from(right)];
                let spots = table.cities[city as usize].spots(piece);
                Some(Move::Place { piece, city, spot: spots.nth(below(rng, spots.len())) })
            }
            Open::All(choice) if choice[0].tile().is_none() => self.random_duplex(choice, cities, rng),
            Open::All([one, other]) => {
                let [left, right] = cities.map(|city| table.cities[city as usize].single_spots());
                let ways = left.len() + right.len();
                let n = below(rng, ways << u32::from(one != other));
                // No branch predictor can foresee the piece and the city, so this should compile without branches.
                let (piece, n) = if n < ways { (one, n) } else { (other, n - ways) };
                let (city, spots, n) = match n < left.len() {
                    true => (cities[0], left, n),
                    false => (cities[1], right, n - left.len()),
                };
                Some(Move::Place { piece, city, spot: spots.nth(n) })
            }
        }
    }

    /// Draws a random placement of one of two different duplex tiles. It is kept out of line because only one turn of a
    /// game needs it, and without its register pressure the common path is faster.
    #[inline(never)]
    fn random_duplex<R: Rng>(&self, [one, other]: [Piece; 2], cities: [u8; 2], rng: &mut R) -> Option<Move> {
        let [left, right] = cities;
        let groups = [(one, left), (other, left), (one, right), (other, right)]
            .map(|(piece, city)| (piece, city, self.table.cities[city as usize].spots(piece)));
        random_of(groups.into_iter(), rng)
    }

    /// Draws as [`Position::random_move`] for an Automa, or for the player beside Automas.
    #[inline(never)]
    fn random_beside_automas<R: Rng>(&self, seat: Seat, rng: &mut R) -> Option<Move> {
        match self.table.phase {
            Phase::Choose if self.table.is_automa(seat) => {
                self.automa_choice(seat).map(|[left, right]| Move::Choose(Pair::new(left, right)))
            }
            Phase::Choose => Some(Move::Choose(self.hand(seat).random_pair(rng))),
            _ => random_of(self.placeable(seat), rng),
        }
    }

    /// Returns every piece that `seat` may place, with the number of the city and the legal spots there.
    fn placeable(&self, seat: Seat) -> impl Iterator<Item = (Piece, u8, Spots)> + Clone {
        let sides = self.table.wanted(seat).into_iter().zip(self.table.cities_of(seat));
        sides.flat_map(move |(wanted, city)| {
            pieces(wanted).map(move |piece| (piece, city, self.table.cities[city as usize].spots(piece)))
        })
    }
}

/// Draws one of the given placements.
#[inline]
fn random_of<R: Rng>(groups: impl Iterator<Item = (Piece, u8, Spots)> + Clone, rng: &mut R) -> Option<Move> {
    let mut n = below(rng, groups.clone().map(|(.., spots)| spots.len()).sum());
    for (piece, city, spots) in groups {
        if n < spots.len() {
            return Some(Move::Place { piece, city, spot: spots.nth(n) });
        }
        n -= spots.len();
    }
    None
}

/// Returns the pieces of a set, which has a bit for each place in [`Piece::all`].
pub(crate) fn pieces(mut set: u64) -> impl Iterator<Item = Piece> + Clone {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let piece = Piece::at(set.trailing_zeros() as usize);
            set &= set - 1;
            piece
        })
    })
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    use super::*;
    use crate::Variant;

    #[test]
    fn open_is_what_is_wanted() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for game in 0..500 {
            let players = 2 + game % 6;
            let variant = if players == 2 { Variant::TwoPlayer } else { Variant::Standard };
            let mut position = Position::start(&Setup::deal(variant, players, &mut rng));
            while let Some(seat) = position.table.acting.first() {
                for placing in position.table.acting.iter().filter(|_| position.table.phase == Phase::Place) {
                    let bits = |of: &[Piece]| of.iter().fold(0, |set, piece| set | 1u64 << piece.index());
                    let open = match position.table.open(placing) {
                        Open::All(choice) => [bits(&choice); 2],
                        Open::One { piece, right: false } => [bits(&[piece]), 0],
                        Open::One { piece, right: true } => [0, bits(&[piece])],
                    };
                    assert_eq!(open, position.table.wanted(placing));
                }
                let mv = position.random_move(seat, &mut rng).expect("a move");
                position.play_unchecked(seat, mv);
            }
        }
    }
}
