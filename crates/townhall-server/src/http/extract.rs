//! Extractors: the guest, the client and the table of a request. A request that lacks one of them is refused before
//! its handler runs.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::{
    extract::{ConnectInfo, FromRequest, FromRequestParts, OptionalFromRequestParts, Path, Request},
    http::{HeaderMap, Uri, header, request::Parts},
};
use townhall_store::Login;
use townhall_table::{
    TableCode,
    protocol::{Code, Refusal},
};

use super::refused::Refused;
use crate::{app::App, failure::server_failed, identity::Secret, limits::Address};

/// The guest and the device whose cookie came with a request. Without a valid cookie the request is refused; a handler
/// that also serves visitors without a name takes an `Option<Guest>`.
#[derive(Debug)]
pub(crate) struct Guest(pub(crate) Login);

impl FromRequestParts<Arc<App>> for Guest {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refused> {
        let login = login_of(parts, app).await?;
        Ok(Self(login.ok_or_else(|| Refusal::new(Code::Nobody, "expected the cookie of a guest"))?))
    }
}

impl OptionalFromRequestParts<Arc<App>> for Guest {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Option<Self>, Refused> {
        Ok(login_of(parts, app).await?.map(Self))
    }
}

async fn login_of(parts: &mut Parts, app: &Arc<App>) -> Result<Option<Login>, Refused> {
    let Client { is_https, .. } = Client::from_request_parts(parts, app).await?;
    login(app, &parts.headers, is_https).await
}

/// The login of a request's cookie; `None` without a valid cookie.
pub(crate) async fn login(app: &App, headers: &HeaderMap, https: bool) -> Result<Option<Login>, Refused> {
    match Secret::of(headers, https) {
        Some(secret) => {
            let login = app.store.login(secret.hash()).await?;
            app.hub.blocks().allow(None, login.as_ref().map(|login| login.person.id))?;
            Ok(login)
        }
        None => Ok(None),
    }
}

/// The client that sent a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    /// Its address, by which requests are limited. Behind a proxy, the last one in `X-Forwarded-For`.
    pub(crate) address: Address,
    /// Whether it reached the server by HTTPS. Only a proxy can tell.
    pub(crate) is_https: bool,
}

impl FromRequestParts<Arc<App>> for Client {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refused> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        // The server adds the peer to each request of its connections.
        let ConnectInfo(peer) = peer.ok_or_else(server_failed)?;
        let (behind_proxy, headers) = (app.config.behind_proxy, &parts.headers);
        let forwarded = if behind_proxy { forwarded_for(headers) } else { None };
        Ok(Self {
            address: Address::from(forwarded.unwrap_or(peer.ip())),
            is_https: behind_proxy && headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https"),
        })
    }
}

/// The address that the proxy saw: the last one of all `X-Forwarded-For` headers. The addresses before it are a claim of the
/// client, who could escape every limit by inventing addresses if one of them counted.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    let last = last.rsplit(',').next()?.trim();
    // Some proxies add the port, or write IPv6 in brackets without one.
    let bare = last.strip_prefix('[').and_then(|last| last.strip_suffix(']')).unwrap_or(last);
    bare.parse().ok().or_else(|| Some(last.parse::<SocketAddr>().ok()?.ip()))
}

/// The origin of the page that sent a request.
pub(super) fn site(headers: &HeaderMap, is_https: bool) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let of_host = || Some(format!("{}://{}", if is_https { "https" } else { "http" }, text(header::HOST)?));
    text(header::ORIGIN).or_else(of_host).filter(|site| is_origin(site))
}

/// Whether a text is a scheme, a host and perhaps a port, and nothing else: links in messages begin with it, so that with a path, a
/// query or a user name it would lead elsewhere.
fn is_origin(text: &str) -> bool {
    let Ok(uri) = text.parse::<Uri>() else { return false };
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return false };
    let port = authority.port_u16().map_or_else(String::new, |port| format!(":{port}"));
    matches!(scheme, "http" | "https") && text == format!("{scheme}://{}{port}", authority.host())
}

/// The code of the table in a request's path, in its normal form.
#[derive(Debug)]
pub(crate) struct PathCode(pub(crate) TableCode);

impl<S: Send + Sync> FromRequestParts<S> for PathCode {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let Path(text) = <Path<String> as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        Ok(Self(read_code(&text)?))
    }
}

/// Reads a table's code, in upper or lower case, into its normal form.
///
/// # Errors
/// A text that can't be a code is refused like the code of an unknown table.
pub(crate) fn read_code(text: &str) -> Result<TableCode, Refusal> {
    text.parse().map_err(|_| no_table(text))
}

/// The refusal of a request about an unknown table.
pub(crate) fn no_table(code: &str) -> Refusal {
    let code: String = code.chars().take(12).collect();
    Refusal::new(Code::NoTable, "no table has this code").with("code", code)
}

/// Another extractor, whose rejection is answered as a [`Refusal`] in JSON.
#[derive(Debug)]
pub(crate) struct Valid<E>(pub(crate) E);

impl<S: Send + Sync, E: FromRequest<S>> FromRequest<S> for Valid<E>
where
    Refused: From<E::Rejection>,
{
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        Ok(Self(E::from_request(request, state).await?))
    }
}

impl<S: Send + Sync, E: FromRequestParts<S>> FromRequestParts<S> for Valid<E>
where
    Refused: From<E::Rejection>,
{
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        Ok(Self(E::from_request_parts(parts, state).await?))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn only_the_address_that_the_proxy_added_counts() {
        for (what, lines, expected) in [
            ("no header", &[][..], None),
            ("one address", &["192.0.2.1"], Some("192.0.2.1")),
            ("a list", &["198.51.100.9, 192.0.2.1"], Some("192.0.2.1")),
            ("a list without spaces", &["198.51.100.9,198.51.100.8,192.0.2.1"], Some("192.0.2.1")),
            ("several headers", &["198.51.100.9", "192.0.2.1"], Some("192.0.2.1")),
            ("several lists", &["198.51.100.9, 198.51.100.8", "198.51.100.7, 192.0.2.1"], Some("192.0.2.1")),
            ("IPv6", &["192.0.2.1, 2001:db8::1"], Some("2001:db8::1")),
            ("ports", &["198.51.100.9:1, 192.0.2.1:2"], Some("192.0.2.1")),
            ("IPv6 with a port", &["[2001:db8::1]:2"], Some("2001:db8::1")),
            ("IPv6 in brackets", &["192.0.2.1, [2001:db8::1]"], Some("2001:db8::1")),
            ("half a bracket", &["192.0.2.1, [2001:db8::1"], None),
            ("IPv6 with a zone", &["fe80::1%eth0"], None),
            ("a name", &["192.0.2.1, town.example"], None),
            ("a number", &["3221225985"], None),
            ("an octal number", &["192.0.2.01"], None),
            ("an earlier address does not replace a malformed one", &["192.0.2.1, unknown"], None),
            ("nor that of an earlier header", &["192.0.2.1", "unknown"], None),
            ("an empty end", &["192.0.2.1,"], None),
            ("no text", &["192.0.2.1", "\u{e9}"], None),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_bytes(line.as_bytes()).unwrap());
            }
            let expected = expected.map(|text| text.parse().unwrap());
            assert_eq!(forwarded_for(&headers), expected, "{what}");
        }
    }
}
