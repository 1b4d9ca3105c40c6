//! The answers of a node to others: their clients' sockets and requests, events, questions and orders.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Json, Router,
    body::Body,
    extract::{ConnectInfo, DefaultBodyLimit, Request, State},
    http::StatusCode,
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::post,
};
use hyper::{body::Incoming, server::conn::http2, service::service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use rustls::ServerConfig;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{sleep, timeout},
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};
use tower::ServiceExt;
use townhall_operator::{Operator, Order, OrderOutcome};
use townhall_server::{
    http::CameByNode,
    hub::{ClusterEvent, Hub, NotServedHere},
    limits::{Address, SocketLimiter},
};
use townhall_system::{seldom, stopped};
use townhall_table::{TableCode, journal::PlayerId, protocol::Refusal};

use crate::{
    link::{CLIENT_ADDRESS, CONNECTION_WINDOW, HEAD_BYTES, PING_INTERVAL, PING_TIMEOUT, STREAM_WINDOW},
    socket,
};

/// The paths of events, questions and orders.
pub(crate) const EVENT: &str = "/cluster/notice";
pub(crate) const IN_MEMORY: &str = "/cluster/in-memory";
pub(crate) const FORGET: &str = "/cluster/forget";
pub(crate) const ORDER: &str = "/cluster/order";

/// The most concurrent TLS handshakes: any machine that reaches the address may begin one.
const HANDSHAKES: usize = 32;
/// The most concurrent TLS handshakes of one address, so that a stranger who begins many does not keep out nodes.
const HANDSHAKES_PER_ADDRESS: usize = 4;
/// The time limit for a TLS handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(2);
/// The pause after accepting a connection has failed.
const ACCEPT_DELAY: Duration = Duration::from_millis(100);

/// The endpoints of a node for others: the paths of this module, and those of the HTTP interface.
pub(crate) fn router(hub: Arc<Hub>, interface: Router) -> Router {
    let forwarded = interface.layer(middleware::from_fn(for_client));
    let own = Router::new()
        .route(EVENT, post(event))
        .route(IN_MEMORY, post(in_memory))
        .route(FORGET, post(forget))
        .route(ORDER, post(order))
        .route(socket::PATH, post(open))
        .layer(DefaultBodyLimit::disable())
        .with_state(hub);
    own.fallback_service(forwarded)
}

/// Marks a request as passed on by a node, so that it is not passed on again, and restores the client's address.
async fn for_client(mut request: Request, next: Next) -> Response {
    let address = request.headers_mut().remove(CLIENT_ADDRESS);
    let address = address.and_then(|address| address.to_str().ok()?.parse::<SocketAddr>().ok());
    let Some(address) = address else { return StatusCode::BAD_REQUEST.into_response() };
    request.extensions_mut().insert(ConnectInfo(address));
    request.extensions_mut().insert(CameByNode);
    next.run(request).await
}

async fn event(State(hub): State<Arc<Hub>>, Json(event): Json<ClusterEvent>) -> Json<()> {
    hub.take_event(event).await;
    Json(())
}

async fn in_memory(State(hub): State<Arc<Hub>>) -> Json<Vec<TableCode>> {
    Json(hub.in_memory())
}

async fn forget(
    State(hub): State<Arc<Hub>>,
    Json((code, who)): Json<(TableCode, PlayerId)>,
) -> Result<Json<bool>, StatusCode> {
    hub.forget_here(code, who).await.map(Json).map_err(|_| StatusCode::MISDIRECTED_REQUEST)
}

async fn order(State(hub): State<Arc<Hub>>, Json(order): Json<Order>) -> Json<OrderOutcome> {
    Json(Operator::new(hub).carry_out(order).await)
}

/// Connects a socket of another node to a table of this one.
async fn open(State(hub): State<Arc<Hub>>, body: Body) -> Response {
    let Some((socket, incoming)) = socket::Incoming::open(body).await else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    match hub.connect_here(&socket).await {
        Ok((place, outbox)) => incoming.answer(place, outbox).into_response(),
        Err(NotServedHere::Elsewhere(_)) => StatusCode::MISDIRECTED_REQUEST.into_response(),
        Err(NotServedHere::Refused(refusal)) => {
            (StatusCode::CONFLICT, Json::<Refusal>(refusal)).into_response()
        }
    }
}

/// Serves the connections of other nodes until the server stops.
pub(crate) async fn serve(
    listener: TcpListener,
    tls: Arc<ServerConfig>,
    router: Router,
    mut stopping: watch::Receiver<bool>,
) {
    let handshakes = SocketLimiter::new(HANDSHAKES, HANDSHAKES_PER_ADDRESS, 1);
    let acceptor = TlsAcceptor::from(tls);
    loop {
        let (stream, peer) = tokio::select! {
            biased;
            () = stopped(&mut stopping) => return,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    seldom!(warn, %error, "connections of other nodes can't be accepted");
                    sleep(ACCEPT_DELAY).await;
                    continue;
                }
            },
        };
        let Some(permit) = handshakes.admit(Address::from(peer.ip())) else { continue };
        let (acceptor, router, mut stopping) = (acceptor.clone(), router.clone(), stopping.clone());
        tokio::spawn(async move {
            // Frames are small and must not wait for each other.
            let accepted = match stream.set_nodelay(true) {
                Ok(()) => timeout(HANDSHAKE_TIMEOUT, acceptor.accept(stream)).await,
                Err(error) => Ok(Err(error)),
            };
            let stream = match accepted {
                Ok(Ok(stream)) => stream,
                Ok(Err(error)) => return seldom!(warn, %peer, %error, "a connection is not from a node"),
                Err(_) => return seldom!(warn, %peer, "a TLS handshake took too long"),
            };
            drop(permit);
            tokio::select! {
                () = stopped(&mut stopping) => {}
                ended = converse(stream, router) => {
                    if let Err(error) = ended {
                        seldom!(info, %peer, %error, "the connection of a node ended");
                    }
                }
            }
        });
    }
}

/// Answers a node until its connection ends. Nodes trust each other, so the number of streams is
/// not limited, only the size of each.
async fn converse(stream: TlsStream<TcpStream>, router: Router) -> hyper::Result<()> {
    let service = service_fn(move |request: hyper::Request<Incoming>| router.clone().oneshot(request));
    http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .initial_connection_window_size(CONNECTION_WINDOW)
        .initial_stream_window_size(STREAM_WINDOW)
        .max_concurrent_streams(u32::MAX)
        .max_header_list_size(HEAD_BYTES)
        .max_pending_accept_reset_streams(usize::MAX)
        .max_local_error_reset_streams(None)
        .keep_alive_interval(PING_INTERVAL)
        .keep_alive_timeout(PING_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service)
        .await
}
