//! The 22 civic tokens.

use std::fmt;

use tabletop::{all_by_index, vocabulary};

use crate::{Amounts, Resource};

/// A civic token. The 22 tokens are all different.
///
/// ```
/// use point_city::{Amounts, Token};
/// let token: Token = "pair-CE".parse().unwrap();
/// let permanents = Amounts::of([2, 0, 3, 0, 0]);
/// assert_eq!(token.points(permanents, 0), 6);
/// assert_eq!(Token::ALL.len(), 22);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string", export_to = "point-city/"))]
pub struct Token(u8);

/// The things that a token counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// Every permanent resource of one type counts 2.
    Each(Resource),
    /// Every pair of two types counts 3.
    Pair(Resource, Resource),
    /// Every complete set of the five types counts 6.
    AllFive,
    /// Every type with at least this many resources (2 or 3) counts. The number is also the points of each.
    Types(u8),
    /// Every type without a resource counts 4.
    Missing,
    /// Every ingenuity card left counts 2.
    Ingenuity,
    /// The token has these points (5 or 7) in any case.
    Flat(u8),
}

/// The points of a token, with the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
pub struct TokenScore {
    /// The token.
    pub id: Token,
    /// Its points, `each` × `times`.
    pub points: u8,
    /// The points for each time.
    #[serde(skip)]
    pub each: u8,
    /// The number of things that it counts.
    #[serde(skip)]
    pub times: u8,
    /// The permanent resources that it looked at, which are all resources of every type that it names or that fulfilled
    /// it. They are zero for `missing`, `ingenuity`, `flat-5` and `flat-7`.
    #[serde(skip)]
    pub counted: Amounts,
}

/// The resources of the tokens that count one or two: each resource twice, then every pair of two.
static NAMED: [(Resource, Resource); 15] = {
    let mut pairs = [(Resource::Community, Resource::Community); 15];
    let (mut a, mut n) = (0, 5);
    while a < 5 {
        pairs[a] = (Resource::ALL[a], Resource::ALL[a]);
        let mut b = a + 1;
        while b < 5 {
            pairs[n] = (Resource::ALL[a], Resource::ALL[b]);
            n += 1;
            b += 1;
        }
        a += 1;
    }
    pairs
};

impl Token {
    /// The number of tokens.
    pub const COUNT: usize = 22;

    /// The 22 tokens: `each-C` and the other single types, the pairs, `all-five`, `types-2`, `types-3`, `missing`,
    /// `ingenuity`, `flat-5`, `flat-7`.
    pub const ALL: [Self; Self::COUNT] = all_by_index!(Self, Self::COUNT);

    /// Returns the token's index in [`Token::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the things that the token counts.
    #[must_use]
    pub const fn counts(self) -> Counts {
        match self.0 {
            n @ 0..5 => Counts::Each(Resource::ALL[n as usize]),
            n @ 5..15 => {
                let (a, b) = NAMED[n as usize];
                Counts::Pair(a, b)
            }
            15 => Counts::AllFive,
            16 => Counts::Types(2),
            17 => Counts::Types(3),
            18 => Counts::Missing,
            19 => Counts::Ingenuity,
            20 => Counts::Flat(5),
            _ => Counts::Flat(7),
        }
    }

    /// Returns its points for these permanent resources and this number of ingenuity cards.
    #[must_use]
    #[inline]
    pub fn points(self, permanents: Amounts, ingenuity: u8) -> u8 {
        let (each, times) = self.times(permanents, ingenuity);
        each * times
    }

    /// Returns its points for these permanent resources and this number of ingenuity cards, with the reason.
    #[must_use]
    pub fn score(self, permanents: Amounts, ingenuity: u8) -> TokenScore {
        let (each, times) = self.times(permanents, ingenuity);
        let all_of = |resource| Amounts::only(resource, permanents.get(resource));
        let counted = match self.counts() {
            Counts::Each(a) => all_of(a),
            Counts::Pair(a, b) => all_of(a) + all_of(b),
            Counts::AllFive => permanents,
            Counts::Types(least) => {
                Amounts::of(permanents.numbers().map(|number| if number >= least { number } else { 0 }))
            }
            Counts::Missing | Counts::Ingenuity | Counts::Flat(_) => Amounts::ZERO,
        };
        TokenScore { id: self, points: each * times, each, times, counted }
    }

    /// Returns the points of each thing that the token counts, and the number of these things.
    #[inline]
    fn times(self, permanents: Amounts, ingenuity: u8) -> (u8, u8) {
        // A match on `counts` would take twice as long for the tokens that name resources, which most do.
        match self.0 {
            n @ 0..15 => {
                let (a, b) = NAMED[n as usize];
                (if n < 5 { 2 } else { 3 }, permanents.get(a).min(permanents.get(b)))
            }
            15 => (6, permanents.numbers().into_iter().fold(u8::MAX, u8::min)),
            least @ 16..18 => (least - 14, permanents.count_from(least - 14)),
            18 => (4, 5 - permanents.count_from(1)),
            19 => (2, ingenuity),
            20 => (5, 1),
            _ => (7, 1),
        }
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.counts() {
            Counts::Each(a) => write!(f, "each-{a}"),
            Counts::Pair(a, b) => write!(f, "pair-{a}{b}"),
            Counts::AllFive => f.write_str("all-five"),
            Counts::Types(least) => write!(f, "types-{least}"),
            Counts::Missing => f.write_str("missing"),
            Counts::Ingenuity => f.write_str("ingenuity"),
            Counts::Flat(points) => write!(f, "flat-{points}"),
        }
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

vocabulary!(
    Token,
    "a token: each-C, pair-CM and their like (letters in the order C M E I N), all-five, types-2, types-3, \
     missing, ingenuity, flat-5 or flat-7",
    cached
);
