//! The full state, and the effects of moves.

use tabletop::Seat;

use crate::{
    Amounts, CardId, Cards, Cell, Face, Illegal, Kind, Move, Pair, Setup, Side, Size, Table, TokenSet,
    face::FACES, table::Fate,
};

/// The full state: the public table, and the hidden deck.
///
/// It is small and `Copy`, and can't be serialised. Players and clients receive a [`View`](crate::View).
///
/// ```
/// use point_city::{Setup, State, Variant};
/// let setup = Setup::deal(Variant::Standard, 2, &mut tabletop::Seed::from_phrase("doc").stream("x"));
/// let mut state = State::start(&setup);
/// let seat = setup.start();
/// state.play(seat, "draw".parse().unwrap()).unwrap();
/// assert_eq!(state.table().area(seat).cards.count(), 3);
/// assert!(state.play(seat, "draw".parse().unwrap()).is_err(), "it is the other's turn");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) table: Table,
    /// All cards of the deck in the order of the start, top first.
    pub(crate) deck: [CardId; Size::MOST_CARDS],
}

/// The gain of a seat by each face. It is a table because a branch on the side would be taken every other time.
static GAINS: [Gain; FACES] = {
    let mut gains = [Gain { cards: Cards::NONE, permanents: Amounts::ZERO, printed: 0 }; FACES];
    let mut i = 0;
    while i < CardId::COUNT {
        let card = CardId::ALL[i];
        let gain = &mut gains[Face::building(card).index()];
        gain.printed = card.points() as u16;
        if let Some(resource) = card.produces() {
            gain.permanents = Amounts::only(resource, 1);
        }
        i += 1;
    }
    i = 0;
    while i < Kind::COUNT {
        gains[Face::resource(Kind::ALL[i]).index()].cards = Cards::of(Kind::ALL[i], 1);
        i += 1;
    }
    gains
};

#[derive(Clone, Copy)]
struct Gain {
    cards: Cards,
    permanents: Amounts,
    printed: u16,
}

impl State {
    /// Returns the state before the first move.
    #[must_use]
    pub fn start(setup: &Setup) -> Self {
        Self { table: Table::start(setup), deck: setup.deck }
    }

    /// Returns the public part of the state.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns all cards of the deck in the initial order, with the top first. This is hidden information, not to be
    /// shown to players.
    #[must_use]
    pub fn deck(&self) -> &[CardId] {
        &self.deck[..usize::from(self.table.size)]
    }

    /// Returns the back of the top card of the deck.
    #[must_use]
    pub fn top(&self) -> Option<Kind> {
        (self.table.deck_left() > 0).then(|| self.deck[usize::from(self.table.next)].back())
    }

    /// Returns the state as if it were the turn of `seat` now, which waits for it. Returns `None` if the seat may act, or has no
    /// turn left.
    pub(crate) fn ahead(&self, seat: Seat) -> Option<Self> {
        let table = &self.table;
        let waits = !table.variant.is_solo() && table.to_act().is_some_and(|acts| acts != seat);
        if !waits || table.turns_left(seat) == 0 {
            return None;
        }
        let mut ahead = *self;
        ahead.table.to_act = seat.index() as u8;
        ahead.table.flipped = false;
        Some(ahead)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Returns the reason if the move is not legal. The state is then unchanged.
    pub fn play(&mut self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        self.table.check(seat, mv)?;
        // The city's move may be written without its tokens.
        self.play_unchecked(self.table.city_move().unwrap_or(mv));
        Ok(())
    }

    /// Plays a legal move of the seat that is to act. After an illegal move the state is unspecified.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        match mv {
            Move::Flip(cell) => return self.flip(cell),
            Move::Take { pair, pay, tokens } => self.take(pair, &pay, tokens),
            Move::Draw => self.draw(),
            Move::Pass => {}
        }
        let table = &mut self.table;
        table.flipped = false;
        table.turn += 1;
        table.to_act = if table.to_act + 1 == table.seats { 0 } else { table.to_act + 1 };
    }

    fn flip(&mut self, cell: Cell) {
        let origin = self.table.market.origin(cell);
        self.table.market.lay(cell, Face::building(self.deck[origin]), origin as u8);
        self.table.flipped = true;
    }

    #[inline]
    fn draw(&mut self) {
        let seat = usize::from(self.table.to_act);
        for _ in 0..2 {
            let origin = usize::from(self.table.next);
            self.table.areas[seat].cards.push(self.deck[origin].back());
            self.table.fates[origin] = Fate::new(seat, Side::Resource);
            self.table.next += 1;
        }
    }

    #[inline]
    fn take(&mut self, pair: Pair, pay: &Cards, tokens: TokenSet) {
        let table = &mut self.table;
        let seat = usize::from(table.to_act);
        let area = &mut table.areas[seat & 3];
        let mut next = table.next;
        for cell in pair.cells() {
            let face = table.market.at(cell);
            let gain = &GAINS[face.index()];
            area.cards += gain.cards;
            area.permanents += gain.permanents;
            area.printed += gain.printed;
            let side = face.side();
            table.fates[table.market.origin(cell)] = Fate::new(seat, side);
            if next < table.size {
                let card = self.deck[usize::from(next)];
                table.market.lay(cell, Face::showing(card, side.other()), next);
                next += 1;
            } else {
                table.market.clear(cell);
            }
        }
        table.next = next;
        area.cards -= *pay;
        area.tokens = area.tokens.union(tokens);
        table.discarded += *pay;
        table.open = table.open.minus(tokens);
    }
}
