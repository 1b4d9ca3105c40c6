//! Games as numbers, for programs that learn: actions, legal actions, observations.
//!
//! A game that implements [`Encode`] offers its legal moves as small integers and the knowledge of a seat as an array
//! of bytes. [`Space`] documents the meaning of each range of actions and of each part of an observation.
//!
//! A move takes several actions if its parts are chosen one after another, such as the cards and then the payment for
//! them. [`Encode::Partial`] contains the parts that have been chosen so far.

use std::fmt::Debug;

use serde::Serialize;

use crate::{Information, Seat, SeatSet};

/// The scale of the bytes of a part of an observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// The byte is 0 or 1.
    Flag,
    /// The byte is a number from 0 to [`Field::most`]; larger ones are cut to it.
    Count,
    /// The byte stands for one of several things without an order, by a number from 1 to [`Field::most`]. 0 stands for
    /// none.
    Code,
}

/// A part of an observation: an array of bytes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Field {
    /// A name, unique in its space.
    pub name: &'static str,
    /// The index of its first byte in the observation.
    pub offset: usize,
    /// The shape of the array, with the last index varying fastest.
    pub shape: Vec<usize>,
    /// The scale of its bytes.
    pub scale: Scale,
    /// The largest value.
    pub most: u8,
    /// The meaning of the part.
    pub meaning: &'static str,
}

/// A range of actions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ActionRange {
    /// A name, unique in its space.
    pub name: &'static str,
    /// The first action.
    pub offset: usize,
    /// The shape of the range, with the last index varying fastest.
    pub shape: Vec<usize>,
    /// The meaning of the actions.
    pub meaning: &'static str,
}

/// The actions and the observations of a game in one variant with one number of players.
///
/// ```
/// use tabletop::encode::{Scale, Space};
/// let space = Space::default()
///     .range("play", &[18], "play a card")
///     .field("hand", &[18], Scale::Flag, 1, "the cards in the hand")
///     .field("round", &[], Scale::Code, 3, "the round");
/// assert_eq!((space.actions(), space.bytes()), (18, 19));
/// assert_eq!(space.fields[1].offset, 18);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Space {
    /// The ranges of actions, one after another from 0.
    pub ranges: Vec<ActionRange>,
    /// The parts of an observation, one after another from 0.
    pub fields: Vec<Field>,
}

impl Space {
    /// Adds a range of actions at the end.
    #[must_use]
    pub fn range(mut self, name: &'static str, shape: &[usize], meaning: &'static str) -> Self {
        let offset = self.actions();
        self.ranges.push(ActionRange { name, offset, shape: shape.to_vec(), meaning });
        self
    }

    /// Adds a part of the observation at the end.
    #[must_use]
    pub fn field(
        mut self,
        name: &'static str,
        shape: &[usize],
        scale: Scale,
        most: u8,
        meaning: &'static str,
    ) -> Self {
        let offset = self.bytes();
        self.fields.push(Field { name, offset, shape: shape.to_vec(), scale, most, meaning });
        self
    }

    /// Returns the number of actions, legal or not.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.ranges.last().map_or(0, |last| last.offset + last.shape.iter().product::<usize>())
    }

    /// Returns the length of an observation in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.fields.last().map_or(0, |last| last.offset + last.shape.iter().product::<usize>())
    }
}

/// The effect of an action: it completes a move, or it is a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress<M, P> {
    /// The move is complete. It is legal.
    Move(M),
    /// The move is not complete, and its seat chooses the next part.
    More(P),
}

/// A game as numbers: its legal moves as actions, and the knowledge of a seat as an observation.
///
/// The seats of the game's own automata have no actions. While [`Rules::automatic_move`](crate::Rules::automatic_move)
/// returns a move, that move is to be played first.
///
/// # Requirements
/// [`conformance::check_encoding`](crate::conformance::check_encoding) checks them, except the last one, which
/// [`check_that_encoding_allocates_nothing`](crate::conformance::check_that_encoding_allocates_nothing) checks:
/// - Exactly the legal moves can be reached by legal actions, each in one way, and [`Encode::for_each_action_of`] returns
///   that way.
/// - If the game numbers whole moves, each legal move has a number of its own.
/// - The length of an observation and the ranges of its bytes are those of [`Encode::space`].
/// - An observation depends only on the seat's knowledge: states with equal views have equal observations.
/// - No method except [`Encode::space`] allocates.
pub trait Encode: Information {
    /// The name of the encoding, such as `high_card-v0`. Any change that would make a trained program play differently
    /// raises the number.
    const ENVIRONMENT: &'static str;

    /// The parts of a move that have been chosen, for a move that takes several actions. The default value means that
    /// nothing has been chosen.
    type Partial: Copy + Debug + Default + PartialEq + Send + Sync + 'static;

    /// Returns the actions and observations of a variant with this number of players.
    fn space(variant: Self::Variant, players: usize) -> Space;

    /// Returns the seats that may act in one step, without seeing each other's moves. These are all seats that may act,
    /// or those of them whose moves do not change each other's legal moves. The set is empty only if the game is over.
    fn at_once(state: &Self::State) -> SeatSet;

    /// Calls `each` once with every legal action of a player's seat, and never if the seat may not act. A legal action
    /// completes a legal move, or legal actions that complete one follow it.
    fn for_each_action(state: &Self::State, seat: Seat, partial: &Self::Partial, each: impl FnMut(u16));

    /// Returns the effect of an action, or `None` if it is not legal.
    fn act(
        state: &Self::State,
        seat: Seat,
        partial: &Self::Partial,
        action: usize,
    ) -> Option<Progress<Self::Move, Self::Partial>>;

    /// Calls `each` with the actions by which a player's seat makes a legal move, in order.
    fn for_each_action_of(state: &Self::State, seat: Seat, mv: Self::Move, each: impl FnMut(u16));

    /// Returns the number of a whole move that takes several actions. It does not depend on the state and is below
    /// 2^53. `None` stands for a move that can't be legal. The default returns `None`, for games whose moves are single
    /// actions.
    fn flat_index(_mv: Self::Move) -> Option<u64> {
        None
    }

    /// Returns the move with this number; see [`Encode::flat_index`].
    fn flat_move(_index: u64) -> Option<Self::Move> {
        None
    }

    /// Writes the knowledge of a player's seat. `into` has [`Space::bytes`] bytes, and all of them are written.
    ///
    /// # Panics
    /// Panics if `into` is shorter.
    fn observe(state: &Self::State, seat: Seat, partial: &Self::Partial, into: &mut [u8]);
}

/// Writes the parts of an observation one after another.
#[derive(Debug)]
pub struct Writer<'a> {
    rest: &'a mut [u8],
}

impl<'a> Writer<'a> {
    /// Begins an observation and clears it.
    #[must_use]
    pub fn new(into: &'a mut [u8]) -> Self {
        into.fill(0);
        Self { rest: into }
    }

    /// Returns the next `length` bytes, all of them zero.
    ///
    /// # Panics
    /// Panics if there are fewer.
    #[inline]
    pub fn next(&mut self, length: usize) -> &'a mut [u8] {
        let (next, rest) = std::mem::take(&mut self.rest).split_at_mut(length);
        self.rest = rest;
        next
    }

    /// Writes one byte.
    ///
    /// # Panics
    /// Panics if there is none left.
    #[inline]
    pub fn byte(&mut self, byte: u8) {
        self.next(1)[0] = byte;
    }

    /// Writes these bytes.
    ///
    /// # Panics
    /// Panics if there are fewer left.
    #[inline]
    pub fn bytes<const N: usize>(&mut self, bytes: [u8; N]) {
        self.next(N).copy_from_slice(&bytes);
    }

    /// Writes `length` bytes. A byte is 1 if the set has the bit, counted from the lowest.
    ///
    /// # Panics
    /// Panics if there are fewer left.
    #[inline]
    pub fn bits(&mut self, length: usize, set: u32) {
        for (eight, bytes) in self.next(length).chunks_mut(8).enumerate() {
            let spread = SPREAD[(set >> (8 * eight)) as usize & 0xff].to_le_bytes();
            bytes.copy_from_slice(&spread[..bytes.len()]);
        }
    }

    /// Returns how many bytes are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.rest.len()
    }
}

/// Eight bytes for eight bits, the lowest first. Each byte is 1 if its bit is set. With this table no loop is needed to
/// unpack a set into flags.
pub static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};
