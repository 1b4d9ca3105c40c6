//! Both ends of a connection between nodes: reading, writing, and noticing that nobody is there any more.

use std::{io, time::Duration};

use axum::body::Bytes;
use futures_util::{SinkExt, StreamExt};
use tokio::{
    net::tcp::{OwnedReadHalf, OwnedWriteHalf},
    sync::mpsc,
    time::timeout,
};
use tokio_util::codec::{FramedRead, FramedWrite, LengthDelimitedCodec};

use super::greeting::Connection;

/// How often a node says that it is there, if it has nothing else to say.
const BEAT: Duration = Duration::from_secs(1);
/// After how long without a word, or without reading any, the other node counts as gone.
const SILENCE: Duration = Duration::from_secs(4);
/// How many frames may wait to be sent.
pub(super) const QUEUE: usize = 256;

/// The reading half.
pub(super) type Incoming = FramedRead<OwnedReadHalf, LengthDelimitedCodec>;
/// The writing half.
pub(super) type Outgoing = FramedWrite<OwnedWriteHalf, LengthDelimitedCodec>;

/// Splits a connection.
pub(super) fn halves(connection: Connection) -> (Incoming, Outgoing) {
    let parts = connection.into_parts();
    let (read, write) = parts.io.into_split();
    let mut incoming = FramedRead::new(read, parts.codec.clone());
    *incoming.read_buffer_mut() = parts.read_buf;
    (incoming, FramedWrite::new(write, parts.codec))
}

/// The next frame.
pub(super) async fn next(incoming: &mut Incoming) -> io::Result<Bytes> {
    match timeout(SILENCE, incoming.next()).await {
        Ok(Some(frame)) => Ok(frame?.freeze()),
        Ok(None) => Err(io::ErrorKind::UnexpectedEof.into()),
        Err(_) => Err(io::Error::new(io::ErrorKind::TimedOut, "nothing was heard for a while")),
    }
}

/// Sends all that is queued, and a beat when there is nothing, until nobody can queue anything any more.
pub(super) async fn send_all<T>(
    mut outgoing: Outgoing,
    queued: &mut mpsc::Receiver<T>,
    beat: &T,
    encode: fn(&T) -> Bytes,
) -> io::Result<()> {
    let mut frames = Vec::with_capacity(QUEUE);
    loop {
        match timeout(BEAT, queued.recv_many(&mut frames, QUEUE)).await {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            Err(_) => outgoing.feed(encode(beat)).await?,
        }
        let writing = async {
            for frame in frames.drain(..) {
                outgoing.feed(encode(&frame)).await?;
            }
            SinkExt::<Bytes>::flush(&mut outgoing).await
        };
        timeout(SILENCE, writing)
            .await
            .map_err(|_| io::Error::new(io::ErrorKind::TimedOut, "nothing was read for a while"))??;
    }
}

/// A frame that can't be read.
pub(super) fn invalid(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
