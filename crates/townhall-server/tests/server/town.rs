//! A server to test, and guests who use it over the wire.

use std::{
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

use between_two_cities::BetweenTwoCities;
use futures_util::{SinkExt, StreamExt};
use rust_embed::RustEmbed;
use serde_json::{Value, json};
use tabletop::prelude::*;
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::{sleep, timeout},
};
use townhall_client::{
    ClientError, Method, Request, Response, Site, Socket, StatusCode,
    tungstenite::{
        Error, Message,
        protocol::{CloseFrame, frame::coding::CloseCode},
    },
};
use townhall_cluster::{NodeConfig, NodeError};
use townhall_games::catalogue;
use townhall_server::{
    Server,
    config::{Config, Limits},
};
use townhall_store::{Data, DatabaseUrl};
use townhall_table::{Catalogue, protocol::take_in};

use super::{clock_use::ClockUse, engine::Database};

/// How long a test waits for a frame or an answer before it fails.
const TEST_TIMEOUT: Duration = Duration::from_secs(20);

/// Waits until something is so, which is looked at every few milliseconds.
pub(crate) async fn until(mut is_so: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !is_so().await {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(TEST_TIMEOUT, waiting).await.expect("it becomes so");
}

/// A web client of only a page.
#[derive(RustEmbed)]
#[folder = "tests/fixtures/client"]
struct Client;

/// A server with a file or a database of its own.
pub(crate) struct Town {
    server: Option<Server>,
    folder: TempDir,
    database: Option<Database>,
    change: fn(&mut Config),
    catalogue: fn() -> Catalogue,
    node: Option<NodeConfig>,
    _clock: ClockUse,
}

impl Town {
    pub(crate) async fn start() -> Self {
        // Tests play faster than people.
        Self::with(|config| config.limits = Limits::none()).await
    }

    pub(crate) async fn with(change: fn(&mut Config)) -> Self {
        Self::of(catalogue, change).await
    }

    /// A server that runs alone in this process, for a test that sets the clock forward.
    pub(crate) async fn alone(change: fn(&mut Config)) -> Self {
        let mut town = Self::new(change, catalogue, ClockUse::alone(0));
        town.again().await;
        town
    }

    /// A server of these games.
    pub(crate) async fn of(catalogue: fn() -> Catalogue, change: fn(&mut Config)) -> Self {
        let mut town = Self::closed(change, catalogue);
        town.again().await;
        town
    }

    /// A server on a copy of an existing file.
    pub(crate) async fn from_file(file: &[u8], change: fn(&mut Config)) -> Self {
        let mut town = Self::closed(change, catalogue);
        std::fs::write(town.file(), file).unwrap();
        town.again().await;
        town
    }

    pub(crate) async fn on_postgres() -> Self {
        let mut town = Self::closed(|config| config.limits = Limits::none(), catalogue);
        town.database = Some(Database::create().await);
        town.again().await;
        town
    }

    /// A server on a Postgres, or the reason why it can't start.
    pub(crate) async fn at(url: DatabaseUrl, change: fn(&mut Config)) -> Result<Self, NodeError> {
        let mut town = Self::closed(change, catalogue);
        town.database = Some(Database { url });
        town.begin().await?;
        Ok(town)
    }

    /// A server that is one of several on a Postgres, or the reason why it can't start.
    pub(crate) async fn node(
        url: DatabaseUrl,
        node: NodeConfig,
        change: fn(&mut Config),
    ) -> Result<Self, NodeError> {
        let mut town = Self::closed(change, catalogue);
        town.database = Some(Database { url });
        town.node = Some(node);
        town.begin().await?;
        Ok(town)
    }

    /// Moves the town to a database, into which its file was copied.
    pub(crate) async fn moves_to(&mut self, database: Database) {
        self.database = Some(database);
        self.again().await;
    }

    /// Moves the town back to its file.
    pub(crate) async fn moves_back(&mut self) {
        self.database = None;
        self.again().await;
    }

    fn closed(change: fn(&mut Config), catalogue: fn() -> Catalogue) -> Self {
        Self::new(change, catalogue, ClockUse::shared())
    }

    fn new(change: fn(&mut Config), catalogue: fn() -> Catalogue, clock: ClockUse) -> Self {
        let folder = TempDir::new().unwrap();
        Self { server: None, folder, database: None, change, catalogue, node: None, _clock: clock }
    }

    /// Stops the server, if it runs, and starts another on the same file or database.
    pub(crate) async fn again(&mut self) {
        self.stop().await;
        self.begin().await.unwrap();
    }

    async fn begin(&mut self) -> Result<(), NodeError> {
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), self.file());
        if let Some(database) = &self.database {
            config.data = Data::Postgres(database.url.clone());
            config.accept_loss = true;
        }
        // Lists show at once what has changed.
        config.times.list_reuse = Duration::ZERO;
        (self.change)(&mut config);
        let catalogue = (self.catalogue)();
        self.server = Some(match self.node.clone() {
            None => Server::start_with_client::<Client>(config, catalogue).await?,
            Some(node) => townhall_cluster::start_with_client::<Client>(config, node, catalogue).await?,
        });
        Ok(())
    }

    pub(crate) async fn stop(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
    }

    /// Starts another server on a copy of this one's file. This one must be stopped.
    pub(crate) async fn twin(&self) -> Self {
        assert!(self.server.is_none(), "a server still writes to the file");
        let mut twin = Self::closed(self.change, self.catalogue);
        std::fs::copy(self.file(), twin.file()).unwrap();
        twin.again().await;
        twin
    }

    /// The database of a server that has one.
    pub(crate) fn database(&self) -> &Database {
        self.database.as_ref().unwrap()
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.path().join("town.db")
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.server.as_ref().unwrap().address()
    }

    /// The address of the metrics, which this server must serve.
    pub(crate) fn metrics(&self) -> SocketAddr {
        self.server.as_ref().unwrap().metrics().unwrap()
    }

    /// The value of a metric, which this server must serve.
    pub(crate) async fn counted(&self, name: &str) -> u64 {
        let site = Site::at(self.metrics());
        let metrics = site.request(Method::GET, "/metrics").send().await.unwrap().text();
        let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map_or(0, |number| number.parse().unwrap())
    }

    fn site(&self) -> Site {
        Site::at(self.address())
    }

    fn site_from(&self, from: Option<IpAddr>) -> Site {
        from.map_or_else(|| self.site(), |from| self.site().reached_from(from))
    }

    /// Sends a request without a cookie.
    pub(crate) async fn ask(&self, method: Method, path: &str) -> Response {
        self.request(method, path).send().await.unwrap()
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> Request {
        self.site().request(method, path)
    }

    pub(crate) async fn guest(&self, name: &str) -> Guest {
        self.guest_at(None, name).await
    }

    /// A guest whose requests come from this address of this machine.
    pub(crate) async fn guest_from(&self, from: [u8; 4], name: &str) -> Guest {
        self.guest_at(Some(from.into()), name).await
    }

    async fn guest_at(&self, from: Option<IpAddr>, name: &str) -> Guest {
        self.try_guest(from, name).await.unwrap()
    }

    /// A guest whose requests come from this address of this machine, or the refusal.
    pub(crate) async fn try_guest_from(&self, from: [u8; 4], name: &str) -> Result<Guest, Value> {
        self.try_guest(Some(from.into()), name).await
    }

    async fn try_guest(&self, from: Option<IpAddr>, name: &str) -> Result<Guest, Value> {
        let request = self.site_from(from).request(Method::PUT, "/api/me");
        let answer = request.json(&json!({"name": name, "colour": "moss"})).send().await.unwrap();
        if answer.status() != StatusCode::OK {
            return Err(answer.json().unwrap());
        }
        let cookie = answer.headers()["set-cookie"].to_str().unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        Ok(Guest(townhall_client::Guest::from_headers(answer.headers()).unwrap(), from))
    }

    /// A socket with the smallest possible receive buffer, for clients that don't read.
    pub(crate) async fn sleepy_socket(&self, guest: &Guest, code: &str) -> Wire {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let stream = socket.connect(self.address()).await.unwrap();
        Wire::new(self.site().socket_on(stream, None, Some(&guest.0), code, 0).await.unwrap()).await
    }

    /// A socket without a cookie, which reads nothing after the answer to the upgrade.
    pub(crate) async fn deaf_socket(&self, code: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket.connect(self.address()).await.unwrap();
        let request = format!(
            "GET /api/tables/{code}/socket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.address()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.unwrap();
        assert_eq!(&status, b"HTTP/1.1 101");
        stream
    }

    /// Connects a socket. The error is the refusal's status and code.
    pub(crate) async fn socket(
        &self,
        guest: Option<&Guest>,
        code: &str,
        since: u64,
        origin: Option<&str>,
    ) -> Result<Wire, (u16, String)> {
        let site = guest.map_or_else(|| self.site(), |guest| self.site_from(guest.1));
        let stream = site.connect().await.unwrap();
        let guest = guest.map(|guest| &guest.0);
        match site.socket_on(stream, origin, guest, code, since).await {
            Ok(stream) => Ok(Wire::new(stream).await),
            Err(ClientError::Socket(error)) => match *error {
                Error::Http(response) => {
                    let body = response.body().as_deref().unwrap_or_default();
                    let refusal: Value = serde_json::from_slice(body).unwrap_or_default();
                    let code = refusal["code"].as_str().unwrap_or_default();
                    Err((response.status().as_u16(), code.to_owned()))
                }
                error => panic!("{error}"),
            },
            Err(error) => panic!("{error}"),
        }
    }
}

/// A guest with a cookie.
pub(crate) struct Guest(townhall_client::Guest, Option<IpAddr>);

impl Guest {
    pub(crate) fn with_secret(secret: [u8; 32]) -> Self {
        let digits: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut headers = hyper::HeaderMap::new();
        headers.insert("set-cookie", format!("townhall={digits}").parse().unwrap());
        Self(townhall_client::Guest::from_headers(&headers).unwrap(), None)
    }

    /// The guest whose cookie an answer sets.
    pub(crate) fn of(answer: &Response) -> Self {
        Self(townhall_client::Guest::from_headers(answer.headers()).unwrap(), None)
    }

    /// The secret in the cookie, as text.
    pub(crate) fn cookie_value(&self) -> &str {
        self.0.cookie().to_str().unwrap().split('=').next_back().unwrap()
    }

    pub(crate) fn request(&self, town: &Town, method: Method, path: &str) -> Request {
        town.site_from(self.1).request(method, path).by(&self.0)
    }

    pub(crate) async fn get(&self, town: &Town, path: &str) -> Value {
        self.request(town, Method::GET, path).send().await.unwrap().json().unwrap()
    }

    pub(crate) async fn send(&self, town: &Town, method: Method, path: &str, body: Value) -> (u16, Value) {
        let answer = self.request(town, method, path).json(&body).send().await.unwrap();
        (answer.status().as_u16(), answer.json().unwrap_or_default())
    }

    /// Opens a table and returns its code.
    pub(crate) async fn open(&self, town: &Town, table: Value) -> String {
        let (status, opened) = self.send(town, Method::POST, "/api/tables", table).await;
        assert_eq!(status, 200, "{opened}");
        opened["code"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn sit_at(&self, town: &Town, code: &str) -> Wire {
        town.socket(Some(self), code, 0, None).await.unwrap()
    }
}

/// A table to be opened, with bots at once.
pub(crate) fn table(game: &str, variant: &str, bots: &[&str], start: bool) -> Value {
    let own = if game == BetweenTwoCities::ID { json!({"passed_hands": true}) } else { json!({}) };
    json!({
        "game": game, "variant": variant, "players": bots.len() + 1, "bots": bots, "start": start,
        "options": {
            "pace": "untimed", "talk": "open", "undo": "until-revealed", "bots": "instant", "seating": "dealt",
            "listing": "public", "game": own,
        },
    })
}

/// A socket, and the table as its client knows it.
pub(crate) struct Wire {
    pub(crate) stream: Socket,
    pub(crate) table: Value,
    /// How often the whole table was received.
    pub(crate) whole: usize,
    /// All received frames, as text.
    pub(crate) received: Vec<String>,
    sent: u64,
    prefix: u64,
}

impl Wire {
    async fn new(stream: Socket) -> Self {
        let prefix = u64::from_ne_bytes(townhall_system::entropy::bytes());
        let mut wire = Self { stream, table: Value::Null, whole: 0, received: vec![], sent: 0, prefix };
        let first = wire.frame().await;
        assert_eq!(first["type"], "table");
        wire
    }

    /// The next frame, by which the table is brought up to date.
    pub(crate) async fn frame(&mut self) -> Value {
        match self.next().await {
            Ok(frame) => frame,
            Err(close) => panic!("the server closed the socket: {close:?}"),
        }
    }

    /// The next frame, or the code with which the server closed.
    pub(crate) async fn next(&mut self) -> Result<Value, Option<CloseCode>> {
        loop {
            let message = timeout(TEST_TIMEOUT, self.stream.next()).await.expect("the server says nothing");
            let text = match message {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(close))) => {
                    return Err(close.map(|CloseFrame { code, .. }| code));
                }
                Some(Ok(_)) => continue,
                Some(Err(_)) | None => return Err(None),
            };
            let frame: Value = serde_json::from_str(&text).unwrap();
            self.received.push(text.to_string());
            self.whole += usize::from(frame["type"] == "table");
            take_in(&mut self.table, &frame);
            return Ok(frame);
        }
    }

    pub(crate) async fn send_text(&mut self, text: impl Into<String>) {
        self.stream.send(Message::text(text.into())).await.unwrap();
    }

    /// Sends a command under this id.
    pub(crate) async fn send(&mut self, id: &str, action: Value) {
        let command = json!({"id": id, "on": self.table["version"], "action": action});
        self.send_text(command.to_string()).await;
    }

    /// Sends a command and waits for its answer. The error is the refusal's code.
    pub(crate) async fn act(&mut self, action: Value) -> Result<u64, String> {
        self.sent += 1;
        let id = format!("{}-{}", self.prefix, self.sent);
        self.send(&id, action).await;
        self.answer(&id).await
    }

    /// The answer to the command of this id.
    pub(crate) async fn answer(&mut self, id: &str) -> Result<u64, String> {
        loop {
            let frame = self.frame().await;
            if frame["id"] == id {
                return match frame["type"].as_str() {
                    Some("done") => Ok(frame["version"].as_u64().unwrap()),
                    _ => Err(frame["refusal"]["code"].as_str().unwrap().to_owned()),
                };
            }
        }
    }

    /// Reads until the table satisfies a condition.
    pub(crate) async fn until(&mut self, mut good: impl FnMut(&Value) -> bool) {
        while !good(&self.table) {
            self.frame().await;
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.table["status"] == "over"
    }

    /// Whether this seat has to act.
    pub(crate) fn asked(&self) -> bool {
        let (me, game) = (&self.table["me"], &self.table["game"]);
        let among = |seats: &Value| seats.as_array().is_some_and(|seats| seats.contains(me));
        among(&game["to_act"]) && !among(&game["sealed"])
    }

    /// Some legal move, of those that the table offers.
    pub(crate) fn some_move(&self) -> Value {
        self.moves().swap_remove(0)
    }

    /// Legal moves, of those that the table offers.
    pub(crate) fn moves(&self) -> Vec<Value> {
        let offers = &self.table["game"]["offers"];
        if let Some(moves) = offers.as_array() {
            // The offers of this game are its moves.
            assert!(!moves.is_empty(), "{offers}");
            return moves.clone();
        }
        let list = |kind: &str| offers[kind].as_array().into_iter().flatten();
        let choose = list("choose").map(|of| json!({"kind": "choose", "pieces": of["pieces"]}));
        let place = list("place")
            .map(|of| json!({"kind": "place", "piece": of["piece"], "city": of["city"], "spot": of["spot"]}));
        let take = list("take").map(|take| {
            let civics = take["civics"].as_u64().unwrap() as usize;
            let tokens = take["tokens"].as_array().into_iter().flatten().take(civics);
            let tokens: Vec<_> = tokens.map(|token| &token["id"]).collect();
            json!({
                "kind": "take", "cells": take["cells"], "pay": take["payments"][0]["pay"], "tokens": tokens,
            })
        });
        let plain = ["draw", "pass"].into_iter().filter(|kind| offers[kind] == true);
        let flip = list("flip").map(|cell| json!({"kind": "flip", "cell": cell}));
        let cards = take.chain(plain.map(|kind| json!({"kind": kind}))).chain(flip);
        let moves: Vec<Value> = choose.chain(place).chain(cards).collect();
        assert!(!moves.is_empty(), "{offers}");
        moves
    }

    /// Plays one move when this seat has to act. False if the game is over.
    pub(crate) async fn play_on(&mut self) -> bool {
        loop {
            while !self.is_over() && !self.asked() {
                self.frame().await;
            }
            if self.is_over() {
                return false;
            }
            let mv = self.some_move();
            match self.act(json!({"type": "move", "mv": mv})).await {
                Ok(_) => return true,
                // A partner was faster, and took the spot.
                Err(code) => assert!(code == "illegal" || code == "stale", "{mv}: {code}"),
            }
        }
    }

    /// Plays until the game is over.
    pub(crate) async fn play_out(&mut self) {
        while self.play_on().await {}
    }
}
