//! The cookie that authenticates a guest's browser: a random secret, of which the store keeps a hash.

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use data_encoding::HEXLOWER;

use crate::{entropy, store::SecretHash};

/// The cookie's name where pages come by plain http.
const COOKIE: &str = "townhall";
/// The cookie's name where pages come by https. Browsers accept a cookie with this prefix only from the host itself.
const HOST_COOKIE: &str = "__Host-townhall";

/// The secret that only one browser of a guest has.
#[derive(Clone)]
pub(crate) struct Secret([u8; 32]);

impl Secret {
    /// A fresh secret of 256 random bits.
    #[must_use]
    pub(crate) fn fresh() -> Self {
        Self(entropy::bytes())
    }

    /// The secret in the cookie of a request; `None` without a well-formed cookie.
    #[must_use]
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        let jar = CookieJar::from_headers(headers);
        let cookie = jar.get(HOST_COOKIE).or_else(|| jar.get(COOKIE))?;
        let secret = HEXLOWER.decode(cookie.value().as_bytes()).ok()?;
        Some(Self(secret.try_into().ok()?))
    }

    /// Whether a request carries the cookie under the name that [`Self::cookie`] would use. A browser that used plain
    /// http before has a cookie of the other name.
    #[must_use]
    pub(crate) fn is_current(headers: &HeaderMap, https: bool) -> bool {
        !https || CookieJar::from_headers(headers).get(HOST_COOKIE).is_some()
    }

    /// The BLAKE3 hash of the secret, by which the store finds the guest.
    #[must_use]
    pub(crate) fn hash(&self) -> SecretHash {
        *blake3::hash(&self.0).as_bytes()
    }

    /// The cookie that carries the secret. Scripts can't read it, pages of other sites can't make the browser send it,
    /// and it lasts 400 days, the longest that browsers allow.
    #[must_use]
    pub(crate) fn cookie(&self, https: bool) -> Cookie<'static> {
        let mut cookie = empty_cookie(https);
        cookie.set_value(HEXLOWER.encode(&self.0));
        cookie.make_permanent();
        cookie
    }

    /// Cookies that make a browser forget its secret, under both names.
    pub(crate) fn removal(https: bool) -> CookieJar {
        let mut jar = CookieJar::new();
        for secure in [false, true] {
            if !secure || https {
                let mut cookie = empty_cookie(secure);
                cookie.make_removal();
                jar = jar.add(cookie);
            }
        }
        jar
    }
}

fn empty_cookie(https: bool) -> Cookie<'static> {
    Cookie::build((if https { HOST_COOKIE } else { COOKIE }, ""))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(https)
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_back_from_its_cookie() {
        let secret = Secret::fresh();
        let cookie = secret.cookie(true).to_string();
        let parts =
            ["__Host-townhall=", "; HttpOnly", "; SameSite=Lax", "; Secure", "; Path=/", "; Max-Age="];
        for part in parts {
            assert!(cookie.contains(part), "{cookie}");
        }
        // A cookie with that prefix must not have a domain.
        assert!(!cookie.contains("Domain"), "{cookie}");
        let plain = secret.cookie(false).to_string();
        assert!(plain.starts_with("townhall=") && !plain.contains("Secure"), "{plain}");
        for cookie in [cookie, plain] {
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

    #[test]
    fn behind_https_the_prefixed_cookie_takes_precedence() {
        let (old, new) = (Secret::fresh(), Secret::fresh());
        let mut headers = HeaderMap::new();
        headers.insert("cookie", format!("townhall={}", HEXLOWER.encode(&old.0)).parse().unwrap());
        assert!(Secret::is_current(&headers, false) && !Secret::is_current(&headers, true));
        let both =
            format!("townhall={}; __Host-townhall={}", HEXLOWER.encode(&old.0), HEXLOWER.encode(&new.0));
        headers.insert("cookie", both.parse().unwrap());
        assert!(Secret::is_current(&headers, true));
        assert_eq!(Secret::of(&headers).unwrap().hash(), new.hash());
    }
}
