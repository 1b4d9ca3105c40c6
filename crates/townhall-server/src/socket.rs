//! The task of one WebSocket: a client's connection to a table.
//!
//! It stops reading while too many of its commands are unanswered, and while it writes. So a client that does not read
//! can't send further commands.

use std::{
    error::Error,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    extract::{
        Extension, Query, State, WebSocketUpgrade,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket, rejection::WebSocketUpgradeRejection},
    },
    http::HeaderMap,
    response::Response,
};
use futures_util::SinkExt;
use metrics::counter;
use serde::Deserialize;
use tokio::{
    sync::{mpsc, watch},
    time::{self, timeout},
};
use townhall_store::DeviceId;
use townhall_system::{Counted, stopped};

use crate::{
    app::App,
    connections,
    http::{
        extract::{Client, PathCode, Valid, login},
        refused::Refused,
    },
    hub::{GuestEvents, Next, Out, OutboxReceiver, Place, SocketRequest},
    limits::{Address, Permit, TokenBucket},
    metrics::names,
};
use townhall_table::{
    journal::PlayerId,
    protocol::{Bye, Code, Command, Frame, Refusal},
};

/// The largest message that is read, in bytes. A larger one closes the socket; one that is smaller but exceeds the
/// configured limit is refused.
const MAX_MESSAGE_BYTES: usize = 16 * 1024;
/// The size of a socket's read and write buffers, in bytes: small, because thousands of sockets are idle most of the
/// time.
const BUFFER_BYTES: usize = 2 * 1024;
/// How many commands of one socket may be unanswered at the same time.
const MAX_IN_FLIGHT: usize = 8;
/// The shortest interval between pings, even if the configured one is shorter: a timer's interval can't be zero.
const MIN_PING_INTERVAL: Duration = Duration::from_millis(10);
/// How long closing a socket may take, with the client's answer to the close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

#[derive(Deserialize, utoipa::IntoParams)]
pub(crate) struct Since {
    /// The table's version that the client has seen: log and talk begin after it.
    #[serde(default)]
    since: u64,
}

/// Opens the socket of a table: text frames of JSON, a `Command` each from the client and a `Frame` each
/// from the server.
#[utoipa::path(get, path = "/api/tables/{code}/socket", params(("code" = String, Path), Since),
    responses((status = 101, description = "A WebSocket"), Refused))]
pub(crate) async fn upgrade(
    State(app): State<Arc<App>>,
    Client { address, is_https }: Client,
    PathCode(code): PathCode,
    Valid(Query(Since { since })): Valid<Query<Since>>,
    headers: HeaderMap,
    Extension(plain): Extension<Arc<connections::Connection>>,
    socket: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refused> {
    let socket = socket.map_err(|rejection| Refusal::new(Code::Malformed, rejection.body_text()))?;
    let permit =
        app.sockets.admit(address).ok_or_else(|| Refusal::new(Code::TooMany, "too many sockets are open"))?;
    let (events, login) = app.hub.watched(login(&app, &headers, is_https)).await;
    let login = login?;
    let device = login.as_ref().map(|login| login.device);
    let person = login.map(|login| login.person);
    let guest = person.as_ref().map(|person| person.id);
    let (place, outbox) = app.hub.connect(&SocketRequest { code, person, since, address }).await?;
    let socket = socket
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES);
    plain.becomes_socket();
    Ok(socket.on_upgrade(move |stream| {
        let limits = &app.config.limits;
        let connection = Connection {
            stream,
            place,
            outbox,
            device,
            guest,
            events,
            address,
            bucket: TokenBucket::new(limits.messages),
            in_flight: 0,
            malformed: 0,
            excess: 0,
            heard: Instant::now(),
            stopping: app.stopping.clone(),
            _open: app.open_sockets.clone(),
            _permit: permit,
            app,
        };
        connection.run()
    }))
}

struct Connection {
    app: Arc<App>,
    stream: WebSocket,
    place: Place,
    outbox: OutboxReceiver,
    device: Option<DeviceId>,
    guest: Option<PlayerId>,
    events: GuestEvents,
    address: Address,
    bucket: TokenBucket,
    /// How many commands are unanswered.
    in_flight: usize,
    /// How many messages could not be read.
    malformed: u32,
    /// How many messages exceeded the rate limit.
    excess: u32,
    /// When the last message was received.
    heard: Instant,
    stopping: watch::Receiver<bool>,
    _open: mpsc::Sender<()>,
    _permit: Permit,
}

/// Why the exchange on a socket ends.
enum End {
    /// The client closed the socket, or the connection was lost.
    Lost,
    /// The server closes the socket, for this reason or because the table's task failed.
    Close(Option<Bye>),
}

impl From<Bye> for End {
    fn from(why: Bye) -> Self {
        Self::Close(Some(why))
    }
}

/// The close code of a reason. The codes are documented in docs/protocol.md.
const fn close_code(why: Option<Bye>) -> u16 {
    match why {
        Some(Bye::Shutdown) => 4000,
        Some(Bye::TooMuch) => 4001,
        Some(Bye::TooSlow) => 4002,
        Some(Bye::Silent) => 4003,
        Some(Bye::Gone) => 4004,
        Some(Bye::SignedOut) => 4005,
        // The table's task failed: the client connects again, and the table is read anew.
        None => 1011,
    }
}

impl Connection {
    async fn run(mut self) {
        let _counted = Counted::new(names::SOCKETS);
        let End::Close(why) = self.exchange().await else { return };
        counter!(names::CLOSED, "why" => why.map_or("Failed".to_owned(), |why| format!("{why:?}")))
            .increment(1);
        match why {
            Some(Bye::TooMuch) => {
                self.app.refusals.socket("too many messages, or too large ones", self.address)
            }
            Some(Bye::TooSlow) => self.app.refusals.socket("the client does not read", self.address),
            _ => {}
        }
        let Self { mut stream, place, outbox, .. } = self;
        drop((place, outbox));
        // A client that does not read in time loses the reason.
        let _ = timeout(CLOSE_TIMEOUT, close_gracefully(&mut stream, why)).await;
    }

    async fn exchange(&mut self) -> End {
        let mut clock = time::interval(self.app.config.times.ping.max(MIN_PING_INTERVAL));
        clock.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
        clock.tick().await;
        loop {
            let step = tokio::select! {
                biased;
                () = stopped(&mut self.stopping) => Err(Bye::Shutdown.into()),
                next = self.outbox.next() => self.pass_on(next).await,
                // Close sockets of signed-out devices, also of guests that are being forgotten.
                out = self.events.signed_out.recv() => match out {
                    Ok(device) if Some(device) != self.device => Ok(()),
                    Ok(_) => Err(Bye::SignedOut.into()),
                    // This socket missed some messages, so it can't know whether its device is among them.
                    Err(_) => Err(End::Close(None)),
                },
                renamed = self.events.renamed.recv() => match renamed {
                    Ok(person) if Some(person.id) == self.guest => {
                        if self.place.renamed(person).await { Ok(()) } else { Err(End::Close(None)) }
                    }
                    // Another guest, or this socket missed some messages: the next connection has the name.
                    _ => Ok(()),
                },
                // The sender lives as long as the hub.
                Ok(()) = self.events.blocks.changed() => self.still_allowed(),
                received = self.stream.recv(), if self.in_flight < MAX_IN_FLIGHT => match received {
                    Some(Ok(message)) => self.receive(message).await,
                    Some(Err(error)) if is_too_large(&error) => Err(Bye::TooMuch.into()),
                    Some(Err(_)) | None => Err(End::Lost),
                },
                _ = clock.tick() => self.ping().await,
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    /// Sends all queued frames, beginning with this one.
    async fn pass_on(&mut self, first: Next) -> Result<(), End> {
        let mut next = Some(first);
        while let Some(now) = next {
            match now {
                Next::Send(out) => {
                    let text = match out {
                        Out::News(text) | Out::Whole(text) => text,
                        Out::Answer(text) => {
                            self.in_flight = self.in_flight.saturating_sub(1);
                            text
                        }
                    };
                    self.feed(Message::Text(text)).await?;
                }
                Next::Resync => {
                    self.flush().await?;
                    if !self.place.resync().await {
                        return Err(End::Close(None));
                    }
                }
                Next::Closed => return Err(End::Close(None)),
                Next::Removed => return Err(Bye::Gone.into()),
            }
            next = self.outbox.try_next();
        }
        self.flush().await
    }

    async fn receive(&mut self, message: Message) -> Result<(), End> {
        self.heard = Instant::now();
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return self.refuse_unread(Code::Malformed, "expected text").await,
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Close(_) => return Err(End::Lost),
        };
        let limits = self.app.config.limits;
        if text.len() > limits.message_bytes {
            let expected = format!("expected at most {} bytes", limits.message_bytes);
            return self.refuse_unread(Code::TooLarge, &expected).await;
        }
        let command: Command = match serde_json::from_str(&text) {
            Ok(command) => command,
            Err(error) => return self.refuse_unread(Code::Malformed, &error.to_string()).await,
        };
        if !self.bucket.take() || !self.app.messages.take(self.address) {
            self.excess += 1;
            if self.excess > limits.excess {
                return Err(Bye::TooMuch.into());
            }
            let refusal = Refusal::new(Code::TooMany, "too many messages; wait a little");
            return self.refuse(command.id, refusal).await;
        }
        self.in_flight += 1;
        if self.place.command(command).await { Ok(()) } else { Err(End::Close(None)) }
    }

    /// Refuses a message that could not be read, and so has no command's id.
    async fn refuse_unread(&mut self, code: Code, detail: &str) -> Result<(), End> {
        self.malformed += 1;
        if self.malformed > self.app.config.limits.malformed {
            return Err(Bye::TooMuch.into());
        }
        self.refuse(String::new(), Refusal::new(code, detail)).await
    }

    async fn refuse(&mut self, id: String, refusal: Refusal) -> Result<(), End> {
        counter!(names::REFUSALS, "code" => format!("{:?}", refusal.code)).increment(1);
        self.send(Frame::refused(id, refusal).to_json().into()).await
    }

    /// Ends the exchange if the operator has blocked the client, who gets the reason when it connects again.
    fn still_allowed(&self) -> Result<(), End> {
        let allowed = self.app.hub.blocks().allow(Some(self.address), self.guest);
        allowed.map_err(|_| End::Close(None))
    }

    async fn ping(&mut self) -> Result<(), End> {
        // The block may have begun while the client was connecting.
        self.still_allowed()?;
        if self.heard.elapsed() > self.app.config.times.silent {
            return Err(Bye::Silent.into());
        }
        self.feed(Message::Ping(axum::body::Bytes::new())).await?;
        self.flush().await
    }

    async fn send(&mut self, text: Utf8Bytes) -> Result<(), End> {
        self.feed(Message::Text(text)).await?;
        self.flush().await
    }

    async fn feed(&mut self, message: Message) -> Result<(), End> {
        let slow = self.app.config.times.slow;
        with_write_timeout(slow, &mut self.stopping, self.stream.feed(message)).await
    }

    async fn flush(&mut self) -> Result<(), End> {
        let slow = self.app.config.times.slow;
        with_write_timeout(slow, &mut self.stopping, SinkExt::<Message>::flush(&mut self.stream)).await
    }
}

/// Waits until a write completes, or fails if the client takes too long to read or the server stops.
async fn with_write_timeout(
    slow: Duration,
    stopping: &mut watch::Receiver<bool>,
    writing: impl Future<Output = Result<(), axum::Error>>,
) -> Result<(), End> {
    tokio::select! {
        biased;
        written = timeout(slow, writing) => match written {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Lost),
            Err(_) => Err(Bye::TooSlow.into()),
        },
        () = stopped(stopping) => Err(Bye::Shutdown.into()),
    }
}

/// Sends the reason, closes, and waits for the client's answer, so that sent frames are not lost by closing too early.
async fn close_gracefully(stream: &mut WebSocket, why: Option<Bye>) {
    if let Some(why) = why {
        let bye = Message::Text(Frame::Bye { why }.to_json().into());
        if stream.send(bye).await.is_err() {
            return;
        }
    }
    let close = CloseFrame { code: close_code(why), reason: Utf8Bytes::from_static("") };
    if stream.send(Message::Close(Some(close))).await.is_ok() {
        while let Some(Ok(_)) = stream.recv().await {}
    }
}

/// Whether a message was larger than [`MAX_MESSAGE_BYTES`].
fn is_too_large(error: &axum::Error) -> bool {
    // This crate must depend on the version of tungstenite that axum uses: otherwise the types differ.
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    matches!(cause, Some(tungstenite::Error::Capacity(_)))
}
