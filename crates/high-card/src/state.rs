//! The full state of a game of High Card.

use serde::Serialize;
use tabletop::{Seat, SeatSet};

use crate::{CARDS, DEALT, House, Illegal, Kind, Move, Outcome, Score, Setup};

/// A set of cards: bit `n` stands for card `n`.
pub(crate) type Cards = u32;

/// Returns the cards of a set, the lowest first.
pub(crate) fn each_card(cards: Cards) -> impl DoubleEndedIterator<Item = u8> {
    (1..=CARDS).filter(move |&card| cards >> card & 1 == 1)
}

/// The stage of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Round {
    /// Every seat discards a card.
    Discard,
    /// Every seat plays a card for the first trick.
    First,
    /// Every seat plays a card for the second trick.
    Second,
    /// The game is over.
    Over,
}

impl Round {
    /// Returns the use of a card in this round.
    pub(crate) fn kind(self) -> Kind {
        if self == Self::Discard { Kind::Discard } else { Kind::Play }
    }
}

/// The full state, including hidden information. Card 0 stands for no card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) seats: u8,
    pub(crate) house: Option<House>,
    /// The cards that were not dealt.
    pub(crate) stock: Cards,
    pub(crate) hand: [Cards; 4],
    pub(crate) discard: [u8; 4],
    /// The played cards by trick and seat. The cards of a trick are sealed until every seat has played one.
    pub(crate) played: [[u8; 4]; 2],
    /// The cards that each seat gave to its left neighbour.
    pub(crate) passed: [Cards; 4],
}

impl State {
    pub(crate) fn deal(setup: &Setup) -> Self {
        let seats = if setup.house.is_some() { 2 } else { setup.players };
        let bits = |cards: &[u8]| cards.iter().fold(0, |bits, card| bits | 1 << card);
        let mut hand = [0; 4];
        for (hand, dealt) in hand.iter_mut().zip(setup.deck.chunks(DEALT)).take(seats) {
            *hand = bits(dealt);
        }
        Self {
            seats: seats as u8,
            house: setup.house,
            stock: bits(&setup.deck[seats * DEALT..]),
            hand,
            discard: [0; 4],
            played: [[0; 4]; 2],
            passed: [0; 4],
        }
    }

    pub(crate) fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    pub(crate) fn round(&self) -> Round {
        let open = |chosen: &[u8; 4]| chosen[..self.seats()].contains(&0);
        if open(&self.discard) {
            Round::Discard
        } else if open(&self.played[0]) {
            Round::First
        } else if open(&self.played[1]) {
            Round::Second
        } else {
            Round::Over
        }
    }

    /// Returns the number of tricks that have been revealed.
    pub(crate) fn shown(&self) -> usize {
        match self.round() {
            Round::Discard | Round::First => 0,
            Round::Second => 1,
            Round::Over => 2,
        }
    }

    /// Returns the choice of each seat in this round.
    fn chosen(&mut self) -> Option<&mut [u8; 4]> {
        match self.round() {
            Round::Discard => Some(&mut self.discard),
            Round::First => Some(&mut self.played[0]),
            Round::Second => Some(&mut self.played[1]),
            Round::Over => None,
        }
    }

    pub(crate) fn acting(&self) -> SeatSet {
        let mut copy = *self;
        let Some(chosen) = copy.chosen() else { return SeatSet::EMPTY };
        Seat::all(self.seats()).filter(|seat| chosen[seat.index()] == 0).collect()
    }

    /// Returns the cards that a seat may pick.
    pub(crate) fn choices(&self, seat: Seat) -> impl DoubleEndedIterator<Item = u8> {
        each_card(if self.acting().contains(seat) { self.hand[seat.index()] } else { 0 })
    }

    /// Returns the card that the house must pick, if this is its seat and it may act.
    pub(crate) fn house_card(&self, seat: Seat) -> Option<u8> {
        let house = self.house.filter(|_| seat.index() == 1 && self.acting().contains(seat))?;
        house.picks(self.hand[1])
    }

    /// Checks whether a move is legal.
    pub(crate) fn check(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        if self.round() == Round::Over {
            return Err(Illegal::Over);
        }
        if !self.acting().contains(seat) {
            return Err(Illegal::NotYourTurn(seat));
        }
        let kind = self.round().kind();
        if mv.kind != kind {
            let expected = if kind == Kind::Play { "play" } else { "discard" };
            return Err(Illegal::WrongRound { expected });
        }
        if self.hand[seat.index()] >> mv.card & 1 == 0 {
            return Err(Illegal::NotInHand(mv.card));
        }
        match self.house_card(seat) {
            Some(must) if must != mv.card => Err(Illegal::HouseRule(must)),
            _ => Ok(()),
        }
    }

    /// Puts down a card of a seat. When the first trick is complete, hands are passed to the left.
    pub(crate) fn put(&mut self, seat: Seat, card: u8) {
        let first = self.round() == Round::First;
        self.hand[seat.index()] &= !(1 << card);
        if let Some(chosen) = self.chosen() {
            chosen[seat.index()] = card;
        }
        if first && self.round() == Round::Second {
            let seats = self.seats();
            self.passed = self.hand;
            for from in Seat::all(seats) {
                self.hand[from.left(seats).index()] = self.passed[from.index()];
            }
        }
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        if self.round() != Round::Over {
            return None;
        }
        let mut players: Vec<Score> =
            Seat::all(self.seats()).map(|seat| Score { seat, tricks: 0, score: 0 }).collect();
        for trick in &self.played {
            let best = trick.iter().max().copied().unwrap_or(0);
            let taker = trick.iter().position(|&card| card == best).unwrap_or(0);
            players[taker].tricks += 1;
            players[taker].score += best;
        }
        let most = players.iter().map(|player| player.score).max();
        let winners = players.iter().filter(|player| Some(player.score) == most).map(|player| player.seat);
        Some(Outcome { winners: winners.collect(), players })
    }

    /// Returns all cards, in all places.
    pub(crate) fn cards(&self) -> impl Iterator<Item = u8> {
        let places = self.hand.into_iter().chain([self.stock]).flat_map(each_card);
        let single = self.discard.into_iter().chain(self.played.into_iter().flatten());
        places.chain(single.filter(|&card| card != 0))
    }
}

impl House {
    /// Returns the card that the house picks from a hand.
    pub(crate) fn picks(self, hand: Cards) -> Option<u8> {
        match self {
            Self::Low => each_card(hand).next(),
            Self::High => each_card(hand).next_back(),
        }
    }
}
