//! A set of tokens.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::Token;

/// A set of civic tokens, small enough to pass by value.
///
/// ```
/// use point_city::{Token, TokenSet};
/// let flat: Token = "flat-7".parse().unwrap();
/// let set = TokenSet::EMPTY.with(flat);
/// assert!(set.contains(flat));
/// assert_eq!(set.len(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "Vec<Token>", export_to = "point-city/"))]
pub struct TokenSet(u32);

impl TokenSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns this set with `token` in it.
    #[must_use]
    pub const fn with(self, token: Token) -> Self {
        Self(self.0 | 1 << token.index())
    }

    /// Returns the tokens of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the tokens of this set that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether `token` is in the set.
    #[must_use]
    pub const fn contains(self, token: Token) -> bool {
        self.0 & 1 << token.index() != 0
    }

    /// Returns how many tokens are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the tokens up to this one in the order of [`Token::ALL`].
    pub(crate) const fn up_to(last: Token) -> Self {
        Self((2 << last.index()) - 1)
    }

    /// Returns the tokens without the last one in the order of [`Token::ALL`].
    pub(crate) const fn without_last(self) -> Self {
        Self(self.0 & !(0x8000_0000_u32.wrapping_shr(self.0.leading_zeros())))
    }

    /// Returns a bit for each token, in the order of [`Token::ALL`].
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the tokens, in the order of [`Token::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Token> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let first = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Token::ALL[first]
            })
        })
    }

    /// Returns the token with the index `place` (from 0) in the order of [`Token::ALL`].
    pub(crate) const fn nth(self, place: u32) -> Token {
        let mut rest = self.0;
        let mut i = 0;
        while i < place {
            rest &= rest - 1;
            i += 1;
        }
        Token::ALL[rest.trailing_zeros() as usize]
    }
}

impl FromIterator<Token> for TokenSet {
    fn from_iter<I: IntoIterator<Item = Token>>(tokens: I) -> Self {
        tokens.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for TokenSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for TokenSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
