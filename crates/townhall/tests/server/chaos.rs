//! No acknowledged or shown state is lost when nodes and databases fail.
//!
//! A primary, its synchronous standby and three nodes run as processes, and clients play at all nodes. One fault after
//! another is injected: a process is killed, stopped, suspended, or disconnected. A history records all commands and frames of
//! the clients, and a checker (`check.rs`) compares it with the final state. `cargo xtask chaos` runs this test.

mod boxes;
mod check;
mod cluster;
mod history;
mod mail;
mod network;
mod node;
mod play;
mod push;
#[allow(clippy::unwrap_used, reason = "shared with the tests of the server")]
#[path = "../../../townhall-server/tests/server/receiver.rs"]
mod receiver;
mod refused;
mod way;

use std::{
    env, fs,
    net::Ipv4Addr,
    ops::Range,
    path::PathBuf,
    sync::{Arc, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

use serde_json::json;
use tokio::time::sleep;

use self::{
    boxes::{Boxes, Mood},
    cluster::Cluster,
    history::History,
    mail::MailServer,
    network::{Network, SERVICES},
    node::{Node, Services},
    play::{World, games},
    push::PushService,
    way::Traffic,
};

/// The number of faults, unless `TOWNHALL_CHAOS` sets it.
const FAULTS: usize = 12;
/// The number of players at each of the concurrent tables.
const TABLES: [usize; 5] = [2, 3, 2, 4, 3];
/// The number of players at each of those where people play by correspondence, and connect only when they are notified.
const TABLES_BY_CORRESPONDENCE: [usize; 3] = [2, 3, 3];
const NODES: usize = 3;
/// The duration of a fault in milliseconds: close to the nodes' lease, so that other nodes claim tables shortly before or
/// after the fault ends.
const ABOUT_A_LEASE: Range<u64> = 1800..3000;
/// The time limit until every table has made progress after a fault.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(60);

/// Reads the audit rows: which process added each entry, and under which claim.
const AUDITED: &str = "SELECT to_json(entry) FROM \
    (SELECT 'entry' AS kind, table_id AS journal, number, epoch, owner, process FROM audit) AS entry";

/// Reads what explains why a table stands still.
const STATE: &str = "SELECT to_json(nodes) FROM nodes UNION ALL SELECT to_json(one) FROM \
    (SELECT code, owner, epoch, length, to_act, due, \
       (SELECT json_agg(json_build_array(channel_id, turn, due, attempts, state, detail)) FROM notices \
        WHERE table_id = tables.id AND state <> 'sent') AS notices \
     FROM tables WHERE status = 'playing') AS one";

/// The kinds of faults.
const KINDS: [&str; 21] = [
    "kill a node",
    "kill two nodes",
    "freeze a node for about its lease",
    "freeze a node for a moment",
    "cut a node off from the database for about its lease",
    "cut a node off from the database for a moment",
    "stall a node's way to the database for about its lease",
    "cut a node off from the others",
    "cut all nodes off from each other",
    "stall the ways between the nodes",
    "upgrade all nodes, one after another",
    "kill the primary and promote its standby",
    "isolate the primary but for a node, cancel its commits, and promote the standby",
    "lose the standby, and cancel commits that wait for it",
    "lose the standby, cancel commits, and lose them with the primary",
    "kill the push service",
    "lose the answers of the push service",
    "let the push service refuse",
    "kill the mail server",
    "lose the answers of the mail server",
    "let the mail server refuse",
];

struct Chaos {
    world: Arc<World>,
    cluster: Cluster,
    nodes: Vec<Node>,
    /// The number of commits that were cancelled while they waited for a standby.
    cancelled: usize,
}

impl Chaos {
    /// Waits for this duration, and restarts processes that have ended by themselves meanwhile.
    async fn pass(&mut self, time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time {
            sleep(Duration::from_millis(50)).await;
            self.nodes.iter_mut().for_each(Node::look_after);
        }
    }

    /// A random duration up to this many milliseconds, and not very short.
    fn moment(&self, most: usize) -> Duration {
        Duration::from_millis(100 + self.world.random(most) as u64)
    }

    fn about_a_lease(&self) -> Duration {
        let Range { start, end } = ABOUT_A_LEASE;
        Duration::from_millis(start + self.world.random((end - start) as usize) as u64)
    }

    /// Injects a fault and repairs it.
    async fn fail(&mut self, kind: usize) {
        self.world.history.note(json!({ "kind": "fault", "what": KINDS[kind] }));
        let which = self.world.random(NODES);
        let moment = self.moment(600);
        let long = self.about_a_lease();
        match kind {
            0 => {
                self.nodes[which].kill();
                self.pass(if self.world.random(2) == 0 { moment } else { long }).await;
                self.nodes[which].start();
            }
            1 => {
                let other = (which + 1) % NODES;
                self.nodes[which].kill();
                self.pass(moment).await;
                self.nodes[other].kill();
                self.pass(moment).await;
                self.nodes[which].start();
                self.nodes[other].start();
            }
            2 | 3 => {
                self.nodes[which].signal("STOP");
                self.pass(if kind == 2 { long } else { moment }).await;
                self.nodes[which].signal("CONT");
            }
            4..=6 => {
                let traffic = if kind == 6 { Traffic::Stalls } else { Traffic::Cut };
                self.nodes[which].databases(traffic);
                self.pass(if kind == 5 { moment } else { long }).await;
                self.nodes[which].databases(Traffic::Flows);
            }
            7 => {
                self.nodes[which].others(Traffic::Cut);
                self.pass(2 * moment).await;
                self.nodes[which].others(Traffic::Flows);
            }
            8 | 9 => {
                let traffic = if kind == 8 { Traffic::Cut } else { Traffic::Stalls };
                self.nodes.iter().for_each(|node| node.others(traffic));
                self.pass(2 * moment).await;
                self.nodes.iter().for_each(|node| node.others(Traffic::Flows));
            }
            10 => {
                for node in 0..NODES {
                    self.nodes[node].stop();
                    self.nodes[node].start();
                    self.pass(moment).await;
                }
            }
            11 => {
                self.cluster.kill_primary();
                self.cluster.promote();
                self.cluster.make_standby();
            }
            12 => {
                let old = self.cluster.primary();
                let cut = |node: &usize| *node != which;
                // As if the machine of the primary were unreachable or suspended.
                let traffic = if self.world.random(2) == 0 { Traffic::Cut } else { Traffic::Stalls };
                (0..NODES).filter(cut).for_each(|node| self.nodes[node].database(old, traffic));
                self.cluster.promote();
                // The old primary no longer has a standby to wait for.
                self.cancel_commits_at(old, moment / 2).await;
                self.cluster.make_standby();
                (0..NODES).filter(cut).for_each(|node| self.nodes[node].database(old, Traffic::Flows));
            }
            13 => {
                self.cluster.stop_standby();
                self.cancel_commits_at(self.cluster.primary(), moment / 2).await;
                self.cluster.start_standby();
            }
            15..=20 => {
                let mood = [Mood::Dead, Mood::LosesAnswers, Mood::Refuses][kind % 3];
                let world = Arc::clone(&self.world);
                let set = |mood| if kind < 18 { world.push.set(mood) } else { world.mail.set(mood) };
                set(mood);
                self.pass(2 * moment).await;
                set(Mood::Works);
            }
            _ => {
                self.cluster.stop_standby();
                self.cancel_commits_at(self.cluster.primary(), moment / 2).await;
                // Only this server has the cancelled commits.
                self.cluster.kill_primary();
                self.cluster.start_standby();
                self.cluster.promote();
                self.cluster.make_standby();
            }
        }
    }

    /// Cancels commits that wait for a standby of this server, five times, and pauses for the nodes to react to the warnings.
    async fn cancel_commits_at(&mut self, server: usize, pause: Duration) {
        for _ in 0..5 {
            self.pass(pause).await;
            self.cancelled += self.cluster.cancel_commits(server);
        }
        self.pass(pause).await;
    }

    /// Waits until a move was made at every table, and returns how long that took.
    async fn until_all_go_on(&mut self) -> Duration {
        let begun = Instant::now();
        let now = |world: &World| world.moves.iter().map(|moves| moves.load(Relaxed)).collect::<Vec<_>>();
        let before = now(&self.world);
        while now(&self.world).iter().zip(&before).any(|(now, before)| now <= before) {
            assert!(
                begun.elapsed() < RECOVERY_TIMEOUT,
                "a table makes no progress; nodes, open tables and waiting notices:\n{}",
                self.cluster.sql(STATE)
            );
            self.pass(Duration::from_millis(50)).await;
        }
        begun.elapsed()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a Postgres: `cargo xtask chaos`"]
async fn postgres_chaos_loses_nothing_and_shows_nothing_that_is_not_there() {
    let faults = env::var("TOWNHALL_CHAOS").ok().and_then(|times| times.parse().ok()).unwrap_or(FAULTS);
    let folder = env::var_os("TOWNHALL_CHAOS_FOLDER").map_or_else(
        || env::temp_dir().join(format!("townhall-chaos-history-{}", std::process::id())),
        PathBuf::from,
    );
    fs::create_dir_all(&folder).expect("a folder for the history");
    let path = folder.join("history.jsonl");
    let network = Network::for_nodes(NODES).map(Arc::new);
    let cluster = Cluster::start("chaos", network.is_some());
    let services = network.as_ref().map_or(Ipv4Addr::LOCALHOST, |_| SERVICES);
    let boxes = Arc::<Boxes>::default();
    let push = PushService::start((services, 0).into(), Arc::clone(&boxes)).await;
    let mail = MailServer::start(services.into(), &folder, Arc::clone(&boxes)).await;
    let services =
        Services { settings: [push.settings(), mail.settings()].concat(), variables: mail.variables() };
    let mut nodes = Vec::new();
    for number in 0..NODES {
        let log = folder.join(format!("node-{number}.log"));
        nodes.push(match &network {
            Some(network) => Node::in_network(Arc::clone(network), number, &cluster, log, services.clone()),
            None => Node::behind_proxies(&cluster, log, services.clone()).await,
        });
    }
    let sites = nodes.iter().map(Node::site).collect();
    let tables = TABLES.iter().map(|people| (*people, false));
    let tables: Vec<_> = tables.chain(TABLES_BY_CORRESPONDENCE.map(|people| (people, true))).collect();
    let world = Arc::new(World::new(sites, History::new(&path), tables.len(), push, mail));
    let mut chaos = Chaos { world: Arc::clone(&world), cluster, nodes, cancelled: 0 };
    chaos.nodes[0].start();
    // The first node creates the database tables.
    let there = "SELECT count(*) FROM pg_tables WHERE tablename IN ('entries', 'nodes')";
    while chaos.cluster.sql(there).trim() != "2" {
        chaos.pass(Duration::from_millis(50)).await;
    }
    chaos.cluster.audit();
    chaos.nodes.iter_mut().for_each(Node::start);

    let players: Vec<_> = (0..)
        .zip(tables)
        .map(|(number, (people, days))| tokio::spawn(games(Arc::clone(&world), number, people, days)))
        .collect();
    chaos.until_all_go_on().await;
    let mut slowest = vec![Duration::ZERO; KINDS.len()];
    for fault in 0..faults {
        // All kinds of faults in each round, in another order in each.
        let kind = (fault * 8 + fault / KINDS.len()) % KINDS.len();
        chaos.fail(kind).await;
        let took = chaos.until_all_go_on().await;
        slowest[kind] = slowest[kind].max(took);
        if fault % 25 == 24 {
            println!("{} faults", fault + 1);
        }
    }
    world.closing.store(true, Relaxed);
    let mut finished = 0;
    for player in players {
        while !player.is_finished() {
            chaos.pass(Duration::from_millis(50)).await;
        }
        finished += player.await.expect("all games come to their end");
    }
    for line in chaos.cluster.sql(AUDITED).lines() {
        world.history.note(serde_json::from_str(line).expect("the database writes JSON"));
    }
    world.history.close();
    let findings = check::check(&fs::read_to_string(&path).expect("the history can be read"));
    println!(
        "{} faults, {finished} games, {} moves sent and {} acknowledged, {} times shown, {} entries, {} reconnections, \
         {} commits cancelled, {} turns notified with {} messages, {} of them again",
        findings.faults,
        findings.commands,
        findings.acknowledged,
        findings.shown,
        findings.entries,
        world.reconnects.load(Relaxed),
        chaos.cancelled,
        findings.notified,
        boxes.accepted.load(Relaxed),
        findings.repeated,
    );
    for (kind, slowest) in KINDS.iter().zip(&slowest).filter(|(_, slowest)| !slowest.is_zero()) {
        println!("{:5.1} s until all tables went on: {kind}", slowest.as_secs_f64());
    }
    assert!(findings.wrong.is_empty(), "{}: {:#?}", path.display(), findings.wrong);
    assert_eq!((findings.faults, findings.tables), (faults, finished));
    let cancelling = KINDS.iter().zip(&slowest).any(|(kind, ran)| kind.contains("cancel") && !ran.is_zero());
    assert!(chaos.cancelled > 0 || !cancelling, "no commit was cancelled");
    fs::remove_dir_all(&folder).expect("the folder is ours");
}
