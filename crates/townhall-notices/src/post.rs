//! Requests to push services and webhooks: with a time limit, without following redirects, and without reading more than the head
//! of the answer.
//!
//! Push services are known ones. A webhook is any URL that a guest enters, so only public addresses are connected to: the name is
//! resolved once, and what it resolved to is checked and used, so that another answer to a second question changes nothing.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use http_body_util::Full;
use hyper::{
    Request, Response, StatusCode, Uri,
    body::{Bytes, Incoming},
    client::conn::http1,
    header,
    http::{request::Builder, uri::Authority},
};
use hyper_util::rt::TokioIo;
use rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpStream, lookup_host},
    sync::OnceCell,
    time::timeout,
};
use tokio_rustls::TlsConnector;

/// How long a request may take, with connecting.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest head of an answer, in bytes.
const ANSWER_BYTES: usize = 16 * 1024;

/// The push services of the browsers. A name with a dot in front stands for all hosts whose names end like that.
pub(crate) const SERVICES: [&str; 4] =
    ["fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"];

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PostError {
    #[error("the address is not allowed")]
    NotAllowed,
    #[error("the host has no public address")]
    Private,
    #[error("no answer in time")]
    Late,
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("{0}")]
    Http(#[from] hyper::Error),
    #[error("{0}")]
    Request(#[from] hyper::http::Error),
    #[error("{0}")]
    Tls(#[from] rustls::Error),
    #[error("the system has no certificates of authorities")]
    NoCertificates,
}

/// Sends requests to push services and webhooks.
pub(crate) struct Post {
    services: Vec<String>,
    /// The origins of webhooks that may be unencrypted and private.
    origins: Vec<String>,
    tls: OnceCell<TlsConnector>,
}

impl fmt::Debug for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Post").field("services", &self.services).finish_non_exhaustive()
    }
}

impl Post {
    /// For these push services beside those of the browsers: hosts, or origins such as `http://127.0.0.1:8080`. Webhooks may
    /// have these origins although they are unencrypted or private.
    pub(crate) fn new(services: &[String], origins: &[String]) -> Self {
        let services = SERVICES.into_iter().map(str::to_owned).chain(services.iter().cloned()).collect();
        Self { services, origins: origins.to_vec(), tls: OnceCell::new() }
    }

    /// The origin and the host of a URL that may be a webhook's: one with `https`, or of an origin that the operator wrote out.
    pub(crate) fn webhook(&self, address: &str) -> Option<Service> {
        let uri: Uri = address.parse().ok()?;
        let authority = uri.authority()?;
        let origin = format!("{}://{authority}", uri.scheme_str()?);
        let is_known = self.origins.contains(&origin);
        let is_https = uri.scheme_str() == Some("https");
        let allowed = is_known || (is_https && !authority.as_str().contains('@'));
        allowed.then(|| Service {
            is_https,
            is_public: !is_known,
            authority: authority.clone(),
            origin,
            path: uri.path_and_query().map_or("/", |path| path.as_str()).to_owned(),
        })
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
            is_public: false,
            authority: authority.clone(),
            origin,
            path,
        })
    }

    /// Sends a request, and returns the status of the answer.
    pub(crate) async fn send(
        &self,
        service: &Service,
        request: Builder,
        body: Vec<u8>,
    ) -> Result<StatusCode, PostError> {
        let request = request
            .method("POST")
            .uri(&service.path)
            .header(header::HOST, service.authority.as_str())
            .body(Full::from(body))?;
        let answer = async {
            let stream = TcpStream::connect(self.addresses(service).await?.as_slice()).await?;
            if service.is_https {
                let name = service.name().to_owned();
                let name = ServerName::try_from(name).map_err(|_| PostError::NotAllowed)?;
                let stream = self.tls().await?.connect(name, stream).await?;
                exchange(stream, request).await
            } else {
                exchange(stream, request).await
            }
        };
        Ok(timeout(REQUEST_TIMEOUT, answer).await.map_err(|_| PostError::Late)??.status())
    }

    /// The addresses of a service, all of which may be connected to.
    pub(crate) async fn addresses(&self, service: &Service) -> Result<Vec<SocketAddr>, PostError> {
        let port = service.authority.port_u16().unwrap_or(if service.is_https { 443 } else { 80 });
        let found: Vec<SocketAddr> = lookup_host((service.name(), port)).await?.collect();
        if service.is_public && !found.iter().all(|address| is_public(address.ip())) {
            return Err(PostError::Private);
        }
        Ok(found)
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

/// A known push service, and the path of a subscription; or a webhook.
#[derive(Clone, Debug)]
pub(crate) struct Service {
    is_https: bool,
    /// Whether only public addresses are connected to.
    is_public: bool,
    authority: Authority,
    /// Its origin, such as `https://fcm.googleapis.com`.
    pub(crate) origin: String,
    /// Its path, with the query.
    pub(crate) path: String,
}

impl Service {
    /// Its host, without the port.
    pub(crate) fn host(&self) -> &str {
        self.authority.host()
    }

    /// Its host, without the brackets that an IPv6 address has in a URL.
    fn name(&self) -> &str {
        self.host().trim_start_matches('[').trim_end_matches(']')
    }
}

/// Whether an address belongs to the public internet: not to this machine, a private network, a tunnel into one of them, or a
/// range that is reserved.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !PRIVATE_V4.iter().any(|(network, bits)| {
            let bits = 32 - bits;
            address.to_bits() >> bits == Ipv4Addr::from_octets(*network).to_bits() >> bits
        }),
        IpAddr::V6(address) => match address.segments() {
            // IPv4 in IPv6, and by a translator (RFC 6052).
            [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
                is_public(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low)).into())
            }
            segments => {
                let is_in = |(network, bits): &(Ipv6Addr, u32)| {
                    address.to_bits() >> (128 - bits) == network.to_bits() >> (128 - bits)
                };
                // All that is assigned to the public is in 2000::/3.
                segments[0] >> 13 == 1 && !PRIVATE_V6.iter().any(is_in)
            }
        },
    }
}

/// The networks of IPv4 that are not public, by their first address and the length of the prefix in bits.
const PRIVATE_V4: [([u8; 4], u32); 14] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    // Groups, and what is reserved.
    ([224, 0, 0, 0], 3),
];

/// The networks in 2000::/3 that are not public: protocols and tunnels, documentation, 6to4, documentation.
const PRIVATE_V6: [(Ipv6Addr, u32); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<Response<Incoming>, PostError> {
    let (mut sender, connection) =
        http1::Builder::new().max_buf_size(ANSWER_BYTES).handshake(TokioIo::new(stream)).await?;
    // It ends when the sender is dropped; its errors reach the sender too.
    tokio::spawn(connection);
    Ok(sender.send_request(request).await?)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn only_addresses_of_push_services_are_accepted() {
        let services = ["http://127.0.0.1:8080".to_owned(), "push.example:8443".to_owned()];
        let post = Post::new(&services, &[]);
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
    #[test]
    fn webhooks_are_encrypted_and_have_no_password_in_their_address() {
        let post = Post::new(&[], &["http://10.0.0.5:8065".to_owned()]);
        for (address, expected) in [
            ("https://discord.com/api/webhooks/1/x?wait=true", Some(("discord.com", true))),
            ("https://receiver.example:8443/", Some(("receiver.example", true))),
            ("https://[2606:4700::1111]/a", Some(("[2606:4700::1111]", true))),
            ("http://10.0.0.5:8065/hooks/1", Some(("10.0.0.5", false))),
            ("https://10.0.0.5:8065/hooks/1", Some(("10.0.0.5", true))),
            ("http://receiver.example/", None),
            ("https://user:password@receiver.example/", None),
            ("https://user@receiver.example/", None),
            ("ftp://receiver.example/", None),
            ("https:///path", None),
            ("file:///etc/passwd", None),
            ("receiver.example", None),
            ("", None),
        ] {
            let found = post.webhook(address);
            let found = found.as_ref().map(|service| (service.host(), service.is_public));
            assert_eq!(found, expected, "{address}");
        }
    }

    #[test]
    fn only_public_addresses_are_connected_to() {
        for (address, expected) in [
            ("1.1.1.1", true),
            ("93.184.216.34", true),
            ("172.15.255.255", true),
            ("172.32.0.0", true),
            ("100.128.0.1", true),
            ("198.20.0.1", true),
            ("2606:4700:4700::1111", true),
            ("2a00:1450:4001:81b::200e", true),
            ("::ffff:1.1.1.1", true),
            ("64:ff9b::101:101", true),
            ("0.0.0.0", false),
            ("0.1.2.3", false),
            ("10.0.0.1", false),
            ("10.255.255.255", false),
            ("100.64.0.1", false),
            ("100.127.255.255", false),
            ("127.0.0.1", false),
            ("127.255.255.254", false),
            ("169.254.169.254", false),
            ("172.16.0.1", false),
            ("172.31.255.255", false),
            ("192.0.0.8", false),
            ("192.0.2.1", false),
            ("192.88.99.1", false),
            ("192.168.1.1", false),
            ("198.18.0.1", false),
            ("198.19.255.255", false),
            ("198.51.100.1", false),
            ("203.0.113.1", false),
            ("224.0.0.1", false),
            ("240.0.0.1", false),
            ("255.255.255.255", false),
            ("::", false),
            ("::1", false),
            ("::127.0.0.1", false),
            ("::ffff:127.0.0.1", false),
            ("::ffff:10.0.0.1", false),
            ("::ffff:169.254.169.254", false),
            ("::ffff:0:127.0.0.1", false),
            ("64:ff9b::7f00:1", false),
            ("64:ff9b::a9fe:a9fe", false),
            ("64:ff9b:1::1", false),
            ("100::1", false),
            ("2001::1", false),
            ("2001:db8::1", false),
            ("2002:7f00:1::1", false),
            ("3fff::1", false),
            ("4000::1", false),
            ("fc00::1", false),
            ("fd12:3456::1", false),
            ("fe80::1", false),
            ("fec0::1", false),
            ("ff02::1", false),
        ] {
            assert_eq!(is_public(address.parse().unwrap()), expected, "{address}");
        }
    }

    #[tokio::test]
    async fn a_name_or_an_address_of_this_machine_is_not_connected_to() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let post = Post::new(&[], &[]);
        for host in ["localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]"] {
            let service = post.webhook(&format!("https://{host}:{port}/")).unwrap();
            let sent = post.send(&service, Request::builder(), Vec::new()).await;
            assert!(matches!(sent, Err(PostError::Private)), "{host}: {sent:?}");
        }
        assert!(listener.accept().now_or_never().is_none());
    }
}
