//! The public part of the state.

use tabletop::Seat;

use crate::{
    Amounts, Cards, Cell, Face, Kind, Market, Move, Pair, Setup, Side, Size, Token, TokenSet, Variant,
};

/// The buildings, tokens and cards of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Area {
    /// The resource cards.
    pub cards: Cards,
    /// The permanent resources of the buildings.
    pub permanents: Amounts,
    /// The civic tokens.
    pub tokens: TokenSet,
    /// The points printed on the buildings.
    pub printed: u16,
}

impl Area {
    /// Returns a number that is equal for equal areas, and mostly another one for others, in the manner of a hash.
    #[must_use]
    #[inline]
    pub const fn digest(&self) -> u64 {
        /// An odd number near 2^64 divided by the golden ratio. Multiplying by it spreads small differences over the high bits.
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let cards = (self.cards.singles() + 17 * self.cards.doubles()).wrapping_mul(SPREAD);
        let tokens = self.tokens.bits() as u64 | (self.cards.get(Kind::INGENUITY) as u64) << 32;
        (cards ^ self.permanents.lanes() ^ tokens << 20).wrapping_mul(SPREAD)
    }
}

/// The place of a card of the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The card is still in the deck.
    Deck,
    /// The card is in the market.
    Market(Cell),
    /// The card was taken as a resource and is in front of the seat or discarded by it.
    Taken(Seat),
    /// The card is a building of the seat.
    Built(Seat),
}

/// The public part of the state, with the place of each card as far as players can remember it.
///
/// The rules use only this type, so that neither a legal move nor its worth can depend on anything hidden. The cards'
/// hidden sides are in [`State`](crate::State).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table {
    pub(crate) variant: Variant,
    pub(crate) seats: u8,
    pub(crate) to_act: u8,
    /// The number of turns that are over, of all seats together.
    pub(crate) turn: u8,
    pub(crate) flipped: bool,
    /// The place in the deck of its top card.
    pub(crate) next: u8,
    pub(crate) size: u8,
    pub(crate) market: Market,
    pub(crate) areas: [Area; 4],
    row: [Token; Size::MOST_TOKENS],
    pub(crate) open: TokenSet,
    pub(crate) discarded: Cards,
    pub(crate) fates: [Fate; Size::MOST_CARDS],
}

/// The fate of a card in one byte: whether it was taken, the seat that took it, and its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fate(u8);

impl Fate {
    const NONE: Self = Self(0);

    pub(crate) const fn new(seat: usize, side: Side) -> Self {
        Self(1 + 2 * seat as u8 + matches!(side, Side::Building) as u8)
    }
}

/// The number of turns of each seat.
pub const TURNS: u8 = 17;

impl Table {
    pub(crate) fn start(setup: &Setup) -> Self {
        let seats = if setup.variant.is_solo() { 2 } else { setup.players };
        let mut areas = [Area::default(); 4];
        areas[..setup.players].iter_mut().for_each(|area| area.cards.push(Kind::INGENUITY));
        let mut market = Market::EMPTY;
        for cell in Cell::ALL {
            market.lay(cell, Face::resource(setup.deck[cell.index()].back()), cell.index() as u8);
        }
        Self {
            variant: setup.variant,
            seats: seats as u8,
            to_act: setup.start.index() as u8,
            turn: 0,
            flipped: false,
            next: Cell::COUNT as u8,
            size: setup.size().cards() as u8,
            market,
            areas,
            row: setup.tokens,
            open: setup.tokens().iter().copied().collect(),
            discarded: Cards::NONE,
            fates: [Fate::NONE; Size::MOST_CARDS],
        }
    }

    /// Returns the variant that is played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the number of seats, including that of the solo city.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// Returns the seat whose turn it is, or `None` when the game is over.
    #[must_use]
    pub const fn to_act(&self) -> Option<Seat> {
        if self.is_over() { None } else { Some(Seat::new(self.to_act)) }
    }

    /// Returns the number of turns that are over, of all seats together. Each seat has 17.
    #[must_use]
    pub const fn turns_played(&self) -> usize {
        self.turn as usize
    }

    /// Returns whether every seat has had its 17 turns.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.turn == TURNS * self.seats
    }

    /// Returns whether a card was turned in the current turn.
    #[must_use]
    pub const fn has_flipped(&self) -> bool {
        self.flipped
    }

    /// Returns the market.
    #[must_use]
    pub const fn market(&self) -> &Market {
        &self.market
    }

    /// Returns the number of cards that are left in the deck.
    #[must_use]
    pub const fn deck_left(&self) -> usize {
        (self.size - self.next) as usize
    }

    /// Returns the numbers of cards and tokens in the game.
    #[must_use]
    pub const fn size(&self) -> Size {
        Size::of(self.seats as usize)
    }

    /// Returns the buildings, tokens and cards of a seat.
    ///
    /// # Panics
    /// Panics if there is no such seat.
    #[must_use]
    pub fn area(&self, seat: Seat) -> &Area {
        &self.areas[..self.seats()][seat.index()]
    }

    /// Returns the row of tokens as it was at the start, from the left.
    #[must_use]
    pub fn token_row(&self) -> &[Token] {
        &self.row[..self.size().tokens]
    }

    /// Returns the tokens that are still open.
    #[must_use]
    pub const fn open_tokens(&self) -> TokenSet {
        self.open
    }

    /// Returns the tokens that are still open, in the order of the row.
    pub fn open_row(&self) -> impl Iterator<Item = Token> {
        self.token_row().iter().copied().filter(|&token| self.open.contains(token))
    }

    /// Returns the discarded resource cards.
    #[must_use]
    pub const fn discarded(&self) -> Cards {
        self.discarded
    }

    /// Returns the present place of the card that began at the place `origin` of the deck. Place 0 is the top, and 0 to
    /// 15 are the first market.
    ///
    /// # Panics
    /// Panics if the deck has no such place.
    #[must_use]
    pub fn place(&self, origin: usize) -> Place {
        let fate = self.fates[..usize::from(self.size)][origin].0;
        if let Some(fate) = fate.checked_sub(1) {
            let seat = Seat::new(fate / 2);
            return if fate % 2 == 1 { Place::Built(seat) } else { Place::Taken(seat) };
        }
        let here = |&cell: &Cell| self.market.face(cell).is_some() && self.market.origin(cell) == origin;
        Cell::ALL.into_iter().find(here).map_or(Place::Deck, Place::Market)
    }

    /// Returns the cell where the city's markers cross.
    ///
    /// The column marker starts in column 1 and moves one to the right after each of the city's turns; the row marker
    /// starts in row 2 and moves one down whenever the column marker wraps around.
    #[must_use]
    pub const fn markers(&self) -> Cell {
        Self::markers_after(self.turn / 2)
    }

    /// Returns the cell where the markers cross after the city has had this many turns.
    const fn markers_after(turns: u8) -> Cell {
        Cell::at(turns % 4, (1 + turns / 4) % 4)
    }

    /// Returns the cells from which the city takes: the one where the markers cross, then the one below it.
    const fn city_cells(crossing: Cell) -> [Cell; 2] {
        [crossing, Cell::at(crossing.column(), (crossing.row() + 1) % 4)]
    }

    /// Returns the cells from which the solo city takes in its remaining turns, the next turn first.
    ///
    /// ```
    /// use point_city::{Setup, State, Variant, View};
    /// let setup = Setup::deal(Variant::SoloEasy, 1, &mut tabletop::Seed::from_phrase("doc").stream("x"));
    /// let view = View::of(&State::start(&setup), tabletop::Viewer::Spectator);
    /// let turns: Vec<_> = view.table().city_turns().map(|cells| cells.map(|cell| cell.to_string())).collect();
    /// assert_eq!(turns.len(), 17);
    /// assert_eq!(turns[0], ["a2", "a3"]);
    /// assert_eq!(turns[8], ["a4", "a1"]);
    /// ```
    pub fn city_turns(&self) -> impl Iterator<Item = [Cell; 2]> {
        let had = if self.variant.is_solo() { self.turn / 2 } else { TURNS };
        (had..TURNS).map(|turns| Self::city_cells(Self::markers_after(turns)))
    }

    /// Returns the number of turns that a seat has left, including the current one.
    #[must_use]
    pub fn turns_left(&self, seat: Seat) -> usize {
        let (seats, turn) = (self.seats(), self.turns_played());
        let ago = (usize::from(self.to_act) + seats - seat.index()) % seats;
        let had_this_round = (1..=turn % seats).contains(&ago);
        usize::from(TURNS) - turn / seats - usize::from(had_this_round)
    }

    /// Returns the only legal move of the city, if it is its turn.
    #[must_use]
    pub fn city_move(&self) -> Option<Move> {
        if !self.variant.is_solo() || self.is_over() || self.to_act != CITY {
            return None;
        }
        let [crossing, below] = Self::city_cells(self.markers());
        let pair = Pair::new(crossing, below)?;
        let civics = pair.cells().iter().filter(|&&cell| self.is_civic(cell)).count();
        Some(Move::Take { pair, pay: Cards::NONE, tokens: self.open_row().take(civics).collect() })
    }

    pub(crate) fn is_civic(&self, cell: Cell) -> bool {
        self.market.at(cell).card().is_some_and(|card| card.is_civic())
    }

    /// Returns whether the card from this place of the deck was built.
    pub(crate) const fn is_built(&self, origin: usize) -> bool {
        let fate = self.fates[origin].0;
        fate > 0 && fate % 2 == 0
    }
}

/// The number of the city's seat.
pub(crate) const CITY: u8 = 1;
