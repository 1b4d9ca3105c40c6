//! No acknowledged command is lost or carried out twice when the server is killed.
//!
//! People play whole games while the server is killed at random moments and started again on the same
//! file. A client sends a command without an answer again under the same id. In the end, each record must
//! hold exactly the acknowledged moves of its players, in their order.

use std::{
    collections::BTreeMap,
    env,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use between_two_cities::Move;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};
use townhall_client::{Guest, Method, Site, Socket, tungstenite::Message};
use townhall_table::protocol::take_in;

use crate::program::Program;

/// The number of times the server is killed, unless `TOWNHALL_CRASHES` sets it.
const CRASHES: usize = 8;
/// The number of players at each of the concurrent tables.
const TABLES: [usize; 6] = [2, 3, 2, 4, 2, 3];
/// The time limit for any operation; after it the test fails.
const DEADLINE: Duration = Duration::from_secs(60);

/// The state that all players of the test share.
struct World {
    /// The server's address; none while it is not running.
    url: watch::Receiver<Option<String>>,
    /// Whether players stop after their current game.
    closing: AtomicBool,
    resent: AtomicUsize,
}

impl World {
    async fn site(&self) -> Site {
        let mut url = self.url.clone();
        let url = url.wait_for(Option::is_some).await.expect("the test goes on").clone();
        Site::new(&url.unwrap_or_default()).expect("a loopback address")
    }

    /// Repeats a request until the server answers.
    async fn insist<T, E: std::fmt::Display>(
        &self,
        what: &str,
        ask: impl AsyncFn(&Site) -> Result<T, E>,
    ) -> T {
        let insist = async {
            loop {
                match ask(&self.site().await).await {
                    Ok(answer) => return answer,
                    Err(_dead) => sleep(Duration::from_millis(5)).await,
                }
            }
        };
        timeout(DEADLINE, insist).await.unwrap_or_else(|_| panic!("{what} was never answered"))
    }
}

/// A player at a table, and the acknowledged moves.
struct Player {
    world: Arc<World>,
    guest: Guest,
    code: String,
    socket: Option<Socket>,
    table: Value,
    next_id: usize,
    /// The command that is in flight: id, version, move.
    pending: Option<(String, u64, Move)>,
    done: Vec<Move>,
    random: u64,
}

impl Player {
    /// Plays until the end of the game.
    async fn play(mut self) -> (u64, Vec<Move>) {
        loop {
            let game = timeout(DEADLINE, self.step()).await;
            assert!(game.is_ok(), "table {} stands still: {}", self.code, self.table["game"]["to_act"]);
            if self.table["status"] == "over" && self.pending.is_none() {
                let seat = self.table["me"].as_u64().expect("a player has a seat");
                return (seat, self.done);
            }
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
            Some("table" | "update") => take_in(&mut self.table, &frame),
            Some("done") => {
                let (id, _, mv) = self.pending.take().expect("an answer to something");
                assert_eq!(frame["id"], id);
                self.done.push(mv);
            }
            Some("refused") => {
                let (id, _, mv) = self.pending.take().expect("an answer to something");
                assert_eq!(frame["id"], id);
                // A partner has taken the spot first; no other refusal is expected.
                assert_eq!(frame["refusal"]["code"], "illegal", "{mv}: {text}");
            }
            _ => return,
        }
        self.answer().await;
    }

    /// Reconnects, and sends the unanswered command again.
    async fn connect(&mut self) {
        let (guest, code) = (self.guest.clone(), self.code.clone());
        self.socket =
            Some(self.world.insist("a socket", async |site| site.socket(Some(&guest), &code, 0).await).await);
        if self.pending.is_some() {
            self.world.resent.fetch_add(1, Relaxed);
            self.send().await;
        }
    }

    /// Makes a move if it is this player's turn.
    async fn answer(&mut self) {
        let moves = asked_moves(&self.table);
        if self.pending.is_some() || moves.is_empty() {
            return;
        }
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = &moves[(self.random >> 33) as usize % moves.len()];
        let mv = serde_json::from_value(mv.clone()).expect("a move is made from its offer");
        self.next_id += 1;
        let version = self.table["version"].as_u64().expect("a table has a version");
        self.pending = Some((format!("move-{}", self.next_id), version, mv));
        self.send().await;
    }

    async fn send(&mut self) {
        let (Some((id, on, mv)), Some(socket)) = (&self.pending, &mut self.socket) else { return };
        let command = json!({ "id": id, "on": on, "action": { "type": "move", "mv": mv } });
        if socket.send(Message::text(command.to_string())).await.is_err() {
            self.socket = None;
        }
    }
}

/// The legal moves of the player; empty while the player's choice is sealed.
pub(crate) fn asked_moves(table: &Value) -> Vec<Value> {
    let game = &table["game"];
    if !game["my_sealed"].is_null() {
        return Vec::new();
    }
    let list = |kind: &str| game["offers"][kind].as_array().into_iter().flatten();
    let choose = list("choose").map(|of| json!({ "kind": "choose", "pieces": of["pieces"] }));
    let place = list("place")
        .map(|of| json!({ "kind": "place", "piece": of["piece"], "city": of["city"], "spot": of["spot"] }));
    choose.chain(place).collect()
}

/// Plays a game at a new table; returns the number of acknowledged moves.
async fn game(world: &Arc<World>, people: usize, random: u64) -> usize {
    let mut guests = Vec::new();
    for number in 0..people {
        let name = format!("Guest {number}");
        guests.push(world.insist("a guest", async |site| site.guest(&name).await).await);
    }
    let variant = if people == 2 { "two-player" } else { "standard" };
    let table = json!({
        "game": "between-two-cities", "variant": variant, "players": people,
        "options": {
            "pace": "untimed", "talk": "open", "undo": "until-revealed", "bots": "instant",
            "listing": "private",
        },
    });
    let code = world.insist("a table", async |site| site.open(&guests[0], &table).await).await;
    for (chair, guest) in guests.iter().enumerate().skip(1) {
        order(world, guest, &code, &json!({ "type": "sit", "chair": chair })).await;
    }
    order(world, &guests[0], &code, &json!({ "type": "start" })).await;

    let players = guests.iter().zip(1..).map(|(guest, number)| {
        let player = Player {
            world: Arc::clone(world),
            guest: guest.clone(),
            code: code.clone(),
            socket: None,
            table: Value::Null,
            next_id: 0,
            pending: None,
            done: Vec::new(),
            random: random.wrapping_mul(31).wrapping_add(number),
        };
        tokio::task::spawn_local(player.play())
    });
    let mut acknowledged = BTreeMap::new();
    for player in players.collect::<Vec<_>>() {
        let (seat, moves) = player.await.expect("a player's game ends");
        acknowledged.insert(seat, moves);
    }
    let path = format!("/api/tables/{code}/record");
    let ask = async |site: &Site| site.request(Method::GET, &path).send().await?.accepted("GET record");
    let record = world.insist("a record", ask).await.text();
    let mut recorded: BTreeMap<u64, Vec<Move>> = BTreeMap::new();
    for line in record.lines() {
        let line: Value = serde_json::from_str(line).expect("a record is JSON lines");
        if let (Some(seat), Some(mv)) = (line["seat"].as_u64(), line["move"].as_str()) {
            recorded.entry(seat).or_default().push(mv.parse().expect("a record holds moves"));
        }
    }
    assert_eq!(recorded, acknowledged, "what was acknowledged is what happened, at table {code}");
    acknowledged.values().map(Vec::len).sum()
}

/// Sends a command other than a move, until it is answered.
async fn order(world: &World, guest: &Guest, code: &str, action: &Value) {
    let kind = action["type"].as_str().unwrap_or_default();
    let ask = async |site: &Site| {
        let mut socket = site.socket(Some(guest), code, 0).await.map_err(|error| error.to_string())?;
        let command = json!({ "id": kind, "on": 0, "action": action }).to_string();
        socket.send(Message::text(command)).await.map_err(|error| error.to_string())?;
        while let Some(Ok(message)) = socket.next().await {
            let frame: Value = serde_json::from_str(&message.to_string()).unwrap_or_default();
            if frame["type"] == "done" {
                return Ok(());
            }
            assert_ne!(frame["type"], "refused", "{kind}: {frame}");
        }
        Err("dead".to_owned())
    };
    world.insist(kind, ask).await;
}

#[test]
fn crash_at_random_moments_loses_nothing_and_doubles_nothing() {
    let crashes = env::var("TOWNHALL_CRASHES").ok().and_then(|times| times.parse().ok()).unwrap_or(CRASHES);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    tokio::task::LocalSet::new().block_on(&runtime, async {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("tables.db");
        let mut program = Program::start(&data);
        let (place, url) = watch::channel(Some(program.url.clone()));
        let world = Arc::new(World { url, closing: AtomicBool::new(false), resent: AtomicUsize::new(0) });
        let tables: Vec<_> = TABLES
            .into_iter()
            .zip(1..)
            .map(|(people, number)| {
                let world = Arc::clone(&world);
                tokio::task::spawn_local(async move {
                    let (mut games, mut moves) = (0_u64, 0);
                    while games == 0 || !world.closing.load(Relaxed) {
                        moves += game(&world, people, number + 100 * games).await;
                        games += 1;
                    }
                    (games, moves)
                })
            })
            .collect();
        let mut random = u64::from(std::process::id());
        for _ in 0..crashes {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            sleep(Duration::from_millis(50 + (random >> 33) % 400)).await;
            place.send_replace(None);
            program.kill();
            program = Program::start(&data);
            place.send_replace(Some(program.url.clone()));
        }
        world.closing.store(true, Relaxed);
        let (mut games, mut moves) = (0, 0);
        for table in tables {
            let (more_games, more_moves) = table.await.expect("a table's games end");
            games += more_games;
            moves += more_moves;
        }
        let resent = world.resent.load(Relaxed);
        println!(
            "{crashes} crashes, {games} games, {moves} moves acknowledged, {resent} commands sent again"
        );
        assert!(crashes == 0 || resent > 0, "at least one command was in flight at some crash");
    });
}
