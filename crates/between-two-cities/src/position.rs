//! The table together with the hands: what a state and a view share, so that both obey one code.

use tabletop::{
    Seat,
    random::{Rng, below},
};

use crate::{
    AutomaCard, City, Hand, Illegal, Move, Orientation, Pair, Piece, Setup, Spots, automa,
    table::{Phase, Table, Wanted},
};

/// The hands of a game: at most seven seats and three deals.
pub(crate) const HANDS: usize = 21;

/// The table, the hands, and the Automas' deck. In a view, what is not known is left empty.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) table: Table,
    /// What is left of each hand, those of later deals included; see [`crate::Turn::hand_of`]. When its
    /// deal is over, that is what was discarded.
    pub(crate) hands: [Hand; HANDS],
    /// The Automa cards' numbers from the top of the deck; zero in a view where not known. All
    /// zero without Automas.
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

    /// Which hand a seat holds, or has just chosen from.
    #[inline]
    pub(crate) fn hand_index(&self, seat: Seat) -> usize {
        self.table.turn().hand_of(seat, self.table.seats())
    }

    /// What is left of it.
    #[inline]
    pub(crate) fn hand(&self, seat: Seat) -> Hand {
        self.hands[self.hand_index(seat)]
    }

    /// The place in the deck of the card that an Automa turns over in a turn.
    pub(crate) fn card_index(turn: usize, seat: Seat) -> usize {
        2 * turn + seat.index() - 1
    }

    /// What an Automa takes for its left and right city, if its card and hand are known; nobody
    /// else's choice follows by rule.
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
        for (wanted, city) in self.table.wanted(seat).into_iter().zip(self.table.cities_of(seat)) {
            for piece in pieces(wanted) {
                for spot in self.table.cities[city as usize].spots(piece).iter() {
                    each(Move::Place { piece, city, spot });
                }
            }
        }
    }

    /// Whether a move is legal, and if not, why.
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
    #[inline]
    pub(crate) fn play_unchecked(&mut self, seat: Seat, mv: Move) {
        match mv {
            Move::Choose(pair) => {
                let mut choice = pair.pieces();
                if self.table.is_automa(seat) {
                    choice = self.automa_choice(seat).unwrap_or(choice);
                }
                let hand = &mut self.hands[self.table.turn().hand_of(seat, self.table.seats())];
                hand.take(choice[0]);
                hand.take(choice[1]);
                self.table.seal(seat, choice);
            }
            Move::Place { piece, city, spot } => self.table.place(seat, piece, city, spot),
        }
    }

    /// A legal move of `seat`, each as likely as any other: counted, not listed.
    #[inline]
    pub(crate) fn random_move<R: Rng>(&self, seat: Seat, rng: &mut R) -> Option<Move> {
        let table = &self.table;
        if !table.acting.contains(seat) {
            return None;
        }
        if table.phase == Phase::Choose {
            if !table.is_automa(seat) {
                return Some(Move::Choose(self.hand(seat).random_pair(rng)));
            }
            return self.automa_choice(seat).map(|[left, right]| Move::Choose(Pair::new(left, right)));
        }
        let wanted = table.wanted(seat);
        let cities = table.cities_of(seat);
        let [left, right] = cities.map(|city| table.cities[city as usize]);
        if (wanted[0] | wanted[1]) & !TILES == 0 {
            let spots = [left.single_spots(), right.single_spots()];
            let ways = [0, 1].map(|side: usize| wanted[side].count_ones() * spots[side].len());
            let n = below(rng, ways[0] + ways[1]);
            let side = usize::from(n >= ways[0]);
            let n = n - ways[0] * side as u32;
            return Some(nth_placement(wanted[side], spots[side], cities[side], n));
        }
        random_duplex_placement(wanted, [left, right], cities, rng)
    }
}

/// The building tiles in a set of pieces, and the duplex tiles by orientation.
const TILES: u64 = 0x1ff;
const VERTICAL: u64 = 0xfff << 9;
const HORIZONTAL: u64 = 0xfff << 21;

/// One of the placements of duplex tiles. Kept out of line: it comes once a game, and the common way
/// is quicker without its registers.
#[inline(never)]
fn random_duplex_placement<R: Rng>(
    wanted: Wanted,
    [left, right]: [City; 2],
    cities: [u8; 2],
    rng: &mut R,
) -> Option<Move> {
    let groups: [(u64, Spots, u8); 4] = [
        (wanted[0] & VERTICAL, left.duplex_spots(Orientation::Vertical), cities[0]),
        (wanted[0] & HORIZONTAL, left.duplex_spots(Orientation::Horizontal), cities[0]),
        (wanted[1] & VERTICAL, right.duplex_spots(Orientation::Vertical), cities[1]),
        (wanted[1] & HORIZONTAL, right.duplex_spots(Orientation::Horizontal), cities[1]),
    ];
    let ways = |(pieces, spots, _): (u64, Spots, u8)| pieces.count_ones() * spots.len();
    let mut n = below(rng, groups.into_iter().map(ways).sum());
    for group in groups {
        if n < ways(group) {
            return Some(nth_placement(group.0, group.1, group.2, n));
        }
        n -= ways(group);
    }
    None
}

/// The pieces of a set.
pub(crate) fn pieces(mut set: u64) -> impl Iterator<Item = Piece> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let piece = Piece::at(set.trailing_zeros() as usize);
            set &= set - 1;
            piece
        })
    })
}

/// The `n`-th of the placements of one of at most three pieces at one of these spots.
///
/// Which piece it is, is as good as the toss of a coin: reckoned without a branch to mispredict.
#[inline]
fn nth_placement(pieces: u64, spots: Spots, city: u8, n: u32) -> Move {
    let (mut pieces, mut n, count) = (pieces, n, spots.len());
    for _ in 0..2 {
        let later = n >= count;
        n -= if later { count } else { 0 };
        pieces &= pieces - u64::from(later);
    }
    let piece = Piece::at(pieces.trailing_zeros() as usize);
    Move::Place { piece, city, spot: spots.nth(n) }
}
