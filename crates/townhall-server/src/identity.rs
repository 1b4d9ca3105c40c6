//! Who somebody is: a cookie with a random secret, of which the store keeps a hash.

use std::fmt::Write;

use axum::http::HeaderMap;
use axum_extra::extract::cookie::CookieJar;

use crate::{chance, store::SecretHash};

/// The cookie's name.
const COOKIE: &str = "townhall";
/// How long browsers keep it: 400 days, the longest that they allow.
const SECONDS: u64 = 400 * 24 * 60 * 60;
/// Longest name, in characters.
const NAME_LENGTH: usize = 24;

/// What only a person's own browser knows.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A fresh one.
    #[must_use]
    pub fn fresh() -> Self {
        Self(chance::bytes())
    }

    /// The one that came with a request.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        let jar = CookieJar::from_headers(headers);
        let text = jar.get(COOKIE)?.value();
        let mut secret = [0; 32];
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        for (byte, digits) in secret.iter_mut().zip(text.as_bytes().chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        }
        Some(Self(secret))
    }

    /// What the store may know.
    #[must_use]
    pub fn hash(&self) -> SecretHash {
        *blake3::hash(&self.0).as_bytes()
    }

    /// The `Set-Cookie` that carries it. No script can read it, and no other site's page can send it along.
    #[must_use]
    pub fn cookie(&self, https: bool) -> String {
        let mut cookie = format!("{COOKIE}=");
        for byte in self.0 {
            // A string takes whatever is written.
            let _ = write!(cookie, "{byte:02x}");
        }
        let secure = if https { "; Secure" } else { "" };
        let _ = write!(cookie, "; Path=/; HttpOnly; SameSite=Lax; Max-Age={SECONDS}{secure}");
        cookie
    }
}

/// A name as somebody typed it, without what would spoil lists: spaces around it, control characters, invisible
/// ones that turn the direction of writing. None: it is empty or too long.
#[must_use]
pub fn read_name(text: &str) -> Option<String> {
    let bad = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let name: String = text
        .chars()
        .filter(|c| !bad(*c))
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    (!name.is_empty() && name.chars().count() <= NAME_LENGTH).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_comes_back_as_it_went() {
        let secret = Secret::fresh();
        let cookie = secret.cookie(true);
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

    #[test]
    fn names_are_tidied() {
        assert_eq!(read_name("  Ada \t Lovelace\n").as_deref(), Some("Ada Lovelace"));
        assert_eq!(read_name("Zsófi 🏠").as_deref(), Some("Zsófi 🏠"));
        assert_eq!(read_name("\u{202e}evil").as_deref(), Some("evil"));
        assert_eq!(read_name(" \u{200b} "), None);
        assert_eq!(read_name(&"x".repeat(25)), None);
    }
}
