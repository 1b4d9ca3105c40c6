//! The client: files built by `web/`, inside the program (in a debug build, read from the disk).

use std::borrow::Cow;

use axum::{
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};
use brotli_decompressor::BrotliDecompress;
use rust_embed::{EmbeddedFile, RustEmbed};
use townhall_system::seldom;
use townhall_table::protocol::{Code, Refusal};

use super::refused::Refused;

/// The web client of this program.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
pub struct WebClient;

/// The page that is served for the path of every page of the client (single-page application).
const PAGE: &str = "index.html";
/// The folder of files whose names contain a hash of their contents, so that they can be cached for ever.
const HASHED: &str = "assets/";
/// The content coding in which the client's build stores files that it makes smaller, and the suffix of those files. Files
/// with hashed names are stored in this coding only.
const CODING: &str = "br";
const SUFFIX: &str = ".br";
/// The page of a program that was built without the client.
const MISSING: &str = "<!doctype html><title>Townhall</title>\
    <p>This program was built without its web client.\
    <p>Build it by <code>cargo play</code>, or by <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code> \
    before <code>cargo build</code>.";

/// A file of the client `C`, or its page.
pub(super) async fn serve<C: RustEmbed>(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = File::find::<C>(path) {
        return file.answer(path, &headers);
    }
    // A page of an older version may ask for a file that no longer exists: it must get an error, not the page.
    if path.starts_with(HASHED) || path.starts_with("api/") {
        return Refused::from(Refusal::new(Code::Unknown, "there is no such file")).into_response();
    }
    match File::find::<C>(PAGE) {
        Some(file) if is_page(path) => file.answer(PAGE, &headers),
        _ => not_found::<C>(),
    }
}

/// Whether the client may have a page for a path without the leading slash: `web/src/lib/navigation/route.ts` has the pages.
fn is_page(path: &str) -> bool {
    let mut names = path.strip_suffix('/').unwrap_or(path).split('/');
    match (names.next(), names.next(), names.next()) {
        (Some("" | "games" | "privacy"), None, None) => true,
        (Some("t" | "r" | "score"), Some(name), None) => !name.is_empty(),
        _ => false,
    }
}

/// The page as the answer for a path at which there is nothing, as it then says itself.
pub(super) fn not_found<C: RustEmbed>() -> Response {
    let page = page::<C>().map_or(Cow::Borrowed(MISSING), Cow::Owned);
    let caching = [(header::CACHE_CONTROL, "no-cache")];
    (StatusCode::NOT_FOUND, caching, Html(page)).into_response()
}

/// The text of the page of the client `C`; none if the program was built without it.
pub(super) fn page<C: RustEmbed>() -> Option<String> {
    String::from_utf8(C::get(PAGE)?.data.into_owned()).ok()
}

/// A file as it is stored: at least in one of both forms.
struct File {
    plain: Option<EmbeddedFile>,
    coded: Option<EmbeddedFile>,
}

impl File {
    fn find<C: RustEmbed>(path: &str) -> Option<Self> {
        let file = Self { plain: C::get(path), coded: C::get(&format!("{path}{SUFFIX}")) };
        (file.plain.is_some() || file.coded.is_some()).then_some(file)
    }

    /// The response with the smallest form that the client can read. Browsers accept Brotli over TLS and from their own
    /// computer only. For others, gzip compresses files on the way, as it does all other answers.
    fn answer(self, path: &str, headers: &HeaderMap) -> Response {
        let caching =
            if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
        let tag = self.tag();
        let about = [
            (header::CACHE_CONTROL, HeaderValue::from_static(caching)),
            (header::ETAG, tag.clone()),
            (header::CONTENT_TYPE, kind(path)),
        ];
        let known = headers
            .get_all(header::IF_NONE_MATCH)
            .iter()
            .any(|known| known.to_str().is_ok_and(|known| tag.to_str().is_ok_and(|tag| known.contains(tag))));
        if known {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        let vary = [(header::VARY, HeaderValue::from_static("accept-encoding"))];
        match (self.plain, self.coded) {
            (_, Some(coded)) if takes(headers, CODING) => {
                let coding = [(header::CONTENT_ENCODING, HeaderValue::from_static(CODING))];
                (about, vary, coding, coded.data).into_response()
            }
            (Some(plain), _) => (about, vary, plain.data).into_response(),
            (None, coded) => match decompressed(&coded.map_or(Cow::default(), |file| file.data)) {
                Ok(plain) => (about, vary, plain).into_response(),
                Err(error) => {
                    seldom!(error, path, %error, "a file of the client is damaged");
                    StatusCode::INTERNAL_SERVER_ERROR.into_response()
                }
            },
        }
    }

    /// The file's `ETag`: a weak one, because the same file may be sent compressed or not.
    fn tag(&self) -> HeaderValue {
        let stored = self.plain.as_ref().or(self.coded.as_ref());
        let hash = stored.map(|file| file.metadata.sha256_hash()).unwrap_or_default();
        let text =
            hash.iter().take(16).fold(String::from("W/\""), |text, byte| text + &format!("{byte:02x}"));
        HeaderValue::from_str(&(text + "\"")).unwrap_or_else(|_| HeaderValue::from_static("\"\""))
    }
}

/// Decompresses a file for a client that can't read Brotli.
fn decompressed(mut coded: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    BrotliDecompress(&mut coded, &mut plain)?;
    Ok(plain)
}

/// Whether a client can read this coding.
fn takes(headers: &HeaderMap, coding: &str) -> bool {
    let all = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|accepted| accepted.to_str().ok());
    all.flat_map(|accepted| accepted.split(',')).any(|accepted| {
        let (name, weight) = accepted.split_once(';').unwrap_or((accepted, ""));
        name.trim() == coding && !matches!(weight.trim(), "q=0" | "q=0.0")
    })
}

fn kind(path: &str) -> HeaderValue {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let text = if kind.type_() == mime_guess::mime::TEXT || kind.subtype() == "javascript" {
        format!("{}; charset=utf-8", kind.essence_str())
    } else {
        kind.essence_str().to_owned()
    };
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("application/octet-stream"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_pages_are_answered_by_the_page() {
        for path in
            ["", "games", "games/", "privacy", "score/point-city", "t/ABC234", "r/ABC234/", "t/ABC%20234"]
        {
            assert!(is_page(path), "{path}");
        }
        for path in ["index.php", "t", "t/", "games/more", "t/ABC234/more", "wp-login.php", "//", ".env"] {
            assert!(!is_page(path), "{path}");
        }
    }

    #[test]
    fn clients_say_which_codings_they_can_read() {
        for (accepted, coding, takes_it) in [
            ("gzip, deflate, br, zstd", "br", true),
            ("gzip;q=1.0, br;q=0.5", "br", true),
            ("gzip, br;q=0", "br", false),
            ("gzip, brotli", "br", false),
            ("", "gzip", false),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, accepted.parse().unwrap())]);
            assert_eq!(takes(&headers, coding), takes_it, "{coding} of {accepted}");
        }
    }
}
