//! A network of its own for each node, whose links can be taken down: packets get lost on them, as they do between machines.

use std::{
    env,
    ffi::OsStr,
    fs,
    net::Ipv4Addr,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// Set if this process has a network of its own, in which it may do what it likes.
const OWN: &str = "TOWNHALL_CHAOS_OWN_NETWORK";
/// How long it may take until a namespace is there.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a link of a node leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Peer {
    /// One of the two databases.
    Database(usize),
    /// The other nodes.
    Nodes,
    /// Those who play, who are never cut off.
    People,
}

/// What can be reached from all networks: this process and the databases. The nodes are in networks of their own.
pub(super) struct Network {
    /// For each node a process that does nothing, and keeps the node's network there.
    holders: Vec<Child>,
}

impl Network {
    /// A network for each of so many nodes, if this process has been given one in which it can make them.
    pub(super) fn for_nodes(nodes: usize) -> Option<Self> {
        env::var_os(OWN)?;
        ip("link set lo up");
        ip("link add nodes type bridge");
        ip("link set nodes up");
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
            assert!(begun.elapsed() < PATIENCE, "unshare makes no network");
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
    }

    /// A program, to be run in the network of a node.
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

/// The address of what a link leads to. All nodes are on one link, so that of the others has no such end.
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

/// Takes a link down, so that nothing gets through and nobody is told, or brings it up again.
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
