//! Several servers (nodes) on one database.

use std::{
    net::SocketAddr,
    sync::OnceLock,
    time::{Duration, Instant},
};

use serde_json::json;
use tokio::{net::TcpListener, runtime::Runtime, task::spawn_blocking, time::sleep};
use townhall_client::{Method, Site, tungstenite::protocol::frame::coding::CloseCode};
use townhall_cluster::{NodeConfig, NodeError, NodeSecret, PROTOCOL};
use townhall_operator::{Order, OrderOutcome};
use townhall_server::{
    StartError,
    config::{Config, Limits},
};
use townhall_store::{Data, DatabaseUrl, OpenError, Withholding};
use townhall_system::clock;
use townhall_table::Catalogue;

use super::way::Way;
use crate::{
    clock_use::ClockUse,
    correspondence,
    engine::Database,
    town::{Guest, Town, Wire, table, until},
};

/// The lease of nodes: short, to keep the tests short.
pub(super) const LEASE: Duration = Duration::from_secs(2);

pub(super) fn as_node(config: &mut Config) {
    config.limits = Limits::none();
    config.times.lease = LEASE;
}

/// The secret of all nodes of these tests. Its derivation is slow on purpose.
pub(super) fn secret() -> &'static NodeSecret {
    static SECRET: OnceLock<NodeSecret> = OnceLock::new();
    SECRET.get_or_init(|| NodeSecret::new("the secret of all nodes, 1").unwrap())
}

/// The configuration of a node at any free port.
pub(super) fn node() -> NodeConfig {
    NodeConfig { address: ([127, 0, 0, 1], 0).into(), listen: None, secret: Some(secret().clone()) }
}

/// A node with its own runtime, so that it can be killed.
pub(crate) struct Node {
    pub(crate) town: Town,
    runtime: Option<Runtime>,
}

impl Node {
    pub(crate) async fn start(url: &DatabaseUrl) -> Self {
        Self::start_as(url, as_node).await
    }

    pub(super) async fn start_as(url: &DatabaseUrl, change: fn(&mut Config)) -> Self {
        let url = url.clone();
        let starting = spawn_blocking(move || {
            let mut threads = tokio::runtime::Builder::new_multi_thread();
            let runtime = threads.worker_threads(2).enable_all().build().unwrap();
            let town = runtime.block_on(Town::node(url, node(), change)).unwrap();
            Self { town, runtime: Some(runtime) }
        });
        starting.await.unwrap()
    }

    /// Ends it at once, as `kill -9` does: sockets are not closed, and its lease is not given back.
    pub(crate) fn kill(&mut self) {
        self.runtime.take().unwrap().shutdown_background();
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Sits down at a table, and connects again until that succeeds.
pub(crate) async fn insist(guest: &Guest, town: &Town, code: &str) -> Wire {
    let mut connected = None;
    until(async || {
        match town.socket(Some(guest), code, 0, None).await {
            Ok(wire) => connected = Some(wire),
            Err((status, code)) => assert!(status >= 500, "{status} {code}"),
        }
        connected.is_some()
    })
    .await;
    connected.unwrap()
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_node_goes_on_with_the_tables_of_one_that_stops_or_is_killed() {
    let database = Database::create().await;
    let (mut first, second) = tokio::join!(Node::start(&database.url), Node::start(&database.url));
    let ada = first.town.guest("Ada").await;
    let code = ada.open(&first.town, table("point-city", "standard", &["greedy"], true)).await;
    let mut wire = ada.sit_at(&first.town, &code).await;
    assert!(wire.play_on().await);
    let shown = wire.table["version"].clone();
    drop(wire);

    // After a graceful stop, another node has the table at once.
    first.town.stop().await;
    let begun = Instant::now();
    let mut wire = insist(&ada, &second.town, &code).await;
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    assert!(wire.table["version"].as_u64() >= shown.as_u64(), "nothing that was shown is lost");
    assert!(wire.play_on().await);
    drop(wire);

    // After a kill, another node has the table when the lease is over, and not before.
    let third = Node::start(&database.url).await;
    let mut second = second;
    let begun = Instant::now();
    second.kill();
    let mut wire = insist(&ada, &third.town, &code).await;
    assert!(begun.elapsed() > LEASE / 2, "{:?}", begun.elapsed());
    assert!(begun.elapsed() < LEASE + Duration::from_secs(2), "{:?}", begun.elapsed());
    wire.play_out().await;
    assert!(wire.table["game"]["outcome"].is_object());
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_node_that_can_not_renew_its_lease_stops_answering_before_others_may() {
    let database = Database::create().await;
    let way = Way::to(&database).await;
    let (cut, other) = tokio::join!(Node::start(&way.url), Node::start(&database.url));
    let ada = cut.town.guest("Ada").await;
    let code = ada.open(&cut.town, table("point-city", "standard", &["greedy"], true)).await;
    let mut wire = ada.sit_at(&cut.town, &code).await;
    let begun = Instant::now();
    way.cut();
    let closed = loop {
        if let Err(code) = wire.next().await {
            break code;
        }
    };
    assert_eq!(closed, Some(CloseCode::Error), "the client connects again");
    assert!(begun.elapsed() < LEASE * 3 / 4, "{:?}", begun.elapsed());
    let mut wire = insist(&ada, &other.town, &code).await;
    assert!(begun.elapsed() > LEASE / 2, "{:?}", begun.elapsed());
    wire.act(json!({"type": "say", "text": "elsewhere"})).await.unwrap();
    drop(wire);

    // The node joins again by itself, and can claim tables.
    way.mend();
    let fresh = ada.open(&other.town, table("point-city", "standard", &["greedy"], true)).await;
    let mut wire = insist(&ada, &cut.town, &fresh).await;
    assert!(wire.play_on().await);
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_server_that_can_not_be_a_node_reports_the_reason() {
    let database = Database::create().await;
    let refused = async |change: fn(&mut NodeConfig)| {
        let mut config = node();
        change(&mut config);
        Town::node(database.url.clone(), config, as_node).await.err().expect("it does not start")
    };
    let error = refused(|config| config.secret = None).await;
    assert!(error.to_string().contains("set TOWNHALL_NODE_SECRET"));
    let error = refused(|config| config.address = ([0, 0, 0, 0], 8731).into()).await;
    assert!(error.to_string().contains("other nodes can't reach 0.0.0.0:8731"));
    let on_file = |config: &mut Config| config.data = Data::new("evening.db");
    let error = Town::node(database.url.clone(), node(), on_file).await.err().unwrap();
    assert!(error.to_string().contains("a node needs a Postgres database"));
    let Data::Postgres(away) = Data::new("postgres://ada:secret@127.0.0.1:1/town") else { panic!() };
    let error = Town::node(away, node(), as_node).await.err().unwrap().to_string();
    assert!(error.starts_with("can't reach postgres://ada:…@127.0.0.1:1/town: "), "{error}");

    // A node with another secret is refused.
    let running = Node::start(&database.url).await;
    let error =
        refused(|config| config.secret = Some(NodeSecret::new("another secret of all nodes, 2").unwrap()))
            .await;
    assert!(matches!(error, NodeError::OtherSecret { .. }), "{error}");

    // While there are nodes, a single server is refused, and vice versa.
    let in_use = |error| matches!(error, NodeError::Server(StartError::Store(OpenError::InUse { .. })));
    let alone = Town::at(database.url.clone(), |config| config.limits = Limits::none()).await;
    assert!(in_use(alone.err().unwrap()));

    // A second node with the same address is refused, as on another machine that is misconfigured.
    let client = database.client().await;
    let taken = "INSERT INTO nodes (address, protocol, until) VALUES ('127.0.0.1:8731', $1, now() + interval '1 hour')";
    client.execute(taken, &[&PROTOCOL]).await.unwrap();
    let address = SocketAddr::from(([127, 0, 0, 1], 8731));
    let error = refused(|config| config.address = ([127, 0, 0, 1], 8731).into()).await;
    assert!(matches!(error, NodeError::AddressInUse { address: taken } if taken == address), "{error}");
    // A node with another version of the protocol is refused.
    client.batch_execute("UPDATE nodes SET protocol = 99 WHERE address = '127.0.0.1:8731'").await.unwrap();
    let error = refused(|_| {}).await;
    assert!(error.to_string().contains("the node at 127.0.0.1:8731 speaks version 99"), "{error}");
    drop(running);
    let alone = Database::create().await;
    let town = Town::at(alone.url.clone(), |_| {}).await.unwrap();
    let error = Town::node(alone.url.clone(), node(), as_node).await.err().unwrap();
    assert!(in_use(error));
    drop(town);
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_node_that_waits_for_the_end_of_its_old_lease_says_that_it_starts() {
    static LISTEN: OnceLock<SocketAddr> = OnceLock::new();
    let database = Database::create().await;
    drop(Town::node(database.url.clone(), node(), as_node).await.unwrap());
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    LISTEN.set(free).unwrap();
    let killed = "INSERT INTO nodes (address, protocol, until) VALUES ('127.0.0.1:8732', $1, now() + interval '2.5 s')";
    database.client().await.execute(killed, &[&PROTOCOL]).await.unwrap();
    let at_8732 = NodeConfig { address: ([127, 0, 0, 1], 8732).into(), ..node() };
    let starting = Town::node(database.url.clone(), at_8732, |config| {
        as_node(config);
        config.listen = *LISTEN.get().unwrap();
    });
    let asking = async {
        let mut seen = Vec::new();
        until(async || {
            if let Ok(answer) = Site::at(free).request(Method::GET, "/healthz").send().await {
                seen.push(answer.status().as_u16());
            }
            seen.last() == Some(&200)
        })
        .await;
        seen.dedup();
        seen
    };
    let (started, seen) = tokio::join!(starting, asking);
    assert_eq!(seen, [503, 200]);
    drop(started.unwrap());
}

/// The updates of the table that a socket was sent, and the answers to its commands.
fn news_and_answers(wire: &Wire) -> (Vec<String>, Vec<String>) {
    let is_news = |frame: &String| {
        frame.starts_with("{\"type\":\"update\"") || frame.starts_with("{\"type\":\"table\"")
    };
    wire.received.iter().cloned().partition(is_news)
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_socket_at_any_node_sees_byte_for_byte_what_one_at_the_tables_node_sees() {
    let database = Database::create().await;
    let (owner, other) = tokio::join!(Node::start(&database.url), Node::start(&database.url));
    let ada = owner.town.guest("Ada").await;
    let code = ada.open(&owner.town, table("point-city", "standard", &["greedy"], true)).await;
    // A player and a spectator without a name at each node.
    let mut direct = ada.sit_at(&owner.town, &code).await;
    let mut forwarded = ada.sit_at(&other.town, &code).await;
    let mut watching = owner.town.socket(None, &code, 0, None).await.unwrap();
    let mut watching_elsewhere = other.town.socket(None, &code, 0, None).await.unwrap();
    forwarded.act(json!({"type": "say", "text": "hello"})).await.unwrap();
    for wire in [&mut direct, &mut forwarded, &mut watching, &mut watching_elsewhere] {
        wire.until(|table| table["talk"].as_array().is_some_and(|talk| !talk.is_empty())).await;
        wire.received.clear();
    }
    // Moves, messages and refused commands, alternately at both nodes.
    for round in 0..12 {
        let wire = if round % 2 == 0 { &mut direct } else { &mut forwarded };
        assert!(wire.play_on().await);
        wire.act(json!({"type": "say", "text": format!("round {round}")})).await.unwrap();
        assert_eq!(wire.act(json!({"type": "start"})).await.unwrap_err(), "begun");
        let version = wire.table["version"].as_u64();
        for wire in [&mut direct, &mut forwarded, &mut watching, &mut watching_elsewhere] {
            wire.until(|table| table["version"].as_u64() >= version).await;
        }
    }
    direct.act(json!({"type": "say", "text": "the end"})).await.unwrap();
    for wire in [&mut direct, &mut forwarded, &mut watching, &mut watching_elsewhere] {
        wire.until(|table| table["talk"].to_string().contains("the end")).await;
    }
    let ((news, answers), (news_elsewhere, answers_elsewhere)) =
        (news_and_answers(&direct), news_and_answers(&forwarded));
    assert_eq!(news, news_elsewhere);
    assert_eq!(news_and_answers(&watching).0, news_and_answers(&watching_elsewhere).0);
    assert_eq!(answers.len(), answers_elsewhere.len() + 1, "each socket got its answers");
    assert_eq!(
        (direct.table["game"].clone(), direct.whole),
        (forwarded.table["game"].clone(), forwarded.whole)
    );
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_socket_survives_the_death_of_the_node_that_has_its_table() {
    let database = Database::create().await;
    let (mut owner, other) = tokio::join!(Node::start(&database.url), Node::start(&database.url));
    let ada = owner.town.guest("Ada").await;
    let code = ada.open(&owner.town, table("point-city", "standard", &["greedy"], true)).await;
    let first = ada.sit_at(&owner.town, &code).await;
    let mut wire = ada.sit_at(&other.town, &code).await;
    assert!(wire.play_on().await);
    let shown = wire.table["version"].as_u64();
    owner.kill();
    drop(first);
    let closed = loop {
        if let Err(code) = wire.next().await {
            break code;
        }
    };
    assert_eq!(closed, Some(CloseCode::Error), "the client connects again");
    // The node has the table again before the client's timeout.
    let mut wire = ada.sit_at(&other.town, &code).await;
    assert!(wire.table["version"].as_u64() >= shown);
    wire.play_out().await;
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn sockets_that_are_not_read_delay_no_other_at_another_node() {
    let database = Database::create().await;
    let small = |config: &mut Config| {
        as_node(config);
        config.limits.outbox_bytes = 4096;
        config.limits.send_buffer = Some(4096);
    };
    let (owner, other) =
        tokio::join!(Node::start_as(&database.url, small), Node::start_as(&database.url, small));
    let ada = owner.town.guest("Ada").await;
    let code = ada.open(&owner.town, table("point-city", "standard", &["greedy"], true)).await;
    let mut wire = ada.sit_at(&owner.town, &code).await;
    let _deaf = other.town.deaf_socket(&code).await;
    let mut sleepy = other.town.sleepy_socket(&ada, &code).await;
    let mut awake = ada.sit_at(&other.town, &code).await;
    let words = "word ".repeat(50);
    for round in 0..300 {
        let text = format!("{round} {words}");
        wire.act(json!({"type": "say", "text": text})).await.unwrap();
        if round % 20 == 0 {
            awake.until(|table| table["talk"].to_string().contains(&format!("\"{round} "))).await;
        }
    }
    // The slow reader is sent the whole table, and then later updates.
    wire.act(json!({"type": "say", "text": "the end"})).await.unwrap();
    for wire in [&mut sleepy, &mut awake] {
        wire.until(|table| table["talk"].to_string().contains("the end")).await;
    }
    assert!(sleepy.whole > 1, "it could not have been sent everything");
    sleepy.act(json!({"type": "say", "text": "awake"})).await.unwrap();
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn any_node_answers_any_request() {
    let database = Database::create().await;
    let listed_while_attended = |config: &mut Config| {
        as_node(config);
        config.times.listed = Duration::ZERO;
    };
    let start = || Node::start_as(&database.url, listed_while_attended);
    let (owner, other) = tokio::join!(start(), start());
    let ada = owner.town.guest("Ada").await;
    let code = ada.open(&owner.town, table("point-city", "standard", &["greedy"], true)).await;
    let mut wire = ada.sit_at(&owner.town, &code).await;
    wire.act(json!({"type": "say", "text": "hello"})).await.unwrap();
    for path in ["talk", "log", "look-back", "log?before=2", "record"] {
        let path = format!("/api/tables/{code}/{path}");
        let asked = async |node: &Node| ada.request(&node.town, Method::GET, &path).send().await.unwrap();
        let (here, there) = tokio::join!(asked(&owner), asked(&other));
        assert_eq!((here.status(), here.text()), (there.status(), there.text()), "{path}");
        assert_eq!(here.headers()["content-type"], there.headers()["content-type"]);
    }
    // Browsers send the origin, which has to be that of the host to which the client is connected.
    let hint = ada.request(&other.town, Method::POST, &format!("/api/tables/{code}/hint"));
    let hint = hint.header("origin", &format!("http://{}", other.town.address())).send().await.unwrap();
    assert_eq!(hint.status().as_u16(), 200, "{}", hint.text());
    let report = json!({"seat": 7, "reason": ""});
    let path = format!("/api/tables/{code}/reports");
    assert_eq!(ada.send(&other.town, Method::POST, &path, report).await.1["code"], "unknown");
    // Requests without a cookie are refused by every node.
    let unknown = other.town.ask(Method::POST, &format!("/api/tables/{code}/hint")).await;
    assert_eq!(unknown.status().as_u16(), 401);

    // Lists include tables with clients at any node.
    until(async || ada.get(&other.town, "/api/tables?scope=watch").await[0]["code"] == code).await;

    // The operator's orders reach the clients of a table at all nodes.
    let closed = ada.open(&owner.town, table("point-city", "standard", &["greedy"], true)).await;
    let mut here = ada.sit_at(&owner.town, &closed).await;
    let mut there = ada.sit_at(&other.town, &closed).await;
    let data = Data::Postgres(database.url.clone());
    let close = |secret: &str| {
        let secret = NodeSecret::new(secret).unwrap();
        let (data, code, what) = (data.clone(), closed.parse().unwrap(), Withholding::Closed);
        async move {
            let order = Order::Withhold { code, what, on: true };
            townhall_cluster::order(&data, Catalogue::default(), Some(&secret), order).await
        }
    };
    let wrong = close("another secret of all nodes, 2").await.unwrap_err().to_string();
    assert!(wrong.ends_with("has another secret"), "{wrong}");
    assert_eq!(close("the secret of all nodes, 1").await.unwrap(), OrderOutcome::Done);
    for wire in [&mut here, &mut there] {
        let closed = loop {
            if let Err(code) = wire.next().await {
                break code;
            }
        };
        assert_eq!(closed, Some(CloseCode::Library(4004)));
    }

    // A guest who is forgotten by one node is forgotten by all, and their sockets are closed.
    let ben = other.town.guest("Ben").await;
    let two = json!({"game": "point-city", "variant": "standard", "players": 2});
    let lobby = ada.open(&owner.town, two).await;
    let mut host = ada.sit_at(&owner.town, &lobby).await;
    let mut guest = ben.sit_at(&other.town, &lobby).await;
    // The table's node learns the new name from the node of the guest's socket.
    let renamed = json!({"name": "Benjamin", "colour": "teal"});
    assert_eq!(ben.send(&other.town, Method::PUT, "/api/me", renamed).await.0, 200);
    guest.act(json!({"type": "sit", "chair": 1})).await.unwrap();
    guest.until(|table| table["chairs"][1]["sitter"]["name"] == "Benjamin").await;
    guest.act(json!({"type": "say", "text": "forget me"})).await.unwrap();
    let renamed = json!({"name": "Benedict", "colour": "teal"});
    assert_eq!(ben.send(&other.town, Method::PUT, "/api/me", renamed).await.0, 200);
    host.until(|table| table.to_string().contains("Benedict")).await;
    let mut watching = ben.sit_at(&owner.town, &code).await;
    let gone = ben.request(&other.town, Method::DELETE, "/api/me").send().await.unwrap();
    assert_eq!(gone.status().as_u16(), 204);
    for wire in [&mut guest, &mut watching] {
        while wire.next().await.is_ok() {}
    }
    let host = insist(&ada, &other.town, &lobby).await;
    assert!(!host.table.to_string().contains("forget me") && !host.table.to_string().contains("Ben"));
    let mut wire = insist(&ada, &other.town, &code).await;
    wire.play_out().await;
    let path = format!("/api/tables/{code}/record");
    let asked = async |node: &Node| ada.request(&node.town, Method::GET, &path).send().await.unwrap().text();
    let (here, there) = tokio::join!(asked(&owner), asked(&other));
    assert!(!here.is_empty() && here == there);
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_due_table_goes_on_at_a_node_that_is_there_and_only_once() {
    fn quick(config: &mut Config) {
        as_node(config);
        config.times.linger = Duration::from_millis(20);
        config.times.due = Duration::from_millis(20);
    }
    let database = Database::create().await;
    let mut first = Node::start_as(&database.url, quick).await;
    let others = [Node::start_as(&database.url, quick).await, Node::start_as(&database.url, quick).await];
    let (ada, ben) = (first.town.guest("Ada").await, first.town.guest("Ben").await);
    let code = correspondence::begun(&first.town, &ada, &ben).await;
    let town = &others[0].town;
    let asked = async |guest: &Guest| correspondence::card(town, guest).await["your_turn"] == true;
    until(async || asked(&ada).await || asked(&ben).await).await;
    let next = if asked(&ada).await { &ben } else { &ada };
    // All nodes of this process share its clock.
    let _alone = ClockUse::alone(1 + others.len());
    // Its lease is over a moment later; until then the others leave tables alone that it may have.
    first.kill();
    clock::advance(Duration::from_secs(24 * 3600));
    correspondence::until(town, next, |card| card["your_turn"] == true).await;
    sleep(Duration::from_millis(200)).await;
    let log = ada.get(town, &format!("/api/tables/{code}/log")).await;
    let lines = log["lines"].as_array().unwrap().iter();
    assert_eq!(lines.filter(|line| line["type"] == "timed-out").count(), 1, "{log}");
}
