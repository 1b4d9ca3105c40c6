//! The reasons why a move is not legal.

use tabletop::Seat;

use crate::{BadSpot, Move, Pair, Piece, Spot};

/// The reason why a move is not legal now. It reveals nothing that the seat itself does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The table has no such seat.
    #[error("there is no seat {seat}: the seats are 0 to {last}")]
    NoSuchSeat {
        /// The seat.
        seat: Seat,
        /// The last seat.
        last: u8,
    },
    /// The seat has chosen and waits for the others.
    #[error("seat {seat} has chosen already and can't choose again before the others have chosen")]
    AlreadyChosen {
        /// The seat.
        seat: Seat,
    },
    /// A tile can't be placed while tiles are being chosen.
    #[error("expected `choose`: nothing can be placed before all have chosen")]
    NotPlacing,
    /// Tiles can't be chosen while tiles are being placed.
    #[error("expected `place`: no tiles can be chosen before all have placed")]
    NotChoosing,
    /// The hand does not hold the chosen pair.
    #[error("seat {seat} does not hold {pair}")]
    NotInHand {
        /// The seat.
        seat: Seat,
        /// The pair that it tried to choose.
        pair: Pair,
    },
    /// The seat has placed all its tiles.
    #[error("seat {seat} has placed its tiles of this turn already")]
    AlreadyPlaced {
        /// The seat.
        seat: Seat,
    },
    /// The seat does not build that city.
    #[error("seat {seat} does not build city {city}, only {left} and {right}")]
    NotYourCity {
        /// The seat.
        seat: Seat,
        /// The city.
        city: u8,
        /// The city on its left.
        left: u8,
        /// The city on its right.
        right: u8,
    },
    /// The seat has already placed a tile in that city this turn.
    #[error("seat {seat} has placed a tile in city {city} this turn already")]
    CityServed {
        /// The seat.
        seat: Seat,
        /// The city.
        city: u8,
    },
    /// The seat has no such tile to place there.
    #[error("seat {seat} has no {piece} to place in city {city}")]
    NotYourTile {
        /// The seat.
        seat: Seat,
        /// The tile.
        piece: Piece,
        /// The city.
        city: u8,
    },
    /// The tile can't be placed at that spot.
    #[error("{piece} can't lie at {spot} in city {city}: {why}")]
    Spot {
        /// The tile.
        piece: Piece,
        /// The city.
        city: u8,
        /// The spot that was named.
        spot: Spot,
        /// The reason why the tile may not lie there.
        why: BadSpot,
    },
    /// An Automa must make the move that its card prescribes.
    #[error("seat {seat} is an Automa: by its card it must `{expected}`")]
    Automa {
        /// The seat.
        seat: Seat,
        /// The only legal move of the Automa.
        expected: Move,
    },
    /// A spectator has no seat and so makes no moves.
    #[error("a spectator makes no moves")]
    Spectator,
    /// An Automa does not place tiles; the player does it.
    #[error("seat {seat} is an Automa: the player places its tiles")]
    AutomaPlaces {
        /// The seat.
        seat: Seat,
    },
}
