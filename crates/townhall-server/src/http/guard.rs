//! The middleware of all requests: security headers, checks of origin, rate limits.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::Response,
};
use tokio::time::timeout;
use townhall_table::protocol::{Code, Refusal};

use super::{extract::Client, refused::Refused};
use crate::app::App;

/// The content security policy: only resources of this server. Svelte sets inline styles, so these are allowed; so is
/// compiling WebAssembly, which the engine is, but no other way to make code from data.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

/// How long a request may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// Headers of every answer, by which browsers restrict the pages.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=()"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Adds the [`HEADERS`] to an answer.
pub(super) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Refuses a request that takes too long.
pub(super) async fn in_time(request: Request, next: Next) -> Result<Response, Refused> {
    let late = |_| Refusal::new(Code::Busy, "the request timed out; its outcome is unknown");
    Ok(timeout(REQUEST_TIMEOUT, next.run(request)).await.map_err(late)?)
}

/// Keeps answers of the interface out of all caches: they are for one guest at one time.
pub(super) async fn never_stored(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Logs refused requests.
pub(super) async fn refusals(
    State(app): State<Arc<App>>,
    client: Client,
    request: Request,
    next: Next,
) -> Response {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let [origin, host] = [header::ORIGIN, header::HOST].map(|name| request.headers().get(name).cloned());
    let response = next.run(request).await;
    if response.extensions().get() == Some(&Code::WrongOrigin) {
        app.refusals.origin(client.address, origin.as_ref(), host.as_ref(), &app.config.origins);
    } else {
        app.refusals.request(response.status(), client.address, &method, uri.path());
    }
    response
}

/// Refuses requests of other sites' pages, and too many requests from one address.
pub(super) async fn requests(
    State(app): State<Arc<App>>,
    client: Client,
    request: Request,
    next: Next,
) -> Result<Response, Refused> {
    let headers = request.headers();
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    if (changes || headers.contains_key(header::UPGRADE)) && !is_ours(headers, &app.config.origins) {
        return Err(Refusal::new(Code::WrongOrigin, "expected a page of this server").into());
    }
    app.hub.blocks().allow(Some(client.address), None)?;
    app.requests.spend(client.address, "too many requests; wait a little")?;
    Ok(next.run(request).await)
}

/// Whether a request comes from a page of this server or of an allowed origin. Browsers always send the origin
/// when something changes or a socket is opened, so a request without one was not sent by a browser with its cookies.
fn is_ours(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin" || site == "none");
    };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let same = origin
        .split_once("://")
        .is_some_and(|(_, from)| host.is_some_and(|host| from.eq_ignore_ascii_case(host)));
    same || allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_server_may_change_anything() {
        let check = |origin: Option<&str>, site: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert("host", HeaderValue::from_static("play.example:8730"));
            for (name, value) in [("origin", origin), ("sec-fetch-site", site)] {
                if let Some(value) = value {
                    headers.insert(name, value.parse().unwrap());
                }
            }
            is_ours(&headers, &["https://town.example".to_owned()])
        };
        assert!(check(Some("http://play.example:8730"), None));
        assert!(check(Some("https://Town.example"), None));
        assert!(check(None, None) && check(None, Some("same-origin")));
        assert!(!check(None, Some("cross-site")) && !check(None, Some("same-site")));
        for bad in [
            "http://play.example",
            "http://evil.example:8730",
            "null",
            "play.example:8730",
            "https://town.example.evil",
        ] {
            assert!(!check(Some(bad), None), "{bad}");
        }
    }
}
