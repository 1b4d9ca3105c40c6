//! Passkeys (WebAuthn): checks of what an authenticator sent and signed.
//!
//! No attestation is asked for, so a registration is as trustworthy as the browser that sends it. The browser also decodes
//! the public key, so that no CBOR is read here.

use std::net::IpAddr;

use data_encoding::BASE64URL_NOPAD;
use ring::digest::{SHA256, digest};
use rustls::pki_types::{SignatureVerificationAlgorithm, SubjectPublicKeyInfoDer};
use serde::Deserialize;
use webpki::{
    RawPublicKeyEntity,
    ring::{ECDSA_P256_SHA256, ED25519, RSA_PKCS1_2048_8192_SHA256},
};

use townhall_store::Challenge;

/// The signatures that are accepted, which are those that clients ask for: ES256, EdDSA and RS256.
static ALGORITHMS: [&dyn SignatureVerificationAlgorithm; 3] =
    [ECDSA_P256_SHA256, ED25519, RSA_PKCS1_2048_8192_SHA256];

/// The bytes of authenticator data before the credential: the hash of the site, the flags and the counter.
const HEAD_BYTES: usize = 37;
/// The identifier of the authenticator's model, which comes before the credential.
const MODEL_BYTES: usize = 16;
/// The longest identifier of a credential.
const MAX_CREDENTIAL_BYTES: usize = 1023;
/// The longest public key: RSA of 8192 bits has fewer.
const MAX_KEY_BYTES: usize = 1100;

/// The bits of the flags.
const PRESENT: u8 = 1;
const CAN_BE_COPIED: u8 = 1 << 3;
const IS_COPIED: u8 = 1 << 4;
const HAS_CREDENTIAL: u8 = 1 << 6;

/// Why something that should come from an authenticator is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum InvalidPasskey {
    #[error("expected client data with a challenge of this server")]
    ClientData,
    #[error("expected client data for another ceremony")]
    Ceremony,
    #[error("expected client data of the page that sent it")]
    Origin,
    #[error("expected authenticator data")]
    AuthenticatorData,
    #[error("expected a passkey for this site")]
    Site,
    #[error("expected the flag that a person was present, and consistent flags of copies")]
    Flags,
    #[error("expected a public key for ES256, EdDSA or RS256")]
    Key,
    #[error("expected a signature by the passkey")]
    Signature,
}

/// The task of an authenticator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ceremony {
    /// Make a passkey.
    Registration,
    SignIn,
}

impl Ceremony {
    const fn word(self) -> &'static str {
        match self {
            Self::Registration => "webauthn.create",
            Self::SignIn => "webauthn.get",
        }
    }
}

/// The data that the browser adds to a challenge. Unknown members are allowed.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    #[serde(rename = "type")]
    ceremony: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

/// The page for which passkeys are made and used. The guard of requests has checked that its origin belongs to this server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Site {
    origin: String,
    /// The host: the ID of the relying party.
    pub(crate) host: String,
}

impl Site {
    /// The site of a page's origin; `None` if browsers make no passkeys there: over plain http, except on the same machine,
    /// and at an IP address instead of a name.
    pub(crate) fn of(origin: &str) -> Option<Self> {
        let (scheme, authority) = origin.split_once("://")?;
        let host = authority.split_once(':').map_or(authority, |(host, _)| host);
        let is_local = host == "localhost" || host.ends_with(".localhost");
        let is_secure = scheme == "https" || scheme == "http" && is_local;
        let is_name = !host.is_empty() && !host.starts_with('[') && host.parse::<IpAddr>().is_err();
        (is_secure && is_name).then(|| Self { origin: origin.to_owned(), host: host.to_owned() })
    }

    /// The challenge in client data that came from a page of this site.
    pub(crate) fn challenge(
        &self,
        client_data: &[u8],
        ceremony: Ceremony,
    ) -> Result<Challenge, InvalidPasskey> {
        let data: ClientData = serde_json::from_slice(client_data).map_err(|_| InvalidPasskey::ClientData)?;
        if data.ceremony != ceremony.word() {
            return Err(InvalidPasskey::Ceremony);
        }
        if data.origin != self.origin || data.cross_origin {
            return Err(InvalidPasskey::Origin);
        }
        let challenge = BASE64URL_NOPAD.decode(data.challenge.as_bytes());
        challenge.ok().and_then(|bytes| bytes.try_into().ok()).ok_or(InvalidPasskey::ClientData)
    }

    /// The counter and the identifier in the authenticator data of a new passkey, whose public key must be of a known kind.
    pub(crate) fn registration(&self, data: &[u8], key: &[u8]) -> Result<(u32, Vec<u8>), InvalidPasskey> {
        let (flags, counter) = self.head(data)?;
        let body = data.get(HEAD_BYTES + MODEL_BYTES..);
        let body = body.filter(|_| flags & HAS_CREDENTIAL != 0).ok_or(InvalidPasskey::AuthenticatorData)?;
        let (length, body) = body.split_first_chunk().ok_or(InvalidPasskey::AuthenticatorData)?;
        let length = usize::from(u16::from_be_bytes(*length));
        let credential = body.get(..length).filter(|_| (1..=MAX_CREDENTIAL_BYTES).contains(&length));
        let credential = credential.ok_or(InvalidPasskey::AuthenticatorData)?;
        // No signature is valid, so only a key of a known kind has it refused as a signature.
        if key.len() > MAX_KEY_BYTES || verify(key, b"", b"") != Err(InvalidPasskey::Signature) {
            return Err(InvalidPasskey::Key);
        }
        Ok((counter, credential.to_vec()))
    }

    /// The counter in authenticator data that was signed, together with the client data, by the owner of a public key.
    pub(crate) fn sign_in(
        &self,
        key: &[u8],
        data: &[u8],
        client_data: &[u8],
        signature: &[u8],
    ) -> Result<u32, InvalidPasskey> {
        let (_, counter) = self.head(data)?;
        let mut message = data.to_vec();
        message.extend(digest(&SHA256, client_data).as_ref());
        verify(key, &message, signature).map(|()| counter)
    }

    /// The flags and the counter of authenticator data.
    fn head(&self, data: &[u8]) -> Result<(u8, u32), InvalidPasskey> {
        let read = || {
            let (site, rest) = data.split_first_chunk::<32>()?;
            let (flags, rest) = rest.split_first()?;
            Some((site, *flags, u32::from_be_bytes(*rest.first_chunk()?)))
        };
        let (site, flags, counter) = read().ok_or(InvalidPasskey::AuthenticatorData)?;
        if site.as_slice() != digest(&SHA256, self.host.as_bytes()).as_ref() {
            return Err(InvalidPasskey::Site);
        }
        if flags & PRESENT == 0 || flags & IS_COPIED != 0 && flags & CAN_BE_COPIED == 0 {
            return Err(InvalidPasskey::Flags);
        }
        Ok((flags, counter))
    }
}

/// Checks a signature by the owner of a public key, which is a `SubjectPublicKeyInfo`.
fn verify(key: &[u8], message: &[u8], signature: &[u8]) -> Result<(), InvalidPasskey> {
    let key = SubjectPublicKeyInfoDer::from(key);
    let key = RawPublicKeyEntity::try_from(&key).map_err(|_| InvalidPasskey::Key)?;
    let mut outcome = Err(InvalidPasskey::Key);
    for algorithm in ALGORITHMS {
        match key.verify_signature(algorithm, message, signature) {
            Ok(()) => return Ok(()),
            Err(webpki::Error::InvalidSignatureForPublicKey) => outcome = Err(InvalidPasskey::Signature),
            // The key is of another kind.
            Err(_) => {}
        }
    }
    outcome
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64;

    use super::*;

    #[test]
    fn passkeys_are_for_secure_pages_with_a_host_name() {
        for (origin, host) in [
            ("https://town.example", Some("town.example")),
            ("https://town.example:8443", Some("town.example")),
            ("http://localhost:8730", Some("localhost")),
            ("http://town.localhost", Some("town.localhost")),
            ("http://town.example", None),
            ("https://192.0.2.1", None),
            ("https://[2001:db8::1]:8730", None),
            ("http://127.0.0.1:8730", None),
            ("https://", None),
            ("null", None),
        ] {
            assert_eq!(Site::of(origin).map(|site| site.host).as_deref(), host, "{origin}");
        }
    }

    #[test]
    fn client_data_must_fit_the_page_and_the_ceremony() {
        let site = Site::of("https://town.example").unwrap();
        let challenge = BASE64URL_NOPAD.encode(&[7; 32]);
        let data = |ceremony: &str, challenge: &str, origin: &str, more: &str| {
            let text =
                format!(r#"{{"type":"{ceremony}","challenge":"{challenge}","origin":"{origin}"{more}}}"#);
            site.challenge(text.as_bytes(), Ceremony::SignIn)
        };
        let (get, ours) = ("webauthn.get", "https://town.example");
        assert_eq!(data(get, &challenge, ours, ""), Ok([7; 32]));
        assert_eq!(data(get, &challenge, ours, r#","crossOrigin":false,"other":[1]"#), Ok([7; 32]));
        for (refused, why) in [
            (data("webauthn.create", &challenge, ours, ""), InvalidPasskey::Ceremony),
            (data(get, &challenge, "https://town.example:444", ""), InvalidPasskey::Origin),
            (data(get, &challenge, "https://evil.example", ""), InvalidPasskey::Origin),
            (data(get, &challenge, ours, r#","crossOrigin":true"#), InvalidPasskey::Origin),
            (data(get, "AAAA", ours, ""), InvalidPasskey::ClientData),
            (data(get, "!", ours, ""), InvalidPasskey::ClientData),
            (site.challenge(b"{}", Ceremony::SignIn), InvalidPasskey::ClientData),
        ] {
            assert_eq!(refused, Err(why));
        }
    }

    #[test]
    fn authenticator_data_must_be_whole_and_for_this_site() {
        let site = Site::of("https://town.example").unwrap();
        let data = |host: &str, flags: u8, rest: &[u8]| {
            let mut data = digest(&SHA256, host.as_bytes()).as_ref().to_vec();
            data.push(flags);
            data.extend(9u32.to_be_bytes());
            data.extend(rest);
            data
        };
        let mut rest = vec![0; MODEL_BYTES];
        rest.extend([0, 3, 1, 2, 3, 0xa5]);
        // The prefix of every Ed25519 key, and a point.
        let mut key = vec![0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0];
        key.extend([9; 32]);
        let whole = data("town.example", PRESENT | HAS_CREDENTIAL, &rest);
        assert_eq!(site.registration(&whole, &key), Ok((9, vec![1, 2, 3])));
        let empty = [vec![0; MODEL_BYTES], vec![0, 0, 1]].concat();
        for (data, key, why) in [
            (data("evil.example", PRESENT | HAS_CREDENTIAL, &rest), &key[..], InvalidPasskey::Site),
            (data("town.example", HAS_CREDENTIAL, &rest), &key, InvalidPasskey::Flags),
            (data("town.example", PRESENT | IS_COPIED | HAS_CREDENTIAL, &rest), &key, InvalidPasskey::Flags),
            (data("town.example", PRESENT, &rest), &key, InvalidPasskey::AuthenticatorData),
            (data("town.example", PRESENT | HAS_CREDENTIAL, &empty), &key, InvalidPasskey::AuthenticatorData),
            (whole.clone(), &key[..20], InvalidPasskey::Key),
            // A key for key exchange (X25519) signs nothing.
            (whole.clone(), &[&key[..8], &[0x6e], &key[9..]].concat(), InvalidPasskey::Key),
        ] {
            assert_eq!(site.registration(&data, key), Err(why), "{data:?}");
        }
        for length in 0..whole.len() - 1 {
            assert!(site.registration(&whole[..length], &key).is_err(), "{length}");
        }
    }
    /// A key of RSA and its signature of the word "townhall".
    const RSA_KEY: &str = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEApsbkwZrVwY52KbrF2UJlW1oWEEnW/4T/qP2oIN0MAfOg\
        efwA+AQfD82nVxXOHvhj/UQ4crA006PS34pluV+JE+QJB+n+0eHY8iE+Ixz11dOghX/XaasPSvYQHEC+3R3gCeFJJjvwR/zTGtn/PTDsLEov\
        SGJesL60jJwtq2c3mFtSbN4PosI2402bIiR6T/i4g91QL+T3ym+b1ds57QCRinCE/iQhkSx0hHy0/vRxraXZaJVtHqcmrtjKmYLEgKaVuaIy\
        HjlEJEvoWftbcUFOT648ItChb4cWU8oHOcpkR6O1fg9Wks4oDwfUryqhiAngle91QrKZ0x2yQOpQUl08UQIDAQAB";
    const RSA_SIGNATURE: &str = "hLTgo/KTnOgUylZY6u7UTxKECWPQqVpu4fXNqbEV2RkVh79qrxg1bUbo1D4ZvC/NJon0SZ6bGd75YSLVcXiE\
        /4rS0oo3UE+MiSlYBIGwX4ZfI5ESknaaK2BEvtZtVtWL7llSupAs3U8KFI1bbawhd00FW24GETIOlaQSh6zIjNRWR8VYXWo2J+1ahRLy/z5N\
        5bJFO0vym1w7ga/7tFIqefPVAdtyRGXBIwv39+j0/JGGawPg789TXHhwzojlrlDO9hZX9IIy5XaM9NnmktR81dvPyXbDAvTmN1Yfa7jpNjMH\
        +jzrAkLdsMIzTQvrazRGUks1Fs4TH5MCvN7+KfSpng==";

    /// ES256 and EdDSA are checked in `tests/server/recovery.rs`, whose authenticator makes such keys.
    #[test]
    fn signatures_of_rsa_are_checked() {
        let [key, signature] = [RSA_KEY, RSA_SIGNATURE].map(|text| BASE64.decode(text.as_bytes()).unwrap());
        assert_eq!(verify(&key, b"townhall", &signature), Ok(()));
        assert_eq!(verify(&key, b"town hall", &signature), Err(InvalidPasskey::Signature));
        assert_eq!(verify(&key, b"townhall", &signature[1..]), Err(InvalidPasskey::Signature));
    }
}
