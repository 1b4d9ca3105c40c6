//! Web Push: encryption for a subscription (RFC 8291), and the signature by which push services know this server (RFC 8292).

use data_encoding::BASE64URL_NOPAD;
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    error::Unspecified,
    hkdf::{self, HKDF_SHA256, KeyType, Prk, Salt},
    hmac,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde::{Deserialize, Serialize};
use townhall_table::{journal::Millis, session::NoticeKind};

use townhall_store::{ChannelId, kind_word};
use townhall_system::entropy;

/// The length of an uncompressed point of P-256.
const POINT_BYTES: usize = 65;
/// The size of an encrypted record; services accept at most this.
const RECORD_BYTES: usize = 4096;
/// How long a signature is valid, in seconds: services accept at most a day.
const SIGNATURE_SECONDS: u64 = 12 * 3600;

/// The keys of a browser's subscription, in base64url.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SubscriptionKeys {
    /// The browser's point on P-256.
    pub p256dh: String,
    /// The secret by which the browser knows that a message is meant for it.
    pub auth: String,
}

impl SubscriptionKeys {
    /// The two keys as bytes, if they have the right lengths.
    fn bytes(&self) -> Option<(Vec<u8>, Vec<u8>)> {
        let read = |text: &str| BASE64URL_NOPAD.decode(text.trim_end_matches('=').as_bytes()).ok();
        let (point, auth) = (read(&self.p256dh)?, read(&self.auth)?);
        (point.len() == POINT_BYTES && auth.len() == 16).then_some((point, auth))
    }

    /// Whether messages can be encrypted for them.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.encrypt(b"").is_ok()
    }

    /// Encrypts a message as one record.
    ///
    /// # Errors
    /// The keys are invalid, or the message is longer than about 4000 bytes.
    pub(crate) fn encrypt(&self, message: &[u8]) -> Result<Vec<u8>, Unspecified> {
        let (receiver, auth) = self.bytes().ok_or(Unspecified)?;
        let secret = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new())?;
        let sender = secret.compute_public_key()?;
        let peer = UnparsedPublicKey::new(&ECDH_P256, &receiver);
        let salt: [u8; 16] = entropy::bytes();
        let (key, nonce) = agree_ephemeral(secret, &peer, |shared| {
            let ikm: [u8; 32] = expand(
                &Salt::new(HKDF_SHA256, &auth).extract(shared),
                &[b"WebPush: info\0", &receiver, sender.as_ref()],
            )?;
            let prk = Salt::new(HKDF_SHA256, &salt).extract(&ikm);
            let key: [u8; 16] = expand(&prk, &[b"Content-Encoding: aes128gcm\0"])?;
            let nonce: [u8; 12] = expand(&prk, &[b"Content-Encoding: nonce\0"])?;
            Ok::<_, Unspecified>((key, nonce))
        })??;
        let mut record = Vec::with_capacity(RECORD_BYTES);
        record.extend(salt);
        record.extend(u32::try_from(RECORD_BYTES).map_err(|_| Unspecified)?.to_be_bytes());
        record.push(u8::try_from(POINT_BYTES).map_err(|_| Unspecified)?);
        record.extend(sender.as_ref());
        let mut text = message.to_vec();
        // The end of the last record.
        text.push(2);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut text)?;
        record.append(&mut text);
        if record.len() > RECORD_BYTES { Err(Unspecified) } else { Ok(record) }
    }
}

/// The length of a derived key.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(prk: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut bytes = [0; N];
    let okm: hkdf::Okm<'_, Length> = prk.expand(info, Length(N))?;
    okm.fill(&mut bytes)?;
    Ok(bytes)
}

/// The key of this server.
pub struct PushKey {
    pair: EcdsaKeyPair,
    /// Signs the tokens by which a kind of notices can be switched off.
    tokens: hmac::Key,
}

impl PushKey {
    /// A fresh key, as it is stored.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub(crate) fn fresh() -> Result<String, Unspecified> {
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())?;
        Ok(BASE64URL_NOPAD.encode(document.as_ref()))
    }

    /// Reads a stored key; `None` if it is not one.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        let rng = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &bytes, &rng).ok()?;
        let tokens = blake3::derive_key("townhall 2026 tokens of notifications", &bytes);
        Some(Self { pair, tokens: hmac::Key::new(hmac::HMAC_SHA256, &tokens) })
    }

    /// The public part, by which browsers subscribe, in base64url.
    #[must_use]
    pub fn public(&self) -> String {
        BASE64URL_NOPAD.encode(self.pair.public_key().as_ref())
    }

    /// The header by which a push service of this origin knows the server, whose page is at `site`.
    pub(crate) fn authorization(
        &self,
        service: &str,
        site: &str,
        now: Millis,
    ) -> Result<String, Unspecified> {
        let claims =
            serde_json::json!({ "aud": service, "exp": now / 1000 + SIGNATURE_SECONDS, "sub": site });
        let encode = |text: &[u8]| BASE64URL_NOPAD.encode(text);
        let token = format!(
            "{}.{}",
            encode(br#"{"typ":"JWT","alg":"ES256"}"#),
            encode(claims.to_string().as_bytes())
        );
        let signature = self.pair.sign(&SystemRandom::new(), token.as_bytes())?;
        Ok(format!("vapid t={token}.{}, k={}", encode(signature.as_ref()), self.public()))
    }

    /// The token by which anybody who got a notification can switch its kind off.
    pub(crate) fn token(&self, channel: ChannelId, kind: NoticeKind) -> String {
        BASE64URL_NOPAD.encode(hmac::sign(&self.tokens, &token_text(channel, kind)).as_ref())
    }

    /// Whether a token is the one of this channel and kind.
    #[must_use]
    pub fn is_token(&self, channel: ChannelId, kind: NoticeKind, token: &str) -> bool {
        let token = BASE64URL_NOPAD.decode(token.as_bytes()).unwrap_or_default();
        hmac::verify(&self.tokens, &token_text(channel, kind), &token).is_ok()
    }
}

impl std::fmt::Debug for PushKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PushKey").finish_non_exhaustive()
    }
}

fn token_text(channel: ChannelId, kind: NoticeKind) -> Vec<u8> {
    format!("mute {} {}", channel.0, kind_word(kind)).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_keys_and_long_messages_are_refused() {
        let keys =
            |p256dh: &str, auth: &str| SubscriptionKeys { p256dh: p256dh.to_owned(), auth: auth.to_owned() };
        // The receiver of the example in RFC 8291.
        let point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let valid = keys(point, "BTBZMqHH6r4Tts7J_aSIgg");
        assert!(valid.is_valid() && keys(&format!("{point}="), "BTBZMqHH6r4Tts7J_aSIgg==").is_valid());
        assert!(valid.encrypt(&[0; 3993]).is_ok() && valid.encrypt(&[0; 3994]).is_err());
        let off_curve = point.replace("BCV", "BCW");
        for (p256dh, auth) in [(&*off_curve, &*valid.auth), (point, "BTBZ"), ("", &*valid.auth), (point, "!")]
        {
            assert!(!keys(p256dh, auth).is_valid(), "{p256dh} {auth}");
        }
    }

    #[test]
    fn a_token_belongs_to_one_channel_and_kind() {
        let key = PushKey::read(&PushKey::fresh().unwrap()).unwrap();
        let token = key.token(ChannelId(7), NoticeKind::Turn);
        assert!(key.is_token(ChannelId(7), NoticeKind::Turn, &token));
        assert!(!key.is_token(ChannelId(8), NoticeKind::Turn, &token));
        assert!(!key.is_token(ChannelId(7), NoticeKind::Over, &token));
        assert!(!key.is_token(ChannelId(7), NoticeKind::Turn, ""));
        let other = PushKey::read(&PushKey::fresh().unwrap()).unwrap();
        assert!(!other.is_token(ChannelId(7), NoticeKind::Turn, &token));
    }
}
