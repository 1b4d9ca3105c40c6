//! Requests to push services: only to known ones, with a time limit, and without following redirects.

use std::{fmt, sync::Arc, time::Duration};

use axum::{
    body::Body,
    http::{Request, Response, StatusCode, Uri, header, uri::Authority},
};
use hyper::{body::Incoming, client::conn::http1};
use hyper_util::rt::TokioIo;
use rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    sync::OnceCell,
    time::timeout,
};
use tokio_rustls::TlsConnector;

/// How long a request may take, with connecting.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The push services of the browsers. A name with a dot in front stands for all hosts whose names end like that.
pub(crate) const SERVICES: [&str; 4] =
    ["fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"];

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PostError {
    #[error("the address is not that of a known push service")]
    NotAllowed,
    #[error("no answer in time")]
    Late,
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("{0}")]
    Http(#[from] hyper::Error),
    #[error("{0}")]
    Request(#[from] axum::http::Error),
    #[error("{0}")]
    Tls(#[from] rustls::Error),
    #[error("the system has no certificates of authorities")]
    NoCertificates,
}

/// Sends requests to push services.
pub(crate) struct Post {
    services: Vec<String>,
    tls: OnceCell<TlsConnector>,
}

impl fmt::Debug for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Post").field("services", &self.services).finish_non_exhaustive()
    }
}

impl Post {
    /// For these services beside those of the browsers: hosts, or origins such as `http://127.0.0.1:8080`.
    pub(crate) fn new(more: &[String]) -> Self {
        let services = SERVICES.into_iter().map(str::to_owned).chain(more.iter().cloned()).collect();
        Self { services, tls: OnceCell::new() }
    }

    /// The origin and the host of a URL, if it is that of a known push service.
    pub(crate) fn service(&self, address: &str) -> Option<Service> {
        let uri: Uri = address.parse().ok()?;
        let authority = uri.authority()?;
        let origin = format!("{}://{authority}", uri.scheme_str()?);
        let host = authority.host();
        let known = |service: &String| match service.strip_prefix('.') {
            Some(domain) => {
                let rest = host.strip_suffix(domain);
                rest.is_some_and(|rest| rest.ends_with('.')) && authority.as_str() == host
            }
            None => *service == origin || service == authority.as_str(),
        };
        let is_plain = self.services.contains(&origin);
        // Only origins that the operator wrote out may be without encryption.
        let known =
            if uri.scheme_str() == Some("https") { self.services.iter().any(known) } else { is_plain };
        let path = uri.path_and_query()?.as_str().to_owned();
        known.then(|| Service {
            is_https: uri.scheme_str() == Some("https"),
            authority: authority.clone(),
            origin,
            path,
        })
    }

    /// Sends a request, and returns the status of the answer.
    pub(crate) async fn send(
        &self,
        service: &Service,
        request: axum::http::request::Builder,
        body: Vec<u8>,
    ) -> Result<StatusCode, PostError> {
        let request = request
            .method("POST")
            .uri(&service.path)
            .header(header::HOST, service.authority.as_str())
            .body(Body::from(body))?;
        let answer = async {
            let host = service.authority.host();
            let port = service.authority.port_u16().unwrap_or(if service.is_https { 443 } else { 80 });
            let stream = TcpStream::connect((host, port)).await?;
            if service.is_https {
                let name = ServerName::try_from(host.to_owned()).map_err(|_| PostError::NotAllowed)?;
                let stream = self.tls().await?.connect(name, stream).await?;
                exchange(stream, request).await
            } else {
                exchange(stream, request).await
            }
        };
        Ok(timeout(REQUEST_TIMEOUT, answer).await.map_err(|_| PostError::Late)??.status())
    }

    /// The system's certificates are read when the first message is sent.
    async fn tls(&self) -> Result<&TlsConnector, PostError> {
        self.tls
            .get_or_try_init(|| async {
                let found = tokio::task::spawn_blocking(rustls_native_certs::load_native_certs).await;
                let mut roots = RootCertStore::empty();
                roots.add_parsable_certificates(found.map(|found| found.certs).unwrap_or_default());
                if roots.is_empty() {
                    return Err(PostError::NoCertificates);
                }
                let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
                    .with_safe_default_protocol_versions()?
                    .with_root_certificates(roots)
                    .with_no_client_auth();
                Ok(TlsConnector::from(Arc::new(config)))
            })
            .await
    }
}

/// A known push service, and the path of a subscription.
#[derive(Clone, Debug)]
pub(crate) struct Service {
    is_https: bool,
    authority: Authority,
    /// Its origin, such as `https://fcm.googleapis.com`.
    pub(crate) origin: String,
    path: String,
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Body>,
) -> Result<Response<Incoming>, PostError> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // It ends when the sender is dropped; its errors reach the sender too.
    tokio::spawn(connection);
    Ok(sender.send_request(request).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_push_services_are_accepted() {
        let post = Post::new(&["http://127.0.0.1:8080".to_owned(), "push.example:8443".to_owned()]);
        for (address, expected) in [
            ("https://fcm.googleapis.com/fcm/send/abc:def", Some("https://fcm.googleapis.com")),
            (
                "https://updates.push.services.mozilla.com/wpush/v2/x?y",
                Some("https://updates.push.services.mozilla.com"),
            ),
            ("https://web.push.apple.com/Q", Some("https://web.push.apple.com")),
            ("https://push.example:8443/1", Some("https://push.example:8443")),
            ("http://127.0.0.1:8080/1", Some("http://127.0.0.1:8080")),
            ("https://127.0.0.1:8080/1", None),
            ("http://127.0.0.1:8081/1", None),
            ("http://fcm.googleapis.com/fcm", None),
            ("https://fcm.googleapis.com:8443/fcm", None),
            ("https://fcm.googleapis.com.evil.example/", None),
            ("https://evilpush.apple.com/", None),
            ("https://web.push.apple.com:22/", None),
            ("https://user@fcm.googleapis.com/", None),
            ("https://user@web.push.apple.com/", None),
            ("https://push.example/1", None),
            ("/path", None),
            ("", None),
        ] {
            let found = post.service(address).map(|service| service.origin);
            assert_eq!(found.as_deref(), expected, "{address}");
        }
    }
}
