//! The secret that all nodes share.

use std::fmt;

/// How long it has to be at least, in bytes.
const SHORTEST: usize = 16;
/// What keys are derived from it for.
const CONTEXT: &str = "Townhall 2026-10 connections between nodes";

/// The secret by which servers on the same database know each other. It is neither shown nor sent.
#[derive(Clone)]
pub struct NodeSecret([u8; 32]);

/// A secret is too short.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the nodes' secret is too short: expected {SHORTEST} bytes or more, such as `openssl rand -hex 32` makes"
)]
pub struct ShortSecret;

impl NodeSecret {
    /// The secret of a text. White space around it does not count.
    ///
    /// # Errors
    /// It is so short that it could be guessed.
    pub fn new(text: &str) -> Result<Self, ShortSecret> {
        let text = text.trim();
        if text.len() < SHORTEST {
            return Err(ShortSecret);
        }
        Ok(Self(blake3::derive_key(CONTEXT, text.as_bytes())))
    }

    /// The proof that somebody knows the secret, for a text that is never the same twice. Hashes are compared in
    /// constant time.
    pub(super) fn proof(&self, text: &[u8]) -> blake3::Hash {
        blake3::keyed_hash(&self.0, text)
    }
}

impl fmt::Debug for NodeSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NodeSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_long_enough_and_not_shown() {
        let secret = NodeSecret::new(" 0123456789abcdef\n").unwrap();
        assert_eq!(secret.proof(b"a"), NodeSecret::new("0123456789abcdef").unwrap().proof(b"a"));
        assert_ne!(secret.proof(b"a"), secret.proof(b"b"));
        assert_ne!(secret.proof(b"a"), NodeSecret::new("0123456789abcdeg").unwrap().proof(b"a"));
        assert_eq!(format!("{secret:?}"), "NodeSecret(…)");
        assert_eq!(NodeSecret::new("  0123456789abcde  ").err(), Some(ShortSecret));
    }
}
