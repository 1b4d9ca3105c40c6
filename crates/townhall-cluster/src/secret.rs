//! The secret that all nodes share, and the TLS configurations that follow from it.
//!
//! The secret determines an Ed25519 key. Each node signs a certificate with it and accepts only certificates of the same
//! key, as client and as server, so that a TLS connection is made exactly if both nodes have the same secret.
//!
//! A server sends its certificate before it knows the client, so that a stranger who connects learns the public key and
//! could compare it with those of guessed secrets, on machines of their own and as fast as these are. The slow derivation makes each
//! guess some 100,000 times as expensive, but only a random secret is safe, so that weak ones are refused.

use std::{collections::BTreeSet, fmt, num::NonZeroU32, sync::Arc};

use ring::pbkdf2;
use rustls::{
    ClientConfig, RootCertStore, ServerConfig,
    client::WebPkiServerVerifier,
    crypto::ring::default_provider,
    pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer},
    server::WebPkiClientVerifier,
    version::TLS13,
};
use townhall_system::entropy;

/// The least length of a secret, in bytes.
const SHORTEST: usize = 24;
/// The least number of different bytes in a secret.
const LEAST_DIFFERENT: usize = 10;
/// The number of hash iterations in the derivation of the key: about 50 ms of processor time.
const ITERATIONS: NonZeroU32 = NonZeroU32::new(100_000).expect("it is not zero");
/// The salt of the derivation. It need not differ between clusters, since each has one secret.
const SALT: &[u8] = b"Townhall 2026-11 TLS between nodes";
/// An Ed25519 private key in PKCS #8 (RFC 8410) is this prefix and the 32 bytes of the seed.
const PKCS8_PREFIX: [u8; 16] = *b"\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20";
/// The name in the certificates of all nodes.
pub(crate) const SERVER_NAME: &str = "townhall-node";

/// The secret of the servers on one database. It is neither sent nor shown by [`Debug`](fmt::Debug).
#[derive(Clone)]
pub struct NodeSecret {
    /// The seed of the Ed25519 key.
    seed: [u8; 32],
}

/// The secret could be guessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeakSecret {
    #[error("the nodes' secret is too short, {GENERATE}")]
    Short,
    #[error("the nodes' secret has too few different characters, {GENERATE}")]
    Repeated,
    #[error("the nodes' secret consists of words or of a number, {GENERATE}")]
    Words,
}

/// The end of the sentences about a weak secret.
const GENERATE: &str = "so that a stranger could guess it: use one that `townhall cluster secret` prints";

impl NodeSecret {
    /// Derives the secret from a text, without the white space around it.
    ///
    /// # Errors
    /// The text could be guessed: it is short, has few different characters, or no letters or no digits.
    pub fn new(text: &str) -> Result<Self, WeakSecret> {
        let text = text.trim();
        if text.len() < SHORTEST {
            return Err(WeakSecret::Short);
        }
        if text.bytes().collect::<BTreeSet<_>>().len() < LEAST_DIFFERENT {
            return Err(WeakSecret::Repeated);
        }
        if !text.contains(char::is_alphabetic) || !text.contains(char::is_numeric) {
            return Err(WeakSecret::Words);
        }
        let mut seed = [0; 32];
        pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA256, ITERATIONS, SALT, text.as_bytes(), &mut seed);
        Ok(Self { seed })
    }

    /// The text of a fresh secret: 256 random bits.
    #[must_use]
    pub fn generate() -> String {
        let bytes: [u8; 32] = entropy::bytes();
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The configurations of TLS in both roles. The protocol's version is negotiated by ALPN.
    pub(crate) fn tls(&self, alpn: &str) -> Tls {
        self.build(alpn).expect("a key and a certificate of our own are valid")
    }

    fn build(&self, alpn: &str) -> Result<Tls, Box<dyn std::error::Error>> {
        let key = PrivatePkcs8KeyDer::from([&PKCS8_PREFIX[..], &self.seed].concat());
        let signer = rcgen::KeyPair::from_pkcs8_der_and_sign_algo(&key, &rcgen::PKCS_ED25519)?;
        let certificate = rcgen::CertificateParams::new([SERVER_NAME.to_owned()])?.self_signed(&signer)?;
        let certificate: CertificateDer<'static> = certificate.der().clone();
        let mut roots = RootCertStore::empty();
        roots.add(certificate.clone())?;
        let (roots, provider) = (Arc::new(roots), Arc::new(default_provider()));
        let clients =
            WebPkiClientVerifier::builder_with_provider(Arc::clone(&roots), Arc::clone(&provider)).build()?;
        let mut server = ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_protocol_versions(&[&TLS13])?
            .with_client_cert_verifier(clients)
            .with_single_cert(vec![certificate.clone()], PrivateKeyDer::from(key.clone_key()))?;
        let servers = WebPkiServerVerifier::builder_with_provider(roots, Arc::clone(&provider)).build()?;
        let mut client = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&TLS13])?
            .with_webpki_verifier(servers)
            .with_client_auth_cert(vec![certificate], PrivateKeyDer::from(key))?;
        server.alpn_protocols = vec![alpn.as_bytes().to_vec()];
        client.alpn_protocols.clone_from(&server.alpn_protocols);
        Ok(Tls { client: Arc::new(client), server: Arc::new(server) })
    }
}

/// The TLS configurations of a node, as client and as server.
#[derive(Clone, Debug)]
pub(crate) struct Tls {
    pub(crate) client: Arc<ClientConfig>,
    pub(crate) server: Arc<ServerConfig>,
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
    fn a_secret_is_not_shown_and_the_white_space_around_it_does_not_count() {
        let secret = NodeSecret::new(" 0123456789abcdef01234567\n").unwrap();
        assert_eq!(secret.seed, NodeSecret::new("0123456789abcdef01234567").unwrap().seed);
        assert_ne!(secret.seed, NodeSecret::new("0123456789abcdef01234568").unwrap().seed);
        assert_eq!(format!("{secret:?}"), "NodeSecret(…)");
    }

    #[test]
    fn a_secret_that_could_be_guessed_is_refused_and_a_generated_one_is_not() {
        for (text, why) in [
            ("  0123456789abcdef0123456  ", WeakSecret::Short),
            ("hunter2", WeakSecret::Short),
            ("", WeakSecret::Short),
            ("abc123abc123abc123abc123abc123", WeakSecret::Repeated),
            ("correct horse battery staple", WeakSecret::Words),
            ("0123456789012345678901234567", WeakSecret::Words),
        ] {
            assert_eq!(NodeSecret::new(text).err(), Some(why), "{text:?}");
            assert!(why.to_string().contains("`townhall cluster secret`"));
        }
        let made = NodeSecret::generate();
        assert!(NodeSecret::new(&made).is_ok(), "{made}");
        assert_ne!(NodeSecret::generate(), made);
    }
}
