//! Errors for illegal moves, and the check that returns them.

use tabletop::Seat;

use crate::{Amounts, Cards, Cell, Kind, Move, Pair, Resource, Side, Table, Token, TokenSet};

/// The reason why a move is not legal now.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// Every seat has had its 17 turns.
    #[error("the game is over")]
    GameOver,
    /// It is another seat's turn.
    #[error("it is the turn of seat {to_act}, not of seat {seat}")]
    NotYourTurn {
        /// The seat that tried to move.
        seat: Seat,
        /// The seat whose turn it is.
        to_act: Seat,
    },
    /// The solo city has no choice.
    #[error("the city must `{expected}`, not `{found}`")]
    CityMust {
        /// The only legal move of the city.
        expected: Move,
        /// The move that was tried.
        found: Move,
    },
    /// A card was already turned this turn.
    #[error("a card was already turned this turn: expected take or draw")]
    SecondFlip,
    /// Only resources are turned.
    #[error("{0} shows a building: only a resource may be turned")]
    FlipOfBuilding(Cell),
    /// Neither the row nor the column of the cell shows resources only.
    #[error("{0} may not be turned: neither its row nor its column shows resources only")]
    FlipNotAllowed(Cell),
    /// The cells do not share an edge.
    #[error("{0} do not share an edge")]
    NotAdjacent(Pair),
    /// The pair costs more than the seat can pay.
    #[error("the pair can't be paid: {}", shortage(.due, .cards))]
    Unaffordable {
        /// The amount that is due after the permanent resources.
        due: Amounts,
        /// The cards that can be paid with, including those of the pair.
        cards: Cards,
    },
    /// The payment holds a card that is not there.
    #[error("you pay {paid} x {kind}, but you have {held}, the pair included")]
    NotYours {
        /// The kind of card.
        kind: Kind,
        /// The number of these cards that can be paid with.
        held: u8,
        /// The number in the payment.
        paid: u8,
    },
    /// The payment does not cover what is due.
    #[error("the payment is too small: {}", shortage(.due, .paid))]
    Insufficient {
        /// The amount that is due after the permanent resources.
        due: Amounts,
        /// The payment.
        paid: Cards,
    },
    /// The payment would still be enough without one of its cards.
    #[error("the payment {paid} could do without one {kind}: expected no needless card for {due}")]
    Needless {
        /// The amount that is due after the permanent resources.
        due: Amounts,
        /// The payment.
        paid: Cards,
        /// The kind of card that is not needed.
        kind: Kind,
    },
    /// A token for a civic building is missing.
    #[error("expected {expected} token(s), one for each civic building, found {found}")]
    MissingToken {
        /// The number that must be taken.
        expected: usize,
        /// The number in the move.
        found: usize,
    },
    /// There is a token too many.
    #[error(
        "expected {expected} token(s), one for each civic building as long as there are any, found {found}"
    )]
    SurplusToken {
        /// The number that must be taken.
        expected: usize,
        /// The number in the move.
        found: usize,
    },
    /// The token is not among the open ones.
    #[error("the token {0} is not open")]
    TokenNotOpen(Token),
    /// The deck is empty.
    #[error("the deck has {0} card(s) left: draw takes two")]
    DeckTooSmall(usize),
    /// The turn can't be passed, because another move is legal.
    #[error("pass is legal only when nothing else is, and {0} is")]
    PassNotAllowed(Move),
}

/// Describes the due and the available amounts of each resource that is short.
fn shortage(due: &Amounts, cards: &Cards) -> String {
    let there = cards.symbols();
    let short = due.less(there);
    let mut parts = Vec::new();
    for resource in Resource::ALL.into_iter().filter(|&resource| short.get(resource) > 0) {
        parts.push(format!(
            "{} {} due after permanent resources, the cards give {}",
            due.get(resource),
            resource.name(),
            there.get(resource)
        ));
    }
    let ingenuity = cards.get(Kind::INGENUITY);
    format!("{}; {} short, {ingenuity} ingenuity to stand for it", parts.join("; "), short.sum())
}

impl Table {
    /// Checks whether a move of a seat is legal now.
    ///
    /// # Errors
    /// Returns the reason if the move is not legal.
    pub fn check(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        let to_act = self.to_act().ok_or(Illegal::GameOver)?;
        if seat != to_act {
            return Err(Illegal::NotYourTurn { seat, to_act });
        }
        if let Some(expected) = self.city_move() {
            return if mv == expected || is_short_for(mv, expected) {
                Ok(())
            } else {
                Err(Illegal::CityMust { expected, found: mv })
            };
        }
        match mv {
            Move::Flip(cell) => self.check_flip(cell),
            Move::Take { pair, pay, tokens } => self.check_take(pair, &pay, tokens),
            Move::Draw if self.may_draw() => Ok(()),
            Move::Draw => Err(Illegal::DeckTooSmall(self.deck_left())),
            Move::Pass => {
                let mut first = None;
                self.for_each_move(|mv| first = first.or(Some(mv)));
                match first {
                    Some(Move::Pass) | None => Ok(()),
                    Some(mv) => Err(Illegal::PassNotAllowed(mv)),
                }
            }
        }
    }

    fn check_flip(&self, cell: Cell) -> Result<(), Illegal> {
        if self.flipped {
            Err(Illegal::SecondFlip)
        } else if self.market.side(cell) == Some(Side::Building) {
            Err(Illegal::FlipOfBuilding(cell))
        } else if !self.market.may_flip(cell) {
            Err(Illegal::FlipNotAllowed(cell))
        } else {
            Ok(())
        }
    }

    fn check_take(&self, pair: Pair, pay: &Cards, tokens: TokenSet) -> Result<(), Illegal> {
        if !pair.shares_edge() {
            return Err(Illegal::NotAdjacent(pair));
        }
        let (due, cards) = self.due(pair);
        if !covers(due, &cards) {
            return Err(Illegal::Unaffordable { due, cards });
        }
        if let Some((kind, paid)) = pay.iter().find(|&(kind, paid)| paid > cards.get(kind)) {
            return Err(Illegal::NotYours { kind, held: cards.get(kind), paid });
        }
        if !covers(due, pay) {
            return Err(Illegal::Insufficient { due, paid: *pay });
        }
        if let Some((kind, _)) = pay.iter().find(|&(kind, _)| covers(due, &(*pay - Cards::of(kind, 1)))) {
            return Err(Illegal::Needless { due, paid: *pay, kind });
        }
        let civics = pair.cells().into_iter().filter(|&cell| self.is_civic(cell)).count();
        let (expected, found) = (civics.min(self.open.len()), tokens.len());
        if found < expected {
            return Err(Illegal::MissingToken { expected, found });
        }
        if found > expected {
            return Err(Illegal::SurplusToken { expected, found });
        }
        tokens.minus(self.open).iter().next().map_or(Ok(()), |token| Err(Illegal::TokenNotOpen(token)))
    }
}

/// Returns whether a move in a record is the city's move without its tokens, which records may omit.
fn is_short_for(mv: Move, city_move: Move) -> bool {
    match (mv, city_move) {
        (Move::Take { pair, pay, tokens }, Move::Take { pair: expected, .. }) => {
            pair == expected && pay.is_empty() && tokens.is_empty()
        }
        _ => false,
    }
}

/// Returns whether the cards give at least what is due.
fn covers(due: Amounts, cards: &Cards) -> bool {
    due.less(cards.symbols()).sum() <= cards.get(Kind::INGENUITY)
}
