//! The client: files built by `web/`, inside the program (in a debug build, read from the disk).

use std::{
    collections::HashMap,
    io::Write,
    sync::{LazyLock, Mutex},
};

use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use rust_embed::{EmbeddedFile, RustEmbed};
use townhall_table::protocol::{Code, Refusal};

use super::refused::Refused;
use crate::lock::lock;

/// The web client of this program.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
pub struct WebClient;

/// The page that is served for every path that is not a file (single-page application).
const PAGE: &str = "index.html";
/// The folder of files whose names contain a hash of their contents, so that they can be cached for ever.
const HASHED: &str = "assets/";
/// The suffix of files that were compressed by brotli when the client was built: of the engine only.
const BROTLI: &str = ".br";
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
    if let Some(file) = C::get(path) {
        return answer::<C>(path, file, &headers);
    }
    // A page of an older version may ask for a file that no longer exists: it must get an error, not the page.
    if path.starts_with(HASHED) || path.starts_with("api/") {
        return Refused::from(Refusal::new(Code::Unknown, "there is no such file")).into_response();
    }
    match C::get(PAGE) {
        Some(file) => answer::<C>(PAGE, file, &headers),
        None => (StatusCode::NOT_FOUND, Html(MISSING)).into_response(),
    }
}

/// The text of the page of the client `C`; none if the program was built without it.
pub(super) fn page<C: RustEmbed>() -> Option<String> {
    String::from_utf8(C::get(PAGE)?.data.into_owned()).ok()
}

fn answer<C: RustEmbed>(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = tag(&file);
    let caching = if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
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
    let how = |coding| {
        [
            (header::CONTENT_ENCODING, HeaderValue::from_static(coding)),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
        ]
    };
    if takes(headers, "br")
        && let Some(small) = C::get(&format!("{path}{BROTLI}"))
    {
        return (about, how("br"), small.data).into_response();
    }
    if takes(headers, "gzip")
        && let Some(small) = compressed(file.metadata.sha256_hash(), &file.data)
    {
        return (about, how("gzip"), small).into_response();
    }
    (about, file.data).into_response()
}

/// Whether a client can read this coding.
fn takes(headers: &HeaderMap, coding: &str) -> bool {
    let all = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|accepted| accepted.to_str().ok());
    all.flat_map(|accepted| accepted.split(',')).any(|accepted| {
        let (name, weight) = accepted.split_once(';').unwrap_or((accepted, ""));
        name.trim() == coding && !matches!(weight.trim(), "q=0" | "q=0.0")
    })
}

/// A file as gzip, if that makes it smaller. Each file is compressed once, at its first request; `hash` identifies it.
fn compressed(hash: [u8; 32], data: &[u8]) -> Option<Bytes> {
    static COMPRESSED: LazyLock<Mutex<HashMap<[u8; 32], Option<Bytes>>>> = LazyLock::new(Mutex::default);
    let known = lock(&COMPRESSED).get(&hash).cloned();
    known.unwrap_or_else(|| {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail; if it did, the file would be sent uncompressed.
        let small = gzip.write_all(data).and_then(|()| gzip.finish()).ok();
        let small = small.filter(|small| small.len() < data.len()).map(Bytes::from);
        lock(&COMPRESSED).insert(hash, small.clone());
        small
    })
}

/// The file's `ETag`: a weak one, because the same file may be sent compressed or not.
fn tag(file: &EmbeddedFile) -> HeaderValue {
    let hash = file.metadata.sha256_hash();
    let text = hash.iter().take(16).fold(String::from("W/\""), |text, byte| text + &format!("{byte:02x}"));
    HeaderValue::from_str(&(text + "\"")).unwrap_or_else(|_| HeaderValue::from_static("\"\""))
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

    #[test]
    fn a_file_is_compressed_once() {
        let first = compressed([1; 32], &[b'x'; 10_000]).unwrap();
        assert!(first.len() < 1000);
        // The same allocation, not just equal bytes.
        assert_eq!(compressed([1; 32], b"not looked at").unwrap().as_ptr(), first.as_ptr());
        assert_eq!(compressed([2; 32], b"short"), None, "it would only grow");
    }
}
