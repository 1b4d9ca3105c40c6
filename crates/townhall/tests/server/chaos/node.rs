//! A node as a process, with interruptible connections to the databases and from the other nodes.

use std::{
    env,
    fs::File,
    net::SocketAddr,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::Arc,
};

use townhall_client::Site;

use super::{
    cluster::{Cluster, free_port},
    network::{Network, Peer, far_end, link, near_end},
    way::{Traffic, Way},
};

/// The lease of the nodes: short, so that many faults fit into a short time.
pub(super) const LEASE: &str = "2s";
/// The times of notifications, short as well.
const NOTICE_TIMES: [&str; 4] = [
    "times.notice_grace=100ms",
    "times.notice_look=100ms",
    "times.notice_retry=100ms",
    "times.notice_lease=4s",
];

/// How a node knows the services that send notifications.
#[derive(Clone)]
pub(super) struct Services {
    pub(super) settings: Vec<String>,
    /// Variables of the environment.
    pub(super) variables: Vec<(&'static str, String)>,
}

pub(super) struct Node {
    /// The networks, if each node has its own, and the number of this node in them.
    network: Option<(Arc<Network>, usize)>,
    child: Option<Child>,
    /// Whether it should be running, so that it is restarted when it ends by itself.
    wanted: bool,
    /// The number of times it was started.
    starts: usize,
    /// The addresses on which it listens for clients and for other nodes.
    listen: [SocketAddr; 2],
    /// The connections to both databases.
    to_databases: [Way; 2],
    /// The connection by which the other nodes reach it.
    from_nodes: Way,
    log: PathBuf,
    /// How it knows the services that send notifications.
    services: Services,
}

impl Node {
    /// A node on this machine, behind proxies.
    pub(super) async fn behind_proxies(cluster: &Cluster, log: PathBuf, services: Services) -> Self {
        let listen: [SocketAddr; 2] = [0, 1].map(|_| ([127, 0, 0, 1], free_port()).into());
        let [first, second] = cluster.ports().map(|port| ([127, 0, 0, 1], port).into());
        let to_databases = [Way::to(first).await, Way::to(second).await];
        let from_nodes = Way::to(listen[1]).await;
        Self {
            network: None,
            child: None,
            wanted: false,
            starts: 0,
            listen,
            to_databases,
            from_nodes,
            log,
            services,
        }
    }

    /// A node in a network of its own.
    pub(super) fn in_network(
        network: Arc<Network>,
        number: usize,
        cluster: &Cluster,
        log: PathBuf,
        services: Services,
    ) -> Self {
        let listen = [Peer::People, Peer::Nodes].map(|peer| (near_end(number, peer), 8730).into());
        let ports = cluster.ports();
        let to_databases = [0, 1].map(|which| {
            let peer = Peer::Database(which);
            Way::over(link(number, peer), (far_end(number, peer), ports[which]).into())
        });
        let from_nodes = Way::over(link(number, Peer::Nodes), listen[1]);
        let network = Some((network, number));
        Self {
            network,
            child: None,
            wanted: false,
            starts: 0,
            listen,
            to_databases,
            from_nodes,
            log,
            services,
        }
    }

    pub(super) fn site(&self) -> Site {
        Site::at(self.listen[0])
    }

    /// Starts it, unless it runs.
    pub(super) fn start(&mut self) {
        self.wanted = true;
        if self.child.is_some() {
            return;
        }
        self.starts += 1;
        let [first, second] = self.to_databases.each_ref().map(|way| way.address);
        // This name identifies the process in the audit of the database.
        let name = format!("{}-{}", self.from_nodes.address, self.starts);
        let data = format!("postgres://townhall@{first},{second}/postgres?application_name={name}");
        let log = File::options().create(true).append(true).open(&self.log).expect("a log");
        // Another build than that of the tests, such as a release build.
        let program =
            env::var_os("TOWNHALL_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_townhall").into());
        let mut command = match &self.network {
            Some((network, number)) => network.command(*number, &program),
            None => Command::new(program),
        };
        let child = command
            .args(["serve", "--no-limits", "--accept-loss", "--data", &data])
            .args(["--listen", &self.listen[0].to_string()])
            .args(["--node-address", &self.from_nodes.address.to_string()])
            .args(["--set", &format!("node_listen={}", self.listen[1])])
            .args(["--set", &format!("times.lease={LEASE}")])
            .args(NOTICE_TIMES.iter().flat_map(|time| ["--set", time]))
            .args(self.services.settings.iter().flat_map(|setting| ["--set", setting]))
            .envs(self.services.variables.iter().cloned())
            .env("TOWNHALL_NODE_SECRET", "the secret of the nodes of chaos 1")
            .env("RUST_LOG", "info")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn();
        self.child = Some(child.expect("the program starts"));
    }

    /// Starts it again if it has ended by itself, as it does if the database is unreachable when it starts.
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

    /// Requests a graceful stop, and waits until the process has ended.
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
