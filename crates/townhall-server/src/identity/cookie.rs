//! The cookie that authenticates a guest's browser: a random secret, of which the store keeps a hash.

use std::time::Duration;

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use data_encoding::HEXLOWER;

use townhall_store::SecretHash;
use townhall_system::entropy;

/// The cookie's name where pages come by plain http.
const COOKIE: &str = "townhall";
/// The cookie's name where pages come by https. Browsers accept a cookie with this prefix only from the host itself.
const HOST_COOKIE: &str = "__Host-townhall";

/// How long a browser keeps the cookie: 400 days, the longest that browsers allow.
const LIFETIME: Duration = Duration::from_secs(400 * 86_400);

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
    ///
    /// Behind https only the prefixed cookie counts. An attacker could have set the other one from another host of the same
    /// domain, or by changing an answer over plain http, so that the browser would play as the attacker's guest.
    #[must_use]
    pub(crate) fn of(headers: &HeaderMap, https: bool) -> Option<Self> {
        let jar = CookieJar::from_headers(headers);
        let cookie = jar.get(if https { HOST_COOKIE } else { COOKIE })?;
        let secret = HEXLOWER.decode(cookie.value().as_bytes()).ok()?;
        Some(Self(secret.try_into().ok()?))
    }

    /// The BLAKE3 hash of the secret, by which the store finds the guest.
    #[must_use]
    pub(crate) fn hash(&self) -> SecretHash {
        *blake3::hash(&self.0).as_bytes()
    }

    /// The cookie that carries the secret. Scripts can't read it, pages of other sites can't make the browser send it,
    /// and it lasts for [`LIFETIME`].
    #[must_use]
    pub(crate) fn cookie(&self, https: bool) -> Cookie<'static> {
        let mut cookie = empty_cookie(https);
        cookie.set_value(HEXLOWER.encode(&self.0));
        match LIFETIME.try_into() {
            Ok(lifetime) => Cookie::build(cookie).max_age(lifetime).build(),
            // That many days fit into every type of durations.
            Err(_) => cookie,
        }
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
        let parts = [
            "__Host-townhall=",
            "; HttpOnly",
            "; SameSite=Lax",
            "; Secure",
            "; Path=/",
            "; Max-Age=34560000",
        ];
        for part in parts {
            assert!(cookie.contains(part), "{cookie}");
        }
        // A cookie with that prefix must not have a domain.
        assert!(!cookie.contains("Domain"), "{cookie}");
        let plain = secret.cookie(false).to_string();
        assert!(plain.starts_with("townhall=") && !plain.contains("Secure"), "{plain}");
        for (cookie, https) in [(cookie, true), (plain, false)] {
            let value = cookie.split(';').next().unwrap();
            let mut headers = HeaderMap::new();
            assert!(Secret::of(&headers, https).is_none());
            headers.insert("cookie", format!("a=b; {value}").parse().unwrap());
            assert_eq!(Secret::of(&headers, https).unwrap().hash(), secret.hash());
            for bad in ["townhall=", "townhall=12", &value.replace('=', "=x"), &"townhall=zz".repeat(32)] {
                headers.insert("cookie", bad.parse().unwrap());
                assert!(Secret::of(&headers, https).is_none(), "{bad}");
            }
        }
    }

    #[test]
    fn behind_https_only_the_prefixed_cookie_counts() {
        let (old, new) = (Secret::fresh(), Secret::fresh());
        let mut headers = HeaderMap::new();
        headers.insert("cookie", format!("townhall={}", HEXLOWER.encode(&old.0)).parse().unwrap());
        let hash = |headers: &HeaderMap, https| Secret::of(headers, https).map(|secret| secret.hash());
        assert_eq!((hash(&headers, false), hash(&headers, true)), (Some(old.hash()), None));
        let both =
            format!("townhall={}; __Host-townhall={}", HEXLOWER.encode(&old.0), HEXLOWER.encode(&new.0));
        headers.insert("cookie", both.parse().unwrap());
        assert_eq!((hash(&headers, false), hash(&headers, true)), (Some(old.hash()), Some(new.hash())));
    }
}
