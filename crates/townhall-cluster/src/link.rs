//! A connection to another node: HTTP/2 over TLS, with one stream for each socket and each request.

use std::{io, net::SocketAddr, time::Duration};

use axum::{
    body::{Body, to_bytes},
    http::{
        HeaderName, HeaderValue, Request, Response, StatusCode, Uri, Version,
        header::{CONNECTION, CONTENT_TYPE, TE, TRANSFER_ENCODING, UPGRADE},
    },
};
use hyper::{body::Incoming, client::conn::http2};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use rustls::{AlertDescription, pki_types::ServerName};
use serde::{Serialize, de::DeserializeOwned};
use tokio::{net::TcpStream, time::timeout};
use tokio_rustls::TlsConnector;
use townhall_server::hub::{OutboxReceiver, Place, SocketRequest, Unconnected};
use townhall_system::seldom;
use townhall_table::protocol::{Code, Refusal};

use crate::{
    PROTOCOL,
    secret::{SERVER_NAME, Tls},
    socket,
};

/// The time limit for connecting, the TLS handshake included.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// The interval of pings to a peer from which nothing is received.
pub(crate) const PING_INTERVAL: Duration = Duration::from_secs(1);
/// The time limit for the answer to a ping.
pub(crate) const PING_TIMEOUT: Duration = Duration::from_secs(3);
/// The largest flow-control window of HTTP/2. A connection has this one, so that only the windows of streams limit what is
/// buffered, and a stream that is not read delays no other.
pub(crate) const CONNECTION_WINDOW: u32 = (1 << 31) - 1;
/// The flow-control window of one stream, in bytes.
pub(crate) const STREAM_WINDOW: u32 = 256 * 1024;
/// The largest head of a request, in bytes.
pub(crate) const HEAD_BYTES: u32 = 64 * 1024;
/// The time limit for the answer to a request. It is shorter than a client's, which is 20 seconds.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(19);
/// The largest answer to a request, in bytes. It is buffered as a whole, so that a slow client keeps no stream open.
const ANSWER_BYTES: usize = 12 * 1024 * 1024;
/// The largest body of a request, in bytes: that of the HTTP interface.
const REQUEST_BYTES: usize = 16 * 1024;

/// The header with the address of the client whose request a node passes on.
pub(crate) const CLIENT_ADDRESS: HeaderName = HeaderName::from_static("townhall-client-address");

/// The reason why a node can't be connected to.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LinkError {
    /// The connection can't be made, or broke.
    #[error("{0}")]
    Io(io::Error),
    /// HTTP/2 can't be spoken over the connection.
    #[error(transparent)]
    Http(#[from] hyper::Error),
    /// It took too long.
    #[error("it does not answer in time")]
    Timeout,
    /// The peer is not a node.
    #[error("it is not a node of Townhall: {0}")]
    NotANode(rustls::Error),
    /// The peer offers another version of the protocol.
    #[error("it has another version of the nodes' protocol than this program, {PROTOCOL}")]
    OtherVersion,
    /// The peer's certificate has another key.
    #[error("it has another secret")]
    OtherSecret,
}

impl From<io::Error> for LinkError {
    fn from(error: io::Error) -> Self {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
            Some(rustls::Error::InvalidCertificate(_)) => Self::OtherSecret,
            Some(
                rustls::Error::NoApplicationProtocol
                | rustls::Error::AlertReceived(AlertDescription::NoApplicationProtocol),
            ) => Self::OtherVersion,
            Some(other) => Self::NotANode(other.clone()),
            None => Self::Io(error),
        }
    }
}

/// A connection to another node. It is not closed by this end while it is used, and not repaired once it is broken.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    requests: http2::SendRequest<Body>,
}

impl Link {
    /// Connects to a node. A node with another secret is noticed here: its certificate is not accepted.
    pub(crate) async fn connect(node: SocketAddr, tls: &Tls) -> Result<Self, LinkError> {
        let connecting = async {
            let stream = TcpStream::connect(node).await?;
            stream.set_nodelay(true)?;
            let name = ServerName::try_from(SERVER_NAME).expect("it is a valid name");
            let stream = TlsConnector::from(tls.client.clone()).connect(name, stream).await?;
            let handshake = http2::Builder::new(TokioExecutor::new())
                .timer(TokioTimer::new())
                .initial_connection_window_size(CONNECTION_WINDOW)
                .initial_stream_window_size(STREAM_WINDOW)
                .keep_alive_interval(PING_INTERVAL)
                .keep_alive_timeout(PING_TIMEOUT)
                .keep_alive_while_idle(true)
                .handshake(TokioIo::new(stream));
            Ok::<_, LinkError>(handshake.await?)
        };
        let (requests, connection) =
            timeout(CONNECT_TIMEOUT, connecting).await.map_err(|_| LinkError::Timeout)??;
        tokio::spawn(async move {
            seldom!(info, %node, "connected to a node");
            if let Err(error) = connection.await {
                seldom!(warn, %node, %error, "the connection to a node broke");
            }
        });
        Ok(Self { requests })
    }

    /// Whether no request can be sent any more.
    pub(crate) fn is_broken(&self) -> bool {
        self.requests.is_closed()
    }

    async fn send(&self, request: Request<Body>) -> Result<Response<Incoming>, hyper::Error> {
        self.requests.clone().send_request(request).await
    }

    /// Sends a request of a node's own.
    pub(crate) async fn post(&self, path: &str, body: Body) -> Result<Response<Incoming>, hyper::Error> {
        let mut request = Request::post(uri(path)).body(body).expect("a request of constant parts is valid");
        request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        self.send(request).await
    }

    /// Sends JSON to an endpoint of [`serve`](crate::serve) and reads the answer. None after a timeout, or if the node reports
    /// a failure.
    pub(crate) async fn ask<A: DeserializeOwned>(
        &self,
        path: &str,
        question: &impl Serialize,
        within: Duration,
    ) -> Option<A> {
        let asking = async {
            let body = serde_json::to_vec(question).expect("a question can be serialised");
            let answer = self.post(path, Body::from(body)).await.ok()?;
            let is_answered = answer.status().is_success();
            let body = to_bytes(Body::new(answer.into_body()), ANSWER_BYTES).await.ok()?;
            is_answered.then(|| serde_json::from_slice(&body).ok()).flatten()
        };
        timeout(within, asking).await.ok().flatten()
    }

    /// Connects a socket of this node to a table of the other one.
    pub(crate) async fn open(
        &self,
        socket: &SocketRequest,
        outbox_bytes: usize,
    ) -> Result<(Place, OutboxReceiver), Unconnected> {
        let (place, body) = socket::requests(socket);
        let not_there = |_| Unconnected::NotServedThere;
        let answer = self.post(socket::PATH, body).await.map_err(not_there)?;
        let status = answer.status();
        let body = Body::new(answer.into_body());
        match status {
            StatusCode::OK => Ok((place, socket::receive(body, outbox_bytes))),
            StatusCode::MISDIRECTED_REQUEST => Err(Unconnected::NotServedThere),
            _ => {
                let body = to_bytes(body, ANSWER_BYTES).await.ok();
                let refusal = body.and_then(|body| serde_json::from_slice(&body).ok());
                Err(refusal.map_or(Unconnected::NotServedThere, Unconnected::Refused))
            }
        }
    }

    /// Passes a client's request on to the other node, and returns its answer.
    pub(crate) async fn forward(
        &self,
        client: SocketAddr,
        request: Request<Body>,
    ) -> Result<Response<Body>, Refusal> {
        let (mut head, body) = request.into_parts();
        let too_large = |_| Refusal::new(Code::TooLarge, "expected a body of at most 16 KB");
        let body = to_bytes(body, REQUEST_BYTES).await.map_err(too_large)?;
        head.uri = uri(head.uri.path_and_query().map_or("/", |path| path.as_str()));
        head.version = Version::HTTP_2;
        head.extensions.clear();
        // Headers about a connection, which HTTP/2 does not have.
        for name in [CONNECTION, TE, TRANSFER_ENCODING, UPGRADE] {
            head.headers.remove(name);
        }
        let client = HeaderValue::try_from(client.to_string()).expect("an address is ASCII");
        head.headers.insert(CLIENT_ADDRESS, client);
        let answering = async {
            let answer = self.send(Request::from_parts(head, Body::from(body))).await.ok()?;
            let (mut head, body) = answer.into_parts();
            head.version = Version::default();
            let body = to_bytes(Body::new(body), ANSWER_BYTES).await.ok()?;
            Some(Response::from_parts(head, Body::from(body)))
        };
        let answer = timeout(ANSWER_TIMEOUT, answering).await.ok().flatten();
        answer.ok_or_else(|| Refusal::new(Code::Busy, "the server that has this table does not answer"))
    }
}

/// The URI of a path at the other node.
fn uri(path: &str) -> Uri {
    let uri = Uri::builder().scheme("https").authority(SERVER_NAME).path_and_query(path);
    uri.build().expect("the path of a URI is valid in another one")
}
