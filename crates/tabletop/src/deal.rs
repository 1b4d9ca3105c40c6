//! Fair deals: commit, reveal, verify.
//!
//! 32 bytes of entropy, the [`Seed`], decide a whole setup. Before play the dealer shows the
//! seed's [`Commitment`]; after the end it shows the seed, and everyone can check that the seed
//! has that commitment and deals that setup.
//!
//! BLAKE3 in key derivation mode makes the commitment and the key of the random stream from the seed followed by the
//! *occasion*. The occasion is a text with the game, the version of its rules, the variant and the number of players.
//! So a seed that was committed for one game can't be shown for another.
//!
//! - The commitment has the context `townhall 2026-11-21 deal commitment v1`.
//! - The key of the ChaCha20 stream (nonce 0, from block 0) has the context `townhall 2026-11-21 deal stream v1`.
//!
//! The stream is read as 32-bit little-endian words; ranges and shuffles are those of
//! [`random`](crate::random).

use std::{fmt, str::FromStr};

use chacha20::ChaCha20Rng;
use rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

const COMMITMENT: &str = "townhall 2026-11-21 deal commitment v1";
const STREAM: &str = "townhall 2026-11-21 deal stream v1";
const PHRASE: &str = "townhall 2026-11-21 seed phrase v1";
const CHILD: &str = "townhall 2026-11-21 seed of a numbered game v1";

/// The generator of the random bits from which a setup is dealt.
pub type DealRng = ChaCha20Rng;

/// The entropy of one deal: 32 bytes, written as 64 hexadecimal digits.
///
/// ```
/// use tabletop::Seed;
/// let seed = Seed::from_phrase("a windy evening");
/// let occasion = "between-two-cities 1 standard 4";
/// let commitment = seed.commitment(occasion);
/// // … the game is played, and the seed is shown …
/// assert_eq!(seed.to_string().parse::<Seed>().unwrap().commitment(occasion), commitment);
/// assert_ne!(seed.commitment("point-city 1 standard 4"), commitment);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed([u8; 32]);

/// The commitment to a [`Seed`], which is published before play: 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Commitment([u8; 32]);

impl Seed {
    /// Creates a seed of fresh entropy. A deal is fair only if no one can guess the bytes.
    #[must_use]
    pub const fn new(entropy: [u8; 32]) -> Self {
        Self(entropy)
    }

    /// Derives a seed from a text, so that a game can be dealt again from a short phrase. The seed is only as hard to
    /// guess as the phrase: it suits practice and simulations, but not fair play among strangers.
    #[must_use]
    pub fn from_phrase(phrase: &str) -> Self {
        Self(blake3::derive_key(PHRASE, phrase.as_bytes()))
    }

    /// Returns the seed of game `number` in a series of games that are all derived from this seed.
    #[must_use]
    pub fn child(&self, number: u64) -> Self {
        Self(self.derive(CHILD, &number.to_le_bytes()))
    }

    /// Returns the commitment to show before play, for the given occasion.
    #[must_use]
    pub fn commitment(&self, occasion: &str) -> Commitment {
        Commitment(self.derive(COMMITMENT, occasion.as_bytes()))
    }

    /// Returns the generator of the random bits from which the setup for the given occasion is dealt.
    #[must_use]
    pub fn stream(&self, occasion: &str) -> DealRng {
        DealRng::from_seed(self.derive(STREAM, occasion.as_bytes()))
    }

    fn derive(&self, context: &str, more: &[u8]) -> [u8; 32] {
        *blake3::Hasher::new_derive_key(context).update(&self.0).update(more).finalize().as_bytes()
    }
}

/// The error for a text that is not 64 hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected 64 hexadecimal digits, found {0:?}")]
pub struct NotHex(String);

fn parse_hex(text: &str) -> Result<[u8; 32], NotHex> {
    blake3::Hash::from_hex(text).map(|hash| *hash.as_bytes()).map_err(|_| NotHex(text.to_owned()))
}

macro_rules! hex_text {
    ($type:ident) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&blake3::Hash::from_bytes(self.0).to_hex())
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($type), "({})"), self)
            }
        }

        impl FromStr for $type {
            type Err = NotHex;

            fn from_str(text: &str) -> Result<Self, NotHex> {
                parse_hex(text).map(Self)
            }
        }

        impl TryFrom<String> for $type {
            type Error = NotHex;

            fn try_from(text: String) -> Result<Self, NotHex> {
                text.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> String {
                value.to_string()
            }
        }
    };
}

hex_text!(Seed);
hex_text!(Commitment);
