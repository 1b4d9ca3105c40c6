//! Who somebody is: a cookie with a random secret, of which the store keeps a hash.

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use data_encoding::HEXLOWER;

use crate::{entropy, store::SecretHash};

/// The cookie's name.
const COOKIE: &str = "townhall";

/// What only a person's own browser knows.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A fresh secret of 256 random bits.
    #[must_use]
    pub fn fresh() -> Self {
        Self(entropy::bytes())
    }

    /// The secret in the cookie of a request; none if there is no such cookie, or it is not well formed.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        let jar = CookieJar::from_headers(headers);
        let secret = HEXLOWER.decode(jar.get(COOKIE)?.value().as_bytes()).ok()?;
        Some(Self(secret.try_into().ok()?))
    }

    /// What the store keeps: the BLAKE3 hash of the secret.
    #[must_use]
    pub fn hash(&self) -> SecretHash {
        *blake3::hash(&self.0).as_bytes()
    }

    /// The cookie that carries it. No script can read it, no other site's page can send it along, and browsers
    /// keep it for as long as they keep any: 400 days.
    #[must_use]
    pub fn cookie(&self, https: bool) -> Cookie<'static> {
        Cookie::build((COOKIE, HEXLOWER.encode(&self.0)))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(https)
            .permanent()
            .build()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_comes_back_as_it_went() {
        let secret = Secret::fresh();
        let cookie = secret.cookie(true).to_string();
        for part in ["; HttpOnly", "; SameSite=Lax", "; Secure", "; Path=/", "; Max-Age="] {
            assert!(cookie.contains(part), "{cookie}");
        }
        assert!(!secret.cookie(false).to_string().contains("Secure"));
        let value = cookie.split(';').next().unwrap();
        let mut headers = HeaderMap::new();
        assert!(Secret::of(&headers).is_none());
        headers.insert("cookie", format!("a=b; {value}").parse().unwrap());
        assert_eq!(Secret::of(&headers).unwrap().hash(), secret.hash());
        for bad in ["townhall=", "townhall=12", &value.replace('=', "=x"), &"townhall=zz".repeat(32)] {
            headers.insert("cookie", bad.parse().unwrap());
            assert!(Secret::of(&headers).is_none(), "{bad}");
        }
    }
}
