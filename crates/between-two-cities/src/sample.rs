//! States that a viewer can't tell from the true one.
//!
//! Tiles of the same kind count as distinct, so the probability of a state is proportional to the number of deals that
//! lead to it. The unseen tiles are dealt at random to the hands that the viewer has not seen. A sealed choice from
//! such a hand is any two of its tiles. For an Automa's sealed choice, a random card of the unseen part of the deck is
//! applied to its hand.

use tabletop::{
    Seat,
    random::{Rng, below, shuffle},
};

use crate::{
    AutomaCard, Duplex, Hand, Piece, Tile, View, automa,
    position::{HANDS, Position},
    schedule::{Kind, Turn},
    table::Phase,
};

/// The tiles whose place the viewer does not know: all of them are building tiles, or all are duplex tiles.
struct Unknown<const N: usize> {
    tiles: [u8; N],
    left: usize,
}

impl<const N: usize> Unknown<N> {
    fn add(&mut self, piece: usize, copies: usize) {
        self.tiles[self.left..self.left + copies].fill(piece as u8);
        self.left += copies;
    }

    /// Draws a random tile and removes it.
    #[inline]
    fn draw<R: Rng>(&mut self, rng: &mut R) -> Piece {
        let drawn = below(rng, self.left as u32) as usize;
        self.left -= 1;
        self.tiles.swap(drawn, self.left);
        Piece::at(self.tiles[self.left] as usize)
    }
}

pub(crate) fn sample<R: Rng>(view: &View, rng: &mut R) -> Position {
    let mut position = view.position;
    let (mut tiles, mut duplexes) = unknown(view);
    for (index, left) in hand_sizes(&position).into_iter().enumerate() {
        if view.known >> index & 1 == 0 {
            let mut hand = Hand::EMPTY;
            for _ in 0..left.1 {
                hand.add(match left.0 {
                    Kind::Tiles => tiles.draw(rng),
                    Kind::Duplexes => duplexes.draw(rng),
                });
            }
            position.hands[index] = hand;
        }
    }
    if position.table.has_automas() {
        fill_deck(&mut position.cards, rng);
    }
    if position.table.phase == Phase::Choose {
        for seat in Seat::all(position.table.seats()) {
            if !position.table.acting.contains(seat) && position.table.player(view.viewer) != Some(seat) {
                seal(&mut position, seat, rng);
            }
        }
    }
    position
}

/// Adds a random sealed choice for a seat.
fn seal<R: Rng>(position: &mut Position, seat: Seat, rng: &mut R) {
    let index = position.hand_index(seat);
    let choice = position.automa_choice(seat).unwrap_or_else(|| {
        let mut rest = position.hands[index];
        let mut pair = [0, 1].map(|_| {
            let nth = below(rng, rest.len()) as usize;
            let piece = rest.iter().nth(nth).expect("a hand holds as many as it counts");
            rest.take(piece);
            piece
        });
        if pair[0] > pair[1] {
            pair.swap(0, 1);
        }
        pair
    });
    choice.into_iter().for_each(|piece| position.hands[index].take(piece));
    let turn = position.table.turn_number();
    position.table.set_choice(turn, seat, Some(choice));
}

/// Returns the kind of tiles of each hand and the number of remaining tiles, without sealed choices. The number is 0
/// for hands that the variant does not deal.
fn hand_sizes(position: &Position) -> [(Kind, u8); HANDS] {
    let table = &position.table;
    let mut sizes = [(Kind::Tiles, 0); HANDS];
    for (number, turn) in Turn::all(table.variant).iter().enumerate() {
        for origin in 0..table.seats() {
            let size = &mut sizes[turn.deal as usize * table.seats() + origin];
            if turn.step == 0 {
                *size = (turn.kind, turn.kind.dealt());
            }
            if number < table.revealed() {
                size.1 -= 2;
            }
        }
    }
    sizes
}

/// Returns all tiles of the box except those whose place the viewer knows.
fn unknown(view: &View) -> (Unknown<108>, Unknown<{ Duplex::COUNT }>) {
    let position = &view.position;
    let mut counts = [1u8; Piece::COUNT];
    for (count, tile) in counts.iter_mut().zip(Tile::ALL) {
        *count = tile.copies() as u8;
    }
    for turn in 0..=position.table.turn_number() {
        for seat in Seat::all(position.table.seats()) {
            for piece in position.table.choice(turn, seat).into_iter().flatten() {
                counts[piece.index()] -= 1;
            }
        }
    }
    for hand in position.hands.iter().filter(|hand| !hand.is_empty()) {
        hand.subtract_from(&mut counts);
    }
    let mut tiles = Unknown { tiles: [0; 108], left: 0 };
    let mut duplexes = Unknown { tiles: [0; Duplex::COUNT], left: 0 };
    for (piece, &count) in counts.iter().enumerate() {
        if piece < 9 {
            tiles.add(piece, count as usize);
        } else {
            duplexes.add(piece, count as usize);
        }
    }
    (tiles, duplexes)
}

/// Puts the cards that have not been turned over, in random order, behind those that have been.
fn fill_deck<R: Rng>(cards: &mut [u8; automa::CARDS], rng: &mut R) {
    let open = cards.iter().take_while(|&&card| AutomaCard::numbered(card).is_some()).count();
    let (known, rest) = cards.split_at_mut(open);
    let unseen = (1..=automa::CARDS as u8).filter(|card| !known.contains(card));
    rest.iter_mut().zip(unseen).for_each(|(place, card)| *place = card);
    shuffle(rng, rest);
}
