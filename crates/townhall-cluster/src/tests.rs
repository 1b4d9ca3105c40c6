//! Connections between nodes.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{
    Json, Router,
    body::{Body, Bytes},
    routing::post,
};
use futures_util::stream;
use rustls::pki_types::ServerName;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    sync::watch,
};
use tokio_rustls::TlsConnector;
use townhall_server::{
    hub::{Next, Out, SocketRequest, Unconnected},
    limits::Address,
};

use crate::{
    NodeSecret, alpn,
    link::{ANSWER_TIMEOUT, Link, LinkError, STREAM_WINDOW},
    secret::{SERVER_NAME, Tls},
    serve, socket,
};

/// The TLS of nodes with the same secret, and that of a node with another one.
fn tls() -> (&'static Tls, &'static Tls) {
    static TLS: OnceLock<[Tls; 2]> = OnceLock::new();
    let [ours, other] = TLS.get_or_init(|| {
        ["a secret of nodes, number 1", "another secret of nodes, number 2"]
            .map(|secret| NodeSecret::new(secret).unwrap().tls(&alpn()))
    });
    (ours, other)
}

/// A node that answers as the router does, until the sender is dropped.
async fn node(tls: &Tls, router: Router) -> (SocketAddr, watch::Sender<bool>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopping) = watch::channel(false);
    tokio::spawn(serve::serve(listener, Arc::clone(&tls.server), router, stopping));
    (address, stop)
}

fn echo() -> Router {
    Router::new().route("/echo", post(async |Json(number): Json<u32>| Json(number)))
}

fn request() -> SocketRequest {
    let address = Address::from(IpAddr::from([192, 0, 2, 1]));
    SocketRequest { code: "ABC234".parse().unwrap(), person: None, since: 0, address }
}

#[tokio::test]
async fn only_nodes_with_the_same_secret_and_version_are_connected() {
    let (ours, other) = tls();
    let (address, _stop) = node(ours, echo()).await;
    let link = Link::connect(address, ours).await.unwrap();
    assert_eq!(link.ask("/echo", &7_u32, ANSWER_TIMEOUT).await, Some(7_u32));

    // The client does not accept the server.
    assert!(matches!(Link::connect(address, other).await, Err(LinkError::OtherSecret)));

    let next_version = NodeSecret::new("a secret of nodes, number 1").unwrap().tls("townhall-node/99");
    assert!(matches!(Link::connect(address, &next_version).await, Err(LinkError::OtherVersion)));
}

#[tokio::test]
async fn the_server_does_not_accept_a_client_with_another_secret() {
    let (ours, other) = tls();
    // A server that the client accepts, but which itself accepts only clients of another secret.
    let mut server = (*ours.server).clone();
    server.cert_resolver = Arc::clone(&other.server.cert_resolver);
    let mixed = Tls { client: Arc::clone(&ours.client), server: Arc::new(server) };
    let (address, _stop) = node(&mixed, echo()).await;
    let stream = TcpStream::connect(address).await.unwrap();
    let connector = TlsConnector::from(Arc::clone(&other.client));
    let mut stream = connector.connect(ServerName::try_from(SERVER_NAME).unwrap(), stream).await.unwrap();
    // In TLS 1.3 a client learns of the rejection of its certificate after the handshake.
    let _ = stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    let answer = stream.read_to_end(&mut Vec::new()).await;
    assert!(answer.unwrap_err().to_string().contains("alert"), "it is rejected by TLS");
}

#[tokio::test]
async fn a_connection_without_tls_is_closed() {
    let (address, _stop) = node(tls().0, echo()).await;
    for said in [&b"GET / HTTP/1.1\r\n\r\n"[..], b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", &[0; 57], &[0xff; 300]]
    {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(said).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        // The client reads at most a TLS alert.
        assert!(answer.len() <= 7, "{answer:?}");
    }
}

#[tokio::test]
async fn handshakes_that_one_address_never_ends_keep_out_no_node() {
    let (address, _stop) = node(tls().0, echo()).await;
    let mut idle = Vec::new();
    for _ in 0..40 {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.9:0".parse().unwrap()).unwrap();
        idle.push(socket.connect(address).await.unwrap());
    }
    let link = Link::connect(address, tls().0).await.unwrap();
    assert_eq!(link.ask("/echo", &7_u32, ANSWER_TIMEOUT).await, Some(7_u32));
    drop(idle);
}

/// The size of a frame in the following tests, in bytes.
const FRAME: usize = 1000;

/// A frame of an update, as the owner of a table sends it.
fn news() -> Bytes {
    format!("n{:>width$}\n", "", width = FRAME - 2).into()
}

#[tokio::test]
async fn an_outbox_of_a_slow_socket_behind_another_node_is_bounded() {
    let ended = Router::new().route(
        socket::PATH,
        post(async |_: Body| {
            Body::from_stream(stream::iter((0..1000).map(|_| Ok::<_, std::io::Error>(news()))))
        }),
    );
    let (address, _stop) = node(tls().0, ended).await;
    let link = Link::connect(address, tls().0).await.unwrap();
    let (_place, mut outbox) = link.open(&request(), 5 * FRAME).await.unwrap();
    // The body is drained while the socket reads nothing, and the outbox stays below its limit.
    let mut read = 0;
    loop {
        match outbox.next().await {
            Next::Send(Out::News(text)) => read += text.len(),
            Next::Resync => continue,
            Next::Closed => break,
            other => panic!("{other:?}"),
        }
    }
    assert!(read < 1000 * FRAME, "{read}");
}

#[tokio::test]
async fn streams_that_are_not_read_are_bounded_and_delay_no_other() {
    static SENT: AtomicUsize = AtomicUsize::new(0);
    let endless = || stream::repeat_with(|| Ok::<_, std::io::Error>(count(news())));
    fn count(frame: Bytes) -> Bytes {
        SENT.fetch_add(frame.len(), Ordering::Relaxed);
        frame
    }
    let router = echo().route("/endless", post(async move || Body::from_stream(endless())));
    let (address, _stop) = node(tls().0, router).await;
    let link = Link::connect(address, tls().0).await.unwrap();
    let mut unread = Vec::new();
    for number in 0..20_u32 {
        unread.push(link.post("/endless", Body::empty()).await.unwrap());
        assert_eq!(link.ask("/echo", &number, Duration::from_secs(10)).await, Some(number));
    }
    // A frame is sent as a whole, and the next one may already be there.
    let most = unread.len() * (STREAM_WINDOW as usize + 2 * FRAME);
    assert!(SENT.load(Ordering::Relaxed) <= most, "{} of at most {most}", SENT.load(Ordering::Relaxed));
}

#[tokio::test]
async fn a_broken_connection_ends_its_sockets_and_is_noticed() {
    let open = Router::new().route(
        socket::PATH,
        post(async |_: Body| Body::from_stream(stream::pending::<Result<Bytes, std::io::Error>>())),
    );
    let (address, stop) = node(tls().0, open).await;
    let link = Link::connect(address, tls().0).await.unwrap();
    let (_place, mut outbox) = link.open(&request(), 5 * FRAME).await.unwrap();
    drop(stop);
    assert!(matches!(outbox.next().await, Next::Closed));
    assert!(matches!(link.open(&request(), 5 * FRAME).await, Err(Unconnected::NotServedThere)));
    assert!(link.is_broken());
}
