//! The connections of other nodes to this one: their clients' sockets at this node's tables, and their questions.

use std::{collections::HashMap, io, sync::Arc};

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::ConnectInfo,
    http::{HeaderMap, HeaderName, HeaderValue, Request},
};
use metrics::gauge;
use tokio::{
    net::TcpListener,
    sync::{Semaphore, mpsc, watch},
};
use tower::ServiceExt;

use super::{
    NodeSecret,
    frame::{ForwardedAnswer, ForwardedRequest, FromOwner, Notice, Opening, Question, ToOwner},
    greeting,
    wire::{self, QUEUE},
};
use crate::{
    hub::{Hub, Next, NotServedHere, Out, stopped},
    metrics::names,
    operator::Operator,
    store::DeviceId,
};
use townhall_table::protocol::Command;

/// How many connections may be greeted at the same time: anybody who reaches the address may try.
const STRANGERS: usize = 32;
/// How many commands of a socket may wait for its table: more than a socket sends before it is answered.
const INBOX: usize = 32;
/// The largest answer to a request, in bytes.
const ANSWER_BYTES: usize = 12 * 1024 * 1024;

/// What the connections of other nodes need of this server.
#[derive(Clone)]
pub(crate) struct Service {
    /// The tables.
    pub(crate) hub: Arc<Hub>,
    /// All that is answered over HTTP.
    pub(crate) router: Router,
    /// How many bytes may wait for a slow reader.
    pub(crate) outbox_bytes: usize,
}

/// A request that came by way of another node, and is not passed on again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CameByNode;

/// Serves the connections of other nodes until the server stops.
pub(crate) async fn serve(
    listener: TcpListener,
    service: Service,
    secret: NodeSecret,
    mut stopping: watch::Receiver<bool>,
) {
    let strangers = Arc::new(Semaphore::new(STRANGERS));
    loop {
        let (stream, peer) = tokio::select! {
            biased;
            () = stopped(&mut stopping) => return,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "connections of other nodes can't be accepted");
                    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
                    continue;
                }
            },
        };
        let Ok(permit) = Arc::clone(&strangers).try_acquire_owned() else { continue };
        let (service, secret, mut stopping) = (service.clone(), secret.clone(), stopping.clone());
        tokio::spawn(async move {
            let connection = match greeting::answer(stream, &secret).await {
                Ok(connection) => connection,
                Err(error) => return tracing::warn!(%peer, %error, "no node was let in"),
            };
            drop(permit);
            tokio::select! {
                () = stopped(&mut stopping) => {}
                ended = converse(connection, service) => {
                    if let Err(error) = ended {
                        tracing::info!(%peer, %error, "the connection of a node ended");
                    }
                }
            }
        });
    }
}

/// What a socket of another node does.
enum Doing {
    Command(Command),
    Resync,
}

async fn converse(connection: greeting::Connection, service: Service) -> io::Result<()> {
    let (mut incoming, outgoing) = wire::halves(connection);
    let (frames, mut queued) = mpsc::channel(QUEUE);
    let reading = async {
        let mut sockets: HashMap<u32, mpsc::Sender<Doing>> = HashMap::new();
        loop {
            let frame = wire::next(&mut incoming).await?;
            match ToOwner::decode(frame).map_err(wire::invalid)? {
                ToOwner::Beat => {}
                ToOwner::Open(id, opening) => {
                    sockets.retain(|_, socket| !socket.is_closed());
                    let (inbox, doings) = mpsc::channel(INBOX);
                    sockets.insert(id, inbox);
                    tokio::spawn(socket(service.clone(), id, opening, doings, frames.clone()));
                }
                ToOwner::Command(id, command) => hand_in(&mut sockets, id, Doing::Command(command)),
                ToOwner::Resync(id) => hand_in(&mut sockets, id, Doing::Resync),
                ToOwner::Close(id) => drop(sockets.remove(&id)),
                ToOwner::Ask(id, question) => {
                    let (service, frames) = (service.clone(), frames.clone());
                    tokio::spawn(async move {
                        let reply = answer(service, question).await.unwrap_or_default();
                        // An error means that the connection broke.
                        let _ = frames.send(FromOwner::Reply(id, reply)).await;
                    });
                }
                ToOwner::Notice(Notice::SignedOut(device)) => {
                    service.hub.sign_out_here(DeviceId(device));
                }
                ToOwner::Notice(Notice::Gone(code)) => {
                    let hub = Arc::clone(&service.hub);
                    tokio::spawn(async move { hub.let_go(&code).await });
                }
                ToOwner::Notice(Notice::Renamed(person)) => {
                    let hub = Arc::clone(&service.hub);
                    tokio::spawn(async move { hub.rename(&person).await });
                }
            }
        }
    };
    tokio::select! {
        ended = reading => ended,
        ended = wire::send_all(outgoing, &mut queued, &FromOwner::Beat, FromOwner::encode) => ended,
    }
}

/// Passes on what a socket does. One that does more than it may at once is let go; its client connects again.
fn hand_in(sockets: &mut HashMap<u32, mpsc::Sender<Doing>>, id: u32, doing: Doing) {
    if sockets.get(&id).is_some_and(|inbox| inbox.try_send(doing).is_err()) {
        sockets.remove(&id);
    }
}

/// Counts a socket of another node until it is dropped.
struct Counted;

impl Drop for Counted {
    fn drop(&mut self) {
        gauge!(names::HOSTED).decrement(1);
    }
}

/// One socket of another node, from its table's side. It ends when the table's task, the socket or the connection does.
async fn socket(
    service: Service,
    id: u32,
    opening: Opening,
    mut doings: mpsc::Receiver<Doing>,
    frames: mpsc::Sender<FromOwner>,
) {
    gauge!(names::HOSTED).increment(1);
    let _counted = Counted;
    let Opening { code, person, since } = opening;
    let connected = service.hub.connect_here(&code, person, since, service.outbox_bytes).await;
    let (place, mut outbox) = match connected {
        Ok(connected) => connected,
        Err(away) => {
            let refused = match away {
                NotServedHere::Refused(refusal) => FromOwner::Refused(id, refusal),
                NotServedHere::Elsewhere(_) => FromOwner::NotHere(id),
            };
            let _ = frames.send(refused).await;
            return;
        }
    };
    if frames.send(FromOwner::Opened(id)).await.is_err() {
        return;
    }
    loop {
        let goes_on = tokio::select! {
            next = outbox.next() => match next {
                Next::Send(Out::News(text)) => frames.send(FromOwner::News(id, text)).await.is_ok(),
                Next::Send(Out::Whole(text)) => frames.send(FromOwner::Whole(id, text)).await.is_ok(),
                Next::Send(Out::Answer(text)) => frames.send(FromOwner::Answer(id, text)).await.is_ok(),
                Next::Resync => place.resync().await,
                Next::Closed => false,
                Next::Gone => {
                    let _ = frames.send(FromOwner::Gone(id)).await;
                    return;
                }
            },
            doing = doings.recv() => match doing {
                Some(Doing::Command(command)) => place.command(command).await,
                Some(Doing::Resync) => place.resync().await,
                // The socket is gone.
                None => return,
            },
        };
        if !goes_on {
            let _ = frames.send(FromOwner::Ended(id)).await;
            return;
        }
    }
}

/// The answer to a question; none if it can't be answered here.
async fn answer(service: Service, question: Question) -> Option<Bytes> {
    match question {
        Question::Order(order) => {
            let outcome = Operator::new(service.hub).carry_out(order).await;
            serde_json::to_vec(&outcome).ok().map(Bytes::from)
        }
        Question::InMemory => serde_json::to_vec(&service.hub.in_memory()).ok().map(Bytes::from),
        Question::Forget { code, who } => {
            let changed = service.hub.forget_here(&code, who).await.ok()?;
            serde_json::to_vec(&changed).ok().map(Bytes::from)
        }
        Question::Http(request) => {
            let request = restored(request)?;
            let Ok(response) = service.router.oneshot(request).await;
            let (head, body) = response.into_parts();
            let body = to_bytes(body, ANSWER_BYTES).await.ok()?;
            let head = ForwardedAnswer { status: head.status.as_u16(), headers: texts(&head.headers) };
            // A line of JSON, and then the body as it is.
            let mut answer = serde_json::to_vec(&head).ok()?;
            answer.push(b'\n');
            answer.extend_from_slice(&body);
            Some(answer.into())
        }
    }
}

/// A request as the node had it to which the client is connected.
fn restored(request: ForwardedRequest) -> Option<Request<Body>> {
    let ForwardedRequest { peer, method, uri, headers, body } = request;
    let mut builder = Request::builder().method(method.as_str()).uri(uri);
    builder.headers_mut()?.extend(with_texts(headers));
    let request = builder.extension(ConnectInfo(peer)).extension(CameByNode).body(Body::from(body));
    request.ok()
}

/// The headers whose values are text.
pub(super) fn texts(headers: &HeaderMap) -> Vec<(String, String)> {
    let text = |(name, value): (&HeaderName, &HeaderValue)| {
        Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
    };
    headers.iter().filter_map(text).collect()
}

/// Headers of these texts.
pub(super) fn with_texts(headers: Vec<(String, String)>) -> HeaderMap {
    let header = |(name, value): (String, String)| {
        Some((HeaderName::try_from(name).ok()?, HeaderValue::try_from(value).ok()?))
    };
    headers.into_iter().filter_map(header).collect()
}
