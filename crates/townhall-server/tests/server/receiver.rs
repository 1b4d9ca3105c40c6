//! The receiver of Web Push messages: a browser, by an implementation of RFC 8291 that the server does not use.

use aes_gcm::{Aes128Gcm, KeyInit, aead::Aead};
use data_encoding::BASE64URL_NOPAD;
use hkdf::Hkdf;
use p256::{PublicKey, SecretKey, ecdh::diffie_hellman};
use sha2::Sha256;

/// The receiver of the example in RFC 8291, appendix A.
const PRIVATE: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
pub(crate) const PUBLIC: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
pub(crate) const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// The bytes that a text in base64url stands for.
pub(crate) fn bytes(text: &str) -> Vec<u8> {
    BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
}

/// Decrypts a message for the receiver of the example, as RFC 8291 says.
pub(crate) fn decrypt(message: &[u8]) -> Vec<u8> {
    let (salt, sender) = (&message[..16], &message[21..86]);
    assert_eq!(message[16..21], [0, 0, 16, 0, 65]);
    let secret = SecretKey::from_slice(&bytes(PRIVATE)).unwrap();
    let point = PublicKey::from_sec1_bytes(sender).unwrap();
    let shared = diffie_hellman(secret.to_nonzero_scalar(), point.as_affine());
    let expand = |salt: &[u8], ikm: &[u8], info: &[u8], length: usize| {
        let mut okm = vec![0; length];
        Hkdf::<Sha256>::new(Some(salt), ikm).expand(info, &mut okm).unwrap();
        okm
    };
    let info = [b"WebPush: info\0".as_slice(), &bytes(PUBLIC), sender].concat();
    let ikm = expand(&bytes(AUTH), shared.raw_secret_bytes(), &info, 32);
    let key = expand(salt, &ikm, b"Content-Encoding: aes128gcm\0", 16);
    let nonce = expand(salt, &ikm, b"Content-Encoding: nonce\0", 12);
    let cipher = Aes128Gcm::new_from_slice(&key).unwrap();
    let mut text = cipher.decrypt(&nonce.as_slice().try_into().unwrap(), &message[86..]).unwrap();
    assert_eq!(text.pop(), Some(2));
    text
}
