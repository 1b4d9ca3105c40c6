//! This node's connection to another one, which has tables that this node's clients ask for.
//!
//! What arrives for a socket goes into its outbox, which is bounded: a client that does not read is sent the whole table
//! later, and never keeps the others waiting.

use std::{
    collections::HashMap,
    io,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use axum::body::Bytes;
use metrics::gauge;
use tokio::{
    net::TcpStream,
    sync::{mpsc, oneshot},
    time::timeout,
};
use townhall_table::protocol::{Command, Refusal};

use super::{
    NodeSecret,
    frame::{FromOwner, Notice, Opening, Question, ToOwner},
    greeting::{self, Connection, Stranger},
    wire::{self, QUEUE},
};
use crate::{
    hub::{OutboxReceiver, OutboxSender, outbox},
    lock::lock,
    metrics::names,
};

/// How long connecting may take.
const CONNECTING: Duration = Duration::from_secs(1);
/// How long a question may take: its client waits for 20 seconds.
pub(crate) const ANSWERING: Duration = Duration::from_secs(19);

/// A connection to another node. It is never closed by this end; once it is broken, it stays so.
#[derive(Debug)]
pub(crate) struct Link {
    frames: mpsc::Sender<ToOwner>,
    streams: Arc<Streams>,
    next: AtomicU32,
}

/// What waits for the other node, by the number of the stream.
#[derive(Debug, Default)]
struct Streams(Mutex<HashMap<u32, Stream>>);

#[derive(Debug)]
enum Stream {
    /// A socket that is being connected.
    Opening { outbox: OutboxSender, answer: oneshot::Sender<Result<(), NotOpen>> },
    /// A socket.
    Open(OutboxSender),
    /// A question.
    Asked(oneshot::Sender<Bytes>),
}

/// Why a socket is not connected.
#[derive(Debug)]
pub(crate) enum NotOpen {
    /// The table is not there, or nobody answers.
    NotThere,
    /// There is no such table, or it can't be read.
    Refused(Refusal),
}

impl Link {
    /// Connects to a node.
    pub(super) async fn connect(node: SocketAddr, secret: &NodeSecret) -> Result<Arc<Self>, Stranger> {
        let stream = timeout(CONNECTING, TcpStream::connect(node)).await.map_err(|_| Stranger::Late)??;
        let connection = greeting::call(stream, secret).await?;
        let (frames, queued) = mpsc::channel(QUEUE);
        let streams = Arc::new(Streams::default());
        tokio::spawn(run(node, connection, queued, Arc::clone(&streams)));
        Ok(Arc::new(Self { frames, streams, next: AtomicU32::new(1) }))
    }

    /// Whether nothing goes through any more.
    pub(super) fn is_broken(&self) -> bool {
        self.frames.is_closed()
    }

    /// Connects a socket to a table of the other node.
    pub(crate) async fn open(
        self: &Arc<Self>,
        opening: Opening,
        outbox_limit: usize,
    ) -> Result<(Forwarded, OutboxReceiver), NotOpen> {
        let (sender, receiver) = outbox(outbox_limit);
        let (answer, answered) = oneshot::channel();
        let id = self.enter(Stream::Opening { outbox: sender, answer });
        // From here on, dropping it says that the socket is gone.
        let forwarded = Forwarded::new(id, Arc::clone(self));
        self.frames.send(ToOwner::Open(id, opening)).await.map_err(|_| NotOpen::NotThere)?;
        answered.await.unwrap_or(Err(NotOpen::NotThere))?;
        Ok((forwarded, receiver))
    }

    /// Asks the other node. None if it can't answer, or not in this time.
    pub(crate) async fn ask(&self, question: Question, patience: Duration) -> Option<Bytes> {
        let (answer, answered) = oneshot::channel();
        let id = self.enter(Stream::Asked(answer));
        let asked = async {
            self.frames.send(ToOwner::Ask(id, question)).await.ok()?;
            answered.await.ok()
        };
        let reply = timeout(patience, asked).await.ok().flatten();
        self.streams.remove(id);
        reply.filter(|reply| !reply.is_empty())
    }

    /// Tells the other node something, if that is possible now.
    pub(super) async fn tell(&self, notice: Notice) -> bool {
        self.frames.send(ToOwner::Notice(notice)).await.is_ok()
    }

    fn enter(&self, stream: Stream) -> u32 {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        self.streams.lock().insert(id, stream);
        // The task that would remove it may have ended a moment ago.
        if self.is_broken() {
            self.streams.remove(id);
        }
        id
    }
}

/// A socket's connection to a table of another node. Dropping it disconnects the socket from the table.
#[derive(Debug)]
pub(crate) struct Forwarded {
    id: u32,
    link: Arc<Link>,
}

impl Forwarded {
    fn new(id: u32, link: Arc<Link>) -> Self {
        gauge!(names::FORWARDED).increment(1);
        Self { id, link }
    }

    /// Hands a command to the table, which will answer it. False if the connection is broken.
    pub(crate) async fn command(&self, command: Command) -> bool {
        self.link.frames.send(ToOwner::Command(self.id, command)).await.is_ok()
    }

    /// Asks for the whole table. False if the connection is broken.
    pub(crate) async fn resync(&self) -> bool {
        self.link.frames.send(ToOwner::Resync(self.id)).await.is_ok()
    }
}

impl Drop for Forwarded {
    fn drop(&mut self) {
        gauge!(names::FORWARDED).decrement(1);
        self.link.streams.remove(self.id);
        let close = ToOwner::Close(self.id);
        if let Err(mpsc::error::TrySendError::Full(close)) = self.link.frames.try_send(close)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let frames = self.link.frames.clone();
            runtime.spawn(async move { frames.send(close).await });
        }
    }
}

impl Streams {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<u32, Stream>> {
        lock(&self.0)
    }

    fn remove(&self, id: u32) {
        self.lock().remove(&id);
    }

    /// Passes on what the other node says. What belongs to no stream any more is dropped.
    fn take(&self, frame: FromOwner) {
        let mut streams = self.lock();
        match frame {
            FromOwner::Beat => {}
            FromOwner::Opened(id) => {
                if let Some(Stream::Opening { outbox, answer }) = streams.remove(&id) {
                    streams.insert(id, Stream::Open(outbox));
                    // Whoever asked may have gone; then it says so itself.
                    let _ = answer.send(Ok(()));
                }
            }
            FromOwner::NotHere(id) => refuse(streams.remove(&id), NotOpen::NotThere),
            FromOwner::Refused(id, refusal) => refuse(streams.remove(&id), NotOpen::Refused(refusal)),
            FromOwner::News(id, text) => {
                if let Some(Stream::Open(outbox)) = streams.get(&id) {
                    outbox.news(text);
                }
            }
            FromOwner::Whole(id, text) => {
                if let Some(Stream::Open(outbox)) = streams.get(&id) {
                    outbox.whole(text);
                }
            }
            FromOwner::Answer(id, text) => {
                if let Some(Stream::Open(outbox)) = streams.get(&id) {
                    outbox.answer(text);
                }
            }
            // Dropping the outbox closes the socket.
            FromOwner::Ended(id) => drop(streams.remove(&id)),
            FromOwner::Gone(id) => {
                if let Some(Stream::Open(outbox)) = streams.remove(&id) {
                    outbox.gone();
                }
            }
            FromOwner::Reply(id, body) => {
                if let Some(Stream::Asked(answer)) = streams.remove(&id) {
                    let _ = answer.send(body);
                }
            }
        }
    }
}

fn refuse(stream: Option<Stream>, why: NotOpen) {
    if let Some(Stream::Opening { answer, .. }) = stream {
        let _ = answer.send(Err(why));
    }
}

/// Runs a connection until it breaks.
async fn run(
    node: SocketAddr,
    connection: Connection,
    mut queued: mpsc::Receiver<ToOwner>,
    streams: Arc<Streams>,
) {
    tracing::info!(%node, "connected to a node");
    let (mut incoming, outgoing) = wire::halves(connection);
    let reading = async {
        loop {
            let frame = wire::next(&mut incoming).await?;
            streams.take(FromOwner::decode(frame).map_err(wire::invalid)?);
        }
    };
    let ended: io::Result<()> = tokio::select! {
        ended = reading => ended,
        ended = wire::send_all(outgoing, &mut queued, &ToOwner::Beat, ToOwner::encode) => ended,
    };
    if let Err(error) = ended {
        tracing::warn!(%node, %error, "the connection to a node broke");
    }
    // Nothing can be sent any more; and nobody waits for anything any more.
    queued.close();
    streams.lock().clear();
}
