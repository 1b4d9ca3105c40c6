//! Several servers on one database.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use serde_json::json;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, UnixStream},
    runtime::Runtime,
    task::{AbortHandle, spawn_blocking},
    time::{sleep, timeout},
};
use townhall_client::tungstenite::protocol::frame::coding::CloseCode;
use townhall_server::{
    StartError,
    config::{Config, Limits},
    nodes::{NodeError, NodeSecret},
    store::{Data, DatabaseUrl, OpenError},
};

use crate::{
    engine::Database,
    town::{Guest, Town, Wire, table},
};

/// A short lease, so that tests take a short time.
const LEASE: Duration = Duration::from_secs(2);

fn as_node(config: &mut Config) {
    config.limits = Limits::none();
    config.times.lease = LEASE;
    config.node_address = Some(([127, 0, 0, 1], 0).into());
    config.node_secret = Some(NodeSecret::new("the secret of all nodes").unwrap());
}

/// A node with a runtime of its own, so that it can be killed.
struct Node {
    town: Town,
    runtime: Option<Runtime>,
}

impl Node {
    async fn start(url: &DatabaseUrl) -> Self {
        let url = url.clone();
        let starting = spawn_blocking(move || {
            let mut threads = tokio::runtime::Builder::new_multi_thread();
            let runtime = threads.worker_threads(2).enable_all().build().unwrap();
            let town = runtime.block_on(Town::node(url, as_node)).unwrap();
            Self { town, runtime: Some(runtime) }
        });
        starting.await.unwrap()
    }

    /// Ends it at once, as `kill -9` does: nothing is said, and nothing given back.
    fn kill(&mut self) {
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

/// Sits down at a table, and comes back until that works.
async fn insist(guest: &Guest, town: &Town, code: &str) -> Wire {
    let insisting = async {
        loop {
            match town.socket(Some(guest), code, 0, None).await {
                Ok(wire) => return wire,
                Err((status, code)) => assert!(status >= 500, "{status} {code}"),
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(20), insisting).await.expect("the table is answered for")
}

/// A way to the database that can be cut.
struct Way {
    url: DatabaseUrl,
    /// What runs over it; none while it is cut.
    open: Arc<Mutex<Option<Vec<AbortHandle>>>>,
}

impl Way {
    async fn to(database: &Database) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let direct = database.url.reveal().to_owned();
        let (base, query) = direct.split_once('?').unwrap();
        let folder = query.split('&').find_map(|pair| pair.strip_prefix("host=")).unwrap().to_owned();
        let name = base.rsplit('/').next().unwrap();
        let url = format!("postgres://townhall@{}/{name}", listener.local_addr().unwrap());
        let open = Arc::new(Mutex::new(Some(Vec::new())));
        let Data::Postgres(url) = Data::new(&url) else { panic!() };
        let way = Self { url, open: Arc::clone(&open) };
        tokio::spawn(async move {
            loop {
                let (mut here, _) = listener.accept().await.unwrap();
                let socket = format!("{folder}/.s.PGSQL.5432");
                let passing = async move {
                    let mut there = UnixStream::connect(socket).await.unwrap();
                    let _ = copy_bidirectional(&mut here, &mut there).await;
                };
                if let Some(open) = &mut *open.lock().unwrap() {
                    open.push(tokio::spawn(passing).abort_handle());
                }
            }
        });
        way
    }

    fn cut(&self) {
        self.open.lock().unwrap().take().into_iter().flatten().for_each(|passing| passing.abort());
    }

    fn mend(&self) {
        *self.open.lock().unwrap() = Some(Vec::new());
    }
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

    // In order: at once.
    first.town.stop().await;
    let begun = Instant::now();
    let mut wire = insist(&ada, &second.town, &code).await;
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    assert!(wire.table["version"].as_u64() >= shown.as_u64(), "nothing that was shown is lost");
    assert!(wire.play_on().await);
    drop(wire);

    // Killed: when the lease is over, and not before.
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

    // It comes back by itself, and has what it can claim.
    way.mend();
    let fresh = ada.open(&other.town, table("point-city", "standard", &["greedy"], true)).await;
    let mut wire = insist(&ada, &cut.town, &fresh).await;
    assert!(wire.play_on().await);
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn whoever_can_not_be_a_node_is_told_why() {
    let database = Database::create().await;
    let refused = async |change: fn(&mut Config)| {
        Town::node(database.url.clone(), change).await.err().expect("it does not start")
    };
    let error = refused(|config| {
        as_node(config);
        config.node_secret = None;
    });
    assert!(error.await.to_string().contains("set TOWNHALL_NODE_SECRET"));
    let error = refused(|config| {
        as_node(config);
        config.node_address = Some(([0, 0, 0, 0], 8731).into());
    });
    assert!(error.await.to_string().contains("other nodes can't reach 0.0.0.0:8731"));
    let error = refused(|config| {
        as_node(config);
        config.data = Data::new("evening.db");
    });
    assert!(error.await.to_string().contains("a node needs a Postgres database"));
    let Data::Postgres(away) = Data::new("postgres://ada:secret@127.0.0.1:1/town") else { panic!() };
    let error = Town::node(away, as_node).await.err().unwrap().to_string();
    assert!(error.starts_with("can't reach postgres://ada:…@127.0.0.1:1/town: "), "{error}");

    // While there are nodes, nobody has the database alone; and the other way round.
    let node = Node::start(&database.url).await;
    let in_use = |error| matches!(error, StartError::Store(OpenError::InUse { .. }));
    assert!(in_use(refused(|config| config.limits = Limits::none()).await));

    // The same address, as on another machine whose address is the same by mistake.
    let client = database.client().await;
    let taken = "INSERT INTO nodes (address, protocol, until) VALUES ('127.0.0.1:8731', $1, now() + interval '1 hour')";
    client.execute(taken, &[&1_i64]).await.unwrap();
    let same_address = async || {
        refused(|config| {
            as_node(config);
            config.node_address = Some(([127, 0, 0, 1], 8731).into());
        })
        .await
    };
    let address = SocketAddr::from(([127, 0, 0, 1], 8731));
    let error = same_address().await;
    assert!(
        matches!(error, StartError::Node(NodeError::AddressInUse { address: taken }) if taken == address),
        "{error}"
    );
    // A node of another version.
    client.batch_execute("UPDATE nodes SET protocol = 99 WHERE address = '127.0.0.1:8731'").await.unwrap();
    let error = refused(as_node).await;
    assert!(error.to_string().contains("the node at 127.0.0.1:8731 speaks version 99"), "{error}");
    drop(node);
    let alone = Database::create().await;
    let town = Town::node(alone.url.clone(), |_| {}).await.unwrap();
    let error = Town::node(alone.url.clone(), as_node).await.err().unwrap();
    assert!(in_use(error));
    drop(town);
}
