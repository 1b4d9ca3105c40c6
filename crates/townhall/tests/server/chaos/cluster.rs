//! A Postgres primary and its synchronous standby, which can be killed, promoted and recreated.

use std::{
    env, fs,
    net::TcpListener,
    ops::Range,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread::sleep,
    time::{Duration, Instant},
};

/// The variables for the folder of Postgres's programs, and for a command that runs them as another user.
const PROGRAMS: &str = "POSTGRES_PROGRAMS";
const RUN_BY: &str = "POSTGRES_RUN_BY";
/// The time limit for each operation on Postgres.
pub(super) const POSTGRES_TIMEOUT: Duration = Duration::from_secs(60);
/// A commit waits for any standby. The test does not simulate power failures, so nothing is flushed to the disk.
const SETTINGS: [&str; 8] = [
    "synchronous_commit=on",
    "fsync=off",
    "full_page_writes=off",
    "max_connections=200",
    "shared_buffers=32MB",
    "wal_keep_size=256MB",
    "wal_sender_timeout=2s",
    "autovacuum=off",
];
/// The rules of authentication. Any client is accepted: the databases listen only on this machine or in a private network.
const ADMITTED: &str = "host all all all trust\nhost replication all all trust\n";
/// Records for each entry the process that added it and the owner of the table at that time. The checker needs both, and the
/// server does not store them.
const AUDIT: &str = "\
    CREATE TABLE audit (table_id bigint, number bigint, epoch bigint, owner bigint, process text); \
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
    INSERT INTO audit SELECT NEW.table_id, NEW.number, epoch, owner, current_setting('application_name') \
    FROM tables WHERE id = NEW.table_id; \
    RETURN NULL; END $$; \
    CREATE TRIGGER note AFTER INSERT ON entries FOR EACH ROW EXECUTE FUNCTION note()";

/// The ports that the tests choose, and how many of them belong to one process: tests that run at the same time have ranges
/// of their own. They are below those that systems give to listeners that ask for any port, so that no other listener gets
/// one before the server that is started with it.
const PORTS: Range<u32> = 10_000..30_000;
const PORTS_OF_A_PROCESS: u32 = 50;

/// A free port of this machine.
pub(super) fn free_port() -> u16 {
    static CHOSEN: AtomicU32 = AtomicU32::new(0);
    let ranges = (PORTS.end - PORTS.start) / PORTS_OF_A_PROCESS;
    let first = PORTS.start + std::process::id() % ranges * PORTS_OF_A_PROCESS;
    loop {
        let nth = CHOSEN.fetch_add(1, Ordering::Relaxed);
        assert!(nth < PORTS_OF_A_PROCESS, "no port is free from {first} on");
        let port = u16::try_from(first + nth).expect("it is below 30,000");
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

pub(super) struct Cluster {
    folder: PathBuf,
    /// The address on which the servers listen.
    listen: &'static str,
    servers: [Postgres; 2],
    primary: usize,
}

struct Postgres {
    port: u16,
    data: PathBuf,
    child: Option<Child>,
}

/// A command for a program of Postgres, under the user that may run it.
pub(super) fn program(name: &str) -> Command {
    let programs = PathBuf::from(env::var_os(PROGRAMS).expect("a Postgres: run `cargo xtask chaos`"));
    run_by(programs.join(name))
}

fn run_by(program: PathBuf) -> Command {
    let run_by = env::var(RUN_BY).unwrap_or_default();
    let mut words = run_by.split_whitespace();
    let mut command = match words.next() {
        Some(first) => {
            let mut command = Command::new(first);
            command.args(words).arg(program);
            command
        }
        None => Command::new(program),
    };
    command.current_dir(env::temp_dir()).stdin(Stdio::null());
    command
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{command:?}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

impl Cluster {
    /// In a private network, the servers listen on every address.
    pub(super) fn start(name: &str, own_network: bool) -> Self {
        let folder = env::temp_dir().join(format!("townhall-{name}-{}", std::process::id()));
        run(run_by("mkdir".into()).arg(&folder));
        let server = |name: &str| Postgres { port: free_port(), data: folder.join(name), child: None };
        let servers = [server("a"), server("b")];
        let listen = if own_network { "*" } else { "127.0.0.1" };
        fs::write(folder.with_extension("hba"), ADMITTED).expect("whom they let in");
        let mut cluster = Self { folder, listen, servers, primary: 0 };
        let mut make = program("initdb");
        make.args(["--auth=trust", "--no-sync", "--encoding=UTF8", "--no-locale", "--username=townhall"]);
        run(make.arg("--pgdata").arg(&cluster.servers[0].data));
        cluster.servers[0].start(&cluster.folder, listen);
        // This file can be changed later, and is part of base backups.
        cluster.sql("ALTER SYSTEM SET synchronous_standby_names = '*'");
        cluster.sql("SELECT pg_reload_conf()");
        cluster.make_standby();
        cluster
    }

    /// A new folder, which is removed with the cluster.
    pub(super) fn folder(&self, name: &str) -> PathBuf {
        let folder = self.folder.join(name);
        run(run_by("mkdir".into()).arg(&folder));
        folder
    }

    /// The ports of both servers.
    pub(super) const fn ports(&self) -> [u16; 2] {
        [self.servers[0].port, self.servers[1].port]
    }

    /// Begins to record the process that adds each entry. The schema must exist.
    pub(super) fn audit(&self) {
        self.sql(AUDIT);
    }

    /// The result of a query on the primary, one line for each row.
    pub(super) fn sql(&self, sql: &str) -> String {
        run(self.psql(self.primary).arg(sql))
    }

    fn psql(&self, which: usize) -> Command {
        let mut psql = program("psql");
        let port = self.servers[which].port.to_string();
        psql.args(["-h", "127.0.0.1", "-U", "townhall", "-d", "postgres", "-p", &port, "-q", "-At", "-c"]);
        psql
    }

    /// The index of the server that accepts writes.
    pub(super) const fn primary(&self) -> usize {
        self.primary
    }

    /// Kills the primary, as a failure of its machine would.
    pub(super) fn kill_primary(&mut self) {
        self.servers[self.primary].stop("immediate");
    }

    /// Promotes the standby, whether the primary still runs or not.
    pub(super) fn promote(&mut self) {
        self.primary = 1 - self.primary;
        let mut promote = program("pg_ctl");
        run(promote.args(["promote", "--wait", "--silent", "-D"]).arg(&self.servers[self.primary].data));
    }

    /// Recreates the other server as a standby, from a base backup of the primary.
    pub(super) fn make_standby(&mut self) {
        let port = self.servers[self.primary].port;
        let standby = &mut self.servers[1 - self.primary];
        standby.stop("immediate");
        run(run_by("rm".into()).arg("-rf").arg(&standby.data));
        let source = format!("host=127.0.0.1 port={port} user=townhall application_name=standby");
        let mut copy = program("pg_basebackup");
        copy.args(["--checkpoint=fast", "--no-sync", "-R", "-X", "stream", "-d", &source, "-D"]);
        run(copy.arg(&standby.data));
        standby.start(&self.folder, self.listen);
    }

    pub(super) fn stop_standby(&mut self) {
        self.servers[1 - self.primary].stop("immediate");
    }

    pub(super) fn start_standby(&mut self) {
        self.servers[1 - self.primary].start(&self.folder, self.listen);
    }

    /// Cancels all commits that wait for a standby of this server; returns their number.
    pub(super) fn cancel_commits(&self, which: usize) -> usize {
        let sql = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
        let output = self.psql(which).arg(sql).output().expect("psql runs");
        output.stdout.iter().filter(|byte| **byte == b'\n').count()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.servers.iter_mut().for_each(|server| server.stop("immediate"));
        let _ = fs::remove_dir_all(&self.folder);
        let _ = fs::remove_file(self.folder.with_extension("hba"));
    }
}

impl Postgres {
    fn start(&mut self, folder: &Path, listen: &str) {
        let mut serve = program("postgres");
        serve.arg("-D").arg(&self.data).arg("-k").arg(folder).args(["-p", &self.port.to_string()]);
        serve.args(SETTINGS.iter().flat_map(|setting| ["-c", setting]));
        serve.args(["-c", &format!("listen_addresses={listen}")]);
        serve.args(["-c", &format!("hba_file={}", folder.with_extension("hba").display())]);
        let child = serve.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        self.child = Some(child.expect("Postgres starts"));
        let begun = Instant::now();
        let port = self.port.to_string();
        while !program("pg_isready")
            .args(["-q", "-h", "127.0.0.1", "-p", &port])
            .status()
            .is_ok_and(|status| status.success())
        {
            assert!(begun.elapsed() < POSTGRES_TIMEOUT, "Postgres does not start");
            sleep(Duration::from_millis(50));
        }
    }

    fn stop(&mut self, mode: &str) {
        let Some(mut child) = self.child.take() else { return };
        let mut stop = program("pg_ctl");
        let _ = stop.args(["stop", "--silent", "-m", mode, "-D"]).arg(&self.data).output();
        let _ = child.wait();
    }
}
