//! Authentication: a cookie with a random secret, of which the store keeps a hash; and the codes by which another
//! device is added to the same person.

use std::{fmt, str::FromStr, sync::LazyLock};

use axum::http::{HeaderMap, header};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use data_encoding::{Encoding, HEXLOWER, Specification};
use townhall_table::CODE_LETTERS;

use crate::{
    entropy,
    store::{DeviceCodeHash, SecretHash},
};

/// The cookie's name where pages come by plain http.
const COOKIE: &str = "townhall";
/// The cookie's name where pages come by https. Browsers accept a cookie with this prefix only from the host itself.
const HOST_COOKIE: &str = "__Host-townhall";

/// The secret that only a person's own browser knows.
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
        let cookie = jar.get(HOST_COOKIE).or_else(|| jar.get(COOKIE))?;
        let secret = HEXLOWER.decode(cookie.value().as_bytes()).ok()?;
        Some(Self(secret.try_into().ok()?))
    }

    /// Whether a request carries the cookie under the name that [`Self::cookie`] would use. A browser that used plain
    /// http before has a cookie of the other name.
    #[must_use]
    pub fn is_current(headers: &HeaderMap, https: bool) -> bool {
        !https || CookieJar::from_headers(headers).get(HOST_COOKIE).is_some()
    }

    /// What the store keeps: the BLAKE3 hash of the secret.
    #[must_use]
    pub fn hash(&self) -> SecretHash {
        *blake3::hash(&self.0).as_bytes()
    }

    /// The cookie that carries the secret. Scripts can't read it, pages of other sites can't make the browser send it,
    /// and it lasts 400 days, the longest that browsers allow.
    #[must_use]
    pub fn cookie(&self, https: bool) -> Cookie<'static> {
        let mut cookie = empty_cookie(https);
        cookie.set_value(HEXLOWER.encode(&self.0));
        cookie.make_permanent();
        cookie
    }

    /// Cookies that make a browser forget its secret, under both names.
    pub fn removal(https: bool) -> CookieJar {
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

/// The 32 letters and digits of codes, none of which looks like another: 5 bits each.
static CODE_ENCODING: LazyLock<Encoding> = LazyLock::new(|| {
    let capitals = CODE_LETTERS.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let mut specification = Specification::new();
    specification.symbols.push_str(CODE_LETTERS);
    specification.translate.from.push_str(&capitals.to_ascii_lowercase());
    specification.translate.to.push_str(capitals);
    specification.ignore.push_str("- ");
    specification.encoding().expect("32 different symbols are an encoding")
});

/// A code that is shown on one device and entered on another, which is then added to the same person: 40 random bits.
/// It is valid once and for some minutes, and the attempts of each address are limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceCode([u8; 5]);

/// A text is not a well-formed device code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a code of eight letters and digits without 0, 1, I and O")]
pub struct NoDeviceCode;

impl DeviceCode {
    /// A fresh code.
    #[must_use]
    pub fn fresh() -> Self {
        Self(entropy::bytes())
    }

    /// The hash of the code, which is what the store keeps.
    #[must_use]
    pub fn hash(&self) -> DeviceCodeHash {
        *blake3::hash(&self.0).as_bytes()
    }
}

impl fmt::Display for DeviceCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = CODE_ENCODING.encode(&self.0);
        let (first, second) = letters.split_at(4);
        write!(f, "{first}-{second}")
    }
}

/// Accepts either case, with or without the hyphen.
impl FromStr for DeviceCode {
    type Err = NoDeviceCode;

    fn from_str(text: &str) -> Result<Self, NoDeviceCode> {
        let bytes = CODE_ENCODING.decode(text.as_bytes()).map_err(|_| NoDeviceCode)?;
        bytes.try_into().map(Self).map_err(|_| NoDeviceCode)
    }
}

/// Browsers by their mark in `User-Agent`, in the order of the search: many also name other browsers for compatibility.
const BROWSERS: [(&str, &str); 6] = [
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
/// Operating systems by their mark in `User-Agent`.
const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// A label by which the owner recognises a device: browser and system, such as `Firefox, Android`, and nothing more
/// precise. Empty if neither is known.
#[must_use]
pub fn device_label(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let named = |names: &[(&str, &'static str)]| {
        names.iter().find(|(sign, _)| agent.contains(sign)).map(|&(_, name)| name)
    };
    [named(&BROWSERS), named(&SYSTEMS)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_comes_back_as_it_went() {
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
    fn behind_https_the_cookie_of_the_prefix_counts() {
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

    #[test]
    fn codes_of_devices_are_read_as_people_type_them() {
        let code = DeviceCode([0, 1, 2, 254, 255]);
        let text = code.to_string();
        assert_eq!(text.len(), 9);
        for typed in [text.clone(), text.to_lowercase(), text.replace('-', ""), text.replace('-', " ")] {
            assert_eq!(typed.parse(), Ok(code), "{typed}");
        }
        for bad in ["", "ABCD", "ABCD-EFG0", "ABCD-EFGI", "ABCD-EFGH-2345", "../../.."] {
            assert_eq!(bad.parse::<DeviceCode>(), Err(NoDeviceCode), "{bad}");
        }
    }

    #[test]
    fn devices_are_known_by_browser_and_system() {
        for (agent, label) in [
            ("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox, Android"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 \
                 Safari/537.36 Edg/150.0.0.0",
                "Edge, Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/18.5 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            ("curl/8.0", ""),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("user-agent", agent.parse().unwrap());
            assert_eq!(device_label(&headers), label);
        }
    }
}
