//! Clients that play whole games while nodes and databases fail, and record the commands and frames in the history.
//!
//! They connect to any node. A client without an answer, or whose socket is closed, connects to another node and sends the
//! command again under the same id.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use between_two_cities::Move;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{
    sync::{Mutex, mpsc::UnboundedReceiver, watch},
    time::{Instant, sleep, timeout},
};
use townhall_client::{ClientError, Guest, Method, Site, Socket, tungstenite::Message};
use townhall_table::protocol::take_in;

use super::{boxes::Notified, history::History, mail::MailServer, push::PushService};
use crate::crash::asked_moves;

/// The time limit for progress at a table, during any fault.
const PROGRESS_TIMEOUT: Duration = Duration::from_secs(90);
/// The id of the command by which a client says that its page is not in view.
const LOOK: &str = "look";
/// How long a client waits for an answer before it connects to another node.
const ANSWER: Duration = Duration::from_secs(8);

/// The state that all clients share.
pub(super) struct World {
    /// The addresses of all nodes, reachable or not.
    pub(super) sites: Vec<Site>,
    pub(super) history: History,
    /// Whether clients stop after their current game.
    pub(super) closing: AtomicBool,
    /// The number of acknowledged moves at each table.
    pub(super) moves: Vec<AtomicUsize>,
    pub(super) reconnects: AtomicUsize,
    pub(super) push: Arc<PushService>,
    pub(super) mail: MailServer,
    random: AtomicU64,
}

impl World {
    pub(super) fn new(
        sites: Vec<Site>,
        history: History,
        tables: usize,
        push: Arc<PushService>,
        mail: MailServer,
    ) -> Self {
        let moves = (0..tables).map(|_| AtomicUsize::new(0)).collect();
        let random = AtomicU64::new(u64::from(std::process::id()));
        Self {
            sites,
            history,
            closing: AtomicBool::new(false),
            moves,
            reconnects: AtomicUsize::new(0),
            push,
            mail,
            random,
        }
    }

    /// A pseudorandom number.
    pub(super) fn random(&self, below: usize) -> usize {
        let step = |state: u64| {
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
        };
        let state = self.random.fetch_update(Relaxed, Relaxed, |state| Some(step(state)));
        (state.unwrap_or_else(|state| state) >> 33) as usize % below
    }

    fn site(&self) -> Site {
        self.sites[self.random(self.sites.len())]
    }

    async fn guest(&self, name: &str) -> Guest {
        loop {
            if let Ok(Ok(guest)) = timeout(ANSWER, self.site().guest(name)).await {
                return guest;
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Subscribes a guest to notifications of their turns.
    async fn subscribe(&self, guest: &Guest, name: &str, by: By) -> UnboundedReceiver<Notified> {
        loop {
            match timeout(ANSWER, self.try_to_subscribe(guest, name, by)).await {
                Ok(Ok(received)) => return received,
                Ok(Err(_)) | Err(_) => sleep(Duration::from_millis(50)).await,
            }
        }
    }

    async fn try_to_subscribe(
        &self,
        guest: &Guest,
        name: &str,
        by: By,
    ) -> Result<UnboundedReceiver<Notified>, ClientError> {
        let site = self.site();
        let send = async |method, path: &str, body: Value| {
            site.request(method, path).by(guest).json(&body).send().await?.accepted(path)
        };
        let (channel, received) = match by {
            By::Push => {
                let (subscription, received) = self.push.subscribe(name);
                send(Method::PUT, "/api/me/notices", subscription).await?;
                return Ok(received);
            }
            By::Webhook => {
                let (address, received) = self.push.webhook(name);
                let body = json!({ "address": address, "language": "en" });
                let added: Value = send(Method::POST, "/api/me/webhooks", body).await?.json()?;
                (added["channel"]["id"].clone(), received)
            }
            By::Email => {
                let (address, mut codes, received) = self.mail.address(name);
                let body = json!({ "address": address, "language": "en" });
                send(Method::POST, "/api/me/email", body).await?;
                let code = codes.recv().await.ok_or(ClientError::Closed)?;
                let body = json!({ "code": code, "language": "en" });
                let added: Value = send(Method::POST, "/api/me/email/code", body).await?.json()?;
                (added["id"].clone(), received)
            }
        };
        let turns = json!({ "reasons": ["turn"], "quiet": null });
        send(Method::PUT, &format!("/api/me/channels/{channel}"), turns).await?;
        Ok(received)
    }

    async fn open(&self, host: &Guest, table: &Value) -> String {
        loop {
            if let Ok(Ok(code)) = timeout(ANSWER, self.site().open(host, table)).await {
                return code;
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    async fn socket(&self, guest: &Guest, code: &str) -> Socket {
        loop {
            if let Ok(Ok(socket)) = timeout(2 * ANSWER, self.site().socket(Some(guest), code, 0)).await {
                return socket;
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    async fn get(&self, path: &str) -> String {
        loop {
            let asked = async { self.site().request(Method::GET, path).send().await?.accepted("GET") };
            if let Ok(Ok(answer)) = timeout(2 * ANSWER, asked).await {
                return answer.text();
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Sends a command that is not a move, until it is answered.
    async fn order(&self, guest: &Guest, code: &str, action: &Value) {
        let command = json!({ "id": action["type"], "on": 0, "action": action }).to_string();
        loop {
            let mut socket = self.socket(guest, code).await;
            let ordering = async {
                socket.send(Message::text(command.clone())).await.ok()?;
                while let Some(Ok(message)) = socket.next().await {
                    let frame: Value = serde_json::from_str(&message.to_string()).unwrap_or_default();
                    match frame["type"].as_str() {
                        Some("done") => return Some(()),
                        Some("refused") if is_passing(&frame) => return None,
                        Some("refused") => panic!("{action}: {frame}"),
                        _ => {}
                    }
                }
                None
            };
            if let Ok(Some(())) = timeout(ANSWER, ordering).await {
                return;
            }
        }
    }
}

/// Whether the server refused only for now, so that the request should be repeated.
fn is_passing(refused: &Value) -> bool {
    matches!(refused["refusal"]["code"].as_str(), Some("internal" | "busy" | "too-many"))
}

/// How a player by correspondence is notified.
#[derive(Clone, Copy, Debug)]
enum By {
    Push,
    Email,
    Webhook,
}

/// A client at a table.
struct Player {
    world: Arc<World>,
    number: usize,
    guest: Guest,
    code: String,
    socket: Option<Socket>,
    table: Value,
    next_id: u64,
    /// The command that is in flight: id, version, move, and since when.
    pending: Option<(u64, u64, Move, Instant)>,
    /// The number of the next line of the log that is shown.
    next_line: u64,
    /// How many lines of the log of `table` were noted.
    known_lines: usize,
    /// How many questions it still answers: one for each notification, if it plays by correspondence.
    answers: Option<usize>,
}

impl Player {
    /// Plays until the end of the game by correspondence: connects when a notification comes, answers that question, and leaves.
    async fn correspond(mut self, mail: &mut UnboundedReceiver<Notified>, over: watch::Sender<bool>) {
        let mut ends = over.subscribe();
        let mut latest = 0;
        loop {
            let moves = self.world.moves[self.number].load(Relaxed);
            let turn = tokio::select! {
                _ = ends.wait_for(|over| *over) => return,
                received = timeout(PROGRESS_TIMEOUT, mail.recv()) => match received {
                    Ok(Some((code, turn))) if code == self.code => turn,
                    // It is about an earlier game.
                    Ok(_) => continue,
                    Err(_) => {
                        let now = self.world.moves[self.number].load(Relaxed);
                        assert!(now > moves, "table {}: no player is notified", self.code);
                        continue;
                    }
                }
            };
            self.answers = Some(usize::from(turn > latest));
            latest = latest.max(turn);
            self.table = Value::Null;
            let begun = Instant::now();
            // Until the question is answered; a notification that came twice only shows the table.
            while self.table.is_null() || self.answers != Some(0) || self.pending.is_some() {
                if timeout(ANSWER, self.step()).await.is_err()
                    || self.pending.as_ref().is_some_and(|(.., since)| since.elapsed() > ANSWER)
                {
                    self.socket = None;
                }
                if self.table["status"] == "over" && self.pending.is_none() {
                    break;
                }
                assert!(
                    begun.elapsed() < PROGRESS_TIMEOUT,
                    "table {}: turn {turn} can't be played",
                    self.code
                );
            }
            self.note(json!({ "kind": "notified", "turn": turn }));
            self.socket = None;
            if self.table["status"] == "over" {
                over.send_replace(true);
                return;
            }
        }
    }

    /// Plays until the end of the game.
    async fn play(mut self) {
        let mut moved = Instant::now();
        loop {
            let before = self.table["version"].clone();
            // Without an answer, the command is sent again to another node.
            if timeout(ANSWER, self.step()).await.is_err()
                || self.pending.as_ref().is_some_and(|(.., since)| since.elapsed() > ANSWER)
            {
                self.socket = None;
            }
            if self.table["status"] == "over" && self.pending.is_none() {
                return;
            }
            if self.table["version"] != before {
                moved = Instant::now();
            }
            assert!(
                moved.elapsed() < PROGRESS_TIMEOUT,
                "table {} stands still: {}",
                self.code,
                self.table["game"]["to_act"]
            );
        }
    }

    /// Reads one frame, and makes a move if it is this player's turn.
    async fn step(&mut self) {
        let Some(socket) = &mut self.socket else { return self.connect().await };
        let Some(Ok(message)) = socket.next().await else {
            self.socket = None;
            return;
        };
        let Message::Text(text) = message else { return };
        let frame: Value = serde_json::from_str(&text).expect("frames are JSON");
        match frame["type"].as_str() {
            Some("table" | "update") => self.take_in(&frame),
            Some("done") if frame["id"] == LOOK => {}
            Some("done") => {
                let (id, ..) = self.pending.take().expect("an answer to something");
                assert_eq!(frame["id"], id.to_string());
                self.note(json!({ "kind": "done", "id": id }));
                self.world.moves[self.number].fetch_add(1, Relaxed);
                if let Some(answers) = &mut self.answers {
                    *answers -= 1;
                }
            }
            Some("refused") if is_passing(&frame) => {
                sleep(Duration::from_millis(100)).await;
                self.send().await;
                return;
            }
            Some("refused") => {
                let (_, _, mv, _) = self.pending.take().expect("an answer to something");
                // A partner has taken the spot first, or the game has advanced to another question.
                let code = frame["refusal"]["code"].as_str().unwrap_or_default();
                assert!(matches!(code, "illegal" | "stale" | "not-your-turn"), "{mv}: {text}");
            }
            _ => return,
        }
        self.answer().await;
    }

    fn take_in(&mut self, frame: &Value) {
        let is_whole = frame["type"] == "table";
        take_in(&mut self.table, frame);
        if is_whole {
            self.next_line = frame["earlier"]["log"].as_u64().unwrap_or_default();
            self.known_lines = 0;
        }
        let lines =
            self.table["log"].as_array().map(|log| log[self.known_lines..].to_vec()).unwrap_or_default();
        let (first, seat) = (self.next_line, self.table["me"].as_u64());
        self.next_line += lines.len() as u64;
        self.known_lines += lines.len();
        if seat.is_some() {
            self.note(json!({
                "kind": "shown", "version": self.table["version"], "first": first, "lines": lines,
            }));
        }
    }

    /// Records an action or observation of this player in the history.
    fn note(&self, mut what: Value) {
        what["table"] = self.code.clone().into();
        what["seat"] = self.table["me"].clone();
        self.world.history.note(what);
    }

    /// Reconnects, and sends the unanswered command again.
    async fn connect(&mut self) {
        self.world.reconnects.fetch_add(1, Relaxed);
        let mut socket = self.world.socket(&self.guest, &self.code).await;
        if self.answers.is_some() {
            // Else no notification would come of what it does not wait for.
            let look = json!({ "id": LOOK, "on": 0, "action": { "type": "look", "in_view": false } });
            let _ = socket.send(Message::text(look.to_string())).await;
        }
        self.socket = Some(socket);
        self.send().await;
    }

    /// Makes a move if it is this player's turn.
    async fn answer(&mut self) {
        let moves = asked_moves(&self.table);
        if self.pending.is_some() || moves.is_empty() || self.answers == Some(0) {
            return;
        }
        // A delay, so that the faults and not the speed of this machine limit the progress of games.
        sleep(Duration::from_millis(20)).await;
        let mv = &moves[self.world.random(moves.len())];
        let mv = serde_json::from_value(mv.clone()).expect("a move is made from its offer");
        self.next_id += 1;
        let version = self.table["version"].as_u64().expect("a table has a version");
        self.pending = Some((self.next_id, version, mv, Instant::now()));
        self.send().await;
        // Sometimes the connection is dropped before the answer is read.
        if self.world.random(50) == 0 {
            self.socket = None;
        }
    }

    async fn send(&mut self) {
        let Some((id, on, mv, since)) = &mut self.pending else { return };
        *since = Instant::now();
        let (id, text) = (*id, mv.to_string());
        let command = json!({ "id": id.to_string(), "on": *on, "action": { "type": "move", "mv": mv } });
        self.note(json!({ "kind": "sent", "id": id, "move": text }));
        let Some(socket) = &mut self.socket else { return };
        if socket.send(Message::text(command.to_string())).await.is_err() {
            self.socket = None;
        }
    }
}

/// Plays one game after another at tables of this many people, until the run ends. By correspondence, they connect only when
/// they are notified.
pub(super) async fn games(world: Arc<World>, number: usize, people: usize, by_correspondence: bool) -> usize {
    let mut games = 0;
    let (mut guests, mut mail) = (Vec::new(), Vec::new());
    for nth in 0..people {
        let guest = world.guest(&format!("Guest {nth}")).await;
        if by_correspondence {
            let by = [By::Push, By::Email, By::Webhook][nth % 3];
            let received = world.subscribe(&guest, &format!("{number}-{nth}"), by).await;
            mail.push(Arc::new(Mutex::new(received)));
        }
        guests.push(guest);
    }
    while games == 0 || !world.closing.load(Relaxed) {
        game(&world, number, &guests, &mail).await;
        games += 1;
    }
    games
}

/// The pace of the tables where people play by correspondence: no clock runs out during a test.
fn days() -> Value {
    json!({ "correspondence": {
        "bank": 40_000, "increment": 1000, "from": 0, "to": 24, "days": [true, true, true, true, true, true, true],
        "zone": "Europe/Budapest", "away_days": 0,
    }})
}

async fn game(
    world: &Arc<World>,
    number: usize,
    guests: &[Guest],
    mail: &[Arc<Mutex<UnboundedReceiver<Notified>>>],
) {
    let people = guests.len();
    let pace = if mail.is_empty() { json!("untimed") } else { days() };
    let table = json!({
        "game": "between-two-cities", "players": people,
        "variant": if people == 2 { "two-player" } else { "standard" },
        "options": {
            "pace": pace, "talk": "open", "undo": "until-revealed", "bots": "instant", "listing": "private",
        },
    });
    let code = world.open(&guests[0], &table).await;
    for (chair, guest) in guests.iter().enumerate().skip(1) {
        world.order(guest, &code, &json!({ "type": "sit", "chair": chair })).await;
    }
    world.order(&guests[0], &code, &json!({ "type": "start" })).await;
    let (over, _) = watch::channel(false);
    let players = guests.iter().enumerate().map(|(nth, guest)| {
        let (world, guest, code) = (Arc::clone(world), guest.clone(), code.clone());
        let table = Value::Null;
        let player = Player {
            world,
            number,
            guest,
            code,
            socket: None,
            table,
            next_id: 0,
            pending: None,
            next_line: 0,
            known_lines: 0,
            answers: None,
        };
        let (mail, over) = (mail.get(nth).cloned(), over.clone());
        tokio::spawn(async move {
            match mail {
                Some(mail) => player.correspond(&mut *mail.lock().await, over).await,
                None => player.play().await,
            }
        })
    });
    for player in players.collect::<Vec<_>>() {
        player.await.expect("a player's game ends");
    }
    let record = world.get(&format!("/api/tables/{code}/record")).await;
    let moves: Vec<Value> = record
        .lines()
        .filter_map(|line| {
            let line: Value = serde_json::from_str(line).expect("a record is JSON lines");
            // The move in the form in which this client writes it, which may differ from that of the record.
            let mv: Move = line["move"].as_str()?.parse().expect("a record holds moves");
            Some(json!([line["seat"].as_u64()?, mv.to_string()]))
        })
        .collect();
    world.history.note(json!({ "kind": "record", "table": code, "moves": moves }));
    let mut log = Vec::new();
    let mut before = None::<u64>;
    loop {
        let query = before.map_or_else(String::new, |before| format!("?before={before}"));
        let page = world.get(&format!("/api/tables/{code}/log{query}")).await;
        let page: Value = serde_json::from_str(&page).expect("a page is JSON");
        let mut lines = page["lines"].as_array().expect("a page has lines").clone();
        lines.append(&mut log);
        log = lines;
        match page["start"].as_u64() {
            Some(first) if first > 0 => before = Some(first),
            _ => break,
        }
    }
    let version = loop {
        // A node that has just lost its lease or is stopped says so, or closes the socket, instead.
        let Some(Ok(Message::Text(text))) = world.socket(&guests[0], &code).await.next().await else {
            continue;
        };
        let frame: Value = serde_json::from_str(&text).expect("frames are JSON");
        if frame["type"] == "table" {
            break frame["table"]["version"].clone();
        }
    };
    world.history.note(json!({ "kind": "log", "table": code, "version": version, "lines": log }));
}
