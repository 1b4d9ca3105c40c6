//! The stream of one socket between the node that it is connected to and the node that has its table.
//!
//! A stream is a request with a body in both directions: lines of JSON. The request begins with the [`SocketRequest`] and goes on
//! with commands; it ends when the socket does. The answer consists of the frames for the socket, each after a letter for
//! its kind; it ends when the table's task does.

use std::{convert::Infallible, io};

use axum::{
    body::{Body, BodyDataStream, Bytes},
    extract::ws::Utf8Bytes,
};
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_util::{
    codec::{FramedRead, LinesCodec},
    io::StreamReader,
};
use townhall_server::{
    hub::{FromSocket, Next, Out, OutboxReceiver, Place, SocketRequest, outbox},
    metrics::names,
};
use townhall_system::Counted;

/// The path at which a node accepts the sockets of others.
pub(crate) const PATH: &str = "/cluster/socket";
/// The longest line, in bytes: more than the largest table.
const LONGEST_LINE: usize = 16 * 1024 * 1024;
/// The most commands of a socket that may wait to be sent: more than a socket sends before it is answered.
const QUEUED_COMMANDS: usize = 32;

const NEWS: char = 'n';
const WHOLE: char = 'w';
const ANSWER: char = 'a';
const REMOVED: char = 'g';

/// The lines of a body.
type Lines = FramedRead<StreamReader<IoStream, Bytes>, LinesCodec>;
type IoStream = stream::MapErr<BodyDataStream, fn(axum::Error) -> io::Error>;

fn lines(body: Body) -> Lines {
    let bytes = body.into_data_stream().map_err(io::Error::other as fn(axum::Error) -> io::Error);
    FramedRead::new(StreamReader::new(bytes), LinesCodec::new_with_max_length(LONGEST_LINE))
}

fn json_line(value: &impl Serialize) -> Bytes {
    let mut line = serde_json::to_vec(value).expect("a command can be serialised");
    line.push(b'\n');
    line.into()
}

/// A body of a request with what a socket sends to its table. It ends when the [`Place`] is dropped.
pub(crate) fn requests(socket: &SocketRequest) -> (Place, Body) {
    let (sender, mut queue) = mpsc::channel::<FromSocket>(QUEUED_COMMANDS);
    let queued = stream::poll_fn(move |context| queue.poll_recv(context));
    let first = stream::iter([json_line(socket)]);
    let lines = first.chain(queued.map(|request| json_line(&request))).map(Ok::<_, Infallible>);
    (Place::elsewhere(sender), Body::from_stream(lines))
}

/// Queues the frames of a body in an outbox, which is closed when the body ends. The body is read to its end even if the
/// socket is slow: the outbox is bounded and drops excess news.
pub(crate) fn receive(body: Body, outbox_bytes: usize) -> OutboxReceiver {
    let (sender, receiver) = outbox(outbox_bytes);
    tokio::spawn(async move {
        let _counted = Counted::new(names::FORWARDED);
        let mut lines = lines(body);
        while let Some(Ok(mut line)) = lines.next().await {
            let kind = if line.is_char_boundary(1) { line.remove(0) } else { return };
            match kind {
                NEWS => sender.news(Utf8Bytes::from(line)),
                WHOLE => sender.whole(Utf8Bytes::from(line)),
                ANSWER => sender.answer(Utf8Bytes::from(line)),
                REMOVED => return sender.removed(),
                _ => return,
            }
        }
    });
    receiver
}

/// The messages of a socket of another node, after its request to be connected.
pub(crate) struct Incoming(Lines);

impl Incoming {
    /// Reads the request to be connected. None if the body is not one of a node.
    pub(crate) async fn open(body: Body) -> Option<(SocketRequest, Self)> {
        let mut lines = lines(body);
        let line = lines.next().await?.ok()?;
        Some((serde_json::from_str(&line).ok()?, Self(lines)))
    }

    /// The body of the answer: the frames for the socket, until the socket or the table's task ends.
    pub(crate) fn answer(self, place: Place, outbox: OutboxReceiver) -> Body {
        let hosted = Hosted { place, outbox, lines: self.0, _counted: Counted::new(names::HOSTED) };
        Body::from_stream(hosted.frames().map(Ok::<_, Infallible>))
    }
}

/// A socket of another node at a table of this one.
struct Hosted {
    place: Place,
    outbox: OutboxReceiver,
    lines: Lines,
    _counted: Counted,
}

impl Hosted {
    fn frames(self) -> impl Stream<Item = Bytes> + Send + 'static {
        stream::unfold(Some(self), |hosted| async move {
            let mut hosted = hosted?;
            Some(match hosted.next().await? {
                Next::Send(Out::News(text)) => (line(NEWS, &text), Some(hosted)),
                Next::Send(Out::Whole(text)) => (line(WHOLE, &text), Some(hosted)),
                Next::Send(Out::Answer(text)) => (line(ANSWER, &text), Some(hosted)),
                Next::Removed => (line(REMOVED, ""), None),
                Next::Resync | Next::Closed => return None,
            })
        })
    }

    /// Passes the socket's messages to the table until there is a frame for the socket. None: the socket or the table's task
    /// has ended.
    async fn next(&mut self) -> Option<Next> {
        loop {
            let goes_on = tokio::select! {
                next = self.outbox.next() => match next {
                    Next::Resync => self.place.resync().await,
                    next => return Some(next),
                },
                line = self.lines.next() => match serde_json::from_str(&line?.ok()?).ok()? {
                    FromSocket::Command(command) => self.place.command(command).await,
                    FromSocket::Resync => self.place.resync().await,
                    FromSocket::Renamed(person) => self.place.renamed(person).await,
                },
            };
            if !goes_on {
                return None;
            }
        }
    }
}

fn line(kind: char, text: &str) -> Bytes {
    let mut line = String::with_capacity(text.len() + 2);
    line.push(kind);
    line.push_str(text);
    line.push('\n');
    line.into()
}
