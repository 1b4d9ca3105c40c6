//! The streams of connections, which are closed when their clients read too slowly.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use metrics::counter;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

use crate::{connections::Admission, metrics::names};

/// How many bytes a client that has fallen behind must read within the time limit for slow readers, unless fewer are
/// left.
const MIN_READ_BYTES: usize = 16 * 1024;

/// A connection's stream. Writing to it fails if the client reads too slowly, unless it is a WebSocket, which has its
/// own timeout.
#[derive(Debug)]
pub(crate) struct Guarded<S> {
    stream: S,
    admission: Admission,
    slow: Duration,
    /// While the client is behind: the timer after which it is too slow, and how many bytes it has read since the timer
    /// was started.
    behind: Option<(Pin<Box<Sleep>>, usize)>,
}

impl<S> Guarded<S> {
    /// A stream whose client has the time `slow` to read what it was sent.
    pub(crate) const fn new(stream: S, admission: Admission, slow: Duration) -> Self {
        Self { stream, admission, slow, behind: None }
    }

    /// Passes the result of a write on, or an error if the client has been behind for too long.
    fn wrote(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) => {
                self.admission.connection().touch();
                if let Some((_, taken)) = &mut self.behind {
                    *taken += bytes;
                    if *taken >= MIN_READ_BYTES {
                        self.behind = None;
                    }
                }
            }
            Poll::Pending if !self.admission.connection().is_socket() => {
                let slow = self.slow;
                let (limit, _) = self.behind.get_or_insert_with(|| (Box::pin(sleep(slow)), 0));
                ready!(limit.as_mut().poll(context));
                counter!(names::CONNECTIONS_REFUSED, "what" => "slow").increment(1);
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            _ => {}
        }
        written
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Guarded<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.admission.connection().touch();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Guarded<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.wrote(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // A flush that has completed means that nothing is left to write.
        self.behind = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;
    use crate::{connections::Connections, limits::Address};

    const TIME_TO_READ: Duration = Duration::from_secs(30);

    fn guarded(bytes: usize) -> (Guarded<tokio::io::DuplexStream>, tokio::io::DuplexStream) {
        let (ours, theirs) = duplex(bytes);
        let admission =
            Connections::new(1, None, 1).admit(Address::from(IpAddr::from([192, 0, 2, 1]))).unwrap();
        (Guarded::new(ours, admission, TIME_TO_READ), theirs)
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_is_disconnected() {
        let (mut ours, _theirs) = guarded(10);
        let begun = tokio::time::Instant::now();
        let error = ours.write_all(&[0; 100]).await.unwrap_err();
        assert_eq!((error.kind(), begun.elapsed().as_secs()), (io::ErrorKind::TimedOut, 30));
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_single_bytes_is_disconnected() {
        let (mut ours, mut theirs) = guarded(10);
        let reading = tokio::spawn(async move {
            while theirs.read_u8().await.is_ok() {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        assert!(ours.write_all(&[0; 100]).await.is_err());
        drop(ours);
        reading.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_steadily_stays_connected() {
        let (mut ours, mut theirs) = guarded(MIN_READ_BYTES);
        let reading = tokio::spawn(async move {
            let mut part = vec![0; MIN_READ_BYTES];
            while theirs.read_exact(&mut part).await.is_ok() {
                tokio::time::sleep(TIME_TO_READ - Duration::from_secs(5)).await;
            }
        });
        ours.write_all(&vec![0; 20 * MIN_READ_BYTES]).await.unwrap();
        ours.flush().await.unwrap();
        // The time only runs while something is to be read.
        tokio::time::sleep(10 * TIME_TO_READ).await;
        ours.write_all(&[0; 10]).await.unwrap();
        drop(ours);
        reading.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn sockets_are_exempt() {
        let (mut ours, _theirs) = guarded(10);
        ours.admission.connection().becomes_socket();
        assert!(tokio::time::timeout(10 * TIME_TO_READ, ours.write_all(&[0; 100])).await.is_err());
    }
}
