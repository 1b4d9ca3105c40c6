//! The client: files built by `web/`, inside the program (in a debug build, read from the disk).

use axum::{
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::Refused;
use townhall_table::protocol::{Code, Refusal};

/// The client of this program.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
pub(crate) struct Client;

/// The page of all paths that are no file.
const PAGE: &str = "index.html";
/// Files whose name changes with what is in them.
const HASHED: &str = "assets/";
/// What is shown if the program was built without the client.
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
        return answer(path, file, &headers);
    }
    // A page of an older version asks for a file that is gone: it must get an error, not another page.
    if path.starts_with(HASHED) || path.starts_with("api/") {
        return Refused::from(Refusal::new(Code::Unknown, "there is no such file")).into_response();
    }
    match C::get(PAGE) {
        Some(file) => answer(PAGE, file, &headers),
        None => (StatusCode::NOT_FOUND, Html(MISSING)).into_response(),
    }
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
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
    (about, file.data).into_response()
}

/// A weak one, since the same file may travel compressed or not.
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
