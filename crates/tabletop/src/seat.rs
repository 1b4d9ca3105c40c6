//! Seats, sets of seats, and viewers.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of a seat at the table. Seats are numbered clockwise from 0.
///
/// ```
/// use tabletop::Seat;
/// let seat = Seat::new(2);
/// assert_eq!(seat.left(3), Seat::new(0));
/// assert_eq!(seat.right(3), Seat::new(1));
/// assert!(Seat::try_from(8).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "u8"))]
pub struct Seat(u8);

/// The error for a number that is not below [`Seat::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a seat number from 0 to {last}, found {0}", last = Seat::MAX - 1)]
pub struct NoSuchSeat(pub u8);

impl Seat {
    /// The most seats a table can have.
    pub const MAX: usize = 8;

    /// Creates the seat with this number.
    ///
    /// # Panics
    /// Panics if `number` is not below [`Seat::MAX`].
    #[must_use]
    pub const fn new(number: u8) -> Self {
        assert!((number as usize) < Self::MAX, "a table has at most eight seats");
        Self(number)
    }

    /// Returns the seats `0..count`, clockwise.
    ///
    /// # Panics
    /// Panics in debug builds if `count` is above [`Seat::MAX`].
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        debug_assert!(count <= Self::MAX);
        (0..count as u8).map(Seat)
    }

    /// Returns the seat's number, for use as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the next seat clockwise at a table of `count` seats, the neighbour to the left.
    ///
    /// # Panics
    /// Panics in debug builds if the table has no such seat.
    #[must_use]
    pub const fn left(self, count: usize) -> Self {
        debug_assert!(self.index() < count && count <= Self::MAX, "the seat is not at the table");
        Self(if self.index() + 1 == count { 0 } else { self.0 + 1 })
    }

    /// Returns the next seat counter-clockwise at a table of `count` seats, the neighbour to the right.
    ///
    /// # Panics
    /// Panics in debug builds if the table has no such seat.
    #[must_use]
    pub const fn right(self, count: usize) -> Self {
        debug_assert!(self.index() < count && count <= Self::MAX, "the seat is not at the table");
        Self(if self.0 == 0 { count as u8 - 1 } else { self.0 - 1 })
    }
}

impl TryFrom<u8> for Seat {
    type Error = NoSuchSeat;

    fn try_from(number: u8) -> Result<Self, NoSuchSeat> {
        if usize::from(number) < Self::MAX { Ok(Self(number)) } else { Err(NoSuchSeat(number)) }
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats, small enough to pass by value.
///
/// ```
/// use tabletop::{Seat, SeatSet};
/// let set: SeatSet = [Seat::new(2), Seat::new(0)].into_iter().collect();
/// assert_eq!(set.first(), Some(Seat::new(0)));
/// assert_eq!(set.len(), 2);
/// assert!(!set.contains(Seat::new(1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "Vec<Seat>"))]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns the seats `0..count`.
    ///
    /// # Panics
    /// Panics in debug builds if `count` is above [`Seat::MAX`].
    #[must_use]
    pub const fn all(count: usize) -> Self {
        debug_assert!(count <= Seat::MAX, "a table has at most eight seats");
        Self(((1u16 << count) - 1) as u8)
    }

    /// This set and `seat`.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// This set without `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Returns whether `seat` is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & 1 << seat.0 != 0
    }

    /// Returns the lowest seat in the set.
    #[must_use]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// Returns how many seats are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the seats in the set, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..Seat::MAX as u8).map(Seat).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|seat| seat.0)).finish()
    }
}

impl Serialize for SeatSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// A viewer of the table: a seat or a spectator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "Option<Seat>"))]
pub enum Viewer {
    /// The player on this seat.
    Seat(Seat),
    /// A viewer without a seat, who has only public knowledge.
    Spectator,
}

impl Viewer {
    /// Returns every viewer of a table of `count` seats: each seat, then the spectator.
    pub fn all(count: usize) -> impl Iterator<Item = Viewer> {
        Seat::all(count).map(Viewer::Seat).chain([Viewer::Spectator])
    }

    /// Returns the seat, if the viewer has one.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Spectator => None,
        }
    }
}

/// The seat's number, or `null` for a spectator.
impl Serialize for Viewer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.seat().serialize(serializer)
    }
}
