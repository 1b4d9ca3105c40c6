//! A node as a process, with ways to the databases and from the other nodes.

use std::{
    env,
    fs::File,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use townhall_client::Site;

use super::{
    cluster::{Cluster, free_port},
    way::{Traffic, Way},
};

/// The lease of the nodes: short, so that many faults fit into a short time.
pub(super) const LEASE: &str = "2s";

pub(super) struct Node {
    child: Option<Child>,
    /// Whether it is to run.
    wanted: bool,
    port: u16,
    node_port: u16,
    /// The ways to both databases.
    to_databases: [Way; 2],
    /// The way by which the other nodes reach it.
    from_nodes: Way,
    log: PathBuf,
}

impl Node {
    pub(super) async fn new(cluster: &Cluster, log: PathBuf) -> Self {
        let (port, node_port) = (free_port(), free_port());
        let [first, second] = cluster.addresses();
        let to_databases = [Way::to(first).await, Way::to(second).await];
        let from_nodes = Way::to(([127, 0, 0, 1], node_port).into()).await;
        Self { child: None, wanted: false, port, node_port, to_databases, from_nodes, log }
    }

    pub(super) fn site(&self) -> Site {
        Site::at(([127, 0, 0, 1], self.port).into())
    }

    /// Starts it, unless it runs.
    pub(super) fn start(&mut self) {
        self.wanted = true;
        if self.child.is_some() {
            return;
        }
        let [first, second] = self.to_databases.each_ref().map(|way| way.address.port());
        let data = format!("postgres://townhall@127.0.0.1:{first},127.0.0.1:{second}/postgres");
        let log = File::options().create(true).append(true).open(&self.log).expect("a log");
        // Another build than that of the tests, such as one for release.
        let program =
            env::var_os("TOWNHALL_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_townhall").into());
        let child = Command::new(program)
            .args(["serve", "--no-limits", "--accept-loss", "--data", &data])
            .args(["--listen", &format!("127.0.0.1:{}", self.port)])
            .args(["--node-address", &self.from_nodes.address.to_string()])
            .args(["--set", &format!("node_listen=127.0.0.1:{}", self.node_port)])
            .args(["--set", &format!("times.lease={LEASE}")])
            .env("TOWNHALL_NODE_SECRET", "the secret of the nodes of chaos")
            .env("RUST_LOG", "info")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn();
        self.child = Some(child.expect("the program starts"));
    }

    /// Starts it again if it has ended by itself, as it does if the database is away when it starts.
    pub(super) fn look_after(&mut self) {
        if let Some(child) = &mut self.child
            && let Ok(Some(_ended)) = child.try_wait()
        {
            self.child = None;
        }
        if self.wanted {
            self.start();
        }
    }

    pub(super) fn kill(&mut self) {
        self.wanted = false;
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Asks it to stop, and waits until it has.
    pub(super) fn stop(&mut self) {
        self.wanted = false;
        self.signal("TERM");
        if let Some(mut child) = self.child.take() {
            let _ = child.wait();
        }
    }

    /// Sends it a signal, such as `STOP`.
    pub(super) fn signal(&self, name: &str) {
        if let Some(child) = &self.child {
            let _ = Command::new("kill").arg(format!("-{name}")).arg(child.id().to_string()).status();
        }
    }

    pub(super) fn databases(&self, traffic: Traffic) {
        self.to_databases.iter().for_each(|way| way.set(traffic));
    }

    pub(super) fn database(&self, which: usize, traffic: Traffic) {
        self.to_databases[which].set(traffic);
    }

    pub(super) fn others(&self, traffic: Traffic) {
        self.from_nodes.set(traffic);
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}
