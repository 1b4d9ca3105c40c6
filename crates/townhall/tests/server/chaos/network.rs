//! A network namespace for each node. Its links can be taken down, so that packets are lost as between machines.

use std::{
    env,
    ffi::OsStr,
    fs,
    net::Ipv4Addr,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// The variable that is set if this process runs in its own network namespace, which it may configure.
const OWN: &str = "TOWNHALL_CHAOS_OWN_NETWORK";
/// The time limit for creating a namespace.
const NAMESPACE_TIMEOUT: Duration = Duration::from_secs(10);

/// The address of services of other providers, which all nodes reach over the link that is never taken down.
pub(super) const SERVICES: Ipv4Addr = Ipv4Addr::new(10, 87, 200, 1);

/// The destination of a link of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Peer {
    /// A database, of which there are two.
    Database(usize),
    Nodes,
    /// The test's clients. This link is never taken down.
    People,
}

/// The network of this process and the databases, which all nodes reach. Each node has its own network namespace.
pub(super) struct Network {
    /// For each node, an idle process that keeps the node's namespace alive.
    holders: Vec<Child>,
}

impl Network {
    /// A network for each of this many nodes; `None` unless this process runs in a namespace that it may configure.
    pub(super) fn for_nodes(nodes: usize) -> Option<Self> {
        env::var_os(OWN)?;
        ip("link set lo up");
        ip("link add nodes type bridge");
        ip("link set nodes up");
        ip(&format!("addr add {SERVICES}/32 dev lo"));
        let mut network = Self { holders: Vec::new() };
        for node in 0..nodes {
            network.add(node);
        }
        Some(network)
    }

    fn add(&mut self, node: usize) {
        let mut hold = Command::new("unshare");
        let holder = hold.args(["--net", "sleep", "infinity"]).stdin(Stdio::null()).spawn();
        self.holders.push(holder.expect("unshare runs"));
        let id = self.holders[node].id();
        let ours = fs::read_link("/proc/self/ns/net").expect("a network");
        let begun = Instant::now();
        while fs::read_link(format!("/proc/{id}/ns/net")).is_ok_and(|theirs| theirs == ours) {
            assert!(begun.elapsed() < NAMESPACE_TIMEOUT, "unshare makes no network");
            sleep(Duration::from_millis(5));
        }
        let inside = |words: &str| run(&mut self.command(node, "ip"), words);
        inside("link set lo up");
        for peer in [Peer::Database(0), Peer::Database(1), Peer::Nodes, Peer::People] {
            let name = link(node, peer);
            ip(&format!("link add {name} type veth peer name {name} netns {id}"));
            match peer {
                Peer::Nodes => ip(&format!("link set {name} master nodes")),
                _ => ip(&format!("addr add {}/24 dev {name}", far_end(node, peer))),
            }
            ip(&format!("link set {name} up"));
            inside(&format!("addr add {}/24 dev {name}", near_end(node, peer)));
            inside(&format!("link set {name} up"));
        }
        inside(&format!("route add {SERVICES}/32 via {}", far_end(node, Peer::People)));
    }

    /// A command that runs a program in the network of a node.
    pub(super) fn command(&self, node: usize, program: impl AsRef<OsStr>) -> Command {
        let mut enter = Command::new("nsenter");
        enter.arg(format!("--net=/proc/{}/ns/net", self.holders[node].id())).arg("--").arg(program);
        enter
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for holder in &mut self.holders {
            let _ = holder.kill();
            let _ = holder.wait();
        }
    }
}

/// The name of a link, at both of its ends.
pub(super) fn link(node: usize, peer: Peer) -> String {
    match peer {
        Peer::Database(which) => format!("node{node}-db{which}"),
        Peer::Nodes => format!("node{node}-nodes"),
        Peer::People => format!("node{node}-people"),
    }
}

/// The address of a node on a link.
pub(super) fn near_end(node: usize, peer: Peer) -> Ipv4Addr {
    address(node, peer, 2)
}

/// The address of the destination of a link. The link to the other nodes has no single destination.
pub(super) fn far_end(node: usize, peer: Peer) -> Ipv4Addr {
    address(node, peer, 1)
}

fn address(node: usize, peer: Peer, end: u8) -> Ipv4Addr {
    let node = u8::try_from(node).expect("few nodes");
    match peer {
        Peer::Database(0) => Ipv4Addr::new(10, 87, node, end),
        Peer::Database(_) => Ipv4Addr::new(10, 87, 50 + node, end),
        Peer::Nodes => Ipv4Addr::new(10, 87, 100, 1 + node),
        Peer::People => Ipv4Addr::new(10, 87, 150 + node, end),
    }
}

/// Takes a link down, so that packets are lost without an error, or brings it up again.
pub(super) fn set_link(name: &str, up: bool) {
    ip(&format!("link set {name} {}", if up { "up" } else { "down" }));
}

fn ip(words: &str) {
    run(&mut Command::new("ip"), words);
}

fn run(program: &mut Command, words: &str) {
    let status = program.args(words.split_whitespace()).status().expect("it starts");
    assert!(status.success(), "{program:?}");
}
